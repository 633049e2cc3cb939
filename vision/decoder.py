"""Decoding in a process of its own: what a file does to its decoder, it does to nobody else.

A decoder is foreign code that works on bytes of strangers. Here it has so much memory and so much
time, and is ended when it wants more; the next photo gets another process. Pixels come back through
a pipe, and nothing that comes back is run or believed beyond its shape.
"""

import json
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Self

import numpy as np

from vision.image import LIMITS, Limits, PhotoError, open_image
from vision.photo import Picture, decode_within
from vision.timing import NEVER, Deadline

MEMORY = 448 * 1024 * 1024  # bytes above what the process has when it begins to wait for photos
DEADLINE_S = 5.0  # for one photo
_HEAD = struct.Struct(">QQ")  # bytes of the JSON that comes first, and of what follows it
_MOST_HEAD = 4096  # bytes
_ROOT = str(Path(__file__).resolve().parents[1])


class DecoderProcess:
    """Decodes photos in one other process, one after the other; safe to share between threads.

    The process is started with the first photo, and anew after one that it did not survive. It may
    hold `memory` bytes and work `deadline_s` seconds on a photo.
    """

    def __init__(
        self, limits: Limits = LIMITS, memory: int = MEMORY, deadline_s: float = DEADLINE_S
    ) -> None:
        self._limits, self._memory, self._deadline_s = limits, memory, deadline_s
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __call__(
        self,
        data: bytes,
        shrink: int | None = None,
        together: int = 1,
        deadline: Deadline = NEVER,
    ) -> Picture:
        """Decode a file as `vision.photo.decode` does; raises PhotoError."""
        # What the header gives away is refused without another process.
        opened = open_image(data, self._limits)
        with self._lock:
            if deadline.over:
                raise _too_slow()
            head = {"shrink": shrink, "together": together}
            answer, body = self._asked(head, data, min(self._deadline_s, deadline.left))
        if "error" in answer:
            raise PhotoError(answer["error"]["code"], answer["error"]["detail"])
        high, wide = answer["shape"]
        pixels = np.frombuffer(body, np.uint8).reshape(high, wide, 3)
        width, height = answer["size"]
        if {width, height} != set(opened.size):
            raise _gone()
        return Picture((width, height), pixels, answer["shrink"], answer["reducible"])

    def start(self) -> None:
        """Start the process before the first photo needs it."""
        with self._lock:
            self._running()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _asked(
        self, head: Mapping[str, Any], data: bytes, seconds: float
    ) -> tuple[dict[str, Any], bytearray]:
        process = self._running()
        assert process.stdin is not None  # noqa: S101  (for the checker)
        assert process.stdout is not None  # noqa: S101  (the same)
        # Ended from beside: a pipe has no deadline of its own on every system.
        over = threading.Event()

        def end() -> None:
            over.set()
            process.kill()

        alarm = threading.Timer(seconds, end)
        alarm.daemon = True
        alarm.start()
        try:
            _send(process.stdin, head, data)
            return _receive(process.stdout, 3 * self._limits.pixels)
        except (OSError, EOFError, ValueError) as error:
            self._end()
            raise (_too_slow() if over.is_set() else _gone()) from error
        finally:
            alarm.cancel()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            settings = json.dumps({"limits": asdict(self._limits), "memory": self._memory})
            # Threads of a numeric library would only stand in the way of the reader's.
            environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
            self._process = subprocess.Popen(  # noqa: S603  (this program, and nothing of a photo)
                [sys.executable, "-c", _CHILD, _ROOT, settings],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                start_new_session=True,  # who interrupts a terminal means the one that waits
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was still to be sent has no reader any more
                    pipe.close()
        process.wait()


# Not `-m`: the folder that the command is called in may hold modules of other people's names.
_CHILD = (
    "import sys; sys.path.insert(0, sys.argv[1]); from vision.decoder import serve; "
    "serve(sys.argv[2])"
)


def serve(settings: str) -> None:
    """Decode what comes from standard input until it ends: the other process."""
    given = json.loads(settings)
    limits = Limits(**given["limits"])
    # What decoders print is no answer: it goes where errors go.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _bound_memory(given["memory"])
    while True:
        try:
            asked, data = _receive(sys.stdin.buffer, limits.file_bytes)
        except (EOFError, KeyboardInterrupt):
            return
        try:
            found = decode_within(limits, bytes(data), asked["shrink"], asked["together"])
        except PhotoError as error:
            _send(answers, {"error": {"code": error.code, "detail": error.detail}}, b"")
            continue
        head = {
            "shape": found.pixels.shape[:2],
            "size": found.size,
            "shrink": found.shrink,
            "reducible": found.reducible,
        }
        _send(answers, head, found.pixels.data)
        del found, data


def _bound_memory(more: int) -> None:
    """Let this process have so many bytes more than now, where the system can bound that."""
    try:
        import resource  # noqa: PLC0415  (not on every system)

        status = Path("/proc/self/status").read_text(encoding="ascii")
    except (ImportError, OSError):
        return  # the bounds on the header and the deadline are all there is
    now = next(line for line in status.splitlines() if line.startswith("VmData:"))
    most = int(now.split()[1]) * 1024 + more
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _send(pipe: IO[bytes], head: Mapping[str, Any], body: bytes | memoryview) -> None:
    text = json.dumps(head).encode()
    size = len(body) if isinstance(body, bytes) else body.nbytes
    pipe.write(_HEAD.pack(len(text), size) + text)
    pipe.write(body)
    pipe.flush()


def _receive(pipe: IO[bytes], most: int) -> tuple[dict[str, Any], bytearray]:
    """Read a head and at most `most` bytes; EOFError or ValueError where it is something else."""
    length, size = _HEAD.unpack(_exactly(pipe, _HEAD.size))
    if length > _MOST_HEAD or size > most:
        raise ValueError(size)
    head: dict[str, Any] = json.loads(_exactly(pipe, length))
    return head, _exactly(pipe, size)


def _exactly(pipe: IO[bytes], size: int) -> bytearray:
    """Read so many bytes; EOFError where they do not come."""
    found = bytearray(size)
    view, at = memoryview(found), 0
    while at < size:
        count = pipe.readinto(view[at:])  # type: ignore[attr-defined]  # a buffered reader
        if not count:
            raise EOFError
        at += count
    return found


def _too_slow() -> PhotoError:
    detail = (
        "Decoding this photo takes too long. Send it as a JPEG of about 4000 pixels on the long "
        "side."
    )
    return PhotoError("photo_too_costly", detail)


def _gone() -> PhotoError:
    detail = (
        "The photo cannot be decoded: it is damaged, or wants more memory than there is for one. "
        "Send the original again, or a JPEG of about 4000 pixels on the long side."
    )
    return PhotoError("truncated_image", detail)
