"""A million games while the class waits: the same rules, compiled, and the statistics to read them by.

>>> import boomkit
>>> from boomkit import simulate
>>> simulate.batch(boomkit.load("nim"), 50, seed=3)
<50 games of nim, seed 3, policy random>
"""

from boomkit.simulate import stats
from boomkit.simulate.batches import Batch, batch
from boomkit.simulate.rollouts import Rollouts, rollouts
from boomkit.simulate.solving import Solved, alphabeta

__all__ = ["Batch", "Rollouts", "Solved", "alphabeta", "batch", "rollouts", "stats"]
