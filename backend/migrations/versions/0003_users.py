"""People as last seen, their roles, requests for roles, and events of the sign-in."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)
_PENDING = sa.text("state = 'PENDING'")


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=False),
        sa.Column("username", sa.String(), nullable=False),
        sa.Column("given_name", sa.String(), nullable=False),
        sa.Column("family_name", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sort_name", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("has_second_factor", sa.Boolean(), nullable=False),
        sa.Column("required_actions", sa.JSON(), nullable=False),
        sa.Column("other_roles", sa.Integer(), nullable=False),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=True),
        sa.Column("created_by_name", sa.String(), nullable=True),
        sa.Column("last_sign_in", _INSTANT, nullable=True),
        sa.Column("active_at", _INSTANT, nullable=False),
        sa.Column("has_mail_failed", sa.Boolean(), nullable=False),
        sa.Column("gone", _INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person_id"),
    )
    op.create_index("ix_people_name", "people", ["sort_name", "id"])
    op.create_index("ix_people_active", "people", ["active_at", "id"])
    op.create_index("ix_people_created", "people", ["created", "id"])
    op.create_index("ix_people_state", "people", ["state"])
    op.create_table(
        "people_roles",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=64), nullable=False),
        sa.Column("since", _INSTANT, nullable=False),
        sa.Column("given_by", sa.String(length=64), nullable=True),
        sa.Column("given_by_name", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person_id", "role"),
    )
    op.create_index("ix_people_roles_role", "people_roles", ["role"])
    op.create_table(
        "role_requests",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("expires", _INSTANT, nullable=False),
        sa.Column("requested_by", sa.String(length=64), nullable=False),
        sa.Column("requested_by_name", sa.String(), nullable=False),
        sa.Column("decided", _INSTANT, nullable=True),
        sa.Column("decided_by", sa.String(length=64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
        sa.Column("reason", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_role_requests_person_id", "role_requests", ["person_id"])
    op.create_index("ix_role_requests_state", "role_requests", ["state"])
    op.create_index(
        "ix_role_requests_pending",
        "role_requests",
        ["person_id", "role"],
        unique=True,
        sqlite_where=_PENDING,
        postgresql_where=_PENDING,
    )
    op.create_table(
        "sign_in_events",
        sa.Column("id", _ID, nullable=False),
        sa.Column("event_id", sa.String(length=64), nullable=False),
        sa.Column("time", _INSTANT, nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=False),
        sa.Column("session_id", sa.String(length=64), nullable=False),
        sa.Column("client", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("event_id"),
    )
    op.create_index("ix_sign_in_events_time", "sign_in_events", ["time"])
    op.create_index("ix_sign_in_events_person", "sign_in_events", ["person_id", "time"])
    op.create_table(
        "people_sync",
        sa.Column("id", _ID, nullable=False),
        sa.Column("fetched", _INSTANT, nullable=False),
        sa.Column("is_complete", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "people_rules",
        sa.Column("id", _ID, nullable=False),
        sa.Column("refuse_conflicts", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )


def downgrade() -> None:
    for table in (
        "people_rules",
        "people_sync",
        "sign_in_events",
        "role_requests",
        "people_roles",
        "people",
    ):
        op.drop_table(table)
