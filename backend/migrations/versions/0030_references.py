"""References of transactions are found by their beginnings, in columns of their own.

Rows that are there keep their references among their words, where they are found as
before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    where = sa.text("parent_id IS NULL AND length(bank_reference) <= 64")
    op.create_index(
        "ix_transactions_bank_reference",
        "transactions",
        ["bank_reference"],
        sqlite_where=where,
        postgresql_where=where,
        postgresql_ops={"bank_reference": "text_pattern_ops"},
    )
    if op.get_bind().dialect.name == "postgresql":
        _index_end_to_end(postgresql_ops={"end_to_end_id": "text_pattern_ops"})


def _index_end_to_end(**how: object) -> None:
    op.drop_index("ix_transactions_end_to_end", table_name="transactions")
    op.create_index(
        "ix_transactions_end_to_end",
        "transactions",
        ["end_to_end_id"],
        postgresql_where=sa.text("end_to_end_id IS NOT NULL"),
        **how,
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        _index_end_to_end()
    op.drop_index("ix_transactions_bank_reference", table_name="transactions")
