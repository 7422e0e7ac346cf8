"""Jokers Go Boom: match suit or rank, draw if you cannot, and a joker makes everybody else draw a card.

Actions are cards (`4♣`, `10♥`, `Joker`), `draw`, `pass` (a lost turn) and `name ♥`. They come in this order: clubs,
diamonds, hearts, spades, each from the two to the ace, a joker, then `draw` or `pass`. A suit may be typed as a letter
in position texts and decks: `4C`, `10H`.

A position is `top 4♥; turn 1; hands 4♣ 9♥ Joker / 5♣ / 7♦`. Cards that are not named are in the draw pile; the other
discards are named by `discards …`, or instead the draw pile by `pile …`, and then all else is discarded. What is left
out has its default: `dealer` the seat before seat 0, `round 1`, `scores 0 0 0`, `passes 0` (turns lost in a row),
`reshuffled 0`. `beneath 9♦` and `suit ♥` say what counts under a joker. Before a deal it is `dealer 1; round 2; scores
12 0 34`, and before that `cut 0 1 2`: the seats that cut for the deal.

What a careful player remembers (who drew when and so held no heart) is in the history, not in the position: after
`game.read` nothing has been seen yet. Hands are laid open when the game is over, because they have been counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from boomkit.core import Action, Game, Observation, Option, Position, Record, choice, flag, seat_choice, whole
from boomkit.errors import OptionError
from boomkit.games.jokers_go_boom import notation, reasons, rules, worlds
from boomkit.games.jokers_go_boom.rules import CARD_TEXTS

if TYPE_CHECKING:
    from random import Random

_STARTERS = ("bury", "any_card", "boom")
_ON_JOKER = ("any", "beneath", "nominate", "strict")
_BOOM_RANKS = ("none", "joker", "ace")
_FIRST = ("left_of_dealer", "dealer", "random")


def _jokers(value: Any) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= rules.MOST_JOKERS):
        return value
    raise ValueError


class JokersGoBoom(Game):
    """Jokers Go Boom for three or four seats."""

    name: ClassVar[str] = "jokers_go_boom"
    title: ClassVar[str] = "Jokers Go Boom"
    package: ClassVar[str] = __name__
    rules: ClassVar[Any] = rules
    declared: ClassVar[tuple[Option, ...]] = (
        whole("players", 3, "seats", "JG-S1", low=3, high=4),
        Option(
            "n_jokers",
            None,
            f"a whole number from 0 to {rules.MOST_JOKERS}",
            "jokers in the deck: 2, or as many as `deck` names",
            _jokers,
            "JG-C1",
        ),
        choice("boom_rank", ("joker", "ace", "none"), "the cards that go boom; without jokers the aces", "JG-V1"),
        flag("boom_must_match", False, "whether an ace that goes boom must match to be played", "JG-V2"),
        choice("starter_joker", _STARTERS, "what becomes of a joker that is turned up as starter", "JG-S5"),
        choice("on_joker", _ON_JOKER, "what may be played on a joker", "JG-J3"),
        flag("must_play", True, "whether who can match must play", "JG-T4"),
        flag("joker_optional", True, "whether a joker that is the only play may be kept while the pile lasts", "JG-T5"),
        choice("empty_pile_joker", ("must", "may"), "the same with an empty pile", "JG-T8"),
        flag("last_joker_draws", True, "whether the others draw for a joker that is the last card", "JG-J4"),
        choice("blocked_round", ("score", "reshuffle"), "what happens when nobody can play", "JG-R3"),
        whole("n_rounds", None, "rounds in a game; None: one a seat", "JG-R4", high=rules.MOST_ROUNDS),
        seat_choice("first_player", _FIRST, "who starts a round", "JG-S6"),
        Option(
            "deck",
            None,
            "counts by card text, such as {'4♥': 1, 'Joker': 2}, or a list of cards; a natural card stands once in it",
            "the cards of the game; the whole deck if None",
            notation.read_deck,
            "JG-C1",
        ),
        whole("hand_size", 7, "cards dealt to each seat, for small decks", "JG-S3", high=17),
    )
    keys: ClassVar[tuple[str, ...]] = notation.KEYS

    # -- options -----------------------------------------------------------------------------------------------------

    def settle(self, options: dict[str, Any]) -> dict[str, Any]:
        """Fill in the number of jokers and rounds and who goes boom; refuse a deck that cannot be dealt."""
        self._settle_deck(options)
        if options["n_jokers"] == 0 and options["boom_rank"] == "joker":
            options["boom_rank"] = "ace"
        if options["n_jokers"] and options["boom_rank"] != "joker":
            raise OptionError(
                f"Jokers Go Boom: boom_rank {options['boom_rank']!r} needs a deck without jokers (JG-V1), but n_jokers "
                f"is {options['n_jokers']}; give n_jokers=0 with it."
            )
        if options["n_rounds"] is None:
            options["n_rounds"] = options["players"]
        first = options["first_player"]
        if isinstance(first, int) and first >= options["players"]:
            raise OptionError(
                f"Jokers Go Boom: first_player {first} is no seat; with {options['players']} players the seats are 0 "
                f"to {options['players'] - 1}."
            )
        self._check_deal(options)
        return options

    def _settle_deck(self, options: dict[str, Any]) -> None:
        deck, jokers = options["deck"], options["n_jokers"]
        if deck is None:
            options["n_jokers"] = 2 if jokers is None else jokers
            return
        named = deck.pop("Joker", None)
        if named is not None and jokers is not None and named != jokers:
            raise OptionError(
                f"Jokers Go Boom: the deck has {named} jokers, but n_jokers is {jokers}; give one of them."
            )
        options["n_jokers"] = jokers = named if named is not None else jokers or 0
        if len(deck) == rules.NATURAL:
            options["deck"] = None
        elif jokers:
            deck["Joker"] = jokers

    def _check_deal(self, options: dict[str, Any]) -> None:
        naturals = notation.natural_cards(options["deck"])
        dealt = options["players"] * options["hand_size"]
        if len({card % rules.SAME_SUIT for card in naturals}) < 2 or len(naturals) < options["players"]:
            raise OptionError(
                f"Jokers Go Boom: a deck with {len(naturals)} natural cards cannot be cut for the deal (JG-S2): it "
                f"takes two ranks at least, and a natural card for each of the {options['players']} seats."
            )
        buried = options["starter_joker"] == "bury"
        cards = len(naturals) if buried else len(naturals) + options["n_jokers"]
        if cards <= dealt:
            what = "natural cards, so that a starter that is no joker is sure to be left (JG-S5)" if buried else "cards"
            raise OptionError(
                f"Jokers Go Boom: {options['players']} hands of {options['hand_size']} cards and a starter take at "
                f"least {dealt + 1} {what}, but the deck has {cards}; add cards or give a smaller hand_size."
            )

    def defaults(self) -> dict[str, Any]:
        """Return each option's value when nothing is given but the others."""
        deck, jokers = self.options["deck"], self.options["n_jokers"]
        return {
            **super().defaults(),
            "n_jokers": 2 if deck is None else jokers,
            "boom_rank": "joker" if jokers else "ace",
            "n_rounds": self.options["players"],
        }

    def encode_options(self) -> Record:
        """Return the options as integers."""
        options = self.options
        booms = _BOOM_RANKS.index(options["boom_rank"])
        cards = sum(1 << card for card in notation.natural_cards(options["deck"]))
        wild = rules.JOKER_BIT if options["n_jokers"] else 0
        if booms == rules.ACES_BOOM and not options["boom_must_match"]:
            wild = rules.ACES
        first = options["first_player"]
        return rules.Options(
            players=options["players"],
            n_jokers=options["n_jokers"],
            cards=cards,
            hand_size=options["hand_size"],
            booms=booms,
            wild=wild,
            starter_joker=_STARTERS.index(options["starter_joker"]),
            on_joker=_ON_JOKER.index(options["on_joker"]),
            must_play=int(options["must_play"]),
            joker_optional=int(options["joker_optional"]),
            may_withhold=int(options["empty_pile_joker"] == "may"),
            last_joker_draws=int(options["last_joker_draws"]),
            reshuffle=int(options["blocked_round"] == "reshuffle"),
            n_rounds=options["n_rounds"],
            first_player=first if isinstance(first, int) else rules.LEFT_OF_DEALER + _FIRST.index(first),
        )

    # -- texts -------------------------------------------------------------------------------------------------------

    def start(self) -> Record:
        """Let every seat cut for the deal."""
        return notation.before_cut(self, (1 << self.players) - 1)

    def action_text(self, code: int) -> str:
        """Write a card, `draw`, `pass` or `name ♥`."""
        if code <= rules.PLAY_JOKER:
            return CARD_TEXTS[code]
        if code == rules.DRAW:
            return "draw"
        return "pass" if code == rules.PASS else f"name {rules.SUITS[code - rules.NAME]}"

    def outcome_text(self, fields: Any, code: int, count: int) -> str:
        """Write the card that was drawn, or the seat that starts."""
        if fields.phase == rules.LOTS:
            return f"seat {code}"
        return CARD_TEXTS[min(code, rules.JOKER)]

    def write(self, fields: Any) -> str:
        """Write the position."""
        return notation.write(fields)

    def write_view(self, fields: Any, seat: int) -> str:
        """Write the position as one seat sees it."""
        return notation.write(fields, seat)

    def parse(self, position: Position) -> Record:
        """Read a position."""
        return notation.parse(self, position)

    def reason(self, fields: Any, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Say with this position's cards why an action is forbidden."""
        return reasons.reason(fields, action, clause)

    def explain_unknown(self, fields: Any, text: str) -> str:
        """Say that a card is not in the hand, or that the text is no action."""
        card = notation.card_text(text)
        if fields.phase == rules.PLAYING and card in CARD_TEXTS:
            return f"{card} is not in the hand of seat {fields.turn}."
        return super().explain_unknown(fields, text)

    @property
    def words(self) -> Mapping[str, Callable[[int], str]]:
        """Name the functions that write an event's numbers."""
        return notation.WORDS

    # -- what a seat knows -------------------------------------------------------------------------------------------

    def observe(self, fields: Any, seat: int) -> Any:
        """Blank the other hands and the draw pile; their sizes stay. When all is over, hands are open."""
        seen = fields.copy()
        if fields.phase != rules.OVER:
            for other in range(self.players):
                if other != seat:
                    seen.hands[other] = seen.jokers[other] = 0
            seen.pile = seen.pile_jokers = 0
        return seen

    def fill(self, observation: Observation, rng: Random) -> Record:
        """Draw the hidden cards uniformly over the dealing orders that fit the observation (JG-T4, JG-T5, JG-T8)."""
        filled: Record = worlds.fill(observation, rng)
        return filled

    def symmetries(self) -> Sequence[Callable[[Record], Record]]:
        """Return the exchanges of suits that leave the deck as it is."""
        cards = self.rule_options.cards  # type: ignore[attr-defined]
        orders = [order for order in permutations(range(4)) if notation.with_suits(cards, order) == cards]
        return [notation.exchange(order) for order in orders if order != (0, 1, 2, 3)]


GAME = JokersGoBoom
