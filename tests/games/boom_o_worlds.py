"""An exact reference for what a seat of BOOM-O can know: a filter over all hidden hands, for tiny decks.

It shares no code with the game: it follows the events that one seat saw with every possible set of hidden hands at
once, each with its weight, and merges those that have become equal.
"""

from collections import Counter
from fractions import Fraction

from boomkit.games.boom_o import rules

NAMES = rules.CARDS
NUMBERS = {"5": 5, "10": 10}
SETTERS = {":60", ":30", ":0"}


def take(hand, card):
    """Return a sorted tuple of cards without one copy of a card."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]


def put(hand, card):
    return tuple(sorted((*hand, card)))


class Filter:
    """All worlds (hands, layers, pile) that fit what a seat saw, as a counter of weights."""

    def __init__(self, seat, hands, hidden_sizes, pile, discards):
        self.seat = seat
        self.discards = Counter(discards)
        self.worlds = Counter({(tuple(hands), (), tuple(sorted(pile))): Fraction(1)})
        for other, size in hidden_sizes:
            for _ in range(size):
                self.draw(other, None)

    def step(self, change):
        after = Counter()
        for world, weight in self.worlds.items():
            for changed, factor in change(*world):
                after[changed] += weight * factor
        assert after, "no world is left"
        self.worlds = after

    def draw(self, seat, card):
        def change(hands, layers, pile):
            for kind, copies in Counter(pile).items():
                if card in (None, kind):
                    moved = tuple(put(hand, kind) if at == seat else hand for at, hand in enumerate(hands))
                    yield (moved, layers, take(pile, kind)), Fraction(copies, len(pile))

        self.step(change)

    def reveal(self, seat, card, leaves):
        """A card is seen that may be any copy in the hand; it may leave."""

        def change(hands, layers, pile):
            if copies := hands[seat].count(card):
                moved = hands
                if leaves:
                    moved = tuple(take(hand, card) if at == seat else hand for at, hand in enumerate(hands))
                yield (moved, layers, pile), Fraction(copies)

        self.step(change)
        if leaves:
            self.discards[card] += 1

    def keep(self, fits):
        self.step(lambda hands, layers, pile: [((hands, layers, pile), Fraction(1))] if fits(hands) else [])

    def follow(self, event, free=False):
        a, b, c = event.numbers
        if event.name == "drew":
            self.draw(a, None if b is None else NAMES[b])
        elif event.name in ("played", "lost"):
            self.reveal(a, NAMES[b], True)
        elif event.name == "answered":
            self.reveal(a, "HOLD", True)
        elif event.name == "refused":
            self.reveal(a, "HOLD", False)
        elif event.name == "overflowed":
            self.reveal(a, NAMES[b], False)
        elif event.name == "no_hold":
            self.keep(lambda hands: "HOLD" not in hands[a])
        elif event.name == "bust" and c != rules.ONE_CARD:
            numbers = [card for card, value in NUMBERS.items() if free or b + value <= 60]
            first = c == rules.AT_FIRST

            def stuck(hands):
                if first:
                    return not any(card in SETTERS or card in numbers for card in hands[a])
                return all(card in NUMBERS and card not in numbers for card in hands[a])

            self.keep(stuck)
        elif event.name == "traded":
            swapped = {a: b, b: a}

            def swap(hands, layers, pile):
                yield (tuple(hands[swapped.get(at, at)] for at in range(len(hands))), layers, pile), Fraction(1)

            self.step(swap)
        elif event.name == "handed":
            kind, count = divmod(b, 1000)
            self.keep(lambda hands: hands[c].count(NAMES[kind]) == count)
        elif event.name == "out":

            def under(hands, layers, pile):
                gone = (hands[a],) if hands[a] else ()
                yield (tuple(() if at == a else hand for at, hand in enumerate(hands)), layers + gone, pile), 1

            self.step(under)
        elif event.name == "raised":
            self.step(lambda hands, layers, pile: [((hands, layers[1:], layers[0]), 1)])
        elif event.name == "reshuffled":
            fresh = tuple(sorted(self.discards.elements()))
            self.discards.clear()
            self.step(lambda hands, layers, pile: [((hands, layers, fresh), 1)])


def worlds_of(state, seat, start=None):
    """Return the exact probability of each world (hands, layers, pile) for a seat, from the deal or from a position."""
    game = state.game
    deck = Counter(dict(zip(NAMES, game.deck, strict=True)))
    players = game.players
    if start is None:
        known = Filter(seat, [()] * players, [], deck.elements(), {})
    else:
        fields = start.fields
        mine = tuple(sorted(cards(fields.hands[seat])))
        discards = Counter(cards(fields.discards))
        rest = deck - Counter(mine) - discards
        hands = [mine if at == seat else () for at in range(players)]
        hidden = [(at, fields.sizes[at]) for at in range(players) if at != seat]
        known = Filter(seat, hands, hidden, rest.elements(), discards)
    for event in state.observation(seat).history:
        known.follow(event, game.options["overflow_play"] == "free")
    total = sum(known.worlds.values())
    return {world: weight / total for world, weight in known.worlds.items()}


def cards(counts):
    return [card for card, count in zip(NAMES, counts, strict=True) for _ in range(count)]


def world_of(state):
    """Return a full state as (hands, layers, pile), as the filter writes worlds."""
    fields = state.fields
    hands = tuple(tuple(sorted(cards(fields.hands[at]))) for at in range(state.game.players))
    layers = tuple(tuple(sorted(cards(row))) for row in fields.under if any(row))
    return hands, layers, tuple(sorted(cards(fields.pile)))
