"""Connections to banks: keys, certificates, accounts served, inbox, tests, alarms.

The schedule's turns come with them, which say who looks at a bank when.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)
_PENDING = sa.text("state = 'PENDING'")
_CURRENT = sa.text("state = 'CURRENT'")
_NAMED = sa.text("reference IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "bank_connections",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("sort_name", sa.String(length=80), nullable=False),
        sa.Column("type", sa.String(length=12), nullable=False),
        sa.Column("profile", sa.String(length=40), nullable=False),
        sa.Column("environment", sa.String(length=10), nullable=False),
        sa.Column("country", sa.String(length=2), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_by_name", sa.String(), nullable=False),
        sa.Column("activated", _INSTANT, nullable=True),
        sa.Column("expires", _INSTANT, nullable=True),
        sa.Column("renews_itself", sa.Boolean(), nullable=False),
        sa.Column("renew_days_before", sa.Integer(), nullable=False),
        sa.Column("fetch_minutes", sa.Integer(), nullable=False),
        sa.Column("fetch_from", sa.Integer(), nullable=False),
        sa.Column("fetch_to", sa.Integer(), nullable=False),
        sa.Column("fetches_on_weekends", sa.Boolean(), nullable=False),
        sa.Column("next_fetch", _INSTANT, nullable=True),
        sa.Column("fetch_began", _INSTANT, nullable=True),
        sa.Column("listed_all", _INSTANT, nullable=True),
        sa.Column("last_sent", _INSTANT, nullable=True),
        sa.Column("last_received", _INSTANT, nullable=True),
        sa.Column("last_contact", _INSTANT, nullable=True),
        sa.Column("failing_since", _INSTANT, nullable=True),
        sa.Column("failure", sa.String(), nullable=True),
        sa.Column("failure_told", _INSTANT, nullable=True),
        sa.Column("paused", _INSTANT, nullable=True),
        sa.Column("paused_by_name", sa.String(), nullable=True),
        sa.Column("pause_reason", sa.String(length=500), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_bank_connections_next_fetch", "bank_connections", ["next_fetch"]
    )
    op.create_index("ix_bank_connections_sort_name", "bank_connections", ["sort_name"])
    op.create_index("ix_bank_connections_state", "bank_connections", ["state"])
    op.create_table(
        "bank_pauses",
        sa.Column("id", _ID, nullable=False),
        sa.Column("paused", _INSTANT, nullable=False),
        sa.Column("paused_by", sa.String(length=64), nullable=False),
        sa.Column("paused_by_name", sa.String(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "schedule_turns",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("taken", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "bank_files",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("reference", sa.String(length=80), nullable=True),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("raw_document_id", _ID, nullable=True),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("received", _INSTANT, nullable=False),
        sa.Column("collected_at", _INSTANT, nullable=True),
        sa.Column("refusal", sa.String(), nullable=True),
        sa.Column("upload_id", _ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["connection_id"],
            ["bank_connections.id"],
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.ForeignKeyConstraint(
            ["raw_document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_bank_files_collected", "bank_files", ["collected_at", "id"])
    op.create_index("ix_bank_files_content", "bank_files", ["connection_id", "sha256"])
    op.create_index("ix_bank_files_received", "bank_files", ["received"])
    op.create_index(
        "ux_bank_files_reference",
        "bank_files",
        ["connection_id", "reference"],
        unique=True,
        sqlite_where=_NAMED,
        postgresql_where=_NAMED,
    )
    op.create_table(
        "bank_key_requests",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("expires", _INSTANT, nullable=False),
        sa.Column("requested_by", sa.String(length=64), nullable=False),
        sa.Column("requested_by_name", sa.String(), nullable=False),
        sa.Column("decided", _INSTANT, nullable=True),
        sa.Column("decided_by", sa.String(length=64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["connection_id"], ["bank_connections.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_bank_key_requests_connection_id", "bank_key_requests", ["connection_id"]
    )
    op.create_index(
        "ux_bank_key_requests_pending",
        "bank_key_requests",
        ["connection_id"],
        unique=True,
        sqlite_where=_PENDING,
        postgresql_where=_PENDING,
    )
    op.create_table(
        "bank_keys",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=True),
        sa.Column("wrapped_code", sa.LargeBinary(), nullable=True),
        sa.Column("algorithm", sa.String(length=20), nullable=False),
        sa.Column("asked", _INSTANT, nullable=True),
        sa.Column("asked_id", sa.String(length=64), nullable=True),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_by_name", sa.String(), nullable=False),
        sa.Column("retired", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(
            ["connection_id"], ["bank_connections.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_bank_keys_connection_id", "bank_keys", ["connection_id"])
    op.create_index(
        "ux_bank_keys_current",
        "bank_keys",
        ["connection_id"],
        unique=True,
        sqlite_where=_CURRENT,
        postgresql_where=_CURRENT,
    )
    op.create_index(
        "ux_bank_keys_pending",
        "bank_keys",
        ["connection_id"],
        unique=True,
        sqlite_where=_PENDING,
        postgresql_where=_PENDING,
    )
    op.create_table(
        "bank_served_accounts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("number", sa.String(length=70), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=True),
        sa.Column("pays", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["connection_id"], ["bank_connections.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "number"),
    )
    op.create_index(
        "ix_bank_served_accounts_connection_id",
        "bank_served_accounts",
        ["connection_id"],
    )
    op.create_index(
        "ix_bank_served_accounts_number", "bank_served_accounts", ["number"]
    )
    op.create_table(
        "bank_tests",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("started", _INSTANT, nullable=False),
        sa.Column("started_by_name", sa.String(), nullable=False),
        sa.Column("finished", _INSTANT, nullable=True),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["connection_id"], ["bank_connections.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_bank_tests_connection_id", "bank_tests", ["connection_id"])
    op.create_table(
        "bank_certificates",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("key_id", _ID, nullable=True),
        sa.Column("kind", sa.String(length=6), nullable=False),
        sa.Column("purpose", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("pem", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("serial", sa.String(length=64), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("issuer", sa.String(), nullable=False),
        sa.Column("valid_from", _INSTANT, nullable=False),
        sa.Column("valid_to", _INSTANT, nullable=False),
        sa.Column("obtained", _INSTANT, nullable=False),
        sa.Column("replaced", _INSTANT, nullable=True),
        sa.ForeignKeyConstraint(
            ["connection_id"], ["bank_connections.id"], ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["key_id"],
            ["bank_keys.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "kind", "fingerprint"),
    )
    op.create_index(
        "ix_bank_certificates_connection_id", "bank_certificates", ["connection_id"]
    )
    op.create_index(
        "ix_bank_certificates_fingerprint", "bank_certificates", ["fingerprint"]
    )
    op.create_table(
        "bank_alarms",
        sa.Column("id", _ID, nullable=False),
        sa.Column("certificate_id", _ID, nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("given", _INSTANT, nullable=False),
        sa.ForeignKeyConstraint(
            ["certificate_id"], ["bank_certificates.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("certificate_id", "days"),
    )


def downgrade() -> None:
    for table in (
        "bank_alarms",
        "bank_certificates",
        "bank_tests",
        "bank_served_accounts",
        "bank_keys",
        "bank_key_requests",
        "bank_files",
        "schedule_turns",
        "bank_pauses",
        "bank_connections",
    ):
        op.drop_table(table)
