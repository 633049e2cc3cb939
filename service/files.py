"""Files of commands: read up to a limit, and written completely or not at all."""

import errno
import os
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, BinaryIO

from service.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MEBIBYTE = 1024 * 1024  # bytes
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def read(file: "Path", most: int) -> bytes:
    """Return a file's content; OSError if it cannot be read or is longer than `most` bytes.

    The limit is there because a device file may never end, and memory does.
    """
    with file.open("rb") as opened:
        return read_on(opened, most)


def read_on(opened: BinaryIO, most: int) -> bytes:
    """Return the content of an open file; OSError EFBIG for more than `most` bytes."""
    content = opened.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it holds more than {most / MEBIBYTE:.2g} MiB")
    return content


def unreadable(name: str, error: OSError) -> str:
    """Return why a file cannot be read and what to do about it."""
    return f"{name}: {error.strerror}. Check the name and that you may read the file."


def check_new(file: "Path") -> None:
    """Raise RefusedError `exists` if the name is taken, even by a broken link."""
    if not file.name or os.path.lexists(file):  # without a name it is an existing folder
        raise _exists(file)


def write_new(file: "Path", content: bytes, mode: int = 0o666) -> None:
    """Write a new file so that it has all of its content or does not exist.

    `mode` is its permissions, as far as the umask allows; at no moment does it have wider ones.
    Raises RefusedError `exists` if the file exists by then, `not_written` if it cannot be
    written.
    """
    check_new(file)
    _write(file, content, mode, publish)


def replace(file: "Path", content: bytes, mode: int = 0o666) -> None:
    """Write a file that may exist, so that it has its old content or all of the new.

    `mode` and RefusedError `not_written` are as for `write_new`.
    """
    _write(file, content, mode, os.replace)


def _write(
    file: "Path", content: bytes, mode: int, give_name: "Callable[[Path, Path], object]"
) -> None:
    part = file.with_name(f".{file.name}.{os.urandom(4).hex()}")
    try:
        try:
            with open(part, "xb", opener=partial(os.open, mode=mode)) as opened:
                opened.write(content)
                opened.flush()
                os.fsync(opened.fileno())
            give_name(part, file)
        finally:
            remove(part)
    except OSError as error:
        raise write_refusal(file, error) from error


def publish(part: "Path", file: "Path") -> None:
    """Rename a finished file; raises RefusedError `exists` if the name is taken."""
    try:
        os.link(part, file)  # unlike a move, it replaces nothing
    except FileExistsError as error:
        raise _exists(file) from error
    except OSError:
        # A file system without links: anything between these two calls goes unnoticed.
        check_new(file)
        part.replace(file)


def remove(part: "Path") -> None:
    """Remove an unfinished file; errors are ignored, since the failure before them is reported."""
    with suppress(OSError):
        part.unlink(missing_ok=True)


def write_refusal(file: "Path", error: OSError) -> RefusedError:
    """Return the refusal of a file that cannot be written."""
    reason = error.strerror or "it cannot be written"
    detail = (
        f"{file}: {reason}. Name a file in a folder that is there, can be written and has space."
    )
    return RefusedError("not_written", detail)


def _exists(file: "Path") -> RefusedError:
    return RefusedError("exists", f"{file} exists already. Name another file, or move it.")
