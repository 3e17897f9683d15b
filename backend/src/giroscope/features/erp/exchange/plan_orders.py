"""Puts payments that can be made into orders: one account, one day, one file.

A person approves an account's day at once; within the file each mapping has a block of
its own. What is planned is claimed in the ERP before a byte of it is handed on.
"""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from giroscope.features.erp.exchange.outbox import Write, ask
from giroscope.features.erp.exchange.tables import ErpOrder, Operation, OrderState
from giroscope.features.erp.mapping.context import sheet_of
from giroscope.features.erp.mapping.products import PRODUCTS, PayingBank
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import ErpReading, Listed
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.features.erp.tables import ErpConnection
from giroscope.kernel.banking_days import calendars_of, next_open
from giroscope.kernel.clock import day_of

MOST_IN_A_FILE = 5_000
_AT_ONCE = 20_000
_FIT = re.compile(r"[A-Za-z0-9/\-?:().,'+ ]{1,35}", re.ASCII)
_UNFIT = re.compile(r"[^A-Za-z0-9\-]+", re.ASCII)

Ids = Callable[[], str]
"""Gives another short name each time it is asked."""


def fresh_id() -> str:
    """Ten signs that no other payment has."""
    return secrets.token_hex(5)


def plan(
    connection: Connection, connection_id: int, now: datetime, ids: Ids = fresh_id
) -> int:
    """Plan everything that can be made; tells how many orders there are now.

    The caller commits. Two that plan at one moment wait for each other.
    """
    books = connection.execute(
        select(ErpConnection).where(ErpConnection.id == connection_id).with_for_update()
    ).one()
    company = _company(connection, connection_id) or books.name
    sheet = sheet_of(connection, connection_id)
    rules = {rule.id: rule for rule in sheet.rules}
    made = 0
    while rows := _open(connection, connection_id):
        for account, day, members in _groups(rows, rules, sheet.known.banks, now):
            order = {"account": account, "day": day, "company": company[:140]}
            _order(connection, connection_id, order, members, now, ids)
            made += 1
    return made


def _open(connection: Connection, connection_id: int) -> Sequence[Any]:
    return connection.execute(
        select(
            ErpPayment.id, ErpPayment.number, ErpPayment.due, ErpPayment.currency,
            ErpPayment.mapping_id, ErpPayment.pays_from, ErpPayment.own_end_to_end_id,
        )
        .where(
            ErpPayment.connection_id == connection_id,
            ErpPayment.state == ErpPaymentState.OPEN.value,
            ErpPayment.mapping_id.is_not(None),
        )
        .order_by(ErpPayment.id)
        .limit(_AT_ONCE)
    ).all()  # fmt: skip


def _groups(
    rows: Sequence[Any],
    rules: dict[int, Rule],
    banks: dict[str, PayingBank | None] | Any,
    now: datetime,
) -> Iterator[tuple[str, date, list[Any]]]:
    """Payments by account and day, in portions that a bank takes."""
    today = day_of(now)
    found: dict[tuple[str, date], list[Any]] = {}
    for row in rows:
        bank = banks.get(row.pays_from)
        day = _day(row, rules[row.mapping_id], bank, today)
        found.setdefault((row.pays_from, day), []).append(row)
    for (account, day), members in sorted(found.items(), key=lambda item: item[0]):
        # Payments of one mapping stand together, in the order they came.
        members.sort(key=lambda row: (row.mapping_id, row.id))
        for start in range(0, len(members), MOST_IN_A_FILE):
            yield account, day, members[start : start + MOST_IN_A_FILE]


def _day(row: Any, rule: Rule, bank: PayingBank | None, today: date) -> date:
    """The day it is due, or the first banking day from then or today on."""
    day: date = max(row.due, today)
    if PRODUCTS[rule.target].is_instant:
        return day
    country = bank.country if bank else None
    return next_open(day, calendars_of(country, row.currency))


def _order(
    connection: Connection,
    connection_id: int,
    order: dict[str, Any],
    members: list[Any],
    now: datetime,
    ids: Ids,
) -> None:
    our_id = f"GIRO{ids()}{ids()}"
    order_id = connection.execute(
        insert(ErpOrder)
        .values(
            connection_id=connection_id, our_id=our_id,
            state=OrderState.CLAIMING.value, created=now.replace(microsecond=0),
            debtor_account=order["account"], day=order["day"],
            company=order["company"], is_over=False,
        )
        .returning(ErpOrder.id)
    ).scalar_one()  # fmt: skip
    names = _end_to_end_ids(connection, members, ids)
    connection.execute(
        update(ErpPayment.__table__)  # type: ignore[arg-type]
        .where(ErpPayment.__table__.c.id == bindparam("row"))
        .values(
            state=ErpPaymentState.CLAIMING.value, since=now, order_id=order_id,
            end_to_end_id=bindparam("name"),
        ),
        [{"row": row.id, "name": names[row.id]} for row in members],
    )  # fmt: skip
    write = Write(
        Operation.CLAIM, our_id, f"{order['account']} · {order['day']}",
        order_id=int(order_id),
    )  # fmt: skip
    ask(connection, connection_id, [write], now)


def _end_to_end_ids(
    connection: Connection, members: list[Any], ids: Ids
) -> dict[int, str]:
    """The ERP's own where it can be one, else its number with something unique."""
    asked = {row.own_end_to_end_id for row in members if row.own_end_to_end_id}
    taken = _taken(connection, sorted(asked))
    names: dict[int, str] = {}
    for row in members:
        own = row.own_end_to_end_id
        if own not in taken and _FIT.fullmatch(own) and own.upper() != "NOTPROVIDED":
            names[row.id] = own
        else:
            number = _UNFIT.sub("-", row.number).strip("-")[:24]
            names[row.id] = f"{number or 'P'}-{ids()}"
        taken.add(names[row.id])
    return names


def _taken(connection: Connection, names: list[str]) -> set[str]:
    found: set[str] = set()
    for start in range(0, len(names), 500):
        rows = connection.execute(
            select(ErpPayment.end_to_end_id).where(
                ErpPayment.end_to_end_id.in_(names[start : start + 500])
            )
        )
        found.update(filter(None, rows.scalars()))
    return found


def _company(connection: Connection, connection_id: int) -> str | None:
    return connection.execute(
        select(ErpReading.company).where(
            ErpReading.connection_id == connection_id,
            ErpReading.list == Listed.COMPANIES.value,
        )
    ).scalar()
