"""Who had an import run that had been taken back, stopped or refused."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Keep them; the release before neither reads nor writes the table."""
    op.create_table(
        "upload_restarts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("upload_id", _ID, nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("person_name", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_upload_restarts_upload_id", "upload_restarts", ["upload_id"])


def downgrade() -> None:
    """Forget them."""
    op.drop_table("upload_restarts")
