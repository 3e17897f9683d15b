"""Has a set's newest payments come out of an accounting system, as people do it.

Where the simulated ERP is beside the product and the tenant has no ERP of its own, the
made-up company gets books there, with bills that are owed. They are connected, checked
and put to use, and what is open becomes the payment files that leave: those that the
company's own people approve, and then those that wait for whoever tries the product.
What becomes of them is told to the books by the product itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select, update

from giroscope.features.demo.bank_desk import SimulatedBank
from giroscope.features.demo.company import accounts
from giroscope.features.demo.connect import CUSTOMER, name_of
from giroscope.features.demo.hand_in import Errand
from giroscope.features.demo.outgoing import (
    PAID,
    WAITING,
    count_owed,
    owed,
    suppliers,
)
from giroscope.features.demo.people import preparer
from giroscope.features.demo.simulated_erp import Company, SimulatedErp
from giroscope.features.demo.tables import LEAVES, DemoErp, DemoFile, DemoSet
from giroscope.features.demo.wishes import Wish
from giroscope.features.erp.books import FETCH_JOB
from giroscope.features.erp.checking.run import Which, begin_run
from giroscope.features.erp.checking.status import Validity, validity_of
from giroscope.features.erp.configuration.activate import activate
from giroscope.features.erp.configuration.draft import Change, save
from giroscope.features.erp.erase import at_work
from giroscope.features.erp.exchange import actions, outbox
from giroscope.features.erp.exchange.tables import ErpOrder, OrderState
from giroscope.features.erp.mapping import acts
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import (
    ErpMapping,
    ErpMethod,
    ReferenceRule,
    Target,
)
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.open_payments import ErpPayment
from giroscope.features.erp.operator_settings import DEMO as KIND
from giroscope.features.erp.tables import (
    ErpCheckRun,
    ErpConnection,
    ErpVersion,
    VersionState,
)
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import Conflict
from giroscope.settings import Settings

_GIVES_UP = timedelta(minutes=10)
_AROUND_THE_CLOCK = {
    "fetch_from": "00:00", "fetch_to": "24:00", "fetches_on_weekends": "true",
}  # fmt: skip
_OTHERS = "Somebody else has changed the configuration of the ERP"
_USED = (VersionState.DRAFT.value, VersionState.ACTIVE.value)


@dataclass(frozen=True, slots=True)
class _Seen:
    """How far the exchange with the books is."""

    method: str | None
    """That the company pays by, once the product has read of it."""
    is_mapped: bool
    payments: int
    """Read so far."""
    uploads: tuple[int, ...]
    """Files that were made of them, the first one first."""
    jobs: tuple[int, ...]
    """Those that wait or run."""
    has_unwritten: bool
    is_checked: bool
    """Whether all was looked at once more after the first file."""


class Bookkeeping:
    """The steps of one set, the next one found by what is there."""

    def __init__(self, own: Errand, erp: Erp) -> None:
        self._own, self._erp = own, erp
        self._realm, self._id = own.job.realm, own.job.subject
        self._actor = preparer(own.settings, self._realm)
        self._company = name_of(self._realm, self._id)
        self._desk = SimulatedErp(own.settings)

    async def take(self, made: DemoSet, wish: Wish, now: datetime) -> bool | None:
        """Take the next step; tells whether to wait now, or None where none is left.

        Raises:
            NoSimulatedErp: It does not answer, or takes no such company.
            AppError: Something else stands in the way.
        """
        if made.erp == DemoErp.NONE:
            return await self._begin(wish, now)
        if made.erp != DemoErp.CONNECTING:
            return None
        async with self._own.database.reading(self._realm) as session:
            version = await session.get(ErpVersion, made.erp_version_id)
        if version is None or version.changed_by != self._actor.id:
            raise Conflict(_OTHERS)
        if version.state == VersionState.DRAFT:
            return await self._put_to_use(version, now)
        return await self._exchange(version, wish, now)

    async def end(self, state: DemoErp, told: str | None = None) -> None:
        """Write down what it came to."""
        async with self._own.database.writing(self._realm) as session:
            await session.execute(
                update(DemoSet)
                .where(DemoSet.id == self._id)
                .values(erp=state.value, erp_told=told)
            )

    async def _begin(self, wish: Wish, now: datetime) -> bool | None:
        """Open the company's books, and draft the way to them."""
        if not self._desk.is_there:
            await self.end(DemoErp.NO_ERP)
            return None
        async with self._own.database.reading(self._realm) as session:
            used = select(ErpVersion.id).where(ErpVersion.state.in_(_USED)).limit(1)
            is_taken = await session.scalar(used) is not None
        if is_taken:
            await self.end(DemoErp.TAKEN)
            return None
        self._open(wish)
        values = {"company": self._company, **_AROUND_THE_CLOCK}
        change = Change(KIND, values, note="Demo data")
        async with self._own.database.writing(self._realm) as session:
            draft = await save(session, self._actor, self._erp, change, None, now)
            await session.execute(
                update(DemoSet)
                .where(DemoSet.id == self._id)
                .values(erp=DemoErp.CONNECTING.value, erp_version_id=draft)
            )
        return False

    def _open(self, wish: Wish) -> None:
        name = f"Demo: {CUSTOMER} {wish.seed}"
        registration = f"{int(wish.mark, 16) % 90_000_000 + 10_000_000}"
        self._desk.open(
            Company(self._company, name, registration, accounts(wish), suppliers(wish))
        )
        self._enter(wish, PAID)

    def _enter(self, wish: Wish, place: int) -> None:
        due = SimulatedBank(self._own.settings).today()
        self._desk.enter(self._company, owed(wish, place), due)

    async def _put_to_use(self, version: ErpVersion, now: datetime) -> bool:
        """Have the draft checked, and put to use when nothing has failed."""
        async with self._own.database.writing(self._realm) as session:
            validity = await validity_of(session, version)
            if validity is Validity.VALIDATING:
                return True
            if validity in {Validity.VALID, Validity.WARNINGS}:
                await activate(
                    session, self._actor, self._erp, version.revision, now,
                    is_demo=True,
                )  # fmt: skip
                return False
            if validity not in {Validity.DRAFT, Validity.STALE}:
                raise Conflict("A check of its configuration has failed")
            job_id = await begin_run(
                session, self._actor, VersionState.DRAFT, Which.ALL, now
            )
        self._own.starter.start(self._realm, job_id)
        return True

    async def _exchange(
        self, version: ErpVersion, wish: Wish, now: datetime
    ) -> bool | None:
        """Read what is open, say how it is paid, and adopt the files it becomes."""
        books = version.connection_id
        if version.state != VersionState.ACTIVE or books is None:
            raise Conflict(_OTHERS)
        seen = await self._locked(lambda held: _seen(held, version, books))
        await self._adopt(seen.uploads)
        if len(seen.uploads) > WAITING:
            await self.end(DemoErp.CONNECTED)
            return None
        if seen.jobs:
            # What a job asks for would wait for the worker's next round.
            self._start(*seen.jobs)
            return True
        if seen.method is None:
            return await self._fetch(now)
        if not seen.is_mapped:
            return await self._map(seen.method, now)
        if seen.has_unwritten:
            if version.activated and now - version.activated > _GIVES_UP:
                raise Conflict("The simulated ERP takes nothing that is written to it")
            return True
        return await self._go_on(seen, wish, now)

    async def _go_on(self, seen: _Seen, wish: Wish, now: datetime) -> bool:
        """Bring in the bills that wait, once the first ones are on their way."""
        place = len(seen.uploads)
        if seen.payments >= count_owed(place):
            raise Conflict("Its open payments are held back; the exchange says why")
        if not seen.is_checked:
            self._enter(wish, WAITING)
            async with self._own.database.writing(self._realm) as session:
                job_id = await begin_run(
                    session, self._actor, VersionState.ACTIVE, Which.ALL, now
                )
            self._own.starter.start(self._realm, job_id)
            return True
        return await self._fetch(now)

    async def _fetch(self, now: datetime) -> bool:
        """Have the open payments read, as by the button."""
        self._start(
            await self._locked(
                lambda held: actions.begin(held, self._actor, FETCH_JOB, now)
            )
        )
        return True

    async def _map(self, method: str, now: datetime) -> bool:
        """Say how the company's one method is paid; what is open is planned then."""
        rule = Rule(method, Target.DK_DOMESTIC, "", ReferenceRule.FREE, day_of(now))
        await self._locked(lambda held: acts.save(held, self._actor, rule, now))
        return True

    async def _adopt(self, uploads: Sequence[int]) -> None:
        """Files of the books are the set's, in the places of those that leave."""
        known = await self._own.handed_in()
        for position, upload_id in enumerate(uploads[: WAITING + 1], start=LEAVES):
            if position in known:
                continue
            async with self._own.database.writing(self._realm) as session:
                session.add(
                    DemoFile(set_id=self._id, position=position, upload_id=upload_id)
                )
                upload = await session.get_one(Upload, upload_id)
            if upload.job_id is not None:
                self._start(upload.job_id)

    def _start(self, *jobs: int) -> None:
        for one in jobs:
            self._own.starter.start(self._realm, one)

    async def _locked(self, act: Callable[[Connection], Any]) -> Any:
        async with self._own.database.writing(self._realm) as session:
            return await session.run_sync(lambda held: act(held.connection()))


def page_of(settings: Settings, realm: str, made: DemoSet) -> str | None:
    """Where the simulated ERP shows the books of a set, as long as it has them."""
    if made.erp_version_id is None or not settings.has_erp_simulator:
        return None
    company = name_of(realm, made.id)
    return f"http://localhost:{settings.erp_simulator_port}/?company={company}"


def _seen(connection: Connection, version: ErpVersion, books: int) -> _Seen:
    """How far it is.

    Raises:
        Conflict: The ERP does not answer as it should.
    """
    failure = connection.execute(
        select(ErpConnection.failure).where(ErpConnection.id == books)
    ).scalar_one()
    if failure is not None:
        raise Conflict(failure)

    def count(table: Any, *where: Any) -> int:
        query = select(func.count()).select_from(table)
        return connection.execute(
            query.where(table.connection_id == books, *where)
        ).scalar_one()

    return _Seen(
        method=connection.execute(
            select(ErpMethod.native_id).where(ErpMethod.connection_id == books).limit(1)
        ).scalar(),
        is_mapped=count(ErpMapping) > 0,
        payments=count(ErpPayment),
        uploads=tuple(_uploads(connection, books)),
        jobs=tuple(at_work(connection, version.id)),
        has_unwritten=outbox.has_unwritten(connection, books),
        is_checked=_is_checked(connection, version),
    )


def _uploads(connection: Connection, books: int) -> Sequence[int]:
    query = select(ErpOrder.upload_id).where(
        ErpOrder.connection_id == books,
        ErpOrder.state == OrderState.HANDED_IN.value,
    )
    rows = connection.execute(query.order_by(ErpOrder.id)).scalars()
    return [one for one in rows if one is not None]


def _is_checked(connection: Connection, version: ErpVersion) -> bool:
    runs = select(ErpCheckRun.id).where(
        ErpCheckRun.version_id == version.id,
        ErpCheckRun.started >= version.activated,
    )
    return connection.execute(runs.limit(1)).first() is not None
