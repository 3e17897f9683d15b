"""The ERP: connections, configurations, their secrets, and what was checked."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0012"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)


def _one(name: str, table: str, state: str) -> None:
    """Of this state there is one row at most."""
    where = sa.text(f"state = '{state}'")
    op.create_index(
        name,
        table,
        ["state"],
        unique=True,
        sqlite_where=where,
        postgresql_where=where,
    )


def upgrade() -> None:
    op.create_table(
        "erp_connections",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("company", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("began", _INSTANT, nullable=False),
        sa.Column("ended", _INSTANT, nullable=True),
        sa.Column("last_contact", _INSTANT, nullable=True),
        sa.Column("failing_since", _INSTANT, nullable=True),
        sa.Column("failure", sa.String(length=500), nullable=True),
        sa.Column("failure_told", _INSTANT, nullable=True),
        sa.Column("verdict", sa.String(length=8), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    _one("ux_erp_connections_active", "erp_connections", "ACTIVE")
    op.create_table(
        "erp_versions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("connection_id", _ID, nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("restored_from", sa.Integer(), nullable=True),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_by_name", sa.String(), nullable=False),
        sa.Column("changed", _INSTANT, nullable=False),
        sa.Column("changed_by", sa.String(length=64), nullable=False),
        sa.Column("changed_by_name", sa.String(), nullable=False),
        sa.Column("activated", _INSTANT, nullable=True),
        sa.Column("activated_by", sa.String(length=64), nullable=True),
        sa.Column("activated_by_name", sa.String(), nullable=True),
        sa.Column("superseded", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("number"),
    )
    op.create_index("ix_erp_versions_connection_id", "erp_versions", ["connection_id"])
    _one("ux_erp_versions_active", "erp_versions", "ACTIVE")
    _one("ux_erp_versions_draft", "erp_versions", "DRAFT")
    _secrets()
    _checks()


def _secrets() -> None:
    op.create_table(
        "erp_secrets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("reference", sa.String(length=36), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=True),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_by_name", sa.String(), nullable=False),
        sa.Column("destroyed", _INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("reference"),
    )
    op.create_table(
        "erp_version_secrets",
        sa.Column("id", _ID, nullable=False),
        sa.Column("version_id", _ID, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("secret_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["version_id"], ["erp_versions.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["secret_id"], ["erp_secrets.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("version_id", "name"),
    )
    op.create_index(
        "ix_erp_version_secrets_secret_id", "erp_version_secrets", ["secret_id"]
    )


def _checks() -> None:
    op.create_table(
        "erp_check_runs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("version_id", _ID, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("checks", sa.JSON(), nullable=False),
        sa.Column("started", _INSTANT, nullable=False),
        sa.Column("started_by", sa.String(length=64), nullable=False),
        sa.Column("started_by_name", sa.String(), nullable=False),
        sa.Column("finished", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(
            ["version_id"], ["erp_versions.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_erp_check_runs_version_id", "erp_check_runs", ["version_id"])
    op.create_table(
        "erp_check_results",
        sa.Column("id", _ID, nullable=False),
        sa.Column("run_id", _ID, nullable=False),
        sa.Column("version_id", _ID, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("started", _INSTANT, nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("finding", sa.String(length=40), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("detail", sa.String(length=1000), nullable=True),
        sa.Column("field", sa.String(length=60), nullable=True),
        sa.Column("call_ids", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["erp_check_runs.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["erp_versions.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("run_id", "name"),
    )
    op.create_index(
        "ix_erp_check_results_latest",
        "erp_check_results",
        ["version_id", "name", "id"],
    )


def downgrade() -> None:
    op.drop_table("erp_check_results")
    op.drop_table("erp_check_runs")
    op.drop_table("erp_version_secrets")
    op.drop_table("erp_secrets")
    op.drop_table("erp_versions")
    op.drop_table("erp_connections")
