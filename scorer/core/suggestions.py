"""Help for a name that is not known."""

from collections.abc import Iterable
from difflib import SequenceMatcher

LONGEST = 100  # characters: far beyond any name, and comparing takes the square of them


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like `name`, of which only the beginning is compared.

    >>> nearest("frist-draw", ["last-discard", "first-draw"])
    'first-draw'
    """
    return max(known, key=lambda each: SequenceMatcher(None, name[:LONGEST].lower(), each).ratio())
