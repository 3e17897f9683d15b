"""A person says that two accounts are one, and may separate them again.

The names go over at once, so that whatever comes next is put on the one account; a job
moves the statements and settles the ledger. The job makes of the realm what the joins
that hold now ask for, so that it may be killed, run again, and overtake another.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.banks import (
    Account,
    AccountAlias,
    AccountJoin,
    join_accounts,
    kept_accounts,
    undo_join,
)
from giroscope.features.journals import tie
from giroscope.features.payments import (
    PaymentBatch,
    follow_anew,
    match_bookings,
    untie_vanished,
)
from giroscope.features.payments.sending.policy import a_reason
from giroscope.features.statements.account_moves import Moved, misplaced, move
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import WriteSession
from giroscope.kernel.jobs import JobRun, new_job
from giroscope.kernel.tables import Job

JOIN_JOB = "accounts.settle"
_VERB = "accounts.join"
# Whatever names an entry of these accounts: payments, returns and whole batches.
_TIED = """
SELECT p.correlation_id FROM payments p
JOIN transactions t ON t.id = p.transaction_id WHERE t.account_id IN (:kept, :joined)
UNION SELECT p.correlation_id FROM payments p
JOIN transactions t ON t.id = p.return_id WHERE t.account_id IN (:kept, :joined)
UNION SELECT b.correlation_id FROM payment_batches b
JOIN transactions t ON t.id = b.transaction_id WHERE t.account_id IN (:kept, :joined)
"""


async def join(
    session: WriteSession, actor: Actor, kept_id: int, joined_id: int, reason: str,
    now: datetime,
) -> int:  # fmt: skip
    """Make one account of two; tell the id of the job that moves its statements.

    Raises:
        NotFound: There is no such account.
        JoinWithItself: Both are the same.
        AccountJoined: One is joined into another already.
        JoinsCurrencies: They have different currencies.
        JoinHidesCurrency: Only the other one has a currency.
        ReasonNeeded: Nothing is said.
    """
    actor.ensure(_VERB)
    said = a_reason(reason)
    join_id = await session.run_sync(
        lambda own: join_accounts(own.connection(), kept_id, joined_id, actor, now=now)
    )
    kept, joined = [await _name(session, one) for one in (kept_id, joined_id)]
    await record(
        session, actor, _VERB, Subject("account", str(kept_id), kept),
        now={"joined": joined, "reason": said}, at=now,
    )  # fmt: skip
    return await _add_job(session, join_id, now)


async def separate(
    session: WriteSession, actor: Actor, joined_id: int, reason: str, now: datetime
) -> int:
    """Make two accounts of one again; tell the id of the job that moves statements.

    Raises:
        NotFound: There is no such account.
        AccountNotJoined: It is joined into none.
        AccountJoined: The account it was joined into is now joined itself.
        ReasonNeeded: Nothing is said.
    """
    actor.ensure(_VERB)
    said = a_reason(reason)
    kept_id = await session.run_sync(
        lambda own: undo_join(own.connection(), joined_id, actor, now=now)
    )
    join_id = (
        await session.execute(
            select(func.max(AccountJoin.id)).where(
                AccountJoin.joined_id == joined_id, AccountJoin.undone_at.is_not(None)
            )
        )
    ).scalar_one()
    kept, joined = [await _name(session, one) for one in (kept_id, joined_id)]
    await record(
        session, actor, "accounts.separate", Subject("account", str(kept_id), kept),
        was={"joined": joined}, now={"reason": said}, at=now,
    )  # fmt: skip
    return await _add_job(session, join_id, now)


async def _name(session: AsyncSession, account_id: int) -> str:
    found = await session.execute(
        select(Account.number, Account.currency).where(Account.id == account_id)
    )
    return " ".join(found.one())


async def _add_job(session: WriteSession, join_id: int, now: datetime) -> int:
    row = await session.execute(
        insert(Job).values(**new_job(JOIN_JOB, join_id, now)).returning(Job.id)
    )
    return int(row.scalar_one())


def account_settler(clock: Clock = system_clock) -> "_Settler":
    """The job that makes the ledger follow a join of accounts, or its undoing."""
    return _Settler(clock)


class _Settler:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __call__(self, run: JobRun) -> None:
        database, realm = run.database, run.realm
        with database.alone(realm), database.job_connection(realm) as connection:
            join = connection.execute(
                select(AccountJoin.__table__).where(AccountJoin.id == run.subject)
            ).one()
            # What is told of the job is written by another connection.
            connection.commit()
            run.report("settle")
            _follow(connection, join, self._clock())
            connection.commit()


def _follow(connection: Connection, join: Any, now: datetime) -> None:
    """Move what stands elsewhere than its name says, and tie payments by it."""
    is_join = join.undone_at is None
    moves = misplaced(connection, kept_accounts(connection))
    tied = set() if is_join or not moves else _tied(connection, join)
    moved = move(connection, join.id, moves, is_join=is_join)
    changed = tied | untie_vanished(connection)
    for correlation_id in sorted(tied):
        changed |= follow_anew(connection, correlation_id)
    for document_id in sorted(moved.documents):
        changed |= match_bookings(connection, document_id)
    changed |= _journals(connection, moved, join)
    tie.refresh(connection, tie.existing(connection, changed), now)


def _tied(connection: Connection, join: Any) -> set[str]:
    """Journals whose payments entries of the two accounts book."""
    both = {"kept": join.kept_id, "joined": join.joined_id}
    return set(connection.execute(text(_TIED), both).scalars())


def _journals(connection: Connection, moved: Moved, join: Any) -> set[str]:
    """Journals that name one of the accounts: by a statement, or as the payer's."""
    payer = func.upper(func.replace(PaymentBatch.debtor_account, " ", ""))
    paid = connection.execute(
        select(PaymentBatch.correlation_id)
        .where(payer.in_(_names(connection, join)))
        .distinct()
    )
    return moved.journals | set(paid.scalars())


def _names(connection: Connection, join: Any) -> set[str]:
    """What the joined account is called when it stands for itself."""
    own = connection.execute(
        select(Account.number, Account.iban).where(Account.id == join.joined_id)
    ).one()
    ids = [alias["id"] for alias in join.aliases]
    names = select(AccountAlias.name).where(AccountAlias.id.in_(ids))
    return {name for name in (*own, *connection.execute(names).scalars()) if name}
