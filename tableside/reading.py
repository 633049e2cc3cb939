"""Photos read by the models that come with the package."""

from functools import cache
from os import PathLike
from pathlib import Path

import models
from scorer.api.requests import known_rules
from service.photos.shipped_reader import win_check
from vision.arrays import Pixels
from vision.reader import Reader
from vision.reading import Reading


def read(*photos: str | PathLike[str] | bytes | Pixels, rules: str | None = None) -> Reading:
    """Read a photo of a hand, or several of the same one: files, their bytes, or RGB pixels.

    `rules` is the id of a rule set: where tiles are in doubt, a hand that wins by it is preferred.
    The models are loaded at the first call and kept. Raises OSError for a file that cannot be read,
    PhotoError for what is no usable photo, RequestError for an unknown rule set.
    """
    if rules is not None:
        known_rules(rules)
    opened = [Path(one).read_bytes() if isinstance(one, str | PathLike) else one for one in photos]
    return _shipped_reader().read(*opened, rules=rules, wins=win_check(rules))


@cache
def _shipped_reader() -> Reader:
    return Reader(*models.shipped())
