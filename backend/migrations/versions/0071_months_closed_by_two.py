"""Months that one person proposes to close and another closes."""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_AMOUNT = sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite")
_PROPOSED = sa.text("state = 'PROPOSED'")
_ACTIVE = sa.text("state = 'ACTIVE'")


def _people() -> list[sa.Column[object]]:
    return [
        sa.Column("proposed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("proposed_by", sa.String(64), nullable=False),
        sa.Column("proposed_by_name", sa.String(), nullable=False),
        sa.Column("decided", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_by", sa.String(64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
    ]


def upgrade() -> None:
    """Places for proposals and for the rule; the previous release leaves them alone."""
    op.add_column("month_closings", sa.Column("proposed_by", sa.String(64)))
    op.add_column("month_closings", sa.Column("proposed_by_name", sa.String()))
    op.create_table(
        "month_proposals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("state", sa.String(9), nullable=False),
        sa.Column("entries", _ID, nullable=False),
        sa.Column("unmatched", _ID, nullable=False),
        sa.Column("total", _AMOUNT, nullable=False),
        sa.Column("closing", _AMOUNT, nullable=True),
        sa.Column("is_complete", sa.Boolean(), nullable=True),
        sa.Column("adds_up", sa.Boolean(), nullable=True),
        sa.Column("differences", _ID, nullable=False),
        sa.Column("difference", _AMOUNT, nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        *_people(),
        sa.Column("decided_reason", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_month_proposals_waiting", "month_proposals", ["account_id", "month"],
        unique=True, sqlite_where=_PROPOSED, postgresql_where=_PROPOSED,
    )  # fmt: skip
    op.create_table(
        "month_rules",
        sa.Column("id", _ID, nullable=False),
        sa.Column("state", sa.String(9), nullable=False),
        sa.Column("needs_second", sa.Boolean(), nullable=False),
        *_people(),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_month_rules_proposed", "month_rules", ["state"],
        unique=True, sqlite_where=_PROPOSED, postgresql_where=_PROPOSED,
    )  # fmt: skip
    op.create_index(
        "ux_month_rules_active", "month_rules", ["state"],
        unique=True, sqlite_where=_ACTIVE, postgresql_where=_ACTIVE,
    )  # fmt: skip


def downgrade() -> None:
    """Forget them; what two closed stays closed by whoever confirmed."""
    op.drop_table("month_rules")
    op.drop_table("month_proposals")
    with op.batch_alter_table("month_closings") as batch:
        batch.drop_column("proposed_by_name")
        batch.drop_column("proposed_by")
