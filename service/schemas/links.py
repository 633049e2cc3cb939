"""Links of a game."""

from typing import Literal

from pydantic import Field

from service.schemas.fields import Answer, Body, Name

Role = Literal["owner", "scorekeeper"]


class NewLink(Body):
    """A new link for another person who may write."""

    role: Role = "scorekeeper"
    name: Name = Field(default="a phone", description="what the owner calls it")


class Link(Answer):
    """A way to write to a game; the game's first link has the id `owner`."""

    id: str
    role: Role
    name: str
    at: str
    used: str | None = Field(
        default=None, description="when it last wrote, to within ten minutes; never the owner's"
    )


class GivenLink(Link):
    """A link with its token, which is shown only this once."""

    token: str


class SeenLink(Link):
    """A link as listed; `yours` is the one that the list was asked with."""

    yours: bool


class NewCode(Body):
    """A new code to join a game by."""

    write: bool = Field(default=True, description="whether its holder may write, or only watch")


class Code(Answer):
    """A code to join a game by, to be said across the table."""

    code: str = Field(examples=["KQTWXA"])
    write: bool
    expires_at: str


class SaidCode(Body):
    """A code that was read out; case, spaces and hyphens do not matter."""

    code: str = Field(max_length=40, examples=["KQT WXA"])


class Invitation(Answer):
    """The game that a code leads to; `token` is null where it is only to be watched."""

    game_id: str
    token: str | None


class Links(Answer):
    """The links of a game that the caller may see."""

    links: list[SeenLink]
