"""Judges whose the tiles of a table are, on laid tables of which it is known.

``python -m datasets.evaluation.players --count 400`` lays whole tables, with hands, sets, bonus
tiles and discards of up to four players, and prints how often side and kind of a group are named,
named rightly, and how often what other players laid down is read as a hand of just these tiles.
Faces are named as they are, but for one in a hundred; corners are off by about a fiftieth of a
tile.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import models
from datasets.command_line import command_parser
from datasets.frozen.scene import OWN, Real, Role
from datasets.labels.structure import Structure
from datasets.synth.faces.design import CODES
from datasets.synth.scenes.camera import Box, Camera
from datasets.synth.sights import in_view, lay_and_aim
from vision.decode.finder import RolesNetwork
from vision.decode.hypotheses import Search
from vision.decode.players import find_players
from vision.layout.groups import (
    SIDES,
    assign_sides,
    group_tiles,
)
from vision.layout.hand import HandLayout
from vision.nets.roles import RolesModel, TileFeatures
from vision.quads.geometry import areas
from vision.quads.table import Table
from vision.reading import Group, GroupKind, Side
from vision.sets import FACE_DOWN

_SEED = 817_000  # of no other measurement and no training
_OFF = 0.02  # of a tile's size
_WRONG = 0.01  # of the faces
_READ = 0.55  # of a face must show
_TURN = np.pi / 2
_CLEAR = 0.9  # cosine: a player whose way in the photo is farther from any side's sits at no side
_LABELS = (*CODES, FACE_DOWN)
_SURE = 0.97


@dataclass(frozen=True, slots=True, eq=False)
class LaidTable:
    """A table as seen: its tiles in groups, walls, and the truth of each tile.

    `players` (n,) are numbers, None for nobody; `sides` are those at which players sit in the
    photo, by number, None where that is between two; `pools` (n,) are discards.
    """

    table: Table
    size: tuple[int, int]
    groups: tuple[Group, ...]
    wall: tuple[int, ...]
    players: tuple[int | None, ...]
    sides: tuple[Side | None, ...]
    pools: NDArray[np.bool_]


def lay(rng: np.random.Generator) -> LaidTable:
    """Lay a table and see it."""
    boxes, camera, size = lay_and_aim(rng)
    real = in_view(boxes, camera, size)
    return see_tiles(rng, real, size, _sides(boxes, camera))


def see_tiles(
    rng: np.random.Generator, real: Real, size: tuple[int, int], sides: tuple[Side | None, ...]
) -> LaidTable:
    """Return a table as a reader sees it that knows which tiles are the hand's."""
    there = [
        i
        for i, (role, visible) in enumerate(zip(real.roles, real.visible, strict=True))
        if role is not Role.HIDDEN and (visible >= _READ or role is Role.WALL)
    ]
    off = np.sqrt(areas(real.corners[there])).clip(1.0)[:, None, None] * _OFF
    corners = real.corners[there] + rng.normal(0, 1, (len(there), 4, 2)) * off
    names = [
        str(rng.choice(CODES)) if real.codes[i] != FACE_DOWN and rng.random() < _WRONG
        else real.codes[i]
        for i in there
    ]  # fmt: skip
    table = Table.of(corners.astype(np.float32), names)
    roles = [real.roles[i] for i in there]
    own = tuple(i for i, role in enumerate(roles) if role in OWN)
    layout = group_tiles(table, HandLayout(own) if own else None)
    return LaidTable(
        table,
        size,
        layout.groups,
        layout.left_out,
        tuple(0 if role in OWN else real.players[i] for i, role in zip(there, roles, strict=True)),
        sides,
        np.array([role is Role.DISCARD for role in roles]),
    )


def _sides(boxes: Sequence[Box], camera: Camera) -> tuple[Side | None, ...]:
    """Return at which side of the photo each of four players sits."""
    places = np.stack([box.pose.centre for box in boxes])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    found: list[Side | None] = []
    for player in range(4):
        turn = player * _TURN
        away = np.array([np.sin(turn), -np.cos(turn), 0.0])
        ends = camera.project(np.stack([middle - away, middle + away])[None])[0]
        way = ends[1] - ends[0]
        way = way / max(float(np.linalg.norm(way)), 1e-6)
        likes = np.array([way @ t for t in ((0, 1), (1, 0), (0, -1), (-1, 0))])
        best = int(likes.argmax())
        found.append(SIDES[best] if likes[best] >= _CLEAR else None)
    return tuple(found)


def tables(count: int, seed: int) -> Iterator[LaidTable]:
    """Lay tables on which more than one hand lies."""
    number = laid = 0
    while laid < count:
        one = lay(np.random.default_rng((seed, number)))
        number += 1
        if any(not each.kind.is_hand for each in one.groups):
            laid += 1
            yield one


def _truth(one: LaidTable, of: Group) -> tuple[Side | None, bool]:
    """Return whose most tiles of a group are, and whether they are discards."""
    whose = [one.players[tile] for tile in of.tiles]
    most = max(set(whose), key=whose.count)
    pool = float(one.pools[list(of.tiles)].mean()) > 0.5
    return (None if most is None else one.sides[most]), pool


def judge(laid: Sequence[LaidTable], roles: RolesNetwork) -> dict[str, tuple[int, int]]:
    """Count of groups and of other players' hands how many were named, and rightly, of how many."""
    counts: dict[str, list[int]] = {}

    def count(name: str, *, right: bool) -> None:
        found = counts.setdefault(name, [0, 0])
        found[0] += right
        found[1] += 1

    for one in laid:
        groups = assign_sides(one.groups, one.table, one.wall)
        for before, after in zip(one.groups, groups, strict=True):
            side, pool = _truth(one, before)
            what = "hand" if before.kind.is_hand else "pool" if pool else "others'"
            if side is not None:
                count(f"side of {what}: named", right=after.side is not None)
                if after.side is not None:
                    count(f"side of {what}: right where named", right=after.side is side)
            if not before.kind.is_hand:
                count(f"kind of {what}: right", right=(after.kind is GroupKind.POOL) == pool)
        _judge_players(one, groups, roles, count)
    return {name: (right, of) for name, (right, of) in sorted(counts.items())}


def _judge_players(
    one: LaidTable, groups: Sequence[Group], roles: RolesNetwork, count: Callable[..., None]
) -> None:
    """Count whether what lies before each other player is read as it lies there."""
    sights = _sights(one)

    def search(some: TileFeatures) -> Search:
        return Search.build(some, roles.predict(some), _LABELS)

    hands = {
        each.side: each.hand for each in find_players(groups, sights, one.table.codes, search, None)
    }
    laid: dict[Side, Counter[str]] = {}
    for code, player, pool in zip(one.table.codes, one.players, one.pools, strict=True):
        side = one.sides[player] if player else None
        if side is not None and code != FACE_DOWN and not pool:
            laid.setdefault(side, Counter())[code] += 1
    for side, tiles in laid.items():
        hand = hands.get(side)
        count("players: a hand is read", right=hand is not None)
        if hand is not None:
            count("players: right where named", right=_tiles(hand) == tiles)
    for side, hand in hands.items():
        if hand is not None:
            count("hands read: of such a player", right=side in laid)


def _tiles(hand: str) -> Counter[str]:
    found = Structure.parse(hand).tiles
    found.pop(FACE_DOWN, None)
    return found


def _sights(one: LaidTable) -> TileFeatures:
    """Return a table as a recogniser would see it that is nearly sure of everything."""
    count = len(one.players)
    names = np.full((count, len(_LABELS)), (1 - _SURE) / len(_LABELS), np.float32)
    names[np.arange(count), [_LABELS.index(code) for code in one.table.codes]] += _SURE
    sure = np.full(count, _SURE, np.float32)
    kept = np.ones(count, np.bool_)
    return TileFeatures(one.size, one.table.corners, names, sure, sure, 1 - sure, kept)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = command_parser("datasets.evaluation.players", __doc__)
    parser.add_argument("--count", type=int, default=400, help="tables (default 400)")
    given = parser.parse_args(arguments)
    roles = RolesModel.load(models.path("roles"))
    for name, (right, of) in judge(list(tables(given.count, _SEED)), roles).items():
        print(f"{name:32} {right:6} of {of}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
