"""The command `tableside`.

Exit status 0: done; 1: a photo, file, model or database could not be used; 2: the request or the
hand is wrong. The modules of `service.cli.commands` are imported when they are needed, so that
scoring does not load the libraries of vision and the server.
"""

import errno
import gc
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType

from scorer.core.sentences import CodedError
from service import __version__, optional_dependencies
from service.cli import commands
from service.cli.arguments import COMMANDS, Parser, add_commands, check_used, named
from service.cli.commands import WRONG, print_error
from service.errors import RefusedError

# How the standard output fails, which is written at once where Python is told to.
UNWRITTEN = (errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC)
INTERRUPTED = 130  # the exit status after Ctrl-C, as shells have it
GAME_FILES = ("backup", "restore", "export", "import")  # commands of one module


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that knows few letters must not end a command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()  # whoever read it has seen enough
        return 0
    except OSError as error:
        _print_error("", _failure(error))
        return 1
    except MemoryError:
        _print_error("", "There is not enough memory. Close other programs or raise its limit.")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except ImportError as error:  # a library that was interrupted while it was loaded
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        return INTERRUPTED
    return status


def parser(words: Sequence[str] = ()) -> Parser:
    """Return the parser of all commands, or of the one that the first of some words names.

    To build the others takes longer than to score a hand.
    """
    root = Parser(
        prog="tableside",
        description="Companion for mahjong with real tiles: photos, scores, payments, ledger.",
    )
    version = f"tableside {__version__}"
    root.add_argument(
        "--version", action="version", version=version, help="print the version and exit"
    )
    add_commands(root, named(COMMANDS, words), "command")
    return root


def module(command: str) -> ModuleType:
    """Import the module of a command."""
    name = "game_files" if command in GAME_FILES else command
    return import_module(f"{commands.__name__}.{name}")


def _run(arguments: Sequence[str] | None) -> int:
    try:
        words = sys.argv[1:] if arguments is None else arguments
        given = parser(words).parse_args(words)
    except SystemExit as left:  # after help or a complaint
        return int(left.code or 0)
    try:
        check_used(given)
        command = module(given.command)
        if not gc.isenabled():  # by `tableside.__main__`
            gc.freeze()
            gc.enable()
        status: int = command.run(given)
    except ModuleNotFoundError as error:
        if (remedy := optional_dependencies.remedy(error)) is None:
            raise
        _print_error(f" {given.command}", remedy)
        return WRONG
    except CodedError as error:
        _print_error(f" {given.command}", error.detail)
        return 1 if isinstance(error, RefusedError) else WRONG
    return status


def _open_closed_streams() -> None:
    """Open streams that were closed before the start, so that using one fails with a message.

    The next file to be opened, a database perhaps, would otherwise get its number.
    """
    for name, flag, mode in (
        ("stdin", os.O_WRONLY, "rb"),
        ("stdout", os.O_RDONLY, "wb"),
        ("stderr", os.O_WRONLY, "wb"),
    ):
        if getattr(sys, name) is None:
            stream = open(os.open(os.devnull, flag), mode)  # noqa: SIM115, PTH123  (it stays open)
            setattr(sys, name, io.TextIOWrapper(stream, write_through=True))


def _failure(error: OSError) -> str:
    """Return what failed, the output or a file, and a remedy."""
    reason = error.strerror or str(error)
    if error.filename is None and error.errno in UNWRITTEN:
        _discard_output()
        return f"Cannot write the output: {reason}. Free some space or send it elsewhere."
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{reason}. Check that it exists, that you may use it and that there is space."


def _discard_output() -> None:
    """Forget what cannot be written; Python would complain once more at exit."""
    sys.stdout = io.TextIOWrapper(io.BytesIO())


def _print_error(command: str, detail: str) -> None:
    with suppress(OSError):  # the exit status tells it as well
        print_error(f"tableside{command}", detail)
