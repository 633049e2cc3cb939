"""The trained weights and their cards, and where they are."""

import hashlib
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Literal

Name = Literal["detector", "classifier", "roles", "captions", "stacked"]
# In the order of a reader's arguments.
NAMES: tuple[Name, ...] = ("detector", "classifier", "roles", "captions", "stacked")


class WeightsError(Exception):
    """A model file is missing or does not match its card."""


def path(name: Name) -> Path:
    """Return the place of this model's ONNX file, which may be missing."""
    return Path(str(files(__name__) / f"{name}.onnx"))


def card(name: Name) -> Mapping[str, object]:
    """Return the model's card: hash, size, data, split, figures, command and date.

    Raises WeightsError if there is none.
    """
    place = Path(str(files(__name__) / f"{name}.toml"))
    if not place.is_file():
        message = f"The card {place.name} is missing: install tableside again."
        raise WeightsError(message)
    return tomllib.loads(place.read_text(encoding="utf-8"))


def verify(name: Name) -> Path:
    """Compare the model file with its card and return its place; raises WeightsError."""
    place = path(name)
    if not place.is_file():
        message = f"The model {place.name} is missing: install tableside again."
        raise WeightsError(message)
    found = hashlib.sha256(place.read_bytes()).hexdigest()
    if found != card(name)["sha256"]:
        message = f"The model {place.name} is not the one of its card: install tableside again."
        raise WeightsError(message)
    return place


def shipped() -> tuple[Path, Path, Path, Path, Path]:
    """Verify all files and return their places in the order of `NAMES`; raises WeightsError."""
    one, two, three, four, five = (verify(name) for name in NAMES)
    return one, two, three, four, five
