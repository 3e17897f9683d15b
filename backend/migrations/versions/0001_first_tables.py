"""Documents, messages, accounts, uploads, statements, payments, journals, jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

_TABLES = (
    "accounts",
    "counters",
    "documents",
    "jobs",
    "journal_events",
    "journals",
    "realm_keys",
    "system_messages",
    "transactions",
    "bare_entries",
    "journal_documents",
    "message_reads",
    "payment_batches",
    "statements",
    "status_reports",
    "uploads",
    "payments",
    "statement_overlaps",
    "upload_findings",
)

_UNASKED = (
    "counterparty_name",
    "counterparty_account",
    "counterparty_agent",
    "remittance",
    "reference",
    "bank_reference",
    "additional_information",
    "extra",
)


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", _ID, nullable=False),
        sa.Column("number", sa.String(length=70), nullable=False),
        sa.Column("iban", sa.String(length=34), nullable=True),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("owner", sa.String(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("servicer", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("number", "currency"),
    )
    op.create_table(
        "counters",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", _ID, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "documents",
        sa.Column("id", _ID, nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("size", _ID, nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("format", sa.String(length=20), nullable=True),
        sa.Column("version", sa.String(length=60), nullable=True),
        sa.Column("encoding", sa.String(length=40), nullable=True),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.Column("received_by", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("sha256"),
    )
    op.create_index(
        op.f("ix_documents_received"), "documents", ["received"], unique=False
    )
    op.create_table(
        "jobs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("verb", sa.String(length=40), nullable=False),
        sa.Column("subject", _ID, nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("stage", sa.String(length=40), nullable=True),
        sa.Column("done", _ID, nullable=False),
        sa.Column("total", _ID, nullable=False),
        sa.Column("message", sa.String(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_jobs_state"), "jobs", ["state"], unique=False)
    op.create_index(op.f("ix_jobs_subject"), "jobs", ["subject"], unique=False)
    op.create_table(
        "journal_events",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("level", sa.String(length=8), nullable=False),
        sa.Column("code", sa.String(length=60), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("actor", sa.String(), nullable=True),
        sa.Column("document_id", _ID, nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_journal_events_correlation_id"),
        "journal_events",
        ["correlation_id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_journal_events_document_id"),
        "journal_events",
        ["document_id"],
        unique=False,
    )
    op.create_table(
        "journals",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("needs_attention", sa.Boolean(), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.String(), nullable=True),
        sa.Column("account_id", _ID, nullable=True),
        sa.Column("execution_date", sa.Date(), nullable=True),
        sa.Column("execution_day", sa.Date(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("totals", sa.JSON(), nullable=False),
        sa.Column("payments", _ID, nullable=False),
        sa.Column("accepted", _ID, nullable=False),
        sa.Column("rejected", _ID, nullable=False),
        sa.Column("pending", _ID, nullable=False),
        sa.Column("booked", _ID, nullable=False),
        sa.Column("has_status", sa.Boolean(), nullable=False),
        sa.Column("has_statement", sa.Boolean(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("correlation_id"),
    )
    op.create_index(
        op.f("ix_journals_account_id"), "journals", ["account_id"], unique=False
    )
    op.create_index("ix_journals_amount", "journals", ["amount", "id"], unique=False)
    op.create_index("ix_journals_created", "journals", ["created", "id"], unique=False)
    op.create_index(
        "ix_journals_execution", "journals", ["execution_day", "id"], unique=False
    )
    op.create_index(
        op.f("ix_journals_message_id"), "journals", ["message_id"], unique=False
    )
    op.create_index(
        op.f("ix_journals_needs_attention"),
        "journals",
        ["needs_attention"],
        unique=False,
    )
    op.create_index("ix_journals_state", "journals", ["state", "id"], unique=False)
    op.create_index("ix_journals_updated", "journals", ["updated", "id"], unique=False)
    op.create_table(
        "realm_keys",
        sa.Column("id", _ID, nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "system_messages",
        sa.Column("id", _ID, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("level", sa.String(length=8), nullable=False),
        sa.Column("code", sa.String(length=60), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("values", sa.String(), nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=True),
        sa.Column("reference", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        op.f("ix_system_messages_correlation_id"),
        "system_messages",
        ["correlation_id"],
        unique=False,
    )
    op.create_index(
        "ix_system_messages_level", "system_messages", ["level", "id"], unique=False
    )
    op.create_table(
        "transactions",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("entry_key", sa.LargeBinary(length=16), nullable=True),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("statement_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("confirmed_by", _ID, nullable=True),
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
        sa.Column("reported_state", sa.SmallInteger(), nullable=False),
        sa.Column("reversal", sa.Boolean(), nullable=False),
        sa.Column("detail_count", sa.Integer(), nullable=False),
        sa.Column("details_add_up", sa.Boolean(), nullable=True),
        sa.Column("balance", sa.BigInteger(), nullable=True),
        sa.Column("counterparty_name", sa.String(), nullable=True),
        sa.Column("counterparty_account", sa.String(), nullable=True),
        sa.Column("counterparty_agent", sa.String(), nullable=True),
        sa.Column("remittance", sa.String(), nullable=True),
        sa.Column("reference", sa.String(), nullable=True),
        sa.Column("end_to_end_id", sa.String(), nullable=True),
        sa.Column("payment_batch_id", sa.String(), nullable=True),
        sa.Column("bank_reference", sa.String(), nullable=True),
        sa.Column("bank_transaction_code", sa.String(), nullable=True),
        sa.Column("additional_information", sa.String(), nullable=True),
        sa.Column("extra", sa.String(), nullable=True),
        sa.Column("words", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "ix_transactions_account",
        "transactions",
        ["account_id", "day", "id"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NULL"),
        postgresql_where=sa.text("parent_id IS NULL"),
    )
    op.create_index(
        "ix_transactions_confirmed",
        "transactions",
        ["confirmed_by"],
        unique=False,
        sqlite_where=sa.text("confirmed_by IS NOT NULL"),
        postgresql_where=sa.text("confirmed_by IS NOT NULL"),
    )
    op.create_index(
        "ix_transactions_day",
        "transactions",
        ["day", "id", "value_day"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NULL"),
        postgresql_where=sa.text("parent_id IS NULL"),
    )
    op.create_index(
        "ix_transactions_end_to_end",
        "transactions",
        ["end_to_end_id"],
        unique=False,
        sqlite_where=sa.text("end_to_end_id IS NOT NULL"),
        postgresql_where=sa.text("end_to_end_id IS NOT NULL"),
    )
    op.create_index(
        "ix_transactions_parent",
        "transactions",
        ["parent_id", "position"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NOT NULL"),
        postgresql_where=sa.text("parent_id IS NOT NULL"),
    )
    op.create_index(
        "ix_transactions_payment_batch",
        "transactions",
        ["payment_batch_id"],
        unique=False,
        sqlite_where=sa.text("payment_batch_id IS NOT NULL"),
        postgresql_where=sa.text("payment_batch_id IS NOT NULL"),
    )
    op.create_index(
        "ix_transactions_reversal",
        "transactions",
        ["day", "id"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NULL AND reversal"),
        postgresql_where=sa.text("parent_id IS NULL AND reversal"),
    )
    op.create_index(
        "ix_transactions_size",
        "transactions",
        ["size", "id", "day"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NULL"),
        postgresql_where=sa.text("parent_id IS NULL"),
    )
    op.create_index(
        "ix_transactions_statement",
        "transactions",
        ["statement_id"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NULL"),
        postgresql_where=sa.text("parent_id IS NULL"),
    )
    op.create_index(
        "ix_transactions_unbooked",
        "transactions",
        ["day", "id"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NULL AND state <> 0"),
        postgresql_where=sa.text("parent_id IS NULL AND state <> 0"),
    )
    op.create_index(
        "ix_transactions_value",
        "transactions",
        ["value_day", "id", "day"],
        unique=False,
        sqlite_where=sa.text("parent_id IS NULL"),
        postgresql_where=sa.text("parent_id IS NULL"),
    )
    op.create_index(
        "ux_transactions_entry",
        "transactions",
        ["entry_key", "occurrence"],
        unique=True,
        sqlite_where=sa.text("parent_id IS NULL"),
        postgresql_where=sa.text("parent_id IS NULL"),
    )
    op.create_table(
        "bare_entries",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("detail_count", sa.Integer(), nullable=False),
        sa.Column("details_add_up", sa.Boolean(), nullable=True),
        sa.Column("counterparty_name", sa.String(), nullable=True),
        sa.Column("counterparty_account", sa.String(), nullable=True),
        sa.Column("counterparty_agent", sa.String(), nullable=True),
        sa.Column("remittance", sa.String(), nullable=True),
        sa.Column("reference", sa.String(), nullable=True),
        sa.Column("end_to_end_id", sa.String(), nullable=True),
        sa.Column("payment_batch_id", sa.String(), nullable=True),
        sa.Column("bank_reference", sa.String(), nullable=True),
        sa.Column("bank_transaction_code", sa.String(), nullable=True),
        sa.Column("additional_information", sa.String(), nullable=True),
        sa.Column("extra", sa.String(), nullable=True),
        sa.Column("words", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_bare_entries_document_id"),
        "bare_entries",
        ["document_id"],
        unique=False,
    )
    op.create_table(
        "journal_documents",
        sa.Column("id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("added", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_journal_documents_document_id"),
        "journal_documents",
        ["document_id"],
        unique=False,
    )
    op.create_index(
        "ux_journal_documents",
        "journal_documents",
        ["correlation_id", "document_id"],
        unique=True,
    )
    op.create_table(
        "message_reads",
        sa.Column("id", _ID, nullable=False),
        sa.Column("user_id", sa.String(length=64), nullable=False),
        sa.Column("message_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["message_id"], ["system_messages.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_message_reads_message_id"),
        "message_reads",
        ["message_id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_message_reads_user_id"), "message_reads", ["user_id"], unique=False
    )
    op.create_table(
        "payment_batches",
        sa.Column("id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("bank_id", sa.String(), nullable=True),
        sa.Column("execution_date", sa.Date(), nullable=True),
        sa.Column("debtor_name", sa.String(), nullable=True),
        sa.Column("debtor_account", sa.String(length=70), nullable=True),
        sa.Column("debtor_agent", sa.String(), nullable=True),
        sa.Column("batch_booking", sa.Boolean(), nullable=True),
        sa.Column("transaction_id", _ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_payment_batches_bank_id"), "payment_batches", ["bank_id"], unique=False
    )
    op.create_index(
        op.f("ix_payment_batches_correlation_id"),
        "payment_batches",
        ["correlation_id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_payment_batches_document_id"),
        "payment_batches",
        ["document_id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_payment_batches_transaction_id"),
        "payment_batches",
        ["transaction_id"],
        unique=False,
    )
    op.create_table(
        "statements",
        sa.Column("id", _ID, nullable=False),
        sa.Column("identity", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("format", sa.String(length=20), nullable=False),
        sa.Column("is_final", sa.Boolean(), nullable=False),
        sa.Column("bank_id", sa.String(), nullable=True),
        sa.Column("sequence", sa.String(length=40), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("created", sa.String(length=40), nullable=True),
        sa.Column("imported", sa.DateTime(timezone=True), nullable=False),
        sa.Column("from_date", sa.Date(), nullable=True),
        sa.Column("to_date", sa.Date(), nullable=True),
        sa.Column("opening", sa.BigInteger(), nullable=True),
        sa.Column("opening_date", sa.Date(), nullable=True),
        sa.Column("closing", sa.BigInteger(), nullable=True),
        sa.Column("closing_date", sa.Date(), nullable=True),
        sa.Column("incoming", sa.BigInteger(), nullable=False),
        sa.Column("outgoing", sa.BigInteger(), nullable=False),
        sa.Column("entries", _ID, nullable=False),
        sa.Column("details", _ID, nullable=False),
        sa.Column("balanced", sa.Boolean(), nullable=True),
        sa.Column("reader_version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["accounts.id"],
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("identity"),
    )
    op.create_index(
        "ix_statements_account",
        "statements",
        ["account_id", "to_date", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_statements_correlation_id"),
        "statements",
        ["correlation_id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_statements_digest"), "statements", ["digest"], unique=False
    )
    op.create_index(
        op.f("ix_statements_document_id"), "statements", ["document_id"], unique=False
    )
    op.create_table(
        "status_reports",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("level", sa.String(length=8), nullable=False),
        sa.Column("batch_bank_id", sa.String(), nullable=True),
        sa.Column("end_to_end_id", sa.String(), nullable=True),
        sa.Column("instruction_id", sa.String(), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=True),
        sa.Column("stated", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reasons", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_status_reports_document_id"),
        "status_reports",
        ["document_id"],
        unique=False,
    )
    op.create_index(
        "ix_status_reports_journal",
        "status_reports",
        ["correlation_id", "end_to_end_id"],
        unique=False,
    )
    op.create_table(
        "uploads",
        sa.Column("id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("job_id", _ID, nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.String(length=64), nullable=False),
        sa.Column("created_by_name", sa.String(), nullable=False),
        sa.Column("idempotency_key", sa.String(length=300), nullable=True),
        sa.Column("format", sa.String(length=20), nullable=True),
        sa.Column("version", sa.String(length=60), nullable=True),
        sa.Column("counts", sa.JSON(), nullable=True),
        sa.Column("totals", sa.JSON(), nullable=False),
        sa.Column("accounts", sa.JSON(), nullable=False),
        sa.Column("from_date", sa.Date(), nullable=True),
        sa.Column("to_date", sa.Date(), nullable=True),
        sa.Column("correlation_id", sa.String(length=36), nullable=True),
        sa.Column("duplicate_of", _ID, nullable=True),
        sa.Column("wrong_kind", sa.String(length=10), nullable=True),
        sa.Column("finding_counts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_uploads_document_id"), "uploads", ["document_id"], unique=False
    )
    op.create_index(
        "ix_uploads_idempotency", "uploads", ["idempotency_key"], unique=True
    )
    op.create_index("ix_uploads_kind", "uploads", ["kind", "id"], unique=False)
    op.create_index(op.f("ix_uploads_state"), "uploads", ["state"], unique=False)
    op.create_table(
        "payments",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("batch_id", _ID, nullable=False),
        sa.Column("correlation_id", sa.String(length=36), nullable=False),
        sa.Column("position", _ID, nullable=False),
        sa.Column("line", _ID, nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("creditor_name", sa.String(), nullable=True),
        sa.Column("creditor_account", sa.String(), nullable=True),
        sa.Column("creditor_agent", sa.String(), nullable=True),
        sa.Column("end_to_end_id", sa.String(), nullable=True),
        sa.Column("instruction_id", sa.String(), nullable=True),
        sa.Column("remittance", sa.String(), nullable=True),
        sa.Column("reference", sa.String(), nullable=True),
        sa.Column("execution_date", sa.Date(), nullable=True),
        sa.Column("status_report_id", _ID, nullable=True),
        sa.Column("status", sa.String(length=8), nullable=True),
        sa.Column("transaction_id", _ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["batch_id"],
            ["payment_batches.id"],
        ),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_payments_batch_id"), "payments", ["batch_id"], unique=False
    )
    op.create_index(
        op.f("ix_payments_document_id"), "payments", ["document_id"], unique=False
    )
    op.create_index(
        "ix_payments_end_to_end", "payments", ["end_to_end_id"], unique=False
    )
    op.create_index(
        "ix_payments_journal", "payments", ["correlation_id", "position"], unique=False
    )
    op.create_index(
        op.f("ix_payments_transaction_id"), "payments", ["transaction_id"], unique=False
    )
    op.create_table(
        "statement_overlaps",
        sa.Column("statement_id", _ID, nullable=False),
        sa.Column("earlier_id", _ID, nullable=False),
        sa.Column("document_id", _ID, nullable=False),
        sa.Column("entries", _ID, nullable=False),
        sa.ForeignKeyConstraint(
            ["earlier_id"],
            ["statements.id"],
        ),
        sa.ForeignKeyConstraint(
            ["statement_id"], ["statements.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("statement_id", "earlier_id", "document_id"),
    )
    op.create_index(
        op.f("ix_statement_overlaps_earlier_id"),
        "statement_overlaps",
        ["earlier_id"],
        unique=False,
    )
    op.create_table(
        "upload_findings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("upload_id", _ID, nullable=False),
        sa.Column("severity", sa.String(length=8), nullable=False),
        sa.Column("code", sa.String(length=60), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("line", _ID, nullable=True),
        sa.Column("path", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        op.f("ix_upload_findings_upload_id"),
        "upload_findings",
        ["upload_id"],
        unique=False,
    )

    _index_words()


def _index_words() -> None:
    """What makes the text filter fast, which the two databases do differently."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE transaction_words USING fts5("
            "words, content='transactions', content_rowid='id', detail=none,"
            " columnsize=0, tokenize='unicode61 remove_diacritics 0')"
        )
    else:
        op.execute(
            "CREATE INDEX ix_transactions_words ON transactions"
            " USING gin (array_to_tsvector(string_to_array(ltrim(words), ' ')))"
            # Few waiting words: sorted in small trees, and soon read through.
            " WITH (gin_pending_list_limit = 128) WHERE parent_id IS NULL"
        )
        # No question is asked of these, so their spread is not worth learning.
        for column in _UNASKED:
            op.execute(
                f"ALTER TABLE transactions ALTER COLUMN {column} SET STATISTICS 0"
            )


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE transaction_words")
    for table in reversed(_TABLES):
        op.drop_table(table)
