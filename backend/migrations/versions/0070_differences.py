"""What a match by a person leaves over, and how much that may be."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_AMOUNT = sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite")
_DIFFERS = sa.text("difference IS NOT NULL")


def upgrade() -> None:
    """Places for them; the previous release leaves them alone."""
    op.add_column("entry_matches", sa.Column("difference", _AMOUNT))
    op.add_column("entry_matches", sa.Column("currency", sa.String(3)))
    op.add_column("entry_matches", sa.Column("difference_reason", sa.String(10)))
    op.add_column("entry_matches", sa.Column("difference_note", sa.String(500)))
    op.create_index(
        "ix_entry_matches_difference", "entry_matches", ["id"],
        sqlite_where=_DIFFERS, postgresql_where=_DIFFERS,
    )  # fmt: skip
    op.create_table(
        "difference_limits",
        sa.Column("id", _ID, nullable=False),
        sa.Column("amount", _AMOUNT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("difference_limits")
    op.drop_index("ix_entry_matches_difference", "entry_matches")
    for name in ("difference_note", "difference_reason", "currency", "difference"):
        op.drop_column("entry_matches", name)
