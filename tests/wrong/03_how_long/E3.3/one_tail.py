"""All 5 % are left out at one end."""


def mean_interval(samples, confidence=0.95):
    z = NormalDist().inv_cdf(confidence)
    half = z * stdev(samples) / sqrt(len(samples))
    return mean(samples) - half, mean(samples) + half


def runs_needed(sd, half_width):
    return ceil((NormalDist().inv_cdf(0.95) * sd / half_width) ** 2)
