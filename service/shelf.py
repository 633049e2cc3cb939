"""House files that this service knows, by the hash of their rules.

A file stays while a game plays by it, for games name their rules by the hash; of others the oldest
give way. Wherever a call takes the id of a rule set it takes a hash as well.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from scorer.house_file import HouseFileError, read_house_file, read_kept_file
from scorer.identity import identity
from scorer.rules import RuleSet
from scorer.rulesets import RULE_SETS
from service.database import Database
from service.moments import Clock, stamp, wall_clock
from service.problems import RefusedError
from service.schema import events, house_rules

SHOWN = 100  # files in the list, the latest first
KEPT = 1000  # files on the shelf, which anybody may add to
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Kept:
    """A house file on the shelf: its rules' hash, id, name, base and version, and its text."""

    hash: str
    id: str
    name: str
    base: str
    version: int
    toml: str
    at: str

    @property
    def rules(self) -> RuleSet:
        """The rule set of the file, as this program reads it."""
        return read_kept(self.toml)


def read(toml: str) -> RuleSet:
    """The rule set of a new house file; RefusedError `bad_house_file` with the wrong `line`."""
    return _read(read_house_file, toml)


def read_kept(toml: str) -> RuleSet:
    """The rule set of a file that was taken before, be it one that a new file may not be.

    RefusedError `bad_house_file` as for a new one.
    """
    return _read(read_kept_file, toml)


def _read(reader: Callable[[str], RuleSet], toml: str) -> RuleSet:
    try:
        return reader(toml)
    except HouseFileError as error:
        raise RefusedError("bad_house_file", str(error), line=error.line) from error


class Shelf:
    """The house files of one database; safe to share between threads."""

    def __init__(self, database: Database, clock: Clock = wall_clock, most: int = KEPT) -> None:
        self._database = database
        self._clock = clock
        self._most = most

    def keep(self, toml: str) -> Kept:
        """Put a file on the shelf, where it may be already; RefusedError for one that is wrong.

        What a game brought from elsewhere under this hash gives way to a file that has it, and the
        oldest that no game plays by where there are too many. RefusedError `shelf_full` where a
        game plays by each.
        """
        rules = read(toml)
        kept = kept_of(rules, identity(rules).hash, toml, stamp(self._clock()))
        try:
            with self._database.writing() as connection:
                there = _found(connection, kept.hash)
                if there is not None and not _is_named_rightly(there):
                    connection.execute(delete(house_rules).where(house_rules.c.hash == kept.hash))
                kept = put(connection, kept)
                if there is None:
                    _make_room(connection, self._most, kept)
                return kept
        except IntegrityError:
            return self.find(kept.hash)  # another process was quicker

    def find(self, hash_: str) -> Kept:
        """The file of a hash; RefusedError `unknown_rules` where none is here."""
        kept = None
        if is_hash(hash_):  # nothing else is worth asking for, or fit to be asked
            with self._database.reading() as connection:
                kept = _found(connection, hash_)
        if kept is None:
            detail = (
                f"No house rules with the hash {hash_[:12]}… are known here. "
                "Send their file to POST /api/v1/house-rules first."
            )
            raise RefusedError("unknown_rules", detail)
        return kept

    def latest(self) -> list[Kept]:
        """What came last, at most `SHOWN` files."""
        query = select(house_rules).order_by(house_rules.c.at.desc(), house_rules.c.hash)
        with self._database.reading() as connection:
            return [Kept(*row) for row in connection.execute(query.limit(SHOWN))]

    def catalogue(self, named: object) -> Mapping[str, RuleSet]:
        """The rule sets that a request may name, with those of the hash that it does name."""
        if not is_hash(named):
            return RULE_SETS
        return MappingProxyType({**RULE_SETS, str(named): self.find(str(named)).rules})


def is_hash(named: object) -> bool:
    """Whether rules are named by a hash, and not by the id of a rule set."""
    return isinstance(named, str) and _HASH.fullmatch(named) is not None


def kept_of(rules: RuleSet, hash_: str, toml: str, at: str) -> Kept:
    """What the shelf says of a file."""
    return Kept(hash_, rules.id, rules.name, rules.base, rules.version, toml, at)


def put(connection: Connection, kept: Kept) -> Kept:
    """Add a file unless its hash is there, and return the one that is; call it while writing."""
    there = _found(connection, kept.hash)
    if there is None:
        row: dict[str, Any] = asdict(kept)
        connection.execute(insert(house_rules).values(row))
    return there or kept


def _make_room(connection: Connection, most: int, newest: Kept) -> None:
    """Let the oldest files go that no game plays by, so that at most `most` are left."""
    excess = (
        connection.execute(select(func.count()).select_from(house_rules)).scalar() or 0
    ) - most
    if excess <= 0:
        return
    # A game's first event names its rules, and more of them than the hash has nowhere.
    started = select(events.c.seq).where(
        events.c.seq == 1, events.c.payload.contains(house_rules.c.hash)
    )
    idle = (
        select(house_rules.c.hash)
        .where(house_rules.c.hash != newest.hash, ~started.exists())
        .order_by(house_rules.c.at, house_rules.c.hash)
        .limit(excess)
    )
    leaving = connection.execute(idle).scalars().all()
    if len(leaving) < excess:
        detail = (
            f"{most} house rules are kept here, and a game plays by each of them. "
            "Play by one of these, or start with the options of a rule set."
        )
        raise RefusedError("shelf_full", detail)
    connection.execute(delete(house_rules).where(house_rules.c.hash.in_(leaving)))


def _is_named_rightly(kept: Kept) -> bool:
    try:
        return identity(kept.rules).hash == kept.hash
    except RefusedError:
        return False  # written for another tableside than this one


def _found(connection: Connection, hash_: str) -> Kept | None:
    row = connection.execute(select(house_rules).where(house_rules.c.hash == hash_)).first()
    return None if row is None else Kept(*row)
