"""Entries that are not booked, by account: each import asks what waits there."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

_TABLES = ("transactions", "report_entries")
_WHERE = sa.text("parent_id IS NULL AND state <> 0")


def upgrade() -> None:
    """They are few, and the index tells all that is asked."""
    for table in _TABLES:
        op.create_index(
            f"ix_{table}_waiting", table, ["account_id", "day", "statement_id"],
            sqlite_where=_WHERE, postgresql_where=_WHERE,
        )  # fmt: skip


def downgrade() -> None:
    """Without it."""
    for table in _TABLES:
        op.drop_index(f"ix_{table}_waiting", table)
