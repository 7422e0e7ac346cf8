"""Jokers Go Boom against the worked checks, exact counts made another way, and its invariants under every option."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jokers_worlds import Orders

import boomkit
from boomkit.core import ALLOWED, TERMINAL
from boomkit.core.chance import bits
from boomkit.core.playthrough import read_playthrough
from boomkit.errors import IllegalActionError, OptionError, PositionError
from boomkit.games.jokers_go_boom import notation, rules, worlds

TWELVE = ["4♥", "5♥", "9♥", "4♣", "5♣", "9♣", "4♠", "5♠", "9♠", "4♦", "Joker", "Joker"]


def jokers(**options):
    return boomkit.load("jokers_go_boom", **options)


def played(game, seed, moves):
    """Play some moves at random; return the last state that is no end."""
    rng = random.Random(seed)
    state = game.deal(seed)
    for _ in range(moves):
        after = state.apply(rng.choice(state.legal_actions())).resolve(rng)
        if after.is_terminal:
            break
        state = after
    return state


# -- the worked checks of rules.md 4.10 --------------------------------------------------------------------------------


def test_check_1_what_matches():
    state = jokers().read("top 4♥; turn 1; hands K♠ / 4♣ 5♣ 9♥ Joker / 7♦")
    assert state.legal_actions() == ("4♣", "9♥", "Joker")
    assert state.why_not("5♣").clause == "JG-T1"
    assert "4♥" in state.why_not("5♣")


def test_check_2_without_a_match_a_draw_ends_the_turn():
    game = jokers()
    assert game.read("top 4♥; turn 1; hands K♠ / 5♣ / 7♦").legal_actions() == ("draw",)
    state = game.read("top 4♥; turn 1; hands K♠ / 5♣ Joker / 7♦")
    assert state.legal_actions() == ("Joker", "draw")
    after = state.apply("draw").apply("9♥")
    assert after.current_player == 2
    assert "9♥" in str(after)


def test_check_3_a_boom_with_two_cards_left():
    state = jokers(players=4).read("top 4♥; turn 1; hands K♠ / 5♣ Joker / 7♦ / 8♦; pile 2♠ 3♠")
    after = state.apply("Joker").apply("2♠").apply("3♠")
    assert list(after.fields.hand_sizes) == [1, 1, 2, 2]
    assert after.current_player == 2
    assert [event.numbers[0] for event in after.events if event.name == "boom_drew"] == [2, 3]
    assert [event.numbers[0] for event in after.events if event.name == "boom_spared"] == [0]


def test_check_4_points_of_a_hand_and_of_the_deck():
    state = jokers().read("top 4♥; turn 1; hands 7♦ K♠ A♣ Joker / 4♣ / 5♦")
    assert rules.hand_points(state.fields, 0) == 52
    deck = jokers().blank(hands=[rules.ALL_CARDS, 0, 0, 0], jokers=[2, 0, 0, 0])
    assert rules.hand_points(deck, 0) == 4 * (sum(range(2, 10)) + 4 * 10 + 15) + 2 * 20 == 436


def test_check_5_a_blocked_round_is_scored():
    state = jokers(n_rounds=1).read("top 4♥; turn 1; hands K♠ / 5♣ / 7♦; pile -")
    for _ in range(3):
        assert state.legal_actions() == ("pass",)
        state = state.apply("pass")
    assert state.returns() == (-10, -5, -7)
    assert "blocked" in [event.name for event in state.events]


def no_match_for_the_four_of_hearts(also_no_joker, **options):
    """Walk the chance nodes of a deal by kinds of cards; return P(starter 4♥) and P(that, and seat 0 cannot match).

    The kinds are the four of hearts itself, its 15 matches, the 36 other natural cards, and jokers. Deals that took as
    many cards of each kind from the pile have chance nodes that are alike, so one of them is asked for all.
    """
    start = jokers(**options).read("dealer 2; round 1; scores 0 0 0")
    kinds = [[], [], [], [52, 52]]
    for card, text in enumerate(rules.CARD_TEXTS[:52]):
        kinds[0 if text == "4♥" else 1 if text[0] == "4" or text[-1] == "♥" else 2].append(card)
    kind_of = {rules.CARD_TEXTS[card]: kind for kind, cards in enumerate(kinds) for card in cards}

    @cache
    def chances(taken):
        codes = [card for kind, number in enumerate(taken) for card in kinds[kind][:number]]
        found = [Fraction(0)] * 4
        for outcome, share in start.replay(codes).chance_outcomes():
            found[kind_of[outcome]] += share
        return found

    @cache
    def walk(number, taken, fits):
        if number == 21:
            share = chances(taken)[0]
            return share, share * (not fits)
        total = [Fraction(0), Fraction(0)]
        for kind in (1, 2, 3):
            share = chances(taken)[kind]
            if share:
                more = (*taken[:kind], taken[kind] + 1, *taken[kind + 1 :])
                mine = number % 3 == 0 and (kind == 1 or (kind == 3 and also_no_joker))
                after = walk(number + 1, more, fits or mine)
                total = [total[0] + share * after[0], total[1] + share * after[1]]
        return tuple(total)

    return walk(0, (0, 0, 0, 0), False)


@pytest.mark.parametrize(("also_no_joker", "cards"), [(False, 38), (True, 36)])
def test_check_6_the_starter_meets_no_match(also_no_joker, cards):
    starter, nothing = no_match_for_the_four_of_hearts(also_no_joker, starter_joker="any_card")
    assert starter == Fraction(1, 54)
    assert nothing / starter == Fraction(comb(cards, 7), comb(53, 7))
    assert round(float(nothing / starter), 4) == (0.0542 if also_no_joker else 0.0819)


def test_check_7_an_empty_pile_and_a_joker():
    state = jokers().read("top 4♥; turn 1; hands K♠ / 5♣ Joker / 7♦; pile -")
    assert state.legal_actions() == ("Joker",)
    assert state.why_not("pass").clause == "JG-T8"


def test_check_8_aces_and_jokers_do_not_both_go_boom():
    with pytest.raises(OptionError, match="n_jokers"):
        jokers(boom_rank="ace", n_jokers=2)
    with pytest.raises(OptionError, match="n_jokers"):
        jokers(boom_rank="none")
    assert jokers(n_jokers=0).options["boom_rank"] == "ace"
    assert jokers(n_jokers=0, boom_rank="none").options["boom_rank"] == "none"


# -- options -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 2}, "3 to 4"),
        ({"players": 5}, "3 to 4"),
        ({"n_jokers": -1}, "whole number"),
        ({"n_jokers": True}, "whole number"),
        ({"first_player": 3}, "no seat"),
        ({"on_joker": "all"}, "nominate"),
        ({"deck": {"4♥": 2}}, "stands in the deck once"),
        ({"deck": {"4X": 1}}, "not a card"),
        ({"deck": TWELVE}, "smaller hand_size"),
        ({"deck": ["4♥", "4♣", "4♠", "Joker"], "hand_size": 1}, "two ranks"),
        ({"deck": TWELVE, "hand_size": 2, "n_jokers": 1}, "give one of them"),
        ({"joker_optional": 1}, "True or False"),
    ],
)
def test_options_are_refused_with_a_sentence(options, words):
    with pytest.raises(OptionError, match=words):
        jokers(**options)


def test_the_deck_says_the_jokers_unless_n_jokers_does():
    assert jokers().options["n_jokers"] == 2
    assert jokers(deck=TWELVE, hand_size=2).options["n_jokers"] == 2
    bare = [card for card in TWELVE if card != "Joker"]
    assert jokers(deck=bare, hand_size=2).options["n_jokers"] == 0
    assert jokers(deck=bare, hand_size=2).options["boom_rank"] == "ace"
    assert jokers(deck=bare, hand_size=2, n_jokers=5).options["n_jokers"] == 5
    assert jokers(deck=dict.fromkeys(rules.CARD_TEXTS[:52], 1) | {"Joker": 2}) == jokers()
    assert jokers(deck="4H 5H 9H 4C 5C 9C 4S 5S 9S 4D Joker Joker", hand_size=2) == jokers(deck=TWELVE, hand_size=2)
    assert jokers(players=4).options["n_rounds"] == 4


# -- position texts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("top 4♥; turn 1; hands K♠ / 4♥ / 7♦", "4♥ stands twice"),
        ("top 4♥; turn 1; hands K♠ / 5X / 7♦", "'5X' is not a card"),
        ("top 4♥; turn 1; hands K♠ / 5♣", "2 groups"),
        ("top 4♥; turn 3; hands K♠ / 5♣ / 7♦", "not from 0 to 2"),
        ("top 4♥; turn 1; hands K♠ / - / 7♦", "seat 1 has no card"),
        ("top 4♥ 5♥; turn 1; hands K♠ / 5♣ / 7♦", "not one card"),
        ("top 4♥; turn 1; hands K♠ / Joker Joker Joker / 7♦", "3 jokers"),
        ("top 4♥; turn 1; hands K♠ / 5♣ / 7♦; passes 1", "passes"),
        ("top 4♥; turn 1; hands K♠ / 5♣ / 7♦; suit ♥", "on_joker=nominate"),
        ("top 4♥; turn 1; hands K♠ / 5♣ / 7♦; beneath 2♥", "on_joker=beneath"),
        ("top 4♥; turn 1; hands K♠ / 5♣ / 7♦; reshuffled 1", "reshuffled"),
        ("top 4♥; turn 1; hands K♠ / 5♣ / 7♦; round 4", "round"),
        ("round 2; scores 1 2 3", "dealer"),
        ("cut 0", "two seats"),
        ("cut 0 1; round 2", "nothing else"),
        ("hand 4♥", "begins with no known word"),
    ],
)
def test_a_bad_position_is_refused_with_its_bad_part(text, words):
    with pytest.raises(PositionError, match=words):
        jokers().read(text)


def test_suits_may_be_letters_and_the_shorter_of_pile_and_discards_is_written():
    game = jokers()
    state = game.read("top 4H; turn 1; hands KS / 5C Joker / 7D; pile 2S joker")
    assert str(state) == "top 4♥; turn 1; hands K♠ / 5♣ Joker / 7♦; pile 2♠ Joker"
    assert str(game.read("top 4H; turn 1; hands KS / 5C / 7D; discards 2H Joker")).endswith("; discards 2♥ Joker")
    many = jokers(n_jokers=9).read("top 4♥; turn 1; hands K♠ / 5*Joker / 7♦; pile 4*Joker")
    assert str(many) == "top 4♥; turn 1; hands K♠ / 5*Joker / 7♦; pile 4*Joker; options n_jokers=9"


def test_after_a_reshuffle_the_card_beneath_a_joker_may_lie_anywhere():
    game = jokers(on_joker="beneath", blocked_round="reshuffle", deck=TWELVE, hand_size=2)
    for rest in ("pile 9♥ 9♣ 9♠", "discards 9♥", "discards 9♥ 5♠; passes 0"):
        state = game.read(f"top Joker; turn 1; hands 4♥ 5♥ / 4♣ / 4♠ 4♦; {rest}; beneath 9♥; reshuffled 1")
        assert game.read(str(state)) == state
        assert state.legal_actions() == ("draw",)
        conserved(state)
    with pytest.raises(PositionError, match="stands twice"):
        game.read("top Joker; turn 1; hands 4♥ 9♥ / 4♣ / 4♠; beneath 9♥")


def test_a_tied_cut_is_a_new_chance_state_with_nothing_but_its_seats():
    state = jokers().initial_state()
    for card in ("3♥", "3♠", "9♣"):
        state = state.apply(card)
    assert str(state) == "cut 0 1 | deal |"
    assert state == jokers().read("cut 0 1")
    assert len(state.chance_outcomes()) == 52
    for card in ("A♥", "A♠"):
        state = state.apply(card)
    assert state == jokers().read("cut 0 1")


# -- invariants under every option -------------------------------------------------------------------------------------

SMALL_DECK = [rank + suit for rank in ("3", "4", "9", "A") for suit in "♣♦♥♠"] + ["Joker"] * 3


@st.composite
def games(draw):
    some = st.sampled_from
    options = {
        "players": draw(some([3, 4])),
        "starter_joker": draw(some(["bury", "any_card", "boom"])),
        "on_joker": draw(some(["any", "beneath", "nominate", "strict"])),
        "must_play": draw(st.booleans()),
        "joker_optional": draw(st.booleans()),
        "empty_pile_joker": draw(some(["must", "may"])),
        "last_joker_draws": draw(st.booleans()),
        "blocked_round": draw(some(["score", "reshuffle"])),
        "boom_must_match": draw(st.booleans()),
        "n_rounds": draw(some([1, 2])),
        "first_player": draw(some(["left_of_dealer", "dealer", "random", 2])),
    }
    deck = draw(some(["whole", "small", "no jokers", "none", "many"]))
    if deck == "small":
        options |= {"deck": SMALL_DECK, "hand_size": 3}
    elif deck == "no jokers":
        options |= {"n_jokers": 0}
    elif deck == "none":
        options |= {"n_jokers": 0, "boom_rank": "none"}
    elif deck == "many":
        options |= {"n_jokers": draw(some([1, 8, 13]))}
    return jokers(**options)


def conserved(state):
    """Every card lies in one place, jokers by number, and the sizes are those of the hands and the pile."""
    fields = state.fields
    places = [*fields.hands, fields.pile, fields.discards]
    assert sum(places) == fields.options.cards
    assert sum(map(rules.popcount, places)) == rules.popcount(fields.options.cards)
    assert sum(fields.jokers) + fields.pile_jokers + fields.discard_jokers == fields.options.n_jokers
    for hand, number, size in zip(fields.hands, fields.jokers, fields.hand_sizes, strict=True):
        assert rules.popcount(hand) + number == size
    assert rules.popcount(fields.pile) + fields.pile_jokers == fields.pile_size
    assert fields.check() is None


def legal_by_clause(state):
    game, fields = state.game, state.fields
    return tuple(action for action in game.candidates(fields) if rules.forbids(fields, action.code) == ALLOWED)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(games(), st.integers(0, 2**32))
def test_random_games_keep_the_invariants(game, seed):
    rng = random.Random(seed)
    state = game.deal(seed)
    moves = 0
    while not state.is_terminal:
        conserved(state)
        assert state.legal_actions() == legal_by_clause(state)
        for action in game.candidates(state.fields):
            assert (state.why_not(action) is None) == (action in state.legal_actions())
        if moves % 5 == 0:
            again = game.read(str(state))
            assert again == state
            assert str(again) == str(state)
            view = state.observation(rng.randrange(game.players))
            check_sample(view, rng)
        before = state.fields.copy()
        after = state.apply(rng.choice(state.legal_actions()))
        assert state.fields == before or state.fields.key() == before.key()
        state = after.resolve(rng)
        falls(before, state)
        moves += 1
    conserved(state)
    assert game.read(str(state)) == state
    assert state.returns() == tuple(-score for score in state.fields.scores[: game.players])
    with pytest.raises(IllegalActionError):
        state.apply("draw")


def falls(before, state):
    """The measure that proves that games end: 2 for a card in the pile and 1 for one in a hand, or a turn is lost."""
    after = state.fields
    if after.round != before.round or after.reshuffled != before.reshuffled or state.is_terminal:
        return
    fell = 2 * (before.pile_size - after.pile_size) + sum(before.hand_sizes) - sum(after.hand_sizes)
    assert fell > 0 or after.passes == before.passes + 1 or before.phase == rules.NAMING


@pytest.mark.parametrize("options", [{}, {"players": 4, "on_joker": "nominate", "blocked_round": "reshuffle"}])
def test_steps_replay_to_the_same_game(options):
    for seed in range(3):
        game = jokers(**options).play(seed)
        again = read_playthrough(game.to_json())
        assert again == game
        assert [str(state) for state in again] == [str(state) for state in game]
        assert game[-1].is_terminal


# -- hidden information ------------------------------------------------------------------------------------------------


def check_sample(view, rng):
    """A drawn world looks the same to the seat, has every card once, and fits what was shown."""
    world = view.game.sample(view, rng)
    conserved(world)
    assert world.observation(view.seat).fields.key() == view.fields.key()
    for seat in range(view.game.players):
        held = set(notation.cards_text(world.fields.hands[seat], world.fields.jokers[seat]).split())
        held = {word.split("*")[-1] for word in held} - {"-"}
        assert held <= set(worlds.may_hold(view, seat)), (view.history, seat)


def swapped(game, state, seat, rng):
    """Exchange hidden cards of the others' hands and the pile at random, sizes kept."""
    fields = state.fields.copy()
    hidden, places = [], []
    for other in range(game.players):
        if other != seat:
            cards = [*bits(fields.hands[other]), *[rules.JOKER] * fields.jokers[other]]
            hidden += cards
            places += [other] * len(cards)
            fields.hands[other] = fields.jokers[other] = 0
    cards = [*bits(fields.pile), *[rules.JOKER] * fields.pile_jokers]
    hidden += cards
    places += [None] * len(cards)
    fields.pile = fields.pile_jokers = 0
    rng.shuffle(hidden)
    for card, place in zip(hidden, places, strict=True):
        if card == rules.JOKER:
            if place is None:
                fields.pile_jokers += 1
            else:
                fields.jokers[place] += 1
        elif place is None:
            fields.pile |= 1 << card
        else:
            fields.hands[place] |= 1 << card
    fields.options = state.fields.options
    return game.read(game.write_position(fields))


@pytest.mark.parametrize("options", [{}, {"players": 4}, {"n_jokers": 0}, {"deck": TWELVE, "hand_size": 2}])
def test_an_observation_does_not_depend_on_what_is_hidden(options):
    game = jokers(**options)
    rng = random.Random(5)
    changed = 0
    for seed in range(12):
        state = game.read(str(played(game, seed, seed * 3)))
        seat = rng.randrange(game.players)
        other = swapped(game, state, seat, rng)
        changed += other != state
        assert other.observation(seat) == state.observation(seat)
        assert hash(other.observation(seat)) == hash(state.observation(seat))
        assert str(other.observation(seat)) == str(state.observation(seat))
        due = state.current_player
        if due != seat and "draw" in state.legal_actions() and "draw" in other.legal_actions():
            first, second = (one.apply("draw").resolve(rng) for one in (state, other))
            if first.log[-1][-1] == second.log[-1][-1]:
                assert first.observation(seat) == second.observation(seat)
    assert changed > 8


def test_what_another_seat_drew_is_hidden_and_that_it_drew_is_not():
    state = jokers().read("top 4♥; turn 1; hands K♠ / 5♣ / 7♦")
    nine, two = (state.apply("draw").apply(card) for card in ("9♥", "2♠"))
    assert nine != two
    for seat in (0, 2):
        assert nine.observation(seat) == two.observation(seat)
        assert nine.observation(seat).history == ("seat 1 drew a card: it held no ♥ and no 4",)
    assert nine.observation(1) != two.observation(1)


@pytest.mark.parametrize(
    "other",
    [
        "top 4♣; turn 1; hands K♠ / 5♣ 6♣ / 7♦; discards 2♥ 4♥",
        "top 4♥; turn 2; hands K♠ / 5♣ 6♣ / 7♦; discards 2♥ 4♣",
        "top 4♥; turn 1; hands K♣ / 5♣ 6♣ / 7♦; discards 2♥ 4♣",
        "top 4♥; turn 1; hands K♠ / 5♣ / 7♦ 6♣; discards 2♥ 4♣",
        "top 4♥; turn 1; hands K♠ / 5♣ 6♣ / 7♦; discards 3♥ 4♣",
        "top 4♥; turn 1; hands K♠ / 5♣ 6♣ / 7♦; discards 2♥ 4♣; scores 0 0 1",
        "top 4♥; turn 1; hands K♠ / 5♣ 6♣ / 7♦; discards 2♥ 4♣; dealer 1",
        "top 4♥; turn 1; hands K♠ / 5♣ 6♣ / 7♦; discards 2♥ 4♣; round 2",
    ],
)
def test_a_public_difference_shows(other):
    game = jokers()
    state = game.read("top 4♥; turn 1; hands K♠ / 5♣ 6♣ / 7♦; discards 2♥ 4♣")
    assert game.read(other).observation(0) != state.observation(0)


SETUPS = [
    {"deck": TWELVE, "hand_size": 2},
    {"deck": TWELVE, "hand_size": 2, "on_joker": "beneath", "joker_optional": False},
    {"deck": [card for card in TWELVE if card != "Joker"] + ["A♠", "A♥"], "hand_size": 2},
    {"deck": TWELVE, "hand_size": 2, "players": 4, "starter_joker": "boom"},
    {
        "deck": [*TWELVE[3:10], "Joker", "Joker", "Joker"],
        "hand_size": 2,
        "must_play": False,
        "blocked_round": "reshuffle",
    },
    {"deck": [*TWELVE[:8], "Joker"], "hand_size": 2, "empty_pile_joker": "may", "blocked_round": "reshuffle"},
]


def exact_weights(view):
    """Return the share of each way to fill the other hands as `worlds` counts them."""
    weights = Counter()

    def fill(case, at, left, held, weight):
        if at == len(case.order):
            weights[tuple(held[seat] for seat in sorted(held))] += weight
            return
        seat, hand = case.order[at]
        for chosen in combinations(bits(left), sum(hand.sizes)):
            cards = sum(1 << card for card in chosen)
            ways = hand.count(cards)[0]
            if ways:
                text = [rules.CARD_TEXTS[card] for card in chosen] + ["Joker"] * hand.jokers
                fill(case, at + 1, left & ~cards, {**held, seat: tuple(sorted(text))}, weight * ways)

    for case in worlds.Worlds(view).cases:
        fill(case, 0, case.unseen, {}, case.ceiling // prod(case.most))
    return shares(weights)


def shares(counts):
    total = sum(counts.values())
    return {key: Fraction(count, total) for key, count in counts.items()}


def enumerable_views(seed, count):
    """Find observations of small games whose dealing orders are few enough to be walked through."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        game = jokers(**SETUPS[len(found) % len(SETUPS)])
        state = played(game, rng.randrange(10**6), rng.randrange(1, 14))
        view = state.observation(rng.randrange(game.players))
        names = [event.name for event in view.history]
        last = max(at for at, name in enumerate(names) if name == "deals")
        draws = sum(name in ("drew", "boom_drew") for name in names[last:])
        if draws <= (1 if game.players == 4 else 4) and names[last:].count("played"):
            found.append(view)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_worlds_count_dealing_orders_exactly(seed):
    for view in enumerable_views(seed, 6):
        assert exact_weights(view) == shares(Orders(view).found), view.history


def test_old_and_new_cards_after_a_reshuffle():
    """The joker that seat 2 plays at the end may be one that it kept or the one that was shuffled back."""
    deck = ["4♥", "5♥", "9♣", "4♣", "5♣", "8♠", "9♦", "6♦", "Joker", "Joker", "Joker"]
    game = jokers(deck=deck, hand_size=2, must_play=False, blocked_round="reshuffle")
    state = game.read("dealer 2; round 1; scores 0 0 0")
    for card in ("4♣", "Joker", "Joker", "9♦", "5♣", "8♠", "4♥"):
        state = state.apply(card)
    for action in ("4♣", "Joker", "9♣", "5♥", "8♠", "draw", "6♦", "draw", "Joker", "pass", "pass", "pass"):
        state = state.apply(action)
    assert state.events[-1].name == "reshuffled"
    cases = set()
    for action in ("draw", "4♣", "draw", "4♥", "draw", "Joker", "Joker"):
        state = state.apply(action)
        if not state.is_chance:
            for seat in range(3):
                view = state.observation(seat)
                cases.add(len(worlds.Worlds(view).cases) > 1)
                assert exact_weights(view) == shares(Orders(view).found), (seat, view.history)
    assert cases == {True, False}


def test_worlds_are_drawn_uniformly_over_dealing_orders():
    """Chi-square on a deck of twelve cards whose dealing orders are walked through; not uniform over final hands."""
    game = jokers(deck=TWELVE, hand_size=2)
    state = game.read("dealer 2; round 1; scores 0 0 0")
    for card in ("4♠", "9♣", "5♣", "5♥", "9♠", "4♦", "4♥"):
        state = state.apply(card)
    for action in ("5♥", "draw", "4♣", "5♣", "draw", "5♠", "9♣"):
        state = state.apply(action)
    view = state.observation(0)
    wanted = shares(Orders(view).found)
    assert len(set(wanted.values())) > 1
    rng = random.Random(11)
    number = 6000
    drawn = Counter()
    for _ in range(number):
        fields = game.sample(view, rng).fields
        hands = [notation.cards_text(fields.hands[seat], fields.jokers[seat]).split() for seat in (1, 2)]
        drawn[tuple(tuple(sorted(hand)) for hand in hands)] += 1
    assert set(drawn) <= set(wanted)
    square = sum((drawn[key] - number * share) ** 2 / (number * share) for key, share in wanted.items())
    freedom = len(wanted) - 1
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


def test_how_many_pairs_of_hands_fit_the_first_view():
    view = jokers().deal(1).observation(0)
    found = worlds.Worlds(view)
    assert comb(46, 7) * comb(39, 7) == 823_259_731_025_160
    orders = 0
    for case in found.cases:
        assert prod(case.most) == prod(hand.count(left_for(case, at))[0] for at, (_, hand) in enumerate(case.order))
        orders += case.ceiling
    assert orders == 823_259_731_025_160 * 5040**2


def left_for(case, at):
    """Some cards that are left when the hands before number `at` are full; nothing has been shown, so any will do."""
    taken = sum(sum(hand.sizes) for _, hand in case.order[:at])
    return sum(1 << card for card in bits(case.unseen)[taken:])


def test_after_reading_a_position_nothing_is_remembered():
    game = jokers()
    state = game.read("top 4♥; turn 1; hands K♠ / 5♣ / 7♦").apply("draw").apply("9♥")
    told = set(worlds.may_hold(state.observation(0), 1))
    again = game.read(str(state))
    assert "A♥" in told
    assert state.observation(0) != again.observation(0)
    hearts = [card for card in told if card.endswith("♥")]
    rng = random.Random(2)
    for _ in range(200):
        fields = game.sample(state.observation(0), rng).fields
        assert sum(rules.CARD_TEXTS.index(card) in bits(fields.hands[1]) for card in hearts) <= 1
    both = {
        rules.popcount(game.sample(again.observation(0), rng).fields.hands[1] & rules.SUIT_CARDS[2]) for _ in range(400)
    }
    assert 2 in both


# -- suits, agents, figures --------------------------------------------------------------------------------------------


def test_exchanging_suits_changes_nothing():
    game = jokers(on_joker="nominate")
    maps = game.symmetries()
    assert len(maps) == 23
    state = played(game, 4, 30)
    for change in maps:
        other = game.read(game.write_position(change(state.fields)))
        assert len(other.legal_actions()) == len(state.legal_actions())
        assert [rules.hand_points(other.fields, seat) for seat in range(3)] == [
            rules.hand_points(state.fields, seat) for seat in range(3)
        ]
    assert len(jokers(deck=[*TWELVE, "10♥"], hand_size=2).symmetries()) < 23


def test_agents_play_whole_games():
    game = jokers(n_rounds=1, on_joker="nominate")
    agents = game.module("agents").AGENTS
    assert set(agents) == {"greedy", "clever"}
    for agent in agents.values():
        assert game.play(3, [agent, "random", agents["greedy"]])[-1].is_terminal


def test_pictures_of_every_kind_of_state():
    picture = jokers().module("picture")
    nominate = jokers(on_joker="nominate", n_jokers=12, players=4)
    states = [
        nominate.initial_state(),
        nominate.read("dealer 1; round 2; scores 1 2 3 4"),
        *list(nominate.play(2))[::7],
    ]
    states.append(nominate.play(2)[-1])
    for state in states:
        for seat in (None, 0):
            drawn = picture.draw(state, seat)
            assert "<desc>" in drawn
            assert picture.table(state, seat).startswith("<table>")
            assert picture.board(state, seat)
        assert picture.thumbnail(state)
    state = jokers().read("top 4♥; turn 1; hands K♠ / 4♣ 5♣ Joker / 7♦")
    marks = state.why_not("5♣").marks
    assert "card 5♣" in marks
    seen = picture.draw(state, 0, marks=marks)
    assert "4 of clubs" not in seen
    assert "king of spades" in seen
    assert 'data-action="pass"' in picture.draw(jokers().read("top 4♥; turn 1; hands K♠ / 5♣ / 7♦; pile -"))


def figures(players, number):
    """Play rounds at random and return turns a round, branching, shares of blocked rounds and forced turns, score."""
    game = jokers(players=players, n_rounds=1)
    turns = branches = forced = blocked = score = 0
    for seed in range(number):
        *states, end = game.play(seed)
        choices = [len(state.legal_actions()) for state in states if not state.is_chance]
        turns += len(choices)
        branches += sum(choices)
        forced += choices.count(1)
        blocked += "blocked" in [event.name for event in end.events]
        score -= sum(end.returns())
    return turns / number, branches / turns, blocked / number, forced / turns, score / number / players


@pytest.mark.parametrize(("players", "turns", "blocked"), [(3, 43, 0.06), (4, 48, 0.06)])
def test_figures_of_random_rounds(players, turns, blocked):
    """Rules.md 4.11, within what two hundred rounds can say."""
    mean, branching, stuck, forced, score = figures(players, 200)
    assert abs(mean - turns) < 4
    assert 1.6 < branching < 1.9
    assert abs(stuck - blocked) < 0.06
    assert 0.52 < forced < 0.68
    assert abs(score - 16) < 2


def test_the_end_is_the_end():
    state = jokers(n_rounds=1).play(1)[-1]
    assert state.current_player == TERMINAL
    assert state.observation(0).fields.key() == state.fields.key()
