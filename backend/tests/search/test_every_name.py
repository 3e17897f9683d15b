"""One account, however it is named: rooms know every name of it, and no joined one."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select, text

from bankfiles import Account as FileAccount
from giroscope.features.banks import (
    Account,
    BankConnection,
    account_of_file,
    join_accounts,
)
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.dashboard.queries import account_days
from giroscope.features.erp.checking.probe import Probe
from giroscope.features.journals import approval_wait, habits, tie
from giroscope.features.journals.lateness import Habit
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.unpaid import unpaid
from giroscope.features.rules import account_ids
from giroscope.features.rules.model import Field
from giroscope.features.rules.references import names
from giroscope.features.search.hits import Kind
from giroscope.features.uploads import Upload
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from tests.journals.test_payments_tie import ALL_BOOKED, JOURNAL, PAYMENTS
from tests.journals.test_unpaid import _sent
from tests.payments.payment_factory import DEBTOR, pain002
from tests.statements.statement_factory import Line, Sheet, camt
from tests.statements.swift_factory import mt940

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
NATIONAL = DEBTOR[4:]
NAMED = PAYMENTS[1].replace(
    f"<IBAN>{DEBTOR}</IBAN>".encode(),
    f"<Othr><Id>{NATIONAL}</Id></Othr>".encode(),
)
NOW = datetime(2026, 4, 1, tzinfo=UTC)
FIRST, LAST = date(2026, 3, 1), date(2026, 3, 31)
USUAL = Habit(time(9), is_watched=True)
SWIFT = mt940(
    "1000.00", ["5.00"], first="2026-03-02", last="2026-03-02", account="BOOKS 77"
)


def _import_both(import_bytes: Import) -> None:
    """One account under two names that nobody can tell to be one."""
    import_bytes(camt(Sheet([Line("5.00")], account=DEBTOR)), "1.xml")
    import_bytes(SWIFT, "2.txt")


def _join(database: Database, realm: str, kept: str, joined: str) -> None:
    with database.job_connection(realm) as connection:
        ids = [
            connection.execute(
                select(Account.id).where(Account.number == number)
            ).scalar_one()
            for number in (kept, joined)
        ]
        join_accounts(connection, *ids, shell_actor(realm))
        connection.commit()


async def _listed(database: Database, realm: str) -> dict[str, list[str]]:
    """The accounts that lists of other rooms show, by number."""
    async with database.reading(realm) as session:
        numbers = {
            row.id: row.number
            for row in await session.execute(select(Account.id, Account.number))
        }
        days = await account_days(session, FIRST, LAST)
        watched = await habits.expectations(session, NOW, USUAL)
        named = (await names(session))[Field.ACCOUNT]
    probe: Any = SimpleNamespace(erp=SimpleNamespace(database=database), realm=realm)
    own = Probe.own_accounts.func(probe)
    return {
        "dashboard": [one.account.number for one in days],
        "habits": sorted(numbers[one.account_id] for one in watched),
        "rules": sorted(numbers[int(one)] for one in named),
        "erp": sorted(set(own.values())),
    }


async def test_a_joined_account_is_in_no_list_of_other_rooms(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _import_both(import_bytes)
    both = sorted([DEBTOR, "BOOKS77"])
    listed = await _listed(database, realm)
    assert listed == dict.fromkeys(("dashboard", "habits", "rules", "erp"), both)
    _join(database, realm, DEBTOR, "BOOKS77")
    listed = await _listed(database, realm)
    assert listed == {room: [DEBTOR] for room in listed}


@pytest.mark.served
async def test_an_account_is_searched_by_each_of_its_names(
    import_bytes: Import, database: Database, realm: str, api: Any
) -> None:
    _import_both(import_bytes)
    _join(database, realm, DEBTOR, "BOOKS77")
    found = await api.data(
        '{ search(text: "BOOKS77") { groups { kind hits { title } } } }'
    )
    hits = [
        hit["title"]
        for group in found["search"]["groups"]
        if group["kind"] == Kind.ACCOUNT.value
        for hit in group["hits"]
    ]
    assert hits == [DEBTOR]


@pytest.mark.parametrize("is_first", [True, False])
def test_a_payment_by_the_national_number_is_booked_on_the_account_of_the_iban(
    is_first: bool, import_bytes: Import, database: Database, realm: str
) -> None:
    files = [("pay.xml", NAMED, "PAYMENT"), ALL_BOOKED]
    for name, data, kind in files if is_first else reversed(files):
        import_bytes(data, name, kind)
    with database.job_connection(realm) as connection:
        row = connection.execute(
            select(Journal.booked, Journal.account_id, Account.number)
            .join(Account, Account.id == Journal.account_id)
            .where(Journal.correlation_id == JOURNAL)
        ).one()
        assert (row.booked, row.number) == (3, DEBTOR)


def test_a_payment_of_another_account_is_not_booked_on_this_one(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(NAMED.replace(NATIONAL.encode(), b"50019999999999"), "pay.xml",
                 "PAYMENT")  # fmt: skip
    import_bytes(*ALL_BOOKED[1::-1], ALL_BOOKED[2])
    with database.job_connection(realm) as connection:
        booked = select(Journal.booked).where(Journal.correlation_id == JOURNAL)
        assert connection.execute(booked).scalar_one() == 0
        assert not connection.execute(
            text("SELECT 1 FROM account_aliases WHERE name = '50019999999999'")
        ).all()


def _know_by_both(database: Database, realm: str) -> int:
    """An account that files have called by IBAN and by national number."""
    with database.job_connection(realm) as connection:
        for account in (FileAccount(iban=DEBTOR), FileAccount(other=NATIONAL)):
            account_id = account_of_file(connection, account, "DKK")
        connection.commit()
    return account_id


def test_the_account_of_a_payment_is_found_by_every_name(
    import_bytes: Import, database: Database, realm: str
) -> None:
    account_id = _know_by_both(database, realm)
    import_bytes(NAMED, "pay.xml", "PAYMENT")
    with database.job_connection(realm) as connection:
        assert tie._account(connection, JOURNAL) == account_id
        assert account_ids(connection)[NATIONAL] == str(account_id)


def test_a_day_without_its_payments_is_told_of_an_account_by_another_name(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(NAMED, "pay.xml", "PAYMENT")
    _sent(database, realm)
    import_bytes(pain002(group="ACTC"), "status.xml", "PAYMENT")
    _know_by_both(database, realm)
    for day in ("2026-03-02", "2026-03-03"):
        sheet = Sheet([], sequence=day, first=day, last=day, account=DEBTOR)
        import_bytes(camt(sheet), f"{day}.xml")
    with database.job_connection(realm) as connection:
        assert [one.correlation_id for one in unpaid(connection)] == [JOURNAL]


def test_a_connection_serves_an_account_by_every_name(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(NAMED, "pay.xml", "PAYMENT")
    _know_by_both(database, realm)
    with database.job_connection(realm) as connection:
        connection.execute(text("UPDATE journals SET state = 'VALIDATED'"))
        assert approval_wait._served(connection) == []
        connection.execute(
            insert(BankConnection).values(
                id=1,
                name="B",
                sort_name="b",
                type="FOLDER",
                profile="folder",
                environment="TEST",
                country="DK",
                state="ACTIVE",
                version=1,
                created=NOW,
                created_by="p",
                created_by_name="P",
            )
        )
        connection.execute(
            insert(ServedAccount).values(
                connection_id=1, number=DEBTOR, name="Main", pays=True
            )
        )
        assert approval_wait._served(connection) == [JOURNAL]
        connection.rollback()
