"""The job that has the newest payments of a set really sent, and paid.

Over a connection of the set's own to the simulated bank, by the same acts that people
do: connect, hand in, approve, sign, look at the bank. A run finds out how far it is
from what is there, takes the steps it can, waits a little, and ends; the next minute
goes on. In production, and where there is no simulated bank, nothing of this happens.
"""

import asyncio
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from erplink import ErpError
from giroscope.features.banks import BankConnection, Banks, ConnectionState
from giroscope.features.banks.fetch import VERB as FETCH_JOB
from giroscope.features.demo.actions import PAY_JOB, is_possible, wished
from giroscope.features.demo.approve import decide
from giroscope.features.demo.bank_desk import NoSimulatedBank, SimulatedBank
from giroscope.features.demo.bookkeeping import Bookkeeping
from giroscope.features.demo.connect import activate, connect
from giroscope.features.demo.hand_in import Errand, errand
from giroscope.features.demo.outgoing import PAID, WAITING, leaving
from giroscope.features.demo.people import preparer
from giroscope.features.demo.simulated_erp import NoSimulatedErp
from giroscope.features.demo.tables import (
    LEAVES,
    DemoErp,
    DemoFile,
    DemoPayments,
    DemoSet,
    DemoState,
)
from giroscope.features.documents import Vault
from giroscope.features.erp.open_connection import Erp
from giroscope.features.journals.policy import JournalState
from giroscope.features.journals.tables import Journal
from giroscope.features.payments.approvals import CaseState
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.uploads import Upload, UploadState
from giroscope.kernel.clock import system_clock
from giroscope.kernel.errors import AppError, Conflict
from giroscope.kernel.jobs import JobCancelled, JobRun
from giroscope.kernel.schedule import add_job
from giroscope.settings import Settings

_PATIENCE_SECONDS = 45.0
_LOOK_SECONDS = 0.5
_LOOK_AT_BANK = timedelta(seconds=6)
_GIVES_UP = timedelta(hours=1)
_LOOKS_FOR = timedelta(minutes=10)
"""How long the bank is looked at every minute after something was sent to it."""
_FAULT = "A fault in the product stopped it"
_UNFINISHED = (UploadState.QUEUED.value, UploadState.RUNNING.value)
_OVER = frozenset({JournalState.BOOKED, JournalState.RECONCILED})
_ON_ITS_WAY = frozenset({SendState.WAITING, SendState.LEAVING})


def payer(
    settings: Settings,
    banks: Banks,
    vault: Vault,
    erp: Erp,
    patience: float = _PATIENCE_SECONDS,
) -> Callable[[JobRun], None]:
    """The job. What stops it is written down in words; the set stays as it is."""

    def run(job: JobRun) -> None:
        asyncio.run(_pay(job, _Means(settings, banks, vault, erp), patience))

    return run


def due(_realm: str, connection: Connection, now: datetime) -> None:
    """The turn: go on with what is on its way; look at the bank for what was sent."""
    going = select(DemoSet.id).where(
        DemoSet.payments == DemoPayments.SENDING.value,
        DemoSet.state == DemoState.MADE.value,
    )
    for set_id in connection.execute(going).scalars().all():
        add_job(connection, PAY_JOB, set_id, now)
    sent = (
        select(Sending.connection_id)
        .join(BankConnection, BankConnection.id == Sending.connection_id)
        .where(BankConnection.is_demo, Sending.since > now - _LOOKS_FOR)
        .distinct()
    )
    for connection_id in connection.execute(sent).scalars().all():
        add_job(connection, FETCH_JOB, connection_id, now)


class _Means(NamedTuple):
    """What a run works with."""

    settings: Settings
    banks: Banks
    vault: Vault
    erp: Erp


async def _pay(job: JobRun, means: _Means, patience: float) -> None:
    ends = time.monotonic() + patience
    async with errand(job, means.settings, means.vault) as own:
        steps = _Steps(own, means.banks, means.erp)
        while True:
            try:
                wait = await steps.take()
            except JobCancelled:
                # It is being removed.
                raise
            except NoSimulatedBank as refusal:
                await steps.end(DemoPayments.NO_BANK, refusal.message)
                return
            except AppError as refusal:
                await steps.end(DemoPayments.FAILED, refusal.message)
                return
            except Exception:
                # Or it would be tried again, and fail again, every minute.
                await steps.end(DemoPayments.FAILED, _FAULT)
                raise
            if wait is None or (wait and time.monotonic() > ends):
                return
            if wait:
                await asyncio.sleep(_LOOK_SECONDS)


class _Steps:
    """The steps of one set, the next one found by what is there."""

    def __init__(self, own: Errand, banks: Banks, erp: Erp) -> None:
        self._own, self._banks = own, banks
        self._books = Bookkeeping(own, erp)
        self._realm, self._id = own.job.realm, own.job.subject
        self._looked: datetime | None = None

    async def take(self) -> bool | None:
        """Take the next step; tells whether to wait now, or None at the end."""
        made = await self._set()
        if made.payments != DemoPayments.SENDING or made.state != DemoState.MADE:
            return None
        if not is_possible(self._own.settings):
            return None
        self._own.job.report("paying")
        now = system_clock()
        if await self._is_importing(upto=LEAVES):
            return True
        if made.connection_id is None:
            await connect(self._own, self._banks, wished(made.wish), now)
            return False
        bank = await self._bank(made.connection_id)
        if bank.state != ConnectionState.ACTIVE:
            return await self._activate(made, bank)
        return await self._send(made, now)

    async def _send(self, made: DemoSet, now: datetime) -> bool | None:
        """Have the files come, and take them through to the bank."""
        if (wait := await self._book(made, now)) is not None:
            return wait
        if await self._hand_in(made, now):
            return False
        if await self._is_importing():
            return True
        return await self._decide(made, now)

    async def end(self, state: DemoPayments, told: str | None = None) -> None:
        """Write down what it came to."""
        async with self._own.database.writing(self._realm) as session:
            await session.execute(
                update(DemoSet)
                .where(DemoSet.id == self._id)
                .values(payments=state.value, payments_told=told)
            )

    async def _book(self, made: DemoSet, now: datetime) -> bool | None:
        """Have the files come out of an accounting system, as long as that goes well.

        Where it does not, the company's preparer hands them in.
        """
        try:
            return await self._books.take(made, wished(made.wish), now)
        except NoSimulatedErp as refusal:
            await self._books.end(DemoErp.NO_ERP, refusal.message)
        except (AppError, ErpError) as refusal:
            await self._books.end(DemoErp.FAILED, refusal.message)
        return False

    async def _activate(self, made: DemoSet, bank: BankConnection) -> bool:
        if bank.state == ConnectionState.ACTIVATING:
            return True
        if bank.failure is not None:
            raise Conflict(bank.failure)
        await activate(self._own, self._banks, wished(made.wish), bank.id)
        return True

    async def _hand_in(self, made: DemoSet, now: datetime) -> bool:
        """Hand in what is not yet; tells whether there was any."""
        known = await self._own.handed_in()
        if {LEAVES + PAID, LEAVES + WAITING} <= known:
            return False
        day = SimulatedBank(self._own.settings).today()
        actor = preparer(self._own.settings, self._realm)
        wish = wished(made.wish)
        for position, file in enumerate(leaving(wish, day, now), start=LEAVES):
            if position not in known:
                await self._own.hand_in(actor, file, position)
        return True

    async def _decide(self, made: DemoSet, now: datetime) -> bool | None:
        """Approve, sign, and see it leave and come back."""
        journal = await self._journal()
        if made.connection_id is None or journal is None:
            raise Conflict("A payment file of demo data could not be imported")
        if journal.state in _OVER:
            await self.end(DemoPayments.PAID)
            return None
        if journal.state == JournalState.REJECTED:
            raise Conflict("The simulated bank refused them; the journal says why")
        state = await decide(self._own, journal.correlation_id, made.connection_id, now)
        if state in {CaseState.OPEN, CaseState.APPROVED}:
            return False
        if state is not CaseState.RELEASED:
            raise Conflict("Somebody decided otherwise about its payments")
        sending = await self._sending(journal.correlation_id)
        if sending.state not in {*_ON_ITS_WAY, SendState.SENT}:
            raise Conflict(sending.held_text or "The simulated bank did not take it")
        if now - sending.asked > _GIVES_UP:
            raise Conflict("The simulated bank has not paid it yet")
        if sending.state == SendState.SENT:
            await self._look_at_bank(made.connection_id, now)
        return True

    async def _look_at_bank(self, connection_id: int, now: datetime) -> None:
        if self._looked is not None and now - self._looked < _LOOK_AT_BANK:
            return
        self._looked = now
        async with self._own.database.writing(self._realm) as session:
            job_id = await session.run_sync(
                lambda held: add_job(held.connection(), FETCH_JOB, connection_id, now)
            )
        self._own.starter.start(self._realm, job_id)

    async def _set(self) -> DemoSet:
        async with self._own.database.reading(self._realm) as session:
            return await session.get_one(DemoSet, self._id)

    async def _bank(self, connection_id: int) -> BankConnection:
        async with self._own.database.reading(self._realm) as session:
            return await session.get_one(BankConnection, connection_id)

    async def _is_importing(self, upto: int | None = None) -> bool:
        query = (
            select(func.count())
            .select_from(DemoFile)
            .join(Upload, Upload.id == DemoFile.upload_id)
            .where(DemoFile.set_id == self._id, Upload.state.in_(_UNFINISHED))
        )
        if upto is not None:
            query = query.where(DemoFile.position < upto)
        async with self._own.database.reading(self._realm) as session:
            return bool(await session.scalar(query))

    async def _journal(self) -> Journal | None:
        """The journal of the file that is to be paid."""
        query = (
            select(Journal)
            .join(Upload, Upload.correlation_id == Journal.correlation_id)
            .join(DemoFile, DemoFile.upload_id == Upload.id)
            .where(DemoFile.set_id == self._id, DemoFile.position == LEAVES + PAID)
        )
        async with self._own.database.reading(self._realm) as session:
            found: Journal | None = await session.scalar(query)
            return found

    async def _sending(self, correlation_id: str) -> Sending:
        query = select(Sending).where(Sending.correlation_id == correlation_id)
        async with self._own.database.reading(self._realm) as session:
            return (await session.execute(query)).scalar_one()
