"""Whether the service lives, and can record hands."""

from service.schemas.fields import Answer


class Health(Answer):
    """`live` is true whenever this answers; `ready` while hands can be recorded.

    `checks` say ok, busy, or what is wrong, also of what stops no hand.
    """

    live: bool
    ready: bool
    checks: dict[str, str]


class Live(Answer):
    """The process answers."""

    live: bool
