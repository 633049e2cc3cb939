"""The game that a table continued with, so that its phones find it.

It only adds: a program of the previous revision keeps working next to newer ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "successors",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("next_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
    )
