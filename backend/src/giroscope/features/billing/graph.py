"""Billing in the graph: the subscription, invoices, and what people do with them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

import strawberry
from sqlalchemy import select

from giroscope.features.billing import change_subscription as subscription_changes
from giroscope.features.billing import details, invoice_requests, queries
from giroscope.features.billing.desk import Desk, present
from giroscope.features.billing.errors import NoBilling, NoSubscription
from giroscope.features.billing.inputs import (
    BillingDetailsInput,
    InvoiceFilter,
    InvoiceOrder,
    SubscriptionTermsInput,
    UsageUnitFilter,
)
from giroscope.features.billing.invoice_nodes import InvoiceNode
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.nodes import (
    BillingDetails,
    ChargePreview,
    PlanNode,
    SubscriptionNode,
    SubscriptionTerms,
    UnitNode,
)
from giroscope.features.billing.queries import Standing
from giroscope.features.billing.tables import Invoice, Subscription
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import (
    Connection,
    Info,
    Money,
    Outcome,
    Success,
    list_query,
    listed,
    mutation,
    number,
    page_of,
    query,
)
from giroscope.kernel.paging import PageRequest

T = TypeVar("T")


@strawberry.type(description="Who sells here, and what.")
class BillingOffer:
    """Who sells here, and what."""

    seller: str
    mail: str
    phone: str
    last_read: datetime | None = strawberry.field(
        description="When the operator's file could be read last, while it cannot:"
        " nothing can be changed meanwhile. None of what is sold now."
    )
    is_example: bool = strawberry.field(
        description="A laptop without an operator's file: nothing is to be paid."
    )
    currencies: list[str]
    vat_rate: str = strawberry.field(description="Of the seller's country, per cent.")
    payment_days: int
    plans: list[PlanNode]


@strawberry.type(description="What other terms would cost.")
class SubscriptionPreview:
    """What other terms would cost."""

    was: SubscriptionTerms
    wanted: SubscriptionTerms
    now: ChargePreview | None = strawberry.field(
        description="An invoice of today; none where it can only begin later."
    )
    next: ChargePreview | None = strawberry.field(
        description="The first invoice of the next period; none where nothing runs."
    )


@strawberry.type(description="Sums of invoices in one currency and state.")
class InvoiceTotal:
    """Sums of invoices in one currency and state."""

    currency: str
    state: Standing
    count: int
    net: Money
    vat: Money
    total: Money
    outstanding: Money


@strawberry.type
class BillingQuery:
    """Questions about billing."""

    @query("billing.read", "Who sells here and what; null where nobody is billed.")
    async def billing_offer(self, info: Info) -> BillingOffer | None:
        """Who sells here, and what."""
        try:
            catalogue, read_at = info.context.borrow(Desk).shown
        except NoBilling:
            return None
        today = day_of(info.context.clock())
        prices = [price for plan in catalogue.plans for price in plan.prices]
        return BillingOffer(
            seller=catalogue.seller.name,
            mail=catalogue.seller.mail,
            phone=catalogue.seller.phone,
            last_read=read_at,
            is_example=catalogue.is_example,
            currencies=sorted({one.currency for one in prices if one.holds(today)}),
            vat_rate=str(catalogue.vat_rate(today)),
            payment_days=catalogue.payment_days,
            plans=[PlanNode.of(plan, today) for plan in catalogue.plans],
        )

    @query("billing.read", "Who is billed; null before it is known.")
    async def billing_details(self, info: Info) -> BillingDetails | None:
        """Who is billed."""
        try:
            return await _looked(info, lambda b: BillingDetails.of(b.account))
        except (NoBilling, NoSubscription):
            return None

    @list_query("billing.read")
    async def subscriptions(
        self, info: Info, request: PageRequest
    ) -> Connection[SubscriptionNode]:
        """What the realm subscribes to, and what it used."""
        order = queries.SUBSCRIPTION_ORDER
        page = await page_of(info, select(Subscription), order, request)
        nodes: list[SubscriptionNode] = []
        try:
            nodes = await _looked(
                info, lambda b: [SubscriptionNode.of(b, row) for row in page.rows]
            )
        except (NoBilling, NoSubscription):
            # What it costs is not known any more, so there is nothing to show.
            page.rows, page.cursors = [], []
        return Connection[SubscriptionNode].holding(page, nodes)

    @query("billing.read", "What other terms would cost, at once and later.")
    async def subscription_change(
        self, info: Info, wanted: SubscriptionTermsInput
    ) -> SubscriptionPreview:
        """What other terms would cost."""

        def look(billing: Billing) -> SubscriptionPreview:
            own = present(billing.session)
            return _preview(
                billing, subscription_changes.preview(billing, own, wanted.terms())
            )

        return await _looked(info, look)

    @list_query("billing.read")
    async def invoices(
        self,
        info: Info,
        request: PageRequest,
        filter: InvoiceFilter | None = None,
        order_by: InvoiceOrder | None = None,
    ) -> Connection[InvoiceNode]:
        """Invoices and credit notes, newest first unless told otherwise."""
        today = day_of(info.context.clock())
        rows = (filter or InvoiceFilter()).rows(today)
        order = InvoiceOrder.of(order_by)
        return await listed(info, rows, order, request, InvoiceNode.on(today))

    @query("billing.read")
    async def invoice(self, info: Info, id: strawberry.ID) -> InvoiceNode:
        """One of them."""
        async with info.context.reading() as session:
            row = await session.get(Invoice, number(id))
        if row is None:
            raise NotFound
        return InvoiceNode.on(day_of(info.context.clock()))(row)

    @query("billing.read", "Sums by currency and state; currencies are never added.")
    async def invoice_totals(
        self,
        info: Info,
        filter: InvoiceFilter | None = None,
    ) -> list[InvoiceTotal]:
        """Sums by currency and state."""
        today = day_of(info.context.clock())
        rows = queries.totals((filter or InvoiceFilter()).rows(today), today)
        async with info.context.reading() as session:
            found = (await session.execute(rows)).all()
        return [_total(*row) for row in found]

    @list_query("billing.read")
    async def usage_units(
        self,
        info: Info,
        request: PageRequest,
        filter: UsageUnitFilter | None = None,
    ) -> Connection[UnitNode]:
        """Units that count, each with the audit event that proves it; newest first."""
        rows = (filter or UsageUnitFilter()).rows()
        page = await page_of(info, rows, queries.UNIT_ORDER, request)
        async with info.context.reading() as session:
            wanted = queries.proofs([row.event for row in page.rows])
            proofs = {one.id: one for one in await session.execute(wanted)}
        nodes = [UnitNode.of(row, proofs.get(row.event)) for row in page.rows]
        return Connection[UnitNode].holding(page, nodes)


@strawberry.type
class BillingMutation:
    """What people do about billing."""

    @mutation("billing.change", "Has other terms, at once or from the next period on.")
    async def change_subscription(
        self,
        info: Info,
        wanted: SubscriptionTermsInput,
        at_once: bool,
        shown_total: str,
    ) -> Outcome:
        """`shownTotal` is the total the person saw."""
        shown = wanted.amount(shown_total)

        def act(billing: Billing) -> None:
            own = _locked(billing)
            subscription_changes.change(
                billing, own, wanted.terms(), at_once=at_once, shown=shown
            )

        await _acted(info, act)
        return Success()

    @mutation("billing.change", "Takes back a change that waits for the next period.")
    async def keep_subscription(self, info: Info) -> Outcome:
        """Keep the present terms."""
        await _acted(info, lambda b: subscription_changes.keep_terms(b, _locked(b)))
        return Success()

    @mutation("billing.change", "Lets it end with the period.")
    async def cancel_subscription(self, info: Info) -> Outcome:
        """Cancel."""
        await _acted(info, lambda b: subscription_changes.cancel(b, _locked(b)))
        return Success()

    @mutation(
        "billing.change",
        "Charges nothing from the end of the period on, until a plan is chosen.",
    )
    async def pause_subscription(self, info: Info) -> Outcome:
        """Pause."""
        await _acted(info, lambda b: subscription_changes.pause(b, _locked(b)))
        return Success()

    @mutation("billing.change", "Goes on after all, until the day it ends or pauses.")
    async def undo_cancellation(self, info: Info) -> Outcome:
        """Undo a cancellation."""
        await _acted(info, lambda b: subscription_changes.undo_cancel(b, _locked(b)))
        return Success()

    @mutation("billing.change", "Changes who is billed, and who gets the mails.")
    async def change_billing_details(
        self, info: Info, change: BillingDetailsInput
    ) -> Outcome:
        """Change what is given."""
        await _acted(info, lambda b: details.change(b, change.given()))
        return Success()

    @mutation("billing.change", "Has the product count and look for payments now.")
    async def look_at_billing(self, info: Info) -> Outcome:
        """Start the job, unless it runs."""
        job_id = await _acted(info, invoice_requests.look_now)
        await info.context.start_job(job_id)
        return Success(id=strawberry.ID(str(job_id)))

    @mutation("billing.change", "Mails it again, to those who get it or to others.")
    async def send_invoice(
        self,
        info: Info,
        id: strawberry.ID,
        recipients: list[str] | None = None,
    ) -> Outcome:
        """Send again."""

        def act(billing: Billing) -> int:
            invoice_requests.send_again(billing, number(id), recipients or [])
            return invoice_requests.look_now(billing)

        await info.context.start_job(await _acted(info, act))
        return Success(id=id)

    @mutation("billing.change", "Disputes it; no reminder goes out meanwhile.")
    async def question_invoice(
        self,
        info: Info,
        id: strawberry.ID,
        text: str,
    ) -> Outcome:
        """Ask the seller about it."""
        await _acted(info, lambda b: invoice_requests.question(b, number(id), text))
        return Success(id=id)


async def _looked(info: Info, ask: Callable[[Billing], T]) -> T:
    context = info.context
    async with context.reading() as session:
        desk = context.borrow(Desk)
        return await desk.look(session, context.actor, context.clock(), ask)


async def _acted(info: Info, act: Callable[[Billing], T]) -> T:
    context = info.context
    async with context.writing() as session:
        desk = context.borrow(Desk)
        return await desk.act(session, context.actor, context.clock(), act)


def _locked(billing: Billing) -> Subscription:
    return present(billing.session)


def _preview(
    billing: Billing, found: subscription_changes.Preview
) -> SubscriptionPreview:
    catalogue, day = billing.catalogue, billing.today
    currency = found.wanted.currency
    now = next_ = None
    if found.now is not None:
        now = ChargePreview.of(billing, day, found.now, currency)
    if found.next_day is not None:
        next_ = ChargePreview.of(billing, found.next_day, found.next_lines, currency)
    return SubscriptionPreview(
        was=SubscriptionTerms.of(catalogue, found.was, day),
        wanted=SubscriptionTerms.of(catalogue, found.wanted, day),
        now=now,
        next=next_,
    )


def _total(currency: str, state: str, count: int, *amounts: Any) -> InvoiceTotal:
    net, vat, total, left = (
        Money(amount=amount, currency=currency)
        for amount in (*amounts[:3], queries.outstanding(amounts))
    )
    return InvoiceTotal(
        currency=currency,
        state=Standing(state),
        count=count,
        net=net,
        vat=vat,
        total=total,
        outstanding=left,
    )
