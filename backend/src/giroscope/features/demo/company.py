"""The company that demo data is about: its accounts, and whom it pays and is paid by.

Every name is invented; account numbers have right check digits and belong to bank
codes that no bank has.
"""

from __future__ import annotations

import random
from hashlib import sha256
from typing import NamedTuple

from bankfiles import Address
from giroscope.features.demo.wishes import CURRENCIES, Wish

NAME = "Nordhavn Handel A/S"
BANK = "NORHDKK1XXX"
_BANK_CODE = "0099"
_PURPOSES = ("Driftskonto", "Lønkonto", "Momskonto", "Leverandører", "Opsparing")
_FIRST = (
    "Fjordens", "Nordlys", "Lindholm", "Bøgelund", "Kystens", "Havnens", "Østerbro",
    "Grønlund", "Møllens", "Skovbo", "Vesterhav", "Sundets", "Engdal", "Birkely",
)  # fmt: skip
_SECOND = (
    "Bageri", "Tømrer", "Revision", "Fragt", "Papir", "Elektro", "Vin", "Møbler",
    "Trykkeri", "Kontor", "Isolering", "Cykler", "Rengøring", "Energi",
)  # fmt: skip
_FORMS = ("A/S", "ApS", "I/S")
_STREETS = ("Strandvejen", "Møllegade", "Søndergade", "Kirkevej", "Parkallé")
_TOWNS = (
    ("8000", "Aarhus C"), ("5000", "Odense C"), ("9000", "Aalborg"),
    ("2100", "København Ø"), ("6700", "Esbjerg"),
)  # fmt: skip
_PARTNERS = 60
_ACCOUNTS = 100
"""Account numbers that one company has to itself; more than it can have accounts."""
_COMPANIES = 9_000_000_000 // _ACCOUNTS


class Account(NamedTuple):
    """An account of the company."""

    iban: str
    currency: str
    name: str
    opening: int
    """In minor units, before the first day."""


class Partner(NamedTuple):
    """Somebody the company deals with."""

    name: str
    iban: str
    address: Address


def accounts(wish: Wish) -> tuple[Account, ...]:
    """The company's accounts; most are in the first currency.

    Their numbers are no other company's, in this tenant and in any other: banks and
    accounting systems know an account by its number.
    """
    source = random.Random(f"accounts:{wish.seed}")  # noqa: S311 - made-up figures
    currencies = CURRENCIES[: wish.currencies]
    first = _first_number(f"{wish.realm}:{wish.mark}")
    found = []
    for number in range(wish.accounts):
        # The others have one account each, at the end; the first account pays.
        behind = wish.accounts - number
        is_other = number > 0 and behind < len(currencies)
        currency = currencies[behind] if is_other else currencies[0]
        purpose = _PURPOSES[number % len(_PURPOSES)]
        found.append(
            Account(
                _iban(f"{_BANK_CODE}{first + number:010}"),
                currency,
                purpose if currency == currencies[0] else f"{purpose} {currency}",
                source.randrange(2_000_000_00, 9_000_000_00),
            )
        )
    return tuple(found)


def partners(seed: int) -> tuple[Partner, ...]:
    """Suppliers and customers."""
    source = random.Random(f"partners:{seed}")  # noqa: S311 - made-up figures
    found = []
    # Each name once, and with the same account in every variant: a known payee under
    # another number, or one that is called nearly the same, would call for a look.
    for place in source.sample(range(len(_FIRST) * len(_SECOND)), _PARTNERS):
        first, second = divmod(place, len(_SECOND))
        form = _FORMS[place % len(_FORMS)]
        code, town = source.choice(_TOWNS)
        address = Address(
            street=source.choice(_STREETS), building=str(source.randrange(1, 200)),
            post_code=code, town=town, country="DK",
        )  # fmt: skip
        name = f"{_FIRST[first]} {_SECOND[second]} {form}"
        found.append(Partner(name, _iban(f"{_BANK_CODE}9{place:09}"), address))
    return tuple(found)


def _first_number(whose: str) -> int:
    """Of a hundred account numbers; those of partners are higher."""
    digest = sha256(whose.encode()).digest()
    return int.from_bytes(digest) % _COMPANIES * _ACCOUNTS


def _iban(bban: str) -> str:
    """A Danish IBAN: ISO 13616, check digits by modulo 97, D and K being 13 and 20."""
    rest = int(f"{bban}132000") % 97
    return f"DK{98 - rest:02}{bban}"
