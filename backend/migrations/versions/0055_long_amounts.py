"""Amounts of 18 whole digits, and sums of more."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None

_COLUMNS = {
    "journals": ("amount",),
    "transactions": ("amount", "size", "balance"),
    "report_entries": ("amount", "size", "balance"),
    "statements": ("opening", "closing", "incoming", "outgoing"),
    "payments": ("amount",),
    "erp_payments": ("amount",),
    "erp_mappings": ("amount_from", "amount_to"),
    "invoices": (
        "net", "vat_rate", "vat", "total", "paid", "credited", "fees",
    ),
    "invoice_lines": ("quantity", "unit_price", "net"),
    "invoice_payments": ("amount",),
    "invoice_reminders": ("fee",),
}  # fmt: skip
_SORTED = ("journals", "erp_payments")
_DIGITS = 28
_NINES = 10**_DIGITS - 1


def upgrade() -> None:
    """Longer numbers on PostgreSQL; on SQLite, what sorts below zero as bytes."""
    _change("NUMERIC(28, 0)", _in_order)


def downgrade() -> None:
    """As they were; an amount that does not fit stops it."""
    _change("BIGINT", _as_number)


def _change(kind: str, kept: object) -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        driver: sa.PoolProxiedConnection = connection.connection
        driver.driver_connection.create_function("kept_amount", 1, kept)  # type: ignore[union-attr]
        for table in _SORTED:
            op.execute(f"UPDATE {table} SET amount = kept_amount(amount)")
        return
    # What keeps an invoice as it is names the columns that change their type.
    guard = connection.execute(
        sa.text(
            "SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname ="
            " 'invoices_change' AND tgrelid = 'invoices'::regclass"
        )
    ).scalar_one()
    op.execute("DROP TRIGGER invoices_change ON invoices")
    for table, columns in _COLUMNS.items():
        changes = ", ".join(f"ALTER {column} TYPE {kind}" for column in columns)
        op.execute(f"ALTER TABLE {table} {changes}")
    op.execute(guard)


def _in_order(units: int) -> bytes:
    if units < 0:
        return b"N%0*d" % (_DIGITS, _NINES + units)
    return b"P%0*d" % (_DIGITS, units)


def _as_number(kept: bytes) -> int:
    units = int(kept[1:])
    return units - _NINES if kept[:1] == b"N" else units
