"""What the ERP tells of receivables and payables, and matches with them."""

import sqlalchemy as sa
from alembic import op

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_AMOUNT = sa.Numeric(28, 0).with_variant(sa.BigInteger(), "sqlite")
_OPEN = sa.text("state = 'OPEN'")
_CLOSED = sa.text("state = 'CLOSED'")
_STANDS = sa.text("stands")
_DUE = sa.text("erp_state = 'DUE'")
_PLACES = {
    "amount": ("connection_id", "side", "currency", "amount", "expected", "id"),
    "expected": ("connection_id", "side", "currency", "expected", "id"),
    "number": ("number_key",),
    "reference": ("reference_key",),
}


def upgrade() -> None:
    """Places for them; the previous release leaves them alone."""
    op.create_table(
        "erp_open_items",
        sa.Column("id", _ID, nullable=False),
        sa.Column("connection_id", _ID, nullable=False),
        sa.Column("native_id", sa.String(80), nullable=False),
        sa.Column("side", sa.String(10), nullable=False),
        sa.Column("number", sa.String(80), nullable=False),
        sa.Column("amount", _AMOUNT, nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("expected", sa.Date(), nullable=False),
        sa.Column("party_id", sa.String(80), nullable=False),
        sa.Column("party", sa.String(200), nullable=False),
        sa.Column("accounts", sa.JSON(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("number_key", sa.String(80), nullable=False),
        sa.Column("reference_key", sa.String(80), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("raw_sha256", sa.String(64), nullable=False),
        sa.Column("round_id", _ID, nullable=False),
        sa.Column("fetched", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(6), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["connection_id"], ["erp_connections.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("connection_id", "native_id"),
    )
    for name, columns in _PLACES.items():
        op.create_index(
            f"ix_erp_open_items_{name}", "erp_open_items", list(columns),
            sqlite_where=_OPEN, postgresql_where=_OPEN,
        )  # fmt: skip
    op.create_index(
        "ix_erp_open_items_round", "erp_open_items",
        ["connection_id", "round_id"],
    )  # fmt: skip
    op.create_index(
        "ix_erp_open_items_closed", "erp_open_items", ["since"],
        sqlite_where=_CLOSED, postgresql_where=_CLOSED,
    )  # fmt: skip
    op.add_column(
        "erp_rounds",
        sa.Column("what", sa.String(8), nullable=False, server_default="PAYMENTS"),
    )
    op.add_column("erp_rounds", sa.Column("since", sa.String()))
    op.add_column("erp_rounds", sa.Column("mark", sa.String()))
    op.add_column("entry_match_sides", sa.Column("open_item_id", _ID))
    op.create_index(
        "ux_entry_match_sides_open_item", "entry_match_sides", ["open_item_id"],
        unique=True, sqlite_where=_STANDS, postgresql_where=_STANDS,
    )  # fmt: skip
    op.add_column("entry_matches", sa.Column("erp_state", sa.String(10)))
    op.create_index(
        "ix_entry_matches_erp", "entry_matches", ["id"],
        sqlite_where=_DUE, postgresql_where=_DUE,
    )  # fmt: skip


def downgrade() -> None:
    """Forget them; matches with them are matches with nothing then."""
    op.drop_index("ix_entry_matches_erp", "entry_matches")
    op.drop_column("entry_matches", "erp_state")
    op.drop_index("ux_entry_match_sides_open_item", "entry_match_sides")
    op.drop_column("entry_match_sides", "open_item_id")
    for name in ("mark", "since", "what"):
        op.drop_column("erp_rounds", name)
    op.drop_table("erp_open_items")
