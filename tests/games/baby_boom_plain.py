"""Baby Boom once more, on a dictionary of squares and straight from the clauses: an oracle for the engine's bit boards.

Slow and plain on purpose; it shares no code with `boomkit.games.baby_boom`. Squares are (row, column), row 0 north;
bombs are `{square: (seat, face)}` with face 0 for Boom.
"""

from itertools import count

WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
MORE = {
    "kick_exploded": False,
    "chain_reaction": False,
    "forced_countdown": "only_if_stuck",
    "round_end": "live",
    "wall_solid": True,
    "blocker_shields_occupant": True,
    "random_range": "within",
}


def step(square, way, far=1):
    return square[0] + far * way[0], square[1] + far * way[1]


class Plain:
    def __init__(self, size, players, bombs, seat, options=MORE, *, tiles=None, spent=(), switches=()):
        """`tiles` are those of the round: {square: (kind, arrow or None)}."""
        self.size, self.players, self.bombs, self.seat = size, players, dict(bombs), seat
        self.tiles, self.spent, self.switches = dict(tiles or {}), set(spent), switches
        self.options = {name: options.get(name, usual) for name, usual in MORE.items()}

    # -- squares

    def name(self, square):
        return f"{'abcdef'[square[1]]}{self.size - square[0]}"

    def square(self, name):
        return self.size - int(name[1]), "abcdef".index(name[0])

    def inside(self, square):
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def kind(self, square):
        return self.tiles.get(square, (None, None))[0]

    def enterable(self, square):
        wall = self.kind(square) == "wall" and self.options["wall_solid"]
        return self.inside(square) and square not in self.bombs and not wall

    # -- actions

    def moves_from(self, square):
        seat, face = self.bombs[square]
        found = []
        for way in WAYS:
            target, behind = step(square, way), step(square, way, 2)
            if self.enterable(target):
                found.append(f"{self.name(square)}-{self.name(target)}")
            elif target in self.bombs:
                other, number = self.bombs[target]
                may = number > 0 or self.options["kick_exploded"]
                if other != seat and may and number < face and self.enterable(behind):
                    found.append(f"{self.name(square)}x{self.name(target)}")
        return found

    def live(self, seat):
        return sorted(square for square, (owner, face) in self.bombs.items() if owner == seat and face > 0)

    def legal(self):
        moves = {square: self.moves_from(square) for square in self.live(self.seat)}
        stuck = not any(moves.values())
        found = []
        for square, mine in moves.items():
            found += mine
            if stuck or (self.options["forced_countdown"] == "per_bomb" and not mine):
                found.append(f"{self.name(square)}*")
        return found

    # -- a turn

    def play(self, text, rolls):
        """Play an action; `rolls` yields the faces of the die as they were drawn."""
        here = self.square(text[:2])
        seat, face = self.bombs[here]
        if text.endswith("*"):
            self.bombs[here] = (seat, face - 1)
            if face == 1:
                self.explode(here, rolls)
            return
        target = self.square(text[3:])
        way = (target[0] - here[0], target[1] - here[1])
        del self.bombs[here]
        if text[2] == "-":
            end = self.carried(target, set())
            if self.kind(end) != "pit":
                self.bombs[end] = (seat, face - 1)
                if face == 1:
                    self.explode(end, rolls)
            return
        other, number = self.bombs.pop(target)
        pushed = self.carried(step(target, way), {here, target})
        if self.kind(pushed) != "pit":
            self.bombs[pushed] = (other, number)
        pusher = self.carried(target, {here})
        if self.kind(pusher) != "pit":
            self.bombs[pusher] = (seat, face - 1)
        if self.kind(pushed) != "pit":
            self.bombs[pushed] = (other, max(0, number - 1))
            if self.kind(pushed) == "detonator" and pushed not in self.spent:
                self.explode(pushed, rolls)
                self.bombs.pop(pushed, None)
                self.spent.add(pushed)
            elif number == 1:
                self.explode(pushed, rolls)
        if self.bombs.get(pusher) == (seat, 0) and face == 1:
            self.explode(pusher, rolls)

    def carried(self, square, reserved):
        used = set()
        while self.kind(square) in ("conveyor", "paddle") and square not in used:
            used.add(square)
            onward = step(square, ARROWS[self.tiles[square][1]])
            if onward in reserved or not self.enterable(onward):
                break
            square = onward
        return square

    def explode(self, first, rolls):
        gone = self.reach(first, rolls)
        if self.options["chain_reaction"] and first not in gone:
            done, wave = {first}, gone
            while wave := sorted(square for square in wave - done if self.bombs.get(square, (0, 0))[1] > 0):
                done |= set(wave)
                wave = {square for exploding in wave for square in self.reach(exploding, rolls)}
                gone |= wave
            gone -= {first}
        for square in gone:
            self.bombs.pop(square, None)

    def reach(self, square, rolls):
        far = None
        if "random_explosions" in self.switches:
            roll = next(rolls)
            if roll == 0:
                return {square}
            far = roll if roll < 4 else None
        reached = set()
        for way in WAYS:
            reached |= self.ray(square, way, far)
        return reached - {square}

    def ray(self, start, way, far):
        reached, seen, square = set(), set(), start
        for distance in count(1):
            square = step(square, way)
            if (far is not None and distance > far) or not self.inside(square) or (square, way) in seen:
                break
            seen.add((square, way))
            bends = self.kind(square) == "paddle" and "watch_out" in self.switches
            blocks = self.kind(square) in ("wall", "paddle") and not bends
            counts = self.options["random_range"] == "within" or far is None or distance == far
            if counts and not (blocks and self.options["blocker_shields_occupant"]):
                reached.add(square)
            if blocks:
                break
            if bends:
                way = ARROWS[self.tiles[square][1]]
        return reached

    # -- the end of a round

    def able(self, seat):
        if self.options["round_end"] == "live":
            return bool(self.live(seat))
        return any(self.moves_from(square) for square in self.live(seat))

    def round_over(self):
        return sum(self.able(seat) for seat in range(self.players)) <= 1

    def points(self):
        return [sum(face or 1 for owner, face in self.bombs.values() if owner == seat) for seat in range(self.players)]

    def next_seat(self):
        seat = (self.seat + 1) % self.players
        while not self.live(seat):
            seat = (seat + 1) % self.players
        return seat
