"""Makes Danish IBANs: 18 characters with their check digits."""

from __future__ import annotations


def danish_iban(bank_code: str, number: str) -> str:
    """The IBAN of an account: bank code of 4 digits, account number of 10."""
    bban = bank_code + number.zfill(10)
    # The country code as digits, D 13 and K 20, with check digits of nothing.
    check = 98 - int(bban + "132000") % 97
    return f"DK{check:02d}{bban}"
