"""The rules of Jokers Go Boom, clause by clause: match suit or rank, draw if you cannot, and jokers make others draw.

The 52 natural cards are the bits of masks, suit by suit from the clubs up and in each suit from the two to the ace;
jokers are all alike and are counted. The draw pile is what nobody has seen of it: a card is picked when it is drawn.

Every game ends. Twice the cards in the draw pile plus the cards in hands falls with every card that is played (by 1 and
by 1 for each card of a boom) and with every card that is drawn (by 1). Nothing else happens in a turn but that it is
lost, and a full circle of lost turns ends the round (JG-R3) or, once a round, makes a new pile. Rounds are counted.
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

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Low to high (JG-C3)."""
SUITS = ("♣", "♦", "♥", "♠")
CARD_TEXTS = (*(rank + suit for suit in SUITS for rank in RANKS), "Joker")
SAME_SUIT = 13
"""Cards in a suit: card = suit * SAME_SUIT + rank."""
NATURAL = 52
JOKER = 52
NO_CARD = 53
MOST_SEATS = 4
MOST_JOKERS = 1000
MOST_ROUNDS = 1000

ALL_CARDS = (1 << NATURAL) - 1
SUIT_CARDS = tuple(((1 << SAME_SUIT) - 1) << (suit * SAME_SUIT) for suit in range(4))
RANK_CARDS = tuple(sum(1 << (suit * SAME_SUIT + rank) for suit in range(4)) for rank in range(SAME_SUIT))
ACES = RANK_CARDS[12]
JOKER_BIT = 1 << JOKER
"""The bit that says "a joker" in a mask of kinds of cards."""
ACCEPTS = tuple(SUIT_CARDS[card // SAME_SUIT] | RANK_CARDS[card % SAME_SUIT] for card in range(NATURAL))
"""The cards that match each card in suit or in rank (JG-T1)."""

FEW_JOKERS = 10
"""So many jokers fit beside the natural cards in a mask of 62 bits."""
JOKER_BITS = tuple(((1 << jokers) - 1) << JOKER for jokers in range(FEW_JOKERS + 1))

POINT_CARDS = (*RANK_CARDS[:8], RANK_CARDS[8] | RANK_CARDS[9] | RANK_CARDS[10] | RANK_CARDS[11], ACES)
POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 15)
"""What each of POINT_CARDS costs in hand (JG-R2)."""
JOKER_POINTS = 20

# -- actions: 0 to 51 play that card, then -----------------------------------------------------------------------------

PLAY_JOKER = JOKER
NAME = 53
"""NAME + suit names a suit."""
DRAW = 57
PASS = 58

# -- clauses and events ------------------------------------------------------------------------------------------------

CLAUSES = (
    "", "JG-C1", "JG-C2", "JG-C3", "JG-S1", "JG-S2", "JG-S3", "JG-S4", "JG-S5", "JG-S6", "JG-T1", "JG-T2", "JG-T3",
    "JG-T4", "JG-T5", "JG-T6", "JG-T7", "JG-T8", "JG-J1", "JG-J2", "JG-J3", "JG-J4", "JG-R1", "JG-R2", "JG-R3",
    "JG-R4", "JG-R5", "JG-V1", "JG-V2", "JG-V3",
)  # fmt: skip
(
    JG_C1, JG_C2, JG_C3, JG_S1, JG_S2, JG_S3, JG_S4, JG_S5, JG_S6, JG_T1, JG_T2, JG_T3,
    JG_T4, JG_T5, JG_T6, JG_T7, JG_T8, JG_J1, JG_J2, JG_J3, JG_J4, JG_R1, JG_R2, JG_R3,
    JG_R4, JG_R5, JG_V1, JG_V2, JG_V3,
) = range(1, 30)  # fmt: skip

EVENTS = (
    EventType("cut", "{a:seat} cut {b:card}"),
    EventType("tied", "{a:seats} cut the same low rank and cut again"),
    EventType("dealer", "{a:seat} cut the lowest card and keeps the scores"),
    EventType("deals", "round {b}: {a:seat} deals"),
    EventType("dealt", "{a:seat} was dealt {b:cards}", public="{a:seat} was dealt a hand"),
    EventType("starter", "{a:card} was turned up"),
    EventType("starts", "{a:seat} starts"),
    EventType("played", "{a:seat} played {b:card} on {c:card}"),
    EventType("boom", "{a:seat} calls boom"),
    EventType("boom_drew", "{a:seat} drew {b:card} for the boom", public="{a:seat} drew a card for the boom"),
    EventType("boom_spared", "{a:seat} draws nothing for the boom: the pile is empty"),
    EventType("named", "{a:seat} named {b:suit}"),
    EventType("drew", "{a:seat} drew {b:card}{c:lacking}", public="{a:seat} drew a card{c:lacking}"),
    EventType("lost_turn", "{a:seat} lost the turn{c:lacking}"),
    EventType("reshuffled", "nobody could play: the discards below the top are the new draw pile: {a:cards}"),
    EventType("blocked", "nobody could play and the draw pile is empty: the round is over"),
    EventType("went_out", "{a:seat} played the last card: the round is over"),
    EventType("scored", "{a:seat} scores {b} for {c:cards}"),
    EventType("won", "{a:seat} has the lowest total, {b}, and wins"),
    EventType("shared", "{a:seat} has the lowest total, {b}, and shares the win"),
)
(
    CUT, TIED, DEALER_CUT, DEALS, DEALT, STARTER, STARTS, PLAYED, BOOM, BOOM_DREW, BOOM_SPARED, NAMED, DREW, LOST_TURN,
    RESHUFFLED, BLOCKED, WENT_OUT, SCORED, WON, SHARED,
) = range(20)  # fmt: skip

COUNTERS = {
    "booms": BOOM, "draws": DREW, "boom_draws": BOOM_DREW, "lost_turns": LOST_TURN, "blocked": BLOCKED,
    "reshuffles": RESHUFFLED, "went_out": WENT_OUT, "cuts": CUT,
}  # fmt: skip

# -- options and fields ------------------------------------------------------------------------------------------------

NOTHING_BOOMS, JOKERS_BOOM, ACES_BOOM = range(3)
BURY, ANY_CARD, STARTER_BOOM = range(3)
ANY, BENEATH, NOMINATE, STRICT = range(4)
LEFT_OF_DEALER, DEALER, RANDOM = range(4, 7)
"""Who starts; smaller numbers are seats."""


class Options(Record):
    """What the rules read of the options."""

    players: int = integer(low=3, high=MOST_SEATS)
    n_jokers: int = integer(high=MOST_JOKERS)
    cards: int = integer(high=ALL_CARDS)
    hand_size: int = integer(low=1, high=17)
    booms: int = integer(high=2)
    wild: int = integer(high=2**53 - 1)
    """The kinds that may be played on anything: JOKER_BIT, or the aces of the ace variant."""
    starter_joker: int = integer(high=2)
    on_joker: int = integer(high=3)
    must_play: int = integer(high=1)
    joker_optional: int = integer(high=1)
    may_withhold: int = integer(high=1)
    last_joker_draws: int = integer(high=1)
    reshuffle: int = integer(high=1)
    n_rounds: int = integer(low=1, high=MOST_ROUNDS)
    first_player: int = integer(high=RANDOM)


CUTTING, DEALING, LOTS, NAMING, PLAYING, OVER = range(6)
"""Phases: the cut for the deal, a deal, the draw of who starts, a suit to be named, turns, the end."""


class Fields(Record):
    """A position: where the cards are, who is due, and the scores so far."""

    phase: int = integer(high=OVER)
    turn: int = integer(high=MOST_SEATS - 1)
    dealer: int = integer(high=MOST_SEATS - 1)
    cutting: int = integer(high=15)
    round: int = integer(low=1, high=MOST_ROUNDS)
    top: int = integer(high=NO_CARD)
    beneath: int = integer(high=NO_CARD)
    """Under a joker, the last natural card (only with `on_joker = beneath`), else NO_CARD."""
    suit: int = integer(high=4)
    """1 + the suit that was named on a joker, or 0."""
    passes: int = integer(high=MOST_SEATS)
    reshuffled: int = integer(high=1)
    hands: list[int] = integers(MOST_SEATS, high=ALL_CARDS)
    jokers: list[int] = integers(MOST_SEATS, high=MOST_JOKERS)
    hand_sizes: list[int] = integers(MOST_SEATS, high=NATURAL + MOST_JOKERS)
    pile: int = integer(high=ALL_CARDS)
    pile_jokers: int = integer(high=MOST_JOKERS)
    pile_size: int = integer(high=NATURAL + MOST_JOKERS)
    discards: int = integer(high=ALL_CARDS)
    discard_jokers: int = integer(high=MOST_JOKERS)
    scores: list[int] = integers(MOST_SEATS, high=2**31 - 1)


# -- what may be played ------------------------------------------------------------------------------------------------


def due(state: Any) -> int:
    """Return the seat that is due, CHANCE before a cut or a deal, or TERMINAL after the last round."""
    if state.phase >= NAMING:
        return TERMINAL if state.phase == OVER else int(state.turn)
    return CHANCE


def left_of(state: Any, seat: int) -> int:
    """Return the next seat clockwise."""
    return 0 if seat + 1 == state.options.players else seat + 1


def matching(state: Any) -> int:
    """Return the natural cards that match what lies on top (JG-T1), or may follow a joker (JG-J3)."""
    top = state.top
    if top != JOKER:
        return int(ACCEPTS[top])
    on_joker = state.options.on_joker
    if on_joker == BENEATH and state.beneath != NO_CARD:
        return int(ACCEPTS[state.beneath])
    if on_joker == NOMINATE:
        return int(SUIT_CARDS[state.suit - 1])
    if on_joker == STRICT:
        return 0
    return ALL_CARDS


def kinds_in_hand(state: Any, seat: int) -> int:
    """Return the cards of a hand as a mask of kinds: natural cards, and JOKER_BIT for any jokers."""
    if state.jokers[seat] > 0:
        return int(state.hands[seat]) | JOKER_BIT
    return int(state.hands[seat])


def idle(state: Any, kinds: int) -> int:
    """Return the clause that keeps a hand from drawing or, with an empty pile, losing the turn, or ALLOWED.

    Who has a match plays (JG-T4). A joker is not compulsory while the pile lasts (JG-T5), with an empty pile it is
    (JG-T8); options say otherwise.
    """
    options = state.options
    if options.must_play == 0:
        return ALLOWED
    if kinds & matching(state) != 0:
        return JG_T4
    if kinds & options.wild != 0:
        if state.pile_size > 0:
            return ALLOWED if options.joker_optional == 1 else JG_T5
        return ALLOWED if options.may_withhold == 1 else JG_T8
    return ALLOWED


def lacking(state: Any) -> int:
    """Return the kinds that a seat which draws or loses its turn now shows that it does not hold."""
    options = state.options
    if options.must_play == 0:
        return 0
    joker_shows = options.joker_optional == 0 if state.pile_size > 0 else options.may_withhold == 0
    return matching(state) | options.wild if joker_shows else matching(state)


def candidates(state: Any) -> None:
    """Offer every card in hand, clubs to spades and low to high, then a joker, `draw` and `pass`; or the suits."""
    if state.phase == NAMING:
        offer_all(state, 15, NAME)
        return
    offer_all(state, kinds_in_hand(state, state.turn), 0)
    offer(state, DRAW)
    offer(state, PASS)


def forbids(state: Any, action: int) -> int:
    """Return the clause that forbids an action, or ALLOWED."""
    if action == DRAW:
        return JG_T6 if state.pile_size == 0 else idle(state, kinds_in_hand(state, state.turn))
    if action == PASS:
        return JG_T6 if state.pile_size > 0 else idle(state, kinds_in_hand(state, state.turn))
    if action >= PLAY_JOKER or (1 << action) & (matching(state) | state.options.wild) != 0:
        return ALLOWED
    if state.options.booms == ACES_BOOM and (1 << action) & ACES != 0:
        return JG_V2
    return JG_J3 if state.top == JOKER else JG_T1


def legal(state: Any) -> None:
    """Offer what `forbids` lets pass, faster: the hand under a mask, then `draw` or `pass`."""
    if state.phase == NAMING:
        offer_all(state, 15, NAME)
        return
    kinds = kinds_in_hand(state, state.turn)
    offer_all(state, kinds & (matching(state) | state.options.wild), 0)
    if idle(state, kinds) == ALLOWED:
        offer(state, DRAW if state.pile_size > 0 else PASS)


# -- chance ------------------------------------------------------------------------------------------------------------


def weights(cards: int, jokers: int) -> Any:
    """Return the weight of each kind in a pile: 0 or 1 for natural cards, the number of jokers last."""
    # Compiled, a tuple that is indexed must be of one type; + 0 makes a count as wide as a mask.
    return (
        cards & 1, cards >> 1 & 1, cards >> 2 & 1, cards >> 3 & 1, cards >> 4 & 1, cards >> 5 & 1, cards >> 6 & 1,
        cards >> 7 & 1, cards >> 8 & 1, cards >> 9 & 1, cards >> 10 & 1, cards >> 11 & 1, cards >> 12 & 1,
        cards >> 13 & 1, cards >> 14 & 1, cards >> 15 & 1, cards >> 16 & 1, cards >> 17 & 1, cards >> 18 & 1,
        cards >> 19 & 1, cards >> 20 & 1, cards >> 21 & 1, cards >> 22 & 1, cards >> 23 & 1, cards >> 24 & 1,
        cards >> 25 & 1, cards >> 26 & 1, cards >> 27 & 1, cards >> 28 & 1, cards >> 29 & 1, cards >> 30 & 1,
        cards >> 31 & 1, cards >> 32 & 1, cards >> 33 & 1, cards >> 34 & 1, cards >> 35 & 1, cards >> 36 & 1,
        cards >> 37 & 1, cards >> 38 & 1, cards >> 39 & 1, cards >> 40 & 1, cards >> 41 & 1, cards >> 42 & 1,
        cards >> 43 & 1, cards >> 44 & 1, cards >> 45 & 1, cards >> 46 & 1, cards >> 47 & 1, cards >> 48 & 1,
        cards >> 49 & 1, cards >> 50 & 1, cards >> 51 & 1, jokers + 0,
    )  # fmt: skip


def from_pile(state: Any) -> int:
    """Pick a card from the draw pile and take it away: a natural card or JOKER."""
    jokers = state.pile_jokers
    if jokers <= FEW_JOKERS:
        card = min(pick_bit(state, state.pile | JOKER_BITS[jokers], state.pile_size), JOKER)
    else:
        card = pick(state, weights(state.pile, jokers), state.pile_size)
    state.pile_size -= 1
    if card == JOKER:
        state.pile_jokers -= 1
    else:
        state.pile ^= 1 << card
    return card


def take(state: Any, seat: int) -> int:
    """Draw a card from the pile into a hand and return it."""
    card = from_pile(state)
    state.hand_sizes[seat] += 1
    if card == JOKER:
        state.jokers[seat] += 1
    else:
        state.hands[seat] |= 1 << card
    return card


def go_on(state: Any) -> None:
    """Let chance go on: a cut for the deal, or a deal."""
    if state.phase == CUTTING:
        cut(state)
    else:
        deal(state)


def cut(state: Any) -> None:
    """Let each seat that is still in draw a card; the lowest rank deals, a tie is drawn again (JG-S2).

    A joker would be put back and drawn again, so one pick among the natural cards is enough.
    """
    options = state.options
    cards = options.cards
    left = popcount(cards)
    lowest = SAME_SUIT
    low_seats = 0
    for seat in range(options.players):
        if state.cutting >> seat & 1:
            card = pick_bit(state, cards, left)
            cards ^= 1 << card
            left -= 1
            log(state, EVERYBODY, CUT, JG_S2, seat, card, 0)
            rank = card % SAME_SUIT
            if rank < lowest:
                lowest = rank
                low_seats = 0
            if rank == lowest:
                low_seats |= 1 << seat
    if popcount(low_seats) > 1:
        state.cutting = low_seats
        log(state, EVERYBODY, TIED, JG_S2, low_seats, 0, 0)
        return
    state.dealer = lowbit(low_seats)
    state.cutting = 0
    log(state, EVERYBODY, DEALER_CUT, JG_S2, state.dealer, 0, 0)
    gather(state)


def gather(state: Any) -> None:
    """Put all cards together into a draw pile that nobody has seen, before a deal (JG-R4)."""
    options = state.options
    for seat in range(options.players):
        state.hands[seat] = 0
        state.jokers[seat] = 0
        state.hand_sizes[seat] = 0
    state.pile = options.cards
    state.pile_jokers = options.n_jokers
    state.pile_size = popcount(options.cards) + options.n_jokers
    state.discards = 0
    state.discard_jokers = 0
    state.top = NO_CARD
    state.beneath = NO_CARD
    state.suit = 0
    state.passes = 0
    state.reshuffled = 0
    state.turn = 0
    state.phase = DEALING


def deal(state: Any) -> None:
    """Deal the hands one card at a time from the left of the dealer (JG-S3), turn up a starter and begin (JG-S4)."""
    options = state.options
    players = options.players
    log(state, EVERYBODY, DEALS, JG_R4, state.dealer, state.round, 0)
    seat = state.dealer
    for _ in range(options.hand_size * players):
        seat = left_of(state, seat)
        take(state, seat)
    for one in range(players):
        log(state, one, DEALT, JG_S3, one, hand_cards(state, one), 0)
    turn_up(state)


def turn_up(state: Any) -> None:
    """Turn up the starter (JG-S4); a joker is buried and another card turned, or stays, as the option says (JG-S5)."""
    options = state.options
    if options.starter_joker == BURY:
        card = pick_bit(state, state.pile, state.pile_size - state.pile_jokers)
        state.pile ^= 1 << card
        state.pile_size -= 1
    else:
        card = from_pile(state)
    state.top = card
    if card != JOKER:
        state.discards = 1 << card
        log(state, EVERYBODY, STARTER, JG_S4, card, 0, 0)
        begin(state)
        return
    state.discard_jokers = 1
    log(state, EVERYBODY, STARTER, JG_S5, card, 0, 0)
    if options.starter_joker == STARTER_BOOM:
        boom(state, state.dealer, JG_S5)
    if options.on_joker == NOMINATE:
        state.phase = NAMING
        state.turn = state.dealer
    else:
        begin(state)


def begin(state: Any) -> None:
    """Let the first turn be that of the seat left of the dealer, or as the option says (JG-S6)."""
    players = state.options.players
    first = state.options.first_player
    if first == LEFT_OF_DEALER:
        first = left_of(state, state.dealer)
    elif first == DEALER:
        first = state.dealer
    elif first == RANDOM:
        state.phase = LOTS
        first = pick(state, (1, 1, 1), 3) if players == 3 else pick(state, (1, 1, 1, 1), 4)
    state.turn = first
    state.phase = PLAYING
    log(state, EVERYBODY, STARTS, JG_S6, first, 0, 0)


# -- a turn ------------------------------------------------------------------------------------------------------------


def play(state: Any, action: int) -> None:
    """Take one turn: play one card, draw one or lose the turn (JG-T7); or name a suit on a joker."""
    seat = state.turn
    if action <= PLAY_JOKER:
        play_card(state, seat, action)
    elif action == DRAW:
        kinds = lacking(state)
        card = take(state, seat)
        log(state, seat, DREW, JG_T3, seat, card, kinds)
        state.passes = 0
        state.turn = left_of(state, seat)
    elif action == PASS:
        lose_turn(state, seat)
    else:
        name_suit(state, seat, action - NAME)


def play_card(state: Any, seat: int, card: int) -> None:
    """Play a card (JG-T1, JG-T2) and do what it does: a boom (JG-J1), the end of the round (JG-R1)."""
    options = state.options
    log(state, EVERYBODY, PLAYED, playing_clause(state, card), seat, card, state.top)
    if card == JOKER:
        state.jokers[seat] -= 1
        state.discard_jokers += 1
        if options.on_joker == BENEATH and state.top != JOKER:
            state.beneath = state.top
        booms = True
    else:
        state.hands[seat] ^= 1 << card
        state.discards |= 1 << card
        state.beneath = NO_CARD
        booms = options.booms == ACES_BOOM and (1 << card) & ACES != 0
    state.top = card
    state.suit = 0
    state.passes = 0
    state.hand_sizes[seat] -= 1
    out = state.hand_sizes[seat] == 0
    state.turn = left_of(state, seat)
    if booms and (options.last_joker_draws == 1 or not out):
        boom(state, seat, JG_J1 if card == JOKER else JG_V1)
    if out:
        log(state, EVERYBODY, WENT_OUT, JG_R1, seat, 0, 0)
        end_round(state)
    elif card == JOKER and options.on_joker == NOMINATE:
        state.phase = NAMING
        state.turn = seat


def playing_clause(state: Any, card: int) -> int:
    """Return the clause under which a card is played."""
    if card == JOKER:
        return JG_T2
    if (1 << card) & matching(state) == 0:
        return JG_V2
    return JG_J3 if state.top == JOKER else JG_T1


def boom(state: Any, seat: int, clause: int) -> None:
    """Let every other seat draw one card, in turn order, while the pile lasts (JG-J1)."""
    log(state, EVERYBODY, BOOM, clause, seat, 0, 0)
    other = seat
    for _ in range(state.options.players - 1):
        other = left_of(state, other)
        if state.pile_size > 0:
            card = take(state, other)
            log(state, other, BOOM_DREW, JG_J1, other, card, 0)
        else:
            log(state, EVERYBODY, BOOM_SPARED, JG_J1, other, 0, 0)


def name_suit(state: Any, seat: int, suit: int) -> None:
    """Name the suit that must follow a joker (JG-J3); after a starter joker the dealer names and play begins."""
    state.suit = suit + 1
    log(state, EVERYBODY, NAMED, JG_J3, seat, suit, 0)
    state.phase = PLAYING
    if state.discards == 0 and state.discard_jokers == 1 and state.reshuffled == 0 and seat == state.dealer:
        begin(state)
    else:
        state.turn = left_of(state, seat)


def lose_turn(state: Any, seat: int) -> None:
    """Lose the turn with an empty pile (JG-T6); a full circle of lost turns blocks the round (JG-R3)."""
    log(state, EVERYBODY, LOST_TURN, JG_T6, seat, 0, lacking(state))
    state.passes += 1
    state.turn = left_of(state, seat)
    if state.passes < state.options.players:
        return
    if state.options.reshuffle == 1 and state.reshuffled == 0 and reshuffle(state):
        return
    log(state, EVERYBODY, BLOCKED, JG_R3, 0, 0, 0)
    end_round(state)


def reshuffle(state: Any) -> bool:
    """Make the discards below the top into a new draw pile, once a round; tell whether there were any (JG-R3)."""
    cards = state.discards
    jokers = state.discard_jokers
    if state.top == JOKER:
        jokers -= 1
    else:
        cards ^= 1 << state.top
    if cards == 0 and jokers == 0:
        return False
    state.discards ^= cards
    state.discard_jokers -= jokers
    state.pile = cards
    state.pile_jokers = jokers
    state.pile_size = popcount(cards) + jokers
    state.reshuffled = 1
    state.passes = 0
    log(state, EVERYBODY, RESHUFFLED, JG_R3, cards | jokers << JOKER, 0, 0)
    return True


# -- scoring -----------------------------------------------------------------------------------------------------------


def hand_cards(state: Any, seat: int) -> int:
    """Return a hand as one number for events: the natural cards, and above them the number of jokers."""
    return int(state.hands[seat]) | int(state.jokers[seat]) << JOKER


def hand_points(state: Any, seat: int) -> int:
    """Count the points of the cards left in a hand (JG-R2)."""
    hand = state.hands[seat]
    points = state.jokers[seat] * JOKER_POINTS
    if hand != 0:
        for kind in range(10):
            points += POINTS[kind] * popcount(hand & POINT_CARDS[kind])
    return int(points)


def end_round(state: Any) -> None:
    """Let everybody score (JG-R2), then pass the deal to the left (JG-R4) or end the game (JG-R5)."""
    options = state.options
    players = options.players
    for seat in range(players):
        points = hand_points(state, seat)
        state.scores[seat] += points
        log(state, EVERYBODY, SCORED, JG_R2, seat, points, hand_cards(state, seat))
    if state.round < options.n_rounds:
        state.round += 1
        state.dealer = left_of(state, state.dealer)
        gather(state)
        return
    state.phase = OVER
    lowest = state.scores[0]
    winners = 0
    for seat in range(players):
        if state.scores[seat] < lowest:
            lowest = state.scores[seat]
            winners = 0
        if state.scores[seat] == lowest:
            winners += 1
    for seat in range(players):
        if state.scores[seat] == lowest:
            log(state, EVERYBODY, WON if winners == 1 else SHARED, JG_R5, seat, lowest, 0)


def payoff(state: Any, seat: int) -> int:
    """Pay minus the penalty points (JG-R5)."""
    return -int(state.scores[seat])
