"""A person decides about two statements or two entries, and may take it back.

What is decided is kept with its reason and its maker, under names that stay when the
ledger is rebuilt; a job settles the ledger by it.
"""

from datetime import datetime

from sqlalchemy import Connection, insert, select, text, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.journals import tie
from giroscope.features.journals.errors import (
    AlreadyUndone,
    BothBooked,
    NotComparable,
)
from giroscope.features.payments import match_bookings, untie_vanished
from giroscope.features.payments.sending.policy import a_reason
from giroscope.features.statements import Statement, Transaction
from giroscope.features.statements.decisions import (
    ENTRY,
    SAME,
    STATEMENT,
    entry_keys,
    statement_keys,
    statements_of_keys,
)
from giroscope.features.statements.ledger import settle
from giroscope.features.statements.relations import Verdict
from giroscope.features.statements.tables import (
    Kind,
    LedgerDecision,
    PossibleDuplicate,
    ReportEntry,
    Status,
)
from giroscope.features.statements.versions import versions_by_id
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.jobs import JobRun, new_job
from giroscope.kernel.tables import Job

SETTLE_JOB = "ledger.settle"
_VERB = "statements.decide"


def settler(clock: Clock = system_clock) -> "_Settler":
    """The job that makes the ledger follow a decision, or its undoing."""
    return _Settler(clock)


class _Settler:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __call__(self, run: JobRun) -> None:
        database, realm = run.database, run.realm
        run.report("settle")
        with database.alone(realm), database.job_connection(realm) as connection:
            row = connection.execute(
                select(LedgerDecision).where(LedgerDecision.id == run.subject)
            ).one()
            _settle(connection, row.account_id, (row.left_key, row.right_key))
            changed = untie_vanished(connection)
            documents = _documents(connection, (row.left_key, row.right_key))
            for document_id in documents:
                changed |= match_bookings(connection, document_id)
            # Whether a statement needs attention depends on whether it counts.
            of_both = select(Statement.correlation_id).where(
                Statement.document_id.in_(documents)
            )
            changed |= set(connection.execute(of_both).scalars())
            tie.refresh(connection, tie.existing(connection, changed), self._clock())
            connection.commit()


def _settle(connection: Connection, account_id: int, keys: tuple[str, str]) -> None:
    ids = statements_of_keys(connection, keys)
    versions = versions_by_id(connection, ids)
    if versions:
        days = min(one.first for one in versions), max(one.last for one in versions)
        settle(connection, account_id, days, versions)


def _documents(connection: Connection, keys: tuple[str, str]) -> list[int]:
    found = connection.execute(
        text("SELECT id FROM documents WHERE sha256 IN (:left, :right)"),
        {"left": keys[0].split("/")[0], "right": keys[1].split("/")[0]},
    )
    return list(found.scalars())


async def decide_statements(
    session: WriteSession, actor: Actor, ids: tuple[int, int], verdict: Verdict,
    reason: str, now: datetime,
) -> int:  # fmt: skip
    """Decide which of two statements counts, or that both do; tell the job's id.

    Raises:
        NotFound: One is not here.
        NotComparable: They are not booked statements of one account.
        ReasonNeeded: Nothing is said.
    """
    actor.ensure(_VERB)
    said = a_reason(reason)
    left, right = [await _statement(session, row_id) for row_id in ids]
    is_booked = left.kind == right.kind == Kind.BOOKED.value
    if not is_booked or left.account_id != right.account_id or left.id == right.id:
        raise NotComparable
    keys = await session.run_sync(lambda own: statement_keys(own.connection(), ids))
    return await _keep(
        session, actor, LedgerDecision(
            subject=STATEMENT, account_id=left.account_id, left_key=keys[0],
            right_key=keys[1], about=_both(_name(left), _name(right)),
            verdict=verdict.value, reason=said, decided_at=now, decided_by=actor.id,
            decided_by_name=actor.name[:200],
        ),
        {"left": _name(left), "right": _name(right)},
    )  # fmt: skip


async def decide_entries(
    session: WriteSession, actor: Actor, ids: tuple[int, int], *, are_same: bool,
    reason: str, now: datetime,
) -> int:  # fmt: skip
    """Say whether two entries are one booking; tell the id of the job.

    Raises:
        NotFound: One is not shown.
        NotComparable: They are of two accounts, or differ in amount and nobody was
            asked about them.
        BothBooked: Balances of statements prove that they are two.
        ReasonNeeded: Nothing is said.
    """
    actor.ensure(_VERB)
    said = a_reason(reason)
    left, right = [await _entry(session, row_id) for row_id in ids]
    if not await _are_alike(session, left, right):
        raise NotComparable
    if are_same and await _are_both_proven(session, ids):
        raise BothBooked
    keys = await session.run_sync(lambda own: entry_keys(own.connection(), ids))
    return await _keep(
        session, actor, LedgerDecision(
            subject=ENTRY, account_id=left.account_id, left_key=keys[0],
            right_key=keys[1], about=_both(_booking(left), _booking(right)),
            verdict=SAME if are_same else "DIFFERENT", reason=said, decided_at=now,
            decided_by=actor.id, decided_by_name=actor.name[:200],
        ),
        {"left": left.id, "right": right.id},
    )  # fmt: skip


async def undo_decision(
    session: WriteSession, actor: Actor, decision_id: int, now: datetime
) -> int:
    """Take a decision back; tell the id of the job that settles the ledger.

    Raises:
        NotFound: There is none.
        AlreadyUndone: Somebody took it back before.
    """
    actor.ensure(_VERB)
    decision = await session.get(LedgerDecision, decision_id, with_for_update=True)
    if decision is None:
        raise NotFound
    if decision.undone_at is not None:
        raise AlreadyUndone
    decision.undone_at = now
    decision.undone_by_name = actor.name[:200]
    job_id = await _add_job(session, decision.id, now)
    await record(
        session, actor, "statements.undo_decision",
        Subject("ledger decision", str(decision.id)),
        was={"verdict": decision.verdict, "reason": decision.reason}, at=now,
    )  # fmt: skip
    return job_id


async def _statement(session: AsyncSession, row_id: int) -> Statement:
    found = await session.get(Statement, row_id)
    if found is None:
        raise NotFound
    return found


def _name(statement: Statement) -> str:
    return statement.sequence or statement.bank_id or "?"


def _booking(entry: Transaction) -> str:
    who = entry.counterparty_name or entry.remittance or ""
    return f"{entry.day} {entry.amount} {entry.currency} {who}".strip()


def _both(left: str, right: str) -> str:
    return f"{left[:148]} · {right[:148]}"


async def _entry(session: AsyncSession, row_id: int) -> Transaction:
    found = await session.get(Transaction, row_id)
    if found is None or found.parent_id is not None:
        raise NotFound
    return found


async def _are_both_proven(session: AsyncSession, ids: tuple[int, int]) -> bool:
    """Whether the balances of statements hold each of two bookings."""
    told = union_all(
        select(Transaction.id, Transaction.statement_id).where(Transaction.id.in_(ids)),
        select(ReportEntry.entry_id, ReportEntry.statement_id).where(
            ReportEntry.entry_id.in_(ids)
        ),
    ).subquery()
    proven = (
        select(told.c.id)
        .join(Statement, Statement.id == told.c.statement_id)
        .where(
            Statement.kind == Kind.BOOKED.value,
            Statement.status == Status.CURRENT.value,
            Statement.opening.is_not(None),
            Statement.closing.is_not(None),
        )
    )
    return set(ids) == set(await session.scalars(proven))


async def _are_alike(
    session: AsyncSession, left: Transaction, right: Transaction
) -> bool:
    """Whether two may be one booking: of one amount, or a batch and its payments."""
    if left.id == right.id or left.account_id != right.account_id:
        return False
    if (left.amount, left.currency) == (right.amount, right.currency):
        return True
    asked = select(PossibleDuplicate.id).where(
        PossibleDuplicate.left_id.in_((left.id, right.id)),
        PossibleDuplicate.right_id.in_((left.id, right.id)),
    )
    return (await session.scalars(asked)).first() is not None


async def _keep(
    session: WriteSession, actor: Actor, decision: LedgerDecision,
    about: dict[str, object],
) -> int:  # fmt: skip
    session.add(decision)
    await session.flush()
    job_id = await _add_job(session, decision.id, decision.decided_at)
    await record(
        session, actor, _VERB, Subject("ledger decision", str(decision.id)),
        now={**about, "verdict": decision.verdict, "reason": decision.reason},
        at=decision.decided_at,
    )  # fmt: skip
    return job_id


async def _add_job(session: WriteSession, decision_id: int, now: datetime) -> int:
    row = await session.execute(
        insert(Job).values(**new_job(SETTLE_JOB, decision_id, now)).returning(Job.id)
    )
    return int(row.scalar_one())
