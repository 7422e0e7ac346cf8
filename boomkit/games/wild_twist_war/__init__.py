"""Wild Twist War: two decks, no decision, and six wild cards that are weaker than they look.

The one action is `battle`: a whole battle with its wars. Cards are written `7♣`, `10♦`, `Q♥`, `A♠` (a suit may be typed
as a letter: C, D, H, S) and `Red`, `Black`, `Heart`, `Diamond`, `Spade`, `Club` for the wild cards; chance draws cards.

A position is `decks A / B; scores C / D`, seat 0 before the stroke. A deck is a number of unseen cards, or the known
cards of a reshuffled one; `-` is an empty pile. Cards that are not named have not been seen: `decks 29 / 29` is the
start. After a draw `table` names the cards that lie there; under `max_battles` `battles` counts. With
`return_order="bottom_fixed"` decks are named card by card from the top and `unseen 3 2` says how many of each from the
top nobody has seen; `start` is the position before they are dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from boomkit.core import Action, Game, Observation, Option, Position, Record, choice, deck, seat_choice, whole
from boomkit.core.chance import bits
from boomkit.errors import OptionError
from boomkit.games.wild_twist_war import rules

if TYPE_CHECKING:
    from random import Random

CARD_TEXTS = rules.CARD_TEXTS
_LETTERS = dict(zip("CDHS", rules.SUITS, strict=True))


def card_text(word: str) -> str:
    """Return the card's own text for a word that may use a letter for its suit.

    >>> card_text("QH"), card_text("10♠"), card_text("Red")
    ('Q♥', '10♠', 'Red')
    """
    if word not in CARD_TEXTS and word[:-1].upper() in rules.RANKS and word[-1:].upper() in _LETTERS:
        return word[:-1].upper() + _LETTERS[word[-1].upper()]
    return word


def _some_of(names: Sequence[str]) -> Callable[[Any], tuple[str, ...]]:
    """Check a choice of names: a list, a text with spaces between them, or how many of them from the first."""

    def check(value: Any) -> tuple[str, ...]:
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= len(names):
            return tuple(names[:value])
        if isinstance(value, str):
            value = value.split()
        if not isinstance(value, list | tuple | set | frozenset):
            raise ValueError
        asked = [_LETTERS.get(str(name), str(name)) if names is rules.SUITS else str(name) for name in value]
        for name in asked:
            if name not in names:
                raise ValueError(f"{name!r} is none of {', '.join(names)}")
        return tuple(name for name in names if name in asked)

    return check


def _names_option(name: str, names: Sequence[str], about: str, clause: str) -> Option:
    expected = f"a list of some of {', '.join(names)}, or how many of them from the first"
    return Option(name, tuple(names), expected, about, _some_of(names), clause)


def _deck_by_letters(option: Option) -> Option:
    """Let the deck option read suits as letters too."""

    def check(value: Any) -> Any:
        if isinstance(value, str):
            value = value.split()
        if isinstance(value, Mapping):
            return option.check({card_text(str(card)): count for card, count in value.items()})
        if isinstance(value, list | tuple):
            return option.check([card_text(str(card)) for card in value])
        return option.check(value)

    return Option(option.name, option.default, option.expected, option.about, check, option.clause)


class WildTwistWar(Game):
    """Wild Twist War for two seats."""

    name: ClassVar[str] = "wild_twist_war"
    title: ClassVar[str] = "Wild Twist War"
    package: ClassVar[str] = __name__
    rules: ClassVar[Any] = rules
    keys: ClassVar[tuple[str, ...]] = ("start", "decks", "scores", "table", "unseen", "battles")
    lead: ClassVar[str | None] = "decks"
    declared: ClassVar[tuple[Option, ...]] = (
        choice("players", (2,), "the number of seats: always two", "WT-S1"),
        seat_choice("first_player", ("seat0",), "changes nothing: both turn up at the same time", "WT-B1"),
        choice("recycle", ("lazy", "eager"), "when a score pile becomes the play deck", "WT-R1"),
        choice("short_war", ("full_opponent", "equal_force"), "what the other lays in a short war", "WT-R4"),
        choice("zero_card_war", ("lose", "stand"), "what happens to a seat without a card for a war", "WT-R6"),
        whole("max_battles", None, "the game is unfinished after so many battles", "WT-V2", high=2**31 - 1),
        whole("war_cards_down", 3, "cards laid face down in a war", "WT-W1", low=0, high=5),
        _names_option("include_wilds", rules.WILDS, "the wild cards in the deck", "WT-C3"),
        _names_option("ranks", rules.RANKS, "the ranks in the deck", "WT-C3"),
        _names_option("suits", rules.SUITS, "the suits in the deck", "WT-C3"),
        _deck_by_letters(deck("deck", dict.fromkeys(CARD_TEXTS, 1), "the cards dealt", "WT-C3", most=rules.CARDS)),
        choice("return_order", ("shuffled_pile", "bottom_fixed"), "where winnings go", "WT-R1"),
    )

    def settle(self, options: dict[str, Any]) -> dict[str, Any]:
        """Refuse a deck that cannot be dealt or that is given twice over."""
        first = options["first_player"]
        if first not in ("seat0", 0, 1):
            raise OptionError(f"{self.title}: first_player is {first}, but the seats of this game are 0 and 1.")
        if options["deck"] is not None:
            for name in ("include_wilds", "ranks", "suits"):
                if options[name] != self.defaults()[name]:
                    raise OptionError(f"{self.title}: give either deck or {name}, not both; deck names every card.")
        cards = self._deck(options)
        if not 2 <= len(cards) <= rules.CARDS:
            raise OptionError(
                f"{self.title}: a deck of {len(cards)} cards cannot be dealt; it needs 2 to {rules.CARDS}, one a seat."
            )
        return options

    def _deck(self, options: Mapping[str, Any]) -> list[int]:
        """List the cards of the deck in order; copies stand side by side."""
        if options["deck"] is not None:
            return [card for card, text in enumerate(CARD_TEXTS) for _ in range(options["deck"].get(text, 0))]
        standard = [
            card
            for card in range(rules.FIRST_WILD)
            if rules.RANKS[card // 4] in options["ranks"] and rules.SUITS[card % 4] in options["suits"]
        ]
        return standard + [rules.FIRST_WILD + rules.WILDS.index(wild) for wild in options["include_wilds"]]

    def encode_options(self) -> Record:
        """Return the options as integers; each card has the bit of its own number, unless the deck holds copies."""
        cards = self._deck(self.options)
        self._has_copies = len(set(cards)) < len(cards)
        self._bits = list(range(len(cards))) if self._has_copies else cards
        card_of_bit = [*cards, *[0] * (rules.CARDS - len(cards))] if self._has_copies else list(range(rules.CARDS))
        values = {name: self._choice_number(name) for name in ("recycle", "short_war", "zero_card_war", "return_order")}
        return rules.Options(
            cards=card_of_bit,
            war_cards_down=self.options["war_cards_down"],
            max_battles=self.options["max_battles"] or 0,
            **values,
        )

    def _choice_number(self, name: str) -> int:
        """Return the number by which rules know a choice: the default is 0, the other value 1."""
        return int(self.options[name] != self.defaults()[name])

    @property
    def _fixed(self) -> bool:
        return bool(self.options["return_order"] == "bottom_fixed")

    @property
    def _whole_deck(self) -> int:
        return sum(1 << bit for bit in self._bits)

    def start(self) -> Record:
        """Deal evenly from one pool of unseen cards; seat 0 gets the extra card (WT-S2, WT-C3)."""
        if self._fixed:
            return self.blank(pool=self._whole_deck)
        cards = len(self._bits)
        return self.blank(pool=self._whole_deck, unseen=[(cards + 1) // 2, cards // 2])

    def action_text(self, code: int) -> str:
        """Write the one action."""
        return "battle"

    def outcome_text(self, fields: Any, code: int, count: int) -> str:
        """Write the card that is drawn."""
        card: int = fields.options.cards[code]
        return CARD_TEXTS[card]

    # -- position texts --------------------------------------------------------------------------------------------

    def _pile_text(self, fields: Any, mask: int) -> str:
        return " ".join(CARD_TEXTS[fields.options.cards[bit]] for bit in bits(mask)) or "-"

    def write(self, fields: Any) -> str:
        """Write decks and scores, and what else is not as it usually is."""
        if self._fixed:
            return self._write_ordered(fields)
        decks = [
            str(fields.unseen[seat]) if fields.unseen[seat] else self._pile_text(fields, fields.known[seat])
            for seat in range(2)
        ]
        parts = [f"decks {decks[0]} / {decks[1]}"]
        for name in ("score", "table"):
            piles = getattr(fields, name)
            if any(piles):
                word = "scores" if name == "score" else name
                parts.append(f"{word} {self._pile_text(fields, piles[0])} / {self._pile_text(fields, piles[1])}")
        return "; ".join(parts + self._battles_text(fields))

    def _battles_text(self, fields: Any) -> list[str]:
        return [f"battles {fields.battles}"] if fields.battles else []

    def _write_ordered(self, fields: Any) -> str:
        if fields.pool:
            return "start"
        decks = []
        for seat in range(2):
            # After a draw the cards laid are all there are; they still stand in the order array.
            row = fields.order[seat][: fields.length[seat]]
            decks.append(" ".join("?" if bit < 0 else CARD_TEXTS[fields.options.cards[bit]] for bit in row) or "-")
        parts = [f"decks {decks[0]} / {decks[1]}"]
        if any(fields.unseen):
            parts.append(f"unseen {fields.unseen[0]} {fields.unseen[1]}")
        if rules.is_drawn(fields):
            parts.append("table all")
        return "; ".join(parts + self._battles_text(fields))

    def parse(self, position: Position) -> Record:
        """Read a position; every card lies in one place, and those not named have not been seen."""
        if "start" in position:
            return self.start()
        fields: Any = self.blank(battles=position.whole("battles", 0, 0, 2**31 - 1))
        free = self._free_bits()
        decks = position.groups("decks", 2)
        if self._fixed:
            return self._parse_ordered(position, fields, decks, free)
        for seat, text in enumerate(decks):
            if text.isdecimal():
                fields.unseen[seat] = int(text)
            else:
                fields.known[seat] = self._pile(position, "decks", text, free)
        for name, key in (("score", "scores"), ("table", "table")):
            if key in position:
                piles = [self._pile(position, key, text, free) for text in position.groups(key, 2)]
                setattr(fields, name, piles)
        fields.pool = sum(1 << bit for rest in free.values() for bit in rest)
        unseen, pool = sum(fields.unseen), fields.pool.bit_count()
        if unseen != pool:
            raise position.error(
                "decks", f"{unseen} unseen cards lie in the decks, but {pool} cards of the deck are not named"
            )
        if any(fields.table) and not (rules.is_dry(fields, 0) and rules.is_dry(fields, 1)):
            raise position.error("table", "cards lie there only after a draw, when neither seat has any other card")
        return fields  # type: ignore[no-any-return]

    def _free_bits(self) -> dict[str, list[int]]:
        """Return for each card text of the deck the bits of its copies, to be taken one by one."""
        free: dict[str, list[int]] = {}
        for bit in self._bits:
            free.setdefault(CARD_TEXTS[self.rule_options.cards[bit]], []).append(bit)  # type: ignore[attr-defined]
        return free

    def _take_bit(self, position: Position, key: str, word: str, free: dict[str, list[int]]) -> int:
        card = card_text(word)
        if card not in CARD_TEXTS:
            raise position.error(key, f"{word!r} is not a card; cards are written like 7♣, 10D, QH, A♠, Red, Heart")
        if not free.get(card):
            raise position.error(key, f"{card} stands more often than the deck has it")
        return free[card].pop(0)

    def _pile(self, position: Position, key: str, text: str, free: dict[str, list[int]]) -> int:
        words = [word for word in text.split() if word != "-"]
        return sum(1 << self._take_bit(position, key, word, free) for word in words)

    def _parse_ordered(self, position: Position, fields: Any, decks: list[str], free: dict[str, list[int]]) -> Record:
        for seat, text in enumerate(decks):
            row = [self._take_bit(position, "decks", word, free) for word in text.split() if word != "-"]
            fields.order[seat][: len(row)] = row
            fields.length[seat] = len(row)
        missing = [card for card, rest in free.items() if rest]
        if missing:
            raise position.error("decks", f"ordered decks name every card, but {', '.join(missing)} is missing")
        fields.unseen = position.numbers("unseen", [0, 0], 2, 0, rules.CARDS)
        for seat in range(2):
            if fields.unseen[seat] > fields.length[seat]:
                raise position.error("unseen", f"deck {seat} has only {fields.length[seat]} cards")
        if "table" in position:
            fields.laid = list(fields.length)
        return fields  # type: ignore[no-any-return]

    def position_key(self, fields: Any) -> Any:
        """Return the fields; with copies in the deck, piles by card, because copies are the same card."""
        if not self._has_copies:
            return fields.key()
        masks = (fields.pool, *fields.known, *fields.score, *fields.table)
        piles = tuple(tuple(sorted(fields.options.cards[bit] for bit in bits(mask))) for mask in masks)
        rows = tuple(
            tuple(fields.options.cards[bit] for bit in fields.order[seat][: fields.length[seat]]) for seat in range(2)
        )
        return (piles, rows, tuple(fields.unseen), tuple(fields.laid), fields.battles)

    # -- what is said and seen ---------------------------------------------------------------------------------------

    @property
    def words(self) -> Mapping[str, Callable[[int], str]]:
        """Write seats, cards and numbers of cards."""
        return {
            "seat": lambda seat: f"seat {seat}",
            "card": lambda card: CARD_TEXTS[card],
            "cards": lambda count: f"{count} card" + "s" * (count != 1),
            "battles": lambda count: f"{count} battle" + "s" * (count != 1),
        }

    def explain_unknown(self, fields: Any, text: str) -> str:
        """Say that there is nothing to choose."""
        return f"{text!r} is not an action of {self.title}: nobody chooses anything, the one action is 'battle'."

    def reason(self, fields: Any, action: Action, clause: str) -> tuple[str, tuple[str, ...]]:
        """Never asked: no clause forbids a battle."""
        return self.rulebook.clause(clause).text, ()

    def observe(self, fields: Any, seat: int) -> Record:
        """Blank the order of ordered decks as far as nobody has seen it; all else is public."""
        seen: Any = fields.copy()
        if self._fixed and not fields.pool:
            for owner in range(2):
                for place in range(fields.unseen[owner]):
                    seen.pool |= 1 << fields.order[owner][place]
                    seen.order[owner][place] = -1
        return seen  # type: ignore[no-any-return]

    def write_view(self, fields: Any, seat: int) -> str:
        """Write what both seats see; unseen cards of ordered decks are `?`."""
        shown: Any = fields.copy()
        if self._fixed and any(fields.length):
            shown.pool = 0
        return self.write(shown)

    def fill(self, observation: Observation, rng: Random) -> Record:
        """Return full fields that fit: unseen cards of ordered decks are shuffled among their places."""
        fields: Any = observation.fields.copy()
        if self._fixed and any(fields.length):
            hidden = list(bits(fields.pool))
            rng.shuffle(hidden)
            for owner in range(2):
                for place in range(fields.unseen[owner]):
                    fields.order[owner][place] = hidden.pop()
            fields.pool = 0
        return fields  # type: ignore[no-any-return]


GAME = WildTwistWar
