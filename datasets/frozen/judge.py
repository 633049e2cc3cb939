"""Judges a reading of a frozen scene by written rules.

Tiles are matched by the rules of `datasets.evaluation.matching`. On top of these:

1. A hand is right when its tiles, including bonus tiles, are exactly those that lie there; its
   structure is right when sets, kongs and a winning tile shown apart are right, too, where that is
   known. Where no hand lies, none may be read.
2. Where every tile is known, a tile that was read is invented when it matched none and its centre
   lies on no hidden one: it lies on a back, twice on one tile, or on no tile at all. A tile read as
   face down is invented if it counts as the hand's and no tile lies there. Elsewhere, on real
   photos, only tiles among the labelled ones count.
3. A hand is taken right when exactly its tiles, whatever their names, were taken for the hand: then
   any mistake is in the names. Backs do not count.
4. A wrong tile is one named wrongly or invented; it should bear a mark. A right one should not.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass

import numpy as np

from datasets.evaluation.figures import found_in
from datasets.evaluation.matching import Matching, Truth, lie_on, match
from datasets.frozen.scene import OWN, FrozenScene, Role
from datasets.labels.structure import Structure
from vision.quads import geometry
from vision.reading import Reading
from vision.sets import FACE_DOWN


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a scene: `hand`, `structure`, `taken` right (None: unknown), and counts."""

    hand: bool | None
    structure: bool | None
    invented: int = 0
    wrong: int = 0
    unmarked: int = 0
    right: int = 0
    marked: int = 0
    taken: bool | None = None


def judge(scene: FrozenScene, reading: Reading) -> Outcome:
    """Judge a reading by the truth of its scene."""
    hand, structure = _judge_hand(scene, reading)
    real = scene.real
    if not scene.whole and not real.codes:
        return Outcome(hand, structure)
    truth, found = _truth(scene), found_in(reading)
    matching = match(truth, found)
    pairs = [(truth.names[label], index) for label, index in matching.pairs]
    right = [index for name, index in pairs if found.names[index] == name]
    misnamed = [index for name, index in pairs if found.names[index] != name]
    invented = list(matching.extra)
    if scene.whole:
        outside = np.array(matching.outside, np.intp)
        middles = found.corners[outside].mean(axis=1)
        invented += outside[~lie_on(truth.hidden, middles)].tolist()
        invented += _invented_backs(scene, reading)
    wrong = [*misnamed, *invented]
    return Outcome(
        hand,
        structure,
        invented=len(invented),
        wrong=len(wrong),
        unmarked=sum(not found.unsure[index] for index in wrong),
        right=len(right),
        marked=sum(bool(found.unsure[index]) for index in right),
        taken=_takes_the_hand(scene, reading, matching),
    )


def _takes_the_hand(scene: FrozenScene, reading: Reading, matching: Matching) -> bool | None:
    """Return whether exactly the hand's face-up tiles were taken for it, None if unknown."""
    if not scene.whole or scene.tiles is None:
        return None
    kinds = [group.kind for group in reading.groups]
    taken = {
        i
        for i, tile in enumerate(reading.tiles)
        if kinds[tile.group].is_hand and tile.tile != FACE_DOWN
    }
    own = {label for label, i in enumerate(_to_read(scene)) if scene.real.roles[i] in OWN}
    there = {label: index for label, index in matching.pairs if label in own}
    return own == there.keys() and taken == set(there.values())


def _judge_hand(scene: FrozenScene, reading: Reading) -> tuple[bool | None, bool | None]:
    if scene.tiles is None:
        return None, None
    if scene.hand == "":
        none = reading.hand is None
        return none, none
    found = Structure.parse(reading.hand or "")
    structure = None if scene.hand is None else found == Structure.parse(scene.hand)
    return found.tiles == Counter(scene.tiles), structure


def _truth(scene: FrozenScene) -> Truth:
    """Return the tiles that should be read, as labels."""
    real, (width, height) = scene.real, scene.size
    read = _to_read(scene)
    hidden = [i for i, role in enumerate(real.roles) if role is Role.HIDDEN]
    boxes = geometry.hulls(real.corners[read]).clip(0, [width, height, width, height])
    return Truth(
        tuple(real.codes[i] for i in read),
        np.asarray(boxes, np.float32).reshape(-1, 4),
        np.array([real.roles[i] is not Role.CAPTION for i in read], bool),
        real.corners[hidden],
    )


def _to_read(scene: FrozenScene) -> list[int]:
    """Return the indexes of the real tiles that show their faces."""
    both = zip(scene.real.codes, scene.real.roles, strict=True)
    return [
        i for i, (code, role) in enumerate(both) if code != FACE_DOWN and role is not Role.HIDDEN
    ]


def _invented_backs(scene: FrozenScene, reading: Reading) -> list[int]:
    """Return the tiles read as face down and as the hand's where no tile lies."""
    kinds = [group.kind for group in reading.groups]
    backs = [
        i
        for i, tile in enumerate(reading.tiles)
        if tile.tile == FACE_DOWN and kinds[tile.group].is_hand
    ]
    middles = np.array([reading.tiles[i].corners for i in backs], np.float32).reshape(-1, 4, 2)
    on_tiles = lie_on(scene.real.corners, middles.mean(axis=1))
    return [i for i, on_tile in zip(backs, on_tiles, strict=True) if not on_tile]


def add_up(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Return the sums: `scenes`, counts as `tiles NAME`, judgements as `NAME` and `NAME right`."""
    sums: Counter[str] = Counter()
    for outcome in outcomes:
        sums["scenes"] += 1
        for name, value in asdict(outcome).items():
            if isinstance(value, bool):
                sums[name] += 1
                sums[f"{name} right"] += value
            elif value is not None:
                sums[f"tiles {name}"] += value
    return sums
