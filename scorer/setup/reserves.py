"""What lies ready for kongs and bonus tiles: a dead wall, a flower stack, loose tiles."""

from scorer.core.tiles import Wind
from scorer.setup.guide import KeptStack
from scorer.setup.walls import Stack, Walls

DEAD_STACKS = 7
FLOWER_STACKS = 7


def dead_wall(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """Fourteen tiles: the seven stacks before the break, the one at the break first."""
    return tuple(
        KeptStack(walls.at(counted.wall, counted.number - back), "dead", 2)
        for back in range(DEAD_STACKS)
    )


def back_of_the_wall(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """No dead wall: replacements come from the stack before the break, then from those behind."""
    return (KeptStack(walls.at(counted.wall, counted.number), "back", 2),)


def flower_stacks(walls: Walls, wall: Wind, _counted: Stack) -> tuple[KeptStack, ...]:
    """Seven stacks at the right end of the chosen wall."""
    return tuple(
        KeptStack(walls.at(wall, number), "flowers", 2) for number in range(1, FLOWER_STACKS + 1)
    )


def loose_on_third_and_first(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """The broken stack's top tile on the third stack to the right, its bottom tile on the first."""
    return (
        KeptStack(walls.at(counted.wall, counted.number - 3), "loose", 1),
        KeptStack(walls.at(counted.wall, counted.number - 1), "loose", 1),
    )


def loose_on_last_two(walls: Walls, _wall: Wind, counted: Stack) -> tuple[KeptStack, ...]:
    """The broken stack's bottom tile on the last stack of the wall, its top tile on the next."""
    return (
        KeptStack(walls.at(counted.wall, counted.number - 2), "loose", 1),
        KeptStack(walls.at(counted.wall, counted.number - 1), "loose", 1),
    )
