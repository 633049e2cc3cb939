"""Lays out and names every frozen scene as a reader does, and judges what comes out.

``python -m benchmarks.layout`` (``make layout-bench``) takes the scenes of
``datasets/frozen/scenes``: what the networks saw of photos, and what really lies in them. It prints
for each tag how many hands are right, and how many with their sets, kongs and winning tile; of how
many just the hand's tiles were taken, whatever their names; tiles that were invented; wrong tiles
without a mark of doubt and right tiles with one; and a paired test against the outcomes of the last
release in ``docs/results/layout.json`` (McNemar, exact, two sides). Of the scenes set apart as
`unseen` it tells sums alone: look at none of them.

What it judges is all that follows the first look: names that fit together, rows, the hand, what is
supposed, the marks. What needs pixels was frozen: which tiles are seen and how they are named,
looks at other scales where the last release took them, and
how likely a tile lies on another. Who asks for a look that was not frozen sees nothing; the bench
says how often.
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
_CORES = 2  # processes: what a developer's machine has, and what the time is given for
_AT_ONCE = 25  # scenes that a process takes at a time
_SIGNS = {True: "+", False: "-", None: "."}
_READ = {sign: value for value, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class JudgedScene:
    """One scene's name and tags, how it came out, and how many looks were missing for it."""

    name: str
    tags: tuple[str, ...]
    unseen: bool
    outcome: Outcome
    looks_missing: int


@dataclass(frozen=True, slots=True)
class Release:
    """The outcomes of a release: signs of hand and structure by scene, of unseen ones in sums."""

    date: str
    scenes: Mapping[str, str]
    unseen: Mapping[str, int]

    @classmethod
    def load(cls, path: Path = LAST) -> "Release | None":
        """Return what is stored; None where nothing is."""
        if not path.is_file():
            return None
        stored = json.loads(path.read_text(encoding="utf-8"))
        return cls(stored["date"], stored["scenes"], stored["unseen"])


@cache
def metadata() -> Mapping[str, str]:
    """Return the shipped classifier's metadata: how far its names may be trusted."""
    return Session.load(models.path("classifier"), "classifier", 1).metadata


@cache
def roles() -> RolesModel:
    """Open the shipped network of roles."""
    return RolesModel.load(models.path("roles"), 1)


def judge_scenes(scenes: Sequence[FrozenScene], labels: tuple[str, ...]) -> list[JudgedScene]:
    """Return frozen scenes as they are read and judged."""
    cv2.setNumThreads(1)
    judged = []
    for scene in scenes:
        reading, missing = read(scene, labels, metadata(), roles())
        outcome = judge(scene, reading)
        judged.append(JudgedScene(scene.name, scene.tags, scene.unseen, outcome, missing))
    return judged


def judge_part(path: Path, start: int) -> list[JudgedScene]:
    """Return the same for some scenes of one shard, from one of them on."""
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
    """Return whether hand and structure are right (+), wrong (-), or not known (.)."""
    return _SIGNS[outcome.hand] + _SIGNS[outcome.structure]


def tables(judged: Sequence[JudgedScene], last: Release | None) -> str:
    """Return figures by tag, of the unseen and of all, and what changed since the last release."""
    open_ones = [one for one in judged if not one.unseen]
    tags = list(dict.fromkeys(tag for one in open_ones for tag in one.tags))
    lines = [_line(tag, [one for one in open_ones if tag in one.tags]) for tag in sorted(tags)]
    lines += [
        _line("all that may be looked at", open_ones),
        _line(UNSEEN, [one for one in judged if one.unseen]),
        _line("all", judged),
    ]
    missing = sum(one.looks_missing for one in judged)
    parts = [
        markdown((*_HEADERS, *_HEADERS_OF_TILES), lines),
        f"looks asked for that were not frozen: {missing}",
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
    """Return what changed since the last release, scene by scene; of unseen scenes only counts."""
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
    """Return outcomes scene by scene, and sums of unseen ones, so that nobody looks at them."""
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
    """Judge all scenes, print what came out, and store it if asked to."""
    parser = command_parser("benchmarks.layout", __doc__)
    add = parser.add_argument
    add("--scenes", type=Path, default=SCENES, help="folder of shards")
    add("--write", action="store_true", help="store the outcomes as those of a release")
    add("--wrong", nargs="?", const="", metavar="TAG", help="name the wrong scenes, of a tag")
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
    """Yield the names of the scenes that are wrong, but for unseen ones."""
    for one in judged:
        outcome = one.outcome
        if one.unseen or (tag and tag not in one.tags):
            continue
        if outcome.hand is False or outcome.structure is False or outcome.invented:
            yield f"{one.name} {signs(outcome)} invented {outcome.invented} {' '.join(one.tags)}"


if __name__ == "__main__":
    raise SystemExit(main())
