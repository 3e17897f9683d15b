"""Work of a realm can be held."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0018"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of the hold."""
    op.create_table(
        "job_holds",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_name", sa.String(200), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("job_holds")
