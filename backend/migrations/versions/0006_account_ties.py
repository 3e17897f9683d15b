"""Who had a say alone in how an account is signed in to.

Whoever invited somebody here, or made them an account manager, is known already; what
was done to mail addresses and second factors before stands in the audit trail alone.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "account_ties",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person_id", sa.String(length=64), nullable=False),
        sa.Column("hand_id", sa.String(length=64), nullable=False),
        sa.Column("hand_name", sa.String(), nullable=False),
        sa.Column("act", sa.String(length=13), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person_id", "hand_id"),
    )
    op.execute(
        "INSERT INTO account_ties (person_id, hand_id, hand_name, act, since)"
        " SELECT person_id, created_by, COALESCE(created_by_name, ''), 'MADE', created"
        " FROM people WHERE created_by IS NOT NULL AND created_by <> 'shell'"
    )
    op.execute(
        "INSERT INTO account_ties (person_id, hand_id, hand_name, act, since)"
        " SELECT person_id, given_by, COALESCE(given_by_name, ''), 'ROLE', since"
        " FROM people_roles held WHERE role = 'giroscope-account-management'"
        " AND given_by IS NOT NULL AND given_by NOT IN ('shell', person_id)"
        " AND NOT EXISTS (SELECT 1 FROM account_ties tie"
        " WHERE tie.person_id = held.person_id AND tie.hand_id = held.given_by)"
    )


def downgrade() -> None:
    op.drop_table("account_ties")
