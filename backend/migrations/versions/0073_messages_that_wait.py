"""Messages know the files uploaded together and whether they wait for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None

_THREAD = (
    "coalesce('batch:' || batch_id, 'journal:' || correlation_id, 'cause:' || code)"
)
_PROBLEM = sa.text("is_waiting AND level IN ('ERROR', 'WARNING')")


def upgrade() -> None:
    """Name the batch where it is known; the previous release writes none.

    Nor does it say that a message waits no more, which is only looked at besides.
    """
    op.add_column("system_messages", sa.Column("batch_id", sa.String(36)))
    op.execute(
        "UPDATE system_messages SET batch_id = substr(reference, 7)"
        " WHERE reference LIKE 'batch:%' AND length(reference) = 42"
    )
    op.execute(
        "UPDATE system_messages SET batch_id ="
        " (SELECT batch_id FROM uploads"
        " WHERE uploads.id = CAST(substr(reference, 8) AS BIGINT))"
        " WHERE reference IN"
        " (SELECT 'upload:' || id FROM uploads WHERE batch_id IS NOT NULL)"
    )
    op.add_column(
        "system_messages",
        sa.Column("is_waiting", sa.Boolean(), nullable=False,
                  server_default=sa.text("true")),
    )  # fmt: skip
    op.execute(
        "UPDATE system_messages SET is_waiting = false"
        " WHERE id IN (SELECT message_id FROM message_resolutions)"
    )
    op.create_index(
        "ix_system_messages_problems", "system_messages", ["level", "id"],
        sqlite_where=_PROBLEM, postgresql_where=_PROBLEM,
    )  # fmt: skip
    op.create_index("ix_system_messages_code", "system_messages", ["code", "id"])
    op.create_index(
        "ix_system_messages_thread", "system_messages", [sa.text(_THREAD), "id"]
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_index("ix_system_messages_problems", "system_messages")
    op.drop_index("ix_system_messages_thread", "system_messages")
    op.drop_index("ix_system_messages_code", "system_messages")
    op.drop_column("system_messages", "is_waiting")
    op.drop_column("system_messages", "batch_id")
