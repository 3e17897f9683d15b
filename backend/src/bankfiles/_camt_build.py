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
from bankfiles._currencies import KNOWN
from bankfiles._doubts import (
    NAMED,
    SHORT,
    STATUSES,
    Doubts,
    fits,
    plausible_day,
    too_long,
)
from bankfiles._findings import found
from bankfiles._paths import Row
from bankfiles._text import ZERO, add, decimal, flag, whole
from bankfiles.parts import Balance, Charge, Direction, Finding
from bankfiles.values import Batch, Detail, Entry

# Other amounts, exchange and charges, of which most details have none.
_NO_MORE = [None] * 6

Note: TypeAlias = Callable[[Finding], None]


class EntryBuilder:
    """Builds the entries of one statement.

    `note` receives what is doubtful. `own` are the account numbers of the
    statement: the other side of a transaction is who does not own them.
    """

    def __init__(
        self, place: str, own: Sequence[str], note: Note, doubts: Doubts
    ) -> None:
        self.place = place
        self.own = frozenset(compact(number) for number in own)
        self.note = note
        self.doubts = doubts

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
        is_common = amount_text[-3:-2] == "." and len(amount_text) <= SHORT
        if not is_common and not fits(amount):
            self._leave_out(position, line, amount, "Amt")
            return None
        if currency not in KNOWN or status not in STATUSES:
            currency = self.doubted(position, line, currency, status)
        booking_date, value_date = plausible_day(booked), plausible_day(valued)
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
            details = self._details(position, base, direction, detail_rows, reversal)
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
            self._charges(position, line, charges) if charges else (),
            batch,
            details,
        )

    def _details(
        self,
        position: int,
        base: int,
        direction: Direction,
        rows: list[Row],
        reversal: bool,
    ) -> tuple[Detail, ...]:
        details = tuple(
            [
                build_detail(each, base, direction, self.own, reversal=reversal)
                for each in rows
            ]
        )
        for each in rows:
            # What most details say shows at once that they are sound.
            text = each[9] or each[14]
            if (
                (text is not None and (text[-3:-2] != "." or len(text) > SHORT))
                or each[10] not in NAMED
                or (each[12:18] != _NO_MORE and not _are_named(each))
            ):
                return self._mended(position, details)
        return details

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

    def _leave_out(
        self, position: int, line: int | None, amount: Decimal, where: str
    ) -> None:
        self.note(
            found(
                "amount_out_of_range",
                f"Entry {position} was left out: {too_long(amount)}.",
                line,
                f"{self.place}/Ntry[{position}]/{where}",
            )
        )

    def doubted(
        self, position: int, line: int | None, currency: str | None, status: str | None
    ) -> str | None:
        """The currency as it is meant, once it or the status is doubtful."""
        what, where = f"Entry {position}", f"{self.place}/Ntry[{position}]"
        self.doubts.status(status, what, line, f"{where}/Sts")
        return self.doubts.currency(currency, what, line, f"{where}/Amt")

    def _undated(
        self, position: int, line: int | None, booked: str | None, valued: str | None
    ) -> None:
        for text, name in ((booked, "BookgDt"), (valued, "ValDt")):
            where = f"{self.place}/Ntry[{position}]/{name}"
            self.doubts.day(text, f"Entry {position}", line, where)

    def _mended(self, position: int, details: Sequence[Detail]) -> tuple[Detail, ...]:
        """The details with currencies as they are meant, and only amounts that fit."""
        return tuple(
            self._mended_detail(position, number, detail)
            for number, detail in enumerate(details, 1)
        )

    def _mended_detail(self, position: int, number: int, detail: Detail) -> Detail:
        if _is_sound(detail):
            return detail
        where = f"{self.place}/Ntry[{position}]/NtryDtls/TxDtls[{number}]"
        what = f"Transaction {number} of entry {position}"
        if detail.amount is not None and not fits(detail.amount):
            self.note(
                found(
                    "amount_out_of_range",
                    f"{what}: {too_long(detail.amount)}.",
                    detail.line,
                    f"{where}/Amt",
                )
            )
            detail = detail._replace(amount=None)

        def meant(code: str | None, path: str) -> str | None:
            if code is None:
                return None
            return self.doubts.currency(code, what, detail.line, f"{where}/{path}")

        instructed, rate = detail.instructed, detail.exchange
        if instructed is not None:
            code = meant(instructed.currency, "AmtDtls/InstdAmt/Amt")
            instructed = instructed._replace(currency=code or instructed.currency)
        if rate is not None:
            source = meant(rate.source, "AmtDtls/TxAmt/CcyXchg/SrcCcy")
            target = meant(rate.target, "AmtDtls/TxAmt/CcyXchg/TrgtCcy")
            rate = rate._replace(source=source, target=target)
        return detail._replace(
            currency=meant(detail.currency, "Amt"),
            instructed=instructed,
            exchange=rate,
            charges=tuple(
                each._replace(currency=meant(each.currency, "Chrgs"))
                for each in detail.charges
            ),
        )

    def _charges(
        self, position: int, line: int | None, rows: list[Row]
    ) -> tuple[Charge, ...]:
        what = f"A charge of entry {position}"
        where = f"{self.place}/Ntry[{position}]/Chrgs"
        return tuple(
            each
            if each.currency in KNOWN or each.currency is None
            else each._replace(
                currency=self.doubts.currency(each.currency, what, line, where)
            )
            for each in charges_of(rows)
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


def _are_named(row: Row) -> bool:
    """Whether a detail names known currencies beside its amount, if any."""
    has_more = row[16] is not None or row[17] is not None
    return row[13] in NAMED and row[15] in NAMED and not has_more


def _is_sound(detail: Detail) -> bool:
    """Whether the amount of a detail fits, and its currencies are known or not told."""
    codes = [detail.currency, *(each.currency for each in detail.charges)]
    if detail.instructed is not None:
        codes.append(detail.instructed.currency)
    if detail.exchange is not None:
        codes += (detail.exchange.source, detail.exchange.target)
    amount = detail.amount
    return all(map(NAMED.__contains__, codes)) and (amount is None or fits(amount))


def balances(
    rows: list[Row], place: str, base: int, note: Note, doubts: Doubts
) -> list[Balance]:
    """The balances of a statement, in order; doubts are noted."""
    result = []
    for index, row in enumerate(rows, 1):
        line, code, amount, currency, direction, dated, _ = row
        where, at = f"{place}/Bal[{index}]", line + base - 1
        what = f"The balance {code or 'without type'}"
        value = decimal(amount)
        if value is None:
            words = f"{what} has no readable amount ({amount!r})."
            note(found("balance_unreadable", words, at, where))
            continue
        if not fits(value):
            words = f"{what} was left out: {too_long(value)}."
            note(found("amount_out_of_range", words, at, f"{where}/Amt"))
            continue
        if direction not in DIRECTIONS:
            words = (
                f"{what} does not say whether it is in credit or debit; it is taken as "
                "a credit."
            )
            note(found("balance_direction_missing", words, at, where))
        if dated is None:
            words = f"{what} has no date."
            note(found("balance_date_missing", words, at, f"{where}/Dt"))
        said = doubts.day(dated, what, at, f"{where}/Dt")
        meant = doubts.currency(currency, what, at, f"{where}/Amt")
        signed = -value if direction == "DBIT" else value
        result.append(Balance(code or "", signed, meant, said))
    return result
