"""What people want to be mailed about messages and tasks, and what was mailed."""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0074"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Places of their own; the previous release leaves them alone."""
    op.create_table(
        "mail_choices",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("topic", sa.String(12), nullable=False),
        sa.Column("level", sa.String(8), nullable=False),
        sa.Column("frequency", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person_id", "topic", "level"),
    )
    op.create_table(
        "mail_marks",
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("daily_to", _ID, nullable=False),
        sa.Column("at_once_to", _ID, nullable=False),
        sa.Column("tasks", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("person_id"),
    )
    op.create_table(
        "mail_days",
        sa.Column("day", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("day"),
    )
    op.create_table(
        "message_mails",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("html", sa.String(), nullable=False),
        sa.Column("roles", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tried", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person_id", "name"),
    )
    waits = sa.text("ended IS NULL")
    op.create_index(
        "ix_message_mails_waiting", "message_mails", ["id"],
        sqlite_where=waits, postgresql_where=waits,
    )  # fmt: skip


def downgrade() -> None:
    """Forget them."""
    for table in ("message_mails", "mail_days", "mail_marks", "mail_choices"):
        op.drop_table(table)
