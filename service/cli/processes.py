"""Work of a command that is shared among several processes."""

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from threading import Thread
from typing import TypeVar

from service.errors import RefusedError

DELAYED = (signal.SIGINT, signal.SIGTERM)

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Iterator[Result]:
    """Yield the results of the items in their order.

    Several `jobs` are processes that work a few items ahead; RefusedError where one of them does
    not start, or crashes.
    """
    if jobs == 1:
        yield from map(work, items)
        return
    # Spawned, not forked: the libraries of vision have threads of their own.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin)
    resource_tracker.ensure_running()  # its start would end the delay of interrupts below
    before = signal.signal(signal.SIGTERM, _leave)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            with delayed_interrupts():
                waiting.append(pool.submit(work, item))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        for process in active_children():  # the pool would wait for one that began meanwhile
            process.kill()
        detail = "A process that shares the work failed to start or crashed. Use fewer --jobs."
        raise RefusedError("process_failed", detail) from error
    finally:
        pool.shutdown(cancel_futures=True)
        signal.signal(signal.SIGTERM, before)


def _leave(number: int, _frame: object) -> None:
    """End in order, so that nothing is left for Python to complain about."""
    sys.exit(128 + number)


@contextmanager
def delayed_interrupts() -> Iterator[None]:
    """Take a Ctrl-C or SIGTERM at the end only, whichever thread gets it.

    They are blocked, too, which processes that start inside inherit. What is ignored stays so.
    """
    delayed = [number for number in DELAYED if signal.getsignal(number) is not signal.SIG_IGN]
    came: list[int] = []
    before = [signal.signal(number, lambda number, _: came.append(number)) for number in delayed]
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, delayed)
    try:
        yield
    finally:
        if sys.platform != "win32":
            signal.pthread_sigmask(signal.SIG_UNBLOCK, delayed)
        for number, handler in zip(delayed, before, strict=True):
            signal.signal(number, handler)
        for one in came:
            signal.raise_signal(one)


def _begin() -> None:
    """End at a Ctrl-C without a word, and once the process that gives out work is gone."""
    gc.enable()  # `tableside.__main__` disables it, which is loaded here, too, by its script
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, DELAYED)
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
