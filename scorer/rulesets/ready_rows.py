"""Rows that houses often add, ready to switch on in a house file (docs/rules/house.md, 5)."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scorer.rules.row import MAX, Value


class ReadyRow(NamedTuple):
    """A row with the value that most houses give it; `excludes` are rows it swallows, if present.

    Rows that are a limit are so in points, too: the special hands of classical tables. For others,
    `points` are the usual ones, for a set of simples and for one of terminals or honours.
    """

    id: str
    name: str
    zh: str
    pattern: str
    closed: Value
    open: Value | None = None
    given: Mapping[str, object] = {}
    excludes: Sequence[str] = ()
    points: Sequence[int] = ()

    def usual(self, *, in_faan: bool) -> tuple[Value | None, Value | None] | None:
        """Return its usual value for a closed and an open hand, None if points have none."""
        if in_faan or self.is_limit:
            return self.closed, self.open
        return (self.points[0], self.points[0]) if self.points else None

    @property
    def is_limit(self) -> bool:
        """Whether a hand with it is a limit, whatever else it contains."""
        return self.closed is MAX


_WRITTEN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_VALUES: Mapping[str, dict[str, Any]] = {
    id_: {name: MAX if each == "max" else each for name, each in row.items()}
    for id_, row in _WRITTEN.items()
}
READY_ROWS: Mapping[str, ReadyRow] = {id_: ReadyRow(id_, **row) for id_, row in _VALUES.items()}
