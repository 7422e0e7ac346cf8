def shuffled(hand, rng):
    return tuple(rng.choice(hand) for _ in hand)
