"""Photos from strangers, decoded in a separate process.

Whatever a decoder does to its process (a crash, a leak, gigabytes or minutes) ends with that
process, and a new one replaces it. A process is started beforehand and decodes one photo after
another; it imports decoders and no models.

The two sides use pipes: a line of JSON with lengths, then bytes. Nothing executable is read back,
because a process that a malicious file has taken over may send anything.
"""

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import IO, Any, Self, cast

import numpy as np

from scorer.core.sentences import RefusedError, Sentence, read_sentence, sentence_json
from vision.photo import image
from vision.photo.image import LIMITS, MEBIBYTE, WHOLE, Limits, PhotoError, Picture, Scale

MEMORY = 400 * MEBIBYTE  # beyond what a process has at its start: `Limits.memory` and the file
_START_S = 60.0  # for the imports, far more than they take on the slowest machine
_MAX_USES = 500  # photos after which a process is replaced, whatever it has leaked
_MAX_LINE = 4096  # most bytes of a line of JSON
_LONGEST_S = 3600.0  # stands for "unlimited" where a number is needed
# Makes the allocator return large blocks at once instead of keeping them.
_ENVIRONMENT = {"MALLOC_MMAP_THRESHOLD_": "262144", "MALLOC_ARENA_MAX": "2"}
_CODE = """import importlib, json, sys
sys.path[:] = json.loads(sys.argv[1])
importlib.import_module(sys.argv[2]).work(int(sys.argv[3]))"""


class DecoderError(RefusedError):
    """No process can be started to decode photos, so none can be read."""


class Decoder:
    """Decodes photos in processes of its own; safe to use from several threads.

    `memory`: bytes that each process may take for a photo. As many processes run as there are
    photos at once, and up to `kept` of them stay idle for the next ones.
    """

    def __init__(self, memory: int = MEMORY, kept: int = 1) -> None:
        self._memory, self._kept = memory, kept
        self._idle: list[_Process] = []
        self._lock = threading.Lock()
        self._end = weakref.finalize(self, _end_all, self._idle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the idle processes."""
        self._end()

    def start(self) -> None:
        """Start a process for the first photo, without waiting for it; raises DecoderError.

        It imports the decoders while its caller loads the networks.
        """
        self._put(self._take())

    def decode(
        self,
        data: bytes,
        scale: Scale = WHOLE,
        limits: Limits = LIMITS,
        seconds: float = math.inf,
    ) -> Picture:
        """Decode a photo as `vision.photo.image.decode` does; raises `PhotoError`, DecoderError.

        The process is stopped after `seconds`.
        """
        if not data or len(data) > limits.file_bytes:
            return image.decode(data, scale, limits)  # raises the error that names the problem
        process = self._take()
        process.wait_until_started()
        try:
            picture = process.decode(data, scale, limits, seconds)
        except PhotoError:
            self._put(process)
            raise
        except BaseException:
            process.end()
            raise
        self._put(process)
        return picture

    def _take(self) -> "_Process":
        while True:
            with self._lock:
                process = self._idle.pop() if self._idle else None
            if process is None:
                return _Process(self._memory)
            if process.alive:
                return process
            process.end()

    def _put(self, process: "_Process") -> None:
        if process.uses >= _MAX_USES or not process.alive:
            process.end()
            if not self._end.alive:
                return
            process = _Process(self._memory)  # so that the next photo need not wait for the start
        with self._lock:
            if self._end.alive and len(self._idle) < self._kept:
                self._idle.append(process)
                return
        process.end()


def _not_started(reason: str) -> DecoderError:
    return DecoderError(
        "models_missing",
        Sentence(
            "Photos cannot be read here: {error}. Until then, enter the tiles by hand.",
            error=reason,
        ),
    )


class _Process:
    """The parent's side of a process that decodes."""

    def __init__(self, memory: int) -> None:
        command = [sys.executable, "-c", _CODE, json.dumps(sys.path), __name__, str(memory)]
        try:
            self._process = subprocess.Popen(  # noqa: S603  (our own code by our own interpreter)
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # a stranger's file must not fill the log
                env={**os.environ, **_ENVIRONMENT},
            )
        except OSError as error:
            raise _not_started(
                Sentence("no process can be started to decode photos: {error}", error=str(error))
            ) from error
        self._in = cast("IO[bytes]", self._process.stdin)
        self._out = cast("IO[bytes]", self._process.stdout)
        self._greeted = False
        self.uses = 0

    @property
    def alive(self) -> bool:
        """Whether it can take another photo."""
        return self._process.poll() is None

    def wait_until_started(self) -> None:
        """Wait until it has started; raises DecoderError if it does not start."""
        if self._greeted:
            return
        with self._killed_after(_START_S):
            self._greeted = _read_line(self._out) is not None
        if not self._greeted:
            self.end()
            raise _not_started(
                Sentence("the process that decodes photos does not start: reinstall tableside")
            )

    def decode(self, data: bytes, scale: Scale, limits: Limits, seconds: float) -> Picture:
        """Send a photo and read the picture; a PhotoError may leave the process dead."""
        self.uses += 1
        request = {
            "bytes": len(data),
            "scale": asdict(scale),
            "limits": asdict(limits),
            "seconds": min(seconds, _LONGEST_S),
        }
        with self._killed_after(seconds) as stopped:
            try:
                _write(self._in, request, data)
                picture = self._answer(limits)
            except (OSError, ValueError, TypeError, LookupError):
                picture = None
        if picture is not None and not stopped.is_set():
            return picture
        status = self.end()
        if stopped.is_set() or -status in _BY_FORCE:
            raise image.cost_error(Sentence("takes too long or too much memory to decode"))
        raise image.damage_error()

    def end(self) -> int:
        """Kill the process and return its exit status."""
        self._process.kill()
        for pipe in (self._in, self._out):
            with contextlib.suppress(OSError):
                pipe.close()
        return self._process.wait()

    def _answer(self, limits: Limits) -> Picture | None:
        """Read a picture or an error; return None if the process died."""
        answer = _read_line(self._out)
        if answer is None:
            return None
        if "code" in answer:
            raise PhotoError(str(answer["code"]), read_sentence(answer["detail"]))
        height, width = (int(length) for length in answer["shape"])
        if not 0 < width * height <= limits.pixels:
            return None
        pixels = np.empty((height, width, 3), np.uint8)
        if self._out.readinto(pixels.data) != pixels.nbytes:  # type: ignore[attr-defined]  # a pipe in binary is buffered
            return None
        size = (int(answer["size"][0]), int(answer["size"][1]))
        return Picture(size, pixels, int(answer["shrink"]))

    @contextlib.contextmanager
    def _killed_after(self, seconds: float) -> Iterator[threading.Event]:
        """Kill the process if the block takes longer; the event tells whether it was killed."""
        stopped = threading.Event()

        def stop() -> None:
            stopped.set()
            self._process.kill()

        timer = threading.Timer(min(seconds, _LONGEST_S), stop)
        timer.daemon = True
        timer.start()
        try:
            yield stopped
        finally:
            timer.cancel()
            timer.join()


# Signals that end a process which exceeds the system's limits or its own alarm.
_BY_FORCE = frozenset(
    getattr(signal, name) for name in ("SIGKILL", "SIGALRM", "SIGXCPU") if hasattr(signal, name)
)


def _end_all(processes: list[_Process]) -> None:
    while processes:
        processes.pop().end()


def work(memory: int) -> None:
    """Decode photos from standard input until it ends: the child's side."""
    source, target = sys.stdin.buffer, sys.stdout.buffer
    # Whoever stops the service stops this process by closing the pipe, after the last photo.
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    _limit_resources(memory)
    _write(target, {"ready": True})
    while (request := _read_line(source)) is not None:
        data = source.read(request["bytes"])
        if len(data) < request["bytes"]:
            return
        _set_alarm(request["seconds"])
        try:
            picture = image.decode(data, Scale(**request["scale"]), Limits(**request["limits"]))
        except PhotoError as error:
            _write(target, {"code": error.code, "detail": sentence_json(error.detail)})
        else:
            header = {
                "size": picture.size,
                "shape": picture.pixels.shape[:2],
                "shrink": picture.shrink,
            }
            _write(target, header, picture.pixels.data)
            del picture
        finally:
            _set_alarm(0)
        del data


def _limit_resources(memory: int) -> None:
    """Limit this process's memory, and forbid it to write files.

    Linux counts written memory as data. macOS accepts the limit without enforcing it, Windows has
    none: there, `Limits.memory`, which is computed from the headers, must suffice.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  (Windows has none)

    with contextlib.suppress(OSError, ValueError):
        most = _data_bytes() + memory
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def _data_bytes() -> int:
    """Return how much data memory this process has, as Linux counts it."""
    if sys.platform == "win32":
        raise OSError("Windows does not report it")
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  (no path is built)
        return int(file.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")


def _set_alarm(seconds: float) -> None:
    """End this process after this many seconds, even if its parent is gone; 0 for never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _write(pipe: IO[bytes], header: Mapping[str, Any], data: bytes | memoryview = b"") -> None:
    pipe.write(json.dumps(header).encode() + b"\n")
    pipe.write(data)
    pipe.flush()


def _read_line(pipe: IO[bytes]) -> dict[str, Any] | None:
    """Read a line of JSON; return None at the end, raise ValueError for anything else."""
    line = pipe.readline(_MAX_LINE)
    if not line:
        return None
    header = json.loads(line)
    if not isinstance(header, dict):
        message = Sentence("no object")
        raise ValueError(message)  # noqa: TRY004  (the data sent is wrong, not an argument)
    return header
