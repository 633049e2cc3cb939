"""When each link was last used, for the list that its game's owner sees.

It only adds: a program of the previous revision keeps working next to newer ones.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column."""
    op.add_column("links", sa.Column("used", sa.String(32), nullable=True))
