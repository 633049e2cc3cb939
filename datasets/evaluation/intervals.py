"""How far a share of a few cases can be trusted, and a difference between two.

`scipy.stats.binomtest` gives the same numbers. It would save 15 lines here and 10 in `logistic`,
and make `make evaluate` and the open benchmark need 143 MB more and 2 s to start.
"""

from math import comb, sqrt

Z = 1.959964  # of the normal distribution, for 95 %


def wilson(right: int, count: int) -> tuple[float, float]:
    """Return the bounds between which the true share lies in 95 of 100 cases; (0, 1) of none.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927. It
    holds for cases that have nothing to do with each other: tiles of one photo have.

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    """
    if not count:
        return 0.0, 1.0
    share, slack = right / count, Z * Z / count
    middle, width = share + slack / 2, Z * sqrt(share * (1 - share) / count + slack / count / 4)
    low, high = (middle - width) / (1 + slack), (middle + width) / (1 + slack)
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # for what floats lose


def mcnemar(gained: int, lost: int) -> float:
    """Give how likely so uneven a count of changes, or one more so, is by chance: exact, two sides.

    >>> mcnemar(10, 3)
    0.0923
    """
    total, fewer = gained + lost, min(gained, lost)
    if gained == lost:
        return 1.0
    ways = sum(comb(total, count) for count in range(fewer + 1))
    return float(round(2 * ways / 2**total, 4))
