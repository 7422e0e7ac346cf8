"""What a program can find out about a game: trees, counts, exact values, and searches that show their work.

Everything here works on any game through its public face, counts its own work and is exact where that is possible.
"""

from boomkit.search.alphabeta import alphabeta
from boomkit.search.counting import Stats, canonical, perft, stats
from boomkit.search.expectimax import expectimax, expectiminimax
from boomkit.search.information import information_sets
from boomkit.search.ismcts import ismcts
from boomkit.search.many import maxn, paranoid
from boomkit.search.markov import Chain, markov
from boomkit.search.mcts import mcts
from boomkit.search.minimax import minimax
from boomkit.search.result import Result
from boomkit.search.solve import Solution, solve
from boomkit.search.tree import tree

__all__ = [
    "Chain",
    "Result",
    "Solution",
    "Stats",
    "alphabeta",
    "canonical",
    "expectimax",
    "expectiminimax",
    "information_sets",
    "ismcts",
    "markov",
    "maxn",
    "mcts",
    "minimax",
    "paranoid",
    "perft",
    "solve",
    "stats",
    "tree",
]
