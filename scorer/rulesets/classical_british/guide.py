"""The set-up (docs/rules/classical-british.md, 5); its words stand in the TOML beside."""

from pathlib import Path

from scorer.core.tiles import Wind
from scorer.setup import reserves
from scorer.setup.guide import Deal, Guide, Throw, steps, sum_of_all

EAST, SOUTH, WEST, NORTH = Wind
GUIDE = Guide(
    steps=steps(Path(__file__).with_name("guide.toml")),
    throws=(Throw(2), Throw(2, by=None)),
    counts=sum_of_all,
    deal=Deal(4, ((EAST, (0, 1)), (SOUTH, (2,)), (WEST, (3,)), (NORTH, (4,)))),
    reserve=reserves.loose_on_third_and_first,
    removes=True,
)
