"""Files that are uploaded together, and told of by one message."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Add the batches, and to each upload the name of its own."""
    op.create_table(
        "upload_batches",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("message_id", _ID, nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.add_column("uploads", sa.Column("batch_id", sa.String(length=36)))
    op.create_index(op.f("ix_uploads_batch_id"), "uploads", ["batch_id"])


def downgrade() -> None:
    """Forget which files came together."""
    op.drop_index(op.f("ix_uploads_batch_id"), "uploads")
    with op.batch_alter_table("uploads") as uploads:
        uploads.drop_column("batch_id")
    op.drop_table("upload_batches")
