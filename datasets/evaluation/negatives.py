"""Counts the tiles seen where none lies: `python -m datasets.evaluation.negatives [PLACE ...]`.

Thirteen free pictures of two Python packages that no network here has learned from: scikit-image
(0.26: an astronaut, cells, a moon, a clock, ...) and scikit-learn (1.9: a flower). They are read as
the product reads photos. A PLACE is a wheel of such a package, a folder of wheels, or a folder of
pictures of one's own without a tile; without any the packages are looked for where Python finds
its own. Neither is needed for anything else here, so a file is enough:

    python -m pip download --no-deps --dest build/wheels scikit-image==0.26.0 scikit-learn==1.9.1
    python -m datasets.evaluation.negatives build/wheels
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from zipfile import BadZipFile, ZipFile

from datasets.command_line import command_parser
from datasets.evaluation.networks import add_networks, describe, reader_of
from datasets.evaluation.tables import MarkersError, markdown, replace_section
from datasets.labels.photos import DatasetError
from vision.nets.session import ModelError
from vision.photo.image import PhotoError
from vision.reading import Reading

# By folder of its package. Others there were learned from (models/training/cards.toml): brick,
# camera, chelsea, coffee, coins, color, grass, gravel, motorcycle_left, page, text and china; the
# rest are charts of a few pixels.
HELD: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "skimage/data": (
            *("astronaut.png", "cell.png", "clock_motion.png", "horse.png"),
            *("hubble_deep_field.jpg", "ihc.png", "logo.png", "microaneurysms.png", "moon.png"),
            *("motorcycle_right.png", "retina.jpg", "rocket.jpg"),
        ),
        "sklearn/datasets/images": ("flower.jpg",),
    }
)
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".avif", ".tif", ".tiff", ".bmp"})
HEADERS = ("picture", "tiles seen", "of them not marked", "hand", "advice")
Picture = tuple[str, bytes]


def pictures(places: Sequence[Path]) -> list[Picture]:
    """Read the pictures of places, or of the packages that are installed; raises DatasetError."""
    found = [each for place in places for each in _of_place(place)] if places else [*_installed()]
    if not found:
        where = ", ".join(map(str, places)) or "the packages that are installed"
        message = f"no picture in {where}: {remedy()}"
        raise DatasetError(message)
    return found


def remedy() -> str:
    """Return where the pictures come from."""
    return (
        "run python -m pip download --no-deps --dest build/wheels "
        "scikit-image==0.26.0 scikit-learn==1.9.1, and name build/wheels"
    )


def _of_place(place: Path) -> Iterator[Picture]:
    if place.suffix == ".whl":
        yield from _of_wheel(place)
        return
    if not place.is_dir():
        message = f"{place} is neither a wheel nor a folder: {remedy()}"
        raise DatasetError(message)
    for file in sorted(place.iterdir()):
        if file.suffix == ".whl":
            yield from _of_wheel(file)
        elif file.suffix.lower() in SUFFIXES:
            yield file.name, file.read_bytes()


def _of_wheel(file: Path) -> Iterator[Picture]:
    try:
        with ZipFile(file) as wheel:
            there = set(wheel.namelist())
            for folder, names in HELD.items():
                for name in names:
                    if f"{folder}/{name}" in there:
                        yield name, wheel.read(f"{folder}/{name}")
    except BadZipFile as error:
        message = f"{file} is no wheel: {error}"
        raise DatasetError(message) from error


def _installed() -> Iterator[Picture]:
    for folder, names in HELD.items():
        package, _, rest = folder.partition("/")
        spec = find_spec(package)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            for name in names:
                file = Path(place, rest, name)
                if file.is_file():
                    yield name, file.read_bytes()


def line(name: str, reading: Reading) -> Sequence[str]:
    """Return the cells of one picture."""
    sure = sum(not tile.unsure for tile in reading.tiles)
    advice = ", ".join(reading.advice) or "–"
    return name, str(len(reading.tiles)), str(sure), reading.hand or "–", advice


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 2 where there is no picture, or one that is none."""
    parser = command_parser("datasets.evaluation.negatives", __doc__)
    add = parser.add_argument
    add("places", nargs="*", type=Path, metavar="PLACE", help="wheels or folders of pictures")
    add("--threads", type=int, default=0, help="cores for one photo (default all)")
    add("--write", type=Path, metavar="FILE", help="put the table between the markers of FILE")
    add_networks(parser)
    given = parser.parse_args(arguments)
    try:
        reader = reader_of(given, given.threads)
        readings = [(name, reader.read(data)) for name, data in pictures(given.places)]
        tiles = sum(len(reading.tiles) for _, reading in readings)
        hands = sum(reading.hand is not None for _, reading in readings)
        sums = f"{tiles} tiles and {hands} hands seen in {len(readings)} pictures without a tile."
        seen = [line(*each) for each in readings if each[1].tiles or each[1].hand]
        parts = [markdown(HEADERS, seen), ""] if seen else []
        text = "\n".join([sums, "", *parts, f"{describe(given)}.", ""])
        print(text, end="")
        if given.write:
            replace_section(given.write, "negatives", text)
    except (DatasetError, ModelError, PhotoError, MarkersError, OSError) as error:
        print(f"negatives: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
