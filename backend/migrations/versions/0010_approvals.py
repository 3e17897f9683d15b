"""Approvals of payment documents, the rules they follow, and what was signed."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0011"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "approval_cases",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("connection_name", sa.String(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("opened", _TIME, nullable=False),
        sa.Column("expires", _TIME, nullable=False),
        sa.Column("execution_date", sa.Date(), nullable=True),
        sa.Column("policy_version", sa.Integer(), nullable=True),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("told", sa.JSON(), nullable=False),
        sa.Column("is_told", sa.Boolean(), nullable=False),
        sa.Column("decided", _TIME, nullable=True),
        sa.Column("decided_by", sa.String(length=64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("document_id"),
    )
    op.create_index(
        "ix_approval_cases_correlation_id", "approval_cases", ["correlation_id"]
    )
    op.create_index("ix_approval_cases_state", "approval_cases", ["state"])
    op.create_table(
        "approvals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("case_id", _ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=False),
        sa.Column("person_name", sa.String(), nullable=False),
        sa.Column("for_id", sa.String(length=64), nullable=True),
        sa.Column("for_name", sa.String(), nullable=True),
        sa.Column("at", _TIME, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.Column("undone", _TIME, nullable=True),
        sa.ForeignKeyConstraint(["case_id"], ["approval_cases.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_approvals_case_id", "approvals", ["case_id"])
    op.create_index(
        "ux_approvals_person", "approvals", ["case_id", "person_id"], unique=True,
        sqlite_where=sa.text("undone IS NULL"),
        postgresql_where=sa.text("undone IS NULL"),
    )  # fmt: skip
    op.create_table(
        "approval_delegations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("from_id", sa.String(length=64), nullable=False),
        sa.Column("from_name", sa.String(), nullable=False),
        sa.Column("to_id", sa.String(length=64), nullable=False),
        sa.Column("to_name", sa.String(), nullable=False),
        sa.Column("from_day", sa.Date(), nullable=False),
        sa.Column("to_day", sa.Date(), nullable=False),
        sa.Column("created", _TIME, nullable=False),
        sa.Column("ended", _TIME, nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_approval_delegations_from_id", "approval_delegations",
                    ["from_id"])  # fmt: skip
    op.create_index("ix_approval_delegations_to_id", "approval_delegations", ["to_id"])
    op.create_table(
        "approval_policy_versions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=True),
        sa.Column("proposed", _TIME, nullable=False),
        sa.Column("proposed_by", sa.String(length=64), nullable=False),
        sa.Column("proposed_by_name", sa.String(), nullable=False),
        sa.Column("decided", _TIME, nullable=True),
        sa.Column("decided_by", sa.String(length=64), nullable=True),
        sa.Column("decided_by_name", sa.String(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    for name, state in (("proposed", "PROPOSED"), ("active", "ACTIVE")):
        only = sa.text(f"state = '{state}'")
        op.create_index(
            f"ux_approval_policies_{name}", "approval_policy_versions", ["state"],
            unique=True, sqlite_where=only, postgresql_where=only,
        )  # fmt: skip
    op.create_table(
        "releases",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("signed", _TIME, nullable=False),
        sa.Column("signed_by", sa.String(length=64), nullable=False),
        sa.Column("signed_by_name", sa.String(), nullable=False),
        sa.Column("sending_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("document_id"),
    )
    op.create_index("ix_releases_correlation_id", "releases", ["correlation_id"])


def downgrade() -> None:
    for table in (
        "releases", "approval_policy_versions", "approval_delegations", "approvals",
        "approval_cases",
    ):  # fmt: skip
        op.drop_table(table)
