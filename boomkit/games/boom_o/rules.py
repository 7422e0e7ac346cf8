"""The rules of BOOM-O: a shared clock that may never pass sixty, three time bombs a seat, the last one left wins.

Hands and piles are counts by kind of card, because cards repeat; a card is drawn from the pile when it is needed.
What a seat knows is no field: it follows from the events it saw (`knowledge.py`, `worlds.py`).

Why a game ends: every round that ends has turned at least one time bomb (only a round that empties the last hand while
all others are empty too turns none, which needs a deck with nothing left to draw), and there are only three a seat.
Within a round hands only shrink, but for the draws of +1 and +2, of which a deck has few and which come back only
through a reshuffle; SKIP, REVERSE and TRADE HANDS leave the table with the hand that played them. So with any way of
play that gives each legal action a chance, a game is over after finitely many turns with probability 1; `max_turns`
sets a hard limit.
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
    offer,
    pick,
    pick_bit,
)

SEATS = 6
KINDS = 13
HAND = 7
LIVES = 3
LIMIT = 60
MOST_CARDS = 780
PAYOFF_UNIT = 60
MOST_TURNS = 1_000_000_000

# The kinds of card, in the order in which hands are written and actions are offered.
FIVE, TEN, SET_60, SET_30, SET_0, HOLD, REVERSE, SKIP, DRAW_1, DRAW_2, TRADE, DOUBLE, BOMB = range(KINDS)
CARDS = ("5", "10", ":60", ":30", ":0", "HOLD", "REVERSE", "SKIP", "+1", "+2", "TRADE HANDS", "DOUBLE PLAY", "BOMB")
LETTERS = ("5", "10", ":60", ":30", ":0", "H", "R", "S", "+1", "+2", "T", "D", "B")
DECK = (20, 20, 4, 4, 3, 10, 6, 6, 2, 2, 2, 2, 3)
ADDS = (5, 10)
SETS = (0, 0, 60, 30, 0)

# Actions: a kind of card, a trade with a seat, a bust (with the number card that is lost), or a HOLD that is kept.
TRADE_WITH = KINDS
BUST = TRADE_WITH + SEATS
BUST_FIVE = BUST + 1
BUST_TEN = BUST + 2
REFUSE = BUST + 3

# What is due: the deal, a card, the first or second card of a DOUBLE PLAY, an answer to a BOMB, nothing any more.
DEAL, PLAY, FIRST, SECOND, ANSWER, OVER, UNFINISHED = range(7)

# Values of options.
RANDOM_SEAT = -1
FORCED_ONLY, FREE = range(2)
KEPT, DISCARDED = range(2)
ALL, BUSTER = range(2)
IMMEDIATE, NO_EFFECTS, ALL_EFFECTS = range(3)
GOES_OUT, PENALTY = range(2)
AS_BUST, FLIP_ONLY = range(2)
CONTINUE, WINNER_OR_BUSTER, LEFT_OF_DEALER = range(3)

SEAT_BIT = (1, 2, 4, 8, 16, 32)
ALL_SEATS = (0, 1, 3, 7, 15, 31, 63)

CLAUSES = (
    "", "BO-S3", "BO-S6", "BO-T1", "BO-T2", "BO-T4", "BO-T5", "BO-T6", "BO-T7", "BO-T8", "BO-K1", "BO-K2", "BO-K3",
    "BO-K4", "BO-K5", "BO-K5a", "BO-K5b", "BO-K5e", "BO-K5f", "BO-K6", "BO-K7", "BO-K8", "BO-K9", "BO-K9a", "BO-K9b",
    "BO-K9c", "BO-K10", "BO-K10a", "BO-K10b", "BO-K10d", "BO-K11", "BO-R1", "BO-R2", "BO-R4", "BO-R5", "BO-E1",
    "BO-E2", "BO-E4", "BO-E5", "BO-W1", "BO-W3", "BO-W4", "BO-V1", "BO-V2", "BO-V3", "BO-V4",
)  # fmt: skip
(
    S3, S6, T1, T2, T4, T5, T6, T7, T8, K1, K2, K3,
    K4, K5, K5A, K5B, K5E, K5F, K6, K7, K8, K9, K9A, K9B,
    K9C, K10, K10A, K10B, K10D, K11, R1, R2, R4, R5, E1,
    E2, E4, E5, W1, W3, W4, V1, V2, V3, V4,
) = range(1, len(CLAUSES))  # fmt: skip
CARD_CLAUSE = (T2, T2, K6, K7, K8, K11, K3, K4, K1, K2, K9, K5, K10)

EVENTS = (
    EventType("starts", "{a:seat} starts"),
    EventType("drew", "{a:seat} drew {b:card}", public="{a:seat} drew a card"),
    EventType("reshuffled", "the {a} discards became the new draw pile"),
    EventType("returned", "{a:copies} went back into the draw pile"),
    EventType("raised", "the draw pile is empty; the next {a} cards come from an eliminated hand under it"),
    EventType("played", "{a:seat} played {b:card}, clock {c:clock}"),
    EventType("traded", "{a:seat} and {b:seat} traded hands"),
    EventType("handed", "{a:seat} handed {b:copies} to {c:seat}", public=""),
    EventType("reversed", "play now goes {a:way}"),
    EventType("skipped", "{a:seat} loses the turn"),
    EventType("demanded", "{a:seat} must play two cards"),
    EventType("answered", "{a:seat} gave a HOLD"),
    EventType("refused", "{a:seat} kept the HOLD"),
    EventType("no_hold", "{a:seat} has no HOLD"),
    EventType("backfired", "everybody answered the BOMB of {a:seat}"),
    EventType("bust", "{a:seat} could play nothing at clock {b}{c:half}"),
    EventType("overflowed", "{a:seat} showed {b:card} and passed sixty from {c}"),
    EventType("lost", "{a:seat} lost {b:card} to the discards"),
    EventType("turned", "{a:seat} turned a time bomb over and has {b} left"),
    EventType("out", "{a:seat} is out and puts {b} cards under the draw pile"),
    EventType("buried", "{a:seat} put {b:copies} under the draw pile", public=""),
    EventType("placed", "{a:seat} finishes in place {b}"),
    EventType("went_out", "{a:seat} has got rid of the last card"),
    EventType("spent", "{a:seat} has not gone out: the last time bomb went with the BOMB"),
    EventType("round", "a new round begins: clock 0, {a:seat} starts"),
    EventType("cleared", "the clock goes back to 0"),
    EventType("no_card", "{a:seat} has no card and no turn"),
    EventType("counted", "{a:seat} counts {b} in hand"),
    EventType("won", "{a:seat} wins"),
    EventType("shared", "{a:seat} shares the win"),
    EventType("unfinished", "{a} turns have been played; the game is left unfinished"),
)  # fmt: skip
(
    STARTS, DREW, RESHUFFLED, RETURNED, RAISED, PLAYED, TRADED, HANDED, REVERSED, SKIPPED, DEMANDED, ANSWERED,
    REFUSED, NO_HOLD, BACKFIRED, BUSTED, OVERFLOWED, LOST, TURNED, FELL, BURIED, PLACED, WENT_OUT, SPENT, ROUND,
    CLEARED, NO_CARD, COUNTED, WON, SHARED, STOPPED,
) = range(len(EVENTS))  # fmt: skip

COUNTERS = {
    "busts": BUSTED,
    "overflows": OVERFLOWED,
    "plays": PLAYED,
    "backfires": BACKFIRED,
    "turned": TURNED,
    "went_out": WENT_OUT,
    "rounds": ROUND,
    "trades": TRADED,
    "reshuffles": RESHUFFLED,
    "shared_wins": SHARED,
}

# How a bust came about: the third number of its event.
IN_TURN, AT_FIRST, AT_SECOND, ONE_CARD = range(4)


class Options(Record):
    """What the rules read of the options."""

    players: int = integer(low=2, high=SEATS)
    first_player: int = integer(low=RANDOM_SEAT, high=SEATS - 1)
    overflow_play: int = integer(high=1)
    bust_card: int = integer(high=1)
    bust_ends_round: int = integer(high=1)
    bust_refill: int = integer(high=1)
    bomb_ends_round: int = integer(high=1)
    hold_optional: int = integer(high=1)
    hold_can_go_out: int = integer(high=1)
    last_card_effects: int = integer(high=2)
    double_one_card: int = integer(high=1)
    double_fail: int = integer(high=1)
    next_starter: int = integer(high=2)
    reset_direction: int = integer(high=1)
    trade_optional: int = integer(high=1)
    short_game: int = integer(high=1)
    max_turns: int = integer(high=MOST_TURNS)


class Fields(Record):
    """A position. `hands`, `pile`, `discards` and each layer of `under` are counts by kind of card.

    `direction` is 0 for clockwise; `first` is the seat that began the game; `asked` and the set of seats `paid` matter
    only while a BOMB is being answered; `turns` counts only under `max_turns`.
    """

    phase: int = integer(high=UNFINISHED)
    clock: int = integer(high=LIMIT)
    turn: int = integer(high=SEATS - 1)
    first: int = integer(high=SEATS - 1)
    direction: int = integer(high=1)
    asked: int = integer(high=SEATS - 1)
    paid: int = integer(high=63)
    turns: int = integer(high=MOST_TURNS)
    pile_size: int = integer(high=MOST_CARDS)
    sizes: list[int] = integers(SEATS, high=MOST_CARDS)
    lives: list[int] = integers(SEATS, high=LIVES)
    under_sizes: list[int] = integers(SEATS, high=MOST_CARDS)
    pile: list[int] = integers(KINDS, high=MOST_CARDS)
    discards: list[int] = integers(KINDS, high=MOST_CARDS)
    hands: list[list[int]] = integers(SEATS, KINDS, high=MOST_CARDS)
    under: list[list[int]] = integers(SEATS, KINDS, high=MOST_CARDS)


# -- who is due, and what may be done ----------------------------------------------------------------------------------


def due(state: Any) -> int:
    """Return the seat that plays or answers, CHANCE before the deal, TERMINAL at the end."""
    phase = state.phase
    if phase == DEAL:
        return CHANCE
    if phase >= OVER:
        return TERMINAL
    if phase == ANSWER:
        return int(state.asked)
    return int(state.turn)


def clock_after(clock: int, card: int) -> int:
    """Return what the clock would show after a card, past sixty included."""
    if card <= TEN:
        return clock + ADDS[card]
    if card <= SET_0:
        return SETS[card]
    if card == BOMB:
        return 0
    return clock


def candidates(state: Any) -> None:
    """Offer every card by kind, a trade with every seat after TRADE itself, and the ways to bust; or the answers."""
    if state.phase == ANSWER:
        offer(state, HOLD)
        offer(state, REFUSE)
        return
    for card in range(KINDS):
        offer(state, card)
        if card == TRADE:
            for seat in range(state.options.players):
                offer(state, TRADE_WITH + seat)
    offer(state, BUST)
    if state.options.bust_card == DISCARDED:
        offer(state, BUST_FIVE)
        offer(state, BUST_TEN)


def forbids(state: Any, action: int) -> int:
    """Return the clause that forbids an action, or ALLOWED: the one place that says no."""
    if state.phase == ANSWER:
        return ALLOWED
    if action >= BUST:
        return forbids_bust(state, action)
    refusal = forbids_card(state, TRADE) if action >= TRADE_WITH else forbids_card(state, action)
    if refusal == ALLOWED and (action == TRADE or action >= TRADE_WITH):
        return forbids_trade(state, action)
    return refusal


def forbids_card(state: Any, card: int) -> int:
    """Say no to a card that is not held (BO-T1), no clock card when one is due (BO-K5a), or past sixty (BO-T2)."""
    if state.hands[state.turn][card] == 0:
        return T1
    if state.phase == FIRST:
        if card > SET_0:
            return K5A
        if one_card_penalty(state):
            return K5F
    if clock_after(state.clock, card) > LIMIT and state.options.overflow_play == FORCED_ONLY:
        return T2
    return ALLOWED


def forbids_trade(state: Any, action: int) -> int:
    """Say no to a swap with the last card (BO-K9a), without need (BO-K9b), or with nobody (BO-K9)."""
    last = state.sizes[state.turn] == 1
    if action == TRADE:
        if last or state.options.trade_optional == 1:
            return ALLOWED
        return K9B
    if last:
        return K9A
    partner = action - TRADE_WITH
    if partner == state.turn or state.lives[partner] == 0:
        return K9
    return ALLOWED


def forbids_bust(state: Any, action: int) -> int:
    """Say no to a bust while a card can be played (BO-T4), and to a loss that is no choice here (BO-T7)."""
    for card in range(KINDS):
        if forbids_card(state, card) == ALLOWED:
            return T4
    if (action == BUST) == chooses_loss(state):
        return T7
    return ALLOWED


def one_card_penalty(state: Any) -> bool:
    """Tell whether the only card of a seat that must play two may not be played (`double_one_card = penalty`)."""
    return bool(state.phase == FIRST and state.sizes[state.turn] == 1 and state.options.double_one_card == PENALTY)


def loses_card(state: Any) -> bool:
    """Tell whether a bust costs a number card here (BO-T7, `bust_card = discarded`)."""
    if state.options.bust_card == KEPT or one_card_penalty(state):
        return False
    return bool(state.phase == PLAY or state.options.double_fail == AS_BUST)


def chooses_loss(state: Any) -> bool:
    """Tell whether the seat that busts can choose which number card to lose."""
    hand = state.hands[state.turn]
    return bool(hand[FIVE] > 0 and hand[TEN] > 0 and loses_card(state))


def legal(state: Any) -> None:
    """Offer the candidates that no clause forbids, without asking for each: the same answer as `forbids`, sooner."""
    phase = state.phase
    if phase == ANSWER:
        offer(state, HOLD)
        offer(state, REFUSE)
        return
    hand = state.hands[state.turn]
    found = 0
    if not one_card_penalty(state):
        room = LIMIT - state.clock
        if state.options.overflow_play == FREE:
            room = LIMIT
        if hand[FIVE] > 0 and room >= 5:
            offer(state, FIVE)
            found = 1
        if hand[TEN] > 0 and room >= 10:
            offer(state, TEN)
            found = 1
        last = HOLD
        if phase != FIRST:
            last = KINDS
        for card in range(SET_60, last):
            if hand[card] > 0:
                if card == TRADE:
                    offer_trades(state)
                else:
                    offer(state, card)
                found = 1
    if found == 0:
        if chooses_loss(state):
            offer(state, BUST_FIVE)
            offer(state, BUST_TEN)
        else:
            offer(state, BUST)


def offer_trades(state: Any) -> None:
    """Offer TRADE HANDS as it may be played now: by itself, or with each other seat that is still in."""
    turn = state.turn
    if state.sizes[turn] == 1:
        offer(state, TRADE)
        return
    if state.options.trade_optional == 1:
        offer(state, TRADE)
    for seat in range(state.options.players):
        if seat != turn and state.lives[seat] > 0:
            offer(state, TRADE_WITH + seat)


# -- seats in order ----------------------------------------------------------------------------------------------------


def neighbour(state: Any, seat: int) -> int:
    """Return the seat beside `seat` in the direction of play, still in or not."""
    if state.direction == 0:
        return seat + 1 if seat + 1 < state.options.players else 0
    return seat - 1 if seat > 0 else state.options.players - 1


def next_alive(state: Any, seat: int) -> int:
    """Return the next seat after `seat` in the direction of play that still has a time bomb."""
    seat = neighbour(state, seat)
    while state.lives[seat] == 0:
        seat = neighbour(state, seat)
    return seat


def with_cards(state: Any, seat: int) -> int:
    """Return `seat`, or the first after it that is still in and holds a card; seats without one have no turn.

    If nobody holds a card (the only hand went under the pile when nothing was left to draw), everybody refills.
    """
    for _ in range(state.options.players):
        if state.lives[seat] > 0:
            if state.sizes[seat] > 0:
                return seat
            log(state, EVERYBODY, NO_CARD, E5, seat, 0, 0)
        seat = neighbour(state, seat)
    if state.lives[seat] == 0:
        seat = next_alive(state, seat)
    refill_all(state, seat, E5)
    return seat


def alive(state: Any) -> int:
    """Count the seats that still have a time bomb."""
    count = 0
    for seat in range(state.options.players):
        if state.lives[seat] > 0:
            count += 1
    return count


# -- cards on the move -------------------------------------------------------------------------------------------------


def go_on(state: Any) -> None:
    """Choose who starts (BO-S6), then deal seven to each seat from seat 0 on (BO-S3)."""
    players = state.options.players
    if state.options.first_player == RANDOM_SEAT:
        state.first = pick_bit(state, ALL_SEATS[players], players)
    else:
        state.first = state.options.first_player
    state.turn = state.first
    state.phase = PLAY
    log(state, EVERYBODY, STARTS, S6, state.turn, 0, 0)
    for seat in range(players):
        for _ in range(HAND):
            draw(state, seat, S3)


def draw(state: Any, seat: int, clause: int) -> int:
    """Draw one card for a seat; return 0 if there is none to draw (BO-E5)."""
    if state.pile_size == 0 and renew_pile(state) == 0:
        return 0
    card = pick(state, state.pile, state.pile_size)
    state.pile[card] -= 1
    state.pile_size -= 1
    state.hands[seat][card] += 1
    state.sizes[seat] += 1
    log(state, seat, DREW, clause, seat, card, 0)
    return 1


def renew_pile(state: Any) -> int:
    """Draw on from the next eliminated hand (BO-E2), or reshuffle all discards (BO-E4); return the cards gained."""
    gained = state.under_sizes[0]
    if gained > 0:
        for card in range(KINDS):
            state.pile[card] = state.under[0][card]
        for layer in range(1, SEATS):
            state.under_sizes[layer - 1] = state.under_sizes[layer]
            state.under_sizes[layer] = 0
            for card in range(KINDS):
                state.under[layer - 1][card] = state.under[layer][card]
                state.under[layer][card] = 0
        log(state, EVERYBODY, RAISED, E2, gained, 0, 0)
    else:
        for card in range(KINDS):
            count = state.discards[card]
            gained += count
            state.pile[card] = count
            state.discards[card] = 0
            if count > 0:
                log(state, EVERYBODY, RETURNED, E4, card * 1000 + count, 0, 0)
        if gained > 0:
            log(state, EVERYBODY, RESHUFFLED, E4, gained, 0, 0)
    state.pile_size = gained
    return int(gained)


def put_down(state: Any, seat: int, card: int) -> None:
    """Move one card from a hand to the discards."""
    state.hands[seat][card] -= 1
    state.sizes[seat] -= 1
    state.discards[card] += 1


def refill(state: Any, seat: int, clause: int) -> None:
    """Draw a seat up to seven cards (BO-R2); nobody discards down."""
    while state.sizes[seat] < HAND:
        if draw(state, seat, clause) == 0:
            return


def others_draw(state: Any, number: int, clause: int) -> None:
    """Let every other seat draw, one seat after another in the direction of play (BO-K1, BO-K2)."""
    seat = neighbour(state, state.turn)
    while seat != state.turn:
        if state.lives[seat] > 0:
            for _ in range(number):
                draw(state, seat, clause)
        seat = neighbour(state, seat)


def swap_hands(state: Any, one: int, other: int) -> None:
    """Swap two whole hands (BO-K9); both seats know what they handed over (BO-K9c)."""
    log(state, EVERYBODY, TRADED, K9, one, other, 0)
    for card in range(KINDS):
        here = state.hands[one][card]
        there = state.hands[other][card]
        state.hands[one][card] = there
        state.hands[other][card] = here
        if here > 0:
            log(state, one, HANDED, K9C, one, card * 1000 + here, other)
            log(state, other, HANDED, K9C, one, card * 1000 + here, other)
        if there > 0:
            log(state, one, HANDED, K9C, other, card * 1000 + there, one)
            log(state, other, HANDED, K9C, other, card * 1000 + there, one)
    size = state.sizes[one]
    state.sizes[one] = state.sizes[other]
    state.sizes[other] = size


def turn_time_bomb(state: Any, seat: int, clause: int) -> None:
    """Turn one time bomb of a seat; with the last one it is out and its hand goes under the draw pile (BO-E1)."""
    state.paid |= SEAT_BIT[seat]
    state.lives[seat] -= 1
    log(state, EVERYBODY, TURNED, clause, seat, state.lives[seat], 0)
    if state.lives[seat] > 0:
        return
    size = state.sizes[seat]
    log(state, EVERYBODY, FELL, E1, seat, size, 0)
    if size == 0:
        return
    layer = 0
    while state.under_sizes[layer] > 0:
        layer += 1
    state.under_sizes[layer] = size
    state.sizes[seat] = 0
    for card in range(KINDS):
        count = state.hands[seat][card]
        state.under[layer][card] = count
        state.hands[seat][card] = 0
        if count > 0:
            log(state, seat, BURIED, E1, seat, card * 1000 + count, 0)


# -- a turn ------------------------------------------------------------------------------------------------------------


def play(state: Any, action: int) -> None:
    """Play a card (BO-T1), bust (BO-T6), or answer a BOMB (BO-K10b)."""
    if state.phase == ANSWER:
        answer(state, action)
    elif action >= BUST:
        bust(state, action)
    elif action >= TRADE_WITH:
        play_card(state, TRADE, action - TRADE_WITH)
    else:
        play_card(state, action, -1)


def play_card(state: Any, card: int, partner: int) -> None:
    """Put a card down, move the clock, and carry out what the card says."""
    seat = state.turn
    before = state.clock
    after = clock_after(before, card)
    if after > LIMIT:
        overflow(state, card)
        return
    put_down(state, seat, card)
    state.clock = after
    log(state, EVERYBODY, PLAYED, CARD_CLAUSE[card], seat, card, before * 100 + after)
    if state.sizes[seat] == 0:
        play_last_card(state, card)
    elif state.phase == FIRST:
        state.phase = SECOND
    elif card == BOMB:
        drop_bomb(state)
    else:
        if partner >= 0:
            swap_hands(state, seat, partner)
        change_table(state, card)
        pass_turn(state, seat, card)


def change_table(state: Any, card: int) -> None:
    """Carry out what +1, +2 and REVERSE do at once."""
    if card == DRAW_1:
        others_draw(state, 1, K1)
    elif card == DRAW_2:
        others_draw(state, 2, K2)
    elif card == REVERSE and alive(state) > 2:
        state.direction = 1 - state.direction
        log(state, EVERYBODY, REVERSED, K3, state.direction, 0, 0)


def pass_turn(state: Any, seat: int, card: int) -> None:
    """Give the turn to the next seat after `seat`; SKIP passes one over, DOUBLE PLAY asks for two cards."""
    begin_turn(state, with_cards(state, next_alive(state, seat)), card)


def begin_turn(state: Any, seat: int, card: int) -> None:
    """Begin the turn of `seat`, which the card played before may take away (BO-K4) or double (BO-K5)."""
    state.phase = PLAY
    if card == SKIP:
        log(state, EVERYBODY, SKIPPED, K4, seat, 0, 0)
        seat = with_cards(state, next_alive(state, seat))
    elif card == DOUBLE:
        log(state, EVERYBODY, DEMANDED, K5, seat, 0, 0)
        state.phase = FIRST
    state.turn = seat
    if state.options.max_turns > 0:
        state.turns += 1
        if state.turns >= state.options.max_turns:
            state.phase = UNFINISHED
            log(state, EVERYBODY, STOPPED, W1, state.turns, 0, 0)


# -- busts -------------------------------------------------------------------------------------------------------------


def bust(state: Any, action: int) -> None:
    """Turn a time bomb over because nothing can be played (BO-T6, BO-K5b, BO-K5e, BO-K5f)."""
    seat = state.turn
    hand = state.hands[seat]
    clause = T6
    how = IN_TURN
    if one_card_penalty(state):
        clause = K5F
        how = ONE_CARD
    elif state.phase == FIRST:
        clause = K5B
        how = AT_FIRST
    elif state.phase == SECOND:
        clause = K5E
        how = AT_SECOND
    log(state, EVERYBODY, BUSTED, clause, seat, state.clock, how)
    if loses_card(state):
        if action == BUST_FIVE or (action == BUST and hand[FIVE] > 0):
            lose(state, seat, FIVE)
        elif hand[TEN] > 0:
            lose(state, seat, TEN)
    pay_for_bust(state, clause)


def overflow(state: Any, card: int) -> None:
    """Pass sixty on purpose (`overflow_play = free`): the card is shown, and is the one that a bust may cost."""
    log(state, EVERYBODY, OVERFLOWED, T5, state.turn, card, state.clock)
    if state.options.bust_card == DISCARDED:
        lose(state, state.turn, card)
    pay_for_bust(state, T5)


def lose(state: Any, seat: int, card: int) -> None:
    """Discard the number card that a bust costs (BO-T7)."""
    put_down(state, seat, card)
    log(state, EVERYBODY, LOST, T7, seat, card, 0)


def pay_for_bust(state: Any, clause: int) -> None:
    """Turn the time bomb; then the round ends (BO-T9), or the clock goes back and play goes on, or only that."""
    seat = state.turn
    options = state.options
    flip_only = state.phase != PLAY and options.double_fail == FLIP_ONLY
    turn_time_bomb(state, seat, clause)
    if end_batch(state):
        return
    if options.bust_ends_round == 1 and not flip_only:
        starter = close_round(state, seat)
        if options.bust_refill == ALL:
            refill_all(state, starter, T8)
        elif state.lives[seat] > 0:
            refill(state, seat, T8)
        begin_turn(state, with_cards(state, starter), FIVE)
        return
    if not flip_only:
        state.clock = 0
        log(state, EVERYBODY, CLEARED, T8, 0, 0, 0)
    if state.lives[seat] > 0 and state.sizes[seat] == 0:
        draw(state, seat, T7)
    pass_turn(state, seat, FIVE)


# -- BOMB --------------------------------------------------------------------------------------------------------------


def drop_bomb(state: Any) -> None:
    """Ask every other seat for a HOLD (BO-K10)."""
    state.asked = state.turn
    ask_on(state)


def ask_on(state: Any) -> None:
    """Ask the seats after `asked` in turn, until one has a choice (`hold_optional`) or all have answered or paid."""
    seat = neighbour(state, state.asked)
    while seat != state.turn:
        if state.lives[seat] > 0:
            if state.hands[seat][HOLD] == 0:
                log(state, EVERYBODY, NO_HOLD, K10, seat, 0, 0)
                turn_time_bomb(state, seat, K10)
            elif state.options.hold_optional == 1:
                state.asked = seat
                state.phase = ANSWER
                return
            else:
                give_hold(state, seat)
        seat = neighbour(state, seat)
    state.asked = 0
    settle_bomb(state)


def give_hold(state: Any, seat: int) -> None:
    """Discard a HOLD in answer to a BOMB."""
    put_down(state, seat, HOLD)
    log(state, EVERYBODY, ANSWERED, K10, seat, 0, 0)


def answer(state: Any, action: int) -> None:
    """Give the HOLD or keep it and pay (`hold_optional`), then ask on."""
    seat = state.asked
    state.phase = PLAY
    if action == HOLD:
        give_hold(state, seat)
    else:
        log(state, EVERYBODY, REFUSED, K10B, seat, 0, 0)
        turn_time_bomb(state, seat, K10B)
    ask_on(state)


def settle_bomb(state: Any) -> None:
    """Finish a BOMB: it may backfire (BO-K10a), empty hands (BO-R4), or have been the last card (BO-W3)."""
    bomber = state.turn
    was_last = state.sizes[bomber] == 0
    emptied = emptied_by_hold(state)
    if state.paid == 0:
        log(state, EVERYBODY, BACKFIRED, K10A, bomber, 0, 0)
        turn_time_bomb(state, bomber, K10A)
    if end_batch(state):
        return
    went_out = -1
    if was_last and state.lives[bomber] > 0:
        went_out = bomber
        log(state, EVERYBODY, WENT_OUT, R1, bomber, 0, 0)
    elif was_last:
        log(state, EVERYBODY, SPENT, W3, bomber, 0, 0)
    seat = neighbour(state, bomber)
    while seat != bomber:
        if emptied & SEAT_BIT[seat] != 0:
            if state.options.hold_can_go_out == 0:
                draw(state, seat, R4)
            else:
                log(state, EVERYBODY, WENT_OUT, R4, seat, 0, 0)
                if went_out < 0:
                    went_out = seat
        seat = neighbour(state, seat)
    if went_out >= 0:
        end_round(state, went_out, BOMB)
    elif state.options.bomb_ends_round == 1:
        starter = close_round(state, -1)
        refill_all(state, starter, K10D)
        begin_turn(state, with_cards(state, starter), BOMB)
    else:
        pass_turn(state, bomber, BOMB)


def emptied_by_hold(state: Any) -> int:
    """Return the set of seats whose last card was the HOLD that they just gave."""
    found = 0
    for seat in range(state.options.players):
        gave = seat != state.turn and state.lives[seat] > 0 and state.paid & SEAT_BIT[seat] == 0
        if gave and state.sizes[seat] == 0:
            found |= SEAT_BIT[seat]
    return found


# -- the end of a round and of the game --------------------------------------------------------------------------------


def play_last_card(state: Any, card: int) -> None:
    """Carry out what the option lets the last card do (BO-R3), then end the round."""
    if state.options.last_card_effects != NO_EFFECTS:
        if card == BOMB:
            drop_bomb(state)
            return
        change_table(state, card)
    log(state, EVERYBODY, WENT_OUT, R1, state.turn, 0, 0)
    end_round(state, state.turn, card)


def end_round(state: Any, winner: int, card: int) -> None:
    """Let everyone who still holds a card pay (BO-R1), then refill (BO-R2) and begin the next round."""
    seat = state.turn
    for _ in range(state.options.players):
        seat = neighbour(state, seat)
        if state.lives[seat] > 0 and state.sizes[seat] > 0:
            turn_time_bomb(state, seat, R1)
    if end_batch(state):
        return
    starter = close_round(state, winner)
    refill_all(state, starter, R2)
    carried = FIVE
    if state.options.last_card_effects == ALL_EFFECTS:
        carried = card
    begin_turn(state, with_cards(state, starter), carried)


def close_round(state: Any, chosen: int) -> int:
    """Set the clock to 0 and return the next starter (BO-R5); `chosen` went out or bust, -1 if nobody did."""
    state.clock = 0
    if state.options.reset_direction == 1:
        state.direction = 0
    starter = next_starter(state, chosen)
    log(state, EVERYBODY, ROUND, R5, starter, 0, 0)
    return starter


def next_starter(state: Any, chosen: int) -> int:
    """Return the seat that starts the next round, by the option `next_starter`."""
    rule = state.options.next_starter
    if rule == LEFT_OF_DEALER:
        seat = int(state.first)
        while state.lives[seat] == 0:
            seat = seat + 1 if seat + 1 < state.options.players else 0
        return seat
    if rule == WINNER_OR_BUSTER and chosen >= 0:
        if state.lives[chosen] > 0:
            return chosen
        return next_alive(state, chosen)
    return next_alive(state, state.turn)


def refill_all(state: Any, starter: int, clause: int) -> None:
    """Refill every seat that is still in, each up to seven before the next, from the starter on (BO-R6)."""
    refill(state, starter, clause)
    seat = next_alive(state, starter)
    while seat != starter:
        refill(state, seat, clause)
        seat = next_alive(state, seat)


def end_batch(state: Any) -> bool:
    """Close a batch of penalties: give out places (BO-W4) and tell whether the game is over (BO-W1, BO-V1)."""
    left = alive(state)
    somebody_out = False
    for seat in range(state.options.players):
        if state.lives[seat] == 0:
            somebody_out = True
            if state.paid & SEAT_BIT[seat] != 0:
                log(state, EVERYBODY, PLACED, W4, seat, left + 1, 0)
    state.paid = 0
    if left > 1 and not (somebody_out and state.options.short_game == 1):
        return False
    state.phase = OVER
    announce(state)
    return True


def announce(state: Any) -> None:
    """Say who has won, with the count of hands that a tie needs (BO-V3)."""
    most = most_lives(state)
    tied = 0
    for seat in range(state.options.players):
        if state.lives[seat] == most:
            tied += 1
    for seat in range(state.options.players):
        if tied > 1 and state.lives[seat] == most:
            log(state, EVERYBODY, COUNTED, V3, seat, hand_value(state, seat), 0)
    shares = winners(state)
    for seat in range(state.options.players):
        if wins(state, seat):
            if shares > 1:
                log(state, EVERYBODY, SHARED, V4, seat, 0, 0)
            elif state.options.short_game == 0:
                log(state, EVERYBODY, WON, W1, seat, 0, 0)
            elif tied > 1:
                log(state, EVERYBODY, WON, V3, seat, 0, 0)
            else:
                log(state, EVERYBODY, WON, V2, seat, 0, 0)


def most_lives(state: Any) -> int:
    """Return the largest number of time bombs that a seat has left."""
    most = 0
    for seat in range(state.options.players):
        if state.lives[seat] > most:
            most = state.lives[seat]
    return most


def hand_value(state: Any, seat: int) -> int:
    """Add up a hand for the tie-break: numbers at face value, every command card 1 (BO-V3, BO-V4)."""
    hand = state.hands[seat]
    return int(state.sizes[seat] + (ADDS[FIVE] - 1) * hand[FIVE] + (ADDS[TEN] - 1) * hand[TEN])


def wins(state: Any, seat: int) -> bool:
    """Tell whether a seat has won or shares the win: most time bombs (BO-V2), then the lowest hand (BO-V3)."""
    if state.lives[seat] == 0 or state.lives[seat] < most_lives(state):
        return False
    value = hand_value(state, seat)
    for other in range(state.options.players):
        if state.lives[other] == state.lives[seat] and hand_value(state, other) < value:
            return False
    return True


def winners(state: Any) -> int:
    """Count the seats that have won."""
    count = 0
    for seat in range(state.options.players):
        if wins(state, seat):
            count += 1
    return count


def payoff(state: Any, seat: int) -> int:
    """Pay 1 to the winner, a share to each of several (BO-V4), nothing in an unfinished game; in sixtieths."""
    if state.phase != OVER or not wins(state, seat):
        return 0
    return PAYOFF_UNIT // winners(state)
