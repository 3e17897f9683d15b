"""Demo data that is really sent: whose connection it is, and how far it is."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0035"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the columns."""
    op.add_column(
        "bank_connections",
        sa.Column("is_demo", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.add_column(
        "demo_sets",
        sa.Column("payments", sa.String(8), server_default="NONE", nullable=False),
    )
    op.add_column("demo_sets", sa.Column("payments_told", sa.String(), nullable=True))
    op.add_column("demo_sets", sa.Column("connection_id", _ID, nullable=True))


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("demo_sets") as demo_sets:
        demo_sets.drop_column("connection_id")
        demo_sets.drop_column("payments_told")
        demo_sets.drop_column("payments")
    with op.batch_alter_table("bank_connections") as connections:
        connections.drop_column("is_demo")
