"""The interval holds 95 % of the values instead of the mean."""


def mean_interval(samples, confidence=0.95):
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    half = z * stdev(samples)
    return mean(samples) - half, mean(samples) + half


def runs_needed(sd, half_width):
    return ceil((1.96 * sd / half_width) ** 2)
