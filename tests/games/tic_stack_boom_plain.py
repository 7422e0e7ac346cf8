"""Tic Stack Boom written once more, another way, for the tests: a shuffled list, stacks as lists, names as cards."""

import random
from itertools import product

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
SHAPES = ("disc", "ring", "star", "square", "triangle", "cross")


class Another:
    """Tic Stack Boom once more with the default rulings: shuffled list, stacks as lists, names as cards."""

    LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

    def __init__(self, players, seed):
        self.rng = random.Random(seed)
        deck = [f"{colour} {shape}" for colour in COLOURS for shape in SHAPES for _ in range(4)]
        deck += ["bomb"] * 8 + ["dynamite"] * 6 + ["weight"] * 6 + ["magnet"] * 3 + ["nova"] * 3
        self.rng.shuffle(deck)
        self.pile, self.players = deck, players
        self.grid = [[deck.pop()] for _ in range(9)]
        self.hands = [[deck.pop() for _ in range(5)] for _ in range(players)]
        self.scores, self.turns, self.captures, self.steals = [0] * players, 0, 0, 0
        self.prepare()

    def line(self, line):
        tops = [self.grid[int(cell)][-1] if self.grid[int(cell)] else "" for cell in line]
        shared = set.intersection(*(set(top.split()) for top in tops))
        return bool(shared - {"bomb", "dynamite", "magnet", "nova"})

    def prepare(self):
        while self.pile:
            middles = [int(line[1]) for line in self.LINES if self.line(line)]
            exposed = [
                c for c in range(9) if self.grid[c] and self.grid[c][-1] in ("bomb", "dynamite", "magnet", "nova")
            ]
            if not middles + exposed:
                return
            self.grid[(middles + exposed)[0]].append(self.pile.pop())

    def options(self, seat):
        found = []
        for cell, card in product(range(9), set(self.hands[seat])):
            stack = self.grid[cell]
            if card == "magnet" or (card == "nova" and cell != 4) or (not stack and self.pile):
                continue
            if " " in card and stack:
                top = stack[-1]
                if top == "weight" or (" " in top and not set(card.split()) & set(top.split())):
                    continue
            found += [(card, cell, way) for way in (("row", "column") if card == "dynamite" else ("",))]
        return found

    def take(self, seat, cells):
        count = sum(len(self.grid[cell]) for cell in cells)
        for cell in cells:
            self.grid[cell] = []
        self.scores[seat] += count

    def play(self):
        seat, passes = 0, 0
        while passes < sum(map(bool, self.hands)):
            if self.hands[seat]:
                self.turns += 1
                passes = 0 if self.turn(seat) else passes + 1
            seat = (seat + 1) % self.players
        return self

    def turn(self, seat):
        hand = self.hands[seat]
        plays = self.options(seat)
        if hand == ["magnet"] and not self.pile:
            if self.rng.random() < 0.5:
                return False
            hand.clear()
            self.scores[seat] += 1
            self.take(seat, range(9))
            return True
        if not plays:
            return False
        card, cell, way = self.rng.choice(plays)
        hand.remove(card)
        self.grid[cell].append(card)
        cells = {
            "bomb": {cell}, "nova": {0, 2, 4, 6, 8},
            "dynamite": {cell // 3 * 3 + i if way == "row" else cell % 3 + 3 * i for i in range(3)},
        }.get(card)  # fmt: skip
        cells = cells or {int(c) for line in self.LINES if str(cell) in line and self.line(line) for c in line}
        if cells:
            self.captures += 1
            for step in range(1, self.players):
                thief = (seat + step) % self.players
                if "magnet" in self.hands[thief] and self.rng.random() < 0.5:
                    self.hands[thief].remove("magnet")
                    self.scores[thief] += 1
                    self.steals += 1
                    self.take(thief, cells)
                    break
            else:
                self.take(seat, cells)
        if self.pile:
            hand.append(self.pile.pop())
            if cells:
                for empty in range(9):
                    if not self.grid[empty] and self.pile:
                        self.grid[empty].append(self.pile.pop())
            self.prepare()
        return True
