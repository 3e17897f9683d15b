"""Demo data in the graph: what a wish comes to, and the sets there are."""

from datetime import date, datetime

import strawberry
from sqlalchemy import func, select

from giroscope.features.demo import actions, visibility
from giroscope.features.demo.bookkeeping import page_of
from giroscope.features.demo.days import counted
from giroscope.features.demo.outgoing import PAID, WAITING, booked_ahead
from giroscope.features.demo.tables import (
    LEAVES,
    DemoErp,
    DemoFile,
    DemoPayments,
    DemoSet,
    DemoState,
)
from giroscope.features.demo.wishes import Preset, Wish, usual
from giroscope.features.uploads import Upload, UploadState
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query
from giroscope.kernel.text import LocalizedText, in_both
from giroscope.settings import Settings

strawberry.enum(Preset, name="DemoPreset", description="A story demo data tells.")
strawberry.enum(DemoState, description="How far a set of demo data is.")
strawberry.enum(DemoErp, description="How far a set is with the accounting system.")
strawberry.enum(
    DemoPayments, description="How far the payments of a set are that really leave."
)

_SHOWN = 50
_OVER = (
    UploadState.IMPORTED, UploadState.KNOWN, UploadState.REFUSED, UploadState.FAILED,
    UploadState.CANCELLED, UploadState.UNDONE,
)  # fmt: skip


@strawberry.input(description="What is asked for; the preset fills what is left out.")
class DemoWish:
    """What is asked for."""

    preset: Preset
    seed: int = 1
    start: date | None = None
    days: int | None = None
    accounts: int | None = None
    a_day: int | None = None
    payments_a_day: int | None = None
    currencies: int | None = None

    def whole(self, today: date) -> Wish:
        """With the preset's own figures."""
        names = ("days", "accounts", "a_day", "payments_a_day", "currencies")
        given = {one: getattr(self, one) for one in names}
        figures = {name: value for name, value in given.items() if value is not None}
        return usual(self.preset, today, self.seed, self.start, figures)


@strawberry.type(description="How much a wish comes to, exactly.")
class DemoCounts:
    """How much a wish comes to."""

    files: int
    accounts: int
    statements: int
    transactions: int
    payment_files: int
    payments: int
    status_reports: int


@strawberry.type(description="A wish with every figure, and what it comes to.")
class DemoPlan:
    """A wish with every figure."""

    preset: Preset
    seed: int
    start: date
    days: int
    accounts: int
    a_day: int
    payments_a_day: int
    currencies: int
    counts: DemoCounts


def _plan(wish: Wish, counts: dict[str, int]) -> DemoPlan:
    return DemoPlan(
        preset=wish.preset, seed=wish.seed, start=wish.start, days=wish.days,
        accounts=wish.accounts, a_day=wish.a_day, payments_a_day=wish.payments_a_day,
        currencies=wish.currencies, counts=DemoCounts(**counts),
    )  # fmt: skip


@strawberry.type(name="DemoSet", description="Demo data that was asked for.")
class DemoSetNode:
    """Demo data that was asked for."""

    id: strawberry.ID
    plan: DemoPlan
    state: DemoState
    created: datetime
    created_by_name: str
    removed: datetime | None
    kept: list[str] = strawberry.field(description="Why parts could not be removed.")
    kept_said: list[LocalizedText] = strawberry.field(description="The same, in words.")
    handed_in: int = strawberry.field(description="Files that were made so far.")
    imported: int = strawberry.field(description="Of these, those that are imported.")
    failed: int = strawberry.field(description="Of these, those that could not be.")
    payments: DemoPayments = strawberry.field(
        description="How far the payments are that really leave."
    )
    payments_told: str | None = strawberry.field(
        description="Why they went no further."
    )
    payments_said: LocalizedText | None = strawberry.field(
        description="The same, in words."
    )
    booked_on: date | None = strawberry.field(
        description="The bank's next day, where it was closed on the day of the set."
    )
    erp: DemoErp = strawberry.field(
        description="Whether they come out of an accounting system."
    )
    erp_told: str | None = strawberry.field(description="Why they do not.")
    erp_said: LocalizedText | None = strawberry.field(description="The same, in words.")
    erp_page: str | None = strawberry.field(
        description="Where the simulated ERP shows the company's books."
    )
    paid_journal: strawberry.ID | None = strawberry.field(
        description="The journal of the file that leaves by itself."
    )
    waiting_journal: strawberry.ID | None = strawberry.field(
        description="The journal of the file that waits for whoever tries this."
    )


@strawberry.type(description="Demo data of this tenant.")
class Demo:
    """Demo data of this tenant."""

    is_possible: bool = strawberry.field(
        description="False where the installation is marked production."
    )
    sets: list[DemoSetNode] = strawberry.field(description="The newest first.")
    is_shown: bool = strawberry.field(
        description="Whether something on the lists is demo data."
    )
    lists: list[str] = strawberry.field(
        description="The screens on whose lists some of it is, by their paths."
    )


@strawberry.type
class DemoQuery:
    """Questions about demo data."""

    @query("demo.read", "What was made, and whether it may be.")
    async def demo(self, info: Info) -> Demo:
        """What was made."""
        async with info.context.reading() as session:
            rows = await session.execute(
                select(DemoSet).order_by(DemoSet.id.desc()).limit(_SHOWN)
            )
            sets = list(rows.scalars())
            ids = [one.id for one in sets]
            fates = await _fates(session, ids)
            left = await _leaving(session, ids)
        settings, realm = info.context.borrow(Settings), info.context.actor.realm
        nodes = [
            _set(one, fates.get(one.id, {}), left, page_of(settings, realm, one))
            for one in sets
        ]
        return Demo(
            is_possible=actions.is_possible(settings),
            sets=nodes,
            is_shown=any(one.state is not DemoState.REMOVED for one in nodes),
            lists=visibility.lists(sets),
        )

    @query("demo.read", "How much a wish comes to; nothing is made.")
    async def demo_plan(self, info: Info, wish: DemoWish) -> DemoPlan:
        """How much a wish comes to."""
        whole = wish.whole(day_of(info.context.clock()))
        return _plan(whole, counted(whole)._asdict())


@strawberry.type
class DemoMutation:
    """What people do with demo data."""

    @mutation("demo.generate", "Makes a set; `id` is the set's.")
    async def generate_demo(self, info: Info, wish: DemoWish) -> Outcome:
        """Make."""
        context = info.context
        now = context.clock()
        whole = wish.whole(day_of(now))
        settings = context.borrow(Settings)
        async with context.writing() as session:
            made, job = await actions.make(session, context.actor, settings, whole, now)
        await context.start_job(job)
        return Success(id=strawberry.ID(str(made)))

    @mutation("demo.generate", "Removes a set, and nothing else.")
    async def remove_demo(self, info: Info, id: strawberry.ID) -> Outcome:
        """Remove."""
        context = info.context
        async with context.writing() as session:
            job = await actions.remove(
                session, context.actor, number(id), context.clock()
            )
        await context.start_job(job)
        return Success(id=id)


async def _fates(session: ReadSession, ids: list[int]) -> dict[int, dict[str, int]]:
    """How many files of each set are in which state."""
    rows = await session.execute(
        select(DemoFile.set_id, Upload.state, func.count())
        .join(Upload, Upload.id == DemoFile.upload_id)
        .where(DemoFile.set_id.in_(ids), DemoFile.position < LEAVES)
        .group_by(DemoFile.set_id, Upload.state)
    )
    found: dict[int, dict[str, int]] = {}
    for set_id, state, count in rows:
        found.setdefault(set_id, {})[state] = count
    return found


async def _leaving(
    session: ReadSession, ids: list[int]
) -> dict[tuple[int, int], strawberry.ID]:
    """The journals of the files that really leave, by set and place."""
    places = [LEAVES + PAID, LEAVES + WAITING]
    rows = await session.execute(
        select(DemoFile.set_id, DemoFile.position, Upload.correlation_id)
        .join(Upload, Upload.id == DemoFile.upload_id)
        .where(
            DemoFile.set_id.in_(ids), DemoFile.position.in_(places),
            Upload.correlation_id.is_not(None),
        )
    )  # fmt: skip
    return {
        (set_id, position - LEAVES): strawberry.ID(str(correlation_id))
        for set_id, position, correlation_id in rows
    }


def _set(
    row: DemoSet,
    fates: dict[str, int],
    left: dict[tuple[int, int], strawberry.ID],
    page: str | None,
) -> DemoSetNode:
    done = (UploadState.IMPORTED.value, UploadState.KNOWN.value)
    over = sum(fates.get(one.value, 0) for one in _OVER)
    imported = sum(fates.get(one, 0) for one in done)
    return DemoSetNode(
        id=strawberry.ID(str(row.id)),
        plan=_plan(actions.wished(row.wish), row.counts),
        state=DemoState(row.state),
        created=row.created,
        created_by_name=row.created_by_name,
        removed=row.removed,
        kept=row.kept,
        kept_said=[LocalizedText.of(in_both(one)) for one in row.kept],
        handed_in=sum(fates.values()),
        imported=imported,
        failed=over - imported,
        payments=DemoPayments(row.payments),
        payments_told=row.payments_told,
        payments_said=LocalizedText.of_text(row.payments_told),
        booked_on=booked_ahead(day_of(row.created)),
        erp=DemoErp(row.erp),
        erp_told=row.erp_told,
        erp_said=LocalizedText.of_text(row.erp_told),
        erp_page=page,
        paid_journal=left.get((row.id, PAID)),
        waiting_journal=left.get((row.id, WAITING)),
    )
