"""Compares a reading with the package `mahjong-detector`: `python -m benchmarks.reading_peer`.

That package is a YOLO11n with 34 names: boxes and names from left to right, no hand, no bonus
tiles. Both are given encoded files and take turns, so that other load on the machine slows both.
Before that the stages of our reading are timed.
"""

import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from mahjong_detector import detect_tiles

import models
from datasets.command_line import command_parser
from datasets.labels.lines import DatasetError
from datasets.labels.photos import load_photos
from datasets.paths import PHOTOS
from service.photos.shipped_reader import load_reader

PHOTO = Path(str(files("service") / "demo" / "hand.jpg"))
LARGE = (4032, 3024)
_ROWS = 12
_QUALITY = 88
_GRAIN = 4.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Median milliseconds of both on the same photos."""

    what: str
    photos: int
    ours: float
    theirs: float

    def __str__(self) -> str:
        """Return one line for people."""
        times = f"{self.ours:8.1f} ms, mahjong-detector {self.theirs:8.1f} ms"
        return f"{self.what:<42}{times}, ratio {self.ours / self.theirs:.2f}"


def small_photos(fallback: Sequence[Path]) -> tuple[str, list[bytes]]:
    """Return rows of the labelled folder at 640 pixels, or the bundled photos if it is absent.

    Also returns words that say which, since the two compare differently.
    """
    try:
        photos = [each for each in load_photos(PHOTOS, split="val") if each.scene == "row"]
    except DatasetError:
        return "bundled photo (none labelled here)", [path.read_bytes() for path in fallback]
    rows = photos[:: max(1, len(photos) // _ROWS)]
    return f"{len(rows)} labelled rows, 640 px", [each.path.read_bytes() for each in rows]


def large_photo(path: Path) -> bytes:
    """Return a photo enlarged to 12 megapixels, with a sensor's grain, as JPEG."""
    image = cv2.imread(str(path))
    if image is None:
        message = f"{path.name} cannot be read as a photo"
        raise DatasetError(message)
    large = cv2.resize(image, LARGE, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    large += np.random.default_rng(1).normal(0, _GRAIN, large.shape)
    _, data = cv2.imencode(
        ".jpg", large.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    )
    return data.tobytes()


def compare(what: str, photos: Sequence[bytes], times: int) -> Comparison:
    """Return the times of both, in turns on every photo in each round after the first."""
    read = load_reader().read

    def ours(photo: bytes) -> object:
        return read(photo)

    def theirs(photo: bytes) -> object:
        return detect_tiles(io.BytesIO(photo))

    taken: dict[Callable[[bytes], object], list[float]] = {ours: [], theirs: []}
    for turn in range(times + 1):
        for photo in photos:
            for call, values in taken.items():
                start = time.perf_counter()
                call(photo)
                if turn:
                    values.append((time.perf_counter() - start) * 1000)
    medians = {call: statistics.median(values) for call, values in taken.items()}
    return Comparison(what, len(photos), medians[ours], medians[theirs])


def peak_memory(photo: Path) -> float:
    """Return the peak memory in MB of a fresh process that reads a photo three times.

    On Linux a child's peak includes what its parent held at the fork, except in `VmHWM`.
    """
    code = (
        "import sys, pathlib, resource; from service.photos.shipped_reader import load_reader; "
        "data = pathlib.Path(sys.argv[1]).read_bytes(); reader = load_reader(); "
        "[reader.read(data) for _ in range(3)]; status = pathlib.Path('/proc/self/status'); "
        "print(next((line.split()[1] for line in status.read_text().splitlines() "
        "if line.startswith('VmHWM')) if status.is_file() "
        "else iter([resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024])))"
    )
    command = [sys.executable, "-c", code, str(photo)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(printed.stdout) / 1024


def stages(photo: bytes, times: int) -> Iterator[str]:
    """Yield the median milliseconds of each stage of a reading, without the first reading."""
    reader = load_reader()
    runs = [reader.read(photo).timings_ms for _ in range(times + 1)][1:]
    for stage in runs[0]:
        yield f"{f'read: {stage}':<42}{statistics.median(run[stage] for run in runs):8.1f} ms"


def report(demo: Path, folder: Path, times: int) -> Iterator[str]:
    """Yield the lines of the comparison; `folder` is a scratch folder."""
    large = folder / "large.jpg"
    large.write_bytes(large_photo(demo))
    yield f"{'cores':<42}{os.cpu_count():>8}"
    size = sum(models.path(name).stat().st_size for name in models.NAMES)
    yield f"{'all models':<42}{size / 1e6:8.2f} MB"
    yield from stages(demo.read_bytes(), times * 2)
    which, small = small_photos([demo])
    yield str(compare(f"read: {which}", small, times))
    yield str(compare("read: a 12-megapixel JPEG", [large.read_bytes()], times * 3))
    yield f"{'peak memory, 12-megapixel JPEG':<42}{peak_memory(large):8.0f} MB"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the comparison."""
    parser = command_parser("benchmarks.reading_peer", __doc__)
    parser.add_argument("--times", type=int, default=5, help="rounds over the small photos")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        for line in report(PHOTO, Path(folder), given.times):
            print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
