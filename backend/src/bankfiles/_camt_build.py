"""Rows of texts become typed values of camt. No elements and no bytes here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TypeAlias

from bankfiles._findings import found
from bankfiles._paths import Row
from bankfiles._text import ZERO, add, day, decimal, flag, whole
from bankfiles.values import (
    Balance,
    Batch,
    Charge,
    Detail,
    Direction,
    Entry,
    Exchange,
    Finding,
    Money,
    Party,
)

DIRECTIONS = {"CRDT": Direction.CREDIT, "DBIT": Direction.DEBIT}
OPPOSITE = {
    Direction.CREDIT: Direction.DEBIT,
    Direction.DEBIT: Direction.CREDIT,
    None: None,
}
Note: TypeAlias = Callable[[Finding], None]


class EntryBuilder:
    """Builds the entries of one statement.

    `note` receives what is doubtful. `own` are the account numbers of the
    statement: the other side of a transaction is who does not own them.
    """

    def __init__(self, place: str, own: Sequence[str], note: Note) -> None:
        self.place = place
        self.own = frozenset(_compact(number) for number in own)
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
            role = OPPOSITE[direction] if reversal else direction
            details = tuple(
                [
                    self._detail(each, base, role, reversal=reversal)
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
            _code(domain, family, sub_family, proprietary),
            additional,
            _charges(charges) if charges else (),
            batch,
            details,
        )

    def _detail(
        self,
        row: Row,
        base: int,
        role: Direction | None,
        *,
        reversal: bool,
    ) -> Detail:
        (
            line, message_id, bank_reference, batch_id, instruction_id, end_to_end_id,
            uetr, transaction_id, mandate_id, amount, currency, direction_text,
            instructed_text, instructed_currency, booked_text, booked_currency,
            exchanges, charges, debtor, debtor_account, debtor_agent, ultimate_debtor,
            creditor, creditor_account, creditor_agent, ultimate_creditor, purpose,
            lines, remarks, documents, reference, reference_type, returned,
            returned_info, additional, domain, family, sub_family, proprietary, _,
        ) = row  # fmt: skip
        if amount is None:
            amount, currency = booked_text, booked_currency
        direction = None
        if direction_text is not None:
            direction = DIRECTIONS.get(direction_text)
            role = OPPOSITE[direction] if reversal else direction or role
        debtor_side = role is Direction.CREDIT
        if debtor_account and _compact(debtor_account) in self.own:
            debtor_side = False
        elif creditor_account and _compact(creditor_account) in self.own:
            debtor_side = True
        elif (
            not (debtor or debtor_account)
            if debtor_side
            else not (creditor or creditor_account)
        ):
            # Only the other role is named, and it is not the owner's account.
            debtor_side = bool(debtor_account) or (debtor_side and not creditor_account)
        if debtor_side:
            party, ultimate = (debtor, debtor_account, debtor_agent), ultimate_debtor
        else:
            party, ultimate = (
                (creditor, creditor_account, creditor_agent),
                ultimate_creditor,
            )
        value = decimal(amount)
        instructed = None
        if instructed_text is not None and instructed_currency:
            number = decimal(instructed_text)
            if number is not None:
                instructed = Money(number, instructed_currency)
        if lines is None:
            lines = remarks or documents
        return Detail(
            line + base - 1 if line else None,
            value,
            currency,
            direction,
            instructed,
            _exchange(exchanges[0], value, instructed) if exchanges else None,
            _charges(charges) if charges else (),
            end_to_end_id,
            instruction_id,
            batch_id,
            message_id,
            transaction_id,
            uetr,
            bank_reference,
            mandate_id,
            Party(*party) if any(party) else None,
            ultimate,
            "\n".join(lines) if lines else None,
            reference,
            reference_type,
            purpose,
            _code(domain, family, sub_family, proprietary),
            returned or (returned_info[0] if returned_info else None),
            additional,
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
        turned = Direction.DEBIT if direction is Direction.CREDIT else Direction.CREDIT
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


def _compact(number: str) -> str:
    return number.replace(" ", "")


def _code(
    domain: str | None,
    family: str | None,
    sub_family: str | None,
    proprietary: str | None,
) -> str | None:
    if domain is None:
        return proprietary
    if sub_family is None:
        return f"{domain}-{family}" if family else domain
    return f"{domain}-{family}-{sub_family}"


def _charges(rows: list[Row]) -> tuple[Charge, ...]:
    charges = []
    for _, amount, currency, direction, included, kind, records, total, other in rows:
        if records:
            for _, value, record_currency, way, inside, name in records:
                charges.append(_charge(value, record_currency, way, inside, name))
        elif amount is not None:
            charges.append(_charge(amount, currency, direction, included, kind))
        else:
            charges.append(_charge(total, other, direction, included, kind))
    return tuple(each for each in charges if each is not None)


def _charge(
    text: str | None,
    currency: str | None,
    direction: str | None,
    included: str | None,
    kind: str | None,
) -> Charge | None:
    amount = decimal(text)
    if amount is None:
        return None
    way = DIRECTIONS.get(direction) if direction else None
    return Charge(amount, currency, way, flag(included), kind)


def _exchange(row: Row, amount: Decimal | None, instructed: Money | None) -> Exchange:
    _, source, target, unit_currency, rate_text = row
    source = source or unit_currency
    rate = decimal(rate_text)
    return Exchange(source, target, rate, _unit(rate, amount, instructed))


def _unit(
    rate: Decimal | None, amount: Decimal | None, instructed: Money | None
) -> Decimal | None:
    """Whether the rate is per 1 or per 100, as the two amounts show.

    The message does not say; Danish and Swiss banks quote per 100.
    """
    if not (rate and amount and instructed and instructed.amount):
        return None
    for unit in (Decimal(1), Decimal(100)):
        for quotient in (amount / instructed.amount, instructed.amount / amount):
            if abs(rate / unit / quotient - 1) < Decimal("0.02"):
                return unit
    return None
