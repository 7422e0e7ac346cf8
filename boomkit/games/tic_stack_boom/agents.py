"""Agents of Tic Stack Boom: `greedy` takes the most cards now; `clever` also counts what it leaves to the next seat.

Both look at what lies open: tops, heights, and for `clever` how many of each kind have not been seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING, Any

from boomkit.core.chance import bits
from boomkit.games.tic_stack_boom import rules
from boomkit.games.tic_stack_boom.rules import (
    CELLS,
    DYNAMITE,
    EMPTY,
    FEATURES,
    KINDS,
    LINE_CELLS,
    MAGNET,
    WIDTH,
)

if TYPE_CHECKING:
    from random import Random

    from boomkit.core import Action, Observation, State

WORTH = {rules.BOMB: 4.0, DYNAMITE: 8.0, rules.NOVA: 10.0, rules.WEIGHT: 1.0}
"""What a special is worth when it is kept for later, in cards, while the draw pile is full."""
DENIAL = 0.7
"""How much a card that the next seat may capture weighs against one captured now."""
LEAST_STEAL, MORE_WHILE_FULL = 2, 5
"""A magnet answers captures of so many cards, and of so many more while the draw pile is full."""


def lines_through(cell: int) -> set[int]:
    """Return the numbers of the lines through a cell.

    >>> lines_through(0), len(lines_through(4))
    ({0, 3, 6}, 4)
    """
    return set(rules.LINES_THROUGH[rules.MOST_LINES * cell : rules.MOST_LINES * (cell + 1)])


@dataclass
class Board:
    """What lies open: tops and heights, what may be laid on an empty cell, and the options that matter here."""

    tops: list[int]
    heights: list[int]
    on_empty: int
    specials_only: bool
    lies: bool

    @classmethod
    def of(cls, fields: Any) -> Board:
        """Read the board of a position."""
        options = fields.options
        on_empty = rules.PLAIN_KINDS | rules.ANYWHERE if fields.pile_size == 0 else 0
        heights = [sum(stack) for stack in fields.stacks]
        specials_only = options.cover_exposed == rules.SPECIALS_ONLY
        return cls(list(fields.top), heights, on_empty, specials_only, options.empty_special == rules.LIES)

    def accepted(self, cell: int) -> int:
        """Return what may be laid on a cell, as a mask."""
        top = self.tops[cell]
        kinds: int = self.on_empty if top == EMPTY else rules.ACCEPTS[top]
        if self.specials_only and rules.COVERED >> top & 1:
            kinds = rules.ANYWHERE
        return kinds | rules.NOVA_BIT if kinds and cell == rules.CENTRE else kinds

    def taken(self, kind: int, cell: int) -> int:
        """Return the cells that a kind (or COLUMN) laid on a cell captures, as a mask."""
        if kind == MAGNET or (self.lies and self.tops[cell] == EMPTY and kind >= rules.PLAIN and kind != rules.WEIGHT):
            return 0
        if kind == rules.BOMB:
            return 1 << cell
        if kind == rules.NOVA:
            return rules.NOVA_CELLS
        if kind >= DYNAMITE:
            return rules.ROW_CELLS[cell] if kind == DYNAMITE else rules.COLUMN_CELLS[cell]
        taken = 0
        for line in lines_through(cell):
            shared = FEATURES[kind]
            for other in rules.LINES[line]:
                if other != cell:
                    shared &= FEATURES[self.tops[other]]
            if shared:
                taken |= LINE_CELLS[line]
        return taken

    def count(self, kind: int, cell: int) -> int:
        """Return how many cards that captures, the card itself included, or 0."""
        taken = self.taken(kind, cell)
        return 1 + sum(self.heights[one] for one in bits(taken)) if taken else 0

    def after(self, kind: int, cell: int) -> Board:
        """Return the board after a play; captured cells are empty, and what will fill them is not known."""
        tops, heights = self.tops[:], self.heights[:]
        tops[cell] = min(kind, DYNAMITE)
        heights[cell] += 1
        for one in bits(self.taken(kind, cell)):
            tops[one], heights[one] = EMPTY, 0
        return replace(self, tops=tops, heights=heights)

    def best_captures(self) -> dict[int, int]:
        """Return for each kind that captures something the most cards that it can capture."""
        best: dict[int, int] = {}
        for kind, cell in self._promising():
            count = self.count(kind, cell)
            card = min(kind, DYNAMITE)
            if count > best.get(card, 0):
                best[card] = count
        return best

    def _promising(self) -> Iterator[tuple[int, int]]:
        """Walk over the plays that may capture: specials, and cards where two of a line have something in common."""
        capturing = 1 << rules.BOMB | rules.NOVA_BIT | rules.DYNAMITE_BIT | rules.COLUMN_BIT
        for cell in range(CELLS):
            accepted = self.accepted(cell)
            kinds = accepted & capturing
            for line in lines_through(cell):
                a, b = (FEATURES[self.tops[other]] for other in rules.LINES[line] if other != cell)
                if a & b:
                    kinds |= accepted & ~capturing
            for kind in bits(kinds):
                yield kind, cell


def greedy(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Take the most cards at once; of equal plays any one, by `rng`. It answers and sweeps with every magnet.

    >>> import boomkit
    >>> from random import Random
    >>> state = boomkit.load("tic_stack_boom").read(
    ...     "grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs bomb / Bs; turn 0")
    >>> greedy(state.observation(0), state.legal_actions(), Random(1))
    'red star on 0'
    """
    board = Board.of(observation.fields)
    gains = [gain(observation.fields, board, action.code) for action in actions]
    most = max(gains)
    return rng.choice([action for action, one in zip(actions, gains, strict=True) if one == most])


def gain(fields: Any, board: Board, code: int) -> int:
    """Return how many cards an action captures at once."""
    if code == rules.REACT:
        return 1 + sum(board.heights[cell] for cell in bits(fields.pending))
    if code == rules.SWEEP:
        return 1 + sum(board.heights)
    return board.count(code % WIDTH, code // WIDTH) if code < rules.PASS else 0


class _Outlook:
    """What a seat can expect of hidden cards, from how many of each kind have not been seen."""

    def __init__(self, observation: Observation) -> None:
        fields: Any = observation.fields
        seat, players = observation.seat, observation.game.players
        seen = [*fields.stacks, *fields.captured, fields.hands[seat]]
        self.unseen = [fields.options.deck[kind] - sum(counts[kind] for counts in seen) for kind in range(KINDS)]
        self.total = sum(self.unseen)
        self.others = sum(fields.sizes[other] for other in range(players) if other != seat)
        following = [(seat + step) % players for step in range(1, players)]
        self.next_hand = next((fields.sizes[other] for other in following if fields.sizes[other]), 0)

    def none_of(self, count: int, cards: int) -> float:
        """Return the probability that none of `count` cards among the unseen is in a hand of `cards`."""
        return comb(self.total - count, cards) / comb(self.total, cards)

    def reply(self, best: Mapping[int, int]) -> float:
        """Return how many cards the next seat captures on average, if it plays the best that it then may hold."""
        expected, better = 0.0, 0
        for kind in sorted(best, key=lambda kind: -best[kind]):
            count = self.unseen[kind]
            if count:
                without = self.none_of(better, self.next_hand) - self.none_of(better + count, self.next_hand)
                expected += best[kind] * without
                better += count
        return expected

    def robbed(self) -> float:
        """Return the probability that some other hand holds a magnet."""
        return 1 - self.none_of(self.unseen[MAGNET], self.others)


def clever(observation: Observation, actions: tuple[Action, ...], rng: Random) -> str:
    """Weigh the cards captured now against the best that the next seat may do, and against a special kept for later.

    A capture that a magnet may take away counts less, and a magnet waits for a capture that is worth it.

    >>> import boomkit
    >>> from random import Random
    >>> state = boomkit.load("tic_stack_boom").read(
    ...     "grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs bomb / Bs; turn 0")
    >>> clever(state.observation(0), state.legal_actions(), Random(1))
    'red star on 0'
    """
    fields: Any = observation.fields
    board = Board.of(fields)
    left = min(1.0, fields.pile_size / 100)
    if fields.phase == rules.REACTING:
        count = sum(board.heights[cell] for cell in bits(fields.pending))
        takes = count >= LEAST_STEAL + MORE_WHILE_FULL * left or not _can_wait(fields, observation.seat)
        return _named(actions, rules.REACT if takes else rules.DECLINE)
    outlook = _Outlook(observation)
    robbed = outlook.robbed()
    scores = []
    for action in actions:
        score = gain(fields, board, action.code) * (1 - 2 * robbed if action.code < rules.PASS else 1.0)
        if action.code < rules.PASS:
            cell, kind = divmod(action.code, WIDTH)
            reply = outlook.reply(board.after(kind, cell).best_captures())
            score -= WORTH.get(min(kind, DYNAMITE), 0.0) * left + DENIAL * reply
        scores.append(score)
    most = max(scores)
    return rng.choice([action for action, one in zip(actions, scores, strict=True) if one == most])


def _can_wait(fields: Any, seat: int) -> bool:
    """Tell whether a magnet may still be of use later: cards in the pile, or a last sweep."""
    return bool(fields.pile_size > 0 or fields.sizes[seat] == 1)


def _named(actions: tuple[Action, ...], code: int) -> str:
    return next(action for action in actions if action.code == code)


def estimate(state: State) -> tuple[int, ...]:
    """Guess the returns of an unfinished position: what each seat has captured so far."""
    fields: Any = state.fields
    return tuple(sum(fields.captured[seat]) for seat in range(state.game.players))


AGENTS = {"greedy": greedy, "clever": clever}
