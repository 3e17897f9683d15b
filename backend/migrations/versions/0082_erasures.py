"""That a person was erased, without what was erased of them."""

import sqlalchemy as sa
from alembic import op

revision = "0082"
down_revision = "0081"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_AT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """A table of its own: nothing that was there is touched."""
    op.create_table(
        "erasures",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("person_id", sa.String(64), nullable=False, unique=True),
        sa.Column("pseudonym", sa.String(64)),
        sa.Column("requested_at", _AT, nullable=False),
        sa.Column("requested_by", sa.String(64), nullable=False),
        sa.Column("requested_by_name", sa.String(200), nullable=False),
        sa.Column("finished_at", _AT),
        sa.Column("counts", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    """Whom the release before erased nobody, who is erased stays so."""
    op.drop_table("erasures")
