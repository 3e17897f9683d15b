"""The books that a Tryton of the tests begins with: made-up people, real shapes.

The company and its accounts are those the simulated bank knows, so that what this
ERP wants paid can be paid and comes back as statement lines.
"""

from __future__ import annotations

from typing import Any

from banksim.danish_iban import danish_iban
from banksim.demo import BANKDATA_DEMO, COMPANY, NORDEA_DEMO

KEY = "0123456789abcdef" * 8
USER = "giroscope"
PASSWORD = "papir-og-blyant-1"
ADMINISTRATOR_PASSWORD = "kaffe-og-basse-1"
DANISH, EURO, SLIP, INSTANT, OLD = (
    "Bankoverførsel",
    "SEPA-overførsel",
    "Indbetalingskort",
    "Straksoverførsel",
    "Checks",
)


def _account(demo: Any, bank: str) -> dict[str, Any]:
    return {
        "name": f"{bank} {demo.name}",
        "currency": demo.currency,
        "type": "iban",
        "number": demo.iban,
        "bic": demo.bic,
    }


ACCOUNTS = [
    *(_account(one, "Nordea") for one in NORDEA_DEMO.accounts),
    *(_account(one, BANKDATA_DEMO.bank) for one in BANKDATA_DEMO.accounts),
]


def _method(
    name: str, currency: str, process_method: str = "manual", **more: Any
) -> dict[str, Any]:
    return {
        "name": name,
        "currency": currency,
        "process_method": process_method,
        **more,
    }


def _place(street: str, postcode: str, town: str, country: str) -> dict[str, str]:
    return {"street": street, "postcode": postcode, "town": town, "country": country}


def _iban(number: str, currency: str, bic: str) -> dict[str, str]:
    return {"type": "iban", "number": number, "currency": currency, "bic": bic}


COMPANIES = [
    {
        "name": COMPANY,
        "currency": "DKK",
        "vat": "DK10428831",
        **_place("Havnegade 12", "8000", "Aarhus C", "DK"),
        "accounts": ACCOUNTS,
        "methods": [
            _method(DANISH, "DKK", clears=True),
            _method(EURO, "EUR", "sepa", account=ACCOUNTS[1]["number"]),
            _method(SLIP, "DKK"),
            _method(INSTANT, "DKK"),
            _method(OLD, "DKK", active=False),
        ],
    },
    {
        "name": "Havnens Ejendomme ApS",
        "currency": "DKK",
        "vat": "",
        **_place("Havnegade 14", "8000", "Aarhus C", "DK"),
        "accounts": [
            _iban(danish_iban("5998", "0003344599"), "DKK", "BROEDKSIXXX")
            | {"name": "Leje"}
        ],
        "methods": [_method(f"{DANISH}, ejendomme", "DKK")],
    },
]

PAPER, TOOLS, POWER, SHIPPING, CRAFTSMAN = (
    "Nordisk Papir A/S",
    "Müller Werkzeuge GmbH",
    "Vestkystens El ApS",
    "Rederiet Thyra A/S",
    "Murermester Skov",
)

SUPPLIERS = [
    {
        "name": PAPER,
        **_place("Papirfabrikken 3", "8600", "Silkeborg", "DK"),
        "accounts": [_iban(danish_iban("2999", "0005550001"), "DKK", "NDEADKSIXXX")],
    },
    {
        "name": TOOLS,
        **_place("Hafenstraße 7", "24103", "Kiel", "DE"),
        "accounts": [_iban("DE89370400440532013000", "EUR", "COBADEFFXXX")],
    },
    {
        "name": POWER,
        **_place("Elvej 1", "6700", "Esbjerg", "DK"),
        "accounts": [{"type": "other", "number": "7998 0001234567"}],
    },
    {
        "name": SHIPPING,
        **_place("Kaj 4", "1000", "København K", "DK"),
        "accounts": [],
    },
    {
        "name": CRAFTSMAN,
        **_place("Skovvej 9", "8700", "Horsens", "DK"),
        "accounts": [],
    },
]


def _invoice(
    supplier: str, invoice: str, amount: str, method: str, **more: Any
) -> dict[str, Any]:
    currency = "EUR" if method == EURO else "DKK"
    return {
        "supplier": supplier,
        "invoice": invoice,
        "amount": amount,
        "currency": currency,
        "method": method,
        **more,
    }


INVOICES = [
    _invoice(PAPER, "2026-4711", "12500.00", DANISH, due=3),
    _invoice(PAPER, "2026-4712", "1999.95", DANISH, due=0),
    _invoice(TOOLS, "RE-88213", "4820.50", EURO, due=5),
    _invoice(
        TOOLS, "RE-88214", "310.00", EURO,
        reference="RF18539007547034", reference_type="creditor_reference",
    ),
    _invoice(POWER, "EL-2026-11", "7345.75", DANISH, due=2),
    _invoice(
        SHIPPING, "F-20261", "25600.00", SLIP, due=4,
        slip="+71<123456789012347+88888888<",
    ),
    _invoice(CRAFTSMAN, "12", "18750.00", INSTANT),
    _invoice(PAPER, "2026-4713", "640.00", DANISH, state="draft"),
]  # fmt: skip

WORLD: dict[str, Any] = {
    "user": {"name": "Giroscope", "login": USER, "password": PASSWORD, "key": KEY},
    "companies": COMPANIES,
    "suppliers": SUPPLIERS,
    "invoices": INVOICES,
}
