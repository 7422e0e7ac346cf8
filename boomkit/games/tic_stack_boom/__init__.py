"""Tic Stack Boom: cover cards that match, capture lines of three, and mind who holds a magnet; most cards win.

Actions are `red star on 4`, `bomb on 4`, `weight on 4`, `nova on 4`, `dynamite on 4 row` or `column`; `pass` where
nothing can be played; `magnet` or `decline` for a seat that may answer a capture; `sweep` or `decline` with the last
magnet in the end phase. Cells are numbered 0 to 8 row by row. Legal actions come cell by cell, for each the cards in
the order red, orange, yellow, green, blue, violet, by disc, ring, star, square, triangle, cross, then bomb, weight,
nova, magnet, dynamite. Position texts are told in `notation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from boomkit.core import Action, Game, Observation, Option, Position, Record, choice, deck, flag, seat_choice, whole
from boomkit.errors import OptionError
from boomkit.games.tic_stack_boom import notation, rules
from boomkit.games.tic_stack_boom.worlds import Worlds

if TYPE_CHECKING:
    from random import Random

_WORDS = {
    "prep_mode": ("fixpoint", "single_pass"),
    "magnet_priority": ("clockwise", "random", "counter_clockwise"),
    "cover_exposed": ("any", "specials_only"),
    "empty_special": ("acts", "lies"),
}
_COUNTS = dict(zip(notation.SHORT, rules.COPIES, strict=True))
TOTAL_169 = "total_169"


def _copies(word: str) -> list[str]:
    """Read one word of a deck: `Rs`, or `3*Rs` for three copies."""
    count, star, card = word.partition("*")
    return [card] * int(count) if star and count.isdecimal() and int(count) <= rules.MOST_CARDS else [word]


def _deck_option(name: str, about: str, clause: str, words: tuple[str, ...] = ()) -> Option:
    """Make a deck option that takes full names (`red star`) as well as short ones (`Rs`), and perhaps a word."""
    option = deck(name, _COUNTS, about, clause)

    def check(value: Any) -> Any:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str):
            value = [card for word in value.split() for card in _copies(word)]
        if isinstance(value, list | tuple):
            named = [notation.short_card(card) if isinstance(card, str) else card for card in value]
            return option.check({card: named.count(card) for card in named if isinstance(card, str)})
        if isinstance(value, Mapping):
            value = {notation.short_card(str(card)): count for card, count in value.items()}
        return option.check(value)

    expected = option.expected.replace("'Rd'", "'red disc'") + " or {'Rd': 2}"
    return replace(option, expected=", ".join([*map(repr, words), expected]), check=check)


class TicStackBoom(Game):
    """Tic Stack Boom for two to eight seats, with every ruling as an option."""

    name: ClassVar[str] = "tic_stack_boom"
    title: ClassVar[str] = "Tic Stack Boom"
    package: ClassVar[str] = __name__
    rules: ClassVar[Any] = rules
    keys: ClassVar[tuple[str, ...]] = notation.KEYS
    lead: ClassVar[str | None] = "grid"
    declared: ClassVar[tuple[Option, ...]] = (
        whole("players", 2, "the number of seats", "TS-C5", low=2, high=rules.MOST_SEATS),
        whole("max_players", 4, "how many seats are allowed", "TS-C5", low=2, high=rules.MOST_SEATS),
        _deck_option("deck_counts", "which cards there are; total_169 has a bomb less", "TS-C3", (TOTAL_169,)),
        _deck_option("deck", "the same as deck_counts, for small decks in lessons", "TS-C3"),
        flag("prepare_first", True, "whether the first board is prepared", "TS-S3"),
        choice("prep_mode", _WORDS["prep_mode"], "whether covers are covered again", "TS-P4"),
        flag("must_play", True, "whether a seat that can play must", "TS-T3"),
        choice("magnet_priority", _WORDS["magnet_priority"], "in which order holders are asked", "TS-X5e"),
        choice("cover_exposed", _WORDS["cover_exposed"], "what may be put on an exposed special", "TS-E3"),
        choice("empty_special", _WORDS["empty_special"], "what a special on an empty cell does", "TS-E7"),
        flag("magnet_on_empty", False, "whether a magnet may lie on an empty cell in the end phase", "TS-E4a"),
        flag("last_magnet_optional", True, "whether the last magnet may be kept", "TS-E6"),
        flag("reaction_sweep", False, "whether a last magnet that robs also sweeps, in the end phase", "TS-E6"),
        seat_choice("first_player", ("seat0", "random"), "who starts", "TS-S2"),
        whole("hand_size", 5, "cards dealt to each seat", "TS-S1", high=rules.MOST_CARDS),
    )

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._worlds: Worlds | None = None

    # -- options ---------------------------------------------------------------------------------------------------

    def settle(self, options: dict[str, Any]) -> dict[str, Any]:
        """Check seats against one another, and that the deck can be dealt."""
        players, first = options["players"], options["first_player"]
        if players > options["max_players"]:
            raise OptionError(
                f"{self.title}: players is {players}, but max_players is {options['max_players']}; up to "
                f"{rules.MOST_SEATS} seats may play with max_players={players}."
            )
        if isinstance(first, int) and first >= players:
            raise OptionError(
                f"{self.title}: first_player is {first}, but the seats of this game are 0 to {players - 1}."
            )
        if options["deck"] is not None and options["deck_counts"] is not None:
            raise OptionError(f"{self.title}: give either deck or deck_counts, not both; they are the same.")
        cards, needed = sum(self._deck(options)), rules.CELLS + players * options["hand_size"]
        if cards < needed:
            raise OptionError(
                f"{self.title}: the deck has {cards} cards, but the grid takes {rules.CELLS} and {players} seats are "
                f"dealt {options['hand_size']} each: give it at least {needed}."
            )
        return options

    def _deck(self, options: Mapping[str, Any]) -> list[int]:
        """Count the cards of each kind."""
        given = options["deck"] if options["deck"] is not None else options["deck_counts"]
        if given == TOTAL_169:
            given = {**_COUNTS, "bomb": _COUNTS["bomb"] - 1}
        return list(rules.COPIES) if given is None else [given.get(card, 0) for card in notation.SHORT]

    def encode_options(self) -> Record:
        """Return the options as the rules read them."""
        first = self.options["first_player"]
        codes = {name: words.index(self.options[name]) for name, words in _WORDS.items()}
        flags = {
            option.name: int(self.options[option.name]) for option in self.declared if isinstance(option.default, bool)
        }
        return rules.Options(
            players=self.players,
            deck=self._deck(self.options),
            first_player={"seat0": 0, "random": rules.RANDOM_SEAT}.get(first, first),
            hand_size=self.options["hand_size"],
            **codes,
            **flags,
        )

    # -- positions -------------------------------------------------------------------------------------------------

    def start(self) -> Record:
        """Put every card in the draw pile; the deal comes next."""
        first: int = self.rule_options.first_player  # type: ignore[attr-defined]
        cards = self._deck(self.options)
        lots = first == rules.RANDOM_SEAT
        return self.blank(
            phase=rules.DRAWING_LOTS if lots else rules.DEALING,
            turn=0 if lots else first,
            asked=rules.NOBODY,
            top=[rules.EMPTY] * rules.CELLS,
            pile=cards,
            pile_size=sum(cards),
        )

    def write(self, fields: Record) -> str:
        """Write grid, hands, turn, captured piles, and what else is pending."""
        return notation.write(fields)

    def write_view(self, fields: Record, seat: int) -> str:
        """Write the position with hidden hands as `?5` and the size of the draw pile."""
        return notation.write(fields, seat)

    def parse(self, position: Position) -> Record:
        """Read a position; every card that it does not name is in the draw pile."""
        return notation.parse(self, position)

    # -- texts -----------------------------------------------------------------------------------------------------

    def action_text(self, code: int) -> str:
        """Write an action."""
        return notation.action_text(code)

    def outcome_text(self, fields: Any, code: int, count: int) -> str:
        """Write the card that is drawn, or the seat that starts or is asked."""
        lots = fields.phase in (rules.DRAWING_LOTS, rules.ASKING)
        return f"seat {code}" if lots else rules.CARD_TEXTS[code]

    @property
    def words(self) -> Mapping[str, Callable[[int], str]]:
        """Name the functions that write an event's numbers."""
        return notation.WORDS

    def reason(self, fields: Record, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Say with the cards of this position why an action is not legal."""
        return notation.reason(fields, action.code, clause)

    def explain_unknown(self, fields: Record, text: str) -> str:
        """Say how actions are written."""
        return notation.explain_unknown(fields, text)

    # -- what a seat knows -----------------------------------------------------------------------------------------

    def observe(self, fields: Record, seat: int) -> Record:
        """Blank the other hands, the draw pile, and who is asked for a magnet; sizes stay."""
        seen = fields.copy()
        changed: Any = seen
        changed.pile = [0] * rules.KINDS
        for other in range(self.players):
            if other != seat:
                changed.hands[other] = [0] * rules.KINDS
                changed.held[other] = 0
        if changed.phase == rules.ASKING:
            changed.phase = rules.REACTING
        if changed.asked != seat:
            changed.asked = rules.NOBODY
        changed.refused &= 1 << seat
        return seen

    def fill(self, observation: Observation, rng: Random) -> Record:
        """Draw the hidden cards, and who is asked, uniformly over the dealing orders that fit."""
        if self._worlds is None or self._worlds.observation is not observation:
            self._worlds = Worlds(observation)
        world: Record = self._worlds.sample(rng)
        return world

    def symmetries(self) -> Sequence[Callable[[Record], Record]]:
        """Return a quarter turn and a mirror of the grid; before the end phase they are none and change nothing.

        While cards last, the order in which cells are filled and covered (TS-P5) tells the corners apart.
        """
        return (_moved(_QUARTER_TURN), _moved(_MIRROR))


_QUARTER_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
_MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _moved(origin: tuple[int, ...]) -> Callable[[Record], Record]:
    """Return the map that puts on each cell what lies on cell `origin[cell]`."""

    def change(fields: Record) -> Record:
        image = fields.copy()
        old: Any = fields
        new: Any = image
        if old.pile_size == 0:
            new.top = [old.top[cell] for cell in origin]
            new.stacks = [old.stacks[cell][:] for cell in origin]
            new.lying = [old.lying[cell] for cell in origin]
            new.pending = sum(1 << to for to, cell in enumerate(origin) if old.pending >> cell & 1)
        return image

    return change


GAME = TicStackBoom
