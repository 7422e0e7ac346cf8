"""The rules of Wild Twist War, clause by clause: two decks, no decision, six wild cards.

Cards are bits of masks, so that a pile is one number. A deck is either all from the pool of cards that nobody has seen
or, after a reshuffle, all known; a card is picked when it is turned up or laid. With `return_order = bottom_fixed` the
decks are ordered arrays instead. Nothing else is left to chance, and nobody decides anything.
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
    pick_bit,
    popcount,
)

CARDS = 58
"""52 standard cards, four suits a rank from the twos up, then the six wild cards (WT-C1)."""
FIRST_WILD = 52
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("♣", "♦", "♥", "♠")
WILDS = ("Red", "Black", "Heart", "Diamond", "Spade", "Club")
SUITS_OF_WILD = ((1, 2), (0, 3), (2,), (1,), (3,), (0,))
"""The suits that each wild card matches (WT-B4)."""
CARD_TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), *WILDS)

ALL_CARDS = (1 << CARDS) - 1


def matches(wild: int, card: int) -> bool:
    """Tell whether a wild card matches the suit of a standard card (WT-B3, WT-B4); its rank is irrelevant."""
    return card % 4 in SUITS_OF_WILD[wild - FIRST_WILD]


def wins_against(card: int, other: int) -> bool:
    """Tell whether `card` wins a battle against `other` (WT-B2, WT-B3); neither wins when they are equal."""
    if card >= FIRST_WILD:
        return other < FIRST_WILD and matches(card, other)
    if other >= FIRST_WILD:
        return not matches(other, card)
    return card // 4 > other // 4


def _beaten(card: int) -> int:
    return sum(1 << other for other in range(CARDS) if wins_against(card, other))


BEATS = tuple(_beaten(card) for card in range(CARDS))
"""For each card the mask of the cards it wins against: `wins_against`, asked once for all pairs."""

LAZY, EAGER = 0, 1
FULL_OPPONENT, EQUAL_FORCE = 0, 1
LOSE, STAND = 0, 1
SHUFFLED_PILE, BOTTOM_FIXED = 0, 1

BATTLE = 0
"""The one action there is: a whole battle with its wars."""

CLAUSES = (
    "", "WT-S2", "WT-B1", "WT-B2", "WT-B3", "WT-B5", "WT-B6", "WT-B7", "WT-W1", "WT-W3", "WT-W4",
    "WT-R1", "WT-R2", "WT-R3", "WT-R5", "WT-R6", "WT-R7", "WT-V2",
)  # fmt: skip
(
    WT_S2, WT_B1, WT_B2, WT_B3, WT_B5, WT_B6, WT_B7, WT_W1, WT_W3, WT_W4,
    WT_R1, WT_R2, WT_R3, WT_R5, WT_R6, WT_R7, WT_V2,
) = range(1, len(CLAUSES))  # fmt: skip

EVENTS = (
    EventType("dealt", "{a} cards were dealt to seat 0 and {b} to seat 1"),
    EventType("turned", "{a:seat} turned up {b:card}"),
    EventType("higher", "{b:card} is higher than {c:card}: {a:seat} wins"),
    EventType("matched", "{b:card} matches the suit of {c:card}: {a:seat} wins"),
    EventType("unmatched", "{c:card} does not match the suit of {b:card}: {a:seat} wins"),
    EventType("tied", "{b:card} and {c:card} have equal rank: war"),
    EventType("wilds", "{b:card} and {c:card} are both wild: war"),
    EventType("laid", "{a:seat} laid {b} face down"),
    EventType("short", "{a:seat} has only {b:cards} left: the last one is turned up"),
    EventType("took", "{a:seat} takes {b} cards"),
    EventType("reshuffled", "{a:seat} shuffles {b} won cards into a new play deck"),
    EventType("ran_dry", "{b:seat} has no card left: {a:seat} wins the game"),
    EventType("no_card", "{b:seat} has no card left for the war: {a:seat} wins war and game"),
    EventType("short_tie", "equal again in a short war: {a:seat}, who still has cards, wins war and game"),
    EventType("drawn", "neither seat has a card left: the game is a draw"),
    EventType("unfinished", "after {a:battles} the game is declared unfinished"),
)
(
    DEALT, TURNED, HIGHER, MATCHED, UNMATCHED, TIED, WILD_PAIR, LAID, SHORT, TOOK,
    RESHUFFLED, RAN_DRY, NO_CARD, SHORT_TIE, DRAWN, UNFINISHED,
) = range(len(EVENTS))  # fmt: skip

COUNTERS = {"ties": (TIED, WILD_PAIR), "short_wars": (SHORT,), "reshuffles": (RESHUFFLED,), "draws": (DRAWN,)}
"""What batch play counts: for each name the events that it adds up."""

PAYOFF_UNIT = 2
"""A draw pays one half to each seat."""


class Options(Record):
    """What the rules read of the options."""

    cards: list[int] = integers(CARDS, high=CARDS - 1)  # the card on each bit: its own, unless a deck has copies
    recycle: int = integer(high=1)
    short_war: int = integer(high=1)
    zero_card_war: int = integer(high=1)
    return_order: int = integer(high=1)
    war_cards_down: int = integer(high=5)
    max_battles: int = integer(high=2**31 - 1)  # 0 is no limit


class Fields(Record):
    """A position. Piles are masks; `order`, `length` and `laid` serve the ordered decks of `bottom_fixed` alone."""

    pool: int = integer(high=ALL_CARDS)  # cards that nobody has seen yet
    unseen: list[int] = integers(2, high=CARDS)  # how many of them lie in each play deck
    known: list[int] = integers(2, high=ALL_CARDS)  # the cards of each play deck after a reshuffle
    score: list[int] = integers(2, high=ALL_CARDS)  # each score pile
    table: list[int] = integers(2, high=ALL_CARDS)  # what each seat has laid in this battle; stays after a draw
    battles: int = integer(high=2**31 - 1)  # counted only under max_battles
    order: list[list[int]] = integers(2, CARDS, high=CARDS - 1)
    length: list[int] = integers(2, high=CARDS)
    laid: list[int] = integers(2, high=CARDS)


def left(state: Any, seat: int) -> int:
    """Count the cards in a seat's play deck and score pile."""
    if state.options.return_order == BOTTOM_FIXED:
        return int(state.length[seat] - state.laid[seat])
    return int(state.unseen[seat] + popcount(state.known[seat]) + popcount(state.score[seat]))


def is_dry(state: Any, seat: int) -> bool:
    """Tell whether a seat has no card left (WT-R2)."""
    return bool(
        state.unseen[seat] == 0
        and state.known[seat] == 0
        and state.score[seat] == 0
        and state.length[seat] == state.laid[seat]
    )


def is_drawn(state: Any) -> bool:
    """Tell whether the game ended with all cards on the table (WT-R7)."""
    return bool(state.table[0] != 0 or state.laid[0] != 0)


def due(state: Any) -> int:
    """Return seat 0 while there is a battle to fight, CHANCE before ordered decks are dealt, TERMINAL at the end."""
    if state.options.return_order == BOTTOM_FIXED and state.pool != 0:
        return CHANCE
    if is_dry(state, 0) or is_dry(state, 1):
        return TERMINAL
    limit = state.options.max_battles
    return TERMINAL if limit > 0 and state.battles >= limit else 0


def candidates(state: Any) -> None:
    """Offer the battle: nobody has a choice (WT-B1)."""
    offer(state, BATTLE)


def legal(state: Any) -> None:
    """Offer the battle."""
    offer(state, BATTLE)


def forbids(state: Any, action: int) -> int:
    """Allow the battle: no clause forbids it."""
    return ALLOWED


def go_on(state: Any) -> None:
    """Deal ordered decks, seat 0 first, one card each in turn (WT-S2)."""
    cards = popcount(state.pool)
    for number in range(cards):
        bit = pick_bit(state, state.pool, cards - number)
        state.pool ^= 1 << bit
        state.order[number % 2][number // 2] = bit
    for seat in range(2):
        state.length[seat] = (cards + 1 - seat) // 2
        state.unseen[seat] = state.length[seat]
    log(state, EVERYBODY, DEALT, WT_S2, state.length[0], state.length[1], 0)


def play(state: Any, action: int) -> None:
    """Fight one battle with all its wars (WT-B1 to WT-R8)."""
    if state.options.max_battles > 0:
        state.battles += 1
    first = turn_up(state, 0)
    second = turn_up(state, 1)
    winner = compare(state, first, second)
    if winner >= 0:
        take(state, winner, WT_B7)
    else:
        war(state, first, second)
    say_end(state)


def war(state: Any, first: int, second: int) -> None:
    """Settle a tie by war after war (WT-W1 to WT-W4), until somebody wins or cannot go on (WT-R3 to WT-R7)."""
    due_cards = state.options.war_cards_down + 1
    winner = -1
    while winner < 0:
        have_first, have_second = left(state, 0), left(state, 1)
        if have_first == 0 and have_second == 0:
            log(state, EVERYBODY, DRAWN, WT_R7, 0, 0, 0)
            return
        if have_first * have_second == 0 and state.options.zero_card_war == LOSE:
            winner = 0 if have_first > 0 else 1
            log(state, EVERYBODY, NO_CARD, WT_R6, winner, 1 - winner, 0)
            take(state, winner, WT_W4)
            return
        lay_first, lay_second = min(have_first, due_cards), min(have_second, due_cards)
        is_short = min(lay_first, lay_second) < due_cards
        if is_short and state.options.short_war == EQUAL_FORCE:
            both = max(1, min(lay_first, lay_second))
            lay_first, lay_second = min(lay_first, both), min(lay_second, both)
        lay_down(state, 0, lay_first, have_first)
        lay_down(state, 1, lay_second, have_second)
        # A seat without a card lets its tied card stand (zero_card_war = stand).
        if lay_first > 0:
            first = turn_up(state, 0)
        if lay_second > 0:
            second = turn_up(state, 1)
        winner = compare(state, first, second)
        if winner < 0 and is_short:
            end_short_war(state)
            return
    take(state, winner, WT_W4)


def end_short_war(state: Any) -> None:
    """End the game after a short war was tied: who still has cards wins (WT-R5), nobody if neither has (WT-R7)."""
    have_first, have_second = left(state, 0), left(state, 1)
    if have_first == 0 and have_second == 0:
        log(state, EVERYBODY, DRAWN, WT_R7, 0, 0, 0)
        return
    winner = 0 if have_first > 0 else 1
    log(state, EVERYBODY, SHORT_TIE, WT_R5, winner, 0, 0)
    take(state, winner, WT_W4)


def lay_down(state: Any, seat: int, cards: int, have: int) -> None:
    """Lay all but one of a seat's cards for this war face down (WT-W1, WT-R3)."""
    if cards <= 0:
        return
    if have <= state.options.war_cards_down:
        log(state, EVERYBODY, SHORT, WT_R3, seat, have, 0)
    for _ in range(cards - 1):
        draw_card(state, seat)
    log(state, EVERYBODY, LAID, WT_W1, seat, cards - 1, 0)


def turn_up(state: Any, seat: int) -> int:
    """Turn up the top card of a play deck and return its bit (WT-B1)."""
    bit = draw_card(state, seat)
    log(state, EVERYBODY, TURNED, WT_B1, seat, state.options.cards[bit], 0)
    return bit


def draw_card(state: Any, seat: int) -> int:
    """Take the top card of a play deck onto the table and return its bit; make a new deck first if it is due."""
    if state.options.return_order == BOTTOM_FIXED:
        bit = int(state.order[seat][state.laid[seat]])
        state.laid[seat] += 1
        if state.unseen[seat] > 0:
            state.unseen[seat] -= 1
        return bit
    if state.unseen[seat] == 0 and state.known[seat] == 0:
        reshuffle(state, seat)
    if state.unseen[seat] > 0:
        bit = pick_bit(state, state.pool, popcount(state.pool))
        state.pool ^= 1 << bit
        state.unseen[seat] -= 1
    else:
        bit = pick_bit(state, state.known[seat], popcount(state.known[seat]))
        state.known[seat] ^= 1 << bit
    state.table[seat] |= 1 << bit
    if state.options.recycle == EAGER:
        reshuffle_if_empty(state, seat)
    return bit


def reshuffle(state: Any, seat: int) -> None:
    """Make the score pile the new play deck (WT-R1); its order is left to the picks."""
    state.known[seat] = state.score[seat]
    state.score[seat] = 0
    log(state, EVERYBODY, RESHUFFLED, WT_R1, seat, popcount(state.known[seat]), 0)


def reshuffle_if_empty(state: Any, seat: int) -> None:
    """Reshuffle as soon as the deck is empty (recycle = eager), so that this battle's cards are not in it."""
    if state.unseen[seat] == 0 and state.known[seat] == 0 and state.score[seat] != 0:
        reshuffle(state, seat)


def compare(state: Any, first: int, second: int) -> int:
    """Return the seat whose card wins (WT-B2, WT-B3), or -1 for a tie (WT-B5, WT-B6)."""
    card, other = state.options.cards[first], state.options.cards[second]
    if BEATS[card] >> other & 1:
        say_winner(state, 0, card, other)
        return 0
    if BEATS[other] >> card & 1:
        say_winner(state, 1, other, card)
        return 1
    if card < FIRST_WILD:
        log(state, EVERYBODY, TIED, WT_B5, 0, card, other)
    else:
        log(state, EVERYBODY, WILD_PAIR, WT_B6, 0, card, other)
    return -1


def say_winner(state: Any, seat: int, card: int, other: int) -> None:
    """Log why `card` won."""
    if card >= FIRST_WILD:
        log(state, EVERYBODY, MATCHED, WT_B3, seat, card, other)
    elif other >= FIRST_WILD:
        log(state, EVERYBODY, UNMATCHED, WT_B3, seat, card, other)
    else:
        log(state, EVERYBODY, HIGHER, WT_B2, seat, card, other)


def take(state: Any, winner: int, clause: int) -> None:
    """Give every card on the table to the winner (WT-B7, WT-W4)."""
    if state.options.return_order == BOTTOM_FIXED:
        log(state, EVERYBODY, TOOK, clause, winner, state.laid[0] + state.laid[1], 0)
        put_under(state, winner)
        return
    won = state.table[0] | state.table[1]
    log(state, EVERYBODY, TOOK, clause, winner, popcount(won), 0)
    state.score[winner] |= won
    state.table[0] = 0
    state.table[1] = 0
    if state.options.recycle == EAGER:
        reshuffle_if_empty(state, winner)


def put_under(state: Any, winner: int) -> None:
    """Put the winner's laid cards, then the loser's, under the winner's deck, each in the order laid."""
    loser = 1 - winner
    mine, theirs = state.laid[winner], state.laid[loser]
    for _ in range(mine):
        rotate(state, winner, state.length[winner])
    for number in range(theirs):
        state.order[winner][state.length[winner] + number] = state.order[loser][number]
    for _ in range(theirs):
        rotate(state, loser, state.length[loser])
    state.length[winner] += theirs
    state.length[loser] -= theirs
    for number in range(theirs):
        state.order[loser][state.length[loser] + number] = 0
    state.laid[0] = 0
    state.laid[1] = 0


def rotate(state: Any, seat: int, length: int) -> None:
    """Put the first card of an ordered deck at its end."""
    top = state.order[seat][0]
    for place in range(length - 1):
        state.order[seat][place] = state.order[seat][place + 1]
    state.order[seat][length - 1] = top


def say_end(state: Any) -> None:
    """Log the end of the game when a seat has run dry (WT-R2) or the limit of battles is reached (WT-V2)."""
    if is_drawn(state):
        return
    for seat in range(2):
        if is_dry(state, seat):
            log(state, EVERYBODY, RAN_DRY, WT_R2, 1 - seat, seat, 0)
            return
    if state.options.max_battles > 0 and state.battles >= state.options.max_battles:
        log(state, EVERYBODY, UNFINISHED, WT_V2, state.battles, 0, 0)


def payoff(state: Any, seat: int) -> int:
    """Pay 2 halves to the winner (WT-V1), 1 to each after a draw (WT-R7), nothing for an unfinished game (WT-V2)."""
    if is_drawn(state):
        return 1
    return 2 if is_dry(state, 1 - seat) else 0
