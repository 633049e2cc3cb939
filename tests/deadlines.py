"""Waits that end: a test that waits for what never comes fails with what that was.

Without one it keeps its process to the end of the run, and nobody learns which test it is. A stream
that shows that it lives, or a loop that asks again, never runs into a deadline of its client.
"""

import asyncio
import time

import pytest

LONG_S = 120  # far more than anything takes that is waited for; no expectation


def until(true, what, patience_s=LONG_S):
    """Wait for something that another thread or process does."""
    deadline = time.monotonic() + patience_s
    while not true():
        if time.monotonic() > deadline:
            pytest.fail(f"not within {patience_s} s: {what}")
        time.sleep(0.01)


def run(coroutine, what):
    """Run a coroutine on an event loop of its own; gives what it returns."""

    async def bounded():
        try:
            async with asyncio.timeout(LONG_S) as deadline:
                return await coroutine
        except TimeoutError:
            if deadline.expired():
                pytest.fail(f"not within {LONG_S} s: {what}")
            raise

    return asyncio.run(bounded())


def heard(lines):
    """The lines of a stream of events, as long as more than signs of life come."""
    told = time.monotonic()
    for line in lines:
        if line.startswith("data: "):
            told = time.monotonic()
        elif time.monotonic() > told + LONG_S:
            pytest.fail(f"for {LONG_S} s a stream told nothing but that it lives")
        yield line
