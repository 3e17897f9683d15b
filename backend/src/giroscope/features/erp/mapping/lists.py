"""Reads the ERP's lists of methods, accounts and companies, and keeps them.

Each list by itself: one that the ERP refuses takes no other with it, and what was read
before stays, with its age.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from erplink import Company, ErpAccount, ErpError, Operation, PaymentMethod
from giroscope.features.erp.mapping.tables import (
    ErpMethod,
    ErpOwnAccount,
    ErpReading,
    Listed,
)
from giroscope.features.erp.open_connection import Opened
from giroscope.kernel.database import Database, Table

_LONGEST = 500


def read_lists(
    database: Database, realm: str, connection_id: int, opened: Opened, now: datetime
) -> ErpError | None:
    """Read every list the connector has; tells the first failure, all of them kept."""
    connector = opened.connector
    able = opened.description.operations
    reads: tuple[tuple[Listed, Operation, Callable[[], Sequence[Any]]], ...] = (
        (Listed.METHODS, Operation.LIST_PAYMENT_METHODS,
         connector.list_payment_methods),
        (Listed.ACCOUNTS, Operation.LIST_BANK_ACCOUNTS, connector.list_bank_accounts),
        (Listed.COMPANIES, Operation.LIST_COMPANIES, connector.list_companies),
    )  # fmt: skip
    failure: ErpError | None = None
    for listed, operation, read in reads:
        if operation not in able:
            continue
        try:
            found = read()
        except ErpError as error:
            failure = failure or error
            values: dict[str, Any] = {
                "failed": now, "code": error.code, "message": error.message[:_LONGEST],
            }  # fmt: skip
            found = None
        else:
            values = {"read": now, "failed": None, "code": None, "message": None}
        with database.job_connection(realm) as connection:
            if found is not None:
                values |= _KEEPING[listed](connection, connection_id, found, opened)
            _note(connection, connection_id, listed, values)
            connection.commit()
    return failure


def _keep_methods(
    connection: Connection,
    connection_id: int,
    found: Sequence[PaymentMethod],
    _: Opened,
) -> dict[str, Any]:
    rows = [
        {
            "native_id": one.native_id, "code": one.code, "name": one.name,
            "currency": one.currency, "is_outbound": one.is_outbound,
            "is_active": one.is_active, "bank_account": one.bank_account,
        }
        for one in found
    ]  # fmt: skip
    _keep(connection, ErpMethod, connection_id, rows)
    return {}


def _keep_accounts(
    connection: Connection, connection_id: int, found: Sequence[ErpAccount], _: Opened
) -> dict[str, Any]:
    rows = [
        {
            "native_id": one.native_id, "name": one.name, "currency": one.currency,
            "iban": "".join(one.iban.split()).upper(),
            "number": "".join(one.number.split()).upper(), "bic": one.bic,
            "statement_journal": one.statement_journal, "is_blocked": one.is_blocked,
        }
        for one in found
    ]  # fmt: skip
    _keep(connection, ErpOwnAccount, connection_id, rows)
    return {}


def _keep_companies(
    _: Connection, __: int, found: Sequence[Company], opened: Opened
) -> dict[str, Any]:
    """The name of the company whose books are open: its id stands in the settings."""
    said = set(opened.values.values())
    own = [one for one in found if one.native_id in said]
    if not own and len(found) == 1:
        own = list(found)
    return {"company": own[0].name[:140]} if own else {}


_KEEPING: Mapping[Listed, Callable[..., dict[str, Any]]] = {
    Listed.METHODS: _keep_methods,
    Listed.ACCOUNTS: _keep_accounts,
    Listed.COMPANIES: _keep_companies,
}


def _keep(
    connection: Connection,
    table: type[ErpMethod | ErpOwnAccount],
    connection_id: int,
    rows: Sequence[dict[str, Any]],
) -> None:
    """The list as it is now; what is not in it any more is marked."""
    named = {row["native_id"] for row in rows}
    known = connection.execute(
        select(table.native_id).where(table.connection_id == connection_id)
    ).scalars()
    for native_id in set(known) - named:
        connection.execute(
            update(table)
            .where(table.connection_id == connection_id, table.native_id == native_id)
            .values(is_gone=True)
        )
    for row in rows:
        values = {**row, "connection_id": connection_id, "is_gone": False}
        upsert(connection, table, ["connection_id", "native_id"], values)


def _note(
    connection: Connection, connection_id: int, listed: Listed, values: dict[str, Any]
) -> None:
    key = {"connection_id": connection_id, "list": listed.value}
    upsert(connection, ErpReading, list(key), {**key, **values})


def upsert(
    connection: Connection, table: type[Table], key: list[str], values: dict[str, Any]
) -> None:
    """The row with these values, whether it was there or not."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    changed = {name: value for name, value in values.items() if name not in key}
    connection.execute(
        dialect.insert(table)
        .values(**values)
        .on_conflict_do_update(index_elements=key, set_=changed)
    )
