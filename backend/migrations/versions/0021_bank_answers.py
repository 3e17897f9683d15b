"""Questions to banks that give each file once, until their answers are taken."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0017"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "bank_answers",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("request_id", sa.String(length=35), nullable=False),
        sa.Column("stamped", _INSTANT, nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("asked", _INSTANT, nullable=False),
        sa.Column("reply_sha256", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["connection_id"], ["bank_connections.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "request_id"),
    )
    op.create_index("ix_bank_answers_connection_id", "bank_answers", ["connection_id"])


def downgrade() -> None:
    op.drop_table("bank_answers")
