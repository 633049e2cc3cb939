"""Room on the disk of an SQLite database: reserved for hands, and at the end for deletions."""

import re
import shutil
from pathlib import Path

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scorer.core.sentences import Sentence
from service.db.database_errors import FULL
from service.http.problem_documents import document
from service.http.rate_limits import DAY_S, Allowance, drain, refuse_until, sender_of

BULK = re.compile(
    "/api/v1/(games|imports|house-rules|tile-sets"
    "|games/[^/]+/(photos|draft/pictures/[^/]+)|tile-sets/[^/]+/samples/[^/]+)/?"
)
SHARE = 1 / 8  # of the free bytes above the floor, for one sender per day
LEAST = 4096  # bytes of a share at least: a page of the database
# On a small disk the floors are at most these parts of it, so that a table can still play.
FLOOR_PART, RESERVE_PART = 1 / 20, 1 / 100
RESERVE = 8 * 2**20  # bytes: deleting the largest game with its photos takes less
WRITES = ("POST", "PUT", "PATCH")
NEARLY_FULL = Sentence(
    "The server's disk is nearly full: hands are still recorded, and nothing else is kept. Whoever "
    "runs it has to make room."
)


class DiskRoom:
    """Refuses bulky writes while less than `floor` bytes are free, and hands below the reserve.

    Deletions are never refused here. `folder` is the database's folder.
    """

    def __init__(self, app: ASGIApp, folder: Path, floor: int) -> None:
        self._app, self._folder, self._floor = app, folder, floor
        self._shares = Allowance(1.0, period_s=DAY_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 507, or 429 to a sender whose daily share is used up."""
        if scope["type"] != "http" or scope["method"] not in WRITES:
            await self._app(scope, receive, send)
            return
        disk, path = shutil.disk_usage(self._folder), str(scope.get("path", ""))
        reserve = min(RESERVE, disk.total * RESERVE_PART)
        floor = max(reserve, min(self._floor, disk.total * FLOOR_PART))
        bulk = BULK.fullmatch(path) is not None
        if disk.free < (floor if bulk else reserve) and path.startswith("/api/v1/"):
            await drain(receive)
            await document(FULL.code, NEARLY_FULL if bulk else FULL.detail)(scope, receive, send)
            return
        if not bulk:
            await self._app(scope, receive, send)
            return
        sender, received_bytes = sender_of(scope), 0
        if wait := self._shares.wait_s(sender, 0.0):
            reason = Sentence("One address has filled its share of the disk for today.")
            await drain(receive)
            await refuse_until(reason, wait)(scope, receive, send)
            return

        async def counting_receive() -> Message:
            nonlocal received_bytes
            message = await receive()
            received_bytes += len(message.get("body", b""))
            return message

        try:
            await self._app(scope, counting_receive, send)
        finally:
            self._shares.charge(sender, received_bytes / max(LEAST, (disk.free - floor) * SHARE))
