"""Help for a name that is not known."""

from collections.abc import Iterable
from difflib import SequenceMatcher


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like `name`.

    >>> nearest("frist-draw", ["last-discard", "first-draw"])
    'first-draw'
    """
    return max(known, key=lambda each: SequenceMatcher(None, name.lower(), each).ratio())
