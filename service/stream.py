"""Server-sent events: the state of a game after every change, each under its `seq`."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

import anyio.to_thread

from service import views
from service.bell import Bell
from service.store import Store

HEARTBEAT = ": still here\n\n"


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between signs of life, and between looks for events of other processes."""

    heartbeat_s: float = 15.0
    look_s: float = 2.0


def message(seq: int, state: object) -> str:
    """One event of the stream; a browser sends its id back as `Last-Event-ID`."""
    return f"id: {seq}\ndata: {json.dumps(state, ensure_ascii=False)}\n\n"


def resume_after(last_event_id: str | None, seq: int) -> int:
    """The number of the last event not to be sent again: all but the newest for a new listener."""
    if (
        last_event_id is not None
        and re.fullmatch(r"[0-9]{1,9}", last_event_id)
        and int(last_event_id) <= seq
    ):
        return int(last_event_id)
    return seq - 1


async def states(
    store: Store, bell: Bell, game_id: str, after: int, pace: Pace
) -> AsyncIterator[str]:
    """Every state after event `after`, then each new one as it comes, with signs of life."""
    with bell.listening(game_id) as heard:
        spoken = time.monotonic()
        while True:
            heard.clear()
            if await anyio.to_thread.run_sync(store.latest_seq, game_id) > after:
                log = await anyio.to_thread.run_sync(store.load, game_id)
                for seq in range(after + 1, len(log.events) + 1):
                    yield message(seq, views.state_at(log, seq))
                after, spoken = len(log.events), time.monotonic()
            elif time.monotonic() - spoken >= pace.heartbeat_s:
                yield HEARTBEAT
                spoken = time.monotonic()
            try:
                await asyncio.wait_for(heard.wait(), min(pace.look_s, pace.heartbeat_s))
            except TimeoutError:
                continue
