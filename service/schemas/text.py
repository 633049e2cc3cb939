"""Texts on the command line and in addresses: `name=value` options, dice."""

import json
import re
from collections.abc import Iterable

from scorer.api.requests import RequestError
from scorer.core.sentences import Sentence


def _option_pair(text: str) -> tuple[str, str]:
    """Return name and value of `name=value`; RequestError `bad_value` for anything else."""
    name, found, value = text.partition("=")
    if not found or not name:
        raise RequestError(
            "bad_value", Sentence("{text}: write KEY=VALUE, such as minimum=3.", text=repr(text))
        )
    return name, value


def option_values(options: Iterable[str]) -> dict[str, object]:
    """Return house options of the form `name=value` as JSON; a value that is not JSON is a text.

    Raises RequestError `bad_value` for another form, and for an option that is set twice.
    """
    answers: dict[str, object] = {}
    for name, text in map(_option_pair, options):
        if name in answers:
            raise RequestError(
                "bad_value",
                Sentence("The option {name} is set twice; set it only once.", name=name),
            )
        answers[name] = _value(text)
    return answers


def dice_of(text: str) -> tuple[int, ...]:
    """Return the dice of a text such as `3,4,5`, none for an empty one; RequestError `bad_dice`."""
    if re.fullmatch(r"([1-6]([, ][1-6])*)?", text) is None:
        raise RequestError(
            "bad_dice",
            Sentence(
                "dice: must be numbers from 1 to 6, such as 3,4,5, not {text}.", text=repr(text)
            ),
        )
    return tuple(int(die) for die in re.split("[, ]", text) if die)


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
