"""Brings the tables of a database up to `service.db.schema`, which describes them.

What is missing is added, and nothing else is changed: programs of earlier versions keep working
next to newer ones. A change to the schema that no existing row contradicts needs the next `VERSION`
only; one that has to fill in something needs a step in `upgrade` besides.
"""

import json

from sqlalchemy import (
    Column,
    Inspector,
    MetaData,
    String,
    Table,
    bindparam,
    delete,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.engine import Connection
from sqlalchemy.schema import CreateColumn

from service.db.schema import events, games, metadata

VERSION = "0011"
# Named by the library that migrated the tables of earlier programs, which still look there.
versions = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
GUARDED, RULES_NAMED = "0007", "0008"  # the versions since which events and games are as today
ROWS_AT_ONCE = 500  # first events in memory together; one may hold a file of 200 kB

# Events are the only truth, so the database itself refuses to change them. They are deleted with
# their game, once its deletion is recorded, and in no other way.
GUARDS = {
    "sqlite": (
        """CREATE TRIGGER IF NOT EXISTS events_no_update BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
        "DROP TRIGGER IF EXISTS events_no_delete",
        """CREATE TRIGGER events_no_delete BEFORE DELETE ON events
        WHEN NOT EXISTS (SELECT 1 FROM deletions WHERE id = OLD.game_id)
        BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
    ),
    "postgresql": (
        """CREATE OR REPLACE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
            IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM deletions WHERE id = OLD.game_id) THEN
                RETURN OLD;
            END IF;
            RAISE EXCEPTION 'events are never changed';
        END $$""",
        "DROP TRIGGER IF EXISTS events_stay ON events",
        """CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON events
        FOR EACH ROW EXECUTE FUNCTION events_stay()""",
    ),
}


class NewerError(Exception):
    """A database was written by a later program, whose tables this one does not know."""


def version_of(connection: Connection) -> str | None:
    """Return the version of a database's tables; None for a database without ours."""
    if not inspect(connection).has_table(versions.name):
        return None
    return connection.execute(select(func.max(versions.c.version_num))).scalar()


def upgrade(connection: Connection) -> None:
    """Bring the tables up to VERSION in an open transaction; raise NewerError if they are newer."""
    before = version_of(connection) or ""
    if before > VERSION:
        raise NewerError
    if before == VERSION:
        return
    metadata.create_all(connection)
    _add_columns(connection, inspect(connection))
    if before < RULES_NAMED:
        _name_rules(connection)
    if before < GUARDED:
        for statement in GUARDS[connection.dialect.name]:
            connection.exec_driver_sql(statement)
    versions.create(connection, checkfirst=True)
    connection.execute(delete(versions))
    connection.execute(insert(versions).values(version_num=VERSION))


def _add_columns(connection: Connection, inspector: Inspector) -> None:
    """Add the columns and indexes that tables of an earlier version lack."""
    for table in metadata.sorted_tables:
        names = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in names:
                added = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {added}")
        for index in table.indexes:
            index.create(connection, checkfirst=True)


def _name_rules(connection: Connection) -> None:
    """Fill in which house files the games of an earlier version are played by."""
    first = select(events.c.game_id, events.c.payload).where(events.c.seq == 1)
    known = [
        {"game": game_id, "hash": started["rules"]}
        for game_id, payload in connection.execute(first.execution_options(yield_per=ROWS_AT_ONCE))
        if (started := json.loads(payload)).get("house") is not None
    ]
    if known:
        change = update(games).where(games.c.id == bindparam("game"))
        connection.execute(change.values(rules_hash=bindparam("hash")), known)
