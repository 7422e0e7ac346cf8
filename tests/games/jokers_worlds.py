"""Count the dealing orders of Jokers Go Boom that fit an observation, card by card: slow, and nothing like the engine.

Every card of the deck is a single card, jokers too (`Joker0`, `Joker1`, …). All orders in which they may have been
dealt and drawn are walked through with the public events of the round, and those that contradict an event are dropped.
"""

from __future__ import annotations

from collections import Counter

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS = [rank + suit for suit in "♣♦♥♠" for rank in RANKS] + ["Joker"]


def kind(card: str) -> str:
    return "Joker" if card.startswith("Joker") else card


def named(code: int) -> list[str]:
    """Return the cards of a number of the events: a bit each, and above them the number of jokers."""
    return [CARDS[bit] for bit in range(52) if code >> bit & 1] + ["Joker"] * (code >> 52)


class Orders:
    """The dealing orders that fit what `view` says about its round; `found` counts them by the others' hands."""

    def __init__(self, view) -> None:
        options = view.game.options
        heard = [(event.name, event.numbers) for event in view.history]
        last = max(at for at, (name, _) in enumerate(heard) if name == "deals")
        heard = heard[last + 1 :]
        self.seat = view.seat
        self.others = [seat for seat in range(view.game.players) if seat != view.seat]
        self.size = options["hand_size"]
        self.told = [
            (name, numbers)
            for name, numbers in heard
            if name in ("played", "drew", "boom_drew", "lost_turn", "reshuffled")
        ]
        pool = [card for card in options["deck"] if card != "Joker"] + [f"Joker{i}" for i in range(options["n_jokers"])]
        dealt = next(numbers[1] for name, numbers in heard if name == "dealt" and numbers[0] == view.seat)
        mine = tuple(self.remove(pool, text) for text in named(dealt))
        starter = self.remove(pool, CARDS[next(numbers[0] for name, numbers in heard if name == "starter")])
        self.found: Counter = Counter()
        hands = dict.fromkeys(self.others, ()) | {view.seat: mine}
        self.deal(0, hands, tuple(pool), (starter,))

    @staticmethod
    def remove(cards: list[str], text: str) -> str:
        card = next(card for card in cards if kind(card) == text)
        cards.remove(card)
        return card

    def deal(self, number, hands, pool, discards) -> None:
        if number == self.size * len(self.others):
            self.follow(0, hands, pool, discards)
            return
        seat = self.others[number % len(self.others)]
        for at, card in enumerate(pool):
            self.deal(number + 1, {**hands, seat: (*hands[seat], card)}, pool[:at] + pool[at + 1 :], discards)

    def follow(self, at, hands, pool, discards) -> None:
        if at == len(self.told):
            self.found[tuple(tuple(sorted(map(kind, hands[seat]))) for seat in self.others)] += 1
            return
        name, (who, card, lacking) = self.told[at]
        if name == "reshuffled":
            left = list(discards)
            self.follow(at + 1, hands, tuple(self.remove(left, text) for text in named(who)), tuple(left))
        elif name == "played":
            fitting = [held for held in hands[who] if kind(held) == CARDS[card]]
            if fitting:  # which of two jokers is played makes no difference
                rest = tuple(held for held in hands[who] if held != fitting[0])
                self.follow(at + 1, {**hands, who: rest}, pool, (*discards, fitting[0]))
        else:
            if any((lacking or 0) >> CARDS.index(kind(held)) & 1 for held in hands[who]):
                return
            if name == "lost_turn":
                self.follow(at + 1, hands, pool, discards)
                return
            for place, drawn in enumerate(pool):
                if who != self.seat or kind(drawn) == CARDS[card]:
                    more = {**hands, who: (*hands[who], drawn)}
                    self.follow(at + 1, more, pool[:place] + pool[place + 1 :], discards)
