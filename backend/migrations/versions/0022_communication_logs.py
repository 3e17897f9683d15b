"""What was exchanged with banks, ERPs, the sign-in and the mail server, masked."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0026"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)
_WITH_CAUSE = sa.text("cause IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "communication_logs",
        sa.Column("id", _ID, nullable=False),
        sa.Column("created", _INSTANT, nullable=False),
        sa.Column("exchange", sa.String(length=32), nullable=False),
        sa.Column("is_reply", sa.Boolean(), nullable=False),
        sa.Column("direction", sa.String(length=3), nullable=False),
        sa.Column("log_type", sa.String(length=12), nullable=False),
        sa.Column("peer", sa.String(length=60), nullable=False),
        sa.Column("operation", sa.String(length=60), nullable=False),
        sa.Column("uri", sa.String(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("duration_ms", sa.Integer(), nullable=True),
        sa.Column("size", _ID, nullable=False),
        sa.Column("stored", _ID, nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("is_cut", sa.Boolean(), nullable=False),
        sa.Column("has_bytes", sa.Boolean(), nullable=False),
        sa.Column("failure", sa.String(), nullable=True),
        sa.Column("cause", sa.String(length=160), nullable=True),
        sa.Column("correlation_id", sa.String(length=36), nullable=True),
        sa.Column("request_id", sa.String(length=64), nullable=True),
        sa.Column("trace", sa.String(length=64), nullable=True),
        sa.Column("sha256", sa.String(length=64), nullable=True),
        sa.Column("words", sa.String(), nullable=False, server_default=" "),
        sa.PrimaryKeyConstraint("id"),
        sqlite_autoincrement=True,
    )
    for name, columns in (
        ("created", ["created", "id"]),
        ("type", ["log_type", "created", "id"]),
        ("status", ["status", "created", "id"]),
        ("correlation", ["correlation_id", "created", "id"]),
        ("exchange", ["exchange"]),
        ("sha256", ["sha256"]),
    ):
        op.create_index(f"ix_communication_logs_{name}", "communication_logs", columns)
    for name, columns in (
        ("failed", ["created", "id"]),
        ("cause", ["cause", "created", "id"]),
    ):
        op.create_index(
            f"ix_communication_logs_{name}", "communication_logs", columns,
            sqlite_where=_WITH_CAUSE, postgresql_where=_WITH_CAUSE,
        )  # fmt: skip
    op.create_table(
        "communication_bytes",
        sa.Column("log_id", _ID, nullable=False, autoincrement=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["log_id"], ["communication_logs.id"], ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("log_id"),
    )
    op.create_table(
        "communication_keeping",
        sa.Column("id", _ID, nullable=False, autoincrement=False),
        sa.Column("keep_days", sa.Integer(), nullable=False),
        sa.Column("most_megabytes", sa.Integer(), nullable=False),
        sa.Column("keeps_bytes", sa.Boolean(), nullable=False),
        sa.Column("hides_names", sa.Boolean(), nullable=False),
        sa.Column("hides_accounts", sa.Boolean(), nullable=False),
        sa.Column("hides_amounts", sa.Boolean(), nullable=False),
        sa.Column("hides_texts", sa.Boolean(), nullable=False),
        sa.Column("stored", _ID, nullable=False),
        sa.Column("lost", _ID, nullable=False),
        sa.Column("lost_at", _INSTANT, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    _index_words()


def _index_words() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE communication_log_words USING fts5("
            "words, content='communication_logs', content_rowid='id', detail=none,"
            " columnsize=0, tokenize='unicode61 remove_diacritics 0')"
        )
        op.execute(
            "CREATE TRIGGER communication_log_learned AFTER INSERT ON"
            " communication_logs BEGIN INSERT INTO communication_log_words"
            " (rowid, words) VALUES (new.id, new.words); END"
        )
        op.execute(
            "CREATE TRIGGER communication_log_forgotten AFTER DELETE ON"
            " communication_logs BEGIN INSERT INTO communication_log_words"
            " (communication_log_words, rowid, words)"
            " VALUES ('delete', old.id, old.words); END"
        )
    else:
        op.execute(
            "CREATE INDEX ix_communication_logs_words ON communication_logs"
            " USING gin (array_to_tsvector(string_to_array(ltrim(words), ' ')))"
            " WITH (gin_pending_list_limit = 128)"
        )


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER communication_log_forgotten")
        op.execute("DROP TRIGGER communication_log_learned")
        op.execute("DROP TABLE communication_log_words")
    for name in ("communication_keeping", "communication_bytes", "communication_logs"):
        op.drop_table(name)
