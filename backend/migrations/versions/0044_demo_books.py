"""Demo data that goes through an ERP: whose books they are, and how far they are."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0038"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns."""
    op.add_column(
        "erp_connections",
        sa.Column("is_demo", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.add_column(
        "demo_sets",
        sa.Column("erp", sa.String(10), server_default="NONE", nullable=False),
    )
    op.add_column("demo_sets", sa.Column("erp_told", sa.String(), nullable=True))
    op.add_column("demo_sets", sa.Column("erp_version_id", _ID, nullable=True))


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("demo_sets") as demo_sets:
        demo_sets.drop_column("erp_version_id")
        demo_sets.drop_column("erp_told")
        demo_sets.drop_column("erp")
    with op.batch_alter_table("erp_connections") as connections:
        connections.drop_column("is_demo")
