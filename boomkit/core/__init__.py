"""The machine under every game: declared fields, three seams, immutable states, rulebooks and discovery.

A game is a folder with `rules.py` (plain functions over declared integer fields), a `Game` class, `rulebook.toml`,
`picture.py` and `agents.py`. Everything else in the kit sees a game through `Game`, `State` and `Observation` alone.
"""

from boomkit.core.cards import counts_text, parse_cards
from boomkit.core.events import EVERYBODY, Event, EventType
from boomkit.core.fields import Field, Record, integer, integers
from boomkit.core.game import Game
from boomkit.core.notation import Position
from boomkit.core.observation import Observation
from boomkit.core.options import Option, choice, deck, flag, seat_choice, whole
from boomkit.core.playthrough import Playthrough
from boomkit.core.rulebook import Rulebook
from boomkit.core.seams import ALLOWED, CHANCE, TERMINAL, log, lowbit, offer, offer_all, pick, pick_bit, popcount
from boomkit.core.state import Action, Outcome, State, WhyNot

__all__ = [
    "ALLOWED",
    "CHANCE",
    "EVERYBODY",
    "TERMINAL",
    "Action",
    "Event",
    "EventType",
    "Field",
    "Game",
    "Observation",
    "Option",
    "Outcome",
    "Playthrough",
    "Position",
    "Record",
    "Rulebook",
    "State",
    "WhyNot",
    "choice",
    "counts_text",
    "deck",
    "flag",
    "integer",
    "integers",
    "log",
    "lowbit",
    "offer",
    "offer_all",
    "parse_cards",
    "pick",
    "pick_bit",
    "popcount",
    "seat_choice",
    "whole",
]
