"""Subscriptions that pause with the end of the period, instead of ending."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "subscriptions",
        sa.Column("pauses", sa.Boolean(), server_default=sa.false(), nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    with op.batch_alter_table("subscriptions") as subscriptions:
        subscriptions.drop_column("pauses")
