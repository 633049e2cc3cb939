"""The command `tableside`: read, score, rules, serve, keep what was played, and the like.

Exit status 0: done; 1: a photo, file, model or database could not be used; 2: the request or the
hand is wrong. Each command's work is in `service.cli.commands`, imported when it is wanted, so that
scoring does not wait for the libraries of vision and server.
"""

import argparse
import io
import keyword
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

from scorer.core.sentences import CodedError, Sentence
from service import extras
from service.cli import commands, help_texts, tile_options, words
from service.cli.commands import WRONG
from service.cli.examples import add_examples
from service.cli.parser import Parser, check
from service.errors import RefusedError
from service.locale.languages import Language, LanguageError, languages, read_tag, shell_language
from service.locale.sentences import translate

WINDS = ("E", "S", "W", "N")
OPTION = "an answer to a house option, such as minimum=3; repeatable"
SHELLS = ("bash", "fish", "zsh")
DATABASE_COMMANDS = ("serve", "start", "backup", "restore", "export", "import", "doctor")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    _fill_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal or pipe that knows few letters must not end a command.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()  # whoever read it has seen enough
        return 0
    except OSError as error:
        _complain("", translate(shell_language(), _failure(error)))
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _run(arguments: Sequence[str] | None) -> int:
    language = words.argv_language(sys.argv[1:] if arguments is None else arguments)
    try:
        given = parser(language).parse_args(arguments)
    except SystemExit as left:  # after help or a complaint
        return int(left.code or 0)
    try:
        check(given)
        status: int = module(given.command).run(given)
    except ModuleNotFoundError as error:
        if (remedy := extras.remedy(error)) is None:
            raise
        _complain(f" {given.command}", translate(language, remedy))
        return WRONG
    except CodedError as error:
        _complain(f" {given.command}", translate(language, error.detail))
        return 1 if isinstance(error, RefusedError) else WRONG
    return status


def _fill_streams() -> None:
    """Open what was closed before we began, so that reading or writing there fails in words.

    The next file to be opened, a database perhaps, would otherwise get its number.
    """
    for name, way in (("stdin", "w"), ("stdout", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            opened = io.TextIOWrapper(open(os.devnull, f"{way}b"), write_through=True)  # noqa: SIM115, PTH123  (it stays open)
            setattr(sys, name, opened)


def _failure(error: OSError) -> str:
    """Say what failed: our own output, or a file or folder."""
    reason = error.strerror or str(error)
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()
        return Sentence(
            "The output cannot be written: {reason}. Make room there, or send it elsewhere.",
            reason=reason,
        )
    where = f"{error.filename}: " if error.filename else ""
    return Sentence(
        "{where}{reason}. Check that it is there, may be used and has room.",
        where=where,
        reason=reason,
    )


def _drop_output() -> None:
    """Forget what cannot be written; Python would complain once more at its end."""
    sys.stdout = io.TextIOWrapper(io.BytesIO())


def _complain(command: str, detail: str) -> None:
    with suppress(OSError):  # the exit status says it as well
        print(f"tableside{command}: {detail}", file=sys.stderr, flush=True)


def module(command: str) -> ModuleType:
    """Import the module of a command: its name, and a `_` where that is a word of Python's."""
    name = f"{command}_" if keyword.iskeyword(command) else command
    return import_module(f"{commands.__name__}.{name}")


def parser(language: Language | None = None) -> Parser:
    """Describe all commands and their options, in English or in a language."""
    root = Parser(
        prog="tableside", description="Mahjong at the table: photo, faan, payments, ledger."
    )
    root.add_argument("--version", action=_Version, nargs=0, help="print which one this is")
    commands = root.add_subparsers(required=True, dest="command", metavar="COMMAND")
    _read(commands.add_parser("read", help="recognise the tiles on photos"))
    _score(commands.add_parser("score", help="score a hand, with the reasons and the payments"))
    _waits(commands.add_parser("waits", help="what completes a hand, and what it would score"))
    _setup(commands.add_parser("setup", help="how the table is set up, and where the wall breaks"))
    _training(commands.add_parser("training", help="learn with hands of one block, two, four"))
    rules = commands.add_parser("rules", help="list the rule sets, or one with all its rows")
    rules.add_argument("id", nargs="?", metavar="ID", help="a rule set, or a house's FILE.toml")
    rules.add_argument("--file", type=Path, metavar="FILE", help="a house's rule set, as TOML")
    rules.add_argument("--patterns", action="store_true", help="what rows may be made of")
    _speaking(rules)
    rules.add_argument("--json", action="store_true", help="print as JSON")
    rules.add_argument("--save", type=Path, metavar="FILE", help="write ID as a house's own rules")
    rules.add_argument("--name", help="what the house calls them")
    rules.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", type=_option, help=OPTION
    )
    serve = commands.add_parser("serve", help="run the service and the phone page")
    serve.add_argument(
        "--host",
        metavar="H",
        help="0.0.0.0 lets phones in (default: 127.0.0.1, with --https 0.0.0.0)",
    )
    serve.add_argument("--port", type=_port, default=8000, metavar="P", help="1 to 65535")
    serve.add_argument(
        "--https", action="store_true", help="by certificates of its own, made once; lets phones in"
    )
    _operate(commands)
    for name in DATABASE_COMMANDS:
        commands.choices[name].add_argument(
            "--database",
            metavar="URL",
            help="such as sqlite:///games.sqlite3; without it the file in your data folder",
        )
    tiles = commands.add_parser("tiles", help="tile sets that the reader was shown")
    tile_options.describe(tiles)
    commands.add_parser("demo", help="read a bundled photo, score it, play it into a ledger")
    completion = commands.add_parser("completion", help="a script by which a shell completes this")
    completion.add_argument("shell", choices=SHELLS, help="the shell")
    add_examples(commands.choices)
    if language is not None:
        help_texts.speak(root, language)
    return root


class _Version(argparse.Action):
    """Prints the version and leaves; looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        version = import_module("importlib.metadata").version
        print(f"tableside {version('tableside')}")
        parser.exit()


def _operate(commands: "argparse._SubParsersAction[Parser]") -> None:
    start = commands.add_parser("start", help="start a game, by a rule set or a house's file")
    start.add_argument("players", nargs="+", metavar="PLAYER", help="4, 3 or 2, East first")
    start.add_argument("--rules", metavar="ID", required=True, help="a rule set or FILE.toml")
    start.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", type=_option, help=OPTION
    )
    backup = commands.add_parser("backup", help="all games in one file, while the service goes on")
    backup.add_argument("file", metavar="FILE", help="a new one")
    restore = commands.add_parser("restore", help="put a backup into an empty database")
    restore.add_argument("file", metavar="FILE", help="what `tableside backup` wrote")
    export = commands.add_parser("export", help="one game with all of its events, as JSON")
    export.add_argument("game", metavar="GAME", help="its id")
    export.add_argument("file", metavar="FILE", nargs="?", default="-", help="- for stdout")
    bring = commands.add_parser("import", help="bring a game in from its file")
    bring.add_argument("file", metavar="FILE", help="- for stdin")
    bring.add_argument("--anew", action="store_true", help="under an id of its own")
    for command in (commands.choices["serve"], start, bring):
        command.add_argument(
            "--public-url", metavar="URL", type=_url, help="where phones find the page"
        )
    doctor = commands.add_parser("doctor", help="check database, models and disk")
    doctor.add_argument("--json", action="store_true", help="print as JSON")


def _read(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "photos",
        nargs="+",
        metavar="PATH",
        help="a photo (JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP), a folder of them, or - for stdin",
    )
    command.add_argument(
        "--jobs", type=_jobs, metavar="N", default=1, help="so many photos at once, 1 to 64"
    )
    command.add_argument("--json", action="store_true", help="one JSON object a line")
    command.add_argument("--overlay", metavar="FILE", help="save the photo with its tiles drawn on")
    command.add_argument("--rules", metavar="ID", help="the rule set in play, which helps")
    command.add_argument("--merge", action="store_true", help="the photos show one hand")
    command.add_argument("--tiles", metavar="NAME", help="a tile set that was learned")


def _score(command: argparse.ArgumentParser) -> None:
    command.add_argument("hand", nargs="?", metavar="HAND", help='such as "123m 99p (555s) +9p"')
    command.add_argument(
        "--rules",
        metavar="ID",
        help="a rule set (see: tableside rules), a house's FILE.toml, or all; with --batch the "
        "rules of lines that name none",
    )
    command.add_argument("--batch", metavar="FILE", help="requests, one JSON a line; - for stdin")
    command.add_argument(
        "--jobs",
        type=_jobs,
        metavar="N",
        default=1,
        help="processes for a --batch, 1 to 64",
    )
    command.add_argument(
        "--role", choices=("winner", "loser"), default="winner", help="whose hand it is"
    )
    command.add_argument(
        "--seat", type=str.upper, choices=WINDS, default="E", help="the player's seat wind"
    )
    command.add_argument(
        "--round", type=str.upper, choices=WINDS, default="E", help="the round wind"
    )
    command.add_argument(
        "--win", choices=("discard", "self-draw"), default="discard", help="how it was won"
    )
    command.add_argument(
        "--from", type=str.upper, choices=WINDS, dest="discarder", help="the discarder's wind"
    )
    command.add_argument(
        "--event",
        action="append",
        default=[],
        metavar="NAME",
        dest="events",
        help="a circumstance, such as last-discard; repeatable",
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", type=_option, help=OPTION
    )
    command.add_argument(
        "--loser",
        action="append",
        default=[],
        metavar="WIND:HAND",
        type=_loser,
        help="another hand",
    )
    command.add_argument(
        "--responsible", type=str.upper, choices=WINDS, help="the wind of who pays for all"
    )
    command.add_argument("--responsibility", metavar="NAME", help="why, as twelve_tiles")
    _speaking(command)
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def _waits(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "hand", metavar="HAND", help='13 tiles, such as "123m 46m 99p (555s) 789s"'
    )
    command.add_argument(
        "--rules", metavar="ID", required=True, help="a rule set; see: tableside rules"
    )
    command.add_argument(
        "--seat", type=str.upper, choices=WINDS, default="E", help="the player's seat wind"
    )
    command.add_argument(
        "--round", type=str.upper, choices=WINDS, default="E", help="the round wind"
    )
    command.add_argument(
        "--seen", metavar="TILES", default="", help="tiles that lie open elsewhere"
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", type=_option, help=OPTION
    )
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def _setup(command: argparse.ArgumentParser) -> None:
    command.add_argument("id", metavar="ID", help="a rule set; see: tableside rules")
    command.add_argument("--dice", metavar="3,4,5", default="", help="what was thrown, in order")
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", type=_option, help=OPTION
    )
    _speaking(command)
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def _training(command: argparse.ArgumentParser) -> None:
    command.add_argument("hand", nargs="?", metavar="HAND", help='such as "123m 9p" in phase 1')
    command.add_argument(
        "--phase", type=int, metavar="1-5", default=1, help="how far one has learned"
    )
    command.add_argument("--seen", metavar="TILES", default="", help="tiles lying open elsewhere")
    _speaking(command)
    command.add_argument("--json", action="store_true", help="print the answer as JSON")


def _speaking(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language",
        metavar="TAG",
        type=_language,
        choices=tuple(languages()),
        help="of what is printed: %(choices)s (default: the shell's, by LANGUAGE, LC_ALL or LANG)",
    )


def _language(text: str) -> str:
    try:
        return read_tag(text).tag
    except LanguageError:
        return text  # which is none of the choices, and refused with them


def _jobs(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text[:3]) <= 64:
        raise argparse.ArgumentTypeError(
            Sentence("{text}: give a number from 1 to 64", text=repr(text))
        )
    return int(text)


def _url(text: str) -> str:
    from service.settings import page_address  # noqa: PLC0415  (who only scores has no page)

    try:
        return page_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text[:6]) < 65536:
        raise argparse.ArgumentTypeError(
            Sentence("{text}: a port is a number from 1 to 65535", text=repr(text))
        )
    return int(text)


def _option(text: str) -> tuple[str, str]:
    name, found, value = text.partition("=")
    if not found or not name:
        raise argparse.ArgumentTypeError(
            Sentence("{text}: write key=value, such as minimum=3", text=repr(text))
        )
    return name, value


def _loser(text: str) -> tuple[str, str]:
    wind, found, hand = text.partition(":")
    wind = wind.strip().upper()
    if not found or wind not in WINDS:
        raise argparse.ArgumentTypeError(
            Sentence('{text}: write a seat wind and a hand: "S:123m"', text=repr(text))
        )
    return wind, hand
