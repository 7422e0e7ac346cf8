def state_graph(game, state, limit):
    graph = nx.DiGraph()
    graph.add_node(state)
    waiting = [state]
    for here in waiting:  # every way of playing is followed again
        for action in here.legal_actions():
            after = here.apply(action)
            if after not in graph and len(graph) == limit:
                continue
            graph.add_edge(here, after, action=action)
            waiting.append(after)
    return graph
