"""Changes of the ERP that wait for a second person, and who may do both."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Room for requests, and for the reason of an exception."""
    op.add_column("people_rules", sa.Column("combine_reason", sa.String(500)))
    op.add_column("people_rules", sa.Column("combined_by_name", sa.String()))
    op.add_column("people_rules", sa.Column("combined", sa.DateTime(timezone=True)))
    op.create_table(
        "erp_requests",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(14), nullable=False),
        sa.Column("state", sa.String(9), nullable=False),
        sa.Column("version_id", _ID),
        sa.Column("revision", sa.Integer()),
        sa.Column("connection_id", _ID),
        sa.Column("mapping_id", _ID),
        sa.Column("rule", sa.JSON()),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("requested_by", sa.String(64), nullable=False),
        sa.Column("requested_by_name", sa.String(), nullable=False),
        sa.Column("decided", sa.DateTime(timezone=True)),
        sa.Column("decided_by", sa.String(64)),
        sa.Column("decided_by_name", sa.String()),
        sa.ForeignKeyConstraint(
            ["version_id"], ["erp_versions.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.ForeignKeyConstraint(
            ["mapping_id"], ["erp_mappings.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_erp_requests_pending", "erp_requests", ["state", "id"],
    )  # fmt: skip


def downgrade() -> None:
    """Forget them; what waits has to be asked for anew."""
    op.drop_table("erp_requests")
    with op.batch_alter_table("people_rules") as rules:
        rules.drop_column("combined")
        rules.drop_column("combined_by_name")
        rules.drop_column("combine_reason")
