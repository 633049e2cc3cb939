"""Milliseconds by stage of a reading."""

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from time import perf_counter


@contextmanager
def record_time(timings: MutableMapping[str, float], stage: str) -> Iterator[None]:
    """Add the milliseconds spent inside to a stage."""
    start = perf_counter()
    yield
    timings[stage] = timings.get(stage, 0.0) + (perf_counter() - start) * 1000
