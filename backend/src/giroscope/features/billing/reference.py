"""Payment references after ISO 11649: `RF`, two check digits, and what they check.

Every bank in SEPA carries such a reference unchanged, and one wrong sign is noticed.
"""

import secrets
import string

PAYER_SIGNS = 7
_SIGNS = string.digits + string.ascii_uppercase
_WIDTH = 6


def new_payer() -> str:
    """A payer that nobody guesses and no other tenant has."""
    return "".join(secrets.choice(_SIGNS) for _ in range(PAYER_SIGNS))


def reference_of(payer: str, sequence: int) -> str:
    """The reference of an invoice of this payer."""
    body = f"{payer}{sequence:0{_WIDTH}d}"
    return f"RF{98 - _remainder(body + 'RF00'):02d}{body}"


def is_reference(text: str) -> bool:
    """Whether the check digits fit."""
    plain = "".join(text.split()).upper()
    is_formed = plain.startswith("RF") and set(plain) <= set(_SIGNS)
    return is_formed and _remainder(plain[4:] + plain[:4]) == 1


def spaced(reference: str) -> str:
    """In groups of four, as people read it."""
    return " ".join(reference[n : n + 4] for n in range(0, len(reference), 4))


def _remainder(text: str) -> int:
    """After ISO 7064: letters are 10 to 35, and the whole is one number."""
    return int("".join(str(int(sign, 36)) for sign in text)) % 97
