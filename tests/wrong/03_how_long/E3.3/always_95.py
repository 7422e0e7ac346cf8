"""The confidence is ignored."""


def mean_interval(samples, confidence=0.95):
    half = 1.96 * stdev(samples) / sqrt(len(samples))
    return mean(samples) - half, mean(samples) + half


def runs_needed(sd, half_width):
    return ceil((1.96 * sd / half_width) ** 2)
