"""Returns and doubts of payments, alarms for what did not happen, comments."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0010"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("payments", sa.Column("doubt", sa.String(length=12), nullable=True))
    op.add_column("payments", sa.Column("return_id", _ID, nullable=True))
    op.create_index("ix_payments_return_id", "payments", ["return_id"])
    op.add_column(
        "journals", sa.Column("returned", _ID, nullable=False, server_default="0")
    )
    op.create_table(
        "journal_comments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.String(length=64), nullable=False),
        sa.Column("by_name", sa.String(length=200), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_journal_comments_correlation_id", "journal_comments", ["correlation_id"]
    )
    op.create_table(
        "alarms",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=120), nullable=False),
        sa.Column("raised", sa.DateTime(timezone=True), nullable=False),
        sa.Column("cleared", sa.DateTime(timezone=True), nullable=True),
        sa.Column("message_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"], ["system_messages.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_alarms_message_id", "alarms", ["message_id"])
    op.create_index(
        "ux_alarms_open", "alarms", ["kind", "subject"], unique=True,
        sqlite_where=sa.text("cleared IS NULL"),
        postgresql_where=sa.text("cleared IS NULL"),
    )  # fmt: skip
    op.create_table(
        "statement_habits",
        sa.Column("account_id", _ID, autoincrement=False, nullable=False),
        sa.Column("due", sa.String(length=5), nullable=False),
        sa.Column("is_watched", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("account_id"),
    )


def downgrade() -> None:
    op.drop_table("statement_habits")
    op.drop_table("alarms")
    op.drop_table("journal_comments")
    op.drop_column("journals", "returned")
    op.drop_index("ix_payments_return_id", table_name="payments")
    op.drop_column("payments", "return_id")
    op.drop_column("payments", "doubt")
