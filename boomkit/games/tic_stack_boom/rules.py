"""The rules of Tic Stack Boom, clause by clause: cover, capture lines of three, and beware of another's magnet.

Cards are counted by kind: 36 of a shape and a colour, and five specials. A stack is its top card and the multiset of
its cards: the order below the top makes no difference. The draw pile is what nobody has seen of it: a card is picked
when it is drawn, fills an empty cell or covers. A cell accepts cards by a mask over the kinds.

Every game ends. A card that is played leaves the hands for good, so a deck of N cards allows at most N plays; with n
seats fewer than n turns in a row can be passed over before one play (a full circle ends the game, TS-E8) and fewer
than n seats are asked for a magnet after it: at most N (2 n - 1) + n actions. A preparation ends because each cover
uses a card of the draw pile (TS-P4).
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
    pick_bit,
    popcount,
)

# -- cards -------------------------------------------------------------------------------------------------------------

COLOURS = ("red", "orange", "yellow", "green", "blue", "violet")
SHAPES = ("disc", "ring", "star", "square", "triangle", "cross")
PLAIN = 36
"""Cards with a shape and a colour: kind = 6 * colour + shape (TS-C1)."""
BOMB, WEIGHT, NOVA, MAGNET, DYNAMITE = range(PLAIN, PLAIN + 5)
KINDS = 41
EMPTY = 41
"""The top of a cell without a stack."""
CARD_TEXTS = (
    *(f"{colour} {shape}" for colour in COLOURS for shape in SHAPES),
    "bomb", "weight", "nova", "magnet", "dynamite",
)  # fmt: skip
COPIES = (*[4] * PLAIN, 8, 6, 3, 3, 6)
"""How many of each kind the box lists: 170 in all (TS-C2, TS-C3)."""
MOST_CARDS = 60 * KINDS
MOST_SEATS = 8
NOBODY = 8

PLAIN_KINDS = (1 << PLAIN) - 1
MAGNET_BIT = 1 << MAGNET
DYNAMITE_BIT = 1 << DYNAMITE
COLUMN = 41
"""Beside the kinds, in masks of plays: a dynamite laid for its column (DYNAMITE itself is for the row)."""
COLUMN_BIT = 1 << COLUMN
NOVA_BIT = 1 << NOVA
ANYWHERE = 1 << BOMB | 1 << WEIGHT | DYNAMITE_BIT | COLUMN_BIT
"""The specials that may be laid on any stack (TS-X1, TS-X2, TS-X4)."""
COVERED = 1 << BOMB | NOVA_BIT | MAGNET_BIT | DYNAMITE_BIT
"""The kinds that are covered when they lie exposed (TS-P3)."""

FEATURES = (*((1 << kind // 6) | 64 << kind % 6 for kind in range(PLAIN)), 0, 1 << 12, 0, 0, 0, 0)
"""What each kind can share in a triplet: a bit for its colour, one for its shape; a weight has its own (TS-R1 to 4)."""
MATCHES = tuple(
    sum(1 << card for card in range(PLAIN) if FEATURES[card] & FEATURES[top]) | ANYWHERE for top in range(PLAIN)
)
"""The kinds that may be laid on each card with a shape and a colour (TS-T1), specials included."""
_ANY = PLAIN_KINDS | ANYWHERE
ACCEPTS = (*MATCHES, _ANY, ANYWHERE, _ANY, _ANY, _ANY, 0)
"""The kinds that may be laid on each top (TS-X4, TS-E3), none on EMPTY; a nova is apart, it needs the centre."""

# -- the grid: cells 0 to 8 row by row ---------------------------------------------------------------------------------

CELLS = 9
CENTRE = 4
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""Rows, columns, main diagonal, other diagonal (TS-S5), in the order in which covers look at them (TS-P5)."""
LINE_CELLS = tuple(sum(1 << cell for cell in line) for line in LINES)
FIRST_CELL, MIDDLE_CELL, LAST_CELL = (tuple(line[place] for line in LINES) for place in range(3))
"""The cells of each line by place: flat tables, because nested ones cost a compiled rule ten times as much."""
_THROUGH = tuple([line for line in range(8) if cell in LINES[line]] for cell in range(CELLS))
MOST_LINES = 4
LINES_THROUGH = tuple(line for lines in _THROUGH for line in (lines * 2)[:MOST_LINES])
"""The lines through each cell, four a cell; where there are fewer, some stand there twice."""
ROW_CELLS = tuple(LINE_CELLS[cell // 3] for cell in range(CELLS))
COLUMN_CELLS = tuple(LINE_CELLS[3 + cell % 3] for cell in range(CELLS))
NOVA_CELLS = LINE_CELLS[6] | LINE_CELLS[7]
ALL_CELLS = (1 << CELLS) - 1

# -- actions: a kind (or COLUMN) on a cell is WIDTH * cell + kind, and then --------------------------------------------

WIDTH = 42
PASS = WIDTH * CELLS
SWEEP = PASS + 1
REACT = PASS + 2
DECLINE = PASS + 3
ACTIONS = PASS + 4

# -- clauses and events ------------------------------------------------------------------------------------------------

CLAUSES = (
    "", "TS-S1", "TS-S2", "TS-S3", "TS-P1", "TS-P2", "TS-P3", "TS-T1", "TS-T2", "TS-T3", "TS-T4", "TS-T5", "TS-T6",
    "TS-T8", "TS-R1", "TS-R3", "TS-X1", "TS-X2", "TS-X3", "TS-X4", "TS-X5", "TS-X5e", "TS-X5f", "TS-E3", "TS-E4",
    "TS-E4a", "TS-E5", "TS-E6", "TS-E8", "TS-V1",
)  # fmt: skip
(
    TS_S1, TS_S2, TS_S3, TS_P1, TS_P2, TS_P3, TS_T1, TS_T2, TS_T3, TS_T4, TS_T5, TS_T6,
    TS_T8, TS_R1, TS_R3, TS_X1, TS_X2, TS_X3, TS_X4, TS_X5, TS_X5E, TS_X5F, TS_E3, TS_E4,
    TS_E4A, TS_E5, TS_E6, TS_E8, TS_V1,
) = range(1, 30)  # fmt: skip

PLAYED_UNDER = (*[TS_T1] * PLAIN, TS_X1, TS_X4, TS_X3, TS_E4A, TS_X2, TS_X2)
"""The clause under which each kind, or COLUMN, is played on a stack."""

EVENTS = (
    EventType("starts", "{a:seat} starts"),
    EventType("laid", "{a:card} was laid on cell {b}"),
    EventType("dealt", "{a:seat} was dealt {b:card}", public="{a:seat} was dealt a card"),
    EventType("played", "{a:seat} played {b:action}{c:over}"),
    EventType("triplet", "cells {a:cells} make a triplet"),
    EventType("asked", "{a:seat} holds a magnet and is asked", public=""),
    EventType("refused", "{a:seat} keeps the magnet", public=""),
    EventType("robbed", "{a:seat} answers with a magnet and robs {b:seat}"),
    EventType("captured", "{a:seat} captures cells {b:cells}: {c:cards}"),
    EventType("drew", "{a:seat} drew {b:card}", public="{a:seat} drew a card"),
    EventType("filled", "{a:card} fills cell {b}"),
    EventType("covered", "{a:card} covers cell {b}"),
    EventType("end_phase", "the draw pile is empty: the end phase begins"),
    # b are the kinds that the seat then shows that it does not hold.
    EventType("passed", "{a:seat} was passed over"),
    EventType("kept", "{a:seat} keeps the last magnet", public=""),
    # c is 1 for a magnet that was played for the sweep, 0 for one that was played to rob (`reaction_sweep`).
    EventType("swept", "{a:seat} sweeps the grid with the last magnet: {b:cards}"),
    EventType("empty", "all hands are empty: the game is over"),
    EventType("stuck", "nobody can play: the game is over"),
    EventType("won", "{a:seat} has {b:cards} and wins"),
    EventType("shared", "{a:seat} has {b:cards} and shares the win"),
)
(
    STARTS, LAID, DEALT, PLAYED, TRIPLET, ASKED, REFUSED, ROBBED, CAPTURED, DREW, FILLED, COVERED_CELL, END_PHASE,
    PASSED, KEPT, SWEPT, HANDS_EMPTY, STUCK, WON, SHARED,
) = range(20)  # fmt: skip

COUNTERS = {
    "plays": PLAYED, "captures": CAPTURED, "triplets": TRIPLET, "steals": ROBBED, "asked": ASKED,
    "covers": COVERED_CELL, "fills": FILLED, "passes": PASSED, "sweeps": SWEPT, "stuck": STUCK,
}  # fmt: skip

# -- options and fields ------------------------------------------------------------------------------------------------

FIXPOINT, SINGLE_PASS = range(2)
CLOCKWISE, RANDOM_ORDER, COUNTER_CLOCKWISE = range(3)
COVER_ANY, SPECIALS_ONLY = range(2)
ACTS, LIES = range(2)
RANDOM_SEAT = 8
"""Who starts: a seat, or this."""


class Options(Record):
    """What the rules read of the options."""

    players: int = integer(low=2, high=MOST_SEATS)
    deck: list[int] = integers(KINDS, high=60)
    prepare_first: int = integer(high=1)
    prep_mode: int = integer(high=1)
    must_play: int = integer(high=1)
    magnet_priority: int = integer(high=2)
    cover_exposed: int = integer(high=1)
    empty_special: int = integer(high=1)
    magnet_on_empty: int = integer(high=1)
    last_magnet_optional: int = integer(high=1)
    reaction_sweep: int = integer(high=1)
    first_player: int = integer(high=RANDOM_SEAT)
    hand_size: int = integer(low=1, high=MOST_CARDS)


DRAWING_LOTS, DEALING, PLAYING, ASKING, REACTING, OVER = range(6)
"""Phases: who starts, the deal, a turn, lots for who is asked first, a seat that may answer with a magnet, the end."""


class Fields(Record):
    """A position: where the cards are, who is due, and a capture that waits for an answer."""

    phase: int = integer(high=OVER)
    turn: int = integer(high=MOST_SEATS - 1)
    asked: int = integer(high=NOBODY)
    """Who may answer with a magnet, or NOBODY."""
    refused: int = integer(high=255)
    """The seats that have refused to answer the capture that waits."""
    pending: int = integer(high=ALL_CELLS)
    """The cells of the capture that waits."""
    passes: int = integer(high=MOST_SEATS)
    """Turns in a row that were passed over."""
    top: list[int] = integers(CELLS, high=EMPTY)
    stacks: list[list[int]] = integers(CELLS, KINDS, high=MOST_CARDS)
    lying: list[int] = integers(CELLS, high=(1 << KINDS) - 1)
    """The kinds in each stack as a mask: what `stacks` says, once more and faster."""
    hands: list[list[int]] = integers(MOST_SEATS, KINDS, high=MOST_CARDS)
    held: list[int] = integers(MOST_SEATS, high=(1 << KINDS) - 1)
    """The kinds in each hand as a mask: what `hands` says, once more and faster."""
    sizes: list[int] = integers(MOST_SEATS, high=MOST_CARDS)
    pile: list[int] = integers(KINDS, high=MOST_CARDS)
    pile_size: int = integer(high=MOST_CARDS)
    captured: list[list[int]] = integers(MOST_SEATS, KINDS, high=MOST_CARDS)


# -- what may be played ------------------------------------------------------------------------------------------------


def due(state: Any) -> int:
    """Return the seat that is due, CHANCE before the deal, or TERMINAL after the game.

    Who is asked for a magnet is hidden from the others: in what they see somebody decides, and it is CHANCE.
    """
    if state.phase == PLAYING:
        return int(state.turn)
    if state.phase == REACTING and state.asked != NOBODY:
        return int(state.asked)
    return TERMINAL if state.phase == OVER else CHANCE


def plays(held: int) -> int:
    """Return the ways in which kinds in hand may be laid: a dynamite for its row or its column (TS-X2)."""
    return held | (held & DYNAMITE_BIT) << 1


def accepted(state: Any, cell: int) -> int:
    """Return what may be laid on a cell, as a mask of kinds and COLUMN."""
    top = state.top[cell]
    if top != EMPTY:
        kinds = int(ACCEPTS[top])
        if state.options.cover_exposed == SPECIALS_ONLY and COVERED >> top & 1 != 0:
            kinds = ANYWHERE
    elif state.pile_size > 0:
        return 0
    else:
        kinds = PLAIN_KINDS | ANYWHERE
        if state.options.magnet_on_empty == 1:
            kinds |= MAGNET_BIT
    return kinds | NOVA_BIT if cell == CENTRE else kinds


def playable(state: Any) -> int:
    """Return the kinds that could be laid somewhere now, whoever holds them."""
    kinds = 0
    for cell in range(CELLS):
        kinds |= accepted(state, cell)
    return kinds & ~COLUMN_BIT


def holds_last_magnet(state: Any) -> bool:
    """Tell whether the seat whose turn it is may sweep the grid: end phase, and its only card is a magnet (TS-E6)."""
    return bool(state.pile_size == 0 and state.sizes[state.turn] == 1 and state.held[state.turn] == MAGNET_BIT)


def candidates(state: Any) -> None:
    """Offer for each cell 0 to 8 every card in hand, then `sweep` with a magnet, then `decline` or `pass`.

    Cards come in the order of CARD_TEXTS, a dynamite for the row before the column. A seat that is asked has `magnet`
    and `decline`.
    """
    if state.phase == REACTING:
        offer(state, REACT)
        offer(state, DECLINE)
        return
    held = state.held[state.turn]
    for cell in range(CELLS):
        offer_all(state, plays(held), WIDTH * cell)
    if held & MAGNET_BIT != 0:
        offer(state, SWEEP)
    offer(state, DECLINE if holds_last_magnet(state) else PASS)


def forbids(state: Any, action: int) -> int:
    """Return the clause that forbids an action, or ALLOWED."""
    if action < PASS:
        return forbids_card(state, action % WIDTH, action // WIDTH)
    if state.phase == REACTING:
        return ALLOWED
    if action == SWEEP:
        return ALLOWED if holds_last_magnet(state) else TS_E6
    options = state.options
    if action == DECLINE and options.last_magnet_optional == 0:
        return TS_E6
    if options.must_play == 1 and state.held[state.turn] & playable(state) != 0:
        return TS_T3
    return ALLOWED


def forbids_card(state: Any, kind: int, cell: int) -> int:
    """Return the clause that forbids to lay a kind (or COLUMN) on a cell, or ALLOWED."""
    top = state.top[cell]
    end_phase = state.pile_size == 0
    if kind == MAGNET:
        if not end_phase:
            return TS_X5F
        return ALLOWED if top == EMPTY and state.options.magnet_on_empty == 1 else TS_E4A
    if kind == NOVA and cell != CENTRE:
        return TS_X3
    if top == EMPTY:
        return ALLOWED if end_phase else TS_T4
    if kind >= PLAIN:
        return ALLOWED
    if top == WEIGHT:
        return TS_X4
    if top >= PLAIN:
        return TS_E3 if state.options.cover_exposed == SPECIALS_ONLY else ALLOWED
    return ALLOWED if FEATURES[kind] & FEATURES[top] != 0 else TS_T1


def legal(state: Any) -> None:
    """Offer what `forbids` lets pass, faster: for each cell the hand under the mask of what it accepts."""
    if state.phase == REACTING:
        offer(state, REACT)
        offer(state, DECLINE)
        return
    options = state.options
    held = plays(state.held[state.turn])
    found = 0
    for cell in range(CELLS):
        fitting = held & accepted(state, cell)
        if fitting != 0:
            found = 1
            offer_all(state, fitting, WIDTH * cell)
    may_pass = found == 0 or options.must_play == 0
    if holds_last_magnet(state):
        offer(state, SWEEP)
        if may_pass and options.last_magnet_optional == 1:
            offer(state, DECLINE)
    elif may_pass:
        offer(state, PASS)


def lacking(state: Any) -> int:
    """Return the kinds that a seat which is passed over now shows that it does not hold.

    To keep a last magnet looks the same (TS-E8), unless to sweep is compulsory.
    """
    kinds = playable(state) if state.options.must_play == 1 else 0
    if state.pile_size == 0 and state.sizes[state.turn] == 1 and state.options.last_magnet_optional == 0:
        kinds |= MAGNET_BIT
    return kinds


# -- triplets ----------------------------------------------------------------------------------------------------------


def is_triplet(state: Any, line: int) -> bool:
    """Tell whether the three tops of a line have a shape or a colour in common, or are weights (TS-R1 to TS-R4)."""
    top = state.top
    first, middle, last = top[FIRST_CELL[line]], top[MIDDLE_CELL[line]], top[LAST_CELL[line]]
    return bool(FEATURES[first] & FEATURES[middle] & FEATURES[last] != 0)


def triplet_cells(state: Any, cell: int) -> int:
    """Return the cells of all triplets through a cell (TS-R5, TS-R6)."""
    cells = 0
    if FEATURES[state.top[cell]] != 0:
        for place in range(MOST_LINES):
            line = LINES_THROUGH[MOST_LINES * cell + place]
            if is_triplet(state, line):
                cells |= LINE_CELLS[line]
    return cells


def cells_hit(state: Any, kind: int, cell: int, was_empty: bool) -> int:
    """Return the cells that a card just laid on a cell captures (TS-T5), or 0."""
    if kind < PLAIN or kind == WEIGHT:
        return triplet_cells(state, cell)
    if kind == MAGNET or (was_empty and state.options.empty_special == LIES):
        return 0
    if kind == BOMB:
        return 1 << cell
    if kind == NOVA:
        return NOVA_CELLS
    return int(ROW_CELLS[cell] if kind == DYNAMITE else COLUMN_CELLS[cell])


# -- chance ------------------------------------------------------------------------------------------------------------


def from_pile(state: Any) -> int:
    """Pick a card from the draw pile and take it away."""
    kind = pick(state, state.pile, state.pile_size)
    state.pile[kind] -= 1
    state.pile_size -= 1
    return kind


def take(state: Any, seat: int) -> int:
    """Draw a card from the pile into a hand and return it."""
    kind = from_pile(state)
    state.hands[seat][kind] += 1
    state.held[seat] |= 1 << kind
    state.sizes[seat] += 1
    return kind


def lay(state: Any, kind: int, cell: int) -> None:
    """Put a card on a cell."""
    state.stacks[cell][kind] += 1
    state.lying[cell] |= 1 << kind
    state.top[cell] = kind


def go_on(state: Any) -> None:
    """Draw who starts if it is random (TS-S2), deal grid and hands (TS-S1), prepare the first board (TS-S3)."""
    options = state.options
    if state.phase == DRAWING_LOTS:
        state.turn = pick_bit(state, (1 << options.players) - 1, options.players)
        state.phase = DEALING
    for cell in range(CELLS):
        kind = from_pile(state)
        lay(state, kind, cell)
        log(state, EVERYBODY, LAID, TS_S1, kind, cell, 0)
    for seat in range(options.players):
        for _ in range(options.hand_size):
            kind = take(state, seat)
            log(state, seat, DEALT, TS_S1, seat, kind, 0)
    log(state, EVERYBODY, STARTS, TS_S2, state.turn, 0, 0)
    state.phase = PLAYING
    if options.prepare_first == 1:
        cover_all(state)
    if state.pile_size == 0:
        log(state, EVERYBODY, END_PHASE, TS_T8, 0, 0, 0)


# -- preparation -------------------------------------------------------------------------------------------------------


def middle_of_triplet(state: Any) -> int:
    """Return the middle cell of the first triplet in the order of LINES (TS-P5, TS-P7), or -1."""
    for line in range(8):
        if is_triplet(state, line):
            return int(MIDDLE_CELL[line])
    return -1


def exposed_cells(state: Any) -> int:
    """Return the cells on which a bomb, dynamite, nova or magnet lies exposed; a weight may (TS-P3)."""
    cells = 0
    for cell in range(CELLS):
        if COVERED >> state.top[cell] & 1 != 0:
            cells |= 1 << cell
    return cells


def cover(state: Any, cell: int, clause: int) -> None:
    """Put a card of the draw pile on a cell; it need not match (TS-P7)."""
    kind = from_pile(state)
    lay(state, kind, cell)
    log(state, EVERYBODY, COVERED_CELL, clause, kind, cell, 0)


def cover_triplets(state: Any) -> None:
    """Cover the middle of a triplet until there is none, while cards last (TS-P2)."""
    middle = middle_of_triplet(state)
    while middle >= 0 and state.pile_size > 0:
        cover(state, middle, TS_P2)
        middle = middle_of_triplet(state)


def cover_all(state: Any) -> None:
    """Cover triplets and exposed specials until the board is quiet (TS-P4), or each special once; while cards last."""
    cover_triplets(state)
    exposed = exposed_cells(state)
    while exposed != 0 and state.pile_size > 0:
        cell = lowbit(exposed)
        cover(state, cell, TS_P3)
        exposed ^= 1 << cell
        if state.options.prep_mode == FIXPOINT:
            cover_triplets(state)
            exposed = exposed_cells(state)


def fill(state: Any) -> None:
    """Fill the empty cells by number, while cards last (TS-P1)."""
    for cell in range(CELLS):
        if state.top[cell] == EMPTY and state.pile_size > 0:
            kind = from_pile(state)
            lay(state, kind, cell)
            log(state, EVERYBODY, FILLED, TS_P1, kind, cell, 0)


# -- turns -------------------------------------------------------------------------------------------------------------


def play(state: Any, action: int) -> None:
    """Do an action of the seat that is due and all that follows until the next decision."""
    if action < PASS:
        play_card(state, action % WIDTH, action // WIDTH)
    elif action == REACT:
        rob(state)
    elif state.phase == REACTING:
        log(state, state.asked, REFUSED, TS_X5E, state.asked, 0, 0)
        state.refused |= 1 << state.asked
        ask(state)
    elif action == SWEEP:
        spend(state, state.turn, MAGNET)
        sweep(state, state.turn)
        state.passes = 0
        next_turn(state)
    else:
        pass_over(state)


def pass_over(state: Any) -> None:
    """Pass the turn over: no draw, no preparation (TS-T2)."""
    seat = state.turn
    if holds_last_magnet(state):
        log(state, seat, KEPT, TS_E6, seat, 0, 0)
    log(state, EVERYBODY, PASSED, TS_T2, seat, lacking(state), 0)
    state.passes += 1
    next_turn(state)


def spend(state: Any, seat: int, kind: int) -> None:
    """Take a card out of a hand."""
    state.hands[seat][kind] -= 1
    state.sizes[seat] -= 1
    if state.hands[seat][kind] == 0:
        state.held[seat] ^= 1 << kind


def play_card(state: Any, kind: int, cell: int) -> None:
    """Lay a card on a cell and capture, if it does (TS-T1, TS-T5)."""
    seat = state.turn
    card = DYNAMITE if kind == COLUMN else kind
    under = state.top[cell]
    spend(state, seat, card)
    lay(state, card, cell)
    state.passes = 0
    clause = PLAYED_UNDER[kind]
    if under == EMPTY:
        clause = TS_E4A if kind == MAGNET else TS_E4
    elif kind < PLAIN and under >= PLAIN:
        clause = TS_E3
    log(state, EVERYBODY, PLAYED, clause, seat, WIDTH * cell + kind, under)
    hit = cells_hit(state, kind, cell, under == EMPTY)
    if hit == 0:
        end_turn(state, 0)
        return
    if kind < PLAIN or kind == WEIGHT:
        for line in range(8):
            if LINE_CELLS[line] >> cell & 1 != 0 and is_triplet(state, line):
                log(state, EVERYBODY, TRIPLET, TS_R3 if kind == WEIGHT else TS_R1, LINE_CELLS[line], 0, 0)
    state.pending = hit
    ask(state)


def end_turn(state: Any, captured: int) -> None:
    """Draw and prepare, while cards last (TS-T6, TS-T7), and hand the turn on."""
    if state.pile_size > 0:
        seat = state.turn
        kind = take(state, seat)
        log(state, seat, DREW, TS_T6, seat, kind, 0)
        if captured != 0:
            fill(state)
        cover_all(state)
        if state.pile_size == 0:
            log(state, EVERYBODY, END_PHASE, TS_T8, 0, 0, 0)
    next_turn(state)


def clockwise(seat: int, players: int) -> int:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0


def next_turn(state: Any) -> None:
    """Hand the turn to the next seat with cards (TS-T7, TS-E5), or end the game."""
    players = state.options.players
    with_cards = 0
    for seat in range(players):
        if state.sizes[seat] > 0:
            with_cards += 1
    seat = clockwise(state.turn, players)
    while with_cards > 0 and state.sizes[seat] == 0:
        seat = clockwise(seat, players)
    state.turn = seat
    if with_cards == 0 or state.passes >= with_cards:
        finish(state, with_cards)


# -- captures and magnets ----------------------------------------------------------------------------------------------


def next_holder(state: Any) -> int:
    """Return the seat that is asked next for a magnet, by `magnet_priority` (TS-X5e), or NOBODY."""
    options = state.options
    holders = 0
    first = NOBODY
    for step in range(1, options.players):
        away = options.players - step if options.magnet_priority == COUNTER_CLOCKWISE else step
        seat = (state.turn + away) % options.players
        if state.held[seat] & MAGNET_BIT != 0 and state.refused >> seat & 1 == 0:
            holders |= 1 << seat
            if first == NOBODY:
                first = seat
    if options.magnet_priority == RANDOM_ORDER and popcount(holders) > 1:
        state.phase = ASKING
        first = pick_bit(state, holders, popcount(holders))
    return first


def ask(state: Any) -> None:
    """Ask the next holder of a magnet, or let the capture stand (TS-X5e)."""
    seat = next_holder(state)
    if seat == NOBODY:
        hit = state.pending
        close(state)
        capture(state, state.turn, hit, 0)
        end_turn(state, 1)
        return
    state.phase = REACTING
    state.asked = seat
    log(state, seat, ASKED, TS_X5E, seat, 0, 0)


def close(state: Any) -> None:
    """Forget who was asked: the capture is settled."""
    state.phase = PLAYING
    state.asked = NOBODY
    state.refused = 0
    state.pending = 0


def rob(state: Any) -> None:
    """Answer a capture with a magnet: cards and magnet go to the thief, the robbed seat draws (TS-X5, TS-X5d)."""
    thief = state.asked
    hit = state.pending
    close(state)
    log(state, EVERYBODY, ROBBED, TS_X5, thief, state.turn, 0)
    last = state.pile_size == 0 and state.sizes[thief] == 1
    spend(state, thief, MAGNET)
    state.captured[thief][MAGNET] += 1
    capture(state, thief, hit, 1)
    if last and state.options.reaction_sweep == 1:
        log(state, EVERYBODY, SWEPT, TS_E6, thief, collect(state, thief, ALL_CELLS), 0)
    end_turn(state, 1)


def capture(state: Any, seat: int, cells: int, magnets: int) -> None:
    """Put the stacks of these cells into a seat's captured pile (TS-T5)."""
    count = collect(state, seat, cells) + magnets
    log(state, EVERYBODY, CAPTURED, TS_T5, seat, cells, count)


def collect(state: Any, seat: int, cells: int) -> int:
    """Move the stacks of these cells to a captured pile and return how many cards that were."""
    count = 0
    for cell in range(CELLS):
        if cells >> cell & 1 != 0 and state.top[cell] != EMPTY:
            kinds = state.lying[cell]
            while kinds != 0:
                kind = lowbit(kinds)
                kinds &= kinds - 1
                copies = state.stacks[cell][kind]
                count += copies
                state.captured[seat][kind] += copies
                state.stacks[cell][kind] = 0
            state.lying[cell] = 0
            state.top[cell] = EMPTY
    return count


def sweep(state: Any, seat: int) -> None:
    """Take all that lies on the grid, and the last magnet that was played for it (TS-E6)."""
    state.captured[seat][MAGNET] += 1
    log(state, EVERYBODY, SWEPT, TS_E6, seat, collect(state, seat, ALL_CELLS) + 1, 1)


# -- the end -----------------------------------------------------------------------------------------------------------


def payoff(state: Any, seat: int) -> int:
    """Return how many cards a seat has captured (TS-V1, TS-V2)."""
    count = 0
    for kind in range(KINDS):
        count += state.captured[seat][kind]
    return count


def finish(state: Any, with_cards: int) -> None:
    """End the game: hands are empty (TS-E5), or nobody can play (TS-E8)."""
    state.phase = OVER
    if with_cards == 0:
        log(state, EVERYBODY, HANDS_EMPTY, TS_E5, 0, 0, 0)
    else:
        log(state, EVERYBODY, STUCK, TS_E8, 0, 0, 0)
    most = 0
    winners = 0
    for seat in range(state.options.players):
        count = payoff(state, seat)
        if count > most:
            most = count
            winners = 0
        if count == most:
            winners += 1
    for seat in range(state.options.players):
        if payoff(state, seat) == most:
            log(state, EVERYBODY, WON if winners == 1 else SHARED, TS_V1, seat, most, 0)
