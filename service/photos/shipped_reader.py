"""The reader of this installation, the time it is given, and its check for winning hands."""

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING

import models
from scorer.api.requests import known_rules
from scorer.core.arrangements import is_complete
from scorer.core.hand import HandProblem, flags, read_hand
from scorer.core.sentences import Sentence
from scorer.rules.rule_set import RuleSet
from service.errors import RefusedError
from vision.nets.session import ModelError
from vision.photo import image
from vision.photo.budget import Budget
from vision.photo.image import Decode

if TYPE_CHECKING:
    from vision.reader import Reader

# The share of a reading's time in which work is started; the rest is for finishing it and
# answering.
WORKING = 0.7


def load_reader(decode: Decode = image.decode, threads: int = 0) -> "Reader":
    """Return a reader with this installation's models; RefusedError `models_missing` without them.

    `threads` is how many cores one reading may use, 0 for all.
    """
    try:
        files = models.shipped()
        # Imported here: scoring and the ledger start without the vision libraries.
        from vision.reader import Reader  # noqa: PLC0415  (the reason is above)

        return Reader(*files, decode=decode, threads=threads)
    except (models.WeightsError, ModelError) as error:
        raise RefusedError(
            "models_missing",
            Sentence(
                "Photos cannot be read here: {error} Until then, enter the tiles by hand.",
                error=str(error),
            ),
        ) from error


def time_to_read(seconds: float) -> Budget:
    """Return the time for the work of a reading that must be answered within `seconds`."""
    return Budget(WORKING * seconds)


@cache
def models_state() -> str:
    """Return "ok" when all model files match their cards, else what is wrong with them."""
    try:
        for name in models.NAMES:
            models.verify(name)
    except models.WeightsError as error:
        return str(error)
    return "ok"


def win_check(rules: str | None) -> Callable[[str], bool] | None:
    """Return a function that says whether a hand text wins; None without a rule set."""
    return None if rules is None else partial(_is_win, known_rules(rules))


def _is_win(rules: RuleSet, hand: str) -> bool:
    read = read_hand(hand)
    if read.unread:  # a face-down tile may be the one that makes it win
        return HandProblem.BAD_NOTATION not in flags(read.unread)
    return is_complete(read.standing, len(read.melds), rules.forms.values())
