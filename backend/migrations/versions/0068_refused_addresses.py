"""Addresses of payees that banks have refused."""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None

_ADDRESS = (("refused_day", sa.Date()), ("refused_journal", sa.String(36)),
            ("refused_reason", sa.JSON()))  # fmt: skip


def upgrade() -> None:
    """Places for them; every batch is marked, so that all payees are derived anew."""
    op.add_column(
        "payees",
        sa.Column(
            "address_due", sa.Date(), nullable=False, server_default="9999-12-31"
        ),
    )
    op.execute("UPDATE payees SET address_due = COALESCE(address_since, address_due)")
    for name, kind in _ADDRESS:
        op.add_column("payee_addresses", sa.Column(name, kind, nullable=True))
    op.drop_index("ix_payees_address", "payees")
    op.create_index("ix_payees_address_due", "payees", ["address_due", "id"])
    op.execute("UPDATE payment_batches SET proven = NULL")


def downgrade() -> None:
    """Forget them."""
    op.drop_index("ix_payees_address_due", "payees")
    op.create_index("ix_payees_address", "payees", ["address_since", "identity", "id"])
    for name, _ in _ADDRESS:
        op.drop_column("payee_addresses", name)
    op.drop_column("payees", "address_due")
