"""Entries of the communication log are found by day: what is common as what is rare."""

from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_WORDS = "array_to_tsvector(string_to_array(ltrim(words), ' '))"
# A day in words, and behind it every word of the entry and what its filters ask.
_BY_DAY = (
    "array_to_tsvector(string_to_array(ltrim(replace(words"
    " || ' =' || log_type || ' =' || direction"
    " || coalesce(' =' || status::text || ' =' || log_type || '=' || status::text, '')"
    " || coalesce(' ! =' || log_type || '! !' || replace(cause, ' ', '_'), '')"
    " || ' @' || peer, ' ', ' ' ||"
    " ((created AT TIME ZONE 'UTC')::date - date '1970-01-01')::text || '~')), ' '))"
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX ix_communication_logs_words")
        _index("days", _BY_DAY)


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP INDEX ix_communication_logs_days")
        _index("words", _WORDS)


def _index(name: str, terms: str) -> None:
    op.execute(
        f"CREATE INDEX ix_communication_logs_{name} ON communication_logs"
        f" USING gin ({terms}) WITH (gin_pending_list_limit = 128)"
    )
