"""An older database brought up to the tables of this program: what it lacks is added.

Nothing is renamed or removed, so a program of the previous revision keeps working next to newer
ones. A database of any revision is completed by looking at what it has.
"""

from sqlalchemy import Column, Connection, MetaData, String, Table, func, inspect, select, text
from sqlalchemy.schema import CreateColumn

from service.db.schema import deletions, metadata

REVISION = "0011"  # of the tables; the next addition to them has the next number
# The name and form that earlier releases know it by, which had Alembic.
versions = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))

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
    """A database was written by a later program."""


def revision(connection: Connection) -> str | None:
    """Return the revision of a database's tables; None without any."""
    if not inspect(connection).has_table(versions.name):
        return None
    return connection.execute(select(func.max(versions.c.version_num))).scalar()


def is_complete(connection: Connection) -> bool:
    """Return whether a database has everything; NewerError if it has more."""
    found = revision(connection) or ""
    if found > REVISION:
        raise NewerError
    return found == REVISION


def complete(connection: Connection) -> None:
    """Add the tables, columns and indexes that a database lacks, in its open transaction."""
    there = set(inspect(connection).get_table_names())
    for table in (*metadata.sorted_tables, versions):
        if table.name in there:
            _complete_table(connection, table)
        else:
            table.create(connection)
    if deletions.name not in there:
        for statement in GUARDS[connection.dialect.name]:
            connection.exec_driver_sql(statement)
    connection.execute(versions.delete())
    connection.execute(versions.insert().values(version_num=REVISION))


def _complete_table(connection: Connection, table: Table) -> None:
    there = {column["name"] for column in inspect(connection).get_columns(table.name)}
    for column in table.columns:
        if column.name not in there:
            described = CreateColumn(column).compile(dialect=connection.dialect)
            connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {described}"))
    for index in table.indexes:
        index.create(connection, checkfirst=True)
