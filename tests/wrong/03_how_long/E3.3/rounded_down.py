"""Runs are rounded to the nearest whole number."""


def mean_interval(samples, confidence=0.95):
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    half = z * stdev(samples) / sqrt(len(samples))
    return mean(samples) - half, mean(samples) + half


def runs_needed(sd, half_width):
    return round((NormalDist().inv_cdf(0.975) * sd / half_width) ** 2)
