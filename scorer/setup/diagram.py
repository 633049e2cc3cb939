"""The walls after a throw as plain data, so that a page can draw them stack by stack."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from scorer.setup.guide import Break
from scorer.setup.throw import Taken
from scorer.setup.walls import WINDS, Stack, Walls

Json: TypeAlias = dict[str, Any]
TILES_A_STACK = 2


def place(stack: Stack) -> Json:
    """Name a stack: whose wall, and its number from the owner's right."""
    return {"wall": str(stack.wall), "stack": stack.number}


def turn(taken: Taken) -> Json:
    """Show one turn of the deal."""
    tiles = [{**place(stack), "level": level} for stack, level in taken.tiles]
    return {"seat": str(taken.seat), "tiles": tiles}


def picture(walls: Walls, found: Break | None, deal: Sequence[Taken]) -> list[Json]:
    """Show the four walls, E S W N, each stack from the owner's right.

    `side` is where the wall stands with East at the bottom. A stack has `tiles` before the deal,
    the `part` it plays, and under `to` the seats that its top and bottom tile are dealt to.
    """
    parts = {reserved.stack: reserved.part for reserved in found.reserved} if found else {}
    heights = dict.fromkeys(walls.ring, TILES_A_STACK)
    if found and found.removed:
        parts[found.removed] = "removed"
        heights[found.removed] = 0
        for reserved in found.reserved:
            heights[reserved.stack] += reserved.tiles
    to = {(stack, level): str(taken.seat) for taken in deal for stack, level in taken.tiles}
    return [
        {
            "seat": str(wall),
            "side": walls.side(wall),
            "stacks": [
                {
                    "number": stack.number,
                    "tiles": heights[stack],
                    "part": parts.get(stack, "live"),
                    "to": [to.get((stack, "top")), to.get((stack, "bottom"))],
                }
                for stack in walls.ring
                if stack.wall is wall
            ],
        }
        for wall in WINDS
    ]


def opened(found: Break) -> Json:
    """Show the break: what was counted, which stack comes first, what is kept apart."""
    return {
        "wall": str(found.wall),
        "count": found.count,
        "counted": place(found.counted),
        "first": place(found.first),
        "removed": place(found.removed) if found.removed else None,
        "reserved": [
            {**place(kept.stack), "part": kept.part, "tiles": kept.tiles} for kept in found.reserved
        ],
    }


def live_tiles(walls: Walls, found: Break, deal: Sequence[Taken]) -> int:
    """Count the tiles left to draw after the deal, without what is kept for replacements."""
    kept = sum(reserved.tiles for reserved in found.reserved if reserved.part != "back")
    return TILES_A_STACK * len(walls.ring) - kept - sum(len(taken.tiles) for taken in deal)
