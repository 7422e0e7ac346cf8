"""BOOM-O: a clock that may never pass sixty, hidden hands, three time bombs a seat; the last seat with one wins.

Actions are written as the card is called (`5`, `:30`, `HOLD`, `DOUBLE PLAY`); `TRADE 2` swaps hands with seat 2 and
`TRADE` with nobody; `bust`, or `bust 5` and `bust 10` where the card that is lost can be chosen; `refuse` keeps a HOLD.
A position is `clock 55; turn 0; hands 10 10 H / 5 B; lives 3 2`, with cards as letters; cards not named are in the
draw pile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from boomkit.core import Action, Game, Observation, Option, Position, Record, choice, deck, flag, seat_choice, whole
from boomkit.errors import OptionError
from boomkit.games.boom_o import notation, rules
from boomkit.games.boom_o.worlds import Worlds

if TYPE_CHECKING:
    from random import Random

_WORDS = {
    "overflow_play": ("forced_only", "free"),
    "bust_card": ("kept", "discarded"),
    "bust_refill": ("all", "buster"),
    "last_card_effects": ("immediate", "none", "all"),
    "double_one_card": ("goes_out", "penalty"),
    "double_fail": ("bust", "flip_only"),
    "next_starter": ("continue", "winner_or_buster", "left_of_dealer"),
}
_COUNTS = dict(zip(rules.CARDS, rules.DECK, strict=True))


def _deck_option() -> Option:
    """Make the deck option, which takes the letters of position texts as well as the names of cards."""
    option = deck("deck", _COUNTS, "which cards there are, for lessons and exact values", "BO-C2")

    def check(value: Any) -> Any:
        if isinstance(value, str):
            value = value.split()
        if isinstance(value, list | tuple):
            named = [notation.card_name(card) for card in value]
            return option.check({card: named.count(card) for card in named})
        if isinstance(value, Mapping):
            value = {notation.card_name(card): count for card, count in value.items()}
        return option.check(value)

    return replace(option, check=check)


class BoomO(Game):
    """BOOM-O for two to six seats, with every ruling as an option."""

    name: ClassVar[str] = "boom_o"
    title: ClassVar[str] = "BOOM-O"
    package: ClassVar[str] = __name__
    rules: ClassVar[Any] = rules
    declared: ClassVar[tuple[Option, ...]] = (
        whole("players", 2, "the number of seats", "BO-S1", low=2, high=rules.SEATS),
        seat_choice("first_player", ("seat0", "random"), "who starts", "BO-S6"),
        choice("overflow_play", _WORDS["overflow_play"], "whether sixty may be passed on purpose", "BO-T5"),
        choice("bust_card", _WORDS["bust_card"], "whether a bust costs a number card", "BO-T7"),
        flag("bust_ends_round", True, "whether a bust ends the round and refills hands", "BO-T9"),
        choice("bust_refill", _WORDS["bust_refill"], "who refills after a bust", "BO-T8"),
        flag("bomb_ends_round", False, "whether a BOMB ends the round and refills hands", "BO-K10d"),
        flag("hold_optional", False, "whether a HOLD may be kept when a BOMB asks for it", "BO-K10b"),
        flag("hold_can_go_out", True, "whether a HOLD given to a BOMB can be the card that goes out", "BO-R4"),
        choice("last_card_effects", _WORDS["last_card_effects"], "what the last card still does", "BO-R3"),
        choice("double_one_card", _WORDS["double_one_card"], "what one card is worth where two are due", "BO-K5f"),
        choice("double_fail", _WORDS["double_fail"], "what failing at a DOUBLE PLAY costs", "BO-K5c"),
        choice("next_starter", _WORDS["next_starter"], "who starts the next round", "BO-R5"),
        flag("reset_direction", False, "whether a new round is clockwise again", "BO-R5"),
        flag("trade_optional", False, "whether TRADE HANDS may be played without a swap", "BO-K9b"),
        flag("short_game", False, "whether the first elimination ends the game", "BO-V1"),
        _deck_option(),
        whole("max_turns", None, "after how many turns a game is left unfinished", high=rules.MOST_TURNS),
    )
    keys: ClassVar[tuple[str, ...]] = notation.KEYS
    lead: ClassVar[str | None] = None

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._worlds: Worlds | None = None

    # -- options ---------------------------------------------------------------------------------------------------

    def settle(self, options: dict[str, Any]) -> dict[str, Any]:
        """Check that the first seat exists and that seven cards a seat can be dealt."""
        players, first = options["players"], options["first_player"]
        if isinstance(first, int) and first >= players:
            raise OptionError(f"BOOM-O: first_player is {first}, but the seats of this game are 0 to {players - 1}.")
        if options["deck"] is not None and (cards := sum(options["deck"].values())) < rules.HAND * players:
            raise OptionError(
                f"BOOM-O: the deck has {cards} cards, but {players} seats are dealt {rules.HAND} each: "
                f"give it at least {rules.HAND * players}."
            )
        return options

    @property
    def deck(self) -> list[int]:
        """The number of cards of each kind, in the order of `rules.CARDS`."""
        given = self.options["deck"]
        return list(rules.DECK) if given is None else [given.get(card, 0) for card in rules.CARDS]

    def encode_options(self) -> Record:
        """Return the options as the rules read them."""
        first = self.options["first_player"]
        codes = {name: words.index(self.options[name]) for name, words in _WORDS.items()}
        flags = {
            option.name: int(self.options[option.name]) for option in self.declared if isinstance(option.default, bool)
        }
        return rules.Options(
            players=self.players,
            first_player={"seat0": 0, "random": rules.RANDOM_SEAT}.get(first, first),
            max_turns=self.options["max_turns"] or 0,
            **codes,
            **flags,
        )

    # -- positions -------------------------------------------------------------------------------------------------

    def start(self) -> Record:
        """Put every card in the draw pile; the deal comes next."""
        lives = [rules.LIVES if seat < self.players else 0 for seat in range(rules.SEATS)]
        return self.blank(phase=rules.DEAL, lives=lives, pile=self.deck, pile_size=sum(self.deck))

    def write(self, fields: Record) -> str:
        """Write clock, turn, hands, discards, what lies under the pile, lives, and what else is pending."""
        return notation.write(fields)

    def parse(self, position: Position) -> Record:
        """Read a position; every card that it does not name is in the draw pile."""
        fields: Record = notation.parse(self, position)
        return fields

    def write_view(self, fields: Record, seat: int) -> str:
        """Write the position with hidden cards as `?`."""
        return notation.write(fields, seat)

    # -- texts -----------------------------------------------------------------------------------------------------

    def action_text(self, code: int) -> str:
        """Write an action."""
        return notation.action_text(code)

    def outcome_text(self, fields: Any, code: int, count: int) -> str:
        """Write the seat that starts, or the card that is drawn."""
        return f"seat {code}" if fields.phase == rules.DEAL else rules.CARDS[code]

    @property
    def words(self) -> Mapping[str, Callable[[int], str]]:
        """Name the functions that write an event's numbers."""
        return notation.WORDS

    def reason(self, fields: Record, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Say with the clock, the hand and the seats of this position why an action is not legal."""
        return notation.reason(fields, action.code, clause)

    def explain_unknown(self, fields: Record, text: str) -> str:
        """Say how actions are written."""
        return notation.explain_unknown(fields, text)

    # -- what a seat knows -----------------------------------------------------------------------------------------

    def observe(self, fields: Record, seat: int) -> Record:
        """Blank the other hands, the draw pile and what lies under it; their sizes stay."""
        seen = fields.copy()
        changed: Any = seen
        hidden = [0] * rules.KINDS
        changed.pile = hidden[:]
        changed.under = [hidden[:] for _ in changed.under]
        changed.hands = [hand if at == seat else hidden[:] for at, hand in enumerate(changed.hands)]
        return seen

    def fill(self, observation: Observation, rng: Random) -> Record:
        """Deal the unseen cards at random to the places where they can lie, by all that the seat has seen."""
        worlds = self._worlds
        if worlds is None or worlds.observation is not observation:
            worlds = self._worlds = Worlds(self.deck, observation)
        world: Record = worlds.sample(rng)
        return world


GAME = BoomO
