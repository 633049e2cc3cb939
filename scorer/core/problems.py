"""What can be wrong with a hand or with what is said about its win: flags that list everything."""

from collections.abc import Callable, Iterable
from enum import IntFlag, auto
from functools import reduce
from operator import or_
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class HandProblem(IntFlag):
    """Everything that keeps a hand from being scored, by its public name in lower case.

    No problem does not promise that nobody erred: a hand may be lawful and still not the one that
    lay on the table.
    """

    BAD_NOTATION = auto()
    FACE_DOWN_TILE = auto()
    TILE_COUNT = auto()
    TOO_MANY_COPIES = auto()
    NO_WINNING_TILE = auto()
    NOT_A_WINNING_HAND = auto()
    EYES_CLAIMED = auto()
    SMALL_KONG_NOT_ALLOWED = auto()
    CONTRADICTORY_EVENT = auto()
    ROLE_NOT_SCORED = auto()
    BELOW_MINIMUM = auto()

    @property
    def names(self) -> tuple[str, ...]:
        """The public names of the flags that are set, in the order of this class."""
        return tuple(flag.name.lower() for flag in HandProblem if flag in self and flag.name)


class Finding(NamedTuple):
    """One problem and the sentence that says where it is and what to do about it."""

    problem: HandProblem
    detail: str


class Refusal(NamedTuple, Generic[T]):
    """What a rule set does not allow: a fact, the problem that it makes, and the sentence on it."""

    problem: HandProblem
    fact: Callable[[T], int]
    sentence: str

    @property
    def finding(self) -> Finding:
        """What is found where the fact holds."""
        return Finding(self.problem, self.sentence)


def flags(findings: Iterable[Finding]) -> HandProblem:
    """Put the problems of some findings together."""
    return reduce(or_, (finding.problem for finding in findings), HandProblem(0))
