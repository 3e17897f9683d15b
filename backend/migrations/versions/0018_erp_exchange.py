"""The ERP: payment methods and how they are mapped, payments and what is written."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0016"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _mapping()
    _exchange()


def _mapping() -> None:
    op.create_table(
        "erp_readings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("list", sa.String(length=10), nullable=False),
        sa.Column("read", _INSTANT, nullable=True),
        sa.Column("failed", _INSTANT, nullable=True),
        sa.Column("code", sa.String(length=40), nullable=True),
        sa.Column("message", sa.String(length=500), nullable=True),
        sa.Column("company", sa.String(length=140), nullable=True),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "list"),
    )
    op.create_table(
        "erp_methods",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("native_id", sa.String(length=80), nullable=False),
        sa.Column("code", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("is_outbound", sa.Boolean(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("bank_account", sa.String(length=80), nullable=False),
        sa.Column("is_gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "native_id"),
    )
    op.create_table(
        "erp_own_accounts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("native_id", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("iban", sa.String(length=34), nullable=False),
        sa.Column("number", sa.String(length=34), nullable=False),
        sa.Column("bic", sa.String(length=11), nullable=False),
        sa.Column("statement_journal", sa.String(length=80), nullable=False),
        sa.Column("is_blocked", sa.Boolean(), nullable=False),
        sa.Column("is_gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "native_id"),
    )
    op.create_table(
        "erp_mappings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed", _INSTANT, nullable=False),
        sa.Column("changed_by", sa.String(length=64), nullable=False),
        sa.Column("changed_by_name", sa.String(), nullable=False),
        sa.Column("removed", _INSTANT, nullable=True),
        sa.Column("method", sa.String(length=80), nullable=False),
        sa.Column("account", sa.String(length=80), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("creditor_country", sa.String(length=2), nullable=False),
        sa.Column("reference_kind", sa.String(length=4), nullable=False),
        sa.Column("slip_type", sa.String(length=2), nullable=False),
        sa.Column("amount_from", sa.BigInteger(), nullable=True),
        sa.Column("amount_to", sa.BigInteger(), nullable=True),
        sa.Column("debtor_account", sa.String(length=34), nullable=False),
        sa.Column("target", sa.String(length=12), nullable=False),
        sa.Column("charge_bearer", sa.String(length=4), nullable=False),
        sa.Column("service_level", sa.String(length=4), nullable=False),
        sa.Column("local_instrument", sa.String(length=35), nullable=False),
        sa.Column("category_purpose", sa.String(length=4), nullable=False),
        sa.Column("instruction_priority", sa.String(length=4), nullable=False),
        sa.Column("batch_booking", sa.Boolean(), nullable=True),
        sa.Column("reference_rule", sa.String(length=4), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_erp_mappings_asked", "erp_mappings", ["connection_id", "method", "position"]
    )
    op.create_index(
        "ix_erp_mappings_changed", "erp_mappings", ["connection_id", "changed", "id"]
    )
    op.create_table(
        "erp_mapping_versions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("mapping_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("act", sa.String(length=8), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("by_id", sa.String(length=64), nullable=False),
        sa.Column("by_name", sa.String(), nullable=False),
        sa.Column("rule", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mapping_id"], ["erp_mappings.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("mapping_id", "number"),
    )


def _exchange() -> None:
    op.create_table(
        "erp_rounds",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("began", _INSTANT, nullable=False),
        sa.Column("ended", _INSTANT, nullable=True),
        sa.Column("is_whole", sa.Boolean(), nullable=False),
        sa.Column("cursor", sa.String(), nullable=True),
        sa.Column("pages", sa.Integer(), nullable=False),
        sa.Column("read", sa.Integer(), nullable=False),
        sa.Column("new", sa.Integer(), nullable=False),
        sa.Column("unreadable", sa.Integer(), nullable=False),
        sa.Column("failed", _INSTANT, nullable=True),
        sa.Column("code", sa.String(length=40), nullable=True),
        sa.Column("message", sa.String(length=500), nullable=True),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_erp_rounds_connection_id"), "erp_rounds", ["connection_id"]
    )
    op.create_table(
        "erp_orders",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("our_id", sa.String(length=35), nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("debtor_account", sa.String(length=34), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("company", sa.String(length=140), nullable=False),
        sa.Column("claimed", _INSTANT, nullable=True),
        sa.Column("upload_id", _ID, nullable=True),
        sa.Column("correlation_id", sa.String(length=36), nullable=True),
        sa.Column("followed", _INSTANT, nullable=True),
        sa.Column("is_over", sa.Boolean(), nullable=False),
        sa.Column("over_since", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("our_id"),
    )
    op.create_index(
        op.f("ix_erp_orders_correlation_id"), "erp_orders", ["correlation_id"]
    )
    op.create_index("ix_erp_orders_state", "erp_orders", ["connection_id", "state"])
    op.create_table(
        "erp_payments",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("native_id", sa.String(length=80), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(length=80), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("method", sa.String(length=80), nullable=False),
        sa.Column("account", sa.String(length=80), nullable=False),
        sa.Column("creditor_id", sa.String(length=80), nullable=False),
        sa.Column("creditor_name", sa.String(length=200), nullable=False),
        sa.Column("creditor", sa.JSON(), nullable=False),
        sa.Column("reference", sa.String(length=400), nullable=False),
        sa.Column("reference_kind", sa.String(length=4), nullable=False),
        sa.Column("slip_type", sa.String(length=2), nullable=False),
        sa.Column("invoices", sa.JSON(), nullable=False),
        sa.Column("own_end_to_end_id", sa.String(length=80), nullable=False),
        sa.Column("raw_sha256", sa.String(length=64), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("round_id", _ID, nullable=False),
        sa.Column("fetched", _INSTANT, nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("since", _INSTANT, nullable=False),
        sa.Column("reason_code", sa.String(length=40), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("allowed", sa.String(length=500), nullable=True),
        sa.Column("mapping_id", _ID, nullable=True),
        sa.Column("mapping_version", sa.Integer(), nullable=True),
        sa.Column("pays_from", sa.String(length=34), nullable=False),
        sa.Column("order_id", _ID, nullable=True),
        sa.Column("end_to_end_id", sa.String(length=35), nullable=True),
        sa.Column("told", sa.String(length=10), nullable=True),
        sa.Column("times_told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.ForeignKeyConstraint(["order_id"], ["erp_orders.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "native_id", "attempt"),
        sa.UniqueConstraint("end_to_end_id"),
    )
    op.create_index(
        "ix_erp_payments_amount", "erp_payments", ["connection_id", "amount", "id"]
    )
    op.create_index(
        "ix_erp_payments_due", "erp_payments", ["connection_id", "due", "id"]
    )
    op.create_index(
        "ix_erp_payments_fetched", "erp_payments", ["connection_id", "fetched", "id"]
    )
    op.create_index(op.f("ix_erp_payments_mapping_id"), "erp_payments", ["mapping_id"])
    op.create_index(
        "ix_erp_payments_number", "erp_payments", ["connection_id", "number", "id"]
    )
    op.create_index("ix_erp_payments_order", "erp_payments", ["order_id", "id"])
    op.create_index(
        "ix_erp_payments_round", "erp_payments", ["connection_id", "round_id"]
    )
    op.create_index(
        "ix_erp_payments_state", "erp_payments", ["connection_id", "state", "id"]
    )
    op.create_table(
        "erp_findings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("native_id", sa.String(length=80), nullable=False),
        sa.Column("number", sa.String(length=80), nullable=False),
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("field", sa.String(length=80), nullable=False),
        sa.Column("message", sa.String(length=500), nullable=False),
        sa.Column("round_id", _ID, nullable=False),
        sa.Column("seen", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "native_id", "code", "field"),
    )
    op.create_index(
        "ix_erp_findings_seen", "erp_findings", ["connection_id", "seen", "id"]
    )
    op.create_table(
        "erp_outbox",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("operation", sa.String(length=9), nullable=False),
        sa.Column("our_id", sa.String(length=80), nullable=False),
        sa.Column("label", sa.String(length=200), nullable=False),
        sa.Column("payment_id", _ID, nullable=True),
        sa.Column("order_id", _ID, nullable=True),
        sa.Column("statement_id", _ID, nullable=True),
        sa.Column("correlation_id", sa.String(length=36), nullable=True),
        sa.Column("content", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("since", _INSTANT, nullable=False),
        sa.Column("asked", _INSTANT, nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try", _INSTANT, nullable=True),
        sa.Column("code", sa.String(length=40), nullable=True),
        sa.Column("message", sa.String(length=500), nullable=True),
        sa.Column("detail", sa.String(length=1000), nullable=True),
        sa.Column("native_id", sa.String(length=80), nullable=True),
        sa.Column("was_there", sa.Boolean(), nullable=False),
        sa.Column("decided_by", sa.String(length=64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "operation", "our_id"),
    )
    op.create_index(
        "ix_erp_outbox_asked", "erp_outbox", ["connection_id", "asked", "id"]
    )
    op.create_index(
        op.f("ix_erp_outbox_correlation_id"), "erp_outbox", ["correlation_id"]
    )
    op.create_index("ix_erp_outbox_payment", "erp_outbox", ["payment_id", "id"])
    op.create_index(
        "ix_erp_outbox_state", "erp_outbox", ["connection_id", "state", "id"]
    )
    op.create_table(
        "erp_marks",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("name", sa.String(length=12), nullable=False),
        sa.Column("number", _ID, nullable=False),
        sa.Column("at", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "name"),
    )


def downgrade() -> None:
    op.drop_table("erp_marks")
    op.drop_table("erp_outbox")
    op.drop_table("erp_findings")
    op.drop_table("erp_payments")
    op.drop_table("erp_orders")
    op.drop_table("erp_rounds")
    op.drop_table("erp_mapping_versions")
    op.drop_table("erp_mappings")
    op.drop_table("erp_own_accounts")
    op.drop_table("erp_methods")
    op.drop_table("erp_readings")
