"""Customers who pay in: the same ones, amounts and days for the same seed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random

from banksim.bank.accounts import Account
from banksim.danish_iban import danish_iban

_PAYERS = {
    "DKK": (
        ("Bakkegårdens Mejeri A/S", "7997"),
        ("Tømrermester Riis", "9797"),
        ("Vindeby Kommune", "5997"),
        ("Grønt & Frugt Engros ApS", "7997"),
        ("Strandhotellet Aksel", "9797"),
    ),
    "EUR": (("Kontor Nord GmbH", ""), ("Boekhandel De Wilg B.V.", "")),
    "SEK": (("Lindströms Möbler AB", ""), ("Skärgårdens Fisk AB", "")),
    "USD": (("Harbor Lane Imports Inc.", ""),),
}
_MOST_A_DAY = 3


@dataclass(frozen=True, slots=True)
class Credit:
    """A payment that comes in from another bank."""

    amount: int
    payer: str
    payer_account: str | None
    end_to_end_id: str
    remittance: str


def credit_of(account: Account, amount: int, number: str) -> Credit:
    """A payment of that amount, from the customer who always pays in that currency."""
    payer, bank = _payers(account)[0]
    payer_account = danish_iban(bank, "4711") if bank else None
    return Credit(amount, payer, payer_account, number, f"Faktura {number}")


def _payers(account: Account) -> tuple[tuple[str, str], ...]:
    return _PAYERS.get(account.currency, _PAYERS["EUR"])


def credits_of(account: Account, day: date, seed: int) -> list[Credit]:
    """What is paid in on an account on a day."""
    # Nothing is kept secret here; it has to come out the same again.
    chance = Random(f"{seed}:{account.iban}:{day}")  # noqa: S311
    payers = _payers(account)
    most = _MOST_A_DAY if account.currency == "DKK" else 1
    made = []
    for _ in range(chance.randint(0 if most == 1 else 1, most)):
        name, bank = chance.choice(payers)
        invoice = chance.randint(20_000, 99_999)
        number = str(chance.randint(1, 9_999_999))
        made.append(
            Credit(
                chance.randint(50_000, 4_500_000),
                name,
                danish_iban(bank, number) if bank else None,
                f"{invoice}",
                f"Faktura {invoice}",
            )
        )
    return made
