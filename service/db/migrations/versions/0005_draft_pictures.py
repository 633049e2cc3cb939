"""Photos of wins being entered, for the table's other phones until the win is recorded.

It only adds: a program of the previous revision keeps working next to newer ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "draft_pictures",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("expires_at", sa.String(32), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_draft_pictures_expires_at", "draft_pictures", ["expires_at"])
