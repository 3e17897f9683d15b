"""Rules: their versions, what they fitted, and what came of it."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0025"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)
_DRAFT = sa.text("number IS NULL")
_STANDING = sa.text("lifted IS NULL")


def upgrade() -> None:
    _rules()
    _labels()
    _effects()
    _restraints()
    _runs()


def _of_rule() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["rule_id"], ["rules.id"], ondelete="CASCADE")


def _rules() -> None:
    op.create_table(
        "rules",
        sa.Column("id", _ID, nullable=False),
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("subject", sa.String(length=11), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("version_id", _ID, nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.String(length=64), nullable=False),
        sa.Column("owner_name", sa.String(), nullable=False),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("changed", _INSTANT, nullable=False),
        sa.Column("asked_state", sa.String(length=8), nullable=True),
        sa.Column("asked_by", sa.String(length=64), nullable=True),
        sa.Column("asked_by_name", sa.String(), nullable=True),
        sa.Column("asked", _INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_table(
        "rule_versions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("rule_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=True),
        sa.Column("restored_from", sa.Integer(), nullable=True),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_by_name", sa.String(), nullable=False),
        sa.Column("began", _INSTANT, nullable=True),
        sa.Column("confirmed_by_name", sa.String(), nullable=True),
        _of_rule(),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("rule_id", "number"),
    )
    op.create_index(
        "ux_rule_versions_draft",
        "rule_versions",
        ["rule_id"],
        unique=True,
        sqlite_where=_DRAFT,
        postgresql_where=_DRAFT,
    )


def _labels() -> None:
    op.create_table(
        "rule_labels",
        sa.Column("id", _ID, nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("sort_name", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("sort_name"),
    )
    op.create_table(
        "rule_marks",
        sa.Column("label_id", _ID, nullable=False, autoincrement=False),
        sa.Column("subject", sa.String(length=11), nullable=False),
        sa.Column("record_id", _ID, nullable=False, autoincrement=False),
        sa.Column("rule_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["label_id"], ["rule_labels.id"], ondelete="CASCADE"),
        _of_rule(),
        sa.PrimaryKeyConstraint("label_id", "subject", "record_id"),
    )
    op.create_index("ix_rule_marks_record", "rule_marks", ["subject", "record_id"])
    op.create_index("ix_rule_marks_rule_id", "rule_marks", ["rule_id"])


def _effects() -> None:
    op.create_table(
        "rule_firings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("rule_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("is_shadow", sa.Boolean(), nullable=False),
        sa.Column("subject", sa.String(length=11), nullable=False),
        sa.Column("record_id", _ID, nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        _of_rule(),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("rule_id", "version", "is_shadow", "record_id"),
    )
    op.create_index("ix_rule_firings_at", "rule_firings", ["rule_id", "at"])
    op.create_index("ix_rule_firings_record", "rule_firings", ["subject", "record_id"])
    op.create_table(
        "rule_postings",
        sa.Column("record_id", _ID, nullable=False, autoincrement=False),
        sa.Column("rule_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("account", sa.String(length=40), nullable=False),
        sa.Column("text", sa.String(length=200), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        _of_rule(),
        sa.PrimaryKeyConstraint("record_id"),
    )
    op.create_index("ix_rule_postings_rule_id", "rule_postings", ["rule_id"])


def _restraints() -> None:
    op.create_table(
        "rule_holds",
        sa.Column("id", _ID, nullable=False),
        sa.Column("payment_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("rule_id", _ID, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("since", _INSTANT, nullable=False),
        sa.Column("lifted", _INSTANT, nullable=True),
        sa.Column("lifted_by", sa.String(length=64), nullable=True),
        sa.Column("lifted_by_name", sa.String(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=True),
        _of_rule(),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_rule_holds_payment_id", "rule_holds", ["payment_id"])
    op.create_index("ix_rule_holds_rule_id", "rule_holds", ["rule_id"])
    op.create_index("ix_rule_holds_journal", "rule_holds", ["correlation_id"])
    op.create_index(
        "ix_rule_holds_standing",
        "rule_holds",
        ["document_id"],
        sqlite_where=_STANDING,
        postgresql_where=_STANDING,
    )
    op.create_table(
        "rule_demands",
        sa.Column("document_id", _ID, nullable=False, autoincrement=False),
        sa.Column("rule_id", _ID, nullable=False, autoincrement=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("approvals", sa.Integer(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        _of_rule(),
        sa.PrimaryKeyConstraint("document_id", "rule_id"),
    )


def _runs() -> None:
    op.create_table(
        "rule_runs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("subject", sa.String(length=11), nullable=False),
        sa.Column("rule_id", _ID, nullable=True),
        sa.Column("revision", sa.Integer(), nullable=True),
        sa.Column("from_day", sa.Date(), nullable=True),
        sa.Column("to_day", sa.Date(), nullable=True),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=True),
        sa.Column("job_id", _ID, nullable=False),
        sa.Column("asked", _INSTANT, nullable=False),
        sa.Column("asked_by", sa.String(length=64), nullable=False),
        sa.Column("asked_by_name", sa.String(), nullable=False),
        _of_rule(),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_rule_runs_job_id", "rule_runs", ["job_id"])


def downgrade() -> None:
    for name in (
        "rule_runs",
        "rule_demands",
        "rule_holds",
        "rule_postings",
        "rule_firings",
        "rule_marks",
        "rule_labels",
        "rule_versions",
        "rules",
    ):
        op.drop_table(name)
