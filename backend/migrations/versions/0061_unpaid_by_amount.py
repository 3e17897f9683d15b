"""Payments of which the same became, by amount: a long tab is sorted at once."""

from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None

_NAME = "ix_payments_outcome_amount"


def upgrade() -> None:
    """An index of its own."""
    op.create_index(_NAME, "payments", ["outcome", "amount", "id"])


def downgrade() -> None:
    """Without it."""
    op.drop_index(_NAME, "payments")
