"""Games, their events and the answers given to keys."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# Events are the only truth, so the database itself refuses to change them.
SQLITE_GUARDS = tuple(
    f"CREATE TRIGGER events_no_{verb} BEFORE {verb} ON events "
    "BEGIN SELECT RAISE(ABORT, 'events are never changed'); END"
    for verb in ("update", "delete")
)
POSTGRESQL_GUARDS = (
    """CREATE FUNCTION events_stay() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'events are never changed'; END $$""",
    """CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION events_stay()""",
)


def upgrade() -> None:
    """Create the three tables and guard the events."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    guards = {"sqlite": SQLITE_GUARDS, "postgresql": POSTGRESQL_GUARDS}
    for statement in guards.get(op.get_context().dialect.name, ()):
        op.execute(statement)
