"""Renders photos with exact truth: tiles on tables, seen by a phone.

``python -m datasets.synth.render --out FOLDER --count N --seed S`` writes images and one JSONL of
truth; scenes already in the folder are kept.
"""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.command_line import command_parser
from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import render_from
from datasets.synth.scenes.profile import PROFILES
from datasets.synth.scenes.scene import Quad, Scene

_QUALITY = 92  # of JPEG


@dataclass(frozen=True)
class Job:
    """What to write: ``count`` scenes of ``seed`` in ``out``, of a mixture of profiles."""

    out: Path
    count: int
    seed: int
    sources: tuple[str, ...] = ("drawn", "crops")
    profile: str = "training"
    grounds: Path | None = None

    def name(self, number: int) -> str:
        """Return the image's file name."""
        return f"scene-{self.seed}-{number:06d}.jpg"


def _rounded(quad: Quad, digits: int) -> list[list[float]]:
    return [[round(float(x), digits), round(float(y), digits)] for x, y in quad]


def truth_of(scene: Scene, file: str) -> dict[str, Any]:
    """Return a scene's truth as in the JSONL: pixels rounded to hundredths."""
    return {
        "file": file,
        "size": [scene.image.shape[1], scene.image.shape[0]],
        "layout": scene.layout,
        "design": scene.design,
        "hand": scene.hand,
        "tiles": [
            {
                "code": t.code,
                "corners": _rounded(t.corners, 2),
                "role": t.role,
                "visible": round(t.visible, 2),
                **({"upon": True} if t.upon else {}),
            }
            for t in scene.tiles
        ],
        "ignored": [_rounded(q, 1) for q in scene.ignored],
        "walls": [_rounded(q, 1) for q in scene.walls],
    }


def write_image(scene: Scene, path: Path) -> str:
    """Write a scene's image, and return its line of truth."""
    flags = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    path.write_bytes(cv2.imencode(".jpg", scene.image[..., ::-1], flags)[1].tobytes())
    return json.dumps(truth_of(scene, path.name), ensure_ascii=False)


@cache
def _faces(sources: tuple[str, ...], grounds: Path | None) -> FaceLibrary:
    """Return the faces, read once per process."""
    return FaceLibrary.build(sources, grounds=grounds)


def write_scene(job: Job, number: int) -> str:
    """Render scene ``number``, write its image, return its line of truth."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((job.seed, number))
    scene = render_from(rng, _faces(job.sources, job.grounds), PROFILES[job.profile])
    return write_image(scene, job.out / job.name(number))


def write_scenes(job: Job, workers: int = 1) -> Iterator[int]:
    """Write what is missing of ``job``; yield each number when its truth is written.

    A line of truth cut short by a crash is removed, and its scene is written again.
    """
    job.out.mkdir(parents=True, exist_ok=True)
    table = job.out / "truth.jsonl"
    kept = table.read_text(encoding="utf-8").splitlines(keepends=True) if table.exists() else []
    kept = [line for line in kept if line.endswith("}\n")]
    table.write_text("".join(kept), encoding="utf-8")
    done = {json.loads(line)["file"] for line in kept}
    numbers = [number for number in range(job.count) if job.name(number) not in done]
    with table.open("a", encoding="utf-8") as truth, ProcessPoolExecutor(workers) as pool:
        write = partial(write_scene, job)
        lines = map(write, numbers) if workers == 1 else pool.map(write, numbers, chunksize=4)
        for number, line in zip(numbers, lines, strict=True):
            truth.write(f"{line}\n")
            truth.flush()
            yield number


def main(arguments: list[str] | None = None) -> int:
    """Write rendered photos and their truth into a folder."""
    parser = command_parser("datasets.synth.render", __doc__)
    add = parser.add_argument
    add("--out", type=Path, required=True, help="folder for the images and truth.jsonl")
    add("--count", type=int, required=True, help="how many photos")
    add("--seed", type=int, default=0)
    add("--profile", choices=tuple(PROFILES), default="training")
    add("--sources", help="of faces, separated by commas: drawn, crops or unseen")
    add("--grounds", type=Path, help="folder of photos without a tile, on which most scenes lie")
    add("--workers", type=int, default=1)
    given = parser.parse_args(arguments)
    usual = "unseen" if given.profile == "acceptance" else "drawn,crops"
    sources = tuple((given.sources or usual).split(","))
    job = Job(given.out, given.count, given.seed, sources, given.profile, given.grounds)
    for note in _faces(sources, given.grounds).notes:
        print(f"render: {note}", file=sys.stderr)
    written = sum(1 for _ in write_scenes(job, given.workers))
    print(f"{written} photos written to {given.out}, {given.count - written} were there already")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
