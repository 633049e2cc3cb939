"""Write rendered scenes to a folder: images and one JSONL of truth, resumable, in parallel."""

import fcntl
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.synth.faces.library import FaceLibrary
from datasets.synth.scenes.photograph import render_from
from datasets.synth.scenes.profile import PROFILES
from datasets.synth.scenes.scene import Quad, Scene

MAX_WORKERS = 2


@dataclass(frozen=True)
class Job:
    """What to write: ``count`` scenes of ``seed`` from number ``start`` in ``out``.

    ``profile`` names a mixture of ``datasets.synth.scenes.profile.PROFILES``.
    """

    out: Path
    count: int
    seed: int
    start: int = 0
    size: int = 640
    kind: str = "jpg"
    quality: int = 92
    sources: tuple[str, ...] = ("drawn", "art", "crops")
    exclude: frozenset[str] = frozenset()
    profile: str = "training"

    def name(self, number: int) -> str:
        """Return the image's file name."""
        return f"scene-{self.seed}-{number:06d}.{self.kind}"


def _rounded(quad: Quad, digits: int) -> list[list[float]]:
    return [[round(float(x), digits), round(float(y), digits)] for x, y in quad]


def truth_of(scene: Scene, file: str) -> dict[str, Any]:
    """Return a scene's truth as it stands in the JSONL: pixels rounded to hundredths."""
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


@cache
def _faces(sources: tuple[str, ...], exclude: frozenset[str]) -> FaceLibrary:
    """Read the faces once a process."""
    return FaceLibrary.build(sources, exclude)


def write_scene(job: Job, number: int) -> str:
    """Render scene ``number``, write its image whole or not at all, return its line of truth."""
    cv2.setNumThreads(1)
    scene = render_from(
        np.random.default_rng((job.seed, number)),
        _faces(job.sources, job.exclude),
        (job.size, job.size),
        PROFILES[job.profile],
    )
    flag = cv2.IMWRITE_WEBP_QUALITY if job.kind == "webp" else cv2.IMWRITE_JPEG_QUALITY
    data = cv2.imencode(f".{job.kind}", scene.image[..., ::-1], [flag, job.quality])[1]
    path = job.out / job.name(number)
    partial = path.with_suffix(f".{os.getpid()}.part")
    partial.write_bytes(data.tobytes())
    partial.replace(path)
    return json.dumps(truth_of(scene, path.name), ensure_ascii=False)


def _written_files(truth: Path) -> set[str]:
    """Return the files that the truth already names; a line cut short by a crash does not count."""
    names: set[str] = set()
    if truth.exists():
        for line in truth.read_text().splitlines():
            try:
                names.add(json.loads(line)["file"])
            except json.JSONDecodeError:
                continue
    return names


def _append(truth: Path, line: str) -> None:
    """Append one line under a lock, first ending a line that a crash left open."""
    with truth.open("a+b") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        if stream.tell() > 0:
            stream.seek(-1, os.SEEK_END)
            if stream.read(1) != b"\n":
                stream.write(b"\n")
        stream.write(line.encode() + b"\n")


def write_scenes(job: Job, workers: int = 1) -> Iterator[int]:
    """Write what is missing of ``job``; yield each number when its truth stands.

    Raises ``ValueError`` for another number of workers.
    """
    if not 1 <= workers <= MAX_WORKERS:
        raise ValueError(f"workers must be 1 to {MAX_WORKERS}, not {workers}")
    job.out.mkdir(parents=True, exist_ok=True)
    truth = job.out / "truth.jsonl"
    done = _written_files(truth)
    numbers = [n for n in range(job.start, job.start + job.count) if job.name(n) not in done]
    if workers == 1:
        for number in numbers:
            _append(truth, write_scene(job, number))
            yield number
        return
    with ProcessPoolExecutor(workers) as pool:
        for number, line in zip(
            numbers, pool.map(write_scene, [job] * len(numbers), numbers, chunksize=4), strict=True
        ):
            _append(truth, line)
            yield number
