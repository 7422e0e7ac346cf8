# ruff: noqa
#| sheet = "90_shapes"
#| title = "Shapes and guesses"
#| forbidden = ["boomkit"]
#| preload = ["collections", "fractions"]
#| limits = {seconds = 2, total_seconds = 20}

# %% [markdown]
# # Shapes and guesses
#
# Five small tasks that have nothing to do with games.

# %% setup
from fractions import Fraction

from boomkit.grading import dialog, evidence, show

# %% parameters
from boomkit.grading import Case


def draw_sides(rng):
    yield Case((1, 1), message="A unit square has area one.", clause="S-1")
    while True:
        yield Case((rng.randint(2, 99), rng.randint(2, 99)), clause="S-2", position="a rectangle")


def draw_boxes(rng):
    while True:
        yield (rng.randint(1, 9), rng.randint(1, 9))


def draw_lists(rng):
    while True:
        yield [rng.randint(-50, 50) / 7 for _ in range(rng.randint(1, 6))]


def draw_hands(rng):
    while True:
        yield (tuple(rng.sample(range(20), 6)), rng.randrange(1000))


def draw_secrets(rng):
    while True:
        yield rng.randint(1, 100)


# %% [markdown]
# ## E1 Area


# %% answer E1
#| title = "Area"
#| requires = ["area"]
#| hints = ["Think of tiles.", "How many rows of tiles are there?", "Multiply the two sides."]
def area(width, height):
    """Return the area of a rectangle."""
    ### BEGIN SOLUTION
    return width * height
    ### END SOLUTION


# %% check E1
#| title = "a few rectangles"
#| points = 1
#| message = "An area is the product of the sides."
#| parameters.cases = {draw = "draw_sides", shown = 4, graded = 20}
for width, height in cases:
    show(area, width, height)

# %% check E1
#| title = "many rectangles"
#| points = 2
#| hidden = true
#| parameters.cases = {draw = "draw_sides", shown = 3, graded = 40}
for width, height in cases:
    show(area, width, height)


# %% answer E2
#| title = "Corners"
#| requires = ["corners"]
#| hints = ["Draw it.", "There are four.", "Combine 0 and width with 0 and height."]
#| stub = "def corners(width, height):\n    ..."
def corners(width, height):
    return {(x, y) for x in (0, width) for y in (0, height)}


# %% check E2
#| compare = {kind = "set"}
#| message = "A rectangle has four corners."
#| parameters.boxes = {draw = "draw_boxes", shown = 3, graded = 10}
for box in boxes:
    show(corners, *box)


# %% answer E3
#| title = "Mean"
#| requires = ["mean"]
#| hints = ["Add.", "Divide.", "sum(values) / len(values)"]
def mean(values):
    ### BEGIN SOLUTION
    return sum(values) / len(values)
    ### END SOLUTION


# %% check E3
#| compare = {kind = "float", tolerance = 1e-9}
#| parameters.lists = {draw = "draw_lists", shown = 3, graded = 10}
for values in lists:
    show(mean, values)

# %% check E3
#| hidden = true
#| points = 0.5
#| compare = {kind = "at_least", k = 0.8, of = "float"}
#| parameters.lists = {draw = "draw_lists", shown = 3, graded = 10}
for values in lists:
    show(mean, values)


# %% answer E4
#| title = "Shuffle"
#| requires = ["shuffled"]
#| hints = ["Use rng.", "Do not change the hand.", "rng.sample(hand, len(hand))"]
def shuffled(hand, rng):
    """Return the cards of a hand in random order, as a tuple."""
    ### BEGIN SOLUTION
    return tuple(rng.sample(hand, len(hand)))
    ### END SOLUTION


# %% judge E4
#| released = true
def judge_shuffle(lines, hands):
    if len(lines) != len(hands):
        return "One line a hand was asked for."
    for number, (line, (hand, _seed)) in enumerate(zip(lines, hands, strict=True)):
        if not isinstance(line.out, tuple) or sorted(line.out) != sorted(hand):
            return number, "A shuffle keeps every card."
    return True if any(line.out != hand for line, (hand, _seed) in zip(lines, hands)) else "Nothing moved."


# %% check E4
#| points = 2
#| compare = {kind = "judge", name = "judge_shuffle"}
#| parameters.hands = {draw = "draw_hands", shown = 3, graded = 10}
import random

for hand, seed in hands:
    evidence(hand, shuffled(hand, random.Random(seed)))


# %% answer E5
#| title = "Guess"
#| requires = ["guess"]
#| hints = ["Halve.", "Keep the bounds.", "Ask for the middle."]
def guess(ask, low, high):
    """Find a secret number; ask(n) answers -1, 0 or 1."""
    ### BEGIN SOLUTION
    while True:
        middle = (low + high) // 2
        answer = ask(middle)
        if answer == 0:
            return middle
        if answer < 0:
            high = middle - 1
        else:
            low = middle + 1
    ### END SOLUTION


# %% judge E5
#| released = true
class Oracle:
    """Holds secrets; says whether each is below or above; counts the questions."""

    def __init__(self, secrets):
        self.secrets = secrets
        self.asked = [0 for _ in secrets]
        self.found = [None for _ in secrets]
        self.at = -1

    def answer(self, message):
        if message == "next":
            self.at += 1
            return self.at < len(self.secrets)
        if isinstance(message, list):
            self.found[self.at] = message[0] == self.secrets[self.at]
            return None
        self.asked[self.at] += 1
        secret = self.secrets[self.at]
        return (secret > message) - (secret < message)

    def evidence(self):
        for number, (asked, found) in enumerate(zip(self.asked, self.found)):
            yield {"in": f"secret {number}", "out": {"found": found, "few questions": asked <= 7}}


# %% check E5
#| points = 3
#| dialog = {referee = "Oracle", budget = 500}
#| message = "Seven questions are enough for a hundred numbers."
#| parameters.secrets = {draw = "draw_secrets", shown = 4, graded = 12}
talk = dialog("Oracle", secrets=secrets)
while talk("next"):
    talk([guess(talk, 1, 100)])
talk.show()
