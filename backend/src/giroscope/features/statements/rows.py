"""Turns entries of a bank file into rows for the loader. No I/O here.

An entry with one detail becomes one row that holds both; an entry with
several becomes a row and one more for each detail.
"""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import orjson

from bankfiles import Charge, Detail, Direction, Entry, Party
from giroscope.kernel.columns import ensure_short, ensure_units, to_units

STAGED_COLUMNS = (
    ("id", "BIGINT"),
    ("parent_id", "BIGINT"),
    ("statement_no", "BIGINT"),
    ("position", "BIGINT"),
    ("line", "BIGINT"),
    ("entry_key", "BYTEA"),
    ("occurrence", "INTEGER"),
    ("booking_date", "DATE"),
    ("value_date", "DATE"),
    ("amount", "BIGINT"),
    ("size", "BIGINT"),
    ("currency", "VARCHAR(3)"),
    ("state", "SMALLINT"),
    ("reversal", "BOOLEAN"),
    ("detail_count", "INTEGER"),
    ("details_add_up", "BOOLEAN"),
    ("balance", "BIGINT"),
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
_STATES = {"BOOK": BOOKED, "PDNG": PENDING, "INFO": INFORMATION, "FUTR": PENDING}
_RARE = (
    "message_id", "instruction_id", "transaction_id", "uetr", "mandate_id",
    "ultimate", "reference_type", "purpose", "return_reason",
)  # fmt: skip
_rare_facts = attrgetter(*_RARE)
_NO_DETAIL = Detail()
_NOBODY = Party()


class _Folding(dict[int, int]):
    """Maps what is no letter or digit to a space; learns signs as they come."""

    def __missing__(self, sign: int) -> int:
        folded = sign if chr(sign).isalnum() else ord(" ")
        self[sign] = folded
        return folded


_FOLDING = _Folding()
_LATIN_FOLDING = bytes(_FOLDING[sign] for sign in range(256))
_WORDS_LIMIT = 20_000
# PostgreSQL indexes no word of more than 2 046 bytes.
_WORD_LIMIT = 400
# "No reference given", as ISO 20022 guidelines and MT940 write it.
NO_REFERENCE = frozenset({"NOTPROVIDED", "NONREF", "NOT PROVIDED", "NONE", "0"})

Row = tuple[Any, ...]


def searchable(*texts: str | None) -> str:
    """The words of the texts: case folded, letters and digits, one space before each.

    The text filter folds its question in the same way, so that both databases
    and both ways of looking give the same answer.
    """
    folded = " ".join(filter(None, texts))[:_WORDS_LIMIT].casefold()
    try:
        # Most text is Latin, whose bytes are folded several times faster.
        words = folded.encode("latin-1").translate(_LATIN_FOLDING).decode("latin-1")
    except UnicodeEncodeError:
        words = folded.translate(_FOLDING)
    if len(words) > _WORD_LIMIT:
        return " " + " ".join(word[:_WORD_LIMIT] for word in words.split())
    return " " + " ".join(words.split())


class RowMaker:
    """Makes the rows of one statement; keeps its running balance."""

    def __init__(self, account_number: str, currency: str | None, number: int) -> None:
        self._account = account_number
        self._currency = currency
        self._number = number
        self._running = 0

    def rows(self, entry: Entry, entry_id: int, detail_ids: Sequence[int]) -> list[Row]:
        """The row of the entry and, where it has several details, theirs.

        Raises:
            AmountOutOfRange: An amount does not fit the database exactly.
            TextTooLong: A currency is none.
        """
        details = entry.details
        single = len(details) == 1
        detail = details[0] if single else _NO_DETAIL
        rows = [self._entry_row(entry, detail, entry_id)]
        if not single:
            rows += [
                self._detail_row(entry, part, entry_id, part_id, position)
                for position, (part, part_id) in enumerate(
                    zip(details, detail_ids, strict=True), 1
                )
            ]
        return rows

    def _entry_row(self, entry: Entry, detail: Detail, entry_id: int) -> Row:
        size = to_units(entry.amount)
        amount = size if entry.direction is Direction.CREDIT else -size
        state = _state(entry)
        if state == BOOKED:
            self._running += amount
            ensure_units(self._running)
        party = detail.counterparty or _NOBODY
        bank_reference = _reference(entry.bank_reference or detail.bank_reference)
        end_to_end_id = _reference(detail.end_to_end_id)
        booked, valued = _iso(entry.booking_date), _iso(entry.value_date)
        currency = ensure_short(entry.currency or self._currency or "XXX", 3)
        key = self._key(entry, detail, party, amount, currency, bank_reference)
        additional = entry.additional_information or detail.additional_information
        words = searchable(
            party.name, party.account, detail.remittance, detail.reference,
            end_to_end_id, bank_reference, entry.reference, additional,
            detail.ultimate, *_detail_words(entry),
        )  # fmt: skip
        batch_id = detail.payment_information_id or (
            entry.batch.payment_information_id if entry.batch else None
        )
        return (
            entry_id, None, self._number, entry.position, entry.line, key, 1,
            booked, valued, amount, size, currency, state, entry.reversal,
            len(entry.details), _add_up(entry, currency), self._running,
            party.name, party.account, party.agent, detail.remittance,
            detail.reference, end_to_end_id, batch_id, bank_reference,
            entry.bank_transaction_code or detail.bank_transaction_code,
            additional, _extra(entry, detail), words,
        )  # fmt: skip

    def _detail_row(
        self, entry: Entry, detail: Detail, entry_id: int, detail_id: int, position: int
    ) -> Row:
        # A detail without amount of its own cannot say how much it is; zero
        # keeps it visible without pretending that it is the whole batch.
        size = to_units(detail.amount) if detail.amount is not None else 0
        direction = detail.direction or entry.direction
        amount = size if direction is Direction.CREDIT else -size
        party = detail.counterparty or _NOBODY
        currency = detail.currency or entry.currency or self._currency or "XXX"
        return (
            detail_id, entry_id, self._number, position, detail.line, None, 1,
            _iso(entry.booking_date), _iso(entry.value_date), amount, size,
            ensure_short(currency, 3), _state(entry), entry.reversal,
            0, None, None, party.name, party.account, party.agent,
            detail.remittance, detail.reference, _reference(detail.end_to_end_id),
            detail.payment_information_id, _reference(detail.bank_reference),
            detail.bank_transaction_code, detail.additional_information,
            _extra(None, detail), " ",
        )  # fmt: skip

    def _key(
        self,
        entry: Entry,
        detail: Detail,
        party: Party,
        amount: int,
        currency: str,
        bank_reference: str | None,
    ) -> bytes:
        """Which booking this is, whatever file it comes in.

        The bank's own reference tells bookings of one day and amount apart;
        where there is none, everything a person would compare does.
        """
        day = entry.booking_date or entry.value_date
        parts = [self._account, currency, str(amount), str(day)]
        if bank_reference is not None:
            parts.append(bank_reference)
        else:
            parts += [
                str(entry.value_date), party.name or "", party.account or "",
                detail.end_to_end_id or "", detail.remittance or "",
                detail.reference or "", entry.reference or "",
                entry.additional_information or "",
            ]  # fmt: skip
        return blake2b("\x1f".join(parts).encode(), digest_size=16).digest()


def _state(entry: Entry) -> int:
    # Not booked as long as the bank's own word is not known to mean it: the
    # reader leaves such an entry out of the booked sums as well.
    return BOOKED if entry.status is None else _STATES.get(entry.status, PENDING)


@lru_cache(maxsize=4096)
def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _reference(text: str | None) -> str | None:
    if text is None or (len(text) < 13 and text.upper() in NO_REFERENCE):
        return None
    return text


def _detail_words(entry: Entry) -> list[str | None]:
    if len(entry.details) < 2:
        return []
    return [
        text
        for detail in entry.details
        for text in (
            detail.counterparty.name if detail.counterparty else None,
            detail.remittance,
            detail.reference,
            _reference(detail.end_to_end_id),
        )
    ]


def _add_up(entry: Entry, currency: str) -> bool | None:
    if not entry.details:
        return None
    total = Decimal(0)
    for detail in entry.details:
        if detail.amount is None or (detail.currency or currency) != currency:
            return None
        same = detail.direction is None or detail.direction is entry.direction
        total += detail.amount if same else -detail.amount
    return total == entry.amount


def _charge(charge: Charge) -> dict[str, Any]:
    return {
        "amount": str(charge.amount),
        "currency": charge.currency,
        "direction": charge.direction.value if charge.direction else None,
        "included": charge.included,
        "kind": charge.kind,
    }


def _extra(entry: Entry | None, detail: Detail) -> str | None:
    """The rarer facts as JSON, or nothing at all for most rows."""
    facts: dict[str, Any] = {}
    charges = (*(entry.charges if entry else ()), *detail.charges)
    if charges:
        facts["charges"] = [_charge(charge) for charge in charges]
    if detail.exchange:
        facts["exchange"] = {
            name: None if value is None else str(value)
            for name, value in detail.exchange._asdict().items()
        }
    if detail.instructed:
        facts["instructed"] = {
            "amount": str(detail.instructed.amount),
            "currency": detail.instructed.currency,
        }
    rare = _rare_facts(detail)
    if any(rare):
        facts |= {name: fact for name, fact in zip(_RARE, rare, strict=True) if fact}
    if entry is not None and entry.reference is not None:
        facts["entry_reference"] = entry.reference
    if entry is not None and entry.batch is not None and entry.batch.count:
        facts["batch_count"] = entry.batch.count
    return orjson.dumps(facts).decode() if facts else None
