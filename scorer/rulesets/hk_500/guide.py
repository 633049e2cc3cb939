"""The set-up (docs/rules/hk-500.md, 5); its words stand in the TOML beside."""

from pathlib import Path

from scorer.setup import reserves
from scorer.setup.guide import ONE_EACH, Deal, Guide, Throw, last_sum, steps, with_chunk, with_dice

GUIDE = Guide(
    steps=steps(Path(__file__).with_name("guide.toml")),
    throws=(Throw(3),),
    counts=last_sum,
    deal=Deal(2, ONE_EACH),
    reserve=reserves.dead_wall,
    customs={
        "dice": {"2d6": with_dice(2)},
        "deal_chunk": {4: with_chunk(4)},
    },
)
