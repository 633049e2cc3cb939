"""What calls about links, kept photos and the service itself take and answer."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from service.answers import Answer
from service.requests import Body, Name

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
