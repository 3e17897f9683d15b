"""What a person decides about statements and entries, and takes back."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.journals.errors import (
    AlreadyUndone,
    BothBooked,
    NotComparable,
)
from giroscope.features.journals.ledger_decisions import (
    SETTLE_JOB,
    decide_entries,
    decide_statements,
    settler,
    undo_decision,
)
from giroscope.features.journals.rebuild import rebuild, unobserved
from giroscope.features.statements.relations import Verdict
from giroscope.features.statements.tables import LedgerDecision
from giroscope.features.uploads import Upload
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor, system_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import Forbidden
from tests.journals.ledger_book import Book, book
from tests.journals.test_ledger_stories import (
    BARE,
    BATCH,
    MONDAY,
    SINGLES,
    A,
    B,
    C,
    day,
)
from tests.statements.statement_factory import ACCOUNT, OTHER_ACCOUNT, Sheet, camt

pytestmark = [pytest.mark.both_stores, pytest.mark.every_run]

Import = Callable[..., Upload]


class Decider:
    """Decides as a person does, and lets the job settle the ledger."""

    def __init__(self, database: Database, realm: str) -> None:
        self.database = database
        self.realm = realm
        self.actor = shell_actor(realm)

    async def do(self, act: Callable[[WriteSession], Any]) -> None:
        """Do it in a transaction, then run the job that it asked for."""
        async with self.database.writing(self.realm) as session:
            job_id = await act(session)
        jobs.perform(self.database, {SETTLE_JOB: settler()}, self.realm, job_id)

    async def entries(self, left: int, right: int, *, same: bool) -> None:
        """Say whether two entries are one booking."""
        await self.do(
            lambda session: decide_entries(
                session, self.actor, (left, right), are_same=same, reason="Seen",
                now=system_clock(),
            )
        )  # fmt: skip

    async def statements(self, left: int, right: int, verdict: Verdict) -> None:
        """Say which statement counts."""
        await self.do(
            lambda session: decide_statements(
                session, self.actor, (left, right), verdict, "Seen", system_clock()
            )
        )

    async def undo(self) -> None:
        """Take the latest decision back."""
        latest = self.rows("SELECT max(id) FROM ledger_decisions")[0][0]
        await self.do(
            lambda session: undo_decision(session, self.actor, latest, system_clock())
        )

    def rows(self, sql: str) -> list[Any]:
        """What a select gives."""
        with self.database.job_connection(self.realm) as connection:
            found = list(connection.execute(text(sql)))
            connection.rollback()
        return found

    def book(self) -> Book:
        """The ledger of the account."""
        return book(self.database, self.realm, ACCOUNT)


@pytest.fixture
def decider(database: Database, realm: str) -> Decider:
    return Decider(database, realm)


def entries(decider: Decider) -> list[int]:
    """Ids of what the ledger shows."""
    sql = "SELECT id FROM transactions WHERE parent_id IS NULL ORDER BY id"
    return [row[0] for row in decider.rows(sql)]


@pytest.fixture
def twins(import_bytes: Import) -> None:
    """Two notifications with equal payments."""
    for name in ("N1", "N2"):
        sheet = Sheet([BARE], "1", None, name=name)
        import_bytes(camt(sheet, kind="camt.054"), f"{name}.xml")


@pytest.mark.usefixtures("twins")
async def test_entries_said_to_be_one_are_one_until_it_is_taken_back(
    decider: Decider,
) -> None:
    before = decider.book()
    assert (len(before.booked), before.doubts) == (2, 1)
    left, right = entries(decider)
    await decider.entries(left, right, same=True)
    assert decider.book().booked == [(day(2), Decimal("100.00"))]
    assert decider.book().doubts == 0
    assert entries(decider) == [left]
    await decider.undo()
    assert decider.book() == before
    assert entries(decider) == [left, right]


@pytest.fixture
def batch_and_payments(import_bytes: Import) -> None:
    """A batch, and a longer statement that lists its payments; neither has balances."""
    import_bytes(camt(Sheet([BATCH], "1", None)), "batch.xml")
    sheet = Sheet([*SINGLES, C], "2", None, first=day(2), last=day(3))
    import_bytes(camt(sheet), "singly.xml")


@pytest.mark.usefixtures("batch_and_payments")
async def test_payments_said_to_be_a_batch_are_booked_once_until_it_is_taken_back(
    decider: Decider,
) -> None:
    before = decider.book()
    assert (len(before.booked), before.doubts) == (5, 1)
    ((left, right),) = decider.rows("SELECT left_id, right_id FROM possible_duplicates")
    await decider.entries(left, right, same=True)
    decided = decider.book()
    assert decided.booked == [(day(2), Decimal("300.00")), (day(3), Decimal("25.00"))]
    assert decided.doubts == 0
    await decider.undo()
    assert decider.book() == before
    await decider.entries(left, right, same=False)
    assert decider.book() == before._replace(doubts=0)


@pytest.mark.usefixtures("batch_and_payments")
async def test_only_what_is_asked_about_may_differ_in_amount(decider: Decider) -> None:
    *_, other, last = entries(decider)
    with pytest.raises(NotComparable):
        await decider.entries(other, last, same=True)


@pytest.mark.usefixtures("twins")
async def test_entries_said_to_be_two_are_asked_about_no_more(decider: Decider) -> None:
    before = decider.book()
    await decider.entries(*entries(decider), same=False)
    assert decider.book() == before._replace(doubts=0)
    await decider.undo()
    assert decider.book() == before


@pytest.mark.usefixtures("twins")
async def test_a_decision_holds_when_the_ledger_is_rebuilt(
    decider: Decider, vault: Any
) -> None:
    await decider.entries(*entries(decider), same=True)
    decided = decider.book()
    rebuild(decider.database, decider.realm, vault, system_clock(), unobserved)
    assert decider.book() == decided


@pytest.mark.usefixtures("twins")
async def test_the_statement_proves_what_a_person_got_wrong(
    decider: Decider, import_bytes: Import
) -> None:
    await decider.entries(*entries(decider), same=True)
    import_bytes(camt(Sheet([BARE, BARE], "1", "1000.00")), "day.xml")
    found = decider.book()
    assert found.breaches == []
    assert len(found.booked) == 2


@pytest.fixture
def disputed(import_bytes: Import) -> None:
    """Two statements of one day that contradict each other."""
    other = replace(MONDAY, lines=[A, replace(B, amount="-45.00")])
    first = import_bytes(camt(MONDAY), "one.xml")
    second = import_bytes(camt(other), "other.xml")
    counted = [upload.counts["disputed"] for upload in (first, second)]
    assert counted == [0, 1]


@pytest.mark.usefixtures("disputed")
@pytest.mark.parametrize(
    ("verdict", "amounts", "statuses"),
    [
        (Verdict.LEFT, ["-40.00", "100.00"], ["REPLACED", "CURRENT"]),
        (Verdict.RIGHT, ["-45.00", "100.00"], ["CURRENT", "REPLACED"]),
    ],
)
async def test_the_statement_that_a_person_chooses_counts(
    decider: Decider, verdict: Verdict, amounts: list[str],
    statuses: list[str],
) -> None:  # fmt: skip
    before = decider.book()
    assert sorted(status for _, status in before.statements) == ["CURRENT", "DISPUTED"]
    left, right = [
        row[0] for row in decider.rows("SELECT id FROM statements ORDER BY id")
    ]
    await decider.statements(left, right, verdict)
    found = decider.book()
    assert [str(amount) for _, amount in found.booked] == amounts
    assert [status for _, status in found.statements] == statuses
    assert found.breaches == []
    await decider.undo()
    assert decider.book() == before


async def test_what_cannot_be_decided_is_refused(
    decider: Decider, import_bytes: Import
) -> None:
    import_bytes(camt(MONDAY), "one.xml")
    import_bytes(
        camt(Sheet([replace(A, day=day(3))], "2", "1060.00", first=day(3),
                   last=day(3))), "two.xml",
    )  # fmt: skip
    a, b, later = entries(decider)
    with pytest.raises(NotComparable):
        await decider.entries(a, b, same=True)
    with pytest.raises(NotComparable):
        await decider.entries(a, a, same=True)
    with pytest.raises(BothBooked):
        await decider.entries(a, later, same=True)
    with pytest.raises(NotComparable):
        await decider.statements(1, 1, Verdict.BOTH)


@pytest.mark.usefixtures("disputed")
async def test_which_statement_is_named_first_changes_nothing(decider: Decider) -> None:
    first, second = [
        row[0] for row in decider.rows("SELECT id FROM statements ORDER BY id")
    ]
    await decider.statements(second, first, Verdict.LEFT)
    assert [str(amount) for _, amount in decider.book().booked] == ["-45.00", "100.00"]


@pytest.mark.usefixtures("twins")
async def test_what_was_decided_last_holds(decider: Decider) -> None:
    left, right = entries(decider)
    await decider.entries(left, right, same=False)
    await decider.entries(left, right, same=True)
    assert len(decider.book().booked) == 1


async def test_statements_of_two_accounts_are_not_compared(
    decider: Decider, import_bytes: Import
) -> None:
    import_bytes(camt(MONDAY, replace(MONDAY, account=OTHER_ACCOUNT)), "both.xml")
    left, right = [
        row[0] for row in decider.rows("SELECT id FROM statements ORDER BY id")
    ]
    with pytest.raises(NotComparable):
        await decider.statements(left, right, Verdict.BOTH)


@pytest.mark.usefixtures("twins")
async def test_only_who_may_decides_and_takes_back(
    decider: Decider, realm: str
) -> None:
    left, right = entries(decider)
    await decider.entries(left, right, same=False)
    decider.actor = system_actor(realm)
    with pytest.raises(Forbidden):
        await decider.entries(left, right, same=True)
    with pytest.raises(Forbidden):
        await decider.statements(left, right, Verdict.BOTH)
    with pytest.raises(Forbidden):
        await decider.undo()


@pytest.mark.usefixtures("twins")
async def test_a_decision_is_taken_back_once_and_stands_in_the_trail(
    decider: Decider, database: Database, realm: str
) -> None:
    await decider.entries(*entries(decider), same=False)
    await decider.undo()
    with pytest.raises(AlreadyUndone):
        await decider.undo()
    with database.job_session(realm) as session:
        verbs = list(
            session.scalars(
                select(AuditEvent.verb)
                .where(AuditEvent.verb.like("statements.%"))
                .order_by(AuditEvent.id)
            )
        )
        decision = session.scalars(select(LedgerDecision)).one()
    assert verbs == ["statements.decide", "statements.undo_decision"]
    assert decision.undone_by_name == decision.decided_by_name
