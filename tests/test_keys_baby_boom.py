"""The answer keys of lessons 04 to 06: every exact number that they or the course plan name, computed twice.

Once with the engine and `boomkit.search`, and once with the little Baby Boom below, which was written from the rules
alone: a board is a tuple of squares in reading order, a square is 0 or (seat, face).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import networkx as nx
import pytest

import boomkit
from boomkit import search
from boomkit.games.baby_boom.agents import margin as margin_of

ONE_EACH, TWO_EACH, THREE_EACH = "0../.../..1", "0.0/.../1.1", "000/.../111"
LARGE_ONE_EACH = "0..../...../...../...../....1"

Square = Any
Position = tuple[int, tuple[Square, ...]]
"""The seat to move, and the board."""


# ------------------------------------------------------------------------------------------- the little Baby Boom


def begin(layout: str, fuse: int) -> Position:
    return 0, tuple(0 if sign == "." else (int(sign), fuse) for sign in layout.replace("/", ""))


def side(board: tuple[Square, ...]) -> int:
    return int(len(board) ** 0.5)


def step(size: int, square: int, way: int) -> int | None:
    """Up, down, left, right, in this order; None off the board."""
    row, column = divmod(square, size)
    row, column = row + (-1, 1, 0, 0)[way], column + (0, 0, -1, 1)[way]
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def live(board: tuple[Square, ...], seat: int) -> list[int]:
    return [square for square, bomb in enumerate(board) if bomb and bomb[0] == seat and bomb[1] > 0]


def is_over(position: Position) -> bool:
    return not live(position[1], 0) or not live(position[1], 1)


def followers(position: Position) -> Iterator[Position]:
    """What one action makes of a position: bombs in reading order, up, down, left, right."""
    turn, board = position
    if is_over(position):
        return
    found = [after for square in live(board, turn) for after in acted(board, turn, square)]
    found = found or [landed(lifted(board, square), square, turn, board[square][1] - 1) for square in live(board, turn)]
    yield from ((1 - turn, after) for after in found)


def acted(board: tuple[Square, ...], turn: int, square: int) -> Iterator[tuple[Square, ...]]:
    size, face = side(board), board[square][1]
    for way in range(4):
        target = step(size, square, way)
        if target is None:
            continue
        if not board[target]:
            yield landed(lifted(board, square), target, turn, face - 1)
            continue
        other, shown = board[target]
        behind = step(size, target, way)
        if other != turn and 0 < shown < face and behind is not None and not board[behind]:
            # Both count down and stand where they stop before anything explodes.
            moved = list(lifted(board, square))
            moved[target], moved[behind] = (turn, face - 1), (other, shown - 1)
            yield exploded(tuple(moved), behind) if shown == 1 else tuple(moved)


def lifted(board: tuple[Square, ...], square: int) -> tuple[Square, ...]:
    return (*board[:square], 0, *board[square + 1 :])


def landed(board: tuple[Square, ...], square: int, seat: int, face: int) -> tuple[Square, ...]:
    after = (*board[:square], (seat, face), *board[square + 1 :])
    return exploded(after, square) if face == 0 else after


def exploded(board: tuple[Square, ...], square: int) -> tuple[Square, ...]:
    size = side(board)
    row, column = divmod(square, size)
    hit = {n for n in range(len(board)) if n != square and (n // size == row or n % size == column)}
    return tuple(0 if n in hit else bomb for n, bomb in enumerate(board))


def points(position: Position, seat: int) -> int:
    return sum(max(bomb[1], 1) for bomb in position[1] if bomb and bomb[0] == seat)


def margin(position: Position) -> int:
    return points(position, 0) - points(position, 1)


@cache
def everything(layout: str, fuse: int) -> dict[Position, tuple[Position, ...]]:
    """Every position that can be reached, with what follows it."""
    found: dict[Position, tuple[Position, ...]] = {}
    waiting = [begin(layout, fuse)]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found[here] = tuple(followers(here))
            waiting += found[here]
    return found


def perft(position: Position, depth: int) -> int:
    return 1 if depth == 0 else sum(perft(after, depth - 1) for after in followers(position))


def fold(layout: str, fuse: int, end: Callable[[Position], Any], inner: Callable[[Position, list[Any]], Any]) -> Any:
    """Compute something for the start from the ends backwards; the total countdown says what comes first."""
    graph = everything(layout, fuse)
    known: dict[Position, Any] = {}
    for here in sorted(graph, key=countdown):
        known[here] = inner(here, [known[after] for after in graph[here]]) if graph[here] else end(here)
    return known[begin(layout, fuse)]


def countdown(position: Position) -> int:
    return sum(bomb[1] for bomb in position[1] if bomb)


def tree_size(layout: str, fuse: int) -> int:
    return int(fold(layout, fuse, lambda _: 1, lambda _, below: 1 + sum(below)))


def best_play(layout: str, fuse: int) -> int:
    return int(fold(layout, fuse, margin, lambda here, below: (max, min)[here[0]](below)))


def least_image(position: Position) -> Position:
    turn, board = position
    size = side(board)
    rows = [board[size * n : size * (n + 1)] for n in range(size)]
    images = []
    for _ in range(4):
        rows = [tuple(row) for row in zip(*rows[::-1], strict=True)]
        images += [rows, rows[::-1]]
    return turn, min((sum(image, ()) for image in images), key=repr)


def nodes_of_alpha_beta(layout: str, fuse: int, greedy: bool) -> tuple[int, int]:
    """Value and nodes, fail-hard and in Knuth and Moore's words; `greedy` looks at the best margin first."""
    nodes = 0

    def look(here: Position, alpha: int, beta: int) -> int:
        nonlocal nodes
        nodes += 1
        below = list(followers(here))
        if not below:
            return margin(here)
        sign = 1 if here[0] == 0 else -1
        if greedy:
            below.sort(key=lambda after: -sign * margin(after))
        for after in below:
            value = look(after, alpha, beta)
            alpha, beta = (max(alpha, value), beta) if sign == 1 else (alpha, min(beta, value))
            if alpha >= beta:
                break
        return alpha if sign == 1 else beta

    return look(begin(layout, fuse), -99, 99), nodes


# --------------------------------------------------------------------------------------------------- the engine's side


def start(layout: str, fuse: int) -> boomkit.core.State:
    return boomkit.load("baby_boom", layout=layout, fuse=fuse, n_rounds=1, first_player=0).initial_state()


@cache
def graph_of(layout: str, fuse: int) -> nx.DiGraph:
    return search.tree(start(layout, fuse), merge=True)


def as_position(state: boomkit.core.State, turn: int) -> Position:
    """Read the engine's board text; the engine has no seat to move at the end, so it is told."""
    board: list[Square] = []
    text = str(state).split(";")[0].replace("/", "")
    while text:
        empty = text[0] == "."
        board.append(0 if empty else ("AB".index(text[1]), "*12345".index(text[0])))
        text = text[1 if empty else 2 :]
    return turn, tuple(board)


# ------------------------------------------------------------------------------------------------------------ lesson 04


@pytest.mark.parametrize(
    ("layout", "fuse", "counts"),
    [
        ("11111/...../...../...../00000", 5, [1, 5, 25, 230, 2116, 19565]),
        (TWO_EACH, 3, [1, 4, 16, 56, 186, 702, 2128]),
        (ONE_EACH, 2, [1, 2, 4, 12, 0]),
    ],
)
def test_perft(layout: str, fuse: int, counts: list[int]) -> None:
    assert [search.perft(start(layout, fuse), depth) for depth in range(len(counts))] == counts
    assert [perft(begin(layout, fuse), depth) for depth in range(len(counts))] == counts


def test_the_default_game_is_the_board_of_the_perft() -> None:
    full = boomkit.load("baby_boom", first_player=0).initial_state()
    assert [search.perft(full, depth) for depth in range(5)] == [1, 5, 25, 230, 2116]


def test_a_kick_never_explodes_the_kicker_and_a_kicked_one_always_removes_it() -> None:
    """Both by the engine's events on every position of the lesson's board, and by the rules: face > 1 before."""
    kicks = ones = 0
    graph = graph_of(TWO_EACH, 3)
    for number in graph:
        state = graph.nodes[number]["state"]
        for action in state.legal_actions():
            if "x" not in action:
                continue
            here, there = action.split("x")
            board = as_position(state, state.current_player)[1]
            squares = dict(zip((f"{file}{rank}" for rank in "321" for file in "abc"), board, strict=True))
            kicker, kicked = squares[here], squares[there]
            assert kicker[1] >= 2
            after = state.apply(action)
            blasts = [event for event in after.events if event.name == "exploded"]
            assert all(f"seat {kicked[0]}'s" in event for event in blasts)
            assert bool(blasts) == (kicked[1] == 1)
            kicks += 1
            if blasts:
                gone = f"seat {kicker[0]} lost the {kicker[1] - 1} on {there}"
                assert any(event.startswith(gone) for event in after.events if event.name == "removed")
                ones += 1
    assert kicks > 100
    assert ones > 20


# ------------------------------------------------------------------------------------------------------------ lesson 05


@pytest.mark.parametrize(
    ("layout", "fuse", "positions", "nodes"),
    [
        (ONE_EACH, 2, 14, 19),
        (ONE_EACH, 3, 40, 129),
        (ONE_EACH, 4, 78, 737),
        (ONE_EACH, 5, 139, 4741),
        (LARGE_ONE_EACH, 3, 55, 163),
        (LARGE_ONE_EACH, 5, 293, 16769),
        (TWO_EACH, 3, 1339, 66901),
        (TWO_EACH, 4, 5571, 7300073),
    ],
)
def test_positions_and_nodes_of_the_tree(layout: str, fuse: int, positions: int, nodes: int) -> None:
    counted = search.stats(graph_of(layout, fuse))
    assert (counted.nodes, counted.tree_size) == (positions, nodes)
    assert (len(everything(layout, fuse)), tree_size(layout, fuse)) == (positions, nodes)


def test_the_tree_of_the_lesson_node_by_node() -> None:
    sums = [search.perft(start(TWO_EACH, 3), depth) for depth in range(13)]
    assert sum(sums) == 66901
    assert sums[-2:] == [5462, 0]


def test_the_positions_of_both_are_the_same_ones() -> None:
    graph = graph_of(TWO_EACH, 3)
    engine = set()
    for number in graph:
        state = graph.nodes[number]["state"]
        turn = 1 if graph.nodes[number]["depth"] % 2 else 0
        assert state.is_terminal or state.current_player == turn
        engine.add(as_position(state, turn))
    assert engine == set(everything(TWO_EACH, 3))


def test_a_second_bomb_each_with_countdown_five() -> None:
    assert len(search.tree(start(TWO_EACH, 5), merge=True)) == 20546
    assert len(everything(TWO_EACH, 5)) == 20546


def test_the_total_countdown_falls_so_that_there_is_no_cycle() -> None:
    graph = graph_of(TWO_EACH, 3)
    assert nx.is_directed_acyclic_graph(graph)
    falls = Counter(
        countdown(here) - countdown(after) for here, below in everything(TWO_EACH, 3).items() for after in set(below)
    )
    assert min(falls) == 1
    assert falls == Counter({1: 1792, 2: 633, 3: 263, 4: 212, 5: 47, 6: 36, 7: 10, 9: 2})
    assert sum(falls.values()) == graph.number_of_edges()


def test_some_positions_are_reached_after_different_numbers_of_plies() -> None:
    """So layers by ply are not safe for transpositions; layers by total countdown are."""
    graph = graph_of(TWO_EACH, 3)
    longest = {0: 0}
    for number in nx.topological_sort(graph):
        for child in graph.successors(number):
            longest[child] = max(longest.get(child, 0), longest[number] + 1)
    assert sum(longest[number] > graph.nodes[number]["depth"] for number in graph) == 232

    plies: dict[Position, set[int]] = {begin(TWO_EACH, 3): {0}}
    for here in sorted(everything(TWO_EACH, 3), key=countdown, reverse=True):
        for after in everything(TWO_EACH, 3)[here]:
            plies.setdefault(after, set()).update(ply + 1 for ply in plies[here])
    assert sum(len(reached) > 1 for reached in plies.values()) == 232


def test_classes_under_the_eight_images() -> None:
    graph = graph_of(TWO_EACH, 3)
    engine = Counter(search.canonical(graph.nodes[number]["state"]) for number in graph)
    own = Counter(least_image(position) for position in everything(TWO_EACH, 3))
    assert len(engine) == len(own) == 442
    assert round(1339 / 442, 2) == 3.03
    members = {1: 15, 2: 259, 3: 6, 4: 105, 6: 44, 8: 13}
    assert Counter(engine.values()) == Counter(own.values()) == members


# ------------------------------------------------------------------------------------------------------------ lesson 06


@pytest.mark.parametrize(
    ("layout", "fuse", "value"), [(ONE_EACH, 2, 1), (ONE_EACH, 3, 1), (TWO_EACH, 3, 0), (THREE_EACH, 3, -3)]
)
def test_values(layout: str, fuse: int, value: int) -> None:
    assert search.alphabeta(start(layout, fuse), table=True).value == value
    assert best_play(layout, fuse) == value


def test_three_bombs_each_have_18048_positions() -> None:
    assert len(search.solve(start(THREE_EACH, 3))) == 18048
    assert len(everything(THREE_EACH, 3)) == 18048


@pytest.mark.parametrize(("layout", "fuse", "nodes"), [(ONE_EACH, 2, 14), (ONE_EACH, 3, 57), (TWO_EACH, 3, 2433)])
def test_nodes_of_alpha_beta(layout: str, fuse: int, nodes: int) -> None:
    found = search.alphabeta(start(layout, fuse))
    assert (found.value, found.nodes) == nodes_of_alpha_beta(layout, fuse, greedy=False)
    assert found.nodes == nodes


def test_nodes_with_the_best_margin_first() -> None:
    def good_first(state: Any, actions: Any) -> list[Any]:
        return sorted(actions, key=lambda action: -margin_of(state.apply(action), state.current_player))

    found = search.alphabeta(start(TWO_EACH, 3), order=good_first)
    assert (found.value, found.nodes) == nodes_of_alpha_beta(TWO_EACH, 3, greedy=True) == (0, 1692)


def test_minimax_with_a_memo_looks_at_each_position_once() -> None:
    assert search.minimax(start(TWO_EACH, 3), memo=True).nodes == len(everything(TWO_EACH, 3)) == 1339


def test_the_best_reply_to_a_random_player_earns_more_than_minimax_promises() -> None:
    own = fold(
        TWO_EACH,
        3,
        lambda end: Fraction(margin(end)),
        lambda here, below: max(below) if here[0] == 0 else sum(below) / len(below),
    )

    @cache
    def engine(state: Any) -> Fraction:
        if state.is_terminal:
            first, second = state.returns()
            return Fraction(first - second)
        values = [engine(state.apply(action)) for action in state.legal_actions()]
        return max(values) if state.current_player == 0 else sum(values, Fraction(0)) / len(values)

    assert own == engine(start(TWO_EACH, 3)) == Fraction(1163, 432)
    assert round(float(own), 2) == 2.69


def test_the_minimax_player_of_the_lesson_against_a_random_one() -> None:
    solution = search.solve(start(TWO_EACH, 3))

    @cache
    def engine(state: Any) -> Fraction:
        if state.is_terminal:
            first, second = state.returns()
            return Fraction(first - second)
        if state.current_player == 0:
            return engine(state.apply(solution.best(state)[0]))
        values = [engine(state.apply(action)) for action in state.legal_actions()]
        return sum(values, Fraction(0)) / len(values)

    def both(here: Position, below: list[tuple[int, Fraction]]) -> tuple[int, Fraction]:
        """Pair the value with the mean: seat 0 takes the first of the best, seat 1 any."""
        if here[0] == 0:
            return max(below, key=lambda pair: pair[0])
        return min(value for value, _ in below), sum((mean for _, mean in below), Fraction(0)) / len(below)

    value, mean = fold(TWO_EACH, 3, lambda end: (margin(end), Fraction(margin(end))), both)
    assert value == 0
    assert mean == engine(start(TWO_EACH, 3)) == Fraction(6427, 3240)
    assert round(float(mean), 2) == 1.98


def test_the_tree_on_paper() -> None:
    rows = [[3, 9, 4], [2, 7, 8], [6, 1, 5]]
    assert max(min(row) for row in rows) == 3
    best, looked = -99, 0
    for row in rows:
        least = 99
        for leaf in row:
            looked, least = looked + 1, min(least, leaf)
            if least <= best:
                break
        best = max(best, least)
    assert (best, looked) == (3, 6)
