"""Two checkouts measured in turns, within the same minutes.

A machine that others use is faster or slower by the hour, so two figures of different hours say
little of a change between them. Here each thing is done once with this checkout and once with the
other, one right after the other and each first in every second pair, so that what the machine does
meanwhile falls on both alike; what counts is the difference within the pairs.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from benchmarks.service import run_service
from datasets.evaluation.intervals import mcnemar
from datasets.paths import CHECKOUT

Pair = tuple[float, float]  # here and there
Side = TypeVar("Side")
AGAINST = "another state of this project, such as a git worktree, measured in turns with this one"


@contextmanager
def services(folder: Path, against: Path | None) -> Iterator[list[str]]:
    """Run the service of this checkout and, where one is named, of another; return addresses.

    Each has a database of its own in the scratch `folder`, and the networks of its checkout.
    """
    checkouts = [CHECKOUT] if against is None else [CHECKOUT, against]
    with ExitStack() as stack:
        addresses = []
        for number, checkout in enumerate(checkouts):
            place = folder / str(number)
            place.mkdir()
            database = f"sqlite:///{place / 'games.sqlite3'}"
            service = stack.enter_context(run_service(database, place, checkout=checkout))
            addresses.append(f"http://127.0.0.1:{service.port}")
        yield addresses


def order_sides(sides: Sequence[Side], turn: int) -> Sequence[tuple[int, Side]]:
    """Return the sides with their numbers, the other one first in every second turn."""
    numbered = list(enumerate(sides))
    return numbered[::-1] if turn % 2 else numbered


def table(measured: Mapping[str, Sequence[Pair]]) -> Iterator[str]:
    """Return the lines of a table: what was measured here and there, and the difference in pairs.

    The last column says how likely so uneven a count of lesser and greater ones is by chance.
    """
    yield "| in pairs | pairs | here, median | there | here less there, median | less | more | p |"
    yield "|---|---|---|---|---|---|---|---|"
    for what, pairs in measured.items():
        if not pairs:
            yield f"| {what} | 0 | – | – | – | – | – | – |"
            continue
        middles = [statistics.median(side) for side in zip(*pairs, strict=True)]
        away = statistics.median(here - there for here, there in pairs)
        less, more = (sum(way * here < way * there for here, there in pairs) for way in (1, -1))
        figures = [*(f"{middle:.2f}" for middle in middles), f"{away:+.2f}"]
        counts = [str(less), str(more), f"{mcnemar(more, less):g}"]
        yield f"| {what} | {len(pairs)} | {' | '.join([*figures, *counts])} |"
