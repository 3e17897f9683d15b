"""The origins of accounting systems that may open and frame the validation window."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0027"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "erp_window_origins",
        sa.Column("id", _ID, nullable=False),
        sa.Column("origin", sa.String(length=280), nullable=False),
        sa.Column("added", sa.DateTime(timezone=True), nullable=False),
        sa.Column("added_by", sa.String(length=64), nullable=False),
        sa.Column("added_by_name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("origin"),
    )


def downgrade() -> None:
    op.drop_table("erp_window_origins")
