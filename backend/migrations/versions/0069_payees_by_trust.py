"""Payees of a trust state in every order of their list."""

from alembic import op

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None

_ORDERS = {"last": "last_day", "payments": "payments", "address_due": "address_due"}


def upgrade() -> None:
    """An index for each."""
    for name, column in _ORDERS.items():
        op.create_index(f"ix_payees_trust_{name}", "payees", ["trust", column, "id"])


def downgrade() -> None:
    """None."""
    for name in _ORDERS:
        op.drop_index(f"ix_payees_trust_{name}", "payees")
