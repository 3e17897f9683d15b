"""The words of messages, folded as those of transactions are, and indexed likewise."""

import sqlalchemy as sa
from alembic import op

from giroscope.kernel.words import folded

revision = "0012"
down_revision = "0015"
branch_labels = None
depends_on = None

_AT_ONCE = 5_000


def upgrade() -> None:
    # The release before this one writes none; what it says is found by its id alone.
    op.add_column(
        "system_messages",
        sa.Column("words", sa.String(), nullable=False, server_default=" "),
    )
    _fold()
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE system_message_words USING fts5("
            "words, content='system_messages', content_rowid='id', detail=none,"
            " columnsize=0, tokenize='unicode61 remove_diacritics 0')"
        )
        op.execute(
            "INSERT INTO system_message_words (system_message_words) VALUES ('rebuild')"
        )
        op.execute(
            "CREATE TRIGGER system_message_learned AFTER INSERT ON system_messages"
            " BEGIN INSERT INTO system_message_words (rowid, words)"
            " VALUES (new.id, new.words); END"
        )
        op.execute(
            "CREATE TRIGGER system_message_forgotten AFTER DELETE ON system_messages"
            " BEGIN INSERT INTO system_message_words (system_message_words, rowid,"
            " words) VALUES ('delete', old.id, old.words); END"
        )
    else:
        op.execute(
            "CREATE INDEX ix_system_messages_words ON system_messages"
            " USING gin (array_to_tsvector(string_to_array(ltrim(words), ' ')))"
            " WITH (gin_pending_list_limit = 128)"
        )


def _fold() -> None:
    connection, last = op.get_bind(), 0
    while True:
        rows = connection.execute(
            sa.text(
                "SELECT id, text, reference FROM system_messages WHERE id > :last"
                " ORDER BY id LIMIT :most"
            ),
            {"last": last, "most": _AT_ONCE},
        ).all()
        if not rows:
            return
        words = folded([" ".join(filter(None, row[1:])) for row in rows])
        connection.execute(
            sa.text("UPDATE system_messages SET words = :words WHERE id = :id"),
            [
                {"id": row[0], "words": each}
                for row, each in zip(rows, words, strict=True)
            ],
        )
        last = rows[-1][0]


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER system_message_forgotten")
        op.execute("DROP TRIGGER system_message_learned")
        op.execute("DROP TABLE system_message_words")
    else:
        op.execute("DROP INDEX ix_system_messages_words")
    op.drop_column("system_messages", "words")
