"""Which training photos show tiles of the same set: `same_sets.toml`, written by looking."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_name("same_sets.toml")


def load_same_sets() -> Mapping[str, str]:
    """Return the name of the set that a photo shows by the photo's name, where that is known."""
    with FILE.open("rb") as stream:
        photos_of: dict[str, list[str]] = tomllib.load(stream)
    return {photo: name for name, photos in photos_of.items() for photo in photos}
