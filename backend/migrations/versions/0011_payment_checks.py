"""Checks of payment files are kept, and earlier payments are found by payee.

Payments that are here already get their key and address form when their document is
imported again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0009"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("payments", sa.Column("payee_key", sa.String(), nullable=True))
    op.add_column("payments", sa.Column("reference_key", sa.String(), nullable=True))
    op.add_column(
        "payments", sa.Column("address_form", sa.String(length=12), nullable=True)
    )
    op.drop_index("ix_payments_creditor_account", table_name="payments")
    op.create_index(
        "ix_payments_creditor_account",
        "payments",
        ["creditor_account", "amount", "reference_key"],
    )
    op.create_index("ix_payments_payee", "payments", ["payee_key", "amount"])
    op.create_table(
        "payment_checks",
        sa.Column("document_id", _ID, autoincrement=False, nullable=False),
        sa.Column("standing", sa.String(length=8), nullable=False),
        sa.Column("checked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("report", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"]),
        sa.PrimaryKeyConstraint("document_id"),
    )
    op.create_table(
        "payment_flags",
        sa.Column("id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("position", _ID, nullable=False),
        sa.Column("code", sa.String(length=60), nullable=False),
        sa.Column("severity", sa.String(length=8), nullable=False),
        sa.Column("value", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=True),
        sa.Column("note_da", sa.String(), nullable=True),
        sa.Column("journal", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_payment_flags_payment", "payment_flags", ["document_id", "position"]
    )


def downgrade() -> None:
    op.drop_index("ix_payment_flags_payment", table_name="payment_flags")
    op.drop_table("payment_flags")
    op.drop_table("payment_checks")
    op.drop_index("ix_payments_payee", table_name="payments")
    op.drop_index("ix_payments_creditor_account", table_name="payments")
    op.create_index("ix_payments_creditor_account", "payments", ["creditor_account"])
    op.drop_column("payments", "address_form")
    op.drop_column("payments", "reference_key")
    op.drop_column("payments", "payee_key")
