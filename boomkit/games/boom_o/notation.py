"""How BOOM-O is written: positions, actions, the numbers of events, and the reasons for a no."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from boomkit.core import Position, counts_text, parse_cards
from boomkit.games.boom_o import rules

if TYPE_CHECKING:
    from boomkit.games.boom_o import BoomO

KEYS = (
    "start", "clock", "turn", "hands", "discards", "under", "pile", "lives", "direction", "double", "bomb", "first",
    "turns",
)  # fmt: skip
DIRECTIONS = ("clockwise", "counterclockwise")
ALIASES = {"TRADE": "TRADE HANDS", "DOUBLE": "DOUBLE PLAY"} | dict(zip(rules.LETTERS, rules.CARDS, strict=True))


def card_name(card: Any) -> Any:
    """Return the name of a card that is given by its letter; anything else stays as it is.

    >>> card_name("H"), card_name("DOUBLE"), card_name("5")
    ('HOLD', 'DOUBLE PLAY', '5')
    """
    return ALIASES.get(card, card) if isinstance(card, str) else card


# -- actions and events ------------------------------------------------------------------------------------------------


def action_text(code: int) -> str:
    """Write an action by its number.

    >>> action_text(rules.HOLD), action_text(rules.TRADE), action_text(rules.TRADE_WITH + 2), action_text(rules.BUST)
    ('HOLD', 'TRADE', 'TRADE 2', 'bust')
    """
    if code == rules.TRADE:
        return "TRADE"
    if code < rules.KINDS:
        return rules.CARDS[code]
    if code < rules.BUST:
        return f"TRADE {code - rules.TRADE_WITH}"
    return ("bust", "bust 5", "bust 10", "refuse")[code - rules.BUST]


def _clock(number: int) -> str:
    before, after = divmod(number, 100)
    return f"stays {after}" if before == after else f"{before} → {after}"


def _copies(number: int) -> str:
    card, count = divmod(number, 1000)
    return f"{count} × {rules.CARDS[card]}"


HOW = ("", ", as the first of two", ", as the second of two", ", with one card where two are due")

WORDS: Mapping[str, Callable[[int], str]] = {
    "seat": lambda seat: f"seat {seat}",
    "card": lambda card: rules.CARDS[card],
    "clock": _clock,
    "copies": _copies,
    "way": lambda direction: DIRECTIONS[direction],
    "half": lambda how: HOW[how],
}


# -- positions ---------------------------------------------------------------------------------------------------------


def _cards(counts: Sequence[int]) -> str:
    return counts_text(counts, rules.LETTERS)


def _hidden(size: int) -> str:
    return f"{size}*?" if size else "-"


def write(fields: Any, seat: int | None = None) -> str:
    """Write a position; for a `seat` that looks, what it cannot see is `?`."""
    if fields.phase == rules.DEAL:
        return "start"
    players = fields.options.players
    open_hand = [seat is None or at == seat for at in range(players)]
    hands = [_cards(fields.hands[at]) if open_hand[at] else _hidden(fields.sizes[at]) for at in range(players)]
    parts = [f"clock {fields.clock}", f"turn {fields.turn}", "hands " + " / ".join(hands)]
    if any(fields.discards):
        parts.append(f"discards {_cards(fields.discards)}")
    layers = [at for at, size in enumerate(fields.under_sizes) if size]
    if layers:
        shown = [_cards(fields.under[at]) if seat is None else _hidden(fields.under_sizes[at]) for at in layers]
        parts.append("under " + " / ".join(shown))
    if seat is not None:
        parts.append(f"pile {_hidden(fields.pile_size)}")
    parts.append("lives " + " ".join(map(str, fields.lives[:players])))
    if fields.direction:
        parts.append(f"direction {DIRECTIONS[fields.direction]}")
    if fields.phase in (rules.FIRST, rules.SECOND):
        parts.append(f"double {'first' if fields.phase == rules.FIRST else 'second'}")
    if fields.phase == rules.ANSWER:
        paid = [str(at) for at in range(players) if fields.paid & rules.SEAT_BIT[at]]
        parts.append(" ".join([f"bomb {fields.asked}", *(["paid", *paid] if paid else [])]))
    if fields.first != max(fields.options.first_player, 0):
        parts.append(f"first {fields.first}")
    if fields.options.max_turns:
        parts.append(f"turns {fields.turns}")
    return "; ".join(parts)


def parse(game: BoomO, position: Position) -> Any:
    """Read a position text; raise PositionError, quoting the bad part, where it is impossible."""
    if "start" in position:
        if len(position.parts) > 1:
            raise position.error("start", "before the deal there is nothing else to say")
        return game.start()
    if "pile" in position:
        raise position.error("pile", "the draw pile is what no other part names; leave this part out")
    players = game.players
    last = players - 1
    fields: Any = game.start()
    fields.phase = rules.PLAY
    fields.clock = position.whole("clock", 0, 0, rules.LIMIT)
    if fields.clock % 5:
        raise position.error("clock", f"{fields.clock} is no multiple of 5")
    fields.turn = position.whole("turn", 0, 0, last)
    fields.lives[:players] = position.numbers("lives", [rules.LIVES] * players, players, 0, rules.LIVES)
    fields.first = position.whole("first", max(fields.options.first_player, 0), 0, last)
    _read_cards(position, fields)
    fields.direction = _one_of(position, "direction", DIRECTIONS, 0)
    if "double" in position:
        fields.phase = (rules.FIRST, rules.SECOND)[_one_of(position, "double", ("first", "second"), 0)]
    if "turns" in position and not fields.options.max_turns:
        raise position.error("turns", "turns are counted only under the option max_turns")
    fields.turns = position.whole("turns", 0, 0, rules.MOST_TURNS)
    _end_if_over(position, fields)
    if fields.phase < rules.OVER:
        if "bomb" in position:
            _read_bomb(position, fields)
        _check_turn(position, fields)
    return fields


def _one_of(position: Position, key: str, words: Sequence[str], default: int) -> int:
    word = position.take(key, words[default])
    if word not in words:
        raise position.error(key, f"{word!r} is none of {', '.join(words)}")
    return words.index(word)


def _parsed(position: Position, key: str, text: str, where: str) -> list[int]:
    return parse_cards(text, rules.LETTERS, f"In the position {position.text!r}, part {key!r}, {where}")


def _read_cards(position: Position, fields: Any) -> None:
    """Place the cards that are named and leave the rest in the draw pile."""
    players = fields.options.players
    for seat, text in enumerate(position.groups("hands", players)):
        fields.hands[seat] = _parsed(position, "hands", text, f"hand of seat {seat}")
        fields.sizes[seat] = sum(fields.hands[seat])
        if fields.sizes[seat] and not fields.lives[seat]:
            raise position.error("hands", f"seat {seat} has no time bomb left and so no hand")
    fields.discards = _parsed(position, "discards", position.take("discards", ""), "discards")
    layers = position.take("under", "").split("/") if "under" in position else []
    if len(layers) > players:
        raise position.error("under", f"{len(layers)} hands, but there are only {players} seats")
    for layer, text in enumerate(layers):
        fields.under[layer] = _parsed(position, "under", text, f"layer {layer + 1}")
        fields.under_sizes[layer] = sum(fields.under[layer])
        if not fields.under_sizes[layer]:
            raise position.error("under", f"layer {layer + 1} has no card; leave it out")
    for card in range(rules.KINDS):
        named = fields.discards[card] + sum(row[card] for row in (*fields.hands, *fields.under))
        if named > fields.pile[card]:
            text = f"{named} cards {rules.LETTERS[card]} are named, but the deck has {fields.pile[card]}"
            raise position.error("hands", text)
        fields.pile[card] -= named
    fields.pile_size = sum(fields.pile)


def _end_if_over(position: Position, fields: Any) -> None:
    """Recognise a finished game by its time bombs and turns."""
    left = rules.alive(fields)
    if left == 0:
        raise position.error("lives", "somebody must have a time bomb left")
    if left == 1 or (fields.options.short_game and left < fields.options.players):
        fields.phase = rules.OVER
    elif 0 < fields.options.max_turns <= fields.turns:
        fields.phase = rules.UNFINISHED


def _read_bomb(position: Position, fields: Any) -> None:
    """Read which seat is asked for a HOLD and which have paid."""
    players = fields.options.players
    asked, *rest = position.take("bomb").split() or [""]
    if not fields.options.hold_optional:
        raise position.error("bomb", "a seat is asked only under the option hold_optional")
    if fields.phase != rules.PLAY or (rest and rest[0] != "paid"):
        raise position.error("bomb", "it should read like 'bomb 2' or 'bomb 2 paid 1', without a part 'double'")
    fields.asked = position.number("bomb", asked, 0, players - 1)
    for word in rest[1:]:
        fields.paid |= rules.SEAT_BIT[position.number("bomb", word, 0, players - 1)]
    if fields.asked == fields.turn or not fields.hands[fields.asked][rules.HOLD]:
        raise position.error("bomb", f"seat {fields.asked} cannot be asked: it is another seat with a HOLD that is")
    fields.phase = rules.ANSWER


def _check_turn(position: Position, fields: Any) -> None:
    """Refuse a turn of a seat that cannot have one."""
    turn = fields.turn
    if not fields.lives[turn]:
        raise position.error("turn", f"seat {turn} has no time bomb left")
    if not fields.sizes[turn] and fields.phase != rules.ANSWER:
        raise position.error("turn", f"seat {turn} has no card to play")


# -- why not -----------------------------------------------------------------------------------------------------------


def marks(fields: Any, card: int) -> tuple[str, ...]:
    """Name the pieces in the picture that are the copies of a card in the hand that is due, and the clock."""
    copies = fields.hands[fields.turn][card]
    return ("clock", *(f"card {fields.turn} {rules.CARDS[card]}#{number}" for number in range(copies)))


def reason(fields: Any, code: int, clause: str) -> tuple[str, tuple[str, ...]]:
    """Say with this position's numbers why an action is not legal, and which pieces are concerned."""
    seat, clock = fields.turn, fields.clock
    if code >= rules.BUST:
        playable = [card for card in range(rules.KINDS) if rules.forbids_card(fields, card) == 0]
        if playable:
            names = ", ".join(rules.CARDS[card] for card in playable)
            return f"Seat {seat} can play {names}, and who can play must.", ()
        if code == rules.BUST:
            return "This bust costs a 5 or a 10: say which.", ()
        return "No card, or no other card, can be lost by this bust.", ()
    card = rules.TRADE if code >= rules.TRADE_WITH else code
    name = rules.CARDS[card]
    if clause == "BO-T1":
        return f"Seat {seat} holds no {name}.", ()
    if clause == "BO-T2":
        value = rules.ADDS[card]
        return f"{clock} + {value} = {clock + value} passes {rules.LIMIT}.", marks(fields, card)
    if clause == "BO-K5a":
        return f"The first card of two must be 5, 10, :60, :30 or :0, and {name} is none of them.", marks(fields, card)
    if clause == "BO-K5f":
        return f"Seat {seat} has one card where two must be played.", marks(fields, card)
    partner = code - rules.TRADE_WITH
    if clause == "BO-K9a":
        return "TRADE HANDS is the last card here, so there is no swap: play it as TRADE.", marks(fields, card)
    if clause == "BO-K9b":
        return "The swap is not a choice: name the seat, as in TRADE 1.", marks(fields, card)
    if partner == seat:
        return "A hand is traded with another seat.", marks(fields, card)
    return f"Seat {partner} is out and has no hand.", marks(fields, card)


def explain_unknown(fields: Any, text: str) -> str:
    """Say how actions are written here."""
    named = ALIASES.get(text, text.upper())
    if fields.phase == rules.ANSWER:
        return f"Seat {fields.asked} is asked for a HOLD: the answers are HOLD and refuse, not {text!r}."
    if named in rules.CARDS and named not in (text, "TRADE HANDS"):
        return f"{text!r} is no action of BOOM-O; write it as {named}."
    return (
        f"{text!r} is no action of BOOM-O. Actions are cards by name ({', '.join(rules.CARDS[:6])}, …), "
        "TRADE with a seat as in TRADE 1, or bust."
    )
