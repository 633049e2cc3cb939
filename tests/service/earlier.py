"""Databases as earlier versions of the program left them."""

from service.db import migration
from service.db.database import Database

# How to undo what each version has added to the tables, the latest first.
ADDED = {
    "0011": ["DROP TABLE join_codes"],
    "0010": ["ALTER TABLE links DROP COLUMN used"],
    "0009": ["DROP TABLE tile_sets"],
    "0008": [
        "DROP INDEX ix_games_rules_hash",
        "ALTER TABLE games DROP COLUMN rules_hash",
        "DROP INDEX ix_house_rules_sender",
        "ALTER TABLE house_rules DROP COLUMN sender",
    ],
    "0007": [
        "DROP TABLE deletions",
        "DROP TABLE creations",
        "DROP INDEX ix_answers_at",
        "ALTER TABLE answers DROP COLUMN at",
        "DROP INDEX ix_successors_next_id",
    ],
    "0006": ["DROP TABLE successors"],
    "0005": ["DROP TABLE draft_pictures"],
    "0004": ["DROP TABLE drafts"],
    "0003": ["DROP TABLE house_rules"],
    "0002": ["DROP TABLE links", "DROP TABLE photos"],
}
VERSIONS = (*ADDED, "0001")
# The guards of the events before games could be deleted.
FIRST_GUARDS = {
    "sqlite": [
        "DROP TRIGGER events_no_delete",
        """CREATE TRIGGER events_no_delete BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
    ],
    "postgresql": [
        """CREATE OR REPLACE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'events are never changed'; END $$"""
    ],
}


def database_of(url, version):
    """A new database with the tables of an earlier version, opened without migrating it."""
    new = Database.open(url)
    statements = [each for added in ADDED if added > version for each in ADDED[added]]
    if version < migration.GUARDED:
        statements = [*FIRST_GUARDS[new.kind], *statements]
    with new.write_connection() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
        connection.execute(migration.versions.update().values(version_num=version))
    new.close()
    return Database.open(url, migrated=False)
