"""A count of 58 cards is the only property."""


def find_counterexample(engine, seed):
    rng = random.Random(seed)
    state = fresh_state(rng)
    for number in range(450):
        after = engine.battle(state, number)
        if sum(map(len, (*after["decks"], *after["scores"]))) != 58:
            return state, number, after
        state = after if after["winner"] is None else fresh_state(rng)
    return None
