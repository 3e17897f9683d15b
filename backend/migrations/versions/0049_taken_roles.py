"""Roles that were taken from people whose tokens still name them."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Remember beside ended sessions which role was taken."""
    op.add_column("ended_sessions", sa.Column("role", sa.String(255)))


def downgrade() -> None:
    """Forget taken roles; tokens say them until they are renewed."""
    op.execute("DELETE FROM ended_sessions WHERE role IS NOT NULL")
    with op.batch_alter_table("ended_sessions") as ended:
        ended.drop_column("role")
