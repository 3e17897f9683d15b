"""Gives each open payment its mapping, or holds it with the reason.

Done anew whenever payments were read or mappings changed, for all that nobody has
claimed; nothing is ever defaulted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bankfiles.writing import Initiator, Order, Sender, Unwritable, write_pain001
from erplink import OpenPayment
from giroscope.features.erp.doubts import DUPLICATE
from giroscope.features.erp.exchange.fetch import FAILED_BEFORE
from giroscope.features.erp.exchange.tables import FAILED, ErpFinding
from giroscope.features.erp.mapping.compose import Ordered, debit
from giroscope.features.erp.mapping.context import Sheet, sheet_of
from giroscope.features.erp.mapping.fitness import Unfit, unfit
from giroscope.features.erp.mapping.legality import number_of
from giroscope.features.erp.mapping.products import PRODUCTS, PayingBank
from giroscope.features.erp.mapping.rule import Rule, chosen
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState, payment_of
from giroscope.features.payments.checks.numbers import iban_fault
from giroscope.kernel.clock import day_of

_PORTION = 1_000
_LOOK_BACK = timedelta(days=90)
CHANGED = "changed_in_erp"
"""Held until it is read again."""
REFUSED = "claim_refused"
"""The ERP does not let it be paid; until it changes there, or somebody tries again."""
LEFT = "left_to_erp"
_FREE = [ErpPaymentState.OPEN.value, ErpPaymentState.HELD.value]


@dataclass(frozen=True, slots=True)
class Assigned:
    """How a payment is to be made: by which rule, from which account, by which bank."""

    rule: Rule
    account: str
    bank: PayingBank


@dataclass(frozen=True, slots=True)
class Held:
    """Why a payment waits, and what of."""

    code: str
    values: dict[str, str] = field(default_factory=dict)


def assign(connection: Connection, connection_id: int, now: datetime) -> int:
    """Decide anew on all that nobody has claimed; tells how many can be paid."""
    sheet = sheet_of(connection, connection_id)
    twins = _twins(connection, connection_id, now)
    ready, last = 0, 0
    while rows := _portion(connection, connection_id, last):
        last = rows[-1].id
        changed = []
        for row in rows:
            found = _found(row, sheet, twins, day_of(now))
            ready += isinstance(found, Assigned)
            values = _columns(found)
            if any(getattr(row, name) != value for name, value in values.items()):
                changed.append({"row": row.id, "since": now, **values})
        _write(connection, changed)
    return ready


def assigned(payment: OpenPayment, sheet: Sheet, today: date) -> Assigned | Held:
    """How one payment would be made, or why it would be held."""
    if not payment.method:
        return Held("no_method")
    rule = chosen(sheet.rules, payment, today)
    if rule is None:
        method = sheet.known.methods.get(payment.method)
        return Held("no_mapping", {"method": method.code if method else payment.method})
    if (reason := unfit(payment, rule)) is not None:
        return _held(reason)
    account = rule.debtor_account or _account(payment, rule, sheet)
    if not account:
        return Held("no_account")
    if account[:2].isalpha() and iban_fault(account):
        return Held("payer_iban_invalid", {"found": account})
    bank = sheet.known.banks.get(account)
    if bank is None:
        return Held("account_without_bank", {"account": account})
    if not bank.carries(PRODUCTS[rule.target]):
        values = {"bank": bank.name, "target": rule.target.value}
        return Held("not_carried_by_bank", values)
    found = Assigned(rule, account, bank)
    return _unwritable(payment, found) or found


def _found(
    row: Any, sheet: Sheet, twins: dict[int, str], today: date
) -> Assigned | Held:
    if row.reason_code == CHANGED and not row.raw_sha256:
        return Held(CHANGED)
    if row.reason_code in {LEFT, REFUSED, FAILED_BEFORE}:
        return Held(row.reason_code)
    if row.id in twins and not row.allowed:
        return Held(DUPLICATE, {"number": row.number, "other": twins[row.id]})
    return assigned(payment_of(row), sheet, today)


def _held(reason: Unfit) -> Held:
    return Held(reason.code, {"field": reason.field, **reason.values})


def _account(payment: OpenPayment, rule: Rule, sheet: Sheet) -> str:
    """The account the ERP has chosen: for the payment, else for its method."""
    method = sheet.known.methods.get(rule.method)
    named = payment.account or (method.bank_account if method else "")
    account = sheet.known.accounts.get(named)
    return number_of(account) if account and not account.is_blocked else ""


def _unwritable(payment: OpenPayment, found: Assigned) -> Held | None:
    """What a file may not carry is found now, not when its neighbours wait for it."""
    ordered = Ordered(payment, found.rule, "E2E")
    block = debit(
        "B", date.min, Sender("S", found.account), (ordered,), found.bank.profile
    )
    order = Order("M", datetime.min.replace(tzinfo=UTC), Initiator("I"), (block,))
    try:
        for _ in write_pain001(order):
            pass
    except Unwritable as refusal:
        return Held("unwritable", {"field": refusal.path, "why": refusal.reason})
    return None


def _portion(connection: Connection, connection_id: int, last: int) -> Sequence[Any]:
    return connection.execute(
        select(ErpPayment)
        .where(
            ErpPayment.connection_id == connection_id, ErpPayment.state.in_(_FREE),
            ErpPayment.id > last,
        )
        .order_by(ErpPayment.id)
        .limit(_PORTION)
    ).all()  # fmt: skip


def _columns(found: Assigned | Held) -> dict[str, Any]:
    if isinstance(found, Held):
        return {
            "state": ErpPaymentState.HELD.value, "reason_code": found.code,
            "values": dict(found.values), "mapping_id": None, "mapping_version": None,
            "pays_from": "",
        }  # fmt: skip
    return {
        "state": ErpPaymentState.OPEN.value, "reason_code": None, "values": {},
        "mapping_id": found.rule.id, "mapping_version": found.rule.version,
        "pays_from": found.account,
    }  # fmt: skip


def _write(connection: Connection, changed: list[dict[str, Any]]) -> None:
    if changed:
        columns = [name for name in changed[0] if name != "row"]
        connection.execute(
            update(ErpPayment.__table__)  # type: ignore[arg-type]
            .where(
                ErpPayment.__table__.c.id == bindparam("row"),
                # Each state by itself: rows in bulk take no list.
                or_(*(ErpPayment.__table__.c.state == state for state in _FREE)),
            )
            .values({name: bindparam(f"to_{name}") for name in columns}),
            [
                {"row": one["row"], **{f"to_{name}": one[name] for name in columns}}
                for one in changed
            ],
        )


def _twins(connection: Connection, connection_id: int, now: datetime) -> dict[int, str]:
    """Payments that repeat another's number, payee and amount, the first one left out.

    One that was paid or is on its way counts as the first.
    """
    alike = (
        ErpPayment.number, ErpPayment.creditor_id, ErpPayment.amount,
        ErpPayment.currency,
    )  # fmt: skip
    alive = (
        ErpPayment.connection_id == connection_id,
        ErpPayment.number != "",
        ErpPayment.fetched >= now - _LOOK_BACK,
        ErpPayment.state.not_in(
            [*(state.value for state in FAILED), ErpPaymentState.GONE.value]
        ),
    )
    repeated = (
        select(*alike).where(*alive).group_by(*alike).having(func.count() > 1)
    ).subquery()
    rows = connection.execute(
        select(
            ErpPayment.id, ErpPayment.native_id, ErpPayment.state, ErpPayment.round_id,
            *alike,
        )
        .join(
            repeated,
            (repeated.c.number == ErpPayment.number)
            & (repeated.c.creditor_id == ErpPayment.creditor_id)
            & (repeated.c.amount == ErpPayment.amount)
            & (repeated.c.currency == ErpPayment.currency),
        )
        .where(*alive)
        .order_by(ErpPayment.id)
    ).all()  # fmt: skip
    found: dict[int, str] = {}
    for first, row in _after_first(rows):
        found[row.id] = first.native_id
        _tell(connection, connection_id, row, first.native_id, now)
    return found


def _after_first(rows: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    groups: dict[tuple[Any, ...], list[Any]] = {}
    for row in rows:
        key = (row.number, row.creditor_id, row.amount, row.currency)
        groups.setdefault(key, []).append(row)
    for group in groups.values():
        first = min(group, key=lambda row: (row.state in _FREE, row.id))
        for row in group:
            if row.id != first.id and row.state in _FREE:
                yield first, row


def _tell(
    connection: Connection, connection_id: int, row: Any, first: str, now: datetime
) -> None:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(
        dialect.insert(ErpFinding)
        .values(
            connection_id=connection_id, native_id=row.native_id, number=row.number,
            code=DUPLICATE, field="number", round_id=row.round_id, seen=now,
            doubt=DUPLICATE, values={"other": first},
        )
        .on_conflict_do_update(
            index_elements=["connection_id", "native_id", "code", "field"],
            set_={"round_id": row.round_id, "values": {"other": first}},
        )
    )  # fmt: skip
