"""Payees as their payments show them."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_UNKEPT = sa.text("proven IS NULL")
_PAYMENT = (("payee", sa.String()), ("rail", sa.String(16)),
            ("address_fault", sa.String(32)))  # fmt: skip
_BATCH = (("bank_profile", sa.String(24)), ("proven", sa.BigInteger()))
_INDEXES = (
    ("ux_payees_identity", ["identity"], True),
    ("ix_payees_name", ["identity", "id"], False),
    ("ix_payees_key", ["key"], False),
    ("ix_payees_trust", ["trust", "identity", "id"], False),
    ("ix_payees_last", ["last_day", "id"], False),
    ("ix_payees_payments", ["payments", "id"], False),
    ("ix_payees_address", ["address_since", "identity", "id"], False),
    ("ix_payees_changed", ["changed_day", "identity", "id"], False),
)


def upgrade() -> None:
    """Places for them; the job `payees.keep` derives them, a portion at a time."""
    for table, columns in (("payments", _PAYMENT), ("payment_batches", _BATCH)):
        for name, kind in columns:
            op.add_column(table, sa.Column(name, kind, nullable=True))
    op.create_table(
        "payees",
        sa.Column("id", _ID, nullable=False),
        sa.Column("identity", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("payments", sa.BigInteger(), nullable=False),
        sa.Column("accounts", sa.BigInteger(), nullable=False),
        sa.Column("trust", sa.String(12), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("changed_day", sa.Date(), nullable=True),
        sa.Column("has_address", sa.Boolean(), nullable=False),
        sa.Column("address_since", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "payee_sums",
        sa.Column("id", _ID, nullable=False),
        sa.Column("payee_id", _ID, nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column(
            "amount",
            sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite"),
            nullable=False,
        ),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "payee_addresses",
        sa.Column("id", _ID, nullable=False),
        sa.Column("payee_id", _ID, nullable=False),
        sa.Column("bank", sa.String(), nullable=False),
        sa.Column("rail", sa.String(16), nullable=False),
        sa.Column("form", sa.String(12), nullable=True),
        sa.Column("fault", sa.String(32), nullable=True),
        sa.Column("since", sa.Date(), nullable=True),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("payment_id", _ID, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "stale_payees",
        sa.Column("id", _ID, nullable=False),
        sa.Column("identity", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_stale_payees_identity", "stale_payees", ["identity", "id"])
    for name, columns, is_unique in _INDEXES:
        op.create_index(name, "payees", columns, unique=is_unique)
    op.create_index(
        "ux_payee_sums", "payee_sums", ["payee_id", "currency", "outcome"], unique=True
    )
    op.create_index("ix_payee_sums_currency", "payee_sums", ["currency", "payee_id"])
    op.create_index(
        "ux_payee_addresses", "payee_addresses", ["payee_id", "bank", "rail"],
        unique=True,
    )  # fmt: skip
    op.create_index(
        "ix_payments_of_payee", "payments", ["payee", "execution_day", "id"]
    )
    op.create_index(
        "ix_payment_batches_unkept", "payment_batches", ["id"],
        sqlite_where=_UNKEPT, postgresql_where=_UNKEPT,
    )  # fmt: skip


def downgrade() -> None:
    """Forget them."""
    op.drop_index("ix_payment_batches_unkept", "payment_batches")
    op.drop_index("ix_payments_of_payee", "payments")
    for table in ("stale_payees", "payee_addresses", "payee_sums", "payees"):
        op.drop_table(table)
    for table, columns in (("payments", _PAYMENT), ("payment_batches", _BATCH)):
        for name, _ in columns:
            op.drop_column(table, name)
