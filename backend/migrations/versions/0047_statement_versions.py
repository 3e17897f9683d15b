"""Every statement is kept as a version, and every report's word for an entry.

What versions are to each other, and which entries are one booking, is derived by
`giroscope ledger rebuild`, which the worker does once for each realm.
"""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_DESCRIPTION = (
    ("detail_count", sa.Integer, False),
    ("details_add_up", sa.Boolean, True),
    ("counterparty_name", sa.String, True),
    ("counterparty_account", sa.String, True),
    ("counterparty_agent", sa.String, True),
    ("remittance", sa.String, True),
    ("reference", sa.String, True),
    ("end_to_end_id", sa.String, True),
    ("payment_batch_id", sa.String, True),
    ("bank_reference", sa.String, True),
    ("bank_transaction_code", sa.String, True),
    ("additional_information", sa.String, True),
    ("extra", sa.String, True),
    ("words", sa.String, False),
)
_KINDS = """
UPDATE statements SET kind = CASE
    WHEN format IN ('camt.052', 'mt942') THEN 'INTERIM'
    WHEN format = 'camt.054' THEN 'NOTIFICATION' ELSE 'BOOKED' END
"""
_POSITIONS = """
UPDATE statements SET position = (
    SELECT count(*) FROM statements AS before
    WHERE before.document_id = statements.document_id AND before.id <= statements.id)
"""
# The worker does it as soon as it runs, once.
_REBUILD = """
INSERT INTO jobs (verb, subject, state, done, total, attempts, created)
SELECT 'ledger.rebuild', 0, 'QUEUED', 0, 0, 1, CURRENT_TIMESTAMP
WHERE EXISTS (SELECT 1 FROM statements)
"""


def upgrade() -> None:
    """Add versions, report entries, possible duplicates and decisions."""
    _add_versions()
    _keep_reports()
    op.add_column("uploads", sa.Column("preview", sa.String(length=64)))
    op.execute(_REBUILD)
    op.create_table(
        "possible_duplicates",
        sa.Column("id", _ID, nullable=False),
        sa.Column("left_id", _ID, nullable=False),
        sa.Column("right_id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    for column in ("account_id", "left_id", "right_id"):
        name = op.f(f"ix_possible_duplicates_{column}")
        op.create_index(name, "possible_duplicates", [column])
    op.create_table(
        "ledger_decisions",
        sa.Column("id", _ID, nullable=False),
        sa.Column("subject", sa.String(length=10), nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("left_key", sa.String(length=120), nullable=False),
        sa.Column("right_key", sa.String(length=120), nullable=False),
        sa.Column("about", sa.String(length=300), nullable=False),
        sa.Column("verdict", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_by", sa.String(length=64), nullable=False),
        sa.Column("decided_by_name", sa.String(), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by_name", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    name = op.f("ix_ledger_decisions_account_id")
    op.create_index(name, "ledger_decisions", ["account_id"])


def _add_versions() -> None:
    with op.batch_alter_table("statements") as statements:
        for column in (
            sa.Column("position", sa.Integer(), nullable=False, server_default="1"),
            sa.Column("kind", sa.String(12), nullable=False, server_default="BOOKED"),
            sa.Column(
                "status", sa.String(12), nullable=False, server_default="CURRENT"
            ),
            sa.Column("related_id", _ID),
            sa.Column("reason", sa.String(40)),
            sa.Column("previous_id", _ID),
            sa.Column("link", sa.String(8)),
            sa.Column("page", sa.Integer()),
            sa.Column("period_source", sa.String(8)),
        ):
            statements.add_column(column)
    op.execute(_KINDS)
    op.execute(_POSITIONS)
    op.create_index("ix_statements_version", "statements", ["document_id", "position"])
    op.create_index(op.f("ix_statements_related_id"), "statements", ["related_id"])
    op.drop_index(
        op.f("ix_statement_overlaps_earlier_id"), table_name="statement_overlaps"
    )
    op.drop_table("statement_overlaps")


def _keep_reports() -> None:
    op.drop_index(op.f("ix_bare_entries_document_id"), table_name="bare_entries")
    op.drop_table("bare_entries")
    op.drop_index("ix_transactions_confirmed", table_name="transactions")
    for column in ("confirmed_by", "reported_state"):
        op.drop_column("transactions", column)
    op.add_column("transactions", sa.Column("own_id", _ID))
    op.add_column("transactions", sa.Column("described_by", _ID))
    op.add_column(
        "transactions",
        sa.Column(
            "is_composed", sa.Boolean(), nullable=False, server_default=sa.false()
        ),
    )
    op.create_table(
        "report_entries",
        sa.Column("own_id", _ID, autoincrement=False, nullable=False),
        sa.Column("entry_id", _ID, nullable=True),
        sa.Column("reason", sa.String(length=20), nullable=True),
        sa.Column("entry_key", sa.LargeBinary(length=16), nullable=True),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("statement_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("parent_id", _ID, nullable=True),
        sa.Column("position", _ID, nullable=False),
        sa.Column("line", _ID, nullable=True),
        sa.Column("booking_date", sa.Date(), nullable=True),
        sa.Column("value_date", sa.Date(), nullable=True),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("value_day", sa.Date(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("state", sa.SmallInteger(), nullable=False),
        sa.Column("reversal", sa.Boolean(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=True),
        *(
            sa.Column(name, kind(), nullable=is_nullable)
            for name, kind, is_nullable in _DESCRIPTION
        ),
        sa.PrimaryKeyConstraint("own_id"),
    )
    for name, column in (
        ("statement", "statement_id"), ("entry", "entry_id"), ("parent", "parent_id"),
    ):  # fmt: skip
        op.create_index(f"ix_report_entries_{name}", "report_entries", [column])


def downgrade() -> None:
    """Forget versions; what the ledger shows stays."""
    for table in ("ledger_decisions", "possible_duplicates", "report_entries"):
        op.drop_table(table)
    op.execute(
        "DELETE FROM statements WHERE status IN"
        " ('REPLACED', 'REPEATED', 'OTHER_FORMAT', 'DISPUTED', 'LOADING')"
    )
    op.drop_column("uploads", "preview")
    op.drop_index("ix_statements_version", table_name="statements")
    op.drop_index(op.f("ix_statements_related_id"), table_name="statements")
    with op.batch_alter_table("statements") as statements:
        for column in (
            "position", "kind", "status", "related_id", "reason", "previous_id",
            "link", "page", "period_source",
        ):  # fmt: skip
            statements.drop_column(column)
    for column in ("own_id", "described_by", "is_composed"):
        op.drop_column("transactions", column)
    op.add_column("transactions", sa.Column("confirmed_by", _ID))
    op.add_column(
        "transactions",
        sa.Column("reported_state", sa.SmallInteger(), nullable=False,
                  server_default="0"),
    )  # fmt: skip
    op.execute("UPDATE transactions SET reported_state = state")
    _entry = sa.text("confirmed_by IS NOT NULL")
    op.create_index(
        "ix_transactions_confirmed", "transactions", ["confirmed_by"],
        sqlite_where=_entry, postgresql_where=_entry,
    )  # fmt: skip
    op.create_table(
        "bare_entries",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        *(
            sa.Column(name, kind(), nullable=is_nullable)
            for name, kind, is_nullable in _DESCRIPTION
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_bare_entries_document_id"), "bare_entries", ["document_id"]
    )
    op.create_table(
        "statement_overlaps",
        sa.Column("statement_id", _ID, nullable=False),
        sa.Column("earlier_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("entries", _ID, nullable=False),
        sa.ForeignKeyConstraint(["earlier_id"], ["statements.id"]),
        sa.ForeignKeyConstraint(
            ["statement_id"], ["statements.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("statement_id", "earlier_id", "document_id"),
    )
    op.create_index(
        op.f("ix_statement_overlaps_earlier_id"), "statement_overlaps", ["earlier_id"]
    )
