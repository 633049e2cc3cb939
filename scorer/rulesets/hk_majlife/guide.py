"""The set-up (docs/rules/hk-majlife.md, 5); its words stand in the TOML beside."""

from pathlib import Path

from scorer.core.tiles import Wind
from scorer.setup import reserves
from scorer.setup.guide import ONE_EACH, Deal, Guide, Throw, last_sum, steps

EAST = Wind.EAST
GUIDE = Guide(
    steps=steps(Path(__file__).with_name("guide.toml")),
    throws=(Throw(2),),
    counts=last_sum,
    # East "takes the top 1 & 3 tiles": of the 1st and the 3rd stack.
    deal=Deal(4, ((EAST, (0, 4)), *ONE_EACH[1:])),
    reserve=reserves.back_of_the_wall,
)
