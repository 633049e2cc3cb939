"""The options of `tableside tiles`, apart from its work, which needs the libraries of vision."""

import argparse
import re

from scorer.core.sentences import Sentence

NAMED = "as `tableside tiles list` has it"


def describe(subparser: argparse.ArgumentParser) -> None:
    """Describe the commands after `tiles`."""
    actions = subparser.add_subparsers(required=True, dest="action", metavar="ACTION")
    learn = actions.add_parser("learn", help="learn a set from photos of its faces in rows")
    learn.add_argument("photos", nargs="+", metavar="PHOTO", help="one to four photos")
    learn.add_argument("--name", required=True, help="what the set is called")
    learn.add_argument(
        "--face",
        action="append",
        default=[],
        dest="faces",
        metavar="ROW.TILE=CODE",
        type=face,
        help="what a tile is, such as 5.2=2f; 2:5.2=2f in the second photo; repeatable",
    )
    learn.add_argument("--anew", action="store_true", help="in place of what was learned before")
    listing = actions.add_parser("list", help="list the sets that were learned here")
    show = actions.add_parser("show", help="say which faces of a set are known")
    show.add_argument("name", metavar="NAME", help=NAMED)
    export = actions.add_parser("export", help="write a set to a file")
    export.add_argument("name", metavar="NAME", help=NAMED)
    export.add_argument("file", metavar="FILE", help="- for stdout")
    bring = actions.add_parser("import", help="bring a set in from its file")
    bring.add_argument("file", metavar="FILE", help="what `tableside tiles export` wrote")
    bring.add_argument("--name", help="what it is called here")
    forget = actions.add_parser("forget", help="forget a set, with its pictures")
    forget.add_argument("name", metavar="NAME", help=NAMED)
    for command in (learn, listing, show, bring):
        command.add_argument("--json", action="store_true", help="print as JSON")


def face(text: str) -> tuple[tuple[int, int, int], str]:
    """Read what somebody says that a tile is; argparse says what is wrong with it.

    Raises argparse.ArgumentTypeError for no face and no place.
    """
    read = re.fullmatch(r"(?:(\d{1,2}):)?(\d{1,2})\.(\d{1,2})=(\S{1,2})", text, re.ASCII)
    if read is None:
        message = Sentence(
            "{text}: write the row, the tile in it and its code, such as 5.2=2f", text=repr(text)
        )
        raise argparse.ArgumentTypeError(message)
    photo, row, tile, code = read.groups()
    return (int(photo or 1), int(row), int(tile)), code
