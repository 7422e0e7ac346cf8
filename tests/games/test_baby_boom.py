"""Baby Boom against a second implementation, known figures, and its invariants under every option."""

import copy
import json
import random
from pathlib import Path

import pytest
from baby_boom_plain import Plain
from hypothesis import given, settings
from hypothesis import strategies as st

import boomkit
from boomkit import search
from boomkit.core import ALLOWED
from boomkit.errors import IllegalActionError, OptionError, PositionError
from boomkit.games.baby_boom import agents, picture, rules, setup

FIGURES = json.loads((Path(__file__).parent / "data" / "baby_boom.json").read_text(encoding="utf-8"))


def baby(**options):
    return boomkit.load("baby_boom", **options)


def small(layout, **options):
    """Return the first state of one round in which seat 0 starts, as the lessons use it."""
    return baby(layout=layout, n_rounds=1, first_player=0, **options).initial_state()


# -- known figures ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_opening_moves_are_counted(players):
    start = baby(players=players, first_player=0).initial_state()
    counts = FIGURES["opening_perft"][str(players)]
    assert [search.perft(start, depth) for depth in range(1, 5)] == counts[:4]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_opening_moves_are_counted_to_five(players):
    start = baby(players=players, first_player=0).initial_state()
    assert search.perft(start, 5) == FIGURES["opening_perft"][str(players)][4]


def cases(name):
    """Return the known figures of one kind; what takes more than a moment is marked slow."""
    return [
        pytest.param(case, id=f"{case['layout']} {case['fuse']}", marks=[pytest.mark.slow] if case.get("slow") else [])
        for case in FIGURES[name]
    ]


@pytest.mark.parametrize("case", cases("perft"))
def test_perft_of_small_boards(case):
    start = small(case["layout"], fuse=case["fuse"], **case["options"])
    assert [search.perft(start, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]
    assert plain_perft(plain(start), len(case["counts"])) == case["counts"][-1]


def plain_perft(model, depth):
    """Count sequences of actions in the second implementation."""
    if depth == 0:
        return 1
    total = 0
    for action in [] if model.round_over() else model.legal():
        after = copy.deepcopy(model)
        after.play(action, iter(()))
        if not after.round_over():
            after.seat = after.next_seat()
        total += plain_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("case", cases("positions"))
def test_reachable_positions_are_counted(case):
    assert len(search.solve(small(case["layout"], fuse=case["fuse"]))) == case["positions"]


@pytest.mark.parametrize("case", cases("values"))
def test_values_with_best_play(case):
    assert search.solve(small(case["layout"], fuse=case["fuse"])).value == case["value"]


def test_tree_positions_and_classes_of_two_bombs_each():
    solution = search.solve(small("0.0/.../1.1", fuse=3))
    nodes = {}
    for state in reversed(list(search_order(solution.root))):
        nodes[state] = 1 + sum(nodes[state.apply(action)] for action in state.legal_actions())
    assert nodes[solution.root] == 66_901
    maps = solution.root.game.symmetries()
    assert len(maps) == 7
    classes = {min([state.fields.key(), *(image(state.fields).key() for image in maps)]) for state in solution}
    assert (len(solution), len(classes)) == (1_339, 442)


def search_order(root):
    """Walk over all positions, each after one that leads to it by fewer points on the faces."""
    layer = {root}
    faces = {root: left(root)}
    waiting = [root]
    while waiting:
        for action in (state := waiting.pop()).legal_actions():
            after = state.apply(action)
            if after not in layer:
                layer.add(after)
                faces[after] = left(after)
                waiting.append(after)
    return sorted(layer, key=lambda state: -faces[state])


def left(state):
    """Add up the numbers on the board: every turn lowers the sum."""
    return sum(number * state.fields.shows[number].bit_count() for number in range(1, 6))


# -- worked checks that are not in the rulebook as they stand --------------------------------------------------------


def test_a_bomb_in_the_corner_boxed_in_can_only_count_down():
    state = small("0../.../..1").game.read("1A*A./*B../..3B; turn 0")
    assert state.legal_actions() == ("a3*",)


def test_moving_a_1_clears_where_it_lands_and_not_where_it_was():
    state = baby().read("3B.2B../...../..1A../..4B../5A....; turn 0")
    after = state.apply("c3-d3")
    assert str(after).startswith("3B.2B../...../...*A./..4B../5A....")


# -- against the second implementation --------------------------------------------------------------------------------

SETS = st.lists(
    st.lists(st.sampled_from(setup.SWITCHES), unique=True, max_size=4).filter(
        lambda one: "watch_out" not in one or "tiles" in one
    ),
    min_size=1,
    max_size=3,
)
OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "fuse": st.integers(1, 5),
        "rounds": SETS,
        "kick_exploded": st.booleans(),
        "chain_reaction": st.booleans(),
        "forced_countdown": st.sampled_from(["only_if_stuck", "per_bomb"]),
        "round_end": st.sampled_from(["live", "mobile"]),
        "wall_solid": st.booleans(),
        "blocker_shields_occupant": st.booleans(),
        "random_range": st.sampled_from(["within", "exact"]),
        "tie_break": st.sampled_from(["shared", "last_round"]),
        "first_player": st.sampled_from(["roll", 0, 1]),
    }
)
DENSE = ("tiles", "traps")


@st.composite
def crowded(draw):
    """Draw options of a small board full of tiles and bombs, where everything meets everything."""
    size = draw(st.integers(3, 4))
    squares = [f"{'abcd'[column]}{size - row}" for row in range(size) for column in range(size)]
    seats = draw(st.lists(st.sampled_from(".01.2"), min_size=size**2, max_size=size**2))
    tiles = {}
    for number, square in enumerate(squares):
        tile = draw(st.sampled_from(["", "wall", "conveyor", "paddle", "detonator", "pit", "conveyor", "paddle"]))
        if tile in ("wall", "pit") and seats[number] != ".":
            continue
        if tile:
            arrow = draw(st.sampled_from(setup.ARROWS))
            tiles[square] = f"{tile} {arrow}" if tile in ("conveyor", "paddle") else tile
    layout = "/".join("".join(seats[row * size : (row + 1) * size]) for row in range(size))
    options = draw(OPTIONS) | {"layout": layout, "tiles": tiles}
    del options["players"]
    return options


def plain(state):
    """Set the second implementation up in a position, by its text."""
    game = state.game
    board = str(state).split(";")[0]
    bombs = {}
    for row, text in enumerate(board.split("/")):
        column = 0
        while text:
            if text[0] != ".":
                bombs[row, column] = ("ABCD".index(text[1]), "*12345".index(text[0]))
            text = text[1 if text[0] == "." else 2 :]
            column += 1
    size = game.options["size"]
    number = state.fields.round
    model = Plain(size, game.players, bombs, state.current_player, game.options, switches=game.switches[number - 1])
    for square, tile in game.tiles_of_round(number).items():
        kind, _, arrow = tile.partition(" ")
        model.tiles[model.square(square)] = (kind, arrow or None)
    spent = [part.split()[1:] for part in str(state).split("; ") if part.startswith("spent ")]
    model.spent = {model.square(square) for part in spent for square in part}
    return model


def turn(state, action, rng):
    """Play an action in both and compare; return the engine's state after it."""
    model = plain(state)
    assert list(state.legal_actions()) == model.legal()
    after, rolls = state.apply(action), []
    while after.is_chance:
        outcome = after.sample_chance(rng)
        rolls.append(0 if outcome == "Boom" else int(outcome))
        after = after.apply(outcome)
    drawn = iter(rolls)
    model.play(action, drawn)
    assert list(drawn) == []
    scored = [after.fields.scores[seat] - state.fields.scores[seat] for seat in range(state.game.players)]
    if model.round_over():
        assert scored == model.points()
        assert after.is_terminal or after.fields.round == state.fields.round + 1
    else:
        assert scored == [0] * state.game.players
        now = plain(after)
        assert (now.bombs, now.spent, now.seat) == (model.bombs, model.spent, model.next_seat())
    return after


def whole_game(game, seed):
    rng = random.Random(seed)
    state = game.initial_state().resolve(rng)
    turns = 0
    while not state.is_terminal:
        state = turn(state, rng.choice(state.legal_actions()), rng)
        turns += 1
    return turns


def loaded(options):
    """Load a game, or return None where these options do not fit together (a start that is over, too few bombs)."""
    try:
        return baby(**options)
    except OptionError:
        return None


@settings(max_examples=60, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**32))
def test_usual_boards_are_played_as_the_second_implementation_does(options, seed):
    game = loaded(options)
    if game is not None:
        bombs = sum(map(len, setup.LAYOUTS[game.players].replace(".", "").replace("/", "").split()))
        assert whole_game(game, seed) <= 3 * bombs * game.options["fuse"]


@settings(max_examples=150, deadline=None)
@given(options=crowded(), seed=st.integers(0, 2**32))
def test_crowded_boards_are_played_as_the_second_implementation_does(options, seed):
    game = loaded(options)
    if game is not None:
        whole_game(game, seed)


# -- invariants -------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(options=crowded() | OPTIONS, seed=st.integers(0, 2**32))
def test_the_fast_legal_actions_are_the_candidates_that_no_clause_forbids(options, seed):
    game = loaded(options)
    if game is None:
        return
    for state in game.play(seed):
        if state.is_terminal or state.is_chance:
            continue
        fields = state.fields
        fields.offers = []
        rules.candidates(fields)
        candidates = list(fields.offers)
        assert len(candidates) == len(set(candidates)) == game.options["size"] ** 2 * rules.ACTIONS
        allowed = [code for code in candidates if rules.forbids(fields, code) == ALLOWED]
        assert allowed == game.legal_codes(fields)
        assert allowed == sorted(allowed)


@settings(max_examples=40, deadline=None)
@given(options=crowded() | OPTIONS, seed=st.integers(0, 2**32))
def test_sets_of_squares_fit_together_and_texts_are_exact(options, seed):
    game = loaded(options)
    if game is None:
        return
    played = game.play(seed)
    before = None
    for state in played:
        fields = state.fields
        bombs = rules.occupied(fields)
        assert sum(fields.bombs) == sum(fields.shows) == bombs  # no square twice, a face for each bomb
        assert bombs & ~fields.options.board == 0
        assert fields.spent & ~fields.options.detonators == 0
        again = game.read(str(state))
        assert again == state
        assert str(again) == str(state)
        assert again.current_player == state.current_player
        assert again.legal_actions() == state.legal_actions()
        here = (fields.round, left(state))
        if before is not None and before[0] == here[0] and not state.is_terminal:
            assert here[1] < before[1]
        before = None if state.is_chance else here
    assert boomkit.read_playthrough(played.to_json()) == played
    assert played[-1].returns() == tuple(played[-1].fields.scores[: game.players])
    assert game.winners(played[-1].fields)


@settings(max_examples=25, deadline=None)
@given(options=crowded(), seed=st.integers(0, 2**32))
def test_symmetries_keep_what_may_be_done_and_what_follows(options, seed):
    game = loaded({**options, "n_rounds": 1, "rounds": options["rounds"][:1]})
    if game is None:
        return
    for image in game.symmetries():
        for state in game.play(seed):
            if state.is_chance or state.is_terminal:
                continue
            other = boomkit.core.State(game, image(state.fields))
            follow = sorted(successor(state, action, image) for action in state.legal_actions())
            assert follow == sorted(successor(other, action, None) for action in other.legal_actions())


def successor(state, action, image):
    after = state.apply(action)
    if after.is_chance:
        return "chance", ()
    fields = after.fields if image is None else image(after.fields)
    return "position", fields.key()


def test_symmetries_of_the_usual_games():
    assert len(baby().symmetries()) == 1  # left and right
    assert len(baby(n_rounds=1).symmetries()) == 7
    assert baby(players=4).symmetries() == []
    assert len(baby(tiles=True, traps=True, n_rounds=1).symmetries()) == 1  # the half turn


# -- options, texts, errors -------------------------------------------------------------------------------------------


def test_size_and_players_follow_from_the_layout():
    game = baby(layout="0.1./..../..2./....")
    assert (game.options["size"], game.players) == (4, 3)
    assert game.given == {"layout": "0.1./..../..2./...."}
    assert baby(size=4, players=3, layout="0.1./..../..2./....") == game
    assert baby(layout=setup.LAYOUTS[3]) == baby(players=3)
    assert baby(layout=setup.LAYOUTS[3]).given == {"players": 3}


@pytest.mark.parametrize(
    "options",
    [
        {"size": 3},
        {"size": 4, "layout": "0../.../..1"},
        {"players": 3, "layout": "0../.../..1"},
        {"layout": "0../...x/..1"},
        {"layout": "0../.../..."},
        {"fuse": 6},
        {"first_player": 2},
        {"first_player": "youngest"},
        {"layout": "0../.../..1", "traps": True},
        {"tiles": {"f1": "wall"}},
        {"tiles": {"a1": "wall"}},
        {"tiles": {"c3": "paddle"}},
        {"tiles": {"c3": ("conveyor", "up", "down")}},
        {"tiles": {"c3": "bridge"}},
        {"tiles": {(2, 9): "wall"}},
        {"rounds": [["tiles"]] * 4},
        {"rounds": ["tiles"]},
        {"rounds": "wait_for_it", "n_rounds": 2},
        {"n_rounds": 0},
        {"layout": "01/10", "round_end": "mobile"},
    ],
)
def test_options_that_do_not_fit_are_refused_with_a_sentence(options):
    with pytest.raises(OptionError) as refused:
        baby(**options)
    assert str(refused.value).endswith(".")


def test_tiles_may_be_given_by_row_and_column_and_by_the_compass():
    game = baby(tiles={(2, 2): ("paddle", "north"), (1, 1): "wall", "d2": ("pit", None)})
    assert game.options["tiles"] == {"b4": "wall", "c3": "paddle up", "d2": "pit"}
    assert game.switches == (frozenset({"tiles", "traps"}),) * 3
    assert game.read(str(game.deal(1))) == game.deal(1)


def test_switches_given_alone_hold_in_every_round():
    game = baby(random_explosions=True, rounds=[[], ["tiles"]])
    assert game.switches == (
        frozenset({"random_explosions"}),
        frozenset({"random_explosions", "tiles"}),
        frozenset({"random_explosions", "tiles"}),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5A../.../..", "'..' has 2 squares"),
        ("5A../.../..5C; turn 0", "'5C' in row '..5C'"),
        ("5A../.../..6B; turn 0", "'6B'"),
        ("5A../.../..5B; turn 2", "2 is not from 0 to 1"),
        ("*A../.../..5B5B; turn 0", "has 4 squares"),
        ("*A5A./.../..5B; turn 0; spent b2", "no detonator on 'b2'"),
        ("*A../4B.3B/..5B; turn 0", "round 1 of 3 is over"),
        ("*A.2A/.3B./...; turn 0; roll 1", "at least two seats roll"),
    ],
)
def test_a_bad_position_is_quoted(text, said):
    with pytest.raises(PositionError) as refused:
        baby(layout="0../.../..1").read(text)
    assert said in str(refused.value)


def test_a_seat_without_a_live_bomb_cannot_be_due():
    with pytest.raises(PositionError, match="seat 0 has no live bomb"):
        baby(layout="0../.1./..2").read("*A../.5B./..5C; turn 0")


def test_why_not_names_this_position_and_the_squares():
    state = baby(layout="0../.../..1").read("3A../3B../*B2A.; turn 0")
    reason = state.why_not("a3xa2")
    assert reason.clause == "BB-K2"
    assert reason.marks == ("square a2", "square a1")
    assert state.why_not("a3-a4").clause == "BB-T2"
    assert "a2" in state.why_not("a3-a2")
    assert state.why_not("b1xa1").clause == "BB-K8"
    with pytest.raises(IllegalActionError, match="a move is written b2-b3"):
        state.apply("a3 up")


def test_every_clause_that_forbids_has_a_sentence():
    seen = set()
    for seed in range(6):
        game = baby(tiles=True, traps=True, players=2 + seed % 3)
        for state in game.play(seed)[seed::7]:
            for action in game.candidates(state.fields) if state.current_player >= 0 else ():
                reason = state.why_not(action)
                if reason is not None:
                    seen.add(reason.clause)
                    assert reason.endswith(".")
                    assert all(mark.removeprefix("square ") in reason or reason.clause for mark in reason.marks)
    assert seen >= {f"BB-{clause}" for clause in ("T2", "T3", "T7", "T9", "K1", "K2", "K3", "K7", "K8", "P1")}


def test_the_same_seed_steps_and_replays_alike():
    game = baby(rounds="wait_for_it")
    played = game.play(5)
    for before, after, (action, drawn) in zip(played[1:], played[2:], played.steps[1:], strict=False):
        assert before.apply(action).replay(drawn) == after


# -- pictures ---------------------------------------------------------------------------------------------------------


def test_every_legal_action_can_be_clicked_at_both_its_ends():
    for state in baby(tiles=True, traps=True).play(3)[:30]:
        svg = picture.draw(state)
        offered = [part.split('"')[0].split("|") for part in svg.split('data-action="')[1:]]
        for action in state.legal_actions():
            assert sum(action in actions for actions in offered) == (1 if action.endswith("*") else 2)
        assert "data-action" not in picture.draw(state, legal=False)


def test_a_bomb_keeps_its_key_while_it_moves():
    state = small("0.0/.../1.1")
    assert picture.keys(state)["a3"] == "bomb 0 a3"
    state = state.apply("a3-b3").apply("a1-a2").apply("b3-b2")
    assert picture.keys(state) == {"b2": "bomb 0 a3", "c3": "bomb 0 c3", "a2": "bomb 1 a1", "c1": "bomb 1 c1"}
    kicked = baby(layout="0../.../..1").read(".../4A2B./...; turn 0").apply("a2xb2")
    assert picture.keys(kicked) == {"b2": "bomb 0 a2", "c2": "bomb 1 b2"}


def test_keys_are_unique_in_every_picture():
    for seed in range(4):
        for state in baby(players=2 + seed % 3, rounds="wait_for_it").play(seed):
            names = picture.keys(state)
            assert len(set(names.values())) == len(names) == len(picture.bombs(state))


# -- agents -----------------------------------------------------------------------------------------------------------


def points(game, team, seeds):
    """Add up the points of two agents over games in which they change seats."""
    totals = [0, 0]
    for seed in seeds:
        for first in range(2):
            result = game.play(seed, [team[first], team[1 - first]])[-1].returns()
            totals[first] += result[0]
            totals[1 - first] += result[1]
    return totals


def test_greedy_beats_chance_and_clever_beats_greedy():
    game = baby(layout="000/.../111", n_rounds=1, fuse=4)
    greedy, chance = points(game, (agents.greedy, None), range(25))
    assert greedy > 1.5 * chance
    clever, greedy = points(game, (agents.clever, agents.greedy), range(8))
    assert clever > greedy


def test_clever_finds_the_value_of_a_short_ending():
    start = small("0../.../..1", fuse=1)
    chosen = agents.clever(start.observation(0), start.legal_actions(), random.Random(1))
    solution = search.solve(start)
    assert solution.value == solution.values[start.apply(chosen)]


def test_a_ray_between_facing_paddles_takes_its_first_step_once():
    """BB-P11: the bomb stands on one of two paddles that face each other, so the ray comes back; it does not go on."""
    game = baby(
        layout="1.2./..10/0..0/1.01",
        rounds=[["tiles", "watch_out", "random_explosions"]],
        tiles={"a3": "paddle right", "b3": "paddle left"},
        random_range="exact",
        forced_countdown="per_bomb",
    )
    after = game.read(".4B../4A1C3A5A/.3B.3B/5B4A..; turn 2").apply("b3*").apply("3")
    assert str(after).startswith(".4B../4A*C3A5A/.3B.3B/5B4A..")
