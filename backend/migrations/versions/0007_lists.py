"""Saved views of lists, tickets for files, and ways to payments by what people know."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "saved_views",
        sa.Column("id", _ID, nullable=False),
        sa.Column("list", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("owner_name", sa.String(length=200), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_saved_views_list", "saved_views", ["list", "owner"])
    op.create_table(
        "default_views",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("list", sa.String(length=40), nullable=False),
        sa.Column("view_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["view_id"], ["saved_views.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ux_default_views_person", "default_views", ["person", "list"], unique=True
    )
    op.create_index("ix_default_views_view_id", "default_views", ["view_id"])
    op.create_table(
        "export_tickets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_index("ix_payments_amount", "payments", ["amount", "id"])
    op.create_index("ix_payments_creditor_account", "payments", ["creditor_account"])


def downgrade() -> None:
    op.drop_index("ix_payments_creditor_account", table_name="payments")
    op.drop_index("ix_payments_amount", table_name="payments")
    op.drop_table("export_tickets")
    op.drop_table("default_views")
    op.drop_table("saved_views")
