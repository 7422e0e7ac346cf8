def mean(values):
    total = 0
    while values:
        total += values.pop()
    return total
