"""Endpoints of webhooks, their secrets, and what is delivered to them."""

import sqlalchemy as sa
from alembic import op

revision = "0080"
down_revision = "0079"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _moment(name: str, *, nullable: bool = True) -> "sa.Column[object]":
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def upgrade() -> None:
    """Places of their own; the previous release leaves them alone."""
    op.create_table(
        "webhook_endpoints",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("url", sa.String(500), nullable=False),
        sa.Column("types", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        _moment("created", nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_by_name", sa.String(200), nullable=False),
        _moment("stopped"),
        _moment("last_success"),
        _moment("failing_since"),
        sa.Column("failures", sa.Integer(), nullable=False),
        _moment("rests_until"),
        _moment("leased_until"),
        sa.Column("lease", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "webhook_secrets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("endpoint_id", _ID, nullable=False),
        sa.Column("reference", sa.String(36), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        _moment("created", nullable=False),
        _moment("ends"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("reference"),
        sa.ForeignKeyConstraint(
            ["endpoint_id"], ["webhook_endpoints.id"], ondelete="CASCADE"
        ),
    )
    op.create_index(
        op.f("ix_webhook_secrets_endpoint_id"), "webhook_secrets", ["endpoint_id"]
    )
    op.create_table(
        "webhook_events",
        sa.Column("id", _ID, nullable=False),
        sa.Column("message_id", sa.String(40), nullable=False),
        sa.Column("type", sa.String(40), nullable=False),
        _moment("created", nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("message_id"),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_webhook_events_created"), "webhook_events", ["created"])
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", _ID, nullable=False),
        sa.Column("event_id", _ID, nullable=False),
        sa.Column("endpoint_id", _ID, nullable=False),
        sa.Column("type", sa.String(40), nullable=False),
        sa.Column("correlation_id", sa.String(36), nullable=True),
        _moment("created", nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        _moment("next_try"),
        _moment("ended"),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("failure", sa.String(12), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("event_id", "endpoint_id"),
        sa.ForeignKeyConstraint(
            ["event_id"], ["webhook_events.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["endpoint_id"], ["webhook_endpoints.id"], ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_webhook_deliveries_next",
        "webhook_deliveries",
        ["endpoint_id", "state", "id"],
    )
    op.create_index(
        "ix_webhook_deliveries_created", "webhook_deliveries", ["created", "id"]
    )
    op.create_table(
        "webhook_attempts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("delivery_id", _ID, nullable=False),
        _moment("at", nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("failure", sa.String(12), nullable=True),
        sa.Column("answer", sa.String(500), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(
            ["delivery_id"], ["webhook_deliveries.id"], ondelete="CASCADE"
        ),
    )
    op.create_index(
        op.f("ix_webhook_attempts_delivery_id"), "webhook_attempts", ["delivery_id"]
    )


def downgrade() -> None:
    """Forget them."""
    for table in ("attempts", "deliveries", "events", "secrets", "endpoints"):
        op.drop_table(f"webhook_{table}")
