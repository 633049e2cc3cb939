"""Help for a name that is not known."""

from collections.abc import Collection
from difflib import SequenceMatcher

from scorer.core.sentences import Sentence

LONGEST = 100  # characters: far beyond any name, and comparing takes the square of them
NEAR = 0.6  # of the letters in common, from which difflib calls two words close
FEW = 6  # names that one sentence may list


def hint(name: str, known: Collection[str]) -> str:
    """Return the end of a sentence: the known name that is most like `name`.

    Where none is like it, the known ones if they are few, or nothing. Only the beginning of `name`
    is compared.

    >>> hint("frist-draw", ["last-discard", "first-draw"])
    "; the nearest is 'first-draw'"
    >>> hint("role", ["open", "closed"])
    '; choose one of open, closed'
    """
    given = name[:LONGEST].lower()

    def likeness(each: str) -> float:
        """How like a known name is, or its beginning."""
        ends = (each.lower(), each.lower()[: len(given)])
        return max(SequenceMatcher(None, given, end).ratio() for end in ends)

    nearest = max(known, key=likeness, default="")
    if nearest and likeness(nearest) >= NEAR:
        return Sentence("; the nearest is {nearest}", nearest=repr(nearest))
    if 0 < len(known) <= FEW:
        return Sentence("; choose one of {known}", known=", ".join(known))
    return ""
