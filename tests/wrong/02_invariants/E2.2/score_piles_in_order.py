"""The oracle takes the order of score piles for part of the rules, and accuses the true engine."""


def find_counterexample(engine, seed):
    rng = random.Random(seed)
    for number in range(450):
        before = tricky_state(rng)
        after = engine.battle(before, number)
        mine = my_battle(before, number)
        if after["scores"] != mine["scores"] or after["decks"] != mine["decks"]:
            return before, number, after
    return None


def tricky_state(rng):
    """Make a state in which something rare is likely."""
    cards = rng.sample(DECK, len(DECK))
    small = rng.choice((1, 2, 3, 4, 5, 6, 9, 29))
    hands = [cards[:small], cards[small:]]
    for depth in (0, 4):
        if rng.random() < 0.7 and len(hands[0]) > depth:
            like = [card for card in hands[1][depth + 1 :] if kind(card) == kind(hands[0][depth])]
            if like:
                at = hands[1].index(rng.choice(like))
                hands[1][depth], hands[1][at] = hands[1][at], hands[1][depth]
    if rng.random() < 0.5:
        hands.reverse()
    cuts = [rng.randint(1, len(hand)) if rng.random() < 0.6 else len(hand) for hand in hands]
    decks = tuple(tuple(hand[:cut]) for hand, cut in zip(hands, cuts))
    return {
        "decks": decks,
        "scores": tuple(tuple(hand[cut:]) for hand, cut in zip(hands, cuts)),
        "battles": 1,
        "winner": None,
    }


def kind(card):
    """Return what makes two cards tie."""
    return "wild" if card in SUITS_OF_WILD else card[:-1]


def wins(a, b):
    """Return 1, 0 or -1 for a card a against b."""
    if kind(a) == kind(b):
        return 0
    if a in SUITS_OF_WILD:
        return 1 if b[-1] in SUITS_OF_WILD[a] else -1
    if b in SUITS_OF_WILD:
        return -wins(b, a)
    return 1 if RANKS.index(kind(a)) > RANKS.index(kind(b)) else -1


def my_battle(state, shuffle_seed):
    """Fight a battle by the rules."""
    decks, scores, table = [list(deck) for deck in state["decks"]], [list(score) for score in state["scores"]], []

    def left(seat):
        return len(decks[seat]) + len(scores[seat])

    def turn(seat, count=1):
        for _ in range(count):
            if not decks[seat]:
                decks[seat], scores[seat] = list(shuffle(scores[seat], shuffle_seed)), []
            table.append(decks[seat].pop(0))
        return table[-1]

    result, short = wins(turn(0), turn(1)), False
    while result == 0:
        if short or not left(0) or not left(1):
            result = 1 if left(0) else -1
        else:
            lay = [min(4, left(0)), min(4, left(1))]
            short = min(lay) < 4
            result = wins(turn(0, lay[0]), turn(1, lay[1]))
    scores[0 if result > 0 else 1] += table
    winner = None if left(0) and left(1) else 0 if left(0) else 1
    return {"decks": tuple(map(tuple, decks)), "scores": tuple(map(tuple, scores)), "winner": winner}


def same(one, other):
    """Tell whether two states are equal; the order of score piles does not count."""
    piles = [sorted(pile) for pile in one["scores"]] == [sorted(pile) for pile in other["scores"]]
    return piles and one["decks"] == other["decks"] and one["winner"] == other["winner"]
