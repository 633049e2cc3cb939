"""What the commands say in the language of their reader."""

import argparse

from service.locale.catalogues import say
from service.locale.languages import Language, languages, of_the_shell

UNCLEAR = "Unclear"
FROM_THE_RIGHT = "Stacks from their owner’s right, with who takes them in the deal; {parts}."
PARTS = {
    "live": (".", ". live wall"),
    "dead": ("d", "d dead wall"),
    "flowers": ("f", "f flower stack"),
    "back": ("b", "b back of the wall"),
    "loose": ("l", "l loose tile on top"),
    "removed": ("_", "_ taken out"),
}
MORE = "Or discard {tile}, for {tiles}."
PHASE = "Phase {number}. {text}"
FROM = "from {document}"
PAID = "What is paid: faan, points, then on a discard and on a self-draw"
EAST_PAYS = "East pays and gets {n} times of it."
NOBODY_PAYS = "Nobody pays more than {n} for a hand."
# By whether one pays what a self-draw would bring, and whether the rules decide who it is.
ONE_PAYS = {
    (False, False): "One player pays what all owe if {needs} ({name}; the table says who).",
    (False, True): "One player pays what all owe if {needs} ({name}; decided by the rules).",
    (True, False): "One player pays what a self-draw would bring if {needs} ({name}; "
    "the table says who).",
    (True, True): "One player pays what a self-draw would bring if {needs} ({name}; "
    "decided by the rules).",
}
OPTIONS = "House options (default first; set with --option NAME=VALUE):"
PRESETS = "Presets:"
_OF_RULES = (FROM, PAID, EAST_PAYS, NOBODY_PAYS, *ONE_PAYS.values(), OPTIONS, PRESETS)
TEXTS = (*_OF_RULES, UNCLEAR, FROM_THE_RIGHT, *(words for _, words in PARTS.values()), MORE, PHASE)


def told(tag: str, english: str, **values: object) -> str:
    """A text of the commands in a language, with its places filled in."""
    return say(tag, english, "messages", "page").format(**values)


def reading(given: argparse.Namespace) -> Language:
    """The language that `--language` names, else the one that the shell is set to."""
    return of_the_shell() if given.language is None else languages()[given.language]
