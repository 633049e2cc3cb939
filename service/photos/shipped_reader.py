"""The reader of this installation, and the time that it is given."""

from functools import cache
from typing import TYPE_CHECKING

import models
from scorer.core.sentences import Sentence
from service.errors import RefusedError
from vision.nets.session import ModelError
from vision.photo import image
from vision.photo.budget import Budget
from vision.photo.image import Decode

if TYPE_CHECKING:
    from vision.reader import Reader

# Share of the time for a reading in which work is begun: what has been begun is finished, and the
# answer written.
WORKING = 0.7


def load_reader(decode: Decode = image.decode, threads: int = 0) -> "Reader":
    """Load the models of this installation; RefusedError `models_missing` without them.

    `threads` are the cores that one reading may use, 0 for all.
    """
    try:
        files = models.shipped()
        # Imported here: scoring and the ledger start without waiting for the vision libraries.
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
    """The time for the work of a reading that has to be answered so many seconds from now."""
    return Budget(WORKING * seconds)


@cache
def models_state() -> str:
    """Say "ok" when all model files are those of their cards, else what is wrong with them."""
    try:
        for name in models.NAMES:
            models.verify(name)
    except models.WeightsError as error:
        return str(error)
    return "ok"
