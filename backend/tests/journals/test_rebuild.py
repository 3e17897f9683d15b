"""The ledger derived anew is the ledger, whatever was lost of it before."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from giroscope.features.documents import Vault
from giroscope.features.journals.rebuild import rebuild
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.ledger_book import book
from tests.journals.ledger_truth import month
from tests.journals.realm_tables import Tables, all_tables
from tests.journals.test_ledger_stories import STORIES, Story, number_of_order
from tests.shares import SomeOf
from tests.statements.statement_factory import ACCOUNT

Import = Callable[..., Upload]
NOW = datetime(2026, 4, 1, tzinfo=UTC)
_IDS = "SELECT id, statement_id, day, amount, state FROM transactions ORDER BY id"


class Killed(Exception):
    """As a kill ends a process: nothing is tidied up."""


def ids(database: Database, realm: str) -> list[str]:
    """What others know entries by."""
    with database.job_connection(realm) as connection:
        rows = [repr(tuple(row)) for row in connection.execute(text(_IDS))]
        connection.rollback()
    return rows


def told(database: Database, realm: str) -> Tables:
    """Every table, but the timelines, which tell of each import."""
    found = all_tables(database, realm)
    del found["journal_events"]
    return found


def ignore(done: int, total: int) -> None:
    """Progress that nobody looks at."""
    del done, total


@pytest.fixture
def stories(some_of: SomeOf) -> list[tuple[int, Story]]:
    """Stories with the number of an account for each."""
    return some_of([*enumerate(STORIES.values(), 1000)], 4)


def tell(
    import_bytes: Import, stories: Sequence[tuple[int, Story]], *seeds: int
) -> None:
    """Import months of files, and stories."""
    for seed in seeds:
        for number, file in enumerate(month(seed, number_of_order(seed)).files):
            import_bytes(file.data, f"{seed}-{number}.txt")
    for number, story in stories:
        for at, data in enumerate(story.files):
            own = data.replace(ACCOUNT.encode(), number_of_order(number).encode())
            import_bytes(own, f"{number}-{at}.txt")


def test_a_rebuild_changes_nothing_and_keeps_every_id(
    import_bytes: Import, database: Database, realm: str, vault: Vault,
    stories: list[tuple[int, Story]],
) -> None:  # fmt: skip
    tell(import_bytes, stories, 1, 2)
    before, known = told(database, realm), ids(database, realm)
    for _ in range(2):
        rebuilt = rebuild(database, realm, vault, NOW, ignore)
        assert rebuilt.verified.breaches == []
        assert rebuilt.unreadable == []
        assert ids(database, realm) == known
        assert told(database, realm) == before


def test_a_rebuild_that_is_killed_anywhere_ends_the_same(
    import_bytes: Import, database: Database, realm: str, vault: Vault,
    stories: list[tuple[int, Story]],
) -> None:  # fmt: skip
    tell(import_bytes, stories, 4)
    before, known = told(database, realm), ids(database, realm)

    for at in range(0, 12, 4):

        def kill(done: int, total: int, at: int = at) -> None:
            del total
            if done == at:
                raise Killed

        with pytest.raises(Killed):
            rebuild(database, realm, vault, NOW, kill)
    rebuild(database, realm, vault, NOW, ignore)
    assert ids(database, realm) == known
    assert told(database, realm) == before


def test_what_an_earlier_version_lost_is_found_again(
    import_bytes: Import, database: Database, realm: str, vault: Vault
) -> None:
    """As it was stored before: a statement of a known number was taken for known."""
    story = STORIES["a year later the number is used again"]
    for number, data in enumerate(story.files):
        import_bytes(data, f"{number}.xml")
    true = book(database, realm, ACCOUNT)
    with database.job_connection(realm) as connection:
        for sql in (
            "DELETE FROM transactions WHERE day > '2027-01-01'",
            "DELETE FROM statements WHERE to_date > '2027-01-01'",
            "UPDATE statements SET period_source = NULL, link = NULL",
        ):
            connection.execute(text(sql))
        connection.commit()
    rebuild(database, realm, vault, NOW, ignore)
    assert book(database, realm, ACCOUNT) == true
