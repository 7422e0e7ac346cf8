"""No engine is ever accused."""


def find_counterexample(engine, seed):
    return None
