"""House files that this service stores, by the hash of their rules.

A file stays while a game is played by it, since games name their rules by the hash; of the others
the oldest are deleted to make room, a sender's own first. A house file that came with an imported
game is found in that game. Wherever a call takes the id of a rule set it takes a hash as well.

Anybody who knows a hash may see its file. A list shows no strangers' files: only those of its
sender, and those named by their hash.
"""

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, true
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.elements import ColumnElement

from scorer.api.requests import identity
from scorer.core.sentences import Sentence
from scorer.ledger.events import GameStarted, RulesChanged
from scorer.ledger.table import Terms
from scorer.rules.rule_set import RuleSet
from scorer.rulesets import RULE_SETS
from scorer.rulesets.house_file import (
    HouseFileError,
    read_house_file,
    read_kept_file,
    write_house_file,
)
from service.db import codec
from service.db.database import Database
from service.db.schema import events, games, house_rules, stamp
from service.errors import RefusedError
from service.schemas.rules import HouseChoice

MOST_LISTED = 100  # files in a list, the latest first
MOST_FILES = 1000  # stored files, to which anybody may add
MOST_OF_A_SENDER = 50  # per sender: a club behind one address has a dozen
LEAVING_AT_ONCE = 100  # in one deletion: a store may predate the limit
RULES_EVENTS = ("started", "rules_changed")  # kinds of events that contain a table's rules
_HASH = re.compile(r"[0-9a-f]{64}")


class StoredRules(HouseChoice):
    """A stored house file: its rules' hash, id, name, base and version, and its text."""

    toml: str

    @property
    def rules(self) -> RuleSet:
        """The rule set of the file, as this program reads it."""
        return read_kept_file(self.toml)


COLUMNS = tuple(house_rules.c[name] for name in StoredRules.model_fields)


def write_terms(terms: Mapping[str, Any]) -> str:
    """Return the file of a house's terms; RefusedError `bad_house_file` without a line."""
    toml = write_house_file(terms)
    try:
        read_house_file(toml)
    except HouseFileError as error:
        raise RefusedError("bad_house_file", error.reason, at=list(error.at)) from error
    return toml


class RulesStore:
    """The house files of one database, at most `each` per sender; safe to share between threads.

    A sender is identified by a mark (`rate_limits.sender_mark`), None for the operator of the
    service.
    """

    def __init__(
        self, database: Database, most: int = MOST_FILES, each: int = MOST_OF_A_SENDER
    ) -> None:
        self._database, self._most, self._each = database, most, each

    def keep(self, toml: str, sender: str | None = None) -> StoredRules:
        """Store a file unless it is stored already; RefusedError for a wrong one.

        Where there are too many files, the oldest that no game uses are deleted, the sender's own
        first. Raises RefusedError `shelf_full` if games use all of them.
        """
        rules = read_house_file(toml)
        kept = describe_rules(rules, identity(rules).hash, toml, stamp(self._database.clock()))
        try:
            with self._database.write_connection() as connection:
                existing = _find_kept(connection, kept.hash)
                if existing is None:
                    row = {**kept.model_dump(), "sender": sender}
                    connection.execute(insert(house_rules).values(row))
                    self._make_room(connection, kept, sender)
                return existing or kept
        except IntegrityError:
            return self.find(kept.hash)  # another process stored it first

    def _make_room(self, connection: Connection, newest: StoredRules, sender: str | None) -> None:
        if sender is not None:
            own = house_rules.c.sender == sender
            detail = Sentence(
                "{most} house rules from this sender are stored here", most=self._each
            )
            _delete_oldest_unused(connection, newest, own, self._each, detail)
        detail = Sentence("{most} house rules are stored here", most=self._most)
        _delete_oldest_unused(connection, newest, true(), self._most, detail)

    def find(self, hash_: str) -> StoredRules:
        """Return the file of a hash; RefusedError `unknown_rules` if there is none."""
        kept = None
        if is_hash(hash_):  # nothing else is worth a query, or fit for one
            with self._database.read_connection() as connection:
                kept = _find_kept(connection, hash_) or _find_in_games(connection, hash_)
        if kept is None:
            detail = Sentence(
                "There are no house rules with the hash {hash}… here. Send "
                "their file to POST /api/v1/house-rules first.",
                hash=hash_[:12],
            )
            raise RefusedError("unknown_rules", detail)
        return kept

    def known_to(
        self, sender: str | None = None, hashes: Collection[str] = ()
    ) -> list[StoredRules]:
        """Return a sender's files and those that the sender names by hash, the latest first.

        At most `MOST_LISTED` stored files.
        """
        wanted = or_(house_rules.c.sender == sender, house_rules.c.hash.in_(hashes))
        query = select(*COLUMNS).where(wanted)
        query = query.order_by(house_rules.c.at.desc(), house_rules.c.hash).limit(MOST_LISTED)
        with self._database.read_connection() as connection:
            kept_files = [
                StoredRules.model_construct(**row._mapping) for row in connection.execute(query)
            ]
            hashes_found = {kept.hash for kept in kept_files}
            in_games = (
                _find_in_games(connection, hash_) for hash_ in hashes if hash_ not in hashes_found
            )
            return [*kept_files, *(kept for kept in in_games if kept is not None)]

    def catalogue(self, named: object) -> Mapping[str, RuleSet]:
        """Return the rule sets that a request may name, including that of a hash which it names."""
        if not is_hash(named):
            return RULE_SETS
        return MappingProxyType({**RULE_SETS, str(named): self.find(str(named)).rules})


def is_hash(named: object) -> bool:
    """Return whether rules are named by a hash, and not by the id of a rule set."""
    return isinstance(named, str) and _HASH.fullmatch(named) is not None


def describe_rules(rules: RuleSet, hash_: str, toml: str, at: str) -> StoredRules:
    """Return the stored form of a house file."""
    described = {name: getattr(rules, name) for name in ("id", "name", "base", "version")}
    return StoredRules(hash=hash_, toml=toml, at=at, **described)


def _delete_oldest_unused(
    connection: Connection,
    newest: StoredRules,
    candidates: ColumnElement[bool],
    most: int,
    kept: str,
) -> None:
    """Delete the oldest candidates that no game uses, so that at most `most` are left."""
    count = select(func.count()).select_from(house_rules).where(candidates)
    excess = (connection.execute(count).scalar() or 0) - most
    if excess <= 0:
        return
    played = select(games.c.id).where(games.c.rules_hash == house_rules.c.hash)
    unused = (
        select(house_rules.c.hash)
        .where(candidates, house_rules.c.hash != newest.hash, ~played.exists())
        .order_by(house_rules.c.at, house_rules.c.hash)
        .limit(min(excess, LEAVING_AT_ONCE))
    )
    leaving = connection.execute(unused).scalars().all()
    if not leaving:
        detail = Sentence(
            "{kept}, and each is used by a game. Use one of them, or start a game with the "
            "options of a rule set.",
            kept=kept,
        )
        raise RefusedError("shelf_full", detail)
    connection.execute(delete(house_rules).where(house_rules.c.hash.in_(leaving)))


def _find_in_games(connection: Connection, hash_: str) -> StoredRules | None:
    """Return the house file in a game that names this hash, where it really has the hash."""
    game = select(games.c.id).where(games.c.rules_hash == hash_).limit(1).scalar_subquery()
    agreeing = select(events).where(events.c.game_id == game, events.c.kind.in_(RULES_EVENTS))
    for row in connection.execute(agreeing.order_by(events.c.seq)):
        agreed = codec.decode(row.kind, row.version, row.payload)
        if isinstance(agreed, GameStarted | RulesChanged) and agreed.terms.rules == hash_:
            kept = _rules_of_terms(agreed.terms, row.at)
            if kept is not None:
                return kept
    return None


def _rules_of_terms(terms: Terms, at: str) -> StoredRules | None:
    """Return the house file of agreed terms; None without one, or if its hash is another."""
    if terms.house is None:
        return None
    try:
        rules = read_kept_file(terms.house)
        has_hash = identity(rules).hash == terms.rules
    except RefusedError:
        return None  # written for another version of tableside
    return describe_rules(rules, terms.rules, terms.house, at) if has_hash else None


def _find_kept(connection: Connection, hash_: str) -> StoredRules | None:
    row = connection.execute(select(*COLUMNS).where(house_rules.c.hash == hash_)).first()
    return None if row is None else StoredRules.model_construct(**row._mapping)
