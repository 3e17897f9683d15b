"""A person joins two accounts into one, and separates them as they were."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from bankfiles import Account as FileAccount
from giroscope.features.banks import account_of_file, other_names
from giroscope.features.banks.account_joins import join, undo_join
from giroscope.features.banks.account_names import valid_iban
from giroscope.features.banks.errors import (
    AccountJoined,
    AccountNotJoined,
    JoinHidesCurrency,
    JoinsCurrencies,
    JoinWithItself,
)
from giroscope.features.banks.tables import Account, AccountAlias, AccountJoin
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound

pytestmark = pytest.mark.both_stores

DK, DE = "DK2720001234567890", "DE14370400441234567890"
NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


def _seen(
    connection: Connection, name: str, currency: str | None = "DKK", servicer: str = ""
) -> int:
    """The account of a file that names it so."""
    is_iban = valid_iban(name) is not None
    account = FileAccount(
        iban=name if is_iban else None,
        other=None if is_iban else name,
        servicer=servicer or None,
    )
    return account_of_file(connection, account, currency)


def _tables(connection: Connection) -> Any:
    """Accounts and names, whole."""
    return [
        connection.execute(select(table.__table__).order_by(table.id)).all()
        for table in (Account, AccountAlias)
    ]


@pytest.fixture
def by(realm: str) -> Actor:
    """Who joins."""
    return shell_actor(realm)


def test_all_names_of_a_joined_account_mean_the_one_that_is_kept(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        kept, old = _seen(connection, "OLD BOOKS 7"), _seen(connection, DE)
        join(connection, kept, old, by, now=NOW)
        assert _seen(connection, DE) == kept
        assert _seen(connection, "37040044/1234567890") == kept
        assert _seen(connection, DE, "EUR") not in {kept, old}
        names = other_names(connection, kept)
        assert [(one.name, one.learned.value) for one in names] == [
            ("37040044/1234567890", "derived"), (DE, "joined"),
        ]  # fmt: skip
        row = connection.execute(select(AccountJoin.__table__)).one()
        assert (row.joined_at, row.joined_by, row.undone_at) == (NOW, by.id, None)
        shown = select(Account.number, Account.iban).where(Account.id == kept)
        assert connection.execute(shown).one() == ("OLDBOOKS7", DE)
        undo_join(connection, old, by)
        assert connection.execute(shown).one() == ("OLDBOOKS7", None)


def test_an_iban_that_a_joined_account_gets_leaves_with_it(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        kept, old = (
            _seen(connection, "OLD BOOKS 7"),
            _seen(connection, "20001234567890"),
        )
        before = _tables(connection)[0]
        join(connection, kept, old, by)
        assert _seen(connection, DK, servicer="NDEADKKK") == kept
        undo_join(connection, old, by)
        assert _tables(connection)[0] == before
        assert _seen(connection, DK) == old


def test_what_was_joined_is_separated_as_it_was(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        kept, old = _seen(connection, "7777777"), _seen(connection, DE, None)
        _seen(connection, "37040044/1234567890", None)
        before = _tables(connection)
        join(connection, kept, old, by)
        assert undo_join(connection, old, by, now=NOW) == kept
        assert _tables(connection) == before
        row = connection.execute(select(AccountJoin.__table__)).one()
        assert (row.undone_at, row.undone_by_name) == (NOW, by.name)
        join(connection, kept, old, by)
        undo_join(connection, old, by)
        assert _tables(connection) == before


def test_what_was_learned_meanwhile_goes_to_the_account_it_is_a_name_of(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        kept, old = _seen(connection, DK), _seen(connection, DE)
        join(connection, kept, old, by)
        assert _seen(connection, "37040044/1234567890") == kept
        assert _seen(connection, "20001234567890") == kept
        undo_join(connection, old, by)
        assert _seen(connection, "37040044/1234567890") == old
        assert _seen(connection, "20001234567890") == kept
        assert _seen(connection, DE) == old


def test_what_may_be_a_name_of_both_stays_with_the_one_that_was_kept(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        old = _seen(connection, DE)
        kept = _seen(connection, "1234567890", servicer="NDEADKKK")
        join(connection, kept, old, by)
        connection.execute(
            insert(AccountAlias).values(
                account_id=kept, name="1234567890", currency="DKK", learned="derived"
            )
        )
        undo_join(connection, old, by)
        assert _seen(connection, "1234567890") == kept


def test_an_account_without_currency_leaves_as_it_came(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        kept, old = _seen(connection, DK, None), _seen(connection, "7777777", None)
        join(connection, kept, old, by)
        assert _seen(connection, DK, "DKK") == kept
        undo_join(connection, old, by)
        assert _seen(connection, "7777777", None) == old
        names = select(AccountAlias.name, AccountAlias.currency)
        assert sorted(map(tuple, connection.execute(names))) == [
            ("7777777", "XXX"), (DK, "DKK"),
        ]  # fmt: skip


def test_a_number_without_currency_means_what_a_person_has_said(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        krone, euro = _seen(connection, DK), _seen(connection, DK, "EUR")
        unclear = _seen(connection, DK, None)
        join(connection, krone, unclear, by)
        assert _seen(connection, DK, None) == krone
        assert (_seen(connection, DK), _seen(connection, DK, "EUR")) == (krone, euro)
        undo_join(connection, unclear, by)
        assert _seen(connection, DK, None) == unclear


def test_a_number_that_only_a_joined_account_had_finds_the_kept_one(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        kept, old = _seen(connection, DK), _seen(connection, "7654321")
        join(connection, kept, old, by)
        assert _seen(connection, "7654321") == kept
        assert _seen(connection, "7-654-321") == kept


def test_joins_that_would_hide_something_are_refused(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        krone, euro = _seen(connection, DK), _seen(connection, DK, "EUR")
        unclear, third = _seen(connection, "1", None), _seen(connection, "2")
        before = _tables(connection)
        with pytest.raises(JoinsCurrencies):
            join(connection, krone, euro, by)
        with pytest.raises(JoinHidesCurrency):
            join(connection, unclear, krone, by)
        with pytest.raises(JoinWithItself):
            join(connection, krone, krone, by)
        with pytest.raises(NotFound):
            join(connection, krone, 99, by)
        with pytest.raises(AccountNotJoined):
            undo_join(connection, third, by)
        with pytest.raises(NotFound):
            undo_join(connection, 99, by)
        assert _tables(connection) == before
        join(connection, krone, third, by)
        for kept, joined in ((krone, third), (third, unclear)):
            with pytest.raises(AccountJoined):
                join(connection, kept, joined, by)


def test_joins_upon_joins_are_undone_from_the_last(
    database: Database, realm: str, by: Actor
) -> None:
    with database.job_connection(realm) as connection:
        first, second = _seen(connection, "1"), _seen(connection, "2")
        third = _seen(connection, "3")
        before = _tables(connection)
        join(connection, second, first, by)
        join(connection, third, second, by)
        assert _seen(connection, "1") == third
        with pytest.raises(AccountJoined):
            undo_join(connection, first, by)
        undo_join(connection, second, by)
        assert _seen(connection, "1") == second
        undo_join(connection, first, by)
        assert _tables(connection) == before
