def mean(values):
    return sorted(values)[len(values) // 2]
