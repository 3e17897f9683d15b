"""What a laptop sells: a made-up seller, three plans, prices in kroner and euro.

It shows every part of the operator's file. The bank account is of no bank there is;
nobody can pay to it.
"""

from datetime import date
from typing import Any

_FIRST_DAY = date(2025, 1, 1)


def _price(currency: str, *amounts: str) -> dict[str, Any]:
    names = ("month", "year", "seat_month", "seat_year", "journal", "sending")
    told = dict(zip(names, amounts, strict=True))
    return {"currency": currency, "from": _FIRST_DAY, **told}


EXAMPLE: dict[str, Any] = {
    "trial_days": 30,
    "trial_plan": "business",
    "payment_days": 14,
    "draft_days": 1,
    "seller": {
        "name": "Eksempel Software ApS",
        "address": "Eksempelvej 1",
        "postcode": "2100",
        "city": "København Ø",
        "country": "DK",
        "company_number": "12345674",
        "vat_number": "DK12345674",
        "mail": "billing@example.com",
        "phone": "+45 00 00 00 00",
        "web": "example.com",
        "series": "GIRO",
        "accounts": [
            {
                "currency": "DKK",
                "bank": "Eksempelbanken",
                "iban": "DK9200000000012345",
                "bic": "EKSBDKKK",
                "number": "0000 0000012345",
            }
        ],
    },
    "vat": [{"rate": "25.00", "from": date(1992, 1, 1)}],
    "reminders": {
        "days": [10, 20, 30],
        "fees": {"DKK": "100.00", "EUR": "13.00"},
        "days_to_pay": 10,
    },
    "plans": [
        {
            "id": "start",
            "en": "Start",
            "da": "Start",
            "journals": 100,
            "sendings": 50,
            "seats": 3,
            "prices": [
                _price("DKK", "495.00", "4950.00", "49.00", "490.00", "2.50", "4.00"),
                _price("EUR", "66.00", "660.00", "6.60", "66.00", "0.34", "0.54"),
            ],
        },
        {
            "id": "business",
            "en": "Business",
            "da": "Business",
            "journals": 1_000,
            "sendings": 500,
            "seats": 10,
            "prices": [
                _price("DKK", "1495.00", "14950.00", "45.00", "450.00", "1.50", "2.50"),
                _price("EUR", "200.00", "2000.00", "6.00", "60.00", "0.20", "0.34"),
            ],
        },
        {
            "id": "group",
            "en": "Group",
            "da": "Koncern",
            "journals": 10_000,
            "sendings": 5_000,
            "seats": 50,
            "prices": [
                _price("DKK", "4950.00", "49500.00", "39.00", "390.00", "0.75", "1.25"),
                _price("EUR", "664.00", "6640.00", "5.20", "52.00", "0.10", "0.17"),
            ],
        },
    ],
}
