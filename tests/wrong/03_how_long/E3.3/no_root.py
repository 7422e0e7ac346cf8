"""Divided by n instead of its root."""


def mean_interval(samples, confidence=0.95):
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    half = z * stdev(samples) / len(samples)
    return mean(samples) - half, mean(samples) + half


def runs_needed(sd, half_width):
    return ceil(NormalDist().inv_cdf(0.975) * sd / half_width)
