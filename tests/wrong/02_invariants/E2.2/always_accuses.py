"""Every engine is accused, true ones too."""


def find_counterexample(engine, seed):
    before = fresh_state(random.Random(seed))
    return before, 1, engine.battle(before, 1)
