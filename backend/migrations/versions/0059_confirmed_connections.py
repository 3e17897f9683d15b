"""What a second person confirms of a connection, and keys as banks are given them."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Places for both; the previous release leaves them empty."""
    op.add_column("bank_keys", sa.Column("public", sa.String(), nullable=True))
    op.add_column(
        "bank_key_requests", sa.Column("parameters", sa.JSON(), nullable=True)
    )


def downgrade() -> None:
    """Forget them."""
    with op.batch_alter_table("bank_keys") as keys:
        keys.drop_column("public")
    with op.batch_alter_table("bank_key_requests") as requests:
        requests.drop_column("parameters")
