"""Statements that came to an account by joining it with another, and how to undo it."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Remember which account a statement's file names, and what entries were."""
    op.add_column("statements", sa.Column("named_account_id", _ID))
    op.create_table(
        "entries_before_join",
        sa.Column("id", _ID, nullable=False),
        sa.Column("join_id", _ID, nullable=False),
        sa.Column("own_id", _ID, nullable=False),
        sa.Column("entry_id", _ID, nullable=False),
        sa.Column("entry_key", sa.LargeBinary(length=16), nullable=True),
        sa.Column("occurrence", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_entries_before_join_join_id"), "entries_before_join", ["join_id"]
    )


def downgrade() -> None:
    """Forget it; accounts that are joined stay so."""
    op.drop_table("entries_before_join")
    with op.batch_alter_table("statements") as statements:
        statements.drop_column("named_account_id")
