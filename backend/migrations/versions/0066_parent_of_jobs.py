"""Which span asked for a job, where calls are traced."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A place for it; the previous release leaves it alone."""
    op.add_column("jobs", sa.Column("parent", sa.String(55)))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("jobs", "parent")
