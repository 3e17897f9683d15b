"""What people have matched with which entry."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_STANDS = sa.text("stands")


def upgrade() -> None:
    """A place for them; the previous release leaves it alone."""
    op.create_table(
        "entry_matches",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("reasons", sa.JSON(), nullable=False),
        sa.Column("matched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("matched_by", sa.String(64), nullable=False),
        sa.Column("matched_by_name", sa.String(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_by", sa.String(64), nullable=True),
        sa.Column("ended_by_name", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "entry_match_sides",
        sa.Column("id", _ID, nullable=False),
        sa.Column("match_id", _ID, nullable=False),
        sa.Column("entry_id", _ID, nullable=True),
        sa.Column("payment_id", _ID, nullable=True),
        sa.Column("is_return", sa.Boolean(), nullable=False),
        sa.Column("about", sa.String(), nullable=False),
        sa.Column("stands", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_entry_match_sides_match_id", "entry_match_sides", ["match_id"])
    op.create_index(
        "ux_entry_match_sides_entry", "entry_match_sides", ["entry_id"],
        unique=True, sqlite_where=_STANDS, postgresql_where=_STANDS,
    )  # fmt: skip
    op.create_index(
        "ux_entry_match_sides_payment", "entry_match_sides",
        ["payment_id", "is_return"],
        unique=True, sqlite_where=_STANDS, postgresql_where=_STANDS,
    )  # fmt: skip


def downgrade() -> None:
    """Forget them."""
    op.drop_table("entry_match_sides")
    op.drop_table("entry_matches")
