"""Games that their owners deleted, and answers kept for idempotency keys, for a week each.

It only adds: a program of the previous revision keeps working next to newer ones. To such a program
a deleted game is one that never existed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

# Events are deleted with their game, once its deletion is recorded, and in no other way.
SQLITE_GUARDS = (
    "DROP TRIGGER events_no_delete",
    """CREATE TRIGGER events_no_delete BEFORE DELETE ON events
    WHEN NOT EXISTS (SELECT 1 FROM deletions WHERE id = OLD.game_id)
    BEGIN SELECT RAISE(ABORT, 'events are never changed'); END""",
)
POSTGRESQL_GUARDS = (
    """CREATE OR REPLACE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM deletions WHERE id = OLD.game_id) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'events are never changed';
    END $$""",
)


def upgrade() -> None:
    """Create both tables, date the stored answers, and let events be deleted with their game."""
    op.create_table(
        "deletions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "creations",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), nullable=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("ix_creations_game_id", "creations", ["game_id"])
    op.create_index("ix_creations_at", "creations", ["at"])
    op.add_column("answers", sa.Column("at", sa.String(32), nullable=True))
    op.create_index("ix_answers_at", "answers", ["at"])
    op.create_index("ix_successors_next_id", "successors", ["next_id"])
    guards = {"sqlite": SQLITE_GUARDS, "postgresql": POSTGRESQL_GUARDS}
    for statement in guards.get(op.get_context().dialect.name, ()):
        op.execute(statement)
