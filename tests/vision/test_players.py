"""Whole tables drawn as text: whose every group is, which lie in a pool, and what each holds."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from tests.vision.tables import HEIGHT, WIDTH, Names, find, finder, lay, read_as, see
from vision.decode.finder import TableReading
from vision.detect.recogniser import PhotoTiles
from vision.reading import GroupKind, Side

HAND = "123m 456m 789p 11z 555s"
TEXT = "123456m 789p 555s 11z"
AWAY = 9 * WIDTH  # of a player's tiles from the middle of the table
SQUARE = 1600.0  # pixels of a photo of a whole table, from above


def table(sides: Mapping[Side, Sequence[str]], pool: Sequence[str] = ()) -> TableReading:
    """Find what each player has before him around a pool in the middle."""
    return finder().find([_around(sides, pool)])[1]


def _around(
    sides: Mapping[Side, Sequence[str]],
    pool: Sequence[str] = (),
    doubts: Mapping[str, Names] | None = None,
) -> PhotoTiles:
    corners, codes = [], []
    for quarters, side in enumerate(Side):
        laid, names = lay(*sides.get(side, ()))
        if names:
            corners.append(_turned(_centred(laid) + np.array([0, AWAY]), quarters))
            codes += names
    laid, names = lay(*pool)
    if names:
        corners.append(_centred(laid))
        codes += names
    middle = SQUARE / 2
    return see(np.concatenate(corners) + middle, codes, doubts)


def _centred(corners: np.ndarray) -> np.ndarray:
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    return corners - (low + high) / 2


def _turned(corners: np.ndarray, quarters: int) -> np.ndarray:
    """Turn about the middle, so that what is near comes to the right, far, and left side."""
    for _ in range(quarters):
        corners = np.stack([corners[..., 1], -corners[..., 0]], axis=-1)
    return corners


def _players(found: TableReading) -> dict[str, str | None]:
    return {player.side.value: player.hand for player in found.players}


def test_one_hand_alone_is_that_of_the_player_who_sits_near() -> None:
    found = find(HAND)
    (player,) = found.players
    assert (player.side, player.hand, player.probability) == (Side.NEAR, *found.hands[0])
    assert sorted(player.tiles) == list(range(14))
    assert {group.side for group in found.groups} == {Side.NEAR}


@pytest.mark.parametrize(
    ("others", "hands"),
    [
        ({Side.RIGHT: ["777z 234s"]}, {"right": "(234s) (777z)"}),
        ({Side.FAR: ["999m . 1f 3g"]}, {"far": "(999m) | 1f 3g"}),
        ({Side.LEFT: ["234m 555p 678p 33s 999s"]}, {"left": "234m 555678p 33999s"}),
        (
            {Side.RIGHT: ["222z"], Side.FAR: ["888s 666z"], Side.LEFT: ["2f 4g"]},
            {"right": "(222z)", "far": "(666z) (888s)", "left": "| 2f 4g"},
        ),
        # A hand is opened whole: some tiles are none of which somebody could say anything.
        ({Side.FAR: ["2m 5p 9s 1z"]}, {"far": None}),
    ],
    ids=["sets", "set and bonus tiles", "open hand", "three players", "a few tiles"],
)
def test_what_others_laid_down_is_theirs(
    others: Mapping[Side, Sequence[str]], hands: Mapping[str, str | None]
) -> None:
    found = table({Side.NEAR: [HAND], **others})
    assert _players(found) == {"near": TEXT, **hands}


def test_backs_are_no_players_hand() -> None:
    assert _players(table({Side.NEAR: [HAND], Side.FAR: ["x . . x"]})) == {"near": TEXT}


def test_things_that_hardly_pass_for_tiles_are_no_players_hand() -> None:
    doubts: dict[str, Names] = {code: {code: 0.4} for code in ("7z", "2s", "3s", "4s")}
    seen = _around({Side.NEAR: [HAND], Side.RIGHT: ["777z 234s"]}, doubts=doubts)
    assert [player.side for player in read_as(seen).players] == [Side.NEAR]


def test_discards_are_a_pool_and_nobodys_hand() -> None:
    pool = ["1m 9s 3z 4p 8s 2m", "7p 6z 5m 9p 1s 4z", "3s 8m 2p 6s 7m 5z"]
    found = table({Side.NEAR: [HAND], Side.RIGHT: ["777z 234s"]}, pool)
    kinds = [group.kind for group in found.groups]
    assert kinds.count(GroupKind.POOL) == len(pool)
    assert _players(found) == {"near": TEXT, "right": "(234s) (777z)"}


def test_one_tile_shown_upon_a_wall_is_the_walls() -> None:
    wall = finder().find([_with_a_wall()])[1]
    kinds = {wall.table.codes[g.tiles[0]]: g.kind for g in wall.groups}
    assert kinds.get("7s") in (GroupKind.WALL, None)  # or it is taken for no tile at all
    assert wall.hand == TEXT


def _with_a_wall():
    corners, codes = lay("xxxx 7s xxxxx", "", "", "", HAND)
    return see(corners, codes)


def test_tiles_of_several_photos_are_at_no_side() -> None:
    one, other = lay("123m 456m 789p"), lay("11z 555s")
    found = finder().find([see(*one), see(*other)])[1]
    assert found.players == ()
    assert {group.side for group in found.groups} == {None}


def test_a_photo_held_upside_down_has_the_hand_on_the_far_side() -> None:
    corners, codes = lay(HAND)
    turned = corners[:, :, :] * -1 + corners.max(axis=(0, 1)) + HEIGHT
    found = finder().find([see(turned, codes)])[1]
    assert found.hand == TEXT
    assert [player.side for player in found.players] in ([Side.FAR], [])  # unknown, never wrong
