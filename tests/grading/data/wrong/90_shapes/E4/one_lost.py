def shuffled(hand, rng):
    return sorted(hand)[1:]
