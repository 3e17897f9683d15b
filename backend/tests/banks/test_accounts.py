"""An account is known again by all its names and its currency, however written."""

from typing import Any

import pytest
from sqlalchemy import Row, event, insert, select

from bankfiles import Account as FileAccount
from giroscope.features.banks import account_of_file, every_name, other_names
from giroscope.features.banks.account_names import valid_iban
from giroscope.features.banks.tables import Account, AccountAlias
from giroscope.kernel.database import Database

pytestmark = pytest.mark.both_stores


def _ids(database: Database, realm: str, *said: tuple[str, str | None]) -> list[int]:
    with database.job_connection(realm) as connection:
        found = [
            account_of_file(connection, FileAccount(iban=number), currency)
            for number, currency in said
        ]
        connection.commit()
    return found


def test_spaces_and_small_letters_make_no_other_account(
    database: Database, realm: str
) -> None:
    first, second, third = _ids(
        database, realm, ("DK61 5001 0099", "DKK"), ("dk6150010099", "DKK"),
        ("DK6150010099", "EUR"),
    )  # fmt: skip
    assert first == second
    assert third != first


def test_missing_currency_means_the_only_one_and_else_the_unknown(
    database: Database, realm: str
) -> None:
    known, bare, euro, unclear, again = _ids(
        database, realm, ("DK1", "DKK"), ("DK1", None), ("DK1", "EUR"), ("DK1", None),
        ("DK1", None),
    )  # fmt: skip
    assert bare == known
    assert len({known, euro, unclear}) == 3
    assert again == unclear


DK, DE = "DK2720001234567890", "DE14370400441234567890"
NUMBER = "20001234567890"


def _file(
    name: str, currency: str | None = "DKK", servicer: str | None = None
) -> tuple[FileAccount, str | None]:
    """An account as a file names it, by IBAN or otherwise, and the file's currency."""
    is_iban = valid_iban(name) is not None
    account = FileAccount(
        iban=name if is_iban else None,
        other=None if is_iban else name,
        servicer=servicer,
    )
    return account, currency


def _known(
    database: Database, realm: str, *files: tuple[FileAccount, str | None]
) -> list[int]:
    with database.job_connection(realm) as connection:
        ids = [account_of_file(connection, *each) for each in files]
        connection.commit()
    return ids


def _row(database: Database, realm: str, account_id: int) -> Row[Any]:
    with database.job_connection(realm) as connection:
        return connection.execute(
            select(Account.__table__).where(Account.id == account_id)
        ).one()


def _aliases(database: Database, realm: str) -> list[tuple[int, str, str, str]]:
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            select(
                AccountAlias.account_id, AccountAlias.name, AccountAlias.currency,
                AccountAlias.learned,
            ).order_by(AccountAlias.id)
        )  # fmt: skip
        return [tuple(row) for row in rows]


@pytest.mark.parametrize(
    "files",
    [
        [_file(DK), _file(NUMBER)],
        [_file(NUMBER), _file(DK)],
        [_file("1234567890"), _file(DK), _file("2000/1234567890")],
        [_file("2000-1234567890"), _file(NUMBER, None), _file(DK, None)],
        [_file(f"NDEADKKK/{NUMBER}"), _file(NUMBER), _file(DK)],
        [_file("1234567890", "DKK", "NDEADKKK"), _file(DK), _file("1234567890")],
    ],
)
def test_an_account_is_one_whichever_name_comes_first(
    database: Database, realm: str, files: list[tuple[FileAccount, str | None]]
) -> None:
    ids = _known(database, realm, *files, *files)
    assert len(set(ids)) == 1
    row = _row(database, realm, ids[0])
    assert (row.number, row.iban, row.currency) == (DK, DK, "DKK")


def test_an_iban_that_follows_is_the_accounts_before_any_file_states_it(
    database: Database, realm: str
) -> None:
    (first,) = _known(database, realm, _file(NUMBER, "DKK", "NDEADKKK"))
    row = _row(database, realm, first)
    assert (row.number, row.iban) == (NUMBER, DK)
    assert _aliases(database, realm) == [
        (first, f"NDEADKKK/{NUMBER}", "DKK", "stated"),
        (first, DK, "DKK", "derived"),
    ]
    again = _known(database, realm, _file(DK), _file("2000-1234567890"))
    assert again == [first, first]
    assert _row(database, realm, first).number == DK
    with database.job_connection(realm) as connection:
        told = other_names(connection, first)
    assert [(one.name, one.learned) for one in told] == [
        ("2000-1234567890", "derived"), (f"NDEADKKK/{NUMBER}", "stated"),
    ]  # fmt: skip


def test_two_accounts_that_a_number_may_mean_make_a_third(
    database: Database, realm: str
) -> None:
    danish, german, unclear, again = _known(
        database, realm, _file(DK), _file(DE), _file("1234567890"),
        _file("1234567890"),
    )  # fmt: skip
    assert len({danish, german, unclear}) == 3
    assert again == unclear


def test_the_same_number_at_another_bank_is_another_account(
    database: Database, realm: str
) -> None:
    nordea, danske, bare, nordea_again, danske_again = _known(
        database, realm,
        _file("1234567890", "DKK", "NDEADKKK"), _file("1234567890", "DKK", "DABADKKK"),
        _file("1234567890"), _file("1234567890", "DKK", "NDEADKKK"),
        _file("1234567890", "DKK", "DABADKKK"),
    )  # fmt: skip
    assert (nordea_again, danske_again) == (nordea, danske)
    assert len({nordea, danske, bare}) == 3
    numbers = [_row(database, realm, one).number for one in (nordea, danske, bare)]
    assert numbers == ["1234567890", "DABADKKK/1234567890", "?/1234567890"]


def test_a_bare_number_belongs_to_the_first_bank_that_is_named_with_it(
    database: Database, realm: str
) -> None:
    bare, nordea, danske, again = _known(
        database, realm, _file("1234567890"), _file("1234567890", "DKK", "NDEADKKK"),
        _file("1234567890", "DKK", "DABADKKK"), _file("1234567890"),
    )  # fmt: skip
    assert bare == nordea == again
    assert danske != bare
    assert _row(database, realm, bare).servicer == "NDEADKKK"


def test_the_first_currency_that_is_stated_is_the_accounts(
    database: Database, realm: str
) -> None:
    bare, stated, again, euro = _known(
        database, realm, _file(NUMBER, None), _file(DK), _file(NUMBER, None),
        _file(DK, "EUR"),
    )  # fmt: skip
    assert bare == stated == again
    assert euro != bare
    assert _row(database, realm, bare).currency == "DKK"
    assert {(one[0], one[2]) for one in _aliases(database, realm)} == {
        (bare, "DKK"), (euro, "EUR"),
    }  # fmt: skip


def test_no_account_takes_a_currency_that_another_of_its_name_may_mean(
    database: Database, realm: str
) -> None:
    krone, euro, unclear, dollar = _known(
        database, realm, _file(DK), _file(DK, "EUR"), _file(DK, None),
        _file(DK, "USD"),
    )  # fmt: skip
    assert len({krone, euro, unclear, dollar}) == 4
    assert _row(database, realm, unclear).currency == "XXX"


def test_no_account_takes_a_currency_in_which_its_name_is_another_account(
    database: Database, realm: str
) -> None:
    both = FileAccount(iban=DK, other="Nummer 7")
    other, unclear, krone = _known(
        database, realm, _file("Nummer 7"), (both, None), _file(DK)
    )
    assert len({other, unclear, krone}) == 3
    assert _row(database, realm, unclear).currency == "XXX"


def test_no_account_takes_the_currency_of_one_of_the_previous_release(
    database: Database, realm: str
) -> None:
    (unclear,) = _known(database, realm, _file(NUMBER, None))
    with database.job_connection(realm) as connection:
        connection.execute(insert(Account).values(number=NUMBER, currency="DKK"))
        connection.commit()
    assert _known(database, realm, _file(NUMBER)) == [unclear + 1]


@pytest.mark.parametrize(
    "files", [["1234567-8", "12345678"], ["12345678", "1234567-8"]]
)
def test_a_separator_before_the_last_digit_makes_no_other_account(
    database: Database, realm: str, files: list[str]
) -> None:
    assert len(set(_known(database, realm, *map(_file, files)))) == 1


def test_accounts_without_a_name_take_no_currency(
    database: Database, realm: str
) -> None:
    nobody = FileAccount()
    first, second = _known(database, realm, (nobody, None), (nobody, "DKK"))
    assert first != second


def test_a_known_name_costs_one_indexed_query(database: Database, realm: str) -> None:
    files = [_file(DK), _file(NUMBER), _file("1234567890", "DKK", "NDEADKKK")]
    _known(database, realm, *files)
    asked: list[str] = []

    def note(_c: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith("SELECT"):
            asked.append(statement)

    with database.job_connection(realm) as connection:
        event.listen(connection, "before_cursor_execute", note)
        for each in files:
            account_of_file(connection, *each)
        event.remove(connection, "before_cursor_execute", note)
        assert len(asked) == len(files)
        if connection.dialect.name == "sqlite":
            plan = connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {asked[0]}", ("joined", DK)
            ).all()
            assert not [step for step in plan if step.detail.startswith("SCAN")]


def test_an_account_of_the_previous_release_is_found_by_its_number(
    database: Database, realm: str
) -> None:
    with database.job_connection(realm) as connection:
        own = connection.execute(
            insert(Account).values(number=NUMBER, currency="DKK").returning(Account.id)
        ).scalar_one()
        connection.commit()
    assert _known(database, realm, _file(NUMBER), _file(DK)) == [own, own]


def test_a_file_that_gives_both_names_teaches_both(
    database: Database, realm: str
) -> None:
    both = FileAccount(iban=DK, other="NUMMER 7")
    assert len(set(_known(database, realm, (both, "DKK"), _file("Nummer7")))) == 1


def test_names_are_found_by_each_other(database: Database, realm: str) -> None:
    _known(database, realm, _file(DK), _file(NUMBER, "DKK", "NDEADKKK"), _file(DE))
    with database.job_connection(realm) as connection:
        assert every_name(connection, [" dk27 20001234567890", "7"]) == {
            DK, f"NDEADKKK/{NUMBER}", "7",
        }  # fmt: skip
