"""All names of an account, and accounts that a person has joined into one."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_INSTANT = sa.DateTime(timezone=True)

# The previous release knew an account by its number and currency alone.
_NUMBERS = """
INSERT INTO account_aliases (account_id, name, currency, learned)
SELECT id, number, currency, 'stated' FROM accounts
"""
_IBANS = """
INSERT INTO account_aliases (account_id, name, currency, learned)
SELECT MIN(id), iban, currency, 'stated' FROM accounts
WHERE iban IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM account_aliases AS known
    WHERE known.name = accounts.iban AND known.currency = accounts.currency
)
GROUP BY iban, currency
"""


def upgrade() -> None:
    """Make the tables, and give every account the names it is known by.

    The previous release goes on making accounts without names: they are found by
    their numbers, and get their names when a file next speaks of them.
    """
    op.add_column(
        "accounts",
        sa.Column("joined_into", _ID, sa.ForeignKey("accounts.id"), nullable=True),
        inline_references=True,
    )
    _aliases()
    _joins()
    op.execute(_NUMBERS)
    op.execute(_IBANS)


def _aliases() -> None:
    op.create_table(
        "account_aliases",
        sa.Column("id", _ID, nullable=False),
        sa.Column("account_id", _ID, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("learned", sa.String(length=7), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name", "currency"),
    )
    op.create_index("ix_account_aliases_account_id", "account_aliases", ["account_id"])


def _joins() -> None:
    op.create_table(
        "account_joins",
        sa.Column("id", _ID, nullable=False),
        sa.Column("kept_id", _ID, nullable=False),
        sa.Column("joined_id", _ID, nullable=False),
        sa.Column("aliases", sa.JSON(), nullable=False),
        sa.Column("last_alias_id", _ID, nullable=False),
        sa.Column("kept_iban", sa.String(length=34), nullable=True),
        sa.Column("joined_at", _INSTANT, nullable=False),
        sa.Column("joined_by", sa.String(length=64), nullable=False),
        sa.Column("joined_by_name", sa.String(), nullable=False),
        sa.Column("undone_at", _INSTANT, nullable=True),
        sa.Column("undone_by", sa.String(length=64), nullable=True),
        sa.Column("undone_by_name", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["kept_id"], ["accounts.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["joined_id"], ["accounts.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_account_joins_kept_id", "account_joins", ["kept_id"])
    op.create_index("ix_account_joins_joined_id", "account_joins", ["joined_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("account_joins")
    op.drop_table("account_aliases")
    with op.batch_alter_table("accounts") as accounts:
        accounts.drop_column("joined_into")
