"""Which payment stands for which refused or returned one."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_IS_LIVE = sa.text("ended_at IS NULL")


def upgrade() -> None:
    """A place for them; the previous release leaves it alone."""
    op.create_table(
        "payment_replacements",
        sa.Column("id", _ID, nullable=False),
        sa.Column("original_correlation_id", sa.String(36), nullable=False),
        sa.Column("original_position", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(36), nullable=False),
        sa.Column("position", _ID, nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("account_before", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_by_name", sa.String(200), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("held_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("correlation_id", "position"),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
    )
    op.create_index(
        "ix_payment_replacements_document_id", "payment_replacements", ["document_id"]
    )
    op.create_index(
        "ux_payment_replacements_live", "payment_replacements",
        ["original_correlation_id", "original_position"],
        unique=True, sqlite_where=_IS_LIVE, postgresql_where=_IS_LIVE,
    )  # fmt: skip


def downgrade() -> None:
    """Forget them."""
    op.drop_table("payment_replacements")
