def state_graph(game, state, limit):
    graph = nx.DiGraph()
    graph.add_node(state)
    waiting = [state]
    for here in waiting:
        for action in here.legal_actions():
            after = here.apply(action)
            if after not in graph:
                if len(graph) == limit:
                    continue
                waiting.append(after)
            graph.add_edge(here, after)
    return graph
