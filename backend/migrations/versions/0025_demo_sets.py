"""Demo data: its sets, and the files of each."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0023"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "demo_sets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("preset", sa.String(20), nullable=False),
        sa.Column("wish", sa.JSON(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("job_id", _ID, nullable=True),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("created_by", sa.String(64), nullable=False),
        sa.Column("created_by_name", sa.String(200), nullable=False),
        sa.Column("removed", _INSTANT, nullable=True),
        sa.Column("kept", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_demo_sets_state", "demo_sets", ["state"])
    op.create_table(
        "demo_files",
        sa.Column("set_id", _ID, autoincrement=False, nullable=False),
        sa.Column("position", _ID, autoincrement=False, nullable=False),
        sa.Column("upload_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["set_id"], ["demo_sets.id"]),
        sa.PrimaryKeyConstraint("set_id", "position"),
    )
    op.create_index("ix_demo_files_upload_id", "demo_files", ["upload_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("demo_files")
    op.drop_table("demo_sets")
