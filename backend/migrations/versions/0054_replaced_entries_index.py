"""An index of the entries that a later version of their statement has replaced."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None

_NAME = "ix_report_entries_replaced"
_WHERE = sa.text("parent_id IS NULL AND reason = 'REPLACED'")


def upgrade() -> None:
    """List them by day."""
    op.create_index(
        _NAME, "report_entries", ["day", "own_id"],
        sqlite_where=_WHERE, postgresql_where=_WHERE,
    )  # fmt: skip


def downgrade() -> None:
    """Take the index away."""
    op.drop_index(_NAME, "report_entries")
