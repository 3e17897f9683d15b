"""Accounts that the previous release made get their names by the migration."""

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from giroscope.kernel.database import Database
from giroscope.kernel.migrate import MIGRATIONS, upgrade

pytestmark = pytest.mark.both_stores

_OLD = (
    ("DK2720001234567890", "DK2720001234567890", "DKK"),
    ("DK2720001234567890", "DK2720001234567890", "EUR"),
    ("2000-1", None, "DKK"),
    # Nothing of ours has made such rows, yet they must not stop the upgrade.
    ("7", "DE14370400441234567890", "EUR"),
    ("8", "DE14370400441234567890", "EUR"),
    ("9", "DK2720001234567890", "EUR"),
)


def _names(connection: Connection) -> list[tuple[int, str, str, str]]:
    rows = connection.execute(
        text(
            "SELECT account_id, name, currency, learned FROM account_aliases"
            " ORDER BY account_id, id"
        )
    )
    return [tuple(row) for row in rows]


def test_accounts_that_are_there_get_the_names_they_had(database: Database) -> None:
    database.create_realm("old")
    with database.job_connection("old") as connection:
        upgrade(connection, "0045")
        for number, iban, currency in _OLD:
            connection.execute(
                text(
                    "INSERT INTO accounts (number, iban, currency) VALUES (:n, :i, :c)"
                ),
                {"n": number, "i": iban, "c": currency},
            )
        upgrade(connection, "0046")
        numbers = [(i, one[0], one[2], "stated") for i, one in enumerate(_OLD, 1)]
        german = (4, "DE14370400441234567890", "EUR", "stated")
        assert _names(connection) == [*numbers[:4], german, *numbers[4:]]

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, "0045")
        left = text("SELECT number, iban, currency FROM accounts ORDER BY id")
        assert [tuple(row) for row in connection.execute(left)] == list(_OLD)
