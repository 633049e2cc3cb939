"""Lays out and names every frozen scene as a reader does, and judges the results.

``python -m benchmarks.layout`` (``make layout-bench``) takes the scenes of
``datasets/frozen/scenes``: what the networks saw of photos, with the truth. It prints for each tag
how many hands are right, and how many with their sets, kongs and winning tile; for how many exactly
the hand's tiles were taken, whatever their names; invented tiles; wrong tiles without a mark of
doubt and right tiles with one; and a paired test against the outcomes of the last release in
``docs/results/layout.json`` (McNemar, exact, two-sided). For the scenes set apart as `unseen` it
prints only sums: do not look at any of them.

It judges everything after the first look: names that fit together, rows, the hand, guesses, the
marks. Everything that needs pixels was frozen: which tiles are seen and how they are named, looks
at other scales where the last release took them, and the probability that a tile lies on another. A
look that was not frozen shows nothing; the bench prints how many were missing.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from time import perf_counter

import cv2

import models
from datasets.command_line import command_parser
from datasets.evaluation.tables import markdown, mcnemar, percent
from datasets.frozen.judge import Outcome, add_up, judge
from datasets.frozen.recognisers import read
from datasets.frozen.scene import FrozenScene
from datasets.frozen.shards import load
from datasets.paths import CHECKOUT
from vision.nets.roles import RolesModel
from vision.nets.session import Session

SCENES = CHECKOUT / "datasets" / "frozen" / "scenes"
LAST = CHECKOUT / "docs" / "results" / "layout.json"
UNSEEN = "unseen"
_HEADERS = ("", "scenes", "hands", "right", "share", "structure right", "share", "taken right")
_HEADERS_OF_TILES = ("invented", "wrong", "unmarked", "right, marked")
_CORES = 2  # processes, as on a developer's machine and as the quoted time assumes
_AT_ONCE = 25  # scenes per task of a process
_SIGNS = {True: "+", False: "-", None: "."}
_READ = {sign: value for value, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class JudgedScene:
    """A scene's name and tags, its outcome, and the number of looks missing for it."""

    name: str
    tags: tuple[str, ...]
    unseen: bool
    outcome: Outcome
    looks_missing: int


@dataclass(frozen=True, slots=True)
class Release:
    """The outcomes of a release: signs of hand and structure by scene, sums for unseen ones."""

    date: str
    scenes: Mapping[str, str]
    unseen: Mapping[str, int]

    @classmethod
    def load(cls, path: Path = LAST) -> "Release | None":
        """Return the stored release; None if there is none."""
        if not path.is_file():
            return None
        stored = json.loads(path.read_text(encoding="utf-8"))
        return cls(stored["date"], stored["scenes"], stored["unseen"])


@cache
def metadata() -> Mapping[str, str]:
    """Return the shipped classifier's metadata, including its calibration."""
    return Session.load(models.path("classifier"), "classifier", 1).metadata


@cache
def roles() -> RolesModel:
    """Open the shipped network of roles."""
    return RolesModel.load(models.path("roles"), 1)


def judge_scenes(scenes: Sequence[FrozenScene], labels: tuple[str, ...]) -> list[JudgedScene]:
    """Return frozen scenes, read and judged."""
    cv2.setNumThreads(1)
    judged = []
    for scene in scenes:
        reading, missing = read(scene, labels, metadata(), roles())
        outcome = judge(scene, reading)
        judged.append(JudgedScene(scene.name, scene.tags, scene.unseen, outcome, missing))
    return judged


def judge_part(path: Path, start: int) -> list[JudgedScene]:
    """Return the judged scenes of a part of one shard, from a number on."""
    scenes, labels = _shard(path)
    return judge_scenes(scenes[start : start + _AT_ONCE], labels)


@cache
def _shard(path: Path) -> tuple[list[FrozenScene], tuple[str, ...]]:
    return load(path)


def judge_all(folder: Path) -> list[JudgedScene]:
    """Return the judged scenes of all shards."""
    paths = sorted(folder.glob("*.npz"))
    parts = [(path, start) for path in paths for start in range(0, len(_shard(path)[0]), _AT_ONCE)]
    with ProcessPoolExecutor(_CORES) as pool:
        done = pool.map(judge_part, *zip(*parts, strict=True))
        return [one for part in done for one in part]


def signs(outcome: Outcome) -> str:
    """Return signs of hand and structure: right (+), wrong (-), or unknown (.)."""
    return _SIGNS[outcome.hand] + _SIGNS[outcome.structure]


def tables(judged: Sequence[JudgedScene], last: Release | None) -> str:
    """Return figures by tag, of the unseen and of all, and the changes since the last release."""
    open_ones = [one for one in judged if not one.unseen]
    tags = list(dict.fromkeys(tag for one in open_ones for tag in one.tags))
    lines = [_line(tag, [one for one in open_ones if tag in one.tags]) for tag in sorted(tags)]
    lines += [
        _line("all but unseen", open_ones),
        _line(UNSEEN, [one for one in judged if one.unseen]),
        _line("all", judged),
    ]
    missing = sum(one.looks_missing for one in judged)
    parts = [
        markdown((*_HEADERS, *_HEADERS_OF_TILES), lines),
        f"looks needed but not frozen: {missing}",
        "no release to compare with" if last is None else _changes(judged, last),
    ]
    return "\n\n".join(parts)


def _line(name: str, judged: Iterable[JudgedScene]) -> Sequence[str]:
    sums = add_up(one.outcome for one in judged)
    hands, structures = (
        percent(sums[f"{what} right"] / sums[what] if sums[what] else None)
        for what in ("hand", "structure")
    )
    return (
        name,
        *map(str, (sums["scenes"], sums["hand"], sums["hand right"])),
        hands,
        f"{sums['structure right']} of {sums['structure']}",
        structures,
        f"{sums['taken right']} of {sums['taken']}",
        *(str(sums[f"tiles {what}"]) for what in ("invented", "wrong", "unmarked")),
        f"{sums['tiles marked']} of {sums['tiles right']}",
    )


def _changes(judged: Sequence[JudgedScene], last: Release) -> str:
    """Return the changes since the last release, scene by scene; of unseen scenes only counts."""
    known = [one for one in judged if one.name in last.scenes]
    lines = [f"against the release of {last.date}, {len(known)} scenes:"]
    now = _unseen_sums(judged)
    for place, what in enumerate(("hands", "structures")):
        pairs = [
            (_READ[last.scenes[one.name][place]], _READ[signs(one.outcome)[place]], one.name)
            for one in known
        ]
        gained = [name for was, now, name in pairs if now and was is False]
        lost = [name for was, now, name in pairs if was and now is False]
        chance = mcnemar(len(gained), len(lost))
        lines.append(f"{what}: {len(gained)} gained, {len(lost)} lost, p {chance}")
        if lost:
            lines.append(f"  lost: {' '.join(lost)}")
        lines.append(f"{what}, {UNSEEN}: {now[what]} right, {last.unseen[what]} before")
    return "\n".join(lines)


def _unseen_sums(judged: Sequence[JudgedScene]) -> dict[str, int]:
    """Return how many unseen scenes have the right hand, and how many the right structure."""
    sums = add_up(one.outcome for one in judged if one.unseen)
    return {"hands": sums["hand right"], "structures": sums["structure right"]}


def as_json(judged: Sequence[JudgedScene]) -> str:
    """Return outcomes scene by scene, only sums for unseen ones, so that nobody looks at them."""
    stored = {
        "date": datetime.now(UTC).date().isoformat(),
        "unseen": _unseen_sums(judged),
        "scenes": {
            one.name: signs(one.outcome)
            for one in sorted(judged, key=lambda one: one.name)
            if not one.unseen
        },
    }
    return json.dumps(stored, indent=0) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge all scenes, print the results, and store them if asked to."""
    parser = command_parser("benchmarks.layout", __doc__)
    add = parser.add_argument
    add("--scenes", type=Path, default=SCENES, help="folder of shards")
    add("--write", action="store_true", help="store the outcomes as a release's")
    add("--wrong", nargs="?", const="", metavar="TAG", help="list the wrong scenes, of a tag")
    given = parser.parse_args(arguments)
    start = perf_counter()
    judged = judge_all(given.scenes)
    print(tables(judged, Release.load()))
    if given.wrong is not None:
        print("\n".join(_wrong(judged, given.wrong)))
    print(f"\n{len(judged)} scenes in {perf_counter() - start:.0f} s on {_CORES} cores")
    if given.write:
        LAST.write_text(as_json(judged), encoding="utf-8")
    return 0


def _wrong(judged: Sequence[JudgedScene], tag: str) -> Iterable[str]:
    """Yield the names of the scenes that are wrong, except unseen ones."""
    for one in judged:
        outcome = one.outcome
        if one.unseen or (tag and tag not in one.tags):
            continue
        if outcome.hand is False or outcome.structure is False or outcome.invented:
            yield f"{one.name} {signs(outcome)} invented {outcome.invented} {' '.join(one.tags)}"


if __name__ == "__main__":
    raise SystemExit(main())
