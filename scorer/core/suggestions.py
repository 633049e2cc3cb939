"""Help for a name that is not known."""

from collections.abc import Collection

from scorer.core.sentences import Sentence

LONGEST = 100  # characters: far beyond any name, and comparing takes the square of them
NEAR = 0.6  # of the letters in common, from which difflib calls two words close
FEW = 6  # names that one sentence may list


def nearest(name: str, known: Collection[str]) -> str | None:
    """Return the known name that is most like `name`, None where none is.

    Only the beginning of `name` is compared, with known names and with their beginnings.

    >>> nearest("frist-draw", ["last-discard", "first-draw"])
    'first-draw'
    """
    from difflib import SequenceMatcher  # noqa: PLC0415  (for mistakes only)

    given = name[:LONGEST].lower()

    def likeness(each: str) -> float:
        ends = (each.lower(), each.lower()[: len(given)])
        return max(SequenceMatcher(None, given, end).ratio() for end in ends)

    best = max(known, key=likeness, default=None)
    return None if best is None or likeness(best) < NEAR else best


def hint(name: str, known: Collection[str]) -> str:
    """Return the end of a sentence that names the nearest, or the known ones if they are few.

    >>> hint("frist-draw", ["last-discard", "first-draw"])
    "; the nearest is 'first-draw'"
    >>> hint("role", ["open", "closed"])
    '; choose one of open, closed'
    """
    if near := nearest(name, known):
        return Sentence("; the nearest is {nearest}", nearest=repr(near))
    if 0 < len(known) <= FEW:
        return Sentence("; choose one of {known}", known=", ".join(known))
    return ""


def unknown(what: str, name: str, known: Collection[str]) -> Sentence:
    """Return the sentence that refuses a name, with the nearest known one.

    >>> unknown("event", "frist-draw", ["last-discard", "first-draw"])
    "There is no event 'frist-draw'; the nearest is 'first-draw'."
    """
    return Sentence(
        "There is no {what} {name}{near}.", what=what, name=repr(name), near=hint(name, known)
    )
