def state_graph(game, state, limit):
    graph = nx.DiGraph()
    graph.add_node(state)
    waiting = [state]
    while waiting and len(graph) < limit:  # a family may overshoot
        here = waiting.pop(0)
        for action in here.legal_actions():
            after = here.apply(action)
            if after not in graph:
                waiting.append(after)
            graph.add_edge(here, after, action=action)
    return graph
