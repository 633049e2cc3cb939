"""The bodies that calls take: strict types, unknown fields refused with the nearest known name."""

import re
import unicodedata
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

from scorer.core.hand import LONGEST_TEXT
from scorer.core.suggestions import nearest
from service.errors import RefusedError
from service.ledger.event_log import GAME_ID, no_such_game

Wind = Literal["E", "S", "W", "N"]
Win = Literal["discard", "self-draw"]
Player = Annotated[int, Field(ge=0, le=3, description="player index 0-3")]
# Of Unicode's kinds of characters: what no line of text holds, and what nobody sees.
UNPRINTABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
UNSEEN = UNPRINTABLE | {"Cf", "Zs"}


def _printable(text: str) -> str:
    """Text of one line; a name that nobody could see is none."""
    kinds = {unicodedata.category(letter) for letter in text}
    if kinds & UNPRINTABLE:
        raise PydanticCustomError("unprintable", "Leave out line breaks and control characters.")
    if kinds <= UNSEEN:
        raise PydanticCustomError("unseen", "Give at least one character that can be seen.")
    return text


def must_be(pattern: str, refusal: Callable[[str], RefusedError]) -> AfterValidator:
    """Text that cannot be an id of ours is refused before the database is asked for it."""
    fits = re.compile(pattern)

    def checked(given: str) -> str:
        if fits.fullmatch(given) is None:
            raise refusal(given)
        return given

    return AfterValidator(checked)


GameName = Annotated[str, must_be(GAME_ID, no_such_game)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]*$"
    ),
    AfterValidator(_printable),
]
# Far beyond any table, far below what a database column or a phone can show.
MOST = 1_000_000_000  # points: the largest amount that a call may name
Amount = Annotated[int, Field(ge=-MOST, le=MOST)]
Faan = Annotated[int, Field(ge=0, le=1_000_000)]
HandText = Annotated[
    str, Field(max_length=LONGEST_TEXT, examples=["123m 456m 99p (555s) +9p | 1f"])
]
Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(_printable),
]
Number = Annotated[int, Field(ge=1, le=1_000_000, description="the `seq` of an event")]
Seq = Annotated[int, Field(ge=0, description="the `seq` this request relies on; stale: 409")]


class Body(BaseModel):
    """A JSON object whose fields are all known; null stands for absent, as in scores."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False)

    @model_validator(mode="before")
    @classmethod
    def _known_fields(cls, given: object) -> object:
        if isinstance(given, dict):
            given = {name: value for name, value in given.items() if value is not None}
            known = [field.alias or name for name, field in cls.model_fields.items()]
            for name in given:
                if name not in known:
                    message = (
                        f"There is no field {name!r}; the nearest is {nearest(str(name), known)!r}."
                    )
                    # Braces would be read as places to fill in.
                    raise PydanticCustomError("unknown_field", "{message}", {"message": message})
        return given


class NewGame(Body):
    """Four players sit down, in seat order E S W N."""

    rules: str = Field(examples=["hk-500"])
    players: list[Name] = Field(min_length=4, max_length=4)
    options: dict[str, Any] = Field(default_factory=dict)
    follows: GameName | None = Field(
        default=None, description="the id of the game this table played before"
    )


class Undo(Body):
    """The latest hand not yet taken back is taken back."""

    expected_seq: Seq | None = None


class Adjustment(Body):
    """Points move outside a hand, one change a player."""

    changes: list[Amount] = Field(min_length=4, max_length=4)
    reason: Reason
    expected_seq: Seq | None = None


class AlsoWon(Body):
    """A further player who won on the same discard, where the house lets all of them win."""

    winner: Player
    hand: HandText | None = None
    faan: Faan | None = None
    events: list[str] = Field(default_factory=list, max_length=20)


class Hand(Body):
    """A finished hand: drawn, or won with `hand` or an agreed `faan` (or `scores`, `hands`).

    `responsible` is the player who fed a limit hand and pays for all (option `responsibility`).
    """

    draw: bool = False
    winner: Player | None = None
    discarder: Player | None = Field(default=None, alias="from")
    win: Win = "discard"
    hand: HandText | None = None
    faan: Faan | None = None
    scores: list[Amount | None] | None = Field(default=None, min_length=4, max_length=4)
    hands: list[HandText | None] | None = Field(default=None, min_length=4, max_length=4)
    events: list[str] = Field(default_factory=list, max_length=20)
    also: list[AlsoWon] = Field(default_factory=list, max_length=2)
    responsible: Player | None = None
    expected_seq: Seq | None = None


class FalseWin(Body):
    """A player declared a win that was none; it costs what the house agreed on."""

    player: Player
    hand: HandText | None = None
    expected_seq: Seq | None = None


class Swap(Body):
    """Players change chairs: who sits on each from now on, in the order of play."""

    seats: list[Player] = Field(min_length=4, max_length=4)
    expected_seq: Seq | None = None


class End(Body):
    """The table ends the game before its length is played."""

    reason: Reason | None = None
    expected_seq: Seq | None = None


class Correction(Body):
    """An older event is set right: what happened instead, or `strike` for nothing."""

    seq: Number
    hand: Hand | None = None
    false_win: FalseWin | None = None
    adjustment: Adjustment | None = None
    swap: Swap | None = None
    strike: bool = False
    reason: Reason | None = None
    expected_seq: Seq | None = None


class Page(BaseModel):
    """Which part of a history; without a limit, all that follows."""

    model_config = ConfigDict(extra="forbid")

    after: int = Field(default=0, ge=0, le=1_000_000, description="the `seq` of the last one seen")
    limit: int | None = Field(default=None, ge=1, le=500, description="events at most")


class LookBack(BaseModel):
    """Which games to look back on, besides the one that is named."""

    model_config = ConfigDict(extra="forbid")

    others: list[GameName] = Field(
        default_factory=list, alias="with", max_length=50, description="ids of further games"
    )
    earlier: bool = Field(default=False, description="add the games that this one follows")


class Settle(LookBack):
    """The games to settle together, and the chips to pay with."""

    bank_roll: Literal["5", "10"] | None = Field(
        default=None, description="show payments in the chips of this bank roll, in dollars"
    )


class Score(BaseModel):
    """A hand to score; checked by the scorer itself, described here."""

    model_config = ConfigDict(extra="forbid")

    rules: str = Field(examples=["hk-500"])
    hand: HandText
    role: Literal["winner", "loser"] = "winner"
    seat: Wind = "E"
    round: Wind = "E"
    win: Win = "discard"
    discarder: Wind | None = Field(default=None, alias="from")
    events: list[str] = Field(default_factory=list)
    options: dict[str, Any] = Field(default_factory=dict)
    losers: dict[Wind, str] = Field(default_factory=dict)


class Waits(BaseModel):
    """A hand of 13 tiles that waits; checked by the scorer itself, described here."""

    model_config = ConfigDict(extra="forbid")

    rules: str = Field(examples=["hk-500"])
    hand: Annotated[str, Field(max_length=LONGEST_TEXT, examples=["123m 46m 99p (555s) 789s | 1f"])]
    seat: Wind = "E"
    round: Wind = "E"
    options: dict[str, Any] = Field(default_factory=dict)
    seen: str | list[str] = Field(default="", description="tiles that lie open elsewhere")


class WaitsQuery(Body):
    """The same in an address; `seen` and `option` may be repeated."""

    rules: str = Field(examples=["hk-500"])
    hand: HandText
    seat: Wind = "E"
    round: Wind = "E"
    option: list[str] = Field(default_factory=list, description="a house option, name=value")
    seen: list[str] = Field(default_factory=list, description="tiles that lie open elsewhere")
