"""The rules of Baby Boom, on bit boards: bombs that count down, kick one another and clear their row and column.

A set of squares is a whole number with one bit a square. The squares of one row are neighbours among the bits, and
every board, whatever its size, has `WIDTH` bits a row with an empty row above it and empty bits to its right, so that
a step off the board never ends on another square of it. Each seat has its set of bombs, and each face of the
countdown the set of bombs that show it: a bomb is live while it shows a number and exploded when it shows `BOOM`.
"""

from typing import Any

from boomkit.core import (
    ALLOWED,
    CHANCE,
    EVERYBODY,
    TERMINAL,
    EventType,
    Record,
    integer,
    integers,
    log,
    lowbit,
    offer,
    offer_all,
    pick,
    popcount,
)

MOST_SEATS = 4
MOST_ROUNDS = 60
MOST_POINTS = 36 * 5 * MOST_ROUNDS
WIDTH = 8
"""Bits a row: six squares at most, and two that are always empty."""
BOARD = 2**62 - 1
"""No set of squares is larger."""

UP, DOWN, LEFT, RIGHT = range(4)
STEP = (-WIDTH, WIDTH, -1, 1)

BOOM = 0
"""The face of an exploded bomb; the others are the numbers 1 to 5."""
FACES = 6
DIE = (1, 1, 1, 1, 1, 1)
NEAR = 3
"""The highest roll of a random explosion that limits it (BB-V1)."""
FAR = 4 * 36
"""As far as any blast can go: each square once in each direction (BB-P11)."""

KICK = 1
TICK = 8
ACTIONS = 9
"""Actions a square: a move (2 * direction) and a kick (one more) in each direction, and the countdown on the spot."""

CLAUSES = (
    "",
    *("BB-S5", "BB-S6", "BB-T2", "BB-T3", "BB-T4", "BB-T5", "BB-T7", "BB-T8", "BB-T9"),
    *("BB-K1", "BB-K2", "BB-K3", "BB-K4", "BB-K5", "BB-K7", "BB-K8", "BB-E1", "BB-E4"),
    *("BB-R1", "BB-R2", "BB-R3", "BB-R4", "BB-R5", "BB-R6"),
    *("BB-P1", "BB-P2", "BB-P3", "BB-P4", "BB-P5", "BB-P9", "BB-V1"),
)
BB_S5, BB_S6, BB_T2, BB_T3, BB_T4, BB_T5, BB_T7, BB_T8, BB_T9 = range(1, 10)
BB_K1, BB_K2, BB_K3, BB_K4, BB_K5, BB_K7, BB_K8, BB_E1, BB_E4 = range(10, 19)
BB_R1, BB_R2, BB_R3, BB_R4, BB_R5, BB_R6 = range(19, 25)
BB_P1, BB_P2, BB_P3, BB_P4, BB_P5, BB_P9, BB_V1 = range(25, 32)

EVENTS = (
    EventType("rolled", "{a:seat} rolled {b:face} for the start"),
    EventType("tied", "{a:seats} tied with {b:face} and roll again"),
    EventType("began", "{a:seat} starts round {b}"),
    EventType("moved", "{a:seat} moved {b:square} to {c:square}"),
    EventType("pushed", "{a:seat}'s bomb was pushed from {b:square} to {c:square}"),
    EventType("kicked", "{a:seat} kicked from {b:square} to {c:square}"),
    EventType("ticked", "{a:seat} cannot move: its bomb on {b:square} counts down to {c:face}"),
    EventType("carried", "{a:seat}'s bomb was carried from {b:square} to {c:square}"),
    EventType("fell", "{a:seat} lost a bomb in the pit on {b:square}"),
    EventType("turned", "{a:seat}'s bomb on {b:square} now shows {c:face}"),
    EventType("exploded", "{a:seat}'s bomb on {b:square} exploded"),
    EventType("threw", "the die for {b:square} shows {c:face}"),
    EventType("imploded", "{a:seat}'s bomb on {b:square} imploded"),
    EventType("removed", "{a:seat} lost the {c:face} on {b:square}"),
    EventType("detonated", "the detonator on {b:square} is used up, and {a:seat}'s bomb with it"),
    EventType("skipped", "{a:seat} has no live bomb and is skipped"),
    EventType("ended", "round {b} is over: only {a:seats} can move"),
    EventType("silent", "round {b} is over: nobody can move"),
    EventType("scored", "{a:seat} scored {b}, {c} in all"),
    EventType("best", "{a:seats} won round {b} with {c}"),
    EventType("won", "{a:seats} won the game with {b}"),
    EventType("decided", "{a:seats} won the game with {b}: the last round broke the tie with {c}"),
)
ROLLED, TIED, BEGAN, MOVED, PUSHED, KICKED, TICKED, CARRIED, FELL, TURNED, EXPLODED = range(11)
THREW, IMPLODED, REMOVED, DETONATED, SKIPPED, ENDED, SILENT, SCORED, BEST, WON, DECIDED = range(11, 22)

COUNTERS = {"kicks": KICKED, "ticks": TICKED, "explosions": EXPLODED, "removed": REMOVED}


class Options(Record):
    """What the rules read of the options; a set of rounds has bit 1 for round 1."""

    players: int = integer(low=2, high=MOST_SEATS)
    n_rounds: int = integer(low=1, high=MOST_ROUNDS)
    fuse: int = integer(low=1, high=5)
    board: int = integer(high=BOARD)
    home: list[int] = integers(MOST_SEATS, high=BOARD)
    walls: int = integer(high=BOARD)
    conveyors: int = integer(high=BOARD)
    paddles: int = integer(high=BOARD)
    arrows: list[int] = integers(4, high=BOARD)
    detonators: int = integer(high=BOARD)
    pits: int = integer(high=BOARD)
    tile_rounds: int = integer(high=BOARD)
    trap_rounds: int = integer(high=BOARD)
    watch_rounds: int = integer(high=BOARD)
    random_rounds: int = integer(high=BOARD)
    kick_exploded: int = integer(high=1)
    chain_reaction: int = integer(high=1)
    tick_any_stuck: int = integer(high=1)
    end_when_stuck: int = integer(high=1)
    wall_solid: int = integer(high=1)
    shields: int = integer(high=1)
    exact_range: int = integer(high=1)
    last_round_decides: int = integer(high=1)


class Fields(Record):
    """A position: bombs of each seat, bombs that show each face, and how far game, round and turn have come."""

    bombs: list[int] = integers(MOST_SEATS, high=BOARD)
    shows: list[int] = integers(FACES, high=BOARD)
    spent: int = integer(high=BOARD)
    """Detonators used up in this round."""
    turn: int = integer(high=MOST_SEATS - 1)
    starter: int = integer(high=MOST_SEATS - 1)
    round: int = integer(low=1, high=MOST_ROUNDS)
    scores: list[int] = integers(MOST_SEATS, high=MOST_POINTS)
    rolling: int = integer(high=2**MOST_SEATS - 1)
    """The seats that roll for the start."""
    over: int = integer(high=1)


# -- sets of squares -----------------------------------------------------------------------------------------------


def bit(square: int) -> int:
    """Return the set of one square (or round, or seat)."""
    return 1 << square


def on(mask: int, square: int) -> bool:
    """Tell whether a square (or round, or seat) is in a set."""
    return (mask >> square) & 1 != 0


def north(squares: int) -> int:
    """Return the squares whose northern neighbour is in the set; those off the board are among them."""
    return squares << WIDTH


def south(squares: int) -> int:
    """Return the squares whose southern neighbour is in the set."""
    return squares >> WIDTH


def west(squares: int) -> int:
    """Return the squares whose western neighbour is in the set."""
    return squares << 1


def east(squares: int) -> int:
    """Return the squares whose eastern neighbour is in the set."""
    return squares >> 1


def lines(square: int) -> int:
    """Return the row and the column of a square, without it; squares off the board are among them."""
    row = 0xFF << (square & ~7)
    column = 0x01010101010101 << (square & 7)
    return (row | column) & ~bit(square)


# -- what stands where ---------------------------------------------------------------------------------------------


def live(state: Any, seat: int) -> int:
    """Return the bombs of a seat that show a number."""
    bombs: int = state.bombs[seat] & ~state.shows[BOOM]
    return bombs


def occupied(state: Any) -> int:
    """Return all squares with a bomb."""
    squares: int = state.bombs[0] | state.bombs[1] | state.bombs[2] | state.bombs[3]
    return squares


def all_live(state: Any) -> int:
    """Return the bombs of every seat that show a number."""
    bombs: int = occupied(state) & ~state.shows[BOOM]
    return bombs


def shown(state: Any, square: int) -> int:
    """Return the face of the bomb on a square; exploded bombs and empty squares count 0."""
    face = 0
    for number in range(1, FACES):
        face += number * on(state.shows[number], square)
    return face


def owner(state: Any, square: int) -> int:
    """Return the seat whose bomb stands on a square."""
    seat = 0
    while not on(state.bombs[seat], square):
        seat += 1
    return seat


def has_tiles(state: Any) -> bool:
    """Tell whether walls, conveyors and paddles lie in this round (BB-V3)."""
    return on(state.options.tile_rounds, state.round)


def has_traps(state: Any) -> bool:
    """Tell whether detonators and pits lie in this round (BB-V3)."""
    return on(state.options.trap_rounds, state.round)


def free(state: Any) -> int:
    """Return the squares that a bomb may enter: on the board, without a bomb, no solid wall (BB-T3, BB-P1, BB-P13)."""
    squares: int = state.options.board & ~occupied(state)
    if has_tiles(state) and state.options.wall_solid:
        squares &= ~state.options.walls
    return squares


def pushable(state: Any, seat: int) -> int:
    """Return the opponents' bombs that can be pushed at all: not the exploded ones, unless the option says (BB-K8)."""
    theirs: int = occupied(state) & ~state.bombs[seat]
    if not state.options.kick_exploded:
        theirs &= ~state.shows[BOOM]
    return theirs


def arrow(state: Any, square: int) -> int:
    """Return the direction of the one arrow on a conveyor or paddle (BB-P15)."""
    direction = 0
    while not on(state.options.arrows[direction], square):
        direction += 1
    return direction


# -- what may be done ----------------------------------------------------------------------------------------------


def due(state: Any) -> int:
    """Return the seat that is due, CHANCE while seats roll for the start, or TERMINAL."""
    if state.over:
        return TERMINAL
    if state.rolling:
        return CHANCE
    return int(state.turn)


def candidates(state: Any) -> None:
    """Offer every move, kick and tick from every square, squares in reading order; up, down, left, right."""
    squares = state.options.board
    while squares:
        square = lowbit(squares)
        squares &= squares - 1
        for way in range(ACTIONS):
            offer(state, square * ACTIONS + way)


def forbids(state: Any, action: int) -> int:
    """Return the clause that forbids an action of the seat that is due, or ALLOWED."""
    square = action // ACTIONS
    way = action % ACTIONS
    if not on(state.bombs[state.turn], square):
        return BB_T2
    if on(state.shows[BOOM], square):
        return BB_T9
    if way == TICK:
        return forbids_tick(state, square)
    if way & KICK:
        return forbids_kick(state, square, way // 2)
    return forbids_move(state, square, way // 2)


def forbids_move(state: Any, square: int, direction: int) -> int:
    """Return the clause that keeps a live bomb from a step onto an empty square, or ALLOWED."""
    target = square + STEP[direction]
    if not on(state.options.board, target):
        return BB_T2
    if on(occupied(state), target):
        return BB_T3
    if not on(free(state), target):
        return BB_P1
    return ALLOWED


def forbids_kick(state: Any, square: int, direction: int) -> int:
    """Return the clause that keeps a live bomb from pushing the bomb next to it, or ALLOWED."""
    target = square + STEP[direction]
    behind = target + STEP[direction]
    if not on(state.options.board, target):
        return BB_T2
    if not on(occupied(state), target):
        return BB_K1
    if on(state.bombs[state.turn], target):
        return BB_K7
    if on(state.shows[BOOM], target) and not state.options.kick_exploded:
        return BB_K8
    if not on(state.options.board, behind) or on(occupied(state), behind):
        return BB_K2
    if not on(free(state), behind) or not on(free(state) | bit(target), target):
        return BB_P1
    if shown(state, square) <= shown(state, target):
        return BB_K3
    return ALLOWED


def forbids_tick(state: Any, square: int) -> int:
    """Return BB-T7 unless the bomb (`per_bomb`), or every live bomb of its seat, has no move and no kick."""
    others = live(state, state.turn)
    if state.options.tick_any_stuck:
        others = bit(square)
    while others:
        other = lowbit(others)
        others &= others - 1
        for direction in range(4):
            if forbids_move(state, other, direction) == ALLOWED or forbids_kick(state, other, direction) == ALLOWED:
                return BB_T7
    return ALLOWED


def legal(state: Any) -> None:
    """Offer what `forbids` lets pass of the candidates, from sets of squares: the fast way."""
    seat = int(state.turn)
    empty = free(state)
    theirs = pushable(state, seat)
    near = beside_pushable(theirs, empty)
    stuck = True
    bombs = live(state, seat)
    while bombs:
        square = lowbit(bombs)
        bombs &= bombs - 1
        ways = ways_from(state, square, empty, theirs, near)
        if ways == 0 and state.options.tick_any_stuck:
            ways = bit(TICK)
        stuck = stuck and ways == 0
        offer_all(state, ways, square * ACTIONS)
    if stuck:
        bombs = live(state, seat)
        while bombs:
            offer(state, lowbit(bombs) * ACTIONS + TICK)
            bombs &= bombs - 1


def ways_from(state: Any, square: int, empty: int, theirs: int, near: int) -> int:
    """Return the set of moves and kicks of a bomb: onto `empty` squares, and against `theirs` if it is `near` one."""
    ways = 0
    for direction in range(4):
        if on(empty, square + STEP[direction]):
            ways |= bit(2 * direction)
    if on(near, square):
        face = shown(state, square)
        for direction in range(4):
            target = square + STEP[direction]
            if on(theirs, target) and on(empty, target + STEP[direction]) and face > shown(state, target):
                ways |= bit(2 * direction + KICK)
    return ways


def beside_pushable(theirs: int, empty: int) -> int:
    """Return the squares from which one of `theirs` would be pushed onto an `empty` square (BB-K1, BB-K2)."""
    upward = north(theirs & north(empty))
    downward = south(theirs & south(empty))
    leftward = west(theirs & west(empty))
    rightward = east(theirs & east(empty))
    return upward | downward | leftward | rightward


# -- a turn --------------------------------------------------------------------------------------------------------


def play(state: Any, action: int) -> None:
    """Move, kick or count down one bomb, then see whether the round is over (BB-T1 to BB-T8, BB-R2)."""
    square = action // ACTIONS
    way = action % ACTIONS
    count = popcount(all_live(state))
    if way == TICK:
        tick(state, square)
    elif way & KICK:
        kick(state, square, way // 2)
    else:
        move(state, square, way // 2)
    # A turn that costs no live bomb ends a round only if being stuck does (`mobile`): most need no further look.
    quiet = popcount(all_live(state)) == count and not state.options.end_when_stuck
    if not quiet and round_over(state):
        end_round(state)
    else:
        pass_turn(state)


def move(state: Any, square: int, direction: int) -> None:
    """Step onto an empty square, be carried, fall or turn down, explode: in this order (BB-T2, BB-P8)."""
    seat = int(state.turn)
    face = lift(state, seat, square)
    log(state, EVERYBODY, MOVED, BB_T2, seat, square, square + STEP[direction])
    landing = carry(state, seat, square + STEP[direction], 0)
    if land(state, seat, landing, face - 1):
        log(state, EVERYBODY, TURNED, BB_T4, seat, landing, face - 1)
        if face - 1 == BOOM:
            explode(state, seat, landing, BB_T5)


def tick(state: Any, square: int) -> None:
    """Turn a bomb down where it stands (BB-T7)."""
    seat = int(state.turn)
    face = lift(state, seat, square)
    put(state, seat, square, face - 1)
    log(state, EVERYBODY, TICKED, BB_T7, seat, square, face - 1)
    if face - 1 == BOOM:
        explode(state, seat, square, BB_T5)


def kick(state: Any, square: int, direction: int) -> None:
    """Push an opponent's bomb one square on and step into its place; both turn down (BB-K1 to BB-K5, BB-P8)."""
    seat = int(state.turn)
    target = square + STEP[direction]
    other = owner(state, target)
    face = lift(state, seat, square)
    other_face = lift(state, other, target)
    # An exploded bomb that is pushed (`kick_exploded`) shows Boom already and is not turned down.
    turned_face = other_face - 1 if other_face != BOOM else BOOM
    log(state, EVERYBODY, KICKED, BB_K1, seat, square, target)
    log(state, EVERYBODY, PUSHED, BB_K1, other, target, target + STEP[direction])

    # During a kick neither bomb is carried into the squares that the two left (BB-P6).
    pushed = carry(state, other, target + STEP[direction], bit(square) | bit(target))
    pushed_stays = land(state, other, pushed, turned_face)
    pusher = carry(state, seat, target, bit(square))
    pusher_stays = land(state, seat, pusher, face - 1)
    if pushed_stays and other_face != BOOM:
        log(state, EVERYBODY, TURNED, BB_K4, other, pushed, turned_face)
    if pusher_stays:
        log(state, EVERYBODY, TURNED, BB_K4, seat, pusher, face - 1)

    if pushed_stays and has_traps(state) and on(state.options.detonators & ~state.spent, pushed):
        detonate(state, other, pushed)
    elif pushed_stays and turned_face == BOOM and other_face != BOOM:
        explode(state, other, pushed, BB_K5)
    if pusher_stays and face - 1 == BOOM and on(state.bombs[seat], pusher):
        explode(state, seat, pusher, BB_K5)


def lift(state: Any, seat: int, square: int) -> int:
    """Take a bomb off its square and return the face it shows."""
    face = shown(state, square)
    state.bombs[seat] ^= bit(square)
    state.shows[face] ^= bit(square)
    return face


def put(state: Any, seat: int, square: int, face: int) -> None:
    """Put a bomb down on a square, showing a face."""
    state.bombs[seat] |= bit(square)
    state.shows[face] |= bit(square)


def land(state: Any, seat: int, square: int, face: int) -> bool:
    """Put a bomb down, unless there is a pit, in which it is lost (BB-P5); tell whether it stays."""
    if has_traps(state) and on(state.options.pits, square):
        log(state, EVERYBODY, FELL, BB_P5, seat, square, 0)
        return False
    put(state, seat, square, face)
    return True


def carry(state: Any, seat: int, square: int, reserved: int) -> int:
    """Return where a bomb that enters a square comes to rest: arrows carry it, each once (BB-P2, BB-P3, BB-P6)."""
    if not has_tiles(state):
        return square
    carriers = state.options.conveyors | state.options.paddles
    while on(carriers, square):
        onward = square + STEP[arrow(state, square)]
        if not on(free(state) & ~reserved, onward):
            break
        clause = BB_P3 if on(state.options.paddles, square) else BB_P2
        log(state, EVERYBODY, CARRIED, clause, seat, square, onward)
        carriers ^= bit(square)
        square = onward
    return square


# -- explosions ----------------------------------------------------------------------------------------------------


def explode(state: Any, seat: int, square: int, clause: int) -> None:
    """Remove the other bombs that the blast reaches; the exploding bomb stays and shows Boom (BB-E1, BB-E3)."""
    log(state, EVERYBODY, EXPLODED, clause, seat, square, 0)
    remove(state, blast(state, seat, square))


def detonate(state: Any, seat: int, square: int) -> None:
    """Explode a bomb kicked onto a detonator, whatever it shows; then bomb and tile are gone (BB-P4, BB-P9)."""
    log(state, EVERYBODY, EXPLODED, BB_P9, seat, square, 0)
    remove(state, blast(state, seat, square) & ~bit(square))
    log(state, EVERYBODY, DETONATED, BB_P4, seat, square, 0)
    lift(state, seat, square)
    state.spent |= bit(square)


def blast(state: Any, seat: int, square: int) -> int:
    """Return the squares that an explosion clears: its own only if it implodes, with chain reactions if they are on."""
    reached = reach(state, seat, square)
    if not state.options.chain_reaction or on(reached, square):
        return reached
    # Live bombs that are hit explode too, nearest wave first, each once; the first one is safe from them (BB-E4).
    unburnt = all_live(state) & ~bit(square)
    wave = reached & unburnt
    while wave:
        unburnt &= ~wave
        while wave:
            chained = lowbit(wave)
            wave &= wave - 1
            log(state, EVERYBODY, EXPLODED, BB_E4, owner(state, chained), chained, 0)
            reached |= reach(state, owner(state, chained), chained)
        wave = reached & unburnt
    return reached & ~bit(square)


def reach(state: Any, seat: int, square: int) -> int:
    """Return the squares that one blast reaches, after its roll if explosions are random (BB-E2, BB-V1)."""
    far = FAR
    if on(state.options.random_rounds, state.round):
        roll = pick(state, DIE, FACES)
        log(state, EVERYBODY, THREW, BB_V1, seat, square, roll)
        if roll == BOOM:
            log(state, EVERYBODY, IMPLODED, BB_V1, seat, square, 0)
            return bit(square)
        if roll <= NEAR:
            far = roll
    if far == FAR and not has_tiles(state):
        cross: int = lines(square) & state.options.board
        return cross
    reached = 0
    for direction in range(4):
        reached |= ray(state, square, direction, far)
    return reached & ~bit(square)


def ray(state: Any, square: int, direction: int, far: int) -> int:
    """Return the squares that a blast reaches in one direction, as far as `far` squares (BB-P10, BB-P11)."""
    walls = state.options.walls if has_tiles(state) else 0
    paddles = state.options.paddles if has_tiles(state) else 0
    bends = on(state.options.watch_rounds, state.round)
    nearest = far if state.options.exact_range and far <= NEAR else 1
    reached = 0
    passed = 0
    first_square, first_direction = square + STEP[direction], direction
    for distance in range(1, far + 1):
        square += STEP[direction]
        if not on(state.options.board, square):
            break
        # Two paddles that face each other, the bomb on one of them: the ray's first step is not taken twice.
        if distance > 1 and square == first_square and direction == first_direction:
            break
        blocked = on(walls, square) or (on(paddles, square) and not bends)
        if distance >= nearest and not (blocked and state.options.shields):
            reached |= bit(square)
        if blocked:
            break
        if on(paddles, square):
            if on(passed, square):
                break
            passed |= bit(square)
            direction = arrow(state, square)
    return reached


def remove(state: Any, squares: int) -> None:
    """Take all bombs on these squares off the board, of every seat, exploded ones too (BB-E1)."""
    hit = squares & occupied(state)
    for _ in range(popcount(hit)):
        square = lowbit(hit)
        hit &= hit - 1
        log(state, EVERYBODY, REMOVED, BB_E1, owner(state, square), square, shown(state, square))
    for seat in range(MOST_SEATS):
        state.bombs[seat] &= ~squares
    for face in range(FACES):
        state.shows[face] &= ~squares


# -- rounds --------------------------------------------------------------------------------------------------------


def able(state: Any, seat: int) -> bool:
    """Tell whether a seat counts as one that can move: a live bomb, or one with a move or kick (BB-R2)."""
    bombs = live(state, seat)
    if not state.options.end_when_stuck:
        return bombs != 0
    empty = free(state)
    theirs = pushable(state, seat)
    near = beside_pushable(theirs, empty)
    while bombs:
        if ways_from(state, lowbit(bombs), empty, theirs, near):
            return True
        bombs &= bombs - 1
    return False


def survivors(state: Any) -> int:
    """Return the set of seats that can move."""
    seats = 0
    for seat in range(state.options.players):
        if able(state, seat):
            seats |= bit(seat)
    return seats


def round_over(state: Any) -> bool:
    """Tell whether at most one seat can move (BB-R1, BB-R2)."""
    seats = survivors(state)
    return seats & (seats - 1) == 0


def left_of(state: Any, seat: int) -> int:
    """Return the next seat clockwise."""
    after = seat + 1
    return after if after < state.options.players else 0


def pass_turn(state: Any) -> None:
    """Give the turn to the next seat clockwise that has a live bomb (BB-T1, BB-T8)."""
    seat = left_of(state, int(state.turn))
    while live(state, seat) == 0:
        log(state, EVERYBODY, SKIPPED, BB_T8, seat, 0, 0)
        seat = left_of(state, seat)
    state.turn = seat


def worth(state: Any, seat: int) -> int:
    """Return what a seat's bombs score: their numbers, and 1 for each that shows Boom (BB-R3)."""
    points = popcount(state.bombs[seat] & state.shows[BOOM])
    for number in range(1, FACES):
        points += number * popcount(state.bombs[seat] & state.shows[number])
    return points


def end_round(state: Any) -> None:
    """Score the round; then the next one begins, or the game is over (BB-R1 to BB-R6)."""
    seats = survivors(state)
    if seats:
        log(state, EVERYBODY, ENDED, BB_R1, seats, state.round, 0)
    else:
        log(state, EVERYBODY, SILENT, BB_R2, 0, state.round, 0)
    best = 0
    winners = 0
    for seat in range(state.options.players):
        points = worth(state, seat)
        state.scores[seat] += points
        log(state, EVERYBODY, SCORED, BB_R3, seat, points, state.scores[seat])
        if points > best:
            best = points
            winners = 0
        if points == best:
            winners |= bit(seat)
    log(state, EVERYBODY, BEST, BB_R4, winners, state.round, best)
    if state.round < state.options.n_rounds:
        state.round += 1
        state.starter = left_of(state, state.starter)
        set_up(state)
        begin(state, BB_R5)
    else:
        state.turn = left_of(state, state.turn)
        state.over = 1
        end_game(state)


def end_game(state: Any) -> None:
    """Say who has most in all, and whether the last round broke a tie (BB-R6)."""
    leading = leaders(state)
    winning = winners(state)
    first = lowbit(winning)
    if leading == winning:
        log(state, EVERYBODY, WON, BB_R6, winning, state.scores[first], 0)
    else:
        log(state, EVERYBODY, DECIDED, BB_R6, winning, state.scores[first], worth(state, first))


def leaders(state: Any) -> int:
    """Return the seats with the highest total."""
    best = 0
    seats = 0
    for seat in range(state.options.players):
        if state.scores[seat] > best:
            best = state.scores[seat]
            seats = 0
        if state.scores[seat] == best:
            seats |= bit(seat)
    return seats


def winners(state: Any) -> int:
    """Return the seats that win a finished game: the leaders, or those of them who did best in the last round."""
    leading = leaders(state)
    if not state.options.last_round_decides:
        return leading
    best = 0
    seats = 0
    for seat in range(state.options.players):
        if on(leading, seat):
            points = worth(state, seat)  # the board of the last round still stands
            if points > best:
                best = points
                seats = 0
            if points == best:
                seats |= bit(seat)
    return seats


def set_up(state: Any) -> None:
    """Put every bomb on its starting square, showing the fuse, and every tile in its place (BB-S3, BB-S4, BB-S6)."""
    for face in range(FACES):
        state.shows[face] = 0
    for seat in range(MOST_SEATS):
        state.bombs[seat] = state.options.home[seat]
    state.shows[state.options.fuse] = occupied(state)
    state.spent = 0


def begin(state: Any, clause: int) -> None:
    """Let the starter begin the round, or the next seat that has a bomb (BB-R5, BB-T8)."""
    log(state, EVERYBODY, BEGAN, clause, state.starter, state.round, 0)
    state.turn = state.starter
    if live(state, state.turn) == 0:
        pass_turn(state)


def go_on(state: Any) -> None:
    """Roll for the start; tied highest rollers roll again (BB-S5)."""
    best = BOOM
    highest = 0
    for seat in range(state.options.players):
        if on(state.rolling, seat):
            roll = pick(state, DIE, FACES)
            log(state, EVERYBODY, ROLLED, BB_S5, seat, roll, 0)
            if roll > best:
                best = roll
                highest = 0
            if roll == best:
                highest |= bit(seat)
    if popcount(highest) > 1:
        log(state, EVERYBODY, TIED, BB_S5, highest, best, 0)
        state.rolling = highest
    else:
        state.rolling = 0
        state.starter = lowbit(highest)
        begin(state, BB_S5)


def payoff(state: Any, seat: int) -> int:
    """Return the points of a seat over all rounds."""
    return int(state.scores[seat])
