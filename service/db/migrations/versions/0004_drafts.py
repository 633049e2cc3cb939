"""Wins being entered, shared between the phones of a table.

It only adds: a program of the previous revision keeps working next to newer ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "drafts",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("expires_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_drafts_expires_at", "drafts", ["expires_at"])
