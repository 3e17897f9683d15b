"""An account is known again by its number and currency, however it is written."""

from bankfiles import Account as FileAccount
from giroscope.features.banks import account_of_file
from giroscope.kernel.database import Database


def _ids(database: Database, realm: str, *said: tuple[str, str | None]) -> list[int]:
    with database.job_connection(realm) as connection:
        found = [
            account_of_file(connection, FileAccount(iban=number), currency)
            for number, currency in said
        ]
        connection.commit()
    return found


async def test_spaces_and_small_letters_make_no_other_account(
    database: Database, realm: str
) -> None:
    first, second, third = _ids(
        database, realm, ("DK61 5001 0099", "DKK"), ("dk6150010099", "DKK"),
        ("DK6150010099", "EUR"),
    )  # fmt: skip
    assert first == second
    assert third != first


async def test_missing_currency_means_the_only_one_and_else_the_unknown(
    database: Database, realm: str
) -> None:
    known, bare, euro, unclear, again = _ids(
        database, realm, ("DK1", "DKK"), ("DK1", None), ("DK1", "EUR"), ("DK1", None),
        ("DK1", None),
    )  # fmt: skip
    assert bare == known
    assert len({known, euro, unclear}) == 3
    assert again == unclear
