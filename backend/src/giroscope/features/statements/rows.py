"""Turns entries of a bank file into rows for the loader. No I/O here.

An entry with one detail becomes one row that holds both; an entry with
several becomes a row and one more for each detail.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import orjson

from bankfiles import (
    Charge,
    Detail,
    Direction,
    Entry,
    Exchange,
    Money,
    Party,
    PlainEntry,
)
from giroscope.kernel.bulk import UNITS
from giroscope.kernel.columns import ensure_short, ensure_units, to_units
from giroscope.kernel.words import among_words, folded

# Named alike in `transactions`, but for the number of the statement in its file.
STAGED_COLUMNS = (
    ("id", "BIGINT"),
    ("parent_id", "BIGINT"),
    ("statement_no", "INTEGER"),
    ("position", "BIGINT"),
    ("line", "BIGINT"),
    ("entry_key", "BYTEA"),
    ("occurrence", "INTEGER"),
    ("booking_date", "DATE"),
    ("value_date", "DATE"),
    ("amount", UNITS),
    ("currency", "VARCHAR(3)"),
    ("state", "SMALLINT"),
    ("reversal", "BOOLEAN"),
    ("detail_count", "INTEGER"),
    ("details_add_up", "BOOLEAN"),
    ("balance", UNITS),
    ("counterparty_name", "TEXT"),
    ("counterparty_account", "TEXT"),
    ("counterparty_agent", "TEXT"),
    ("remittance", "TEXT"),
    ("reference", "TEXT"),
    ("end_to_end_id", "TEXT"),
    ("payment_batch_id", "TEXT"),
    ("bank_reference", "TEXT"),
    ("bank_transaction_code", "TEXT"),
    ("additional_information", "TEXT"),
    ("extra", "TEXT"),
    ("words", "TEXT"),
)

BOOKED, PENDING, INFORMATION = 0, 1, 2
# So many bookings of one statement are told apart here; of more, the database tells.
_COMPARED = 100_000
_STATES: dict[str | None, int] = {
    # Not booked as long as the bank's own word is not known to mean it: the
    # reader leaves such an entry out of the booked sums as well.
    None: BOOKED, "BOOK": BOOKED, "PDNG": PENDING, "INFO": INFORMATION,
    "FUTR": PENDING,
}  # fmt: skip
_RARE = (
    "message_id", "instruction_id", "transaction_id", "uetr", "mandate_id",
    "ultimate", "reference_type", "purpose", "return_reason",
)  # fmt: skip
_rare_facts = attrgetter(*_RARE)
_NO_DETAIL = Detail()
_NOBODY = Party()
# "No reference given", as ISO 20022 guidelines and MT940 write it.
NO_REFERENCE = frozenset({"NOTPROVIDED", "NONREF", "NOT PROVIDED", "NONE", "0"})
_LONGEST_NO_REFERENCE = max(map(len, NO_REFERENCE))

Row = list[Any]


class RowMaker:
    """Makes the rows of one statement; keeps its running balance."""

    def __init__(self, account_number: str, currency: str | None, number: int) -> None:
        self._account = account_number
        self._currency = currency or "XXX"
        self._number = number
        self._running = 0
        self._keys = set[bytes]()
        self.may_repeat = False
        """Whether some booking of the statement may be there twice."""

    def plain_row(self, entry: PlainEntry, entry_id: int) -> Row:
        """The row of an entry that came plain, as `rows` would make it.

        Raises:
            AmountOutOfRange: An amount does not fit the database exactly.
            TextTooLong: A currency is none.
        """
        (
            position, line, amount, currency, direction, status, booking_date,
            value_date, entry_reference, bank_reference, code, additional, details,
            is_told, end_to_end_id, instruction_id, batch_id, message_id,
            transaction_id, name, account, agent, remittance, reference,
            reference_type, purpose, instructed, exchange,
        ) = entry  # fmt: skip
        state = _STATES.get(status, PENDING)
        units = _signed(amount, direction)
        if state == BOOKED:
            self._running = ensure_units(self._running + units)
        currency = ensure_short(currency or self._currency, 3)
        booked, valued = _iso(booking_date), _iso(value_date)
        bank_reference = _reference(bank_reference)
        own = bank_reference or "\x1f".join(
            [
                part or ""
                for part in (
                    str(value_date), name, account, end_to_end_id, remittance,
                    reference, entry_reference, additional,
                )
            ]
        )  # fmt: skip
        end_to_end_id = _reference(end_to_end_id)
        key = self._key(currency, units, booked or valued, own)
        facts: dict[str, Any] = {}
        if message_id:
            facts["message_id"] = message_id
        if instruction_id:
            facts["instruction_id"] = instruction_id
        if transaction_id:
            facts["transaction_id"] = transaction_id
        if reference_type:
            facts["reference_type"] = reference_type
        if purpose:
            facts["purpose"] = purpose
        if exchange:
            facts["exchange"] = _exchange(exchange)
        if instructed:
            facts["instructed"] = _instructed(instructed)
        if entry_reference:
            facts["entry_reference"] = entry_reference
        texts = (
            name, account, remittance, reference, among_words(end_to_end_id),
            among_words(bank_reference), entry_reference, additional,
        )  # fmt: skip
        return [
            entry_id, None, self._number, position, line, key, 1, booked, valued,
            units, currency, state, False, details, True if is_told else None,
            self._running, name, account, agent, remittance, reference,
            end_to_end_id, batch_id, bank_reference, code, additional,
            _json(facts) if facts else None, " ".join(filter(None, texts)),
        ]  # fmt: skip

    def rows(self, entry: Entry, entry_id: int, detail_ids: Sequence[int]) -> list[Row]:
        """The row of the entry and, where it has several details, theirs.

        The last column holds texts, which `fold_words` turns into words.

        Raises:
            AmountOutOfRange: An amount does not fit the database exactly.
            TextTooLong: A currency is none.
        """
        details = entry.details
        if len(details) == 1:
            return [self._entry_row(entry, details[0], entry_id)]
        rows = [self._entry_row(entry, _NO_DETAIL, entry_id)]
        for position, detail in enumerate(details, 1):
            detail_id = detail_ids[position - 1]
            rows.append(self._detail_row(entry, detail, entry_id, detail_id, position))
        return rows

    def _entry_row(self, entry: Entry, detail: Detail, entry_id: int) -> Row:
        state = _STATES.get(entry.status, PENDING)
        amount = _signed(entry.amount, entry.direction)
        if state == BOOKED:
            self._running = ensure_units(self._running + amount)
        party = detail.counterparty or _NOBODY
        bank_reference = _reference(entry.bank_reference or detail.bank_reference)
        end_to_end_id = _reference(detail.end_to_end_id)
        currency = ensure_short(entry.currency or self._currency, 3)
        booked, valued = _iso(entry.booking_date), _iso(entry.value_date)
        additional = entry.additional_information or detail.additional_information
        own = bank_reference or _compared(entry, detail, party)
        key = self._key(currency, amount, booked or valued, own)
        texts: tuple[str | None, ...] = (
            *party[:2], detail.remittance, detail.reference,
            among_words(end_to_end_id), among_words(bank_reference),
            entry.reference, additional, detail.ultimate,
        )  # fmt: skip
        if len(entry.details) > 1:
            texts += _texts_of_details(entry.details)
        return [
            entry_id, None, self._number, entry.position, entry.line,
            key, 1, booked, valued,
            amount, currency, state, entry.reversal, len(entry.details),
            _add_up(entry, currency), self._running, *party, detail.remittance,
            detail.reference, end_to_end_id,
            detail.payment_information_id
            or (entry.batch.payment_information_id if entry.batch else None),
            bank_reference,
            entry.bank_transaction_code or detail.bank_transaction_code,
            additional, _extra(entry, detail), " ".join(filter(None, texts)),
        ]  # fmt: skip

    def _detail_row(
        self, entry: Entry, detail: Detail, entry_id: int, detail_id: int, position: int
    ) -> Row:
        # A detail without amount of its own cannot say how much it is; zero
        # keeps it visible without pretending that it is the whole batch.
        amount = detail.amount if detail.amount is not None else Decimal(0)
        currency = detail.currency or entry.currency or self._currency
        return [
            detail_id, entry_id, self._number, position, detail.line, None, 1,
            _iso(entry.booking_date), _iso(entry.value_date),
            _signed(amount, detail.direction or entry.direction),
            ensure_short(currency, 3), _STATES.get(entry.status, PENDING),
            entry.reversal, 0, None, None, *(detail.counterparty or _NOBODY),
            detail.remittance, detail.reference, _reference(detail.end_to_end_id),
            detail.payment_information_id, _reference(detail.bank_reference),
            detail.bank_transaction_code, detail.additional_information,
            _extra(None, detail), "",
        ]  # fmt: skip

    def _key(self, currency: str, units: int, day: str | None, own: str) -> bytes:
        """Which booking this is; `own` is what else tells it apart."""
        key = f"{self._account}\x1f{currency}\x1f{units}\x1f{day}\x1f{own}"
        digest = blake2b(key.encode(), digest_size=16).digest()
        keys = self._keys
        if digest in keys or len(keys) >= _COMPARED:
            self.may_repeat = True
        else:
            keys.add(digest)
        return digest


def fold_words(rows: Sequence[Row]) -> None:
    """Turn the texts in the last column of many rows into words, at once."""
    for row, words in zip(rows, folded([row[-1] for row in rows]), strict=True):
        row[-1] = words


def _signed(amount: Decimal, direction: Direction) -> int:
    units = to_units(amount)
    return units if direction is Direction.CREDIT else -units


def _compared(entry: Entry, detail: Detail, party: Party) -> str:
    """Everything a person would compare, where a booking has no bank reference.

    The bank's own reference tells bookings of one day and amount apart.
    """
    parts = (
        str(entry.value_date), party.name, party.account, detail.end_to_end_id,
        detail.remittance, detail.reference, entry.reference,
        entry.additional_information,
    )  # fmt: skip
    return "\x1f".join([part or "" for part in parts])


@lru_cache(maxsize=4096)
def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _reference(text: str | None) -> str | None:
    if text is None or (
        len(text) <= _LONGEST_NO_REFERENCE and text.upper() in NO_REFERENCE
    ):
        return None
    return text


def _texts_of_details(details: Iterable[Detail]) -> tuple[str | None, ...]:
    """What several details say, each text once: a batch repeats most."""
    texts: dict[str | None, None] = {}
    for detail in details:
        name = detail.counterparty.name if detail.counterparty else None
        reference = _reference(detail.end_to_end_id)
        texts |= dict.fromkeys((name, detail.remittance, detail.reference, reference))
    return tuple(texts)


def _add_up(entry: Entry, currency: str) -> bool | None:
    details = entry.details
    if not details:
        return None
    total = Decimal(0)
    for detail in details:
        amount, own_currency, direction = detail[1:4]
        if amount is None or (own_currency or currency) != currency:
            return None
        same = direction is None or direction is entry.direction
        total += amount if same else -amount
    return total == entry.amount


def _charge(charge: Charge) -> dict[str, Any]:
    return {
        "amount": str(charge.amount),
        "currency": charge.currency,
        "direction": charge.direction.value if charge.direction else None,
        "included": charge.included,
        "kind": charge.kind,
    }


def _exchange(exchange: Exchange) -> dict[str, str | None]:
    return {
        name: None if value is None else str(value)
        for name, value in exchange._asdict().items()
    }


def _instructed(money: Money) -> dict[str, str]:
    return {"amount": str(money.amount), "currency": money.currency}


def _extra(entry: Entry | None, detail: Detail) -> str | None:
    """The rarer facts as JSON, or nothing at all where there are none."""
    rare = zip(_RARE, _rare_facts(detail), strict=True)
    facts: dict[str, Any] = {name: fact for name, fact in rare if fact}
    charges = (*entry.charges, *detail.charges) if entry else detail.charges
    if charges:
        facts["charges"] = [_charge(charge) for charge in charges]
    if detail.exchange:
        facts["exchange"] = _exchange(detail.exchange)
    if detail.instructed:
        facts["instructed"] = _instructed(detail.instructed)
    if entry is not None:
        if entry.reference is not None:
            facts["entry_reference"] = entry.reference
        if entry.batch is not None and entry.batch.count:
            facts["batch_count"] = entry.batch.count
        if entry.batch is not None and entry.batch.message_id:
            facts.setdefault("message_id", entry.batch.message_id)
    return _json(facts) if facts else None


def _json(facts: dict[str, Any]) -> str:
    return orjson.dumps(facts).decode()
