"""Rows of texts become typed values of camt. No elements and no bytes here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TypeAlias

from bankfiles._camt_detail import (
    DIRECTIONS,
    OPPOSITE,
    build_detail,
    charges_of,
    compact,
    transaction_code,
)
from bankfiles._findings import found
from bankfiles._paths import Row
from bankfiles._text import ZERO, add, day, decimal, flag, whole
from bankfiles.parts import Balance, Direction, Finding
from bankfiles.values import Batch, Detail, Entry

Note: TypeAlias = Callable[[Finding], None]


class EntryBuilder:
    """Builds the entries of one statement.

    `note` receives what is doubtful. `own` are the account numbers of the
    statement: the other side of a transaction is who does not own them.
    """

    def __init__(self, place: str, own: Sequence[str], note: Note) -> None:
        self.place = place
        self.own = frozenset(compact(number) for number in own)
        self.note = note

    def entry(
        self, position: int, line: int | None, base: int, row: Row
    ) -> Entry | None:
        """The entry of a row, or None with an error noted."""
        (
            _, reference, amount_text, currency, direction_text, reversal_text, status,
            booked, valued, bank_reference, domain, family, sub_family, proprietary,
            charges, additional, message_id, batch_id, batch_count, batch_total, _,
            detail_rows,
        ) = row  # fmt: skip
        amount = decimal(amount_text)
        direction = DIRECTIONS.get(direction_text)
        if amount is None or direction is None:
            self._refuse(position, line, amount_text, direction_text)
            return None
        if amount < 0:
            amount, direction = self._turned(position, line, amount, direction)
        booking_date, value_date = day(booked), day(valued)
        if (booked and not booking_date) or (valued and not value_date):
            self._undated(position, line, booked, valued)
        reversal = reversal_text is not None and flag(reversal_text) is True
        batch = None
        if message_id or batch_id or batch_count or batch_total:
            batch = Batch(
                message_id, batch_id, whole(batch_count), decimal(batch_total)
            )
        details: tuple[Detail, ...] = ()
        if detail_rows is not None:
            details = tuple(
                [
                    build_detail(each, base, direction, self.own, reversal=reversal)
                    for each in detail_rows
                ]
            )
            if batch is not None:
                self._check_batch(position, line, batch, details)
        return Entry(
            position,
            line,
            amount,
            currency,
            direction,
            status,
            reversal,
            booking_date,
            value_date,
            reference,
            bank_reference,
            transaction_code(domain, family, sub_family, proprietary),
            additional,
            charges_of(charges) if charges else (),
            batch,
            details,
        )

    def _refuse(
        self, position: int, line: int | None, amount: str | None, direction: str | None
    ) -> None:
        where = f"{self.place}/Ntry[{position}]"
        if decimal(amount) is None:
            code = "amount_unreadable" if amount else "amount_missing"
            words = (
                f"the amount {amount!r} is no number"
                if amount
                else "there is no amount"
            )
            self.note(
                found(
                    code,
                    f"Entry {position} was left out: {words}.",
                    line,
                    f"{where}/Amt",
                )
            )
            return
        code = "direction_unreadable" if direction else "direction_missing"
        words = (
            f"{direction!r} is neither CRDT nor DBIT"
            if direction
            else "it does not say whether it is a credit or a debit"
        )
        self.note(
            found(
                code,
                f"Entry {position} was left out: {words}.",
                line,
                f"{where}/CdtDbtInd",
            )
        )

    def _turned(
        self, position: int, line: int | None, amount: Decimal, direction: Direction
    ) -> tuple[Decimal, Direction]:
        turned = OPPOSITE[direction]
        self.note(
            found(
                "amount_negative",
                f"Entry {position} has the negative amount {amount} as "
                f"{direction.value}; it is taken as {-amount} {turned.value}.",
                line,
                f"{self.place}/Ntry[{position}]/Amt",
            )
        )
        return -amount, turned

    def _undated(
        self, position: int, line: int | None, booked: str | None, valued: str | None
    ) -> None:
        for text, name in ((booked, "BookgDt"), (valued, "ValDt")):
            if text and day(text) is None:
                self.note(
                    found(
                        "date_unreadable",
                        f"Entry {position}: {text!r} is no date.",
                        line,
                        f"{self.place}/Ntry[{position}]/{name}",
                    )
                )

    def _check_batch(
        self, position: int, line: int | None, batch: Batch, details: tuple[Detail, ...]
    ) -> None:
        where = f"{self.place}/Ntry[{position}]/NtryDtls/Btch"
        if batch.count is not None and batch.count != len(details):
            self.note(
                found(
                    "batch_count_differs",
                    f"Entry {position} says its batch has {batch.count} transactions; "
                    f"{len(details)} are listed.",
                    line,
                    f"{where}/NbOfTxs",
                )
            )
            return
        if batch.total is None:
            return
        total = ZERO
        for detail in details:
            if detail.amount is None:
                return
            total = add(total, detail.amount)
        if total != batch.total and len({each.currency for each in details}) == 1:
            self.note(
                found(
                    "batch_sum_differs",
                    f"Entry {position} says its batch makes {batch.total}; "
                    f"the transactions make {total}.",
                    line,
                    f"{where}/TtlAmt",
                )
            )


def balances(rows: list[Row], place: str, base: int, note: Note) -> list[Balance]:
    """The balances of a statement, in order; doubts are noted."""
    result = []
    for index, (line, code, amount, currency, direction, dated, _) in enumerate(
        rows, 1
    ):
        where, at = f"{place}/Bal[{index}]", line + base - 1
        value = decimal(amount)
        if value is None:
            note(
                found(
                    "balance_unreadable",
                    f"The balance {code or 'without type'} has no readable amount"
                    f" ({amount!r}).",
                    at,
                    where,
                )
            )
            continue
        if direction is None:
            note(
                found(
                    "balance_direction_missing",
                    f"The balance {code or 'without type'} does not say whether it "
                    "is in credit or debit; it is taken as a credit.",
                    at,
                    where,
                )
            )
        if dated and day(dated) is None:
            note(found("date_unreadable", f"{dated!r} is no date.", at, f"{where}/Dt"))
        signed = -value if direction == "DBIT" else value
        result.append(Balance(code or "", signed, currency, day(dated)))
    return result
