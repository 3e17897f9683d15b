"""Matches that settle a part of an open item, or deduct a credit note."""

import sqlalchemy as sa
from alembic import op

revision = "0081"
down_revision = "0080"
branch_labels = None
depends_on = None

_SIGNED = sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite")
_INDEX = "ux_entry_match_sides_open_item"
_SIDES = "entry_match_sides"
_STANDS = sa.text("stands")
_WHOLE = sa.text("stands AND settles IS NULL")


def upgrade() -> None:
    """The previous release goes on to match items whole: one match for each."""
    op.add_column(_SIDES, sa.Column("settles", _SIGNED))
    op.add_column(
        _SIDES,
        sa.Column("is_known", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.drop_index(_INDEX, table_name=_SIDES)
    op.create_index(
        _INDEX, _SIDES, ["open_item_id"],
        unique=True, sqlite_where=_WHOLE, postgresql_where=_WHOLE,
    )  # fmt: skip
    op.create_index("ix_entry_match_sides_open_item", _SIDES, ["open_item_id"])


def downgrade() -> None:
    """Parts are settled whole then: of several matches of an item the first stands."""
    op.drop_index("ix_entry_match_sides_open_item", table_name=_SIDES)
    op.drop_index(_INDEX, table_name=_SIDES)
    op.execute(
        "UPDATE entry_match_sides SET stands = false WHERE open_item_id IS NOT NULL"
        " AND stands AND EXISTS (SELECT 1 FROM entry_match_sides o"
        " WHERE o.open_item_id = entry_match_sides.open_item_id AND o.stands"
        " AND o.id < entry_match_sides.id)"
    )
    op.create_index(
        _INDEX, _SIDES, ["open_item_id"],
        unique=True, sqlite_where=_STANDS, postgresql_where=_STANDS,
    )  # fmt: skip
    op.drop_column(_SIDES, "is_known")
    op.drop_column(_SIDES, "settles")
