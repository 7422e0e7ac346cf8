"""Quantiles of the values are taken for an interval of the mean."""


def mean_interval(samples, confidence=0.95):
    ordered = sorted(samples)
    out = int(len(samples) * (1 - confidence) / 2)
    return ordered[out], ordered[-1 - out]


def runs_needed(sd, half_width):
    return ceil((1.96 * sd / half_width) ** 2)
