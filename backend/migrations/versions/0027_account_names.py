"""What people call accounts, and the order in which each of them wants a list."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0022"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column(
        "accounts", sa.Column("nickname", sa.String(length=40), nullable=True)
    )
    op.create_table(
        "arrangements",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("list", sa.String(length=40), nullable=False),
        sa.Column("ids", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_arrangements_person", "arrangements", ["person", "list"], unique=True
    )


def downgrade() -> None:
    op.drop_table("arrangements")
    op.drop_column("accounts", "nickname")
