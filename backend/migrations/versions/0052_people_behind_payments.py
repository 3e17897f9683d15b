"""Who stands behind a payment file, and who gave a configuration its settings."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PERSON = (sa.String(64), sa.String())

_ACTIVATED = """
    INSERT INTO payment_actors (document_id, part, person_id, person_name, at)
    SELECT DISTINCT u.document_id, 'ACTIVATED', v.activated_by,
        COALESCE(v.activated_by_name, v.activated_by), v.activated
    FROM erp_orders o
    JOIN uploads u ON u.id = o.upload_id
    JOIN erp_versions v ON v.connection_id = o.connection_id
        AND v.state = 'ACTIVE' AND v.activated_by IS NOT NULL
"""
_MAPPED = """
    INSERT INTO payment_actors (document_id, part, person_id, person_name, at)
    SELECT u.document_id, 'MAPPED', m.by_id, MAX(m.by_name), MIN(m.at)
    FROM erp_orders o
    JOIN uploads u ON u.id = o.upload_id
    JOIN erp_payments p ON p.order_id = o.id
    JOIN erp_mapping_versions m ON m.mapping_id = p.mapping_id
        AND m.number <= p.mapping_version
    GROUP BY u.document_id, m.by_id
"""


def upgrade() -> None:
    """Keep them; what came from an ERP in use has its activator behind it already."""
    op.create_table(
        "payment_actors",
        sa.Column("id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("part", sa.String(14), nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("person_name", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("document_id", "part", "person_id", "person_name"),
    )
    op.create_table(
        "erp_askings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by_id", sa.String(64), nullable=False),
        sa.Column("by_name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_erp_askings_at", "erp_askings", ["connection_id", "at"])
    op.add_column(
        "erp_versions",
        sa.Column("setters", sa.JSON(), nullable=False, server_default=sa.text("'{}'")),
    )
    for table, name in (
        ("erp_versions", "requested_by"),
        ("erp_payments", "allowed_by"),
        ("erp_mapping_versions", "confirmed_by"),
    ):
        op.add_column(table, sa.Column(name, _PERSON[0]))
        op.add_column(table, sa.Column(f"{name}_name", _PERSON[1]))
    op.execute(_ACTIVATED)
    op.execute(_MAPPED)


def downgrade() -> None:
    """Forget them."""
    for table, name in (
        ("erp_versions", "requested_by"),
        ("erp_payments", "allowed_by"),
        ("erp_mapping_versions", "confirmed_by"),
    ):
        with op.batch_alter_table(table) as changed:
            changed.drop_column(f"{name}_name")
            changed.drop_column(name)
    with op.batch_alter_table("erp_versions") as versions:
        versions.drop_column("setters")
    op.drop_table("erp_askings")
    op.drop_table("payment_actors")
