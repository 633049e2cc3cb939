"""Codes to join a table by.

It only adds: a program of the previous revision keeps working next to newer ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "join_codes",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
        sa.Column("sealed_token", sa.String(128), nullable=True),
        sa.Column("expires_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_join_codes_game_id", "join_codes", ["game_id"])
    op.create_index("ix_join_codes_expires_at", "join_codes", ["expires_at"])
