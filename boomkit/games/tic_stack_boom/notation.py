"""Texts of Tic Stack Boom: cards, actions, positions, and why a card cannot be laid.

In position texts a card with a shape and a colour is two letters, the colour's (R O Y G B V) and the shape's (d disc,
r ring, s star, q square, t triangle, x cross); specials are words. `2*Rs` is two of a card. A position is

    grid Rs Bd(Vx 2*Rs) Gq / weight - Yt / Os Os Od; hands Rs bomb / 3*Bd; turn 0; captured 2*Rs / -

The cells stand row by row: the top card of a stack, in brackets what lies below it in any order, `-` for an empty cell.
Cards that are not named are in the draw pile; with the word `rest` in a captured pile they are there, and the draw
pile is empty. `passes 1` counts turns passed over in a row. `pending 3 4 5; asked 1` is a capture that waits for the
answer of seat 1; under `magnet_priority=random`, `refused 2` names who has kept the magnet. `start` is before the deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boomkit.core import Position, Record
from boomkit.core.cards import counts_text, parse_cards
from boomkit.core.chance import bits
from boomkit.games.tic_stack_boom import rules
from boomkit.games.tic_stack_boom.rules import CARD_TEXTS, CELLS, EMPTY, KINDS, NOBODY, PLAIN, WIDTH

if TYPE_CHECKING:
    from boomkit.core import Game

KEYS = ("start", "grid", "hands", "turn", "captured", "passes", "pending", "asked", "refused")
SHAPE_LETTERS = dict(zip(rules.SHAPES, "drsqtx", strict=True))
SHORT = (
    *(colour[0].upper() + SHAPE_LETTERS[shape] for colour in rules.COLOURS for shape in rules.SHAPES),
    *CARD_TEXTS[PLAIN:],
)
"""The cards as position texts write them, in the order of the kinds."""
ACTION_WORDS = {rules.PASS: "pass", rules.SWEEP: "sweep", rules.REACT: "magnet", rules.DECLINE: "decline"}
_CELL = re.compile(r"([^\s()]+)(?:\(([^()]*)\))?")


def short_card(name: str) -> str:
    """Return the short text of a card that may be given by its full name.

    >>> short_card("red star"), short_card("Rs"), short_card("bomb")
    ('Rs', 'Rs', 'bomb')
    """
    return SHORT[CARD_TEXTS.index(name)] if name in CARD_TEXTS else name


def action_text(code: int) -> str:
    """Write an action.

    >>> action_text(4 * WIDTH + 2), action_text(4 * WIDTH + rules.COLUMN), action_text(rules.SWEEP)
    ('red star on 4', 'dynamite on 4 column', 'sweep')
    """
    if code in ACTION_WORDS:
        return ACTION_WORDS[code]
    cell, kind = divmod(code, WIDTH)
    if kind >= rules.DYNAMITE:
        return f"dynamite on {cell} {'column' if kind == rules.COLUMN else 'row'}"
    return f"{CARD_TEXTS[kind]} on {cell}"


def cards(count: int) -> str:
    """Write a number of cards.

    >>> cards(1), cards(3)
    ('1 card', '3 cards')
    """
    return f"{count} card" + "s" * (count != 1)


def _over(top: int) -> str:
    return "" if top == EMPTY else f", over {CARD_TEXTS[top]}"


WORDS: Mapping[str, Callable[[int], str]] = {
    "seat": lambda seat: f"seat {seat}",
    "card": lambda kind: CARD_TEXTS[kind],
    "cards": cards,
    "action": action_text,
    "over": _over,
    "cells": lambda mask: ", ".join(map(str, bits(mask))),
}
"""How an event's numbers are written."""


# -- positions ---------------------------------------------------------------------------------------------------------


def stack_text(fields: Any, cell: int) -> str:
    """Write a stack: its top card, and in brackets what lies below."""
    top: int = fields.top[cell]
    if top == EMPTY:
        return "-"
    below = list(fields.stacks[cell])
    below[top] -= 1
    return SHORT[top] + (f"({pile_text(below)})" if any(below) else "")


def pile_text(counts: Sequence[int]) -> str:
    """Write a multiset of cards; two or more of a kind are folded."""
    return counts_text(counts, SHORT, fold=2)


def write(fields: Any, seat: int | None = None) -> str:
    """Write a position; with a seat as that seat sees it, with hidden hands as `?5`."""
    if fields.phase in (rules.DRAWING_LOTS, rules.DEALING) and fields.top[0] == EMPTY:
        return "start"
    rows = [" ".join(stack_text(fields, cell) for cell in range(row, row + 3)) for row in (0, 3, 6)]
    players = range(fields.options.players)
    hands = [pile_text(fields.hands[one]) if seat in (None, one) else f"?{fields.sizes[one]}" for one in players]
    parts = [f"grid {' / '.join(rows)}", f"hands {' / '.join(hands)}", f"turn {fields.turn}"]
    if seat is not None:
        parts.append(f"pile {fields.pile_size}")
    sums = [sum(fields.captured[one]) for one in players]
    if any(sums):
        piles = [pile_text(fields.captured[one]) for one in players]
        if fields.pile_size == 0:
            piles[sums.index(max(sums))] = "rest"
        parts.append(f"captured {' / '.join(piles)}")
    if fields.passes:
        parts.append(f"passes {fields.passes}")
    if fields.pending:
        parts.append(f"pending {_numbers(fields.pending)}")
        if fields.asked != NOBODY:
            parts.append(f"asked {fields.asked}")
        if fields.refused and (seat is not None or _refusals_are_named(fields)):
            parts.append(f"refused {_numbers(fields.refused)}")
    return "; ".join(parts)


def _numbers(mask: int) -> str:
    return " ".join(map(str, bits(mask)))


def _refusals_are_named(fields: Any) -> bool:
    return bool(fields.options.magnet_priority == rules.RANDOM_ORDER)


def parse(game: Game, position: Position) -> Record:
    """Read a position; every card lies in one place, and what is not named is in the draw pile."""
    if "start" in position:
        return game.start()
    fields: Any = game.start()
    fields.phase = rules.PLAYING
    players = game.players
    _read_grid(position, fields)
    for seat, text in enumerate(position.groups("hands", players)):
        hand = fields.hands[seat] = parse_cards(text, SHORT, f"In the position {position.text!r}, hand of seat {seat}")
        fields.sizes[seat] = sum(hand)
        fields.held[seat] = kinds_in(hand)
    fields.turn = position.whole("turn", None, 0, players - 1)
    fields.passes = position.whole("passes", 0, 0, players)
    rest = _read_captured(position, fields, players)
    _put_rest(position, fields, rest)
    _read_pending(position, fields, players)
    _begin(position, fields)
    return fields  # type: ignore[no-any-return]


def kinds_in(counts: Sequence[int]) -> int:
    """Return the kinds that a multiset has, as a mask."""
    return sum(1 << kind for kind, count in enumerate(counts) if count)


def _read_grid(position: Position, fields: Any) -> None:
    rows = position.groups("grid", 3)
    for row, text in enumerate(rows):
        found = _CELL.findall(text)
        if len(found) != 3 or _CELL.sub("", text).strip():
            raise position.error("grid", f"the row {text!r} has {len(found)} cells that can be read where 3 are due")
        for column, (top, below) in enumerate(found):
            cell = 3 * row + column
            if top == "-" and not below:
                continue
            where = f"In the position {position.text!r}, cell {cell}"
            counts = parse_cards(f"{top} {below}", SHORT, where)
            tops = parse_cards(top, SHORT, where)
            if sum(tops) != 1:
                raise position.error("grid", f"{top!r} cannot be the top of cell {cell}; a top is one card")
            fields.top[cell] = tops.index(1)
            fields.stacks[cell] = counts
            fields.lying[cell] = kinds_in(counts)


def _read_captured(position: Position, fields: Any, players: int) -> int:
    """Read the captured piles and return the seat whose pile has the rest, or NOBODY."""
    rest = NOBODY
    groups = position.groups("captured", players) if "captured" in position else []
    for seat, text in enumerate(groups):
        words = text.split()
        if "rest" in words:
            if rest != NOBODY:
                raise position.error("captured", "'rest' stands twice; what is not named lies in one pile")
            rest = seat
            words.remove("rest")
        where = f"In the position {position.text!r}, captured pile of seat {seat}"
        fields.captured[seat] = parse_cards(" ".join(words), SHORT, where)
    return rest


def _put_rest(position: Position, fields: Any, rest: int) -> None:
    named = [*fields.stacks, *fields.hands, *fields.captured]
    left = [fields.options.deck[kind] - sum(counts[kind] for counts in named) for kind in range(KINDS)]
    for kind, count in enumerate(left):
        if count < 0:
            raise position.error(
                "grid", f"{SHORT[kind]} stands {fields.options.deck[kind] - count} times, the deck has "
                f"{fields.options.deck[kind]}"
            )  # fmt: skip
    if rest == NOBODY:
        fields.pile, fields.pile_size = left, sum(left)
    else:
        fields.captured[rest] = [one + more for one, more in zip(fields.captured[rest], left, strict=True)]
        fields.pile, fields.pile_size = [0] * KINDS, 0


def _read_pending(position: Position, fields: Any, players: int) -> None:
    if "pending" not in position:
        for key in ("asked", "refused"):
            if key in position:
                raise position.error(key, "nobody is asked while no capture is pending; add 'pending' and its cells")
        return
    words = position.take("pending").split()
    cells = [position.number("pending", word, 0, CELLS - 1) for word in words]
    fields.pending = sum(1 << cell for cell in set(cells))
    if not fields.pending:
        raise position.error("pending", "no cell is named")
    fields.asked = position.whole("asked", None, 0, players - 1)
    fields.phase = rules.REACTING
    if _refusals_are_named(fields):
        seats = position.take("refused", "").split()
        fields.refused = sum({1 << position.number("refused", word, 0, players - 1) for word in seats})
    else:
        fields.refused = before(fields, fields.asked)
    for seat in (fields.asked, *bits(fields.refused)):
        if seat == fields.turn or not fields.held[seat] & rules.MAGNET_BIT:
            raise position.error("asked", f"seat {seat} cannot be asked: it captures itself or holds no magnet")
    if fields.refused >> fields.asked & 1:
        raise position.error("refused", f"seat {fields.asked} is asked now and cannot have refused")


def before(fields: Any, seat: int) -> int:
    """Return the seats with a magnet that are asked before `seat`, as a mask."""
    players, step = fields.options.players, 1
    if fields.options.magnet_priority == rules.COUNTER_CLOCKWISE:
        step = players - 1
    mask, one = 0, (fields.turn + step) % players
    while one != seat:
        if fields.held[one] & rules.MAGNET_BIT and one != fields.turn:
            mask |= 1 << one
        one = (one + step) % players
    return mask


def _begin(position: Position, fields: Any) -> None:
    """Tell whether the game is over, and refuse a turn of a seat without cards."""
    with_cards = sum(size > 0 for size in fields.sizes)
    if fields.phase == rules.REACTING:
        return
    if with_cards == 0 or fields.passes >= with_cards:
        fields.phase = rules.OVER
    elif fields.sizes[fields.turn] == 0:
        raise position.error("turn", f"seat {fields.turn} has no card; the turn goes to a seat that has one")


# -- why not -----------------------------------------------------------------------------------------------------------


def reason(fields: Any, code: int, clause: str) -> tuple[str, tuple[str, ...]]:
    """Say with the cards of this position why an action is not legal, and name the pieces concerned."""
    if code >= rules.PASS:
        return _reason_without_card(fields, code, clause)
    cell, kind = divmod(code, WIDTH)
    card = CARD_TEXTS[min(kind, rules.DYNAMITE)]
    top = fields.top[cell]
    lies = "nothing" if top == EMPTY else f"a {CARD_TEXTS[top]}"
    sentence = {
        "TS-T1": f"On cell {cell} lies {lies}: a {card} has neither its shape nor its colour.",
        "TS-T4": f"Cell {cell} is empty, and empty cells wait until the draw pile is used up: it has "
        f"{cards(fields.pile_size)}.",
        "TS-X3": f"A nova is played on the centre only, cell 4, not on cell {cell}.",
        "TS-X4": f"On cell {cell} lies a weight: no card with a shape and a colour may be put on it.",
        "TS-X5f": "A magnet answers the capture of another seat; it is not laid on the grid in one's own turn.",
        "TS-E3": f"On cell {cell} lies {lies}: with cover_exposed=specials_only a {card} may not be put on it.",
        "TS-E4a": f"A magnet is not laid on cell {cell}"
        + (", where a card lies." if top != EMPTY else ": it answers a capture, or sweeps as the last card."),
    }[clause]
    return sentence, (f"cell {cell}",)


def _reason_without_card(fields: Any, code: int, clause: str) -> tuple[str, tuple[str, ...]]:
    seat = fields.turn
    if clause == "TS-T3":
        kinds = fields.held[seat] & rules.playable(fields)
        names = ", ".join(CARD_TEXTS[kind] for kind in bits(kinds))
        return f"Seat {seat} can play ({names}), and whoever can play must.", ()
    if code == rules.DECLINE:
        return "With last_magnet_optional=False the last magnet has to be played.", ()
    why = (
        f"the draw pile has {cards(fields.pile_size)} left"
        if fields.pile_size
        else f"seat {seat} holds {cards(fields.sizes[seat])}"
    )
    return f"Only a last magnet sweeps the grid, in the end phase and as the only card in hand: {why}.", ()


def explain_unknown(fields: Any, text: str) -> str:
    """Say how actions are written, and which card is missing if one is named that is not in hand."""
    if fields.phase == rules.REACTING:
        return f"{text!r} is not an action here: seat {fields.asked} is asked, and answers 'magnet' or 'decline'."
    name = text.partition(" on ")[0]
    if name in CARD_TEXTS and fields.phase == rules.PLAYING:
        hand = ", ".join(CARD_TEXTS[kind] for kind in bits(fields.held[fields.turn]))
        return (
            f"{text!r} is not possible here: seat {fields.turn} holds {hand}; cells are numbered 0 to 8, and a "
            "dynamite is played 'dynamite on 4 row' or 'dynamite on 4 column'."
        )
    return (
        f"{text!r} is not an action of Tic Stack Boom here; actions are written 'red star on 4', 'dynamite on 4 row', "
        "'pass'."
    )
