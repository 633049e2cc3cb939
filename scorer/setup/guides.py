"""The set-up of each document, by the id of its rule set; its words stand in the TOML beside."""

from collections.abc import Mapping
from pathlib import Path

from scorer.core.tiles import Wind
from scorer.setup.guide import (
    FLOWER_STACKS,
    ONE_EACH,
    Deal,
    Guide,
    Throw,
    back_of_the_wall,
    dead_wall,
    flower_stacks,
    last_sum,
    loose_on_last_two,
    loose_on_third_and_first,
    second_sum,
    steps,
    sum_of_all,
    with_chunk,
    with_dice,
)

EAST, SOUTH, WEST, NORTH = Wind
GUIDES: Mapping[str, Guide] = {
    "hk-500": Guide(
        steps=steps(Path(__file__).with_name("hk-500.toml")),
        throws=(Throw(3),),
        counts=last_sum,
        deal=Deal(2, ONE_EACH),
        reserve=dead_wall,
        customs={"dice": {"2d6": with_dice(2)}, "deal_chunk": {4: with_chunk(4)}},
    ),
    "hk-majlife": Guide(
        steps=steps(Path(__file__).with_name("hk-majlife.toml")),
        throws=(Throw(2),),
        counts=last_sum,
        # East "takes the top 1 & 3 tiles": of the 1st and the 3rd stack.
        deal=Deal(4, ((EAST, (0, 4)), *ONE_EACH[1:])),
        reserve=back_of_the_wall,
    ),
    "classical-20": Guide(
        steps=steps(Path(__file__).with_name("classical-20.toml")),
        throws=(Throw(2), Throw(2, by=None)),
        counts=last_sum,
        deal=Deal(4, (*ONE_EACH, (EAST, (4,)))),
        reserve=flower_stacks,
        skip=FLOWER_STACKS,
    ),
    "classical-british": Guide(
        steps=steps(Path(__file__).with_name("classical-british.toml")),
        throws=(Throw(2), Throw(2, by=None)),
        counts=sum_of_all,
        deal=Deal(4, ((EAST, (0, 1)), (SOUTH, (2,)), (WEST, (3,)), (NORTH, (4,)))),
        reserve=loose_on_third_and_first,
        removes=True,
    ),
    "simplified-300": Guide(
        steps=steps(Path(__file__).with_name("simplified-300.toml")),
        throws=(Throw(1), Throw(2, by=None)),
        counts=second_sum,
        deal=Deal(4, ((SOUTH, (0,)), (WEST, (1,)), (NORTH, (2,)), (EAST, (3,))), first=SOUTH),
        reserve=loose_on_last_two,
        removes=True,
    ),
}
