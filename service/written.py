"""House options as people write them, `name=value`, on the command line and in an address."""

import json
from collections.abc import Iterable

from scorer.wire import RequestError


def option_pair(text: str) -> tuple[str, str]:
    """Return name and value of `name=value`; RequestError `bad_value` for anything else."""
    name, found, value = text.partition("=")
    if not found or not name:
        raise RequestError("bad_value", f"{text!r}: write key=value, such as minimum=3.")
    return name, value


def option_values(options: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Return house options as JSON has them; what is no JSON is a text."""
    return {name: _value(text) for name, text in options}


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
