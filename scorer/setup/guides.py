"""The set-up of each document (section 5 in docs/rules); its words stand in a TOML beside.

In those texts {dice}, {chunk}, {stacks}, {way} and {side} stand for what a house may change.
"""

import tomllib
from importlib.resources import files
from types import MappingProxyType

from scorer.setup import reserves
from scorer.setup.guide import (
    Deal,
    Guide,
    Step,
    Throw,
    Words,
    both,
    latest,
    second,
    with_chunk,
    with_dice,
)
from scorer.tiles import Wind

EAST, SOUTH, WEST, NORTH = Wind
ONE_EACH = ((EAST, (0,)), (SOUTH, (1,)), (WEST, (2,)), (NORTH, (3,)))


def _steps(name: str) -> tuple[Step, ...]:
    text = (files("scorer") / "setup" / f"{name}.toml").read_text(encoding="utf-8")
    return tuple(
        Step(
            topic=step["topic"],
            text=Words(step["en"], step["zh"]),
            wording=step["wording"],
            unclear=Words(step["unclear_en"], step["unclear_zh"]) if "unclear_en" in step else None,
        )
        for step in tomllib.loads(text)["step"]
    )


HK_500 = Guide(
    steps=_steps("hk_500"),
    throws=(Throw(3),),
    counts=latest,
    deal=Deal(2, ONE_EACH),
    reserve=reserves.dead_wall,
    customs=MappingProxyType(
        {
            "dice": MappingProxyType({"2d6": with_dice(2)}),
            "deal_chunk": MappingProxyType({4: with_chunk(4)}),
        }
    ),
)
HK_MAJLIFE = Guide(
    steps=_steps("hk_majlife"),
    throws=(Throw(2),),
    counts=latest,
    # East "takes the top 1 & 3 tiles": of the 1st and the 3rd stack.
    deal=Deal(4, ((EAST, (0, 4)), *ONE_EACH[1:])),
    reserve=reserves.back_of_the_wall,
)
CLASSICAL_20 = Guide(
    steps=_steps("classical_20"),
    throws=(Throw(2), Throw(2, by=None)),
    counts=latest,
    deal=Deal(4, (*ONE_EACH, (EAST, (4,)))),
    reserve=reserves.flower_stacks,
    skip=reserves.FLOWER_STACKS,
)
CLASSICAL_BRITISH = Guide(
    steps=_steps("classical_british"),
    throws=(Throw(2), Throw(2, by=None)),
    counts=both,
    deal=Deal(4, ((EAST, (0, 1)), (SOUTH, (2,)), (WEST, (3,)), (NORTH, (4,)))),
    reserve=reserves.loose_on_third_and_first,
    removes=True,
)
SIMPLIFIED_300 = Guide(
    steps=_steps("simplified_300"),
    throws=(Throw(1), Throw(2, by=None)),
    counts=second,
    deal=Deal(4, ((SOUTH, (0,)), (WEST, (1,)), (NORTH, (2,)), (EAST, (3,))), first=SOUTH),
    reserve=reserves.loose_on_last_two,
    removes=True,
)
