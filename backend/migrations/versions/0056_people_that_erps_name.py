"""Who entered and who approved a payment in the ERP, as far as it says."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Keep them with the payment."""
    op.add_column(
        "erp_payments",
        sa.Column("people", sa.JSON(), nullable=False, server_default=sa.text("'{}'")),
    )


def downgrade() -> None:
    """Forget them."""
    with op.batch_alter_table("erp_payments") as payments:
        payments.drop_column("people")
