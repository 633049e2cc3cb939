"""A phone's line to the service, as thin as can be: the bench shares its cores with the service."""

import asyncio
import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self


class Line:
    """One HTTP/1.1 connection that stays open; used by one task at a time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._writer.close()

    async def call(
        self, method: str, path: str, body: object = None, token: str | None = None
    ) -> tuple[int, Any]:
        """Ask once; return the status and the JSON answer."""
        text = b"" if body is None else json.dumps(body).encode()
        self._ask(method, path, text, token)
        status, headers = await self._head()
        length = int(headers.get("content-length", 0))
        answer = await self._reader.readexactly(length)
        return status, json.loads(answer) if answer else None

    async def events(self, path: str) -> AsyncIterator[int]:
        """Follow a game; yields the number of each event as its state arrives."""
        self._ask("GET", path, b"", None)
        await self._head()
        while line := await self._reader.readline():
            if line.startswith(b"id: "):
                yield int(line[4:])

    def _ask(self, method: str, path: str, text: bytes, token: str | None) -> None:
        head = [f"{method} {path} HTTP/1.1", "Host: bench", f"Content-Length: {len(text)}"]
        if text:
            head.append("Content-Type: application/json")
        if token is not None:
            head.append(f"Authorization: Bearer {token}")
        self._writer.write("\r\n".join([*head, "", ""]).encode() + text)

    async def _head(self) -> tuple[int, dict[str, str]]:
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = (line.partition(": ") for line in lines if line)
        return int(first.split(" ")[1]), {name.lower(): value for name, _, value in pairs}
