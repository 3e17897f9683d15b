"""Payments asked back from banks, and journals settled otherwise."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0021"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    # What stands in the queue until now are payments.
    op.add_column(
        "sendings",
        sa.Column(
            "kind", sa.String(length=8), nullable=False, server_default="pain.001"
        ),
    )
    op.add_column(
        "status_reports", sa.Column("case_id", sa.String(length=35), nullable=True)
    )
    op.add_column(
        "status_reports", sa.Column("recall", sa.String(length=4), nullable=True)
    )
    op.create_index("ix_status_reports_case_id", "status_reports", ["case_id"])
    op.add_column(
        "journals",
        sa.Column("trouble", sa.String(), nullable=False, server_default=""),
    )
    op.create_table(
        "recalls",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("case_id", sa.String(length=35), nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("connection_name", sa.String(), nullable=False),
        sa.Column("of_document_id", _ID, nullable=False),
        sa.Column("is_whole", sa.Boolean(), nullable=False),
        sa.Column("payments", _ID, nullable=False),
        sa.Column("reason", sa.String(length=4), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("asked", _INSTANT, nullable=False),
        sa.Column("asked_by", sa.String(length=64), nullable=False),
        sa.Column("asked_by_name", sa.String(), nullable=False),
        sa.Column("decided", _INSTANT, nullable=True),
        sa.Column("decided_by", sa.String(length=64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
        sa.Column("decision", sa.String(length=500), nullable=True),
        sa.Column("document_id", _ID, nullable=True),
        sa.Column("sending_id", _ID, nullable=True),
        sa.ForeignKeyConstraint(["of_document_id"], ["documents.id"]),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"]),
        sa.ForeignKeyConstraint(["sending_id"], ["sendings.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("case_id"),
    )
    op.create_index("ix_recalls_correlation_id", "recalls", ["correlation_id"])
    op.create_table(
        "recalled_payments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("recall_id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("position", _ID, nullable=False),
        sa.Column("batch_bank_id", sa.String(), nullable=True),
        sa.Column("end_to_end_id", sa.String(), nullable=True),
        sa.Column("instruction_id", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["recall_id"], ["recalls.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("recall_id", "position"),
    )
    op.create_index(
        "ix_recalled_payments_place",
        "recalled_payments",
        ["correlation_id", "position"],
    )
    op.create_table(
        "journal_settlements",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("by_id", sa.String(length=64), nullable=False),
        sa.Column("by_name", sa.String(length=200), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("trouble", sa.String(), nullable=False),
        sa.Column("undone", _INSTANT, nullable=True),
        sa.Column("undone_by_name", sa.String(length=200), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_journal_settlements_correlation_id",
        "journal_settlements",
        ["correlation_id"],
    )


def downgrade() -> None:
    op.drop_table("journal_settlements")
    op.drop_table("recalled_payments")
    op.drop_table("recalls")
    op.drop_index("ix_status_reports_case_id", "status_reports")
    op.drop_column("status_reports", "recall")
    op.drop_column("status_reports", "case_id")
    op.drop_column("journals", "trouble")
    op.drop_column("sendings", "kind")
