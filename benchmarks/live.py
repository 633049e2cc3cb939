"""Times the tiles named on a phone, and counts them: `python -m benchmarks.live`.

Chromium with a video file for a camera: the bundled photo's hand, laid down a few tiles at a time
and seen by a phone that is held by hand. Prints

- looks a second with the milliseconds of each stage, as this machine is;
- how many tiles of real photos are found and named right, where the folder of them is there
  (`benchmarks.live_naming`).

Without any of this the service looks at a picture a second at most.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

import models
from benchmarks import live_naming
from benchmarks.live_phone import OPEN, WATCH, phone
from benchmarks.service import run_service
from datasets.command_line import command_parser
from datasets.evaluation.tables import replace_section
from datasets.labels.photos import DatasetError
from datasets.paths import PHOTOS
from datasets.synth import video
from vision.nets.detector import Detector

CLOTH = "#2351a8"  # of the bundled photo, about
SECONDS = 10
STAGES = ("detect", "cut", "classify", "roles", "advise")


def photo() -> Image.Image:
    """Return the bundled photo, as large as a frame."""
    with (files("service") / "demo" / "hand.jpg").open("rb") as file:
        return Image.open(file).convert("RGB").resize((1280, 960), Image.Resampling.LANCZOS)


def hands(folder: Path) -> tuple[Path, Path]:
    """Write the videos: of a hand that is laid down and held shakily, and of one that is still."""
    quads = Detector.load(models.path("detector")).detect(np.asarray(photo())).corners
    shaky = video.write(folder / "laid.mjpeg", video.film_hand(photo(), quads, CLOTH))
    return shaky, video.write(folder / "still.mjpeg", [video.add_frame(photo())])


def table_row(what: str, looks: Sequence[Mapping[str, Any]], seconds: float) -> str:
    """Return a line: looks a second and the mean milliseconds of each stage, at the last size."""
    side = looks[-1]["side"]
    settled = [look for look in looks if look["side"] == side]
    rate = len(settled) / max(seconds - settled[0]["at"] / 1000, 1e-6)
    stages = [statistics.mean(look[stage] for look in settled) for stage in (*STAGES, "all")]
    return f"| {what} | {side} | {rate:.1f} | {' | '.join(f'{ms:.0f}' for ms in stages)} |"


def rate_table(address: str, videos: Mapping[str, Path], seconds: int) -> Iterator[str]:
    """Yield the table of looks a second."""
    yield f"| video | side | looks a second | {', ms | '.join(STAGES)}, ms | all |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for what, seen in videos.items():
        with phone(address, seen) as (page, _):
            page.evaluate(OPEN)
            yield table_row(what, page.evaluate(WATCH, seconds), seconds)


def report(given: argparse.Namespace, folder: Path) -> Iterator[str]:
    """Yield the lines of all that was asked for; `folder` is a scratch folder."""
    shaky, still = hands(folder)
    with run_service(f"sqlite:///{folder / 'games.sqlite3'}", folder) as service:
        address = f"http://127.0.0.1:{service.port}"
        if "pace" in given.parts:
            yield from rate_table(address, {"held by hand": shaky, "still": still}, given.seconds)
        if "names" in given.parts:
            with phone(address, still) as (page, _):
                page.evaluate(OPEN)
                lines = []
                try:
                    for line in live_naming.report(page, given.photos, given.sides, given.hands):
                        lines.append(line)
                        yield line
                except DatasetError as error:
                    yield f"No tiles of real photos: {error}."
                else:
                    if given.write:
                        replace_section(given.write, "live", "\n".join([*lines, ""]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; returns the exit status."""
    parser = command_parser("benchmarks.live", __doc__)
    parts = ("pace", "names")
    parser.add_argument("--parts", nargs="+", default=parts, choices=parts)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="of each measurement")
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder with wild.jsonl")
    parser.add_argument("--hands", type=int, default=live_naming.HANDS, help="hands to name")
    parser.add_argument("--sides", type=int, nargs="+", default=live_naming.SIDES, help="pixels")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put what is named there")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for line in report(given, Path(folder)):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
