def guess(ask, low, high):
    return next(number for number in range(low, high + 1) if ask(number) == 0)
