"""The set-up (docs/rules/classical-20.md, 5); its words stand in the TOML beside."""

from pathlib import Path

from scorer.core.tiles import Wind
from scorer.setup import reserves
from scorer.setup.guide import ONE_EACH, Deal, Guide, Throw, last_sum, steps

EAST = Wind.EAST
GUIDE = Guide(
    steps=steps(Path(__file__).with_name("guide.toml")),
    throws=(Throw(2), Throw(2, by=None)),
    counts=last_sum,
    deal=Deal(4, (*ONE_EACH, (EAST, (4,)))),
    reserve=reserves.flower_stacks,
    skip=reserves.FLOWER_STACKS,
)
