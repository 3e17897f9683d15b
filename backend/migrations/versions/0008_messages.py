"""Who has read and acknowledged which message, and which ones are resolved.

Whoever has read everything is noted by one number instead of a row for each message.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column(
        "message_reads",
        sa.Column("acknowledged", sa.DateTime(timezone=True), nullable=True),
    )
    # Two windows of one person may have noted the same reading at one moment.
    op.execute(
        "DELETE FROM message_reads WHERE id NOT IN"
        " (SELECT MIN(id) FROM message_reads GROUP BY user_id, message_id)"
    )
    op.drop_index("ix_message_reads_user_id", table_name="message_reads")
    op.create_index(
        "ux_message_reads_user", "message_reads", ["user_id", "message_id"], unique=True
    )
    op.create_table(
        "message_readers",
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("read_to", _ID, nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "message_resolutions",
        sa.Column("message_id", _ID, autoincrement=False, nullable=False),
        sa.Column("by_id", sa.String(length=64), nullable=False),
        sa.Column("by_name", sa.String(length=200), nullable=False),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"], ["system_messages.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("message_id"),
    )
    op.create_table(
        "message_changes",
        sa.Column("id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_system_messages_created", "system_messages", ["created", "id"])
    op.create_index(
        "ix_system_messages_reference", "system_messages", ["reference", "id"]
    )


def downgrade() -> None:
    op.drop_index("ix_system_messages_reference", table_name="system_messages")
    op.drop_index("ix_system_messages_created", table_name="system_messages")
    op.drop_table("message_changes")
    op.drop_table("message_resolutions")
    op.drop_table("message_readers")
    op.drop_index("ux_message_reads_user", table_name="message_reads")
    op.create_index("ix_message_reads_user_id", "message_reads", ["user_id"])
    op.drop_column("message_reads", "acknowledged")
