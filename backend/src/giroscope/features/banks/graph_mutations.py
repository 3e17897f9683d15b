"""What people do with connections to banks, in the graph."""

from collections.abc import Awaitable, Callable
from datetime import datetime

import strawberry

from giroscope.features.banks import (
    activate,
    confirmations,
    connections,
    diagnose,
    inbox,
    pause,
    renew,
    replace_key,
)
from giroscope.features.banks.channels import Banks
from giroscope.features.banks.connections import Change, Schedule, Served, Wish
from giroscope.features.banks.profile_nodes import Environment
from giroscope.features.users import People
from giroscope.features.users.managers import managers_at
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number
from giroscope.kernel.live_sessions import LiveSessions

strawberry.enum(diagnose.TestKind, name="BankTestKind")


@strawberry.input
class BankParameterInput:
    """One number of the bank's letter."""

    name: str
    value: str


@strawberry.input
class BankAccountInput:
    """An account the connection is to serve."""

    number: str
    name: str | None = None
    pays: bool = True

    def served(self) -> Served:
        """As the room knows it."""
        return Served(self.number, self.name, self.pays)


@strawberry.input
class NewBank:
    """What a new connection is to be."""

    name: str
    profile: strawberry.ID
    environment: Environment
    parameters: list[BankParameterInput]
    accounts: list[BankAccountInput] = strawberry.field(default_factory=list)


@strawberry.input
class BankScheduleInput:
    """When the bank is looked at; 0 minutes for never."""

    minutes: int
    from_hour: int
    to_hour: int
    weekends: bool

    def wanted(self) -> Schedule:
        """As the room knows it."""
        return Schedule(
            self.minutes, self.from_hour, self.to_hour, weekends=self.weekends
        )


@strawberry.input
class BankChange:
    """What is to be different; what is left out stays."""

    name: str | None = None
    parameters: list[BankParameterInput] | None = None
    accounts: list[BankAccountInput] | None = None
    schedule: BankScheduleInput | None = None
    renews_itself: bool | None = None
    renew_days_before: int | None = None


@strawberry.type
class BankMutation:
    """What people do with connections."""

    @mutation("banks.change", "Makes a connection; it is activated afterwards.")
    async def create_bank(self, info: Info, bank: NewBank) -> Outcome:
        """Create."""
        context = info.context
        wish = Wish(
            name=bank.name,
            profile=bank.profile,
            environment=bank.environment,
            parameters={one.name: one.value for one in bank.parameters},
            accounts=[one.served() for one in bank.accounts],
        )
        async with context.writing() as session:
            made = await connections.create(
                session, context.actor, context.borrow(Banks), wish, context.clock()
            )
        return Success(id=strawberry.ID(str(made)))

    @mutation("banks.change", "Changes a connection, if it is still of that version.")
    async def change_bank(
        self,
        info: Info,
        id: strawberry.ID,
        change: BankChange,
        version: int | None = None,
    ) -> Outcome:
        """Change."""
        context, when = info.context, change.schedule
        wanted = Change(
            name=change.name,
            parameters=None
            if change.parameters is None
            else {one.name: one.value for one in change.parameters},
            accounts=None
            if change.accounts is None
            else [one.served() for one in change.accounts],
            schedule=when.wanted() if when else None,
            renews_itself=change.renews_itself,
            renew_days_before=change.renew_days_before,
        )
        async with context.writing() as session:
            await connections.change(
                session, context.actor, number(id), wanted, version, context.clock()
            )
        return Success(id=id)

    @mutation("banks.change", "Asks the bank for the first certificate.")
    async def activate_bank(
        self,
        info: Info,
        id: strawberry.ID,
        code: str | None = None,
    ) -> Outcome:
        """Activate."""
        banks = info.context.borrow(Banks)
        return await _begun(
            info,
            id,
            lambda session, actor, bank, _now: activate.begin_activation(
                session, actor, banks, bank, code
            ),
        )

    @mutation("banks.change", "Asks the bank for the next certificate.")
    async def renew_bank(self, info: Info, id: strawberry.ID) -> Outcome:
        """Renew."""
        banks = info.context.borrow(Banks)
        return await _begun(
            info,
            id,
            lambda session, actor, bank, _now: renew.begin_renewal(
                session, actor, banks, bank
            ),
        )

    @mutation("banks.test", "Looks at a connection, or tries its renewal.")
    async def test_bank(
        self,
        info: Info,
        id: strawberry.ID,
        kind: diagnose.TestKind = diagnose.TestKind.TEST,
    ) -> Outcome:
        """Test."""
        return await _begun(
            info,
            id,
            lambda session, actor, bank, now: diagnose.begin_test(
                session, actor, bank, kind, now
            ),
        )

    @mutation("banks.fetch", "Looks at the bank now.")
    async def fetch_bank(self, info: Info, id: strawberry.ID) -> Outcome:
        """Fetch."""
        return await _begun(info, id, inbox.begin_fetch)

    @mutation("banks.change", "Imports a file after all that was kept aside.")
    async def accept_bank_file(self, info: Info, id: strawberry.ID) -> Outcome:
        """Accept."""
        return await _begun(info, id, inbox.accept)

    @mutation("banks.pause", "One connection stands still; without id, all do.")
    async def pause_bank(
        self,
        info: Info,
        id: strawberry.ID | None = None,
        reason: str | None = None,
    ) -> Outcome:
        """Pause."""
        actor, now = info.context.actor, info.context.clock()
        async with info.context.writing() as session:
            if id is None:
                await pause.pause_all(session, actor, reason, now)
            else:
                await pause.pause(session, actor, number(id), reason, now)
        return Success(id=id)

    @mutation("banks.pause", "One connection goes on; without id, all do.")
    async def resume_bank(
        self,
        info: Info,
        id: strawberry.ID | None = None,
    ) -> Outcome:
        """Resume."""
        actor, now = info.context.actor, info.context.clock()
        async with info.context.writing() as session:
            if id is None:
                await pause.resume_all(session, actor, now)
            else:
                await pause.resume(session, actor, number(id), now)
        return Success(id=id)

    @mutation("banks.change", "Ends a connection for good; its keys are destroyed.")
    async def revoke_bank(self, info: Info, id: strawberry.ID) -> Outcome:
        """Revoke."""
        context = info.context
        async with context.writing() as session:
            await connections.revoke(
                session, context.actor, number(id), context.clock()
            )
        return Success(id=id)

    @mutation("banks.change", "Deletes a connection over which nothing ever went.")
    async def delete_bank(self, info: Info, id: strawberry.ID) -> Outcome:
        """Delete."""
        async with info.context.writing() as session:
            await connections.remove(session, info.context.actor, number(id))
        return Success(id=id)

    @mutation("banks.change", "Asks for a new key, which a second person confirms.")
    async def ask_for_bank_key(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Ask."""
        context = info.context
        async with context.writing() as session:
            await replace_key.ask(
                session, context.actor, number(id), reason, context.clock()
            )
        return Success(id=id)

    @mutation(
        "banks.change",
        "Asks another account manager to confirm what a connection is to be.",
    )
    async def ask_for_bank_confirmation(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
        parameters: list[BankParameterInput] | None = None,
    ) -> Outcome:
        """Ask."""
        context = info.context
        told = parameters and {one.name: one.value for one in parameters}
        async with context.writing() as session:
            await confirmations.ask(
                session, context.actor, number(id), told or None, reason,
                context.clock(),
            )  # fmt: skip
        return Success(id=id)

    @mutation(
        "banks.change",
        "Confirms what another account manager asked for: a new key, or what the"
        " connection is to be.",
    )
    async def confirm_bank_key(self, info: Info, request_id: strawberry.ID) -> Outcome:
        """Confirm."""
        context = info.context
        wanted = number(request_id, "requestId")
        actor, banks = context.actor, context.borrow(Banks)
        await context.borrow(LiveSessions).ensure_live(actor)
        managers = await managers_at(context.borrow(People), actor)
        async with context.writing() as session:
            await replace_key.confirm(session, actor, banks, wanted, managers=managers)
        return Success(id=request_id)

    @mutation("banks.change", "Refuses a new key that somebody asked for.")
    async def reject_bank_key(self, info: Info, request_id: strawberry.ID) -> Outcome:
        """Reject."""
        context = info.context
        wanted = number(request_id, "requestId")
        async with context.writing() as session:
            await replace_key.reject(session, context.actor, wanted, context.clock())
        return Success(id=request_id)

    @mutation("banks.change", "Asks for a new key no longer.")
    async def withdraw_bank_key(self, info: Info, request_id: strawberry.ID) -> Outcome:
        """Withdraw."""
        context = info.context
        wanted = number(request_id, "requestId")
        async with context.writing() as session:
            await replace_key.withdraw(session, context.actor, wanted, context.clock())
        return Success(id=request_id)


Begin = Callable[[WriteSession, Actor, int, datetime], Awaitable[int]]
"""Asks for work on what has this number; tells the job that does it."""


async def _begun(info: Info, about: strawberry.ID, begin: Begin) -> Outcome:
    """Ask for work in one transaction, and start it when that is committed."""
    context = info.context
    async with context.writing() as session:
        job_id = await begin(session, context.actor, number(about), context.clock())
    await context.start_job(job_id)
    return Success(id=about)
