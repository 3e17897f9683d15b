"""What approvers do with journals: each act, what the timeline tells, and the state.

Every act asks the identity provider first whether the person is still signed in and
still an approver: an ended session decides nothing about money.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from giroscope.features.journals import queries, tie
from giroscope.features.payments import approvals
from giroscope.features.payments.approvals import Asked, Happened, Release
from giroscope.features.payments.approvals.change_rules import confirm, record_confirmed
from giroscope.features.payments.approvals.people import approvers_at
from giroscope.features.users import People
from giroscope.features.users.managers import managers_at
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.graph import Context
from giroscope.kernel.live_sessions import LiveSessions


@dataclass(frozen=True, slots=True)
class Desk:
    """What the acts of approvers reach."""

    database: Database
    people: People
    live: LiveSessions
    clock: Clock

    @classmethod
    def of(cls, context: Context) -> "Desk":
        """From a question's context."""
        people, live = context.borrow(People), context.borrow(LiveSessions)
        return cls(context.database, people, live, context.clock)

    async def approvers(self, actor: Actor) -> frozenset[str]:
        """Who approves now, once the actor is known to be signed in.

        Raises:
            SessionEnded: The actor's session is over.
            Unavailable: The provider does not answer.
        """
        await self.live.ensure_live(actor)
        return await approvers_at(self.people, actor)


async def approve(
    desk: Desk, actor: Actor, asked: Asked, approvers: frozenset[str]
) -> None:
    """Approve; see `approvals.approve`."""
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        await approvals.approve(
            session, actor, asked, now,
            approvers=approvers, follow=following(session, actor, now),
        )  # fmt: skip


async def reject(
    desk: Desk, actor: Actor, asked: Asked, approvers: frozenset[str]
) -> None:
    """Reject; see `approvals.reject`."""
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        await approvals.reject(
            session, actor, asked, now,
            approvers=approvers, follow=following(session, actor, now),
        )  # fmt: skip


async def undo(desk: Desk, actor: Actor, correlation_id: str) -> None:
    """Take one's own decision back; see `approvals.undo`."""
    await desk.live.ensure_live(actor)
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        follow = following(session, actor, now)
        await approvals.undo(session, actor, correlation_id, now, follow=follow)


async def reopen(desk: Desk, actor: Actor, correlation_id: str) -> None:
    """Put up for approval again; see `approvals.reopen`."""
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        follow = following(session, actor, now)
        await approvals.reopen(session, actor, correlation_id, now, follow=follow)


async def sign(desk: Desk, actor: Actor, asked: Asked) -> Release:
    """Release for sending; see `approvals.sign`."""
    actor.ensure("payments.sign")
    approvers = await desk.approvers(actor)
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        await approvals.look_again(
            session, actor, asked.correlation_id, now,
            approvers=approvers, follow=following(session, actor, now),
        )  # fmt: skip
    async with desk.database.writing(actor.realm) as session:
        journal = await queries.journal(session, asked.correlation_id)
        return await approvals.sign(
            session, actor, asked, now,
            message_id=journal.message_id if journal else None, approvers=approvers,
            follow=following(session, actor, now),
        )  # fmt: skip


async def confirm_policies(desk: Desk, actor: Actor, version: int) -> None:
    """Put a version of the rules in force, also for what waits already."""
    actor.ensure("payments.policies")
    await desk.live.ensure_live(actor)
    managers = await managers_at(desk.people, actor)
    now = desk.clock()
    async with desk.database.writing(actor.realm) as session:
        row = await confirm(session, actor, version, now, managers=managers)

        def apply(connection: Connection) -> int:
            changed = approvals.apply_anew(connection)
            tie.refresh(connection, changed, now)
            return len(changed)

        waiting = await session.run_sync(lambda own: apply(own.connection()))
        await record_confirmed(session, actor, row, waiting)


def following(
    session: WriteSession, actor: Actor, now: datetime
) -> Callable[[Happened], Awaitable[None]]:
    """Tell the journal's timeline, and derive its state anew."""

    async def follow(happened: Happened) -> None:
        await session.run_sync(
            lambda own: _tell(own.connection(), actor.name, happened, now)
        )

    return follow


def _tell(
    connection: Connection, who: str | None, happened: Happened, now: datetime
) -> None:
    tie.note(
        connection,
        happened.correlation_id,
        now,
        happened.level,
        happened.message,
        actor=who,
        document_id=happened.document_id,
    )
    tie.refresh(connection, [happened.correlation_id], now)
