"""Months of accounts that people have closed."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_AMOUNT = sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite")
_IN_FORCE = sa.text("reopened_at IS NULL")


def upgrade() -> None:
    """A place for them; the previous release leaves it alone."""
    op.create_table(
        "month_closings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("entries", _ID, nullable=False),
        sa.Column("total", _AMOUNT, nullable=False),
        sa.Column("closing", _AMOUNT, nullable=True),
        sa.Column("is_due", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_by", sa.String(64), nullable=False),
        sa.Column("closed_by_name", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=True),
        sa.Column("reopened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reopened_by", sa.String(64), nullable=True),
        sa.Column("reopened_by_name", sa.String(), nullable=True),
        sa.Column("reopened_reason", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_month_closings_in_force", "month_closings", ["account_id", "month"],
        unique=True, sqlite_where=_IN_FORCE, postgresql_where=_IN_FORCE,
    )  # fmt: skip


def downgrade() -> None:
    """Forget them."""
    op.drop_table("month_closings")
