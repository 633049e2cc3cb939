"""The set-up (docs/rules/simplified-300.md, 5); its words stand in the TOML beside."""

from pathlib import Path

from scorer.core.tiles import Wind
from scorer.setup import reserves
from scorer.setup.guide import Deal, Guide, Throw, second_sum, steps

EAST, SOUTH, WEST, NORTH = Wind
GUIDE = Guide(
    steps=steps(Path(__file__).with_name("guide.toml")),
    throws=(Throw(1), Throw(2, by=None)),
    counts=second_sum,
    deal=Deal(4, ((SOUTH, (0,)), (WEST, (1,)), (NORTH, (2,)), (EAST, (3,))), first=SOUTH),
    reserve=reserves.loose_on_last_two,
    removes=True,
)
