"""The reference solutions and the engine were written apart: where they answer the same, they agree."""

import random
from pathlib import Path

import nbformat
import pytest

import boomkit

SOLUTIONS = Path(__file__).parents[1] / "solutions"


def answers(sheet):
    """Run the setup and answer cells of a solution and return their names."""
    notebook = nbformat.read(SOLUTIONS / f"{sheet}.ipynb", as_version=4)
    space = {}
    for cell in notebook.cells:
        if cell.metadata.get("boomkit", {}).get("role") in ("setup", "answer"):
            exec(compile(cell.source, sheet, "exec"), space)
    return space


def test_beats_agrees_with_the_rules_of_war():
    from boomkit.games.wild_twist_war import rules

    beats = answers("01_war")["beats"]
    for card, text in enumerate(rules.CARD_TEXTS):
        for other, other_text in enumerate(rules.CARD_TEXTS):
            if card != other:
                engine = (rules.BEATS[card] >> other & 1) - (rules.BEATS[other] >> card & 1)
                assert beats(text, other_text) == engine


@pytest.mark.parametrize("seed", range(60))
def test_a_battle_of_the_sheet_is_a_battle_of_the_engine(seed):
    """Known decks, so that the engine's draws can be read off the sheet's decks, card by card."""
    battle, rng = answers("01_war")["battle"], random.Random(seed)
    from boomkit.games.wild_twist_war.rules import CARD_TEXTS

    cards = list(CARD_TEXTS)
    rng.shuffle(cards)
    if seed % 2:  # make a war likely
        rank = rng.choice("23456789JQKA")
        equal = [card for card in cards if card[:-1] == rank][:2]
        cards = [card for card in cards if card not in equal]
        cards = [equal[0], *cards[:28], equal[1], *cards[28:]]
    mine, theirs = cards[:29], cards[29:]
    if seed % 4 == 3:
        mine, theirs = mine[:3], theirs + mine[3:]
    game = boomkit.load("wild_twist_war")
    state = game.read(f"decks {' '.join(mine)} / {' '.join(theirs)}").apply("battle")
    piles, turn = [list(mine), list(theirs)], 0
    while state.is_chance:
        seat = next(
            seat for seat in (turn, 1 - turn) if piles[seat] and piles[seat][0] in dict(state.chance_outcomes())
        )
        state = state.apply(piles[seat].pop(0))
    after = battle(((tuple(mine), ()), (tuple(theirs), ())), lambda pile: pile)
    text = " / ".join(" ".join(deck) or "-" for deck, _ in after)
    scores = " / ".join(" ".join(score) or "-" for _, score in after)
    assert game.read(f"decks {text}; scores {scores}") == state


@pytest.mark.parametrize("seed", range(40))
def test_legal_moves_of_the_sheet_are_those_of_the_engine(seed):
    space, rng = answers("04_baby_boom"), random.Random(seed)
    state = boomkit.load("baby_boom", n_rounds=1, first_player=0, fuse=rng.randint(2, 5)).initial_state()
    while not state.is_terminal:
        rows = str(state).split(";")[0].split("/")
        bombs = {}
        for row, text in enumerate(rows):
            column = 0
            while text:
                if text[0] != ".":
                    bombs[row, column] = ("ABCD".index(text[1]), "*12345".index(text[0]))
                text = text[1 if text[0] == "." else 2 :]
                column += 1
        plain = {"size": 5, "turn": state.current_player, "bombs": bombs, "walls": set()}
        found = set()
        for here, there in space["legal_moves"](plain):
            sign = "*" if here == there else "x" if there in bombs else "-"
            name = [f"{'abcde'[column]}{5 - row}" for row, column in (here, there)]
            found.add(name[0] + sign + ("" if sign == "*" else name[1]))
        assert found == set(state.legal_actions())
        state = state.apply(rng.choice(state.legal_actions()))


def test_what_is_playable_on_the_sheet_is_legal_in_the_engine():
    playable, rng = answers("07_boom_o")["playable"], random.Random(1)
    letters = {"HOLD": "H", "REVERSE": "R", "SKIP": "S", "TRADE HANDS": "T", "DOUBLE PLAY": "D", "BOMB": "B"}
    cards = answers("07_boom_o")["CARDS"]
    for _ in range(200):
        hand, total = [rng.choice(cards) for _ in range(rng.randint(2, 4))], rng.randrange(0, 65, 5)
        if any(hand.count(card) > 2 for card in hand):
            continue
        text = " ".join(letters.get(card, card) for card in hand)
        state = boomkit.load("boom_o").read(f"clock {total}; turn 0; hands {text} / 5 5 10; lives 3 3")
        legal = {"TRADE HANDS" if action.startswith("TRADE") else str(action) for action in state.legal_actions()}
        assert playable(tuple(hand), total) == legal - {"bust"}


def test_points_of_the_sheet_are_the_engine_s():
    points, game = answers("12_jokers")["points"], boomkit.load("jokers_go_boom", n_rounds=1)
    for seed in range(30):
        played = game.play(seed)
        last = played[-1]
        hands = str(last).split("hands ")[1].split(";")[0].split(" / ")
        paid = tuple(-points(tuple(card for card in hand.split() if card != "-")) for hand in hands)
        assert paid == last.returns()
