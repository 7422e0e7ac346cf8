"""Wild Twist War against counts made another way, and its invariants under every option."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boomkit
from boomkit import search
from boomkit.games.wild_twist_war import card_text, rules

WILD_SUITS = {"Red": "♦♥", "Black": "♣♠", "Heart": "♥", "Diamond": "♦", "Spade": "♠", "Club": "♣"}
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def war(**options):
    return boomkit.load("wild_twist_war", **options)


def told_by_the_text(card, other):
    """WT-B2 to WT-B6 once more, from texts alone: +1, 0 or -1."""
    if card in WILD_SUITS and other in WILD_SUITS:
        return 0
    if card in WILD_SUITS:
        return 1 if other[-1] in WILD_SUITS[card] else -1
    if other in WILD_SUITS:
        return -told_by_the_text(other, card)
    gap = ORDER.index(card[:-1]) - ORDER.index(other[:-1])
    return (gap > 0) - (gap < 0)


def beats(card, other):
    return (rules.BEATS[card] >> other & 1) - (rules.BEATS[other] >> card & 1)


def test_all_pairs_of_cards_compare_as_the_clauses_say():
    for card, text in enumerate(rules.CARD_TEXTS):
        for other, other_text in enumerate(rules.CARD_TEXTS):
            if card != other:
                assert beats(card, other) == told_by_the_text(text, other_text) == -beats(other, card)


def test_first_battle_by_the_chance_nodes_and_by_counting():
    first = war().initial_state().apply("battle")
    shares = {"war": Fraction(0), 0: Fraction(0), 1: Fraction(0)}
    for card, share in first.chance_outcomes():
        second = first.apply(card)
        for other, more in second.chance_outcomes():
            after = second.apply(other)
            key = "war" if after.is_chance else next(e.numbers[0] for e in after.events if e.name == "took")
            shares[key] += share * more
    # 3.9 check 7: 78 pairs of equal rank and 15 pairs of wild cards among 58 * 57 / 2.
    assert shares["war"] == Fraction(13 * 6 + 15, 1653) == Fraction(31, 551)
    assert shares[0] == shares[1] == Fraction(260, 551)


def test_a_wild_card_wins_one_third_against_standard_cards():
    wins = [beats(wild, card) for wild in range(52, 58) for card in range(52)]
    assert (wins.count(1), len(wins)) == (104, 312)


@pytest.mark.parametrize(
    ("card", "record"),
    [("A♥", (52, 3, 2)), ("10♥", (36, 3, 18)), ("Red", (26, 5, 26)), ("Heart", (13, 5, 39)), ("2♥", (4, 3, 50))],
)
def test_records_against_the_other_cards(card, record):
    number = rules.CARD_TEXTS.index(card)
    results = [beats(number, other) for other in range(58) if other != number]
    assert (results.count(1), results.count(0), results.count(-1)) == record


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [("2C 3C", "4C 5C", Fraction(2)), ("2C 4C", "3C 5C", Fraction(14, 3)), ("2C 5C", "3C 4C", Fraction(16, 3))],
)
def test_expected_battles_of_four_cards(mine, theirs, expected):
    state = war(deck=f"{mine} {theirs}").read(f"decks {mine} / {theirs}")
    assert search.markov(state).value == expected


@pytest.mark.parametrize("half", [1, 2, 3])
def test_expected_battles_without_ties_are_the_square_of_half_the_deck(half):
    chain = search.markov(war(ranks=2 * half, suits=1, include_wilds=[]).initial_state())
    assert chain.value == half**2
    assert chain.absorption == (Fraction(1, 2), Fraction(1, 2))


def chain_of_sets(mine, theirs):
    """The same chain once more, over sets and with floats by iteration: expected battles of a tie-free war."""
    states, edges = {}, []

    def number(state):
        if state not in states:
            states[state] = len(states)
            todo.append(state)
        return states[state]

    todo = []
    number((frozenset(mine), frozenset(), frozenset(theirs), frozenset()))
    while todo:
        play, score, deck, pile = todo.pop()
        here = states[play, score, deck, pile]
        while len(edges) <= here:
            edges.append({})
        if not play | score or not deck | pile:
            continue
        if not play:
            play, score = score, frozenset()
        if not deck:
            deck, pile = pile, frozenset()
        for a in play:
            for b in deck:
                both = {a, b}
                won, lost = (score | both, pile) if a > b else (score, pile | both)
                to = number((play - {a}, frozenset(won), deck - {b}, frozenset(lost)))
                edges[here][to] = edges[here].get(to, 0) + 1 / (len(play) * len(deck))
    while len(edges) < len(states):
        edges.append({})
    value = [0.0] * len(edges)
    for _ in range(4000):
        for here, row in enumerate(edges):
            value[here] = (1 if row else 0) + sum(share * value[to] for to, share in row.items())
    return value[0]


def test_six_cards_agree_with_a_chain_over_sets():
    state = war(deck="2C 4C 7C 3C 5C 6C").read("decks 2C 4C 7C / 3C 5C 6C")
    assert float(search.markov(state).value) == pytest.approx(chain_of_sets({1, 3, 6}, {2, 4, 5}), rel=1e-9)


def simulated(seed):
    """A war written once more, over shuffled lists: the number of battles and the winner (None for a draw)."""
    rng = random.Random(seed)
    deck = list(rules.CARD_TEXTS)
    rng.shuffle(deck)
    decks, piles, battles = [deck[:29], deck[29:]], [[], []], 0

    def left(seat):
        return len(decks[seat]) + len(piles[seat])

    def card(seat):
        if not decks[seat]:
            decks[seat], piles[seat] = piles[seat], []
            rng.shuffle(decks[seat])
        return decks[seat].pop()

    while left(0) and left(1):
        battles += 1
        table = [card(0), card(1)]
        result, short = told_by_the_text(*table), False
        while result == 0:
            if not (left(0) and left(1)) or short:
                result = 1 if left(0) else -1 if left(1) else None
                break
            short = left(0) < 4 or left(1) < 4
            up = []
            for seat in (0, 1):
                laid = [card(seat) for _ in range(min(4, left(seat)))]
                table += laid
                up.append(laid[-1])
            result = told_by_the_text(*up)
        if result is None:
            return battles, None
        piles[0 if result > 0 else 1] += table
    return battles, 0 if left(0) else 1


@pytest.mark.slow
def test_length_agrees_with_a_simulation_over_shuffled_lists():
    from statistics import fmean, stdev

    engine = [len(war().play(seed)) - 1 for seed in range(2000)]
    other = [simulated(seed)[0] for seed in range(2000)]
    error = (stdev(engine) ** 2 / len(engine) + stdev(other) ** 2 / len(other)) ** 0.5
    assert abs(fmean(engine) - fmean(other)) < 3.5 * error
    assert 315 < fmean(engine) < 365


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "recycle": st.sampled_from(["lazy", "eager"]),
        "short_war": st.sampled_from(["full_opponent", "equal_force"]),
        "zero_card_war": st.sampled_from(["lose", "stand"]),
        "war_cards_down": st.integers(0, 5),
        "ranks": st.integers(1, 5),
        "suits": st.integers(1, 4),
        "include_wilds": st.lists(st.sampled_from(rules.WILDS), min_size=2, unique=True),
        "return_order": st.sampled_from(["shuffled_pile", "bottom_fixed"]),
        "max_battles": st.integers(1, 30),
    },
)


def all_cards(state):
    """The cards of a position, by text, wherever they lie."""
    fields, card = state.fields, state.fields.options.cards
    masks = [fields.pool, *fields.known, *fields.score, *fields.table]
    texts = [rules.CARD_TEXTS[card[bit]] for mask in masks for bit in range(58) if mask >> bit & 1]
    for seat in range(2):
        texts += [rules.CARD_TEXTS[card[bit]] for bit in fields.order[seat][: fields.length[seat]]]
    return sorted(texts)


@settings(max_examples=50, deadline=None)
@given(OPTIONS, st.integers(0, 10**6))
def test_cards_are_conserved_and_texts_round_trip_under_any_options(options, seed):
    game = war(**{"max_battles": 25, **options})
    cards = all_cards(game.initial_state())
    for state in game.play(seed):
        assert all_cards(state) == cards
        assert state.fields.check() is None
        assert game.read(str(state)) == state
        assert boomkit.load("wild_twist_war").read(str(state)) == state
    if state.returns() != (0, 0):
        assert sum(state.returns()) == 1


@given(st.integers(0, 10**6), st.sampled_from([{"A♠": 2, "K♠": 2, "2♣": 1}, {"Red": 3, "5♥": 2, "5♦": 2}]))
@settings(max_examples=40, deadline=None)
def test_copies_of_a_card_are_the_same_card(seed, deck):
    game = war(deck=deck, max_battles=40)
    for state in game.play(seed):
        again = game.read(str(state))
        assert again == state
        assert hash(again) == hash(state)


def test_copies_make_equal_positions_whichever_was_drawn():
    game = war(deck={"A♠": 2, "K♠": 2})
    start = game.initial_state()
    by_seed = {game.initial_state().play("battle", boomkit.core.chance.Seeded(seed))[0] for seed in range(60)}
    assert len({str(state) for state in by_seed}) == len(by_seed)
    assert start == game.read("decks 2 / 2")


def test_a_fixed_order_can_go_round_for_ever():
    game = war(ranks=10, suits=1, include_wilds=[], return_order="bottom_fixed")
    endless = 0
    for seed in range(60):
        state, seen = game.deal(seed), set()
        while not state.is_terminal and state not in seen:
            seen.add(state)
            state = state.apply("battle")
        endless += not state.is_terminal
    assert 0 < endless < 60


def test_suits_may_be_typed_as_letters():
    assert [card_text(word) for word in ("7c", "10D", "qh", "AS", "Heart")] == ["7♣", "10♦", "Q♥", "A♠", "Heart"]
    assert war(deck="7C JD").read("decks 7C / JD") == war(deck="7♣ J♦").read("decks 7♣ / J♦")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("decks 29", "1 groups divided by '/' where 2"),
        ("decks 28 / 29", "57 unseen cards lie in the decks, but 58 cards"),
        ("decks 7♣ / 57; scores 7♣ / -", "7♣ stands more often than the deck has it"),
        ("decks 29 / 29; scores 11♣ / -", "'11♣' is not a card"),
        ("decks 29 / 29; winner 0", "begins with no known word"),
        ("decks 29 / 28; table A♠ / -", "only after a draw"),
    ],
)
def test_impossible_positions_are_refused_with_a_sentence(text, said):
    with pytest.raises(boomkit.BoomkitError) as caught:
        war().read(text)
    assert said in str(caught.value)


def test_ordered_decks_hide_what_nobody_has_seen():
    game = war(deck="2C 3C 4C 5C 6C 7C", return_order="bottom_fixed")
    state = game.deal(3).apply("battle")
    seen = state.observation(0)
    worlds = {str(game.sample(seen, random.Random(seed))) for seed in range(200)}
    # Two unseen cards lie in each deck: 4! orders, and the two cards that were shown stay where they are.
    assert len(worlds) == 24
    assert str(state) in worlds
    assert all(game.sample(seen, random.Random(seed)).observation(1) is not None for seed in range(3))
    assert str(seen).count("?") == 4
