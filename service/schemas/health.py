"""Whether the service lives, and can do its work."""

from service.schemas.fields import Answer


class Health(Answer):
    """`live` is true whenever this answers; `ready` when every check says ok, or busy."""

    live: bool
    ready: bool
    checks: dict[str, str]


class Live(Answer):
    """The process answers."""

    live: bool
