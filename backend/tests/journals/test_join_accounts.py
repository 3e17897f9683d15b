"""Two accounts that are one: joined they have one ledger, separated again their own."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.banks import AccountJoin, join_accounts, undo_join
from giroscope.features.documents import Vault
from giroscope.features.journals.join_accounts import JOIN_JOB, account_settler
from giroscope.features.journals.rebuild import rebuild
from giroscope.features.statements.verify import verify
from giroscope.features.uploads import Upload
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from tests.journals.ledger_book import book
from tests.journals.ledger_truth import month
from tests.journals.realm_tables import Tables, all_tables
from tests.journals.test_ledger_stories import number_of_order
from tests.statements.statement_factory import ACCOUNT, Line, Part, Sheet, camt
from tests.statements.swift_factory import mt940

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
OTHER = "BOOKS 77"
KNOWN_AS = "BOOKS77"
"""A number from which nobody can tell the IBAN."""
NOW = datetime(2026, 4, 1, tzinfo=UTC)
LINES = [
    Line("100.00", parts=[Part("100.00", "Alma", None, "Faktura 1")]),
    Line("-40.00", parts=[Part("40.00", "Bo", None, "Faktura 2")]),
]
IN_CAMT = camt(Sheet(LINES, "1", "1000.00"))
IN_SWIFT = mt940(
    "1000.00", ["100.00", "-40.00"], first="2026-03-02", last="2026-03-02",
    account=OTHER,
)  # fmt: skip
BOTH = [("2026-03-02", "-40.00"), ("2026-03-02", "100.00")]
_IDS = """
SELECT id, coalesce(own_id, id), coalesce(described_by, own_id, id), statement_id,
  entry_key, occurrence, account_id, state
FROM transactions WHERE parent_id IS NULL ORDER BY id
"""
_WITNESSES = """
SELECT own_id, entry_id, statement_id, account_id, reason FROM report_entries
ORDER BY own_id
"""
_DOUBTS = "SELECT left_id, right_id, account_id, reason FROM possible_duplicates"
_NAMES = "SELECT account_id, name, currency, learned FROM account_aliases ORDER BY id"


class Accounts:
    """Joins two accounts by their numbers, and separates them."""

    def __init__(self, database: Database, realm: str) -> None:
        self._database, self._realm = database, realm

    def join(self, kept: str, joined: str, *, is_settled: bool = True) -> int:
        """Make one of two; tell the id of the join."""
        ids = self.id(kept), self.id(joined)
        with self._database.job_connection(self._realm) as connection:
            join_id = join_accounts(connection, *ids, shell_actor(self._realm))
            connection.commit()
        if is_settled:
            self.settle(join_id)
        return join_id

    def separate(self, joined: str, *, is_settled: bool = True) -> int:
        """Make two of one again."""
        joined_id = self.id(joined)
        with self._database.job_connection(self._realm) as connection:
            found = select(AccountJoin.id).where(
                AccountJoin.joined_id == joined_id,
                AccountJoin.undone_at.is_(None),
            )
            join_id = int(connection.execute(found).scalar_one())
            undo_join(connection, joined_id, shell_actor(self._realm))
            connection.commit()
        if is_settled:
            self.settle(join_id)
        return join_id

    def settle(self, join_id: int) -> None:
        """Do the job of a join."""
        with self._database.job_session(self._realm) as session:
            job = Job(**jobs.new_job(JOIN_JOB, join_id, system_clock()))
            session.add(job)
            session.flush()
            job_id = job.id
        works = {JOIN_JOB: account_settler()}
        jobs.perform(self._database, works, self._realm, job_id)
        with self._database.job_session(self._realm) as session:
            done = session.scalars(select(Job).where(Job.id == job_id)).one()
            assert done.state == "SUCCEEDED", done.message

    def id(self, number: str) -> int:
        """The id of the account that is listed by a number."""
        with self._database.job_connection(self._realm) as connection:
            found = text("SELECT id FROM accounts WHERE number = :number")
            account_id = connection.execute(found, {"number": number}).scalar_one()
            connection.rollback()
        return int(account_id)

    def rows(self) -> list[Any]:
        """What others know entries by, who witnesses them, and what is in doubt."""
        with self._database.job_connection(self._realm) as connection:
            found = [
                [tuple(row) for row in connection.execute(text(sql))]
                for sql in (_IDS, _WITNESSES, _NAMES)
            ]
            found.append(
                sorted(tuple(row) for row in connection.execute(text(_DOUBTS)))
            )
            connection.rollback()
        return found

    def tables(self) -> Tables:
        """Every table, but the timelines."""
        found = all_tables(self._database, self._realm)
        del found["journal_events"]
        return found

    def breaches(self) -> list[Any]:
        """What `ledger verify` finds."""
        with self._database.job_connection(self._realm) as connection:
            found = verify(connection).breaches
            connection.rollback()
        return found


@pytest.fixture
def accounts(database: Database, realm: str) -> Accounts:
    """The accounts of the realm."""
    return Accounts(database, realm)


def booked(database: Database, realm: str, number: str) -> list[tuple[str, str]]:
    """Day and amount of the bookings of an account."""
    return [(day, str(amount)) for day, amount in book(database, realm, number).booked]


@pytest.mark.parametrize("files", [(IN_CAMT, IN_SWIFT), (IN_SWIFT, IN_CAMT)])
@pytest.mark.parametrize(("kept", "joined"), [(ACCOUNT, KNOWN_AS), (KNOWN_AS, ACCOUNT)])
def test_two_accounts_of_one_statement_are_joined_and_separated_as_they_were(
    files: tuple[bytes, bytes], kept: str, joined: str, import_bytes: Import,
    accounts: Accounts, database: Database, realm: str,
) -> None:  # fmt: skip
    for number, data in enumerate(files):
        import_bytes(data, f"{number}.txt")
    assert booked(database, realm, kept) == booked(database, realm, joined) == BOTH
    tables, rows = accounts.tables(), accounts.rows()
    for _ in range(2):
        accounts.join(kept, joined)
        assert booked(database, realm, kept) == BOTH
        assert book(database, realm, kept).current == 1
        assert booked(database, realm, joined) == []
        assert accounts.breaches() == []
        accounts.separate(joined)
        assert accounts.tables() == tables
        assert accounts.rows() == rows
        assert accounts.breaches() == []


@pytest.mark.parametrize(
    "first", [4, *(pytest.param(one, marks=pytest.mark.full) for one in (0, 8))]
)
def test_months_told_under_two_names_end_as_they_happened(
    first: int, import_bytes: Import, accounts: Accounts, database: Database,
    realm: str, vault: Vault,
) -> None:  # fmt: skip
    for seed in range(first, first + 4):
        account, other = number_of_order(seed), f"OLD/{seed:04}XY"
        made = month(seed, account)
        is_told = set()
        for told in made.files:
            is_renamed = told.data.startswith(b":20:") and account.encode() in told.data
            name = other if is_renamed else account
            is_told.add(name)
            data = told.data.replace(account.encode(), name.encode())
            import_bytes(data, f"{told.what}.txt")
        if is_told != {account, other} or len(made.truths) > 1:
            continue
        (truth,) = made.truths
        tables, rows = accounts.tables(), accounts.rows()
        accounts.join(account, other)
        found = book(database, realm, account)
        assert found.breaches == [], seed
        assert found.booked == truth.booked, seed
        assert found.current == truth.statements, seed
        joined = accounts.tables(), accounts.rows()
        rebuild(database, realm, vault, NOW, lambda _done, _total: None)
        assert accounts.tables() == joined[0], seed
        accounts.separate(other)
        assert accounts.tables() == tables, seed
        assert accounts.rows() == rows, seed
        accounts.join(account, other)
        assert (accounts.tables(), accounts.rows()) == joined, seed
    assert accounts.breaches() == []


def test_what_comes_while_they_are_joined_goes_to_the_account_it_names(
    import_bytes: Import, accounts: Accounts, database: Database, realm: str
) -> None:
    import_bytes(IN_CAMT, "1.xml")
    import_bytes(IN_SWIFT, "2.txt")
    accounts.join(ACCOUNT, KNOWN_AS)
    later = [Line("25.00", "2026-03-03")]
    sheet = Sheet(later, "2", "1060.00", first="2026-03-03", last="2026-03-03")
    import_bytes(camt(sheet), "3.xml")
    import_bytes(
        mt940("1060.00", ["25.00"], first="2026-03-03", last="2026-03-03",
              account=OTHER, number="2"),
        "4.txt",
    )  # fmt: skip
    all_of_it = [*BOTH, ("2026-03-03", "25.00")]
    assert booked(database, realm, ACCOUNT) == all_of_it
    accounts.separate(KNOWN_AS)
    assert booked(database, realm, ACCOUNT) == all_of_it
    assert booked(database, realm, KNOWN_AS) == all_of_it
    assert accounts.breaches() == []
    accounts.join(KNOWN_AS, ACCOUNT)
    assert booked(database, realm, KNOWN_AS) == all_of_it


def test_jobs_that_overtake_each_other_end_alike(
    import_bytes: Import, accounts: Accounts
) -> None:
    import_bytes(IN_CAMT, "1.xml")
    import_bytes(IN_SWIFT, "2.txt")
    third = IN_SWIFT.replace(OTHER.encode(), b"THIRD 3")
    import_bytes(third, "3.txt")
    before = accounts.tables(), accounts.rows()
    first = accounts.join(KNOWN_AS, "THIRD3", is_settled=False)
    second = accounts.join(ACCOUNT, KNOWN_AS, is_settled=False)
    for join_id in (second, first, second):
        accounts.settle(join_id)
    at_once = accounts.tables()
    accounts.separate(KNOWN_AS)
    accounts.separate("THIRD3")
    assert (accounts.tables(), accounts.rows()) == before
    accounts.join(KNOWN_AS, "THIRD3")
    accounts.join(ACCOUNT, KNOWN_AS)
    assert accounts.tables() == at_once
    accounts.separate(KNOWN_AS, is_settled=False)
    join_id = accounts.separate("THIRD3", is_settled=False)
    accounts.settle(join_id)
    accounts.settle(second)
    assert accounts.tables() == before[0]
    assert accounts.breaches() == []


def test_a_job_that_is_killed_is_done_by_the_next_one(
    import_bytes: Import, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_bytes(IN_CAMT, "1.xml")
    import_bytes(IN_SWIFT, "2.txt")
    before = accounts.tables(), accounts.rows()
    join_id = accounts.join(ACCOUNT, KNOWN_AS)
    joined = accounts.tables()
    accounts.separate(KNOWN_AS)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    join_id = accounts.join(ACCOUNT, KNOWN_AS, is_settled=False)
    with monkeypatch.context() as patch:
        patch.setattr("giroscope.features.journals.tie.refresh", killed)
        with pytest.raises(KeyboardInterrupt):
            accounts.settle(join_id)
    accounts.settle(join_id)
    assert accounts.tables() == joined
    accounts.separate(KNOWN_AS)
    assert (accounts.tables(), accounts.rows()) == before
