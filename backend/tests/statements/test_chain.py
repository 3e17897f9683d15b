"""How statements are joined to those before them, in whatever order they came."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import permutations
from typing import NamedTuple

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from giroscope.features.banks import Account
from giroscope.features.documents import Document
from giroscope.features.statements import Statement
from giroscope.features.statements.chain import link
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from tests.statements.version_factory import march

pytestmark = pytest.mark.both_stores


class Told(NamedTuple):
    """A current booked statement of some days of March."""

    first: int
    last: int
    opening: str | None
    closing: str | None
    sequence: str | None = None


FIRST, FOLLOWS, GAP, OVERLAPS = "FIRST", "FOLLOWS", "GAP", "OVERLAPS"
Links = Mapping[str, tuple[str | None, str | None]]
"""How each is joined, and to which."""
CASES: dict[str, tuple[dict[str, Told], Links]] = {
    "one alone": ({"a": Told(2, 2, "100", "80")}, {"a": (FIRST, None)}),
    "two days": (
        {"a": Told(2, 2, "100", "80"), "b": Told(3, 3, "80", "70")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a")},
    ),
    "a week-end between": (
        {"a": Told(2, 2, "100", "80"), "b": Told(9, 9, "80", "70")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a")},
    ),
    "the number is always the same": (
        {"a": Told(2, 2, "100", "80", "0"), "b": Told(3, 3, "80", "70", "0")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a")},
    ),
    "one is missing": (
        {"a": Told(2, 2, "100", "80", "1"), "b": Told(4, 4, "70", "60", "3"),
         "c": Told(5, 5, "60", "50", "4")},
        {"a": (FIRST, None), "b": (GAP, "a"), "c": (FOLLOWS, "b")},
    ),
    "one is missing, and the balance was there before": (
        {"a": Told(2, 2, "100", "80"), "b": Told(3, 3, "80", "70"),
         "c": Told(5, 5, "80", "90")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a"), "c": (GAP, "b")},
    ),
    "a quiet day between": (
        {"a": Told(2, 2, "100", "80"), "b": Told(3, 3, "80", "80"),
         "c": Told(4, 4, "80", "70")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a"), "c": (FOLLOWS, "b")},
    ),
    "a day shared by two": (
        {"a": Told(2, 3, "100", "80"), "b": Told(3, 4, "80", "70")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a")},
    ),
    "three of a day": (
        {"a": Told(2, 2, "100", "80", "8"), "b": Told(2, 2, "80", "70", "9"),
         "c": Told(2, 2, "70", "90", "10"), "d": Told(3, 3, "90", "95", "11")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a"), "c": (FOLLOWS, "b"),
         "d": (FOLLOWS, "c")},
    ),
    "three of a day without numbers": (
        {"a": Told(2, 2, "100", "80"), "b": Told(2, 2, "80", "70"),
         "c": Told(2, 2, "70", "90")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a"), "c": (FOLLOWS, "b")},
    ),
    "one of a day is missing": (
        {"a": Told(2, 2, "100", "80", "8"), "b": Told(2, 2, "70", "60", "10")},
        {"a": (FIRST, None), "b": (GAP, "a")},
    ),
    "a day that ends where it began": (
        {"a": Told(1, 1, "90", "100", "1"), "b": Told(2, 2, "100", "80", "2"),
         "c": Told(2, 2, "80", "100", "3"), "d": Told(3, 3, "100", "70", "4")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a"), "c": (FOLLOWS, "b"),
         "d": (FOLLOWS, "c")},
    ),
    "a gap before a day that ends where it began": (
        {"a": Told(1, 1, "95", "90", "1"), "b": Told(2, 2, "100", "80", "3"),
         "c": Told(2, 2, "80", "100", "4")},
        {"a": (FIRST, None), "b": (GAP, "a"), "c": (FOLLOWS, "b")},
    ),
    "only a day that ends where it began": (
        {"a": Told(2, 2, "100", "80", "1"), "b": Told(2, 2, "80", "100", "2")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a")},
    ),
    "two quiet ones of a day": (
        {"a": Told(2, 2, "100", "100", "1"), "b": Told(2, 2, "100", "100", "2")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a")},
    ),
    "two quiet ones of a day, the ninth and the tenth": (
        {"a": Told(2, 2, "100", "100", "9"), "b": Told(2, 2, "100", "100", "10")},
        {"a": (FIRST, None), "b": (FOLLOWS, "a")},
    ),
    "a month over its days": (
        {"a": Told(1, 31, "100", "60"), "b": Told(15, 15, "80", "70"),
         "c": Told(16, 16, "70", "65")},
        {"a": (FIRST, None), "b": (OVERLAPS, None), "c": (FOLLOWS, "b")},
    ),
    "a week that begins within another": (
        {"z": Told(1, 1, "90", "100"), "a": Told(2, 8, "100", "60"),
         "b": Told(5, 12, "80", "70")},
        {"z": (FIRST, None), "a": (FOLLOWS, "z"), "b": (OVERLAPS, None)},
    ),
    "after a month and its last day": (
        {"a": Told(1, 31, "100", "60"), "b": Told(31, 31, "65", "60")},
        {"a": (FIRST, None), "b": (OVERLAPS, None)},
    ),
    "one without balances": (
        {"a": Told(2, 2, "100", "80"), "b": Told(3, 3, None, None),
         "c": Told(4, 4, "80", "70"), "d": Told(5, 5, "70", None)},
        {"a": (FIRST, None), "b": (None, None), "c": (FOLLOWS, "a"),
         "d": (None, None)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_statements_in_any_order_are_joined_alike(
    database: Database, realm: str, name: str
) -> None:
    told, expected = CASES[name]
    with database.job_connection(realm) as connection:
        _prepare(connection)
        for order in permutations(told):
            for called in order:
                _add(connection, called, told[called])
            assert _links(connection) == expected, order
            connection.execute(delete(Statement))
        connection.rollback()


def test_a_gap_is_closed_when_the_missing_one_comes_and_opens_when_it_goes(
    database: Database, realm: str
) -> None:
    days = [Told(day, day, str(day), str(day + 1)) for day in (2, 3, 4)]
    with database.job_connection(realm) as connection:
        _prepare(connection)
        _add(connection, "a", days[0])
        _add(connection, "c", days[2])
        apart = {"a": (FIRST, None), "c": (GAP, "a")}
        assert _links(connection) == apart
        _add(connection, "b", days[1])
        closed = {"a": (FIRST, None), "b": (FOLLOWS, "a"), "c": (FOLLOWS, "b")}
        assert _links(connection) == closed
        own = Statement.identity == "b"
        connection.execute(update(Statement).where(own).values(is_final=False))
        replaced = connection.execute(select(Statement.id).where(own)).scalar_one()
        link(connection, 1, march(3), march(3), [replaced])
        assert _links(connection) == apart | {"b": (None, None)}
        connection.rollback()


def test_other_accounts_and_what_does_not_count_are_not_in_the_chain(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        _prepare(connection)
        _add(connection, "a", Told(2, 2, "100", "80"))
        _add(connection, "other", Told(3, 3, "80", "70"), account_id=2)
        _add(connection, "replaced", Told(3, 3, "80", "75"), is_final=False)
        _add(connection, "c", Told(4, 4, "75", "70"))
        assert _links(connection) == {
            "a": (FIRST, None), "other": (FIRST, None), "replaced": (None, None),
            "c": (GAP, "a"),
        }  # fmt: skip
        connection.rollback()


def _prepare(connection: Connection) -> None:
    connection.execute(
        insert(Document).values(
            id=1, sha256="0", name="d", size=0, kind="OTHER", source="SHELL",
            received=system_clock(),
        )
    )  # fmt: skip
    accounts = [{"id": n, "number": str(n), "currency": "DKK"} for n in (1, 2)]
    connection.execute(insert(Account), accounts)


def _add(
    connection: Connection, name: str, told: Told, *, account_id: int = 1,
    is_final: bool = True,
) -> None:  # fmt: skip
    opening, closing = (
        None if amount is None else Decimal(amount)
        for amount in (told.opening, told.closing)
    )
    connection.execute(
        insert(Statement).values(
            identity=name, digest=name, document_id=1, account_id=account_id,
            correlation_id="c", format="camt.053", is_final=is_final,
            sequence=told.sequence, imported=system_clock(),
            from_date=march(told.first), to_date=march(told.last), opening=opening,
            closing=closing, incoming=Decimal(0), outgoing=Decimal(0), entries=0,
            details=0, reader_version=1,
        )
    )  # fmt: skip
    link(connection, account_id, march(told.first), march(told.last))


def _links(connection: Connection) -> dict[str, tuple[str | None, str | None]]:
    rows = connection.execute(
        select(Statement.id, Statement.identity, Statement.link, Statement.previous_id)
    ).all()
    names = {row.id: row.identity for row in rows} | {None: None}
    return {row.identity: (row.link, names[row.previous_id]) for row in rows}
