"""Searches against one another, against brute force, and against figures computed elsewhere."""

import random
from fractions import Fraction
from types import SimpleNamespace

import networkx as nx
import pytest

import boomkit
from boomkit import search
from boomkit.core import TERMINAL


def baby(layout, fuse, **options):
    return boomkit.load("baby_boom", layout=layout, fuse=fuse, n_rounds=1, first_player=0, **options)


def positions(game, count, seed, deepest=9):
    """Random decisions of a game, met by random play."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        state = game.initial_state()
        for _ in range(rng.randint(0, deepest)):
            if state.is_terminal:
                break
            state = state.apply(state.sample_chance(rng) if state.is_chance else rng.choice(state.legal_actions()))
        if state.current_player >= 0:
            found.append(state)
    return found


def brute(state):
    """The value of a state by the definition and nothing else."""
    if state.is_terminal:
        first, second = state.returns()
        return first - second
    if state.is_chance:
        return sum(share * brute(state.apply(outcome)) for outcome, share in state.chance_outcomes())
    values = [brute(state.apply(action)) for action in state.legal_actions()]
    return max(values) if state.current_player == 0 else min(values)


SMALL = [
    boomkit.load("nim", heaps="1 2 2"),
    boomkit.load("nim", heaps="3 1"),
    baby("0.0/.../1.1", 2),
    baby("0../.../..1", 3),
    baby("11./.../.00", 2),
    baby("01/10", 3),
    baby("0.0/.../1.1", 2, kick_exploded=True),
    baby("0.0/.../1.1", 2, chain_reaction=True),
]


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_every_exact_search_gives_the_value_of_the_definition(game):
    solution = search.solve(game.initial_state())
    for state in positions(game, 25, seed=7):
        value = brute(state)
        assert search.minimax(state).value == value
        assert search.minimax(state, memo=True).value == value
        assert search.alphabeta(state).value == value
        assert search.alphabeta(state, table=True).value == value
        assert search.alphabeta(state, order=lambda here, actions: sorted(actions)).value == value
        assert search.alphabeta(state, depth=40, deepening=True).value == value
        assert search.expectiminimax(state).value == value
        assert solution.of(state) == value


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_lines_and_actions_keep_the_value(game):
    for state in positions(game, 10, seed=3):
        for found in (search.minimax(state), search.alphabeta(state), search.alphabeta(state, table=True)):
            assert found.action == found.line[0]
            here = state
            for action in found.line:
                here = here.apply(action)
            first, second = here.returns() if here.is_terminal else (found.value, 0)
            assert first - second == found.value
            assert found.action in search.solve(state).best(state)


def test_random_explosions_are_averaged_exactly():
    game = baby("0../.../..1", 2, random_explosions=True)
    for state in positions(game, 12, seed=5, deepest=4):
        value = brute(state)
        assert search.expectiminimax(state).value == value == search.expectiminimax(state, memo=False).value
        assert search.solve(state).value == value
    assert any(isinstance(brute(state), Fraction) for state in positions(game, 12, seed=5, deepest=4))


# Boards solved by another program: layout, fuse, nodes of the tree, positions, classes, value.
BOARDS = [
    ("0../.../..1", 5, None, 139, 31, None),
    ("0..../...../...../...../....1", 5, None, 293, 104, None),
    ("0.0/.../1.1", 3, 66901, 1339, 442, 0),
    ("0.0/.../1.1", 5, None, 20546, None, 0),
    ("111/.../000", 2, None, None, None, -3),
    ("111/.../000", 3, None, None, None, -3),
    ("11./.../.00", 2, None, None, None, 0),
    ("11./.../.00", 3, None, None, None, 0),
]


@pytest.mark.parametrize(("layout", "fuse", "tree", "states", "classes", "value"), BOARDS)
def test_boards_that_were_solved_elsewhere(layout, fuse, tree, states, classes, value):
    state = baby(layout, fuse).initial_state()
    graph = search.tree(state, merge=True)
    counted = search.stats(graph)
    assert not counted.truncated
    if states is not None:
        assert counted.nodes == states == len(search.solve(state))
    if tree is not None:
        assert counted.tree_size == tree
    if classes is not None:
        assert len({search.canonical(graph.nodes[node]["state"]) for node in graph}) == classes
    if value is not None:
        assert search.solve(state).value == value == search.alphabeta(state, table=True).value


@pytest.mark.slow
def test_a_four_by_four_board_that_was_solved_elsewhere():
    assert search.alphabeta(baby("111./..../..../.000", 2).initial_state(), table=True).value == 1


def test_minimax_looks_at_the_whole_tree_and_alphabeta_at_little_of_it():
    state = baby("0.0/.../1.1", 3).initial_state()
    assert search.minimax(state).nodes == 66901
    assert search.alphabeta(state).nodes == 2433
    assert search.alphabeta(state, table=True).nodes < 2433


def test_perft_counts_sequences():
    state = baby("0.0/.../1.1", 2).initial_state()

    def count(here, depth):
        if depth == 0:
            return 1
        texts = here.legal_actions() or tuple(outcome for outcome, _ in here.chance_outcomes())
        return sum(count(here.apply(text), depth - 1) for text in texts)

    assert [search.perft(state, depth) for depth in range(7)] == [count(state, depth) for depth in range(7)]
    assert search.perft(state, 40) == 0


def test_perft_counts_outcomes_as_actions():
    state = boomkit.load("wild_twist_war", deck="2♣ 3♣ 4♣").initial_state()
    assert [search.perft(state, depth) for depth in range(4)] == [1, 1, 3, 6]


def test_the_tree_of_a_board_adds_up():
    graph = search.tree(baby("0.0/.../1.1", 2).initial_state())
    merged = search.stats(search.tree(baby("0.0/.../1.1", 2).initial_state(), merge=True))
    counted = search.stats(graph)
    assert nx.is_arborescence(graph)
    assert counted.nodes == merged.tree_size == counted.tree_size
    assert counted.longest == merged.longest
    assert counted.transpositions == 0 < merged.transpositions
    for plies, nodes in counted.by_depth.items():
        assert nodes == search.perft(graph.nodes[0]["state"], plies)


@pytest.mark.parametrize("merge", [False, True])
@pytest.mark.parametrize("chance", ["nodes", "merge"])
def test_probabilities_in_trees_sum_to_one_as_fractions(merge, chance):
    graph = search.tree(
        boomkit.load("wild_twist_war", deck="2♣ 2♦ 3♣ Red").initial_state(), depth=2, merge=merge, chance=chance
    )
    chances = [node for node in graph if graph.nodes[node]["kind"] == "chance" and graph.out_degree(node)]
    assert chances
    for node in chances:
        shares = [graph.edges[node, child]["probability"] for child in graph.successors(node)]
        assert all(isinstance(share, Fraction) for share in shares)
        assert sum(shares) == 1
    if chance == "merge":
        assert not any(graph.nodes[child]["kind"] == "chance" for node in chances for child in graph.successors(node))


def test_a_limit_is_said_and_kept():
    graph = search.tree(baby("0.0/.../1.1", 3).initial_state(), limit=100)
    assert len(graph) == 100
    assert graph.graph["truncated"]
    assert "limit of 100 nodes" in graph.graph["reason"]
    assert search.stats(graph).truncated
    with pytest.raises(boomkit.BoomkitError, match="more than 100 positions"):
        search.solve(baby("0.0/.../1.1", 3).initial_state(), limit=100)


class Drawn:
    """A state of a game that is drawn as nested lists: a number is an end, a list a decision."""

    game = SimpleNamespace(players=2, name="drawn")

    def __init__(self, tree, seat=0, seen=None, path=""):
        self.tree, self.seat, self.seen, self.path = tree, seat, [] if seen is None else seen, path
        self.is_chance = False
        self.is_terminal = not isinstance(tree, list)

    @property
    def current_player(self):
        return TERMINAL if self.is_terminal else self.seat

    def legal_actions(self):
        return () if self.is_terminal else tuple(map(str, range(len(self.tree))))

    def apply(self, action):
        return Drawn(self.tree[int(action)], 1 - self.seat, self.seen, self.path + action)

    def returns(self):
        self.seen.append(self.path)
        return self.tree, 0

    def __str__(self):
        return self.path


def drawn_trees(seed, depth=5):
    rng = random.Random(seed)

    def grow(left):
        if left == 0 or rng.random() < 0.1:
            return rng.randint(-9, 9)
        return [grow(left - 1) for _ in range(rng.randint(1, 4))]

    return [grow(depth - 1) for _ in range(rng.randint(2, 4))]


def leaves_by_the_book(tree):
    """The leaves that fail-hard alpha-beta evaluates, cutting at ties: written once more, over lists."""
    seen = []

    def look(node, seat, alpha, beta, path):
        if not isinstance(node, list):
            seen.append(path)
            return node
        for number, child in enumerate(node):
            value = look(child, 1 - seat, alpha, beta, path + str(number))
            if seat == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if seat == 0 else beta

    look(tree, 0, float("-inf"), float("inf"), "")
    return seen


@pytest.mark.parametrize("seed", range(60))
def test_alphabeta_evaluates_the_leaves_of_the_book(seed):
    tree = drawn_trees(seed)
    state = Drawn(tree)
    found = search.alphabeta(state)
    assert state.seen == leaves_by_the_book(tree)
    assert found.counts["leaves"] == len(state.seen)
    assert found.value == search.minimax(Drawn(tree)).value


@pytest.mark.parametrize("seed", range(12))
def test_the_annotated_graph_is_what_was_counted(seed):
    tree = drawn_trees(seed)
    found = search.alphabeta(Drawn(tree), graph=True)
    looked = [node for node in found.graph if "order" in found.graph.nodes[node]]
    assert len(looked) == found.nodes
    assert sorted(found.graph.nodes[node]["order"] for node in looked) == sorted(looked)
    cuts = [edge for *edge, cut in found.graph.edges(data="cut") if cut is not None]
    assert bool(cuts) == bool(found.counts["cuts"])
    for parent, child in cuts:
        alpha, beta = found.graph.edges[parent, child]["cut"]
        assert alpha >= beta
        assert found.graph.nodes[child]["cut"]
    assert found.graph.nodes[0]["value"] == found.value
    plain = search.minimax(Drawn(tree), graph=True)
    assert len(plain.graph) == plain.nodes


def test_depth_limits_are_estimates_and_say_so():
    state = baby("0.0/.../1.1", 3).initial_state()
    shallow = search.minimax(state, depth=2)
    assert not shallow.exact
    assert shallow.value == 0 == search.alphabeta(state, depth=2).value
    assert len(shallow.line) == 2
    assert search.minimax(state, depth=2, evaluate=lambda here: 5).value == 5
    assert search.minimax(state, depth=60).exact


def test_more_than_two_seats():
    game = boomkit.load("baby_boom", layout="0.1/.../2..", fuse=2, n_rounds=1, first_player=0)
    state = game.initial_state()
    best = search.maxn(state)
    assert len(best.value) == 3
    sure = search.paranoid(state)
    assert sure.value[0] <= best.value[0]
    assert search.solve(state).value == best.value
    with pytest.raises(boomkit.BoomkitError, match="has 3"):
        search.minimax(state)


def test_expectimax_against_random_play_is_the_mean_over_all_games():
    state = boomkit.load("nim", heaps="1 2").initial_state()

    def mean(here, me):
        if here.is_terminal:
            return Fraction(here.returns()[me])
        values = [mean(here.apply(action), me) for action in here.legal_actions()]
        return max(values) if here.current_player == me else sum(values) / len(values)

    for seat in range(2):
        assert search.expectimax(state, seat=seat).value == mean(state, seat)


def test_a_concave_utility_changes_the_choice_of_a_bold_player():
    game = baby("0.0/.../1.1", 3, random_explosions=True)
    changed = 0
    for state in positions(game, 30, seed=2, deepest=6):
        plain = search.expectimax(state, depth=2, evaluate=lambda here: 0)
        careful = search.expectimax(state, depth=2, utility=lambda value: -((3 - value) ** 2), evaluate=lambda here: 0)
        changed += plain.action != careful.action
    assert changed


@pytest.mark.slow
def test_mcts_finds_the_best_moves_of_solved_boards():
    game, found, asked = baby("0.0/.../1.1", 3), 0, 0
    solution = search.solve(game.initial_state())
    for number, state in enumerate(positions(game, 400, seed=1, deepest=6)):
        best = solution.best(state)
        if len(best) > 1 or len(state.legal_actions()) < 2:
            continue
        asked += 1
        found += search.mcts(state, iterations=1000, seed=number).action == best[0]
        if asked == 60:
            break
    assert asked == 60
    assert found >= 54


def test_mcts_counts_what_it_does_and_follows_its_seed():
    state = baby("0.0/.../1.1", 3).initial_state()
    found = search.mcts(state, iterations=150, seed=4, graph=True)
    assert sum(found.counts.values()) == 150
    assert found == search.mcts(state, iterations=150, seed=4)
    assert found.graph.nodes[0]["visits"] == 150
    assert len(found.graph) == found.nodes
    for node in found.graph:
        below = sum(found.graph.nodes[child]["visits"] for child in found.graph.successors(node))
        assert below <= found.graph.nodes[node]["visits"]


@pytest.mark.parametrize("name", ["jokers_go_boom", "boom_o", "tic_stack_boom"])
def test_ismcts_is_given_an_observation_and_never_the_state(name, monkeypatch):
    game = boomkit.load(name)
    state = game.deal(3)
    while len(state.legal_actions()) < 2:
        state = state.apply(state.legal_actions()[0]).resolve(random.Random(1))
    seen = state.observation(state.current_player)
    worlds = []
    sample = type(game).sample

    def poisoned(self, observation, rng):
        assert observation is seen
        worlds.append(sample(self, observation, rng))
        return worlds[-1]

    monkeypatch.setattr(type(game), "sample", poisoned)
    hidden = state._fields
    state._fields = None  # whoever reaches for the true cards now fails
    found = search.ismcts(seen, iterations=30, seed=2)
    state._fields = hidden
    assert found.action in state.legal_actions()
    assert sum(found.counts.values()) == 30 == len(worlds)
    assert len({str(world) for world in worlds}) > 1


def test_ismcts_shows_its_shared_tree():
    game = boomkit.load("jokers_go_boom", n_rounds=1)
    state = game.deal(5)
    found = search.ismcts(state.observation(state.current_player), iterations=80, seed=1, graph=True)
    assert len(found.graph) == found.nodes
    assert found.graph.nodes[0]["visits"] == 80
    for node in found.graph:
        below = [found.graph.nodes[child] for child in found.graph.successors(node)]
        assert sum(child["visits"] for child in below) <= found.graph.nodes[node]["visits"]
        assert all(child["available"] >= child["visits"] for child in below)
        assert found.graph.nodes[node]["state"] is None


def test_a_solution_becomes_a_graph_with_values_and_best_play():
    state = baby("0.0/.../1.1", 2).initial_state()
    graph = search.solve(state).graph()
    for node, known in graph.nodes(data=True):
        assert known["value"] == brute(known["state"])
        best = [child for child in graph.successors(node) if graph.edges[node, child].get("best")]
        if known["kind"] == "decision":
            assert best
            assert {graph.nodes[child]["value"] for child in best} == {known["value"]}


def test_markov_agrees_with_many_games():
    game = boomkit.load("wild_twist_war", ranks=3, suits=1, include_wilds=["Red"])
    chain = search.markov(game.initial_state())
    games = [game.play(seed) for seed in range(4000)]
    mean = sum(len(played) - 1 for played in games) / len(games)
    won = sum(played[-1].returns()[0] for played in games) / len(games)
    assert mean == pytest.approx(float(chain.value), rel=0.08)
    assert float(won) == pytest.approx(float(chain.absorption[0]), abs=0.03)
    assert sum(chain.absorption) == 1


def test_markov_of_a_game_with_choices_takes_each_as_likely():
    chain = search.markov(boomkit.load("nim", heaps="2").initial_state())
    assert chain.value == Fraction(3, 2)
    assert chain.absorption == (Fraction(1, 2), Fraction(1, 2))


def test_a_game_that_can_go_round_in_circles_is_not_solved_but_said():
    with pytest.raises(boomkit.BoomkitError, match="can return to the position"):
        search.solve(boomkit.load("wild_twist_war", deck="2♣ 3♣ 4♣ 5♣").initial_state())


def test_canonical_is_one_for_all_images_and_idempotent():
    game = baby("0.0/.../1.1", 3)
    for state in positions(game, 40, seed=9):
        images = game.images(state)
        assert len({search.canonical(image) for image in images}) == 1
        assert search.canonical(search.canonical(state)) == search.canonical(state)
        assert len({search.solve(image).value for image in images[:3]}) == 1


def test_information_sets_group_what_a_seat_cannot_tell_apart():
    from boomkit.picture.tree import draw_tree

    game = boomkit.load("jokers_go_boom", n_rounds=1, hand_size=2, deck="4♥ 4♣ 9♥ 5♣ 7♠ 6♦ 8♠ 9♠ K♦")
    graph = search.tree(game.read("top 4♥; turn 1; hands 4♣ 9♥ / 5♣ 7♠ / 6♦ 8♠"), depth=3)
    groups = search.information_sets(graph)
    assert groups
    for nodes in groups:
        seats = {graph.nodes[node]["seat"] for node in nodes}
        assert len(seats) == 1
        seen = {graph.nodes[node]["state"].observation(*seats) for node in nodes}
        assert len(seen) == 1
        assert len({str(graph.nodes[node]["state"]) for node in nodes}) > 1
    shown = [
        graph.nodes[node]["state"].observation(graph.nodes[node]["seat"]) for nodes in groups for node in nodes[:1]
    ]
    assert len(set(shown)) == len(shown)
    drawn = draw_tree(graph)
    assert "set 1" in drawn
    assert "cannot tell these apart" in drawn
