"""Renders photos with exact truth: tiles on tables, seen by a phone.

``python -m datasets.synth.render --out FOLDER --count N --seed S`` writes images and one JSONL of
truth.
"""

import sys
from pathlib import Path

from datasets.command_line import command_parser
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.files import MAX_WORKERS, Job, write_scenes
from datasets.synth.scenes.profile import PROFILES


def main(arguments: list[str] | None = None) -> int:
    """Write rendered photos and their truth into a folder."""
    parser = command_parser("datasets.synth.render", main.__doc__)
    parser.add_argument(
        "--out", type=Path, required=True, help="folder for the images and truth.jsonl"
    )
    parser.add_argument(
        "--count", type=int, required=True, help="how many photos; those already there are kept"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0, help="number of the first photo")
    parser.add_argument("--size", type=int, default=640, help="side in pixels")
    parser.add_argument(
        "--profile",
        choices=tuple(PROFILES),
        default="training",
        help="acceptance: hands as players photograph them, of sizes and designs of their own",
    )
    parser.add_argument("--format", choices=("jpg", "webp"), default="jpg")
    parser.add_argument(
        "--sources",
        help="of faces, with commas between; default drawn,art,crops, or unseen for acceptance",
    )
    parser.add_argument("--exclude", default="", help="designs to hold out, with commas between")
    parser.add_argument("--workers", type=int, choices=range(1, MAX_WORKERS + 1), default=1)
    given = parser.parse_args(arguments)
    usual = "unseen" if given.profile == "acceptance" else "drawn,art,crops"
    job = Job(
        given.out,
        given.count,
        given.seed,
        given.start,
        given.size,
        given.format,
        sources=tuple((given.sources or usual).split(",")),
        exclude=frozenset(filter(None, given.exclude.split(","))),
        profile=given.profile,
    )
    for note in FaceLibrary.build(job.sources, job.exclude).notes:
        print(f"render: {note}", file=sys.stderr)
    written = 0
    for written, number in enumerate(write_scenes(job, given.workers), 1):
        if written % 500 == 0:
            print(f"{written} written, last {job.name(number)}", flush=True)
    print(f"{written} photos written to {given.out}, {given.count - written} were there already")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
