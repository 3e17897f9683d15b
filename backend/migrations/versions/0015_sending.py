"""Files on their way to banks, and each attempt to send them."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)
_ALIVE = sa.text(
    "message_id IS NOT NULL AND state IN ('WAITING', 'LEAVING', 'SENT', 'UNKNOWN')"
)


def upgrade() -> None:
    op.create_table(
        "sendings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("message_id", sa.String(), nullable=True),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("since", _INSTANT, nullable=False),
        sa.Column("asked", _INSTANT, nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try", _INSTANT, nullable=True),
        sa.Column("held", sa.String(), nullable=True),
        sa.Column("held_text", sa.String(), nullable=True),
        sa.Column("left", _INSTANT, nullable=True),
        sa.Column("sent", _INSTANT, nullable=True),
        sa.Column("proof", sa.String(length=8), nullable=True),
        sa.Column("bank_code", sa.String(length=40), nullable=True),
        sa.Column("bank_text", sa.String(), nullable=True),
        sa.Column("decided", _INSTANT, nullable=True),
        sa.Column("decided_by", sa.String(length=64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("document_id"),
    )
    op.create_index("ix_sendings_correlation_id", "sendings", ["correlation_id"])
    op.create_index("ix_sendings_connection_id", "sendings", ["connection_id"])
    op.create_index("ix_sendings_state", "sendings", ["state", "next_try"])
    op.create_index(
        "ux_sendings_message",
        "sendings",
        ["connection_id", "message_id"],
        unique=True,
        sqlite_where=_ALIVE,
        postgresql_where=_ALIVE,
    )
    op.create_table(
        "send_attempts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("sending_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("request_id", sa.String(length=35), nullable=False),
        sa.Column("stamped", _INSTANT, nullable=False),
        sa.Column("request_sha256", sa.String(length=64), nullable=True),
        sa.Column("reply_sha256", sa.String(length=64), nullable=True),
        sa.Column("left", _INSTANT, nullable=True),
        sa.Column("ended", _INSTANT, nullable=True),
        sa.Column("bank_code", sa.String(length=40), nullable=True),
        sa.Column("bank_text", sa.String(), nullable=True),
        sa.Column("bank_reference", sa.String(), nullable=True),
        sa.Column("failure", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["sending_id"], ["sendings.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("request_id"),
        sa.UniqueConstraint("sending_id", "number"),
    )


def downgrade() -> None:
    op.drop_table("send_attempts")
    op.drop_table("sendings")
