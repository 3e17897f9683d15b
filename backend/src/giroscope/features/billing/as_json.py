"""Subscriptions and invoices as plain HTTP tells them."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from giroscope.features.billing import status as stands
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.periods import ONE_DAY
from giroscope.features.billing.queries import standing_of
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceLine,
    InvoicePayment,
    Subscription,
)

_INVOICE = (
    "kind", "number", "reference", "issued", "due", "currency", "net", "vat_rate",
    "vat_treatment", "vat", "total", "paid", "credited", "fees", "outstanding",
    "reason", "buyer", "seller", "settled", "questioned",
)  # fmt: skip
_LINE = (
    "kind", "text", "quantity", "unit", "unit_price", "net", "meter", "used",
    "included",
)  # fmt: skip


def subscription_told(billing: Billing, row: Subscription) -> dict[str, Any]:
    """A subscription with what it used."""
    end = row.period_end
    return {
        "id": str(row.id),
        "state": row.state,
        "plan": row.plan,
        "interval": row.interval,
        "currency": row.currency,
        "seats": row.seats,
        "started": _plain(row.started),
        "periodStart": _plain(row.period_start),
        "periodEnd": None if end is None else _plain(end - ONE_DAY),
        "cancelled": _plain(row.cancelled),
        "waiting": row.next_terms,
        "metered": _plain(billing.account.metered),
        "usage": [
            {name: _plain(value) for name, value in one._asdict().items()}
            for one in stands.usage(billing, row)
        ],
    }


def invoice_told(
    row: Invoice,
    today: date,
    lines: Sequence[InvoiceLine] | None = None,
    payments: Sequence[InvoicePayment] = (),
) -> dict[str, Any]:
    """An invoice; with its lines and payments, where they are given."""
    told = {
        "id": str(row.id),
        "state": standing_of(row, today).value,
        "from": _plain(row.from_date),
        "to": _plain(row.to_date),
        **{_camel(name): _plain(getattr(row, name)) for name in _INVOICE},
    }
    if lines is None:
        return told
    return told | {
        "lines": [
            {
                "from": _plain(line.from_date),
                "to": _plain(line.to_date),
                **{_camel(name): _plain(getattr(line, name)) for name in _LINE},
            }
            for line in lines
        ],
        "payments": [
            {
                "booked": _plain(one.booked),
                "amount": _plain(one.amount),
                "currency": one.currency,
                "payer": one.payer,
                "method": one.method,
            }
            for one in payments
        ],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {_camel(name): _plain(part) for name, part in value.items()}
    return value


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
