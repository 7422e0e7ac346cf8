"""The answer keys of lessons 01 to 03: every exact number that they or the course plan name, computed twice.

Once with the engine, `boomkit.search` or `boomkit.simulate`, and once with a closed form or with the little Wars below,
which were written from the rules alone: cards are texts, or plain numbers where there are no ties.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import ceil, sqrt
from pathlib import Path
from statistics import NormalDist, mean, stdev
from typing import Any

import pytest

import boomkit
from boomkit import search, simulate
from boomkit.games.wild_twist_war import rules
from boomkit.grading.parameters import grader_space
from boomkit.grading.sheet import read_sheet
from boomkit.simulate import stats

ROOT = Path(__file__).parents[1]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
MATCHED = {"Red": "♦♥", "Black": "♣♠", "Heart": "♥", "Diamond": "♦", "Spade": "♠", "Club": "♣"}
DECK = [rank + suit for rank in RANKS for suit in "♣♦♥♠"] + list(MATCHED)

Hand = frozenset[int]


# ------------------------------------------------------------------------------------------------- the little Wars


def beats(a: str, b: str) -> int:
    """Who wins a battle, from the text of the rules."""
    if a in MATCHED and b in MATCHED:
        return 0
    if a in MATCHED:
        return 1 if b[-1] in MATCHED[a] else -1
    if b in MATCHED:
        return -1 if a[-1] in MATCHED[b] else 1
    one, other = RANKS.index(a[:-1]), RANKS.index(b[:-1])
    return (one > other) - (one < other)


def war_length(rng: random.Random) -> int:
    """Play a whole game with wars and short wars, and count its battles."""
    cards = rng.sample(DECK, len(DECK))
    decks, battles = [cards[:29], cards[29:]], 0
    scores: list[list[str]] = [[], []]

    def left(seat: int) -> int:
        return len(decks[seat]) + len(scores[seat])

    while left(0) and left(1):
        battles += 1
        table: list[str] = []

        def turn(seat: int, count: int, table: list[str] = table) -> str:
            for _ in range(count):
                if not decks[seat]:
                    decks[seat], scores[seat] = rng.sample(scores[seat], len(scores[seat])), []
                table.append(decks[seat].pop())
            return table[-1]

        result, short = beats(turn(0, 1), turn(1, 1)), False
        while result == 0 and not short and left(0) and left(1):
            counts = [min(4, left(0)), min(4, left(1))]
            short = min(counts) < 4
            result = beats(turn(0, counts[0]), turn(1, counts[1]))
        winner = (0 if left(0) else 1) if result == 0 else (0 if result > 0 else 1)
        scores[winner] += table
    return battles


def follow(state: tuple[Hand, Hand, Hand, Hand]) -> Iterator[tuple[int, tuple[Hand, Hand, Hand, Hand]]]:
    """Yield the winner and the next state for every pair of cards that may be turned up."""
    deck_a, score_a, deck_b, score_b = state
    if not deck_a:
        deck_a, score_a = score_a, frozenset()
    if not deck_b:
        deck_b, score_b = score_b, frozenset()
    for a in sorted(deck_a):
        for b in sorted(deck_b):
            both = {a, b}
            if a > b:
                yield 0, (deck_a - both, score_a | both, deck_b - both, score_b)
            else:
                yield 1, (deck_a - both, score_a, deck_b - both, score_b | both)


def small_war(hand_a: Hand, hand_b: Hand) -> tuple[Fraction, int]:
    """Return the expected battles between two hands without ties, and how many states there are, ends included."""
    numbers: dict[Any, int] = {}
    waiting = [(hand_a, frozenset[int](), hand_b, frozenset[int]())]
    rows: list[Counter[int]] = []
    while len(rows) < len(waiting):
        state = waiting[len(rows)]
        numbers.setdefault(state, len(rows))
        after = [then for _, then in follow(state)]
        for then in after:
            if then not in numbers:
                numbers[then] = len(waiting)
                waiting.append(then)
        rows.append(Counter(numbers[then] for then in after))
    return solved(rows), len(rows)


def solved(rows: list[Counter[int]]) -> Fraction:
    """Solve x = 1 + mean of the followers' x (0 where there are none) for the first state, last state first."""
    system: list[tuple[Fraction, dict[int, Fraction]]] = []
    for row in rows:
        total = row.total()
        system.append((Fraction(min(total, 1)), {to: Fraction(count, total) for to, count in row.items()}))
    for at in range(len(system) - 1, -1, -1):
        number, row_at = system[at]
        stay = row_at.pop(at, Fraction(0))
        number, row_at = number / (1 - stay), {to: share / (1 - stay) for to, share in row_at.items()}
        system[at] = number, row_at
        for other in range(at):
            share = system[other][1].pop(at, None)
            if share:
                for to, part in row_at.items():
                    system[other][1][to] = system[other][1].get(to, Fraction(0)) + share * part
                system[other] = system[other][0] + share * number, system[other][1]
    return system[0][0]


def splits(cards: int) -> list[tuple[Hand, Hand]]:
    """Every way to deal 1, 2, …, in which seat 0 has the highest card."""
    rest = range(1, cards)
    hands = [frozenset({*some, cards}) for some in combinations(rest, cards // 2 - 1)]
    return [(hand, frozenset(range(1, cards + 1)) - hand) for hand in hands]


def position(hand_a: Hand, hand_b: Hand) -> Any:
    """The same hands in the engine: 1 is the two of clubs, and so on."""
    texts = [f"{rank}♣" for rank in RANKS]
    game = boomkit.load("wild_twist_war", deck=texts[: len(hand_a | hand_b)])
    one, other = (" ".join(texts[card - 1] for card in sorted(hand)) for hand in (hand_a, hand_b))
    return game.read(f"decks {one} / {other}")


def dealt(cards: int) -> Any:
    return boomkit.load("wild_twist_war", deck=[f"{rank}♣" for rank in RANKS[:cards]]).initial_state()


# ------------------------------------------------------------------------------------------------------- lesson 01


def test_every_battle_of_two_cards() -> None:
    for a, one in enumerate(DECK):
        for b, other in enumerate(DECK):
            if a != b:
                assert rules.wins_against(a, b) - rules.wins_against(b, a) == beats(one, other)


def test_a_wild_card_wins_one_battle_in_three_against_a_standard_card() -> None:
    by_engine = [rules.wins_against(wild, card) for wild in range(52, 58) for card in range(52)]
    assert Fraction(sum(by_engine), len(by_engine)) == Fraction(1, 3)
    assert sum(len(suits) for suits in MATCHED.values()) * 13 * 3 == 6 * 52


def test_what_wild_cards_are_worth() -> None:
    """A suit wild wins a little more often than a 4, a colour wild exactly half-way between a 7 and an 8."""
    wins = {text: sum(rules.wins_against(DECK.index(text), other) for other in range(58)) for text in DECK}
    assert wins == {text: sum(beats(text, other) > 0 for other in DECK if other != text) for text in DECK}
    assert [wins[text] for text in ("4♣", "Heart", "5♣", "7♣", "Red", "8♣")] == [12, 13, 16, 24, 26, 28]
    losses = {text: sum(beats(text, other) < 0 for other in DECK) for text in ("Red", "8♣")}
    assert losses == {"Red": 26, "8♣": 26}


def test_the_tiny_war_of_lesson_01() -> None:
    assert search.markov(dealt(4)).value == 4 == mean(small_war(*split)[0] for split in splits(4))


# ------------------------------------------------------------------------------------------------------- lesson 02


def engines() -> dict[str, Any]:
    """The changes to the rules that the exercise may draw: three shown, seven common, five rare."""
    space = grader_space(read_sheet(ROOT / "solutions" / "02_invariants.ipynb"))
    return {"referee": space["Engines"], **{name: space[name] for name in ("SHOWN", "COMMON", "RARE")}}


def reference() -> dict[str, Any]:
    """Run the setup cells and the answers of the sheet, and return their names."""
    sheet = read_sheet(ROOT / "solutions" / "02_invariants.ipynb")
    space: dict[str, Any] = {}
    for cell in sheet.cells:
        if cell.role in ("setup", "answer"):
            exec(compile(cell.source, f"<{cell.id}>", "exec"), space)
    return space


def test_twelve_mutants_are_drawn_from_and_all_can_be_caught() -> None:
    given, space = engines(), reference()
    hidden = given["COMMON"] | given["RARE"]
    assert len(hidden) == 12
    assert not hidden.keys() & given["SHOWN"].keys()
    changed = [(name, *changes) for name, changes in (hidden | given["SHOWN"]).items()]
    referee = given["referee"]([("the true engine",), *changed])
    space["meet_all"](referee.answer, space["find_counterexample"])
    good, *broken = [line["out"]["trace"] for line in referee.evidence()]
    assert good is None
    assert all(trace["the engine does that"] and not trace["the rules allow that"] for trace in broken)


def test_the_oracle_of_the_sheet_agrees_with_the_engine() -> None:
    """The reference solution's own battle, written from the rules, against the real engine on 2,000 odd states."""
    given, space = engines(), reference()
    referee, rng = given["referee"]([("the true engine",)]), random.Random(5)
    for number in range(2000):
        before = space["tricky_state"](rng)
        decks, scores, winner, _ = referee.battle(referee.made[0], before["decks"], before["scores"], number)
        after = {"decks": tuple(map(tuple, decks)), "scores": tuple(map(tuple, scores)), "winner": winner}
        assert space["same"](after, space["my_battle"](before, number))


def test_two_wild_cards_meet_with_probability_5_in_551() -> None:
    pairs = [(a, b) for a in range(58) for b in range(58) if a != b]
    assert len(pairs) == 3306
    both = Fraction(sum(a >= 52 and b >= 52 for a, b in pairs), len(pairs))
    assert both == Fraction(6, 58) * Fraction(5, 57) == Fraction(5, 551)
    assert round(float((1 - both) ** 100), 2) == 0.4


# ------------------------------------------------------------------------------------------------------- lesson 03


def test_the_first_battle_is_a_war_with_probability_31_in_551() -> None:
    pairs = [(a, b) for a in range(58) for b in range(58) if a != b]
    ties = sum(not rules.wins_against(a, b) and not rules.wins_against(b, a) for a, b in pairs)
    by_engine = Fraction(ties, len(pairs))
    by_formula = Fraction(13 * 4 * 3 + 6 * 5, 58 * 57)
    assert by_engine == by_formula == Fraction(31, 551)
    assert reference_of_03()["p_first_war"](Counter(dict.fromkeys(RANKS, 4)), 6) == by_formula


@cache
def reference_of_03() -> dict[str, Any]:
    sheet = read_sheet(ROOT / "solutions" / "03_how_long.ipynb")
    space: dict[str, Any] = {}
    for cell in sheet.cells:
        if cell.role in ("setup", "answer"):
            exec(compile(cell.source, f"<{cell.id}>", "exec"), space)
    return space


@pytest.mark.parametrize(
    ("hand_a", "hand_b", "battles"),
    [({1, 2}, {3, 4}, Fraction(2)), ({1, 3}, {2, 4}, Fraction(14, 3)), ({1, 4}, {2, 3}, Fraction(16, 3))],
)
def test_four_cards_by_hand(hand_a: set[int], hand_b: set[int], battles: Fraction) -> None:
    hands = frozenset(hand_a), frozenset(hand_b)
    assert small_war(*hands)[0] == search.markov(position(*hands)).value == battles
    assert reference_of_03()["expected_battles"](*hands) == battles


@pytest.mark.parametrize("hands", splits(6), ids=lambda hand: str(sorted(hand)))
def test_six_cards_by_hand(hands: tuple[Hand, Hand]) -> None:
    by_little, by_engine = small_war(*hands)[0], search.markov(position(*hands))
    assert by_little == by_engine.value == reference_of_03()["expected_battles"](*hands)
    assert by_engine.absorption == (1, 0), "who has the highest card never loses it"


def renewed(state: tuple[Hand, Hand, Hand, Hand]) -> tuple[Hand, Hand, Hand, Hand]:
    """Make a new play deck as soon as the old one is empty."""
    deck_a, score_a, deck_b, score_b = state
    none = frozenset[int]()
    return (*((deck_a, score_a) if deck_a else (score_a, none)), *((deck_b, score_b) if deck_b else (score_b, none)))


@pytest.mark.parametrize(("hand_a", "hand_b", "states"), [({1, 4}, {2, 3}, 16), ({1, 3, 6}, {2, 4, 5}, 362)])
def test_how_many_states_a_small_war_has(hand_a: set[int], hand_b: set[int], states: int) -> None:
    """The course plan counts the ends, and renews a deck at once; the engine does neither."""
    start = (frozenset(hand_a), frozenset[int](), frozenset(hand_b), frozenset[int]())
    lazy, eager = {start}, {start}
    for seen, change in ((lazy, lambda state: state), (eager, renewed)):
        waiting = [start]
        while waiting:
            for _, then in follow(waiting.pop()):
                if (after := change(then)) not in seen:
                    seen.add(after)
                    waiting.append(after)
    assert len(eager) == states
    chain = search.markov(position(*start[::2]))
    assert len(lazy) == chain.states + chain.ends == small_war(*start[::2])[1]


@pytest.mark.parametrize("cards", [2, 4, 6])
def test_the_staircase_by_all_deals(cards: int) -> None:
    by_deals = mean(small_war(*split)[0] for split in splits(cards))
    assert by_deals == search.markov(dealt(cards)).value == Fraction(cards, 2) ** 2


def walk(coins: int) -> tuple[Fraction, Fraction]:
    """Return mean and variance of the length of a fair walk from the middle, from its recurrences."""

    # One step forward from both ends: x[k+1] = 2 x[k] - x[k-1] - 2, with x[0] = x[coins] = 0; x[1] is linear in it.
    def last(first: Fraction) -> list[Fraction]:
        x = [Fraction(0), first]
        while len(x) <= coins:
            x.append(2 * x[-1] - x[-2] - 2)
        return x

    slope = last(Fraction(1))[-1] - last(Fraction(0))[-1]
    x = last(-last(Fraction(0))[-1] / slope)

    def squares(first: Fraction) -> list[Fraction]:
        y = [Fraction(0), first]  # y[k] = 1 + x[k-1] + x[k+1] + (y[k-1] + y[k+1]) / 2, the second moments
        for k in range(1, coins):
            y.append(2 * y[k] - y[k - 1] - 2 * (1 + x[k - 1] + x[k + 1]))
        return y

    slope = squares(Fraction(1))[-1] - squares(Fraction(0))[-1]
    y = squares(-squares(Fraction(0))[-1] / slope)
    return x[coins // 2], y[coins // 2] - x[coins // 2] ** 2


def test_the_staircase_of_the_coin_flip_walk() -> None:
    assert [walk(n)[0] for n in (2, 4, 6, 8, 10)] == [1, 4, 9, 16, 25]
    assert walk(58)[0] == 29**2 == 841


@pytest.mark.parametrize("cards", [8, 10])
def test_the_staircase_where_only_games_are_counted(cards: int) -> None:
    truth, variance = walk(cards)
    lengths = [int(n) for n in simulate.batch(dealt(cards), 2000, seed=11).lengths]
    assert abs(mean(lengths) - truth) < 4 * sqrt(variance / len(lengths))
    assert 0.85 < stdev(lengths) / sqrt(variance) < 1.15


def test_every_battle_is_a_fair_coin_whatever_was_won_before() -> None:
    """The argument, counted: over all deals each history of winners is followed by either seat equally often."""
    shares: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    deals = [(one, other) for pair in splits(6) for one, other in (pair, pair[::-1])]
    level: Counter[Any] = Counter(
        {((), (a, frozenset[int](), b, frozenset[int]())): Fraction(1, len(deals)) for a, b in deals}
    )
    for _ in range(5):
        after: Counter[Any] = Counter()
        for (history, state), share in level.items():
            found = list(follow(state))
            for winner, then in found:
                after[(*history, winner), then] += share / len(found)
        level = after
        for (history, _), probability in level.items():
            shares[history] += probability
    assert len(shares) > 40
    for history, share in shares.items():
        assert share == Fraction(1, 2 ** len(history))


def knowledge_states(cards: int) -> int:
    """Count what an onlooker may know between two battles: who holds which cards, seen or not, without the ends."""
    none = frozenset[int]()
    start: Any = (cards // 2, cards // 2, frozenset(range(cards)), none, none, none, none)
    seen, waiting = {start}, [start]
    while waiting:
        a, b, pool, *piles = waiting.pop()
        known, score = [piles[0], piles[1]], [piles[2], piles[3]]
        unseen = [a, b]
        for seat in (0, 1):
            if not unseen[seat] and not known[seat]:
                known[seat], score[seat] = score[seat], none
        tops = [pool if unseen[seat] else known[seat] for seat in (0, 1)]
        for one in tops[0]:
            for other in tops[1] - {one}:
                both = {one, other}
                left = [unseen[seat] - bool(unseen[seat]) for seat in (0, 1)]
                rest = [known[seat] if unseen[seat] else known[seat] - both for seat in (0, 1)]
                won = [score[0] | both if one > other else score[0], score[1] if one > other else score[1] | both]
                then = (*left, pool - both, *rest, *won)
                empty = [not left[seat] and not rest[seat] and not won[seat] for seat in (0, 1)]
                if not any(empty) and then not in seen:
                    seen.add(then)
                    waiting.append(then)
    return len(seen)


def test_how_many_states_the_whole_small_game_has() -> None:
    assert [search.markov(dealt(cards)).states for cards in (2, 4, 6)] == [1, 43, 871]
    assert [knowledge_states(cards) for cards in (2, 4, 6, 8)] == [1, 43, 871, 15_779]


def test_400_games_give_348_plus_or_minus_28() -> None:
    game = boomkit.load("wild_twist_war")
    lengths = [int(n) for n in simulate.batch(game, 400, seed=138).lengths]
    found = stats.mean_interval(lengths)
    assert (round(found.value), round(found.half_width)) == (348, 28)
    low, high = reference_of_03()["mean_interval"](lengths)
    assert round((high - low) / 2) == 28
    assert round(28 / sqrt(10_000 / 400), 1) == 5.6


def test_two_programs_play_wars_of_equal_length() -> None:
    lengths = [int(n) for n in simulate.batch(boomkit.load("wild_twist_war"), 600, seed=2).lengths]
    rng = random.Random(2)
    others = [war_length(rng) for _ in range(600)]
    error = sqrt((stdev(lengths) ** 2 + stdev(others) ** 2) / 600)
    assert abs(mean(lengths) - mean(others)) < 4 * error
    assert 250 < stdev(others) < 310
    assert 250 < stdev(lengths) < 310


def test_runs_needed_for_the_real_war() -> None:
    z = NormalDist().inv_cdf(0.975)
    for half, runs in ((28, 382), (14, 1526), (5, 11_961), (1, 299_023)):
        assert stats.runs_needed(279, half) == ceil((z * 279 / half) ** 2) == runs
        assert reference_of_03()["runs_needed"](279, half) == runs


def test_100_short_wars_give_plus_or_minus_1_4() -> None:
    _, variance = walk(6)
    assert variance == 48
    assert round(1.96 * sqrt(variance) / 10, 1) == 1.4
    assert round(1.96 * sqrt(variance) / 20, 1) == 0.7
