"""What calls about links, kept photos and the service itself take and answer."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from scorer.core.hand import LONGEST_TEXT
from service.http.schemas.answers import Answer
from service.http.schemas.requests import Amount, Body, Faan, Name, Player, Seq, Win

Role = Literal["owner", "scorekeeper"]


class Nothing(Body):
    """An empty object."""


class NewLink(Body):
    """Somebody else may write, by a link of his own."""

    role: Role = "scorekeeper"
    name: Name = Field(default="a phone", description="what the owner calls it")


class Qr(Body):
    """A link to be drawn; without `page` it leads to the address that was asked."""

    page: Annotated[str, StringConstraints(max_length=300)] | None = Field(
        default=None, examples=["https://mahjong.example/"]
    )


class Link(Answer):
    """A way to write to a game; the game's first link has the id `owner`."""

    id: str
    role: Role
    name: str
    at: str


class GivenLink(Link):
    """A link with its token, which is shown this once."""

    token: str


class SeenLink(Link):
    """A link as listed; `yours` is the one that the list was asked with."""

    yours: bool


class Links(Answer):
    """Those that may write."""

    links: list[SeenLink]


class KeptPhoto(Answer):
    """A photo that is kept until `expires_at`; `seq` is the event that it shows."""

    id: str
    seq: int | None
    at: str
    expires_at: str
    bytes: int


class KeptPhotos(Answer):
    """The photos that a game keeps."""

    photos: list[KeptPhoto]


HandSoFar = Annotated[
    str, StringConstraints(max_length=LONGEST_TEXT, pattern=r"^[0-9mpszfgx()\[\]+| ]*$")
]
PlayerKey = Literal["0", "1", "2", "3"]
EventName = Annotated[str, StringConstraints(max_length=40)]
TileCode = Annotated[str, StringConstraints(pattern=r"^([1-9][mps]|[1-7]z|[1-4][fg]|x)$")]
Pixel = Annotated[float, Field(ge=-100_000, le=100_000)]
Corner = Annotated[list[Pixel], Field(min_length=2, max_length=2)]


class SeenTile(Body):
    """A tile on a photo: its printed face in pixels of the photo, and what else it may be."""

    tile: TileCode
    corners: list[Corner] = Field(min_length=4, max_length=4)
    unsure: bool = False
    alternatives: list[TileCode] = Field(default_factory=list, max_length=10)


class OtherReading(Body):
    """What a photo may show instead: the hand `as_seen`, or the one that wins."""

    hand: HandSoFar
    as_seen: bool


class SeenHand(Body):
    """What a photo showed of a hand: its tiles in the order of the hand text, and those beside it.

    A tile that was added by hand is null; `picture` is the id of the photo itself, `otherwise` what
    a tap takes instead.
    """

    size: list[Annotated[int, Field(ge=1, le=100_000)]] = Field(min_length=2, max_length=2)
    tiles: list[SeenTile | None] = Field(max_length=40)
    beside: list[SeenTile] = Field(default_factory=list, max_length=160)
    picture: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")] | None = None
    otherwise: OtherReading | None = None


class AlsoWins(Body):
    """A further player who wins on the same discard, and the circumstances of that."""

    winner: Player
    events: list[EventName] = Field(default_factory=list, max_length=20)


class Agreed(Body):
    """What the table says besides tiles: faan of winners by player, four scores, who else won.

    `responsible` is who pays for a hand of the limit. All of it is changed at once.
    """

    faan: dict[PlayerKey, Faan] = Field(default_factory=dict)
    scores: list[Amount | None] | None = Field(default=None, min_length=4, max_length=4)
    also: list[AlsoWins] = Field(default_factory=list, max_length=2)
    responsible: Player | None = None


class DraftChange(Body):
    """Parts of a win being entered; `hands` are by player index, null or empty for none."""

    winner: Player | None = None
    win: Win | None = None
    discarder: Player | None = Field(default=None, alias="from")
    events: list[EventName] = Field(default_factory=list, max_length=20)
    hands: dict[PlayerKey, HandSoFar | None] = Field(
        default_factory=dict, examples=[{"2": "123m 99p (555s)"}]
    )
    seen: dict[PlayerKey, SeenHand | None] = Field(default_factory=dict)
    agreed: Agreed = Field(default_factory=Agreed)
    by: Player | None = Field(default=None, description="whose phone it is, where it knows")
    expected_seq: Seq
    expected_revision: Annotated[int, Field(ge=0, le=2**63 - 1)] | None = Field(
        default=None, description="of a phone that begins: refused where another began since"
    )


class Draft(Answer):
    """A win being entered at the table after event `seq`; it ends with the next event."""

    revision: int = Field(description="grows with every change; 0 before the first")
    seq: int
    winner: int | None
    win: Literal["discard", "self-draw"] | None
    discarder: int | None = Field(alias="from")
    events: list[str]
    hands: list[str | None] = Field(description="hand texts by player as far as they are entered")
    seen: list[SeenHand | None] = Field(description="what photos of these hands showed")
    agreed: Agreed
    by: int | None = Field(description="the player whose phone changed it last, where it said so")
    next: str | None = Field(
        default=None, description="the game that the table has gone on to, once this one is over"
    )


class DraftPicture(Answer):
    """The id of a photo that the other phones of the table may look at now."""

    picture: str


class GameFile(Answer):
    """A game with all of its events, as they are stored; `digest` is a hash of them."""

    format: Literal["tableside-game"]
    version: int
    id: str
    exported_at: str
    digest: str
    events: list[dict[str, Any]]


class Live(Answer):
    """The process answers."""

    live: bool
