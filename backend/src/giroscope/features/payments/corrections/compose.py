"""Composes the file that pays corrected payments again, of one original file."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import uuid4

import bankfiles
from bankfiles import Address, BankFileError
from bankfiles.writing import (
    Account,
    CorrectedFile,
    Correction,
    Unwritable,
    write_corrected,
)
from giroscope.features.documents import Stored, Vault
from giroscope.features.payments.corrections import errors, policy
from giroscope.features.payments.corrections.originals import Original, as_written
from giroscope.kernel.clock import day_of

_PREFIX = "CR"
_IDS = 24
"""With a number behind it the id still fits every bank's 35 characters."""


@dataclass(frozen=True, slots=True)
class AddressWish:
    """The payee's address as somebody entered it."""

    street: str
    building: str
    post_code: str
    town: str
    country: str


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody has corrected of one payment; None leaves it as it was."""

    payment_id: int
    day: date
    account: str | None
    bic: str | None
    address: AddressWish | None
    path: str
    """Where it stands in the request."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """One payment of the new file."""

    original: Original
    position: int
    changes: dict[str, list[str | None]]

    @property
    def account_before(self) -> str | None:
        """The payee's account of the original, where it was changed."""
        return self.changes["account"][0] if "account" in self.changes else None


@dataclass(frozen=True, slots=True)
class Composed:
    """A new file, stored, of which nothing else knows yet."""

    message_id: str
    stored: Stored
    replacements: tuple[Replacement, ...]


def compose(
    vault: Vault,
    realm: str,
    chosen: Sequence[tuple[Original, Wish]],
    now: datetime,
) -> Composed:
    """Write and store the file of these payments, which came in one file.

    Raises:
        InvalidInput: Something was entered that cannot be.
        NotCorrectable: The original cannot be written anew.
    """
    sha256 = chosen[0][0].document.sha256
    positions = [original.payment.position for original, _ in chosen]
    message_id = f"{_PREFIX}{uuid4().hex[:_IDS]}"
    try:
        said = as_written(vault, realm, sha256, positions)
        corrections = {
            original.payment.position: _corrected(
                original, wish, said[original.payment.position],
                f"{message_id}-{number}", day_of(now),
            )
            for number, (original, wish) in enumerate(chosen, 1)
        }  # fmt: skip
        with vault.open(realm, sha256) as stream:
            written = write_corrected(
                stream, CorrectedFile(message_id, now, corrections)
            )
    except (BankFileError, Unwritable, KeyError) as error:
        raise errors.NotCorrectable from error
    stored = vault.keep_now(realm, [written.content])
    by_position = {original.payment.position: original for original, _ in chosen}
    return Composed(
        message_id,
        stored,
        tuple(
            Replacement(
                by_position[was], now_at, _changes(said[was], by_position[was],
                corrections[was]),
            )
            for now_at, was in enumerate(written.positions, 1)
        ),
    )  # fmt: skip


def _corrected(
    original: Original, wish: Wish, said: bankfiles.Payment, new_id: str, today: date
) -> Correction:
    banks = policy.Today(today, original.country)
    day = banks.ensure_day(
        wish.day, original.payment.currency, f"{wish.path}.executionDate"
    )
    return Correction(new_id, day, _account(wish, said), _address(wish, said))


def _account(wish: Wish, said: bankfiles.Payment) -> Account | None:
    if wish.account is None and wish.bic is None:
        return None
    was_iban = said.creditor_named.account == "IBAN"
    was, bank = said.creditor.account or "", said.creditor_named.bic or ""
    account = policy.account_of(
        was if wish.account is None else wish.account,
        bank if wish.bic is None else wish.bic,
        wish.path, was_iban=was_iban,
    )  # fmt: skip
    same = "".join(was.split()).upper() == account.number and bank == account.bic
    return None if same else account


def _address(wish: Wish, said: bankfiles.Payment) -> Address | None:
    entered = wish.address
    if entered is None:
        return None
    address = policy.address_of(
        entered.street, entered.building, entered.post_code, entered.town,
        entered.country, wish.path,
    )  # fmt: skip
    return None if address == said.creditor_address else address


def _changes(
    said: bankfiles.Payment, original: Original, correction: Correction
) -> dict[str, list[str | None]]:
    """What differs, before and after, by field."""
    account, address = correction.account, correction.address
    was_day = original.payment.execution_date
    pairs: dict[str, list[str | None]] = {
        "executionDate": [
            was_day.isoformat() if was_day else None, correction.day.isoformat()
        ]
    }  # fmt: skip
    if account is not None:
        pairs["account"] = [said.creditor.account, account.number]
        pairs["bic"] = [said.creditor_named.bic, account.bic or None]
    if address is not None:
        pairs["address"] = [in_one_line(said.creditor_address), in_one_line(address)]
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def in_one_line(address: Address | None) -> str | None:
    """An address as people read it."""
    if address is None:
        return None
    street = " ".join(filter(None, (address.street, address.building)))
    town = " ".join(filter(None, (address.post_code, address.town)))
    parts = [street, *address.lines, town, address.country]
    return ", ".join(part for part in parts if part) or None
