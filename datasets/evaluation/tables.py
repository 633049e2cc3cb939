"""Formats figures as text, for a screen or a document."""

from collections.abc import Iterable, Sequence
from math import comb, sqrt

Cells = Sequence[str]


def percent(value: float | None, digits: int = 1) -> str:
    """Return a share as a percentage, or a dash if there is none."""
    return "–" if value is None else f"{value:.{digits}%}"


def markdown(headers: Cells, lines: Iterable[Cells]) -> str:
    """Return a Markdown table; the first column is aligned left, the others right."""
    rows = [headers, ["---"] * len(headers), *lines]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first, *others = widths
    form = " | ".join([f"{{:<{first}}}", *(f"{{:>{width}}}" for width in others)])
    return "\n".join(f"| {form.format(*row)} |" for row in rows)


Z = 1.959964  # of the normal distribution, for 95 %


def wilson(right: int, count: int) -> tuple[float, float]:
    """Return the bounds of the true share with 95 % confidence; (0, 1) without cases.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927. It
    assumes independent cases, which the tiles of one photo are not.

    >>> [round(bound, 3) for bound in wilson(9, 10)]
    [0.596, 0.982]
    """
    if not count:
        return 0.0, 1.0
    share, slack = right / count, Z * Z / count
    middle, width = share + slack / 2, Z * sqrt(share * (1 - share) / count + slack / count / 4)
    low, high = (middle - width) / (1 + slack), (middle + width) / (1 + slack)
    return max(0.0, min(low, share)), min(1.0, max(high, share))  # rounding may exceed the share


def mcnemar(gained: int, lost: int) -> float:
    """Return the probability of changes at least as uneven as these: exact, two-sided.

    >>> mcnemar(10, 3)
    0.0923
    """
    total, fewer = gained + lost, min(gained, lost)
    if gained == lost:
        return 1.0
    ways = sum(comb(total, count) for count in range(fewer + 1))
    return float(round(2 * ways / 2**total, 4))
