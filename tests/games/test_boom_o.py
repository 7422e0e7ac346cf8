"""BOOM-O: the worked checks, what is conserved, what is hidden, and figures from play against those known."""

import random
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from math import comb, sqrt

import pytest
from boom_o_worlds import cards, world_of, worlds_of
from hypothesis import given, settings
from hypothesis import strategies as st

import boomkit
from boomkit.core import ALLOWED
from boomkit.errors import IllegalActionError, OptionError, PositionError
from boomkit.games.boom_o import agents, picture, rules


def load(players=2, **options):
    return boomkit.load("boom_o", players=players, **options)


def at(position, **options):
    hands = position.split("hands", 1)[1].split(";")[0].count("/") + 1
    return load(hands, **options).read(position)


def run(position, *actions, **options):
    state = at(position, **options)
    for action in actions:
        state = state.apply(action)
    return state


def names(state):
    return [event.name for event in state.history]


def lives(state):
    return state.fields.lives[: state.game.players]


# -- the worked checks of 1.13 -----------------------------------------------------------------------------------------


def test_check_1_only_hold_fits_at_fifty_five():
    assert at("clock 55; turn 0; hands 10 10 H / 5").legal_actions() == ("HOLD",)


def test_check_2_two_tens_bust_and_stay():
    state = run("clock 55; turn 0; hands 10 10 / 5 5", "bust").resolve(random.Random(1))
    assert (state.fields.clock, state.current_player, lives(state)) == (0, 1, [2, 3])
    assert state.fields.sizes[:2] == [7, 7]
    assert state.fields.hands[0][rules.TEN] >= 2
    assert not any(state.fields.discards)


def test_check_3_sixty_at_sixty():
    state = run("clock 60; turn 0; hands :60 5 / 5", ":60")
    assert (state.fields.clock, lives(state)) == (60, [3, 3])


def test_check_4_skip_and_reverse_with_two_left():
    assert run("clock 0; turn 0; hands S 5 / 5", "SKIP").current_player == 0
    reverse = run("clock 0; turn 0; hands R 5 / 5", "REVERSE")
    assert (reverse.current_player, reverse.fields.direction) == (1, 0)
    three = run("clock 0; turn 0; hands R 5 / - / 5; lives 3 0 3", "REVERSE")
    assert (three.current_player, three.fields.direction) == (2, 0)


def test_check_5_a_bomb_against_four():
    state = run("clock 45; turn 0; hands B 5 / H 5 / 5 / H 5", "BOMB")
    assert (lives(state), state.fields.clock, state.current_player) == ([3, 3, 2, 3], 0, 1)
    assert "drew" not in names(state)


def test_check_6_a_bomb_that_backfires():
    assert lives(run("clock 45; turn 0; hands B 5 / H 5 / H 5 / H 5", "BOMB")) == [2, 3, 3, 3]


def test_check_7_double_play_without_and_with_a_clock_card():
    assert at("clock 0; turn 0; hands H S / 5; double first").legal_actions() == ("bust",)
    out = run("clock 20; turn 0; hands 5 / 10; double first", "5")
    assert "went_out" in names(out)
    assert lives(out) == [3, 2]


def test_check_8_first_thirty_then_ten_or_skip():
    state = at("clock 55; turn 0; hands 10 :30 S / 5; double first")
    assert state.legal_actions() == (":30",)
    assert state.apply(":30").legal_actions() == ("10", "SKIP")


def test_check_9_trade_as_last_card_moves_no_hand():
    state = run("clock 0; turn 0; hands T / H H 5", "TRADE")
    assert "went_out" in names(state)
    assert "traded" not in names(state)
    assert state.fields.hands[1][rules.HOLD] == 2


def test_check_10_last_bomb_answered_by_all():
    state = run("clock 20; turn 0; hands B / H 5 / H 10; lives 1 1 1", "BOMB")
    assert (lives(state), state.current_player, state.fields.clock) == ([0, 1, 1], 1, 0)
    assert "went_out" not in names(state)


def test_check_11_tie_break_of_the_short_game():
    state = run("clock 60; turn 2; hands 10 5 S / 5 5 :60 / 5; lives 2 2 1", "bust", short_game=True)
    assert state.returns() == (0, 1, 0)
    assert [event.numbers[1] for event in state.history if event.name == "counted"] == [16, 11]


def test_check_12_exact_probabilities_from_the_chance_nodes_of_the_deal():
    """Multiply the chances of seven draws outside a set, read off the chance nodes."""

    def none_of(excluded):
        state, share = load().initial_state(), Fraction(1)
        for _ in range(7):
            inside = [(card, chance) for card, chance in state.chance_outcomes() if card not in excluded]
            share *= sum(chance for _, chance in inside)
            state = state.apply(inside[0][0])
        return share

    commands = set(rules.CARDS) - {"5", "10"}
    assert none_of({"HOLD"}) == Fraction(comb(74, 7), comb(84, 7))
    assert none_of(commands) == Fraction(comb(40, 7), comb(84, 7))
    assert none_of({"5", "10", ":0", ":30", ":60"}) == Fraction(comb(33, 7), comb(84, 7))
    assert round(float(none_of({"HOLD"})), 4) == 0.3973


def test_check_13_the_hold_was_the_last_card_of_seat_1():
    state = run("clock 20; turn 0; hands B / H / H 10; lives 1 1 1", "BOMB")
    assert state.returns() == (0, 1, 0)
    assert [event.numbers[:2] for event in state.history if event.name == "placed"] == [(0, 3), (2, 2)]


def test_check_14_the_others_have_two_time_bombs():
    state = run("clock 20; turn 0; hands B / H 5 / H 10; lives 1 2 2", "BOMB")
    assert (lives(state), state.current_player, state.fields.clock) == ([0, 2, 2], 1, 0)
    assert "drew" not in names(state)


def test_check_15_the_player_of_the_bomb_survives_and_has_gone_out():
    state = run("clock 20; turn 0; hands B / H 5 / H 10; lives 2 2 2", "BOMB").resolve(random.Random(1))
    assert (lives(state), state.current_player, state.fields.clock) == ([1, 1, 1], 1, 0)
    assert state.fields.sizes[:3] == [7, 7, 7]


def test_check_16_double_play_as_last_card_binds_nobody():
    state = run("clock 0; turn 0; hands D / 5", "DOUBLE PLAY").resolve(random.Random(1))
    assert (state.fields.phase, state.current_player) == (rules.PLAY, 1)


def test_check_17_the_short_game_stops_after_the_bomb():
    state = run("clock 0; turn 0; hands B / H 5 / 5; lives 1 1 1", "BOMB", short_game=True)
    assert state.is_terminal
    assert lives(state) == [1, 1, 0]


# -- options that meet -------------------------------------------------------------------------------------------------


def test_flip_only_costs_the_shown_card_only_under_discarded():
    position = "clock 60; turn 0; hands 5 10 H / 5; double second"
    options = {"overflow_play": "free", "double_fail": "flip_only"}
    kept = run(position, "10", **options)
    lost = run(position, "10", bust_card="discarded", **options)
    assert (kept.fields.sizes[0], lost.fields.sizes[0]) == (3, 2)
    assert (kept.fields.clock, lost.fields.clock, kept.current_player) == (60, 60, 1)


def test_one_card_of_two_stays_in_hand_even_where_a_bust_discards():
    state = run(
        "clock 0; turn 0; hands 5 / 7*10; double first",
        "bust",
        double_one_card="penalty",
        bust_card="discarded",
        bust_ends_round=False,
    )
    assert state.fields.hands[0][rules.FIVE] == 1


def test_several_went_out_and_the_first_of_them_from_the_bomber_starts():
    options = {"next_starter": "winner_or_buster"}
    state = run("clock 0; turn 0; hands B 5 / H / H / H; lives 3 2 2 2", "BOMB", **options).resolve(random.Random(2))
    assert state.current_player == 1
    assert lives(state) == [1, 2, 2, 2]
    back = run("clock 0; turn 0; hands B 5 / H / H / H; direction counterclockwise", "BOMB", **options)
    assert back.resolve(random.Random(2)).current_player == 3


def test_a_refused_hold_is_known_and_an_eliminated_seat_is_not_asked_again():
    state = run("clock 0; turn 0; hands B 5 / H 5 / H 5; lives 3 1 3", "BOMB", "refuse", hold_optional=True)
    assert (lives(state), state.current_player) == ([3, 0, 3], 2)
    after = state.apply("HOLD")
    assert after.current_player == 2
    assert after.fields.under_sizes[0] == 2


def test_reset_direction_acts_before_the_next_starter_is_chosen():
    state = run("clock 55; turn 0; hands 7*10 / 7*5 / 7*5; direction counterclockwise", "bust", reset_direction=True)
    assert (state.fields.direction, state.current_player) == (0, 1)


def test_skip_as_last_card_under_all_passes_over_the_designated_starter():
    state = run("clock 0; turn 0; hands S / 7*5 / 7*10", "SKIP", last_card_effects="all").resolve(random.Random(1))
    assert state.current_player == 2


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"players": 1}, "from 2 to 6"),
        ({"players": 3, "first_player": 3}, "the seats of this game are 0 to 2"),
        ({"deck": {"5": 13}}, "the deck has 13 cards"),
        ({"deck": {"6": 13}}, "'6' is not a card of this game"),
        ({"bust_card": "lost"}, "one of 'kept', 'discarded'"),
        ({"max_turns": 0}, "a whole number from 1"),
    ],
)
def test_options_are_refused_with_a_sentence(options, part):
    with pytest.raises(OptionError, match=part):
        boomkit.load("boom_o", **options)


def test_a_deck_is_read_from_letters_names_or_a_list():
    wanted = load(deck={"5": 12, "HOLD": 2, "TRADE HANDS": 1}).options["deck"]
    assert load(deck={"5": 12, "H": 2, "T": 1}).options["deck"] == wanted
    assert load(deck="5 5 5 5 5 5 5 5 5 5 5 5 H H T").options["deck"] == wanted
    assert load(deck=["5"] * 12 + ["HOLD", "H", "TRADE"]).options["deck"] == wanted
    assert load(deck=dict(zip(rules.CARDS, rules.DECK, strict=True))).options["deck"] is None


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("clock 61; turn 0; hands 5 / 5", "61 is not from 0 to 60"),
        ("clock 7; turn 0; hands 5 / 5", "7 is no multiple of 5"),
        ("clock 0; turn 0; hands 5 / 5 / 5", "3 groups"),
        ("clock 0; turn 0; hands 5 X / 5", "'X' is not a card"),
        ("clock 0; turn 0; hands - / 5", "seat 0 has no card to play"),
        ("clock 0; turn 0; hands 5 / 5; lives 0 3", "has no time bomb left"),
        ("clock 0; turn 0; hands - / -; lives 0 0", "somebody must have"),
        ("clock 0; turn 0; hands 5 / 5; direction left", "'left' is none of"),
        ("clock 0; turn 0; hands B / H; bomb 1", "only under the option hold_optional"),
        ("clock 0; turn 0; hands 5 / 5; pile 3", "leave this part out"),
        ("clock 0; turn 0; hands 5 / 5; turns 3", "only under the option max_turns"),
        ("clock 0; turn 0; hands 5 / 5; under 5 / -", "layer 2 has no card"),
    ],
)
def test_bad_positions_are_refused_with_the_bad_part(text, part):
    with pytest.raises(PositionError, match=part.replace("(", r"\(")):
        load().read(text)


# -- what every game keeps ---------------------------------------------------------------------------------------------

flags = st.booleans()
option_sets = st.fixed_dictionaries(
    {"players": st.integers(2, 6)},
    optional={
        "first_player": st.sampled_from(["seat0", "random", 1]),
        "overflow_play": st.sampled_from(["forced_only", "free"]),
        "bust_card": st.sampled_from(["kept", "discarded"]),
        "bust_ends_round": flags,
        "bust_refill": st.sampled_from(["all", "buster"]),
        "bomb_ends_round": flags,
        "hold_optional": flags,
        "hold_can_go_out": flags,
        "last_card_effects": st.sampled_from(["immediate", "none", "all"]),
        "double_one_card": st.sampled_from(["goes_out", "penalty"]),
        "double_fail": st.sampled_from(["bust", "flip_only"]),
        "next_starter": st.sampled_from(["continue", "winner_or_buster", "left_of_dealer"]),
        "reset_direction": flags,
        "trade_optional": flags,
        "short_game": flags,
        "max_turns": st.integers(1, 200),
    },
)
small_decks = st.one_of(st.none(), st.lists(st.integers(0, 6), min_size=13, max_size=13))


def with_deck(options, counts):
    """Make a game; a small deck gets fives until it can be dealt."""
    if counts is None:
        return boomkit.load("boom_o", **options)
    deck = dict(zip(rules.CARDS, counts, strict=True))
    deck["5"] += max(0, 7 * options["players"] - sum(counts))
    # A deck of which every card can always be played need not end; turns are limited.
    return boomkit.load("boom_o", deck=deck, **{"max_turns": 300, **options})


def everything(fields):
    zones = (fields.pile, fields.discards, *fields.hands, *fields.under)
    return [sum(zone[card] for zone in zones) for card in range(rules.KINDS)]


def check_invariants(state):
    fields, game = state.fields, state.game
    assert fields.check() is None
    assert everything(fields) == game.deck
    assert [sum(hand) for hand in fields.hands] == fields.sizes
    assert [sum(row) for row in fields.under] == fields.under_sizes
    assert sum(fields.pile) == fields.pile_size
    assert fields.clock % 5 == 0
    assert any(fields.lives)
    assert all(fields.lives[seat] or not fields.sizes[seat] for seat in range(rules.SEATS))
    assert fields.paid == 0 or fields.phase == rules.ANSWER or state.is_chance


@settings(max_examples=40, deadline=None)
@given(option_sets, small_decks, st.integers(0, 10**6))
def test_any_game_under_any_options_keeps_its_cards_and_ends(options, counts, seed):
    game = with_deck(options, counts)
    played = game.play(seed)
    before = None
    for number, state in enumerate(played):
        check_invariants(state)
        if number % 5 == 0:
            again = game.read(str(state))
            assert again == state
            assert str(again) == str(state)
        if state.current_player >= 0:
            allowed = [one for one in game.candidates(state.fields) if rules.forbids(state.fields, one.code) == ALLOWED]
            assert list(state.legal_actions()) == allowed != []
        if before is not None and before.current_player >= 0:
            turned = sum(before.fields.lives) - sum(state.fields.lives)
            assert turned == sum(event.name == "turned" for event in state.events)
        before = state
    returns = played[-1].returns()
    assert sum(returns) == (0 if played[-1].fields.phase == rules.UNFINISHED else 1)


@settings(max_examples=8, deadline=None)
@given(option_sets, small_decks, st.integers(0, 10**6))
def test_single_draws_lead_where_a_whole_turn_leads(options, counts, seed):
    """Step by chance nodes with the recorded outcomes and compare with the replayed turn."""
    game = with_deck(options, counts)
    played = game.play(seed)
    for (action, codes), before, after in list(zip(played.steps, played, played[1:], strict=False))[:12]:
        state = before if action == "deal" else before.apply(action)
        for code in codes:
            assert game.read(str(state)) == state
            assert sum(share for _, share in state.chance_outcomes()) == 1
            text = game.outcome_text(state.fields, code, 1)
            state = state.apply(text)
        assert state == after


def test_every_round_but_an_empty_one_turns_a_time_bomb():
    """The bound of 1.14: at most 3n - 1 rounds, each of which costs somebody something."""
    for players in (2, 3, 4, 6):
        for seed in range(15):
            last = load(players).play(seed)[-1]
            rounds = names(last).count("round") + 1
            turned = names(last).count("turned")
            assert rounds <= turned <= 3 * players - 1


def test_an_illegal_action_is_refused_with_its_clause():
    state = at("clock 55; turn 0; hands 10 10 H / 5")
    with pytest.raises(IllegalActionError, match=r"55 \+ 10 = 65 passes 60. \(BO-T2\)"):
        state.apply("10")
    assert state.why_not("10").marks == ("clock", "card 0 10#0", "card 0 10#1")
    assert "write it as HOLD" in state.why_not("H")


# -- what a seat knows -------------------------------------------------------------------------------------------------


def dealt(cards_in_order, players=3):
    state = load(players).initial_state()
    for card in cards_in_order:
        state = state.apply(card)
    return state


def test_hidden_cards_that_change_places_change_no_observation():
    mine = ["5", "10", "HOLD", "BOMB", "5", "10", ":30"]
    first = ["5", "5", "HOLD", "SKIP", "+1", "10", "10"]
    second = [":60", "REVERSE", "HOLD", "5", "TRADE HANDS", "10", "10"]
    swapped_first = [":60", "5", "HOLD", "SKIP", "+1", "BOMB", "10"]
    swapped_second = ["5", "REVERSE", "HOLD", "5", "TRADE HANDS", "10", "10"]
    one, other = dealt(mine + first + second), dealt(mine + swapped_first + swapped_second)
    assert one != other
    assert one.observation(0) == other.observation(0)
    assert hash(one.observation(0)) == hash(other.observation(0))
    assert str(one.observation(0)) == str(other.observation(0))
    assert one.observation(1) != other.observation(1)
    assert one.observation(2) != other.observation(2)
    played, again = one.apply("5"), other.apply("5")
    assert played.observation(0) == again.observation(0)
    # Where a hidden card comes into the open, the difference is seen.
    assert one.apply("BOMB").observation(0).history == other.apply("BOMB").observation(0).history
    assert played.apply("SKIP").observation(0) != played.apply("5").observation(0)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 4), st.integers(0, 10**6), st.integers(0, 60), st.integers(0, 3))
def test_observations_of_a_position_depend_on_nothing_hidden(players, seed, steps, seat):
    game, rng = load(players), random.Random(seed)
    seat %= players
    state = game.play(seed)[: steps + 2][-1]
    position = game.read(str(state))
    fields = position.fields.copy()
    places = [(fields.pile, None)]
    places += [(fields.hands[other], None) for other in range(players) if other != seat]
    places += [(row, None) for row in fields.under]
    loose = [card for zone, _ in places for card, count in enumerate(zone) for _ in range(count)]
    rng.shuffle(loose)
    for zone, _ in places:
        size = sum(zone)
        zone[:] = [0] * rules.KINDS
        for _ in range(size):
            zone[loose.pop()] += 1
    assert game.observe(fields, seat).key() == game.observe(position.fields, seat).key()
    assert game.write_view(game.observe(fields, seat), seat) == str(position.observation(seat))


def test_public_facts_make_observations_differ():
    state = at("clock 30; turn 0; hands 5 10 / 5 H / 10 H")
    one, other = state.apply("5"), at("clock 30; turn 0; hands 5 10 / 5 H / 10 H").apply("10")
    assert one.observation(2) != other.observation(2)
    # The same position by another way is remembered as another history.
    direct = state.game.read(str(one))
    assert direct == one
    assert direct.observation(2) != one.observation(2)


def test_a_trade_is_known_to_both_traders_and_to_nobody_else():
    game = load(3)
    state = game.read("clock 0; turn 0; hands T 5 10 / B H / :30 S").apply("TRADE 1")
    heard = [state.observation(seat).history for seat in range(3)]
    assert [sum(event.name == "handed" for event in one) for one in heard] == [4, 4, 0]
    rng = random.Random(1)
    for _ in range(20):
        assert game.sample(state.observation(0), rng).fields.hands[1] == state.fields.hands[1]
        assert game.sample(state.observation(1), rng).fields.hands[0] == state.fields.hands[0]
    seen_by_2 = {tuple(game.sample(state.observation(2), rng).fields.hands[1]) for _ in range(20)}
    assert len(seen_by_2) > 5


def test_what_is_known_moves_with_the_cards():
    """Seat 0 trades with seat 1, who trades on with seat 2: seat 0 knows what seat 2 holds now."""
    game = load(3)
    state = game.read("clock 0; turn 0; hands T 5 10 / T H / :30 S").apply("TRADE 1")
    state = game.read("clock 0; turn 0; hands T 5 T / 10 H / :30 S").apply("TRADE 1").apply("TRADE 2")
    rng = random.Random(1)
    for _ in range(20):
        world = game.sample(state.observation(0), rng)
        assert world.fields.hands[2] == state.fields.hands[2]


def test_a_bust_at_fifty_five_opens_a_hand_of_tens():
    game = load(2, bust_ends_round=False)
    state = game.read("clock 55; turn 0; hands 10 10 10 / 5 H").apply("bust")
    for seed in range(10):
        assert game.sample(state.observation(1), random.Random(seed)).fields.hands[0][rules.TEN] == 3


def test_cards_drawn_after_a_bomb_may_be_holds_again():
    game = load(3, deck={"5": 10, "10": 6, "HOLD": 8, "BOMB": 1, "+1": 2})
    state = game.read("clock 0; turn 0; hands B 5 10 / 5 5 +1 / 10 5; discards 5 5 5")
    state = state.apply("BOMB")
    rng = random.Random(5)
    assert all(not game.sample(state.observation(0), rng).fields.hands[2][rules.HOLD] for _ in range(30))
    state = state.apply("+1").resolve(random.Random(2))
    held = Counter(game.sample(state.observation(0), rng).fields.hands[2][rules.HOLD] for _ in range(60))
    assert set(held) == {0, 1}


def test_after_a_reshuffle_the_pile_holds_only_what_was_discarded():
    game = load(3, deck={"5": 12, "10": 9, "HOLD": 3, "BOMB": 1, "+1": 2})
    start = game.read("clock 0; turn 0; hands +1 5 / H 10 H / B 10 10; discards 11*5 6*10 H +1")
    state = start.apply("+1").resolve(random.Random(3))
    assert "reshuffled" in names(state)
    for seed in range(40):
        world = game.sample(state.observation(0), random.Random(seed)).fields
        assert world.pile[rules.BOMB] == 0
        assert world.hands[1][rules.BOMB] + world.hands[2][rules.BOMB] == 1


def chi_square(exact, found, count):
    """Return how many standard deviations the chi-square statistic lies above its mean, rare worlds pooled."""
    statistic, freedom, rare, seen = 0.0, -1, 0.0, 0
    for world, share in exact.items():
        expected = float(share) * count
        if expected < 5:
            rare, seen = rare + expected, seen + found[world]
        else:
            statistic, freedom = statistic + (found[world] - expected) ** 2 / expected, freedom + 1
    if rare >= 5:
        statistic, freedom = statistic + (seen - rare) ** 2 / rare, freedom + 1
    return (statistic - freedom) / sqrt(2 * freedom) if freedom > 0 else 0.0


TINY = {"5": 6, "10": 8, "HOLD": 5, "+1": 2, "TRADE HANDS": 2, "SKIP": 2, "BOMB": 2}
SCENES = [
    # Nothing but unseen cards.
    ("clock 0; turn 0; hands 5 10 / 5 H / 10 10; discards 5 5 10 10 10 H H T T S S +1 +1 B B", ["5"], {}),
    # A BOMB that finds no HOLD in one hand and takes one from the other.
    ("clock 0; turn 0; hands B 10 / 5 10 / 10 H 5; discards 5 5 10 10 10 H T T S +1 B", ["BOMB", "5", "10"], {}),
    # A bust at sixty, then a draw.
    (
        "clock 60; turn 1; hands +1 10 S / 5 10 10 / H 5; discards 5 5 10 10 10 H T T S +1 B",
        ["bust", "HOLD", "+1"],
        {"bust_ends_round": False},
    ),
    # A failed DOUBLE PLAY: no clock card in the hand.
    (
        "clock 0; turn 0; hands D 5 / H S / 5 10; discards 5 5 10 10 10 H T T +1",
        ["DOUBLE PLAY", "bust"],
        {"bust_ends_round": False, "deck": {**TINY, "DOUBLE PLAY": 1}},
    ),
    # A HOLD that is kept is known to be there, and is the one that goes.
    (
        "clock 0; turn 0; hands B 5 / H 10 / H 5 H; discards 5 5 10 10 10 T T +1 S S",
        ["BOMB", "refuse", "HOLD", "HOLD"],
        {"hold_optional": True},
    ),
    # A hand handed over, then drawn to and played from.
    (
        "clock 0; turn 0; hands T 5 10 +1 / 10 10 H / 5 S; discards 5 5 10 10 10 H T S B B",
        ["TRADE 1", "5", "SKIP", "10"],
        {},
    ),
    # A reshuffle: old hands hold what was never discarded.
    ("clock 0; turn 0; hands +1 5 / 5 10 H / H 10; discards " + "5 5 5 6*10 3*H +1 T T S S B B", ["+1"], {}),
]


@pytest.mark.parametrize(("text", "actions", "options"), SCENES)
def test_sampled_worlds_are_uniform_over_dealing_orders(text, actions, options):
    game = load(3, **{"deck": TINY, **options})
    start = state = game.read(text)
    rng = random.Random(11)
    for action in actions:
        state = state.apply(action).resolve(rng)
    for seat in range(3):
        exact = worlds_of(state, seat, start)
        assert world_of(state) in exact
        observation = state.observation(seat)
        found = Counter(world_of(game.sample(observation, rng)) for _ in range(1500))
        assert set(found) <= set(exact)
        assert chi_square(exact, found, 1500) < 5


@pytest.mark.parametrize("seed", range(6))
def test_sampled_worlds_are_uniform_in_random_play_of_two_seats(seed):
    """From the deal, with reshuffles: a small deck of few kinds, both seats, some way into the game."""
    game = load(2, deck={"5": 7, "10": 5, "HOLD": 3, "BOMB": 1}, bust_ends_round=seed % 2 == 0)
    state = game.play(seed)[: 4 + 2 * seed][-1]
    rng = random.Random(seed)
    for seat in range(2):
        exact = worlds_of(state, seat)
        assert world_of(state) in exact
        observation = state.observation(seat)
        found = Counter(world_of(game.sample(observation, rng)) for _ in range(800))
        assert set(found) <= set(exact)
        assert chi_square(exact, found, 800) < 5


def facts(history):
    """Yield (event index, seat, kinds) for each time a hand was seen to hold none of some kinds."""
    for index, event in enumerate(history):
        if event.name == "no_hold":
            yield index, event.numbers[0], {rules.HOLD}
        elif event.name == "bust" and event.numbers[2] in (rules.IN_TURN, rules.AT_SECOND):
            fitting = {card for card in (rules.FIVE, rules.TEN) if event.numbers[1] + rules.ADDS[card] <= 60}
            yield index, event.numbers[0], set(range(rules.SET_60, rules.KINDS)) | fitting


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 6), st.integers(0, 10**6), st.integers(5, 150))
def test_sampled_worlds_fit_the_cards_and_the_facts(players, seed, steps):
    game, rng = load(players), random.Random(seed)
    state = game.play(seed)[: steps + 2][-1]
    for seat in range(players):
        observation = state.observation(seat)
        for _ in range(3):
            world = game.sample(observation, rng)
            check_invariants(world)
            assert game.observe(world.fields, seat).key() == observation.fields.key()
            assert world.current_player == state.current_player
            for start, holder, kinds in facts(observation.history):
                drawn = played = 0
                for event in observation.history[start + 1 :]:
                    if event.name == "traded" and holder in event.numbers[:2]:
                        holder = sum(event.numbers[:2]) - holder
                    elif event.numbers[0] == holder:
                        drawn += event.name == "drew"
                        played += event.name in ("played", "lost") and event.numbers[1] in kinds
                        played += event.name == "answered" and rules.HOLD in kinds
                        if event.name == "out":
                            break
                else:
                    held = sum(world.fields.hands[holder][kind] for kind in kinds)
                    assert held + played <= drawn


def test_a_seat_that_is_out_still_knows_what_it_buried():
    game = load(3)
    start = game.read("clock 55; turn 0; hands 10 10 10 / 7*5 / 7*5; lives 1 3 3")
    state = start.apply("bust").resolve(random.Random(1))
    for seed in range(5):
        assert game.sample(state.observation(0), random.Random(seed)).fields.under[0][rules.TEN] == 3


# -- figures from play -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "plays", "backfires"), [(2, 32, 0.36), (3, 50, None), (4, 64, 0.10), (6, 85, 0.04)]
)
def test_random_play_agrees_with_the_known_figures(players, plays, backfires):
    """1.14: about 32 / 50 / 64 / 85 plays; 36 / 10 / 4 % of BOMBs backfire for 2 / 4 / 6 random players."""
    game, found, bombs, back = load(players), [], 0, 0
    for seed in range(200):
        last = game.play(seed)[-1]
        found.append(names(last).count("played"))
        bombs += sum(event.name == "played" and event.numbers[1] == rules.BOMB for event in last.history)
        back += names(last).count("backfired")
    mean = sum(found) / len(found)
    error = sqrt(sum((one - mean) ** 2 for one in found) / len(found) ** 2)
    assert abs(mean - plays) < 4 * error + 0.5
    if backfires is not None:
        assert abs(back / bombs - backfires) < 4 * sqrt(backfires * (1 - backfires) / bombs) + 0.005


# -- pictures and agents -----------------------------------------------------------------------------------------------


def found_in(svg, name):
    return [node.get(name) for node in ET.fromstring(svg).iter() if node.get(name)]


@pytest.mark.parametrize("players", [2, 6])
def test_pictures_offer_the_legal_actions_and_hide_the_rest(players):
    game = load(players)
    for state in game.play(4)[1::7]:
        everything_open = picture.draw(state)
        assert len(set(found_in(everything_open, "data-key"))) == len(found_in(everything_open, "data-key"))
        for seat in range(players):
            drawn = picture.draw(state, seat)
            acts = found_in(drawn, "data-action")
            legal = state.legal_actions() if seat == state.current_player else ()
            assert set(acts) == set(legal)
            keys = [key for key in found_in(drawn, "data-key") if key.startswith("card ")]
            assert all(key.startswith(f"card {seat} ") for key in keys)
            assert len(keys) == state.fields.sizes[seat]
            assert "<desc>" in drawn
            assert picture.table(state, seat).startswith("<table>")
        assert set(found_in(everything_open, "data-action")) == set(state.legal_actions())
        assert not found_in(picture.draw(state, legal=False), "data-action")
        ET.fromstring(f"<svg>{picture.thumbnail(state)}</svg>")


def test_pictures_of_a_seat_are_the_same_whatever_is_hidden():
    one = dealt(["5"] * 7 + ["10"] * 7 + ["HOLD"] * 7)
    other = dealt(["5"] * 7 + ["HOLD"] * 7 + ["10"] * 7)
    for make in (picture.draw, picture.table, picture.board):
        assert make(one, 0) == make(other, 0)
        assert make(one) != make(other)


def test_a_hold_can_be_kept_from_the_picture():
    state = run("clock 0; turn 0; hands B 5 / H 5", "BOMB", hold_optional=True)
    assert set(found_in(picture.draw(state, 1), "data-action")) == {"HOLD", "refuse"}
    busts = at("clock 60; turn 0; hands 5 10 / 5", bust_card="discarded")
    assert set(found_in(picture.draw(busts), "data-action")) == {"bust 5", "bust 10"}


def share_of_wins(players, agent, others, games):
    game, won = load(players), Fraction(0)
    for seed in range(games):
        seat = seed % players
        played = game.play(seed, [agent if one == seat else others for one in range(players)])
        won += played[-1].returns()[seat]
    return float(won / games)


def test_greedy_careful_and_clever_beat_random_play():
    assert share_of_wins(2, agents.greedy, "random", 100) > 0.55
    assert share_of_wins(2, agents.careful, "random", 100) > 0.6
    assert share_of_wins(2, agents.clever, "random", 16) > 0.6


@pytest.mark.slow
def test_clever_beats_greedy():
    assert share_of_wins(2, agents.clever, agents.greedy, 100) > 0.55


def test_estimates_are_shares_and_follow_the_time_bombs():
    state = at("clock 0; turn 0; hands 5 / 5 / -; lives 3 1 0")
    shares = agents.estimate(state)
    assert abs(sum(shares) - 1) < 1e-9
    assert shares[0] > shares[1] > shares[2] == 0
    assert len(cards(state.fields.hands[0])) == 1
