"""The commands of `tableside` and their arguments, with what `--help` prints of each."""

import argparse
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from operator import methodcaller
from typing import Any, NoReturn, TypeAlias

from scorer.core.sentences import CodedError, nearest
from service.cli.commands import WRONG

GIVEN = "given"  # where a namespace stores which options stood on the command line
# By command: what a call has or lacks, and the options that then have no effect.
UNUSED: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "read": (("with --merge", ("jobs",)),),
    "rules": (
        ("without ID", ("save", "name", "option")),
        ("with --save", ("json", "language")),
        ("with --json", ("language",)),
    ),
    "training": (("without HAND", ("phase", "seen")), ("with --json", ("language",))),
    "setup": (("with --json", ("language",)),),
    "score": (
        ("with --json", ("language",)),
        ("with --batch", ("language",)),
        ("without --batch", ("jobs",)),
    ),
}


def is_given(namespace: argparse.Namespace, name: str) -> bool:
    """Return whether an option was on the command line; otherwise its value may be a default."""
    return name in getattr(namespace, GIVEN, ())


def check_used(given: argparse.Namespace) -> None:
    """Raise CodedError `unused_option` for an option that its command does not use as called."""
    for condition, options in UNUSED.get(given.command, ()):
        preposition, name = condition.split()
        is_there = getattr(given, name.lower().lstrip("-")) not in (None, False)
        if is_there != (preposition == "with"):
            continue
        for option in options:
            if is_given(given, option):
                detail = f"--{option} has no effect {condition}. Leave it out."
                raise CodedError("unused_option", detail)


class Parser(argparse.ArgumentParser):
    """Takes each option by its whole name, once unless it is repeatable, and remembers it."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        # Every new argument needs a formatter, and measuring the terminal loads four modules.
        unmeasured = partial(argparse.HelpFormatter, width=80)
        options = {**named, "allow_abbrev": False, "formatter_class": unmeasured}
        super().__init__(*arguments, **options)
        self._given: set[str] = set()

    def parse_known_args(  # type: ignore[override]  # as it is called here
        self,
        args: Sequence[str] | None = None,
        namespace: argparse.Namespace | None = None,
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the known arguments; the command meant for an unknown option refuses it."""
        known, unknown = super().parse_known_args(args, namespace)
        setattr(known, GIVEN, getattr(known, GIVEN, frozenset()) | self._given)
        for word in unknown:
            if word.startswith("--"):
                options = [one for action in self._actions for one in action.option_strings]
                hint = _hint(word.partition("=")[0], options)
                self.error(f"unrecognized arguments: {' '.join(unknown)}{hint}")
        return known, unknown

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> object:
        """Remember an option; refuse a second value, and `--option=--`.

        Of two values the first would be ignored; Python 3.11 and 3.12 make an empty list of `--`.
        """
        if action.option_strings:
            if arg_strings == ["--"]:
                raise argparse.ArgumentError(action, "expected a value, not --")
            if action.dest in self._given and isinstance(action, argparse._StoreAction):
                raise argparse.ArgumentError(action, "given twice; use it only once")
            self._given.add(action.dest)
        return super()._get_values(action, arg_strings)

    def format_help(self) -> str:
        """Return the help, fitted to the terminal."""
        self.formatter_class = argparse.RawDescriptionHelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, with the nearest known word, and exit."""
        if found := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message):
            message += _hint(found[1], re.findall(r"[\w-]+", found[2]))
        self.formatter_class = argparse.HelpFormatter
        self.print_usage(sys.stderr)
        self.exit(WRONG, f"{self.prog}: error: {message}\n")


def _hint(word: str, known: Collection[str]) -> str:
    near = nearest(word, known)
    return f"; did you mean {near}?" if near else ""


Argument: TypeAlias = Callable[[argparse.ArgumentParser], object]
"""Adds itself to the parser of a command."""

WINDS = ("E", "S", "W", "N")
SHELLS = ("bash", "fish", "zsh")


class Command:
    """A command: its name, a line of help, its arguments or actions, and examples to copy."""

    def __init__(
        self,
        name: str,
        summary: str,
        *arguments: Argument,
        examples: tuple[str, ...] = (),
        actions: tuple["Command", ...] = (),
    ) -> None:
        self.name, self.summary, self.arguments = name, summary, arguments
        self.examples, self.actions = examples, actions


def add_commands(parser: Parser, commands: tuple[Command, ...], dest: str) -> None:
    """Let a parser choose one of several commands; its name goes to `dest`."""
    added = parser.add_subparsers(required=True, dest=dest, metavar=dest.upper())
    for command in commands:
        inner = added.add_parser(command.name, help=command.summary, description=command.summary)
        for add in command.arguments:
            add(inner)
        if command.actions:
            add_commands(inner, command.actions, "action")
        if command.examples:
            inner.epilog = "\n  ".join(("examples:", *command.examples))


def named(commands: tuple[Command, ...], words: Sequence[str]) -> tuple[Command, ...]:
    """Return the command that the first word names, none for --version, else all of them."""
    first = words[0] if words else ""
    return tuple(each for each in commands if each.name == first) or (
        () if first == "--version" else commands
    )


def _number(most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from 1 to `most`."""

    def number(text: str) -> int:
        digits = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
        if not digits or not 0 < int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {most}")
        return int(text)

    return number


def _url(text: str) -> str:
    from service.settings import page_address  # noqa: PLC0415  (scoring needs no settings)

    try:
        return page_address(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _language(text: str) -> str:
    from service.locale.languages import find_language  # noqa: PLC0415  (as below)

    found = find_language(text)
    return text if found is None else found.tag  # none of the choices is refused as such


def _loser(text: str) -> tuple[str, str]:
    wind, found, hand = text.partition(":")
    wind = wind.strip().upper()
    if not found or wind not in WINDS:
        message = f'{text!r}: write a seat wind and a hand, such as "S:123m"'
        raise argparse.ArgumentTypeError(message)
    return wind, hand


def _face(text: str) -> tuple[tuple[int, int, int], str]:
    """Read which tile a user names, as (photo, row, tile), and its code."""
    read = re.fullmatch(r"(?:(\d{1,2}):)?(\d{1,2})\.(\d{1,2})=(\S{1,2})", text, re.ASCII)
    if read is None:
        message = f"{text!r}: write row, position and tile code, such as 5.2=2f"
        raise argparse.ArgumentTypeError(message)
    photo, row, tile, code = read.groups()
    return (int(photo or 1), int(row), int(tile)), code


def _flag(name: str, text: str) -> Argument:
    return methodcaller("add_argument", name, action="store_true", help=text)


def _value(name: str, metavar: str | None, text: str, **settings: object) -> Argument:
    """Return an argument with a value; its help ends with the default, if there is one."""
    shown = f"{text} (default: {settings['default']})" if settings.get("default") else text
    return methodcaller("add_argument", name, metavar=metavar, help=shown, **settings)


def _values(name: str, metavar: str, text: str, **settings: object) -> Argument:
    """Return an option that may be given several times."""
    return _value(name, metavar, f"{text}; repeatable", action="append", default=[], **settings)


def _wind(name: str, text: str, **settings: object) -> Argument:
    return _value(name, None, text, type=str.upper, choices=WINDS, **settings)


def _add_language(parser: argparse.ArgumentParser) -> None:
    """Add the language option; the commands without it load no languages."""
    from service.locale.languages import language_tags  # noqa: PLC0415  (see above)

    parser.add_argument(
        "--language",
        metavar="TAG",
        help="language of the output: %(choices)s (default: the shell's, from LANGUAGE, LC_ALL or "
        "LANG)",
        type=_language,
        choices=language_tags(),
    )


JSON = _flag("--json", "print JSON")
RULE_SET = "rule set (see: tableside rules) or house file (FILE.toml)"
RULES = _value("--rules", "ID", RULE_SET, required=True)
OPTION = _values("--option", "KEY=VALUE", "house option, such as minimum=3")
SEAT = _wind("--seat", "seat wind of the player", default="E")
ROUND = _wind("--round", "round wind", default="E")
SEEN = _value("--seen", "TILES", "tiles that lie open elsewhere on the table", default="")
JOBS = partial(_value, "--jobs", "N", type=_number(64), default=1)
HAND = partial(_value, "hand", "HAND")
FILE = partial(_value, "file", "FILE")
DATABASE = _value(
    "--database",
    "URL",
    "database, such as sqlite:///games.sqlite3 (default: a file in your data folder)",
)
PUBLIC_URL = _value("--public-url", "URL", "address at which phones find the page", type=_url)
TILE_SET = _value("name", "NAME", "name of the set; see: tableside tiles list")

TILES = (
    Command(
        "learn",
        "learn a tile set from photos of all its tiles, or of one tile of each face",
        _value("photos", "PHOTO", "one to four photos", nargs="+"),
        _value("--name", None, "name of the set", required=True),
        _values(
            "--face",
            "ROW.TILE=CODE",
            "name a tile, such as 5.2=2f, or 2:5.2=2f in the second photo",
            dest="faces",
            type=_face,
        ),
        _flag("--anew", "replace the set of this name"),
        JSON,
    ),
    Command(
        "count",
        "count a whole set; the exit status is 1 if tiles are missing",
        _value("photos", "PHOTO", "one to four photos of the tiles, face up", nargs="+"),
        JSON,
        examples=("tableside tiles count table.jpg",),
    ),
    Command("list", "list the tile sets on this computer", JSON),
    Command("show", "show which faces of a set are known", TILE_SET, JSON),
    Command("export", "write a set to a file", TILE_SET, FILE("new file; - for standard output")),
    Command(
        "import",
        "import a set from its file",
        FILE("file written by `tableside tiles export`"),
        _value("--name", None, "name of the set on this computer"),
        JSON,
    ),
    Command("forget", "delete a set and its pictures", TILE_SET),
)

COMMANDS = (
    Command(
        "read",
        "recognise the tiles in photos",
        _value(
            "photos",
            "PATH",
            "photo (JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP), folder of photos, or - for "
            "standard input",
            nargs="+",
        ),
        JOBS("number of photos to read in parallel, 1 to 64"),
        _flag("--json", "print one JSON object per photo"),
        _value("--overlay", "FILE", "save the photo with its tiles drawn on"),
        _value("--rules", "ID", "rule set in play, which improves the reading"),
        _flag("--merge", "read all photos as one hand"),
        _value("--tiles", "NAME", "learned tile set to use"),
        examples=(
            "tableside read hand.jpg --rules hk-500 --overlay seen.jpg",
            "tableside read evening/ --jobs 2 --json",
            "tableside read --json -",
        ),
    ),
    Command(
        "score",
        "score a hand, with its breakdown and payments",
        HAND('hand, such as "123m 99p (555s) +9p"', nargs="?"),
        _value(
            "--rules",
            "ID",
            f"{RULE_SET}, or all; with --batch the rules of lines that name none",
        ),
        _value("--batch", "FILE", "score one JSON request per line; - for standard input"),
        JOBS("number of processes for --batch, 1 to 64"),
        _value("--role", None, "whose hand it is", choices=("winner", "loser"), default="winner"),
        SEAT,
        ROUND,
        _value(
            "--win",
            None,
            "how the hand was won",
            choices=("discard", "self-draw"),
            default="discard",
        ),
        _wind("--from", "seat wind of the discarder"),
        _values("--event", "NAME", "circumstance, such as last-discard", dest="events"),
        OPTION,
        _values("--loser", "WIND:HAND", "hand of another player", dest="losers", type=_loser),
        _wind("--responsible", "seat wind of the player who pays for all"),
        _value("--responsibility", "NAME", "why that player pays, such as twelve_tiles"),
        _add_language,
        JSON,
        examples=(
            'tableside score "123m 456m 79m 77z (555z) +8m | 2f" --rules hk-500 --from N',
            "tableside score --batch hands.jsonl --rules hk-500",
        ),
    ),
    Command(
        "waits",
        "list the tiles that complete a hand and what each would score",
        HAND('13 tiles, such as "123m 46m 99p (555s) 789s"'),
        RULES,
        SEAT,
        ROUND,
        SEEN,
        OPTION,
        JSON,
        examples=('tableside waits "123m 456m 79m 77z (555z)" --rules hk-500 --seen "8m 8m"',),
    ),
    Command(
        "setup",
        "show how to set up the table and where to break the wall",
        _value("id", "ID", RULE_SET),
        _value("--dice", "3,4,5", "dice in the order of throwing", default=""),
        OPTION,
        _add_language,
        JSON,
        examples=("tableside setup hk-500 --dice 3,4,5",),
    ),
    Command(
        "training",
        "learn the game with hands of one, two and four blocks",
        HAND('hand, such as "123m 9p" in phase 1', nargs="?"),
        _value("--phase", "1-5", "phase of the course", type=int, default=1),
        SEEN,
        _add_language,
        JSON,
        examples=('tableside training "12m 99p 5s" --phase 1',),
    ),
    Command(
        "rules",
        "list the rule sets, or show one with its rows and options",
        _value("id", "ID", RULE_SET, nargs="?"),
        _value("--file", "FILE", "house file to check and show"),
        _flag("--patterns", "list the patterns that a custom row can use"),
        _value("--save", "FILE", "write a house file that starts from ID"),
        _value("--name", None, "name of the rules in that file"),
        OPTION,
        _add_language,
        JSON,
        examples=(
            "tableside rules hk-500",
            'tableside rules hk-500 --option minimum=3 --name "Friday table" --save friday.toml',
        ),
    ),
    Command(
        "serve",
        "run the service and the phone page",
        _value(
            "--host",
            "H",
            "address to listen on; 0.0.0.0 lets phones in (default: 127.0.0.1, with --https "
            "0.0.0.0)",
        ),
        _value("--port", "P", "port to listen on, 1 to 65535", type=_number(65535), default=8000),
        _flag("--https", "use HTTPS with a certificate made on this computer, and let phones in"),
        DATABASE,
        PUBLIC_URL,
        examples=("tableside serve --host 0.0.0.0", "tableside serve --https"),
    ),
    Command(
        "start",
        "start a game",
        _value("players", "PLAYER", "names of 4, 3 or 2 players, East first", nargs="+"),
        RULES,
        OPTION,
        DATABASE,
        PUBLIC_URL,
        examples=("tableside start Ann Bob Cid Dee --rules hk-500",),
    ),
    Command(
        "backup",
        "back up all games to one file (works while the service is running)",
        FILE("file to create"),
        DATABASE,
        examples=("tableside backup evening.tableside",),
    ),
    Command(
        "restore",
        "restore a backup into an empty database",
        FILE("file written by `tableside backup`"),
        DATABASE,
        examples=("tableside restore evening.tableside --database sqlite:///new.sqlite3",),
    ),
    Command(
        "export",
        "write a game with all its events as JSON",
        _value("game", "GAME", "id of the game"),
        FILE("file to create, or - for standard output", nargs="?", default="-"),
        DATABASE,
        examples=("tableside export 0123456789abcdef0123456789abcdef game.json",),
    ),
    Command(
        "import",
        "import a game from its file",
        FILE("file written by `tableside export`, or - for standard input"),
        _flag("--anew", "import the game under a new id"),
        DATABASE,
        PUBLIC_URL,
        examples=("tableside import game.json --anew",),
    ),
    Command(
        "doctor",
        "check the database, the models and the disk",
        JSON,
        DATABASE,
        examples=("tableside doctor",),
    ),
    Command(
        "tiles",
        "learn tile sets and count them",
        examples=('tableside tiles learn faces.jpg --name "grandmother"',),
        actions=TILES,
    ),
    Command(
        "demo",
        "read a bundled photo, score it and enter the hand in a ledger",
        examples=("tableside demo",),
    ),
    Command(
        "completion",
        "print a shell completion script",
        _value("shell", None, "shell that completes commands and options", choices=SHELLS),
        examples=("tableside completion bash >>~/.bash_completion",),
    ),
)
