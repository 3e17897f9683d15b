"""From which score entries are matched automatically, and how far that has come."""

import sqlalchemy as sa
from alembic import op

revision = "0074"
down_revision = "0073"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_AMOUNT = sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite")
_ENDED = sa.text("ended_by IS NOT NULL")


def upgrade() -> None:
    """A place for it; the previous release leaves it alone."""
    op.create_index(
        "ix_entry_matches_ended", "entry_matches", ["id"],
        sqlite_where=_ENDED, postgresql_where=_ENDED,
    )  # fmt: skip
    op.create_table(
        "automatic_matching",
        sa.Column("id", _ID, nullable=False),
        sa.Column("score", sa.Integer()),
        sa.Column("charge", _AMOUNT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entries_seen", _ID, nullable=False),
        sa.Column("payments_seen", _ID, nullable=False),
        sa.Column("items_seen", _ID, nullable=False),
        sa.Column("walked_on", sa.Date()),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("automatic_matching")
    op.drop_index("ix_entry_matches_ended", "entry_matches")
