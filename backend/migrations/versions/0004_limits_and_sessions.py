"""Sessions that were ended early, and limits that differ in one realm."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "ended_sessions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("notice", sa.String(length=255), nullable=False),
        sa.Column("session", sa.String(length=255), nullable=True),
        sa.Column("person", sa.String(length=255), nullable=True),
        sa.Column("noted", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("notice"),
    )
    op.create_index(
        op.f("ix_ended_sessions_noted"), "ended_sessions", ["noted"], unique=False
    )
    op.create_table(
        "realm_limits",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", _ID, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    op.drop_table("realm_limits")
    op.drop_table("ended_sessions")
