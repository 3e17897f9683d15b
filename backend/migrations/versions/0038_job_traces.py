"""Jobs keep the trace they were asked for under and the process that did them."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0036"
branch_labels = None
depends_on = None

_WITH_TRACE = sa.text("trace IS NOT NULL")


def upgrade() -> None:
    """Add the columns, and the indexes by which a trace is found."""
    op.add_column("jobs", sa.Column("trace", sa.String(64)))
    op.add_column("jobs", sa.Column("worker", sa.String(64)))
    for table in ("jobs", "audit_events"):
        op.create_index(
            f"ix_{table}_trace", table, ["trace"],
            sqlite_where=_WITH_TRACE, postgresql_where=_WITH_TRACE,
        )  # fmt: skip


def downgrade() -> None:
    """Drop them."""
    for table in ("audit_events", "jobs"):
        op.drop_index(f"ix_{table}_trace", table)
    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_column("worker")
        jobs.drop_column("trace")
