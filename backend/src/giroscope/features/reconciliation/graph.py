"""Matching by people in the graph."""

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Self, TypeVar

import strawberry
from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.banks.graph import Counterparty
from giroscope.features.erp.open_items import ErpOpenItem, ItemSide
from giroscope.features.matches import DifferenceReason, MatchKind
from giroscope.features.payments import Payment
from giroscope.features.payments.graph import PaymentNode
from giroscope.features.reconciliation import actions
from giroscope.features.reconciliation.automatic import (
    Automatic,
    automatic_of,
    change_automatic,
)
from giroscope.features.reconciliation.candidates import (
    Candidate,
    PaidTogether,
    candidates_of,
    is_open,
    to_choose,
)
from giroscope.features.reconciliation.limit import Limit, change_limit, limit_of
from giroscope.features.reconciliation.open_items import items_to_choose
from giroscope.features.reconciliation.other_entries import entries_to_choose
from giroscope.features.reconciliation.policy import Difference
from giroscope.features.statements import IS_MATCHED, Transaction
from giroscope.features.statements.graph import TransactionNode, transaction_nodes
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import (
    Info,
    Money,
    Outcome,
    Success,
    mutation,
    number,
    numbers,
    query,
)
from giroscope.kernel.text import LocalizedText

T = TypeVar("T")
_SHOWN = 5


strawberry.enum(ItemSide, name="OpenItemSide")


@strawberry.type(
    name="OpenItem", description="A receivable or a payable, as the ERP told of it."
)
class OpenItemNode:
    """What the ERP says is owed."""

    id: strawberry.ID
    side: ItemSide
    number: str
    party: Counterparty
    amount: Money = strawberry.field(description="What of it is open.")
    day: date
    due: date | None
    references: list[str]

    @classmethod
    def of(cls, row: ErpOpenItem) -> Self:
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            side=ItemSide(row.side),
            number=row.number,
            party=Counterparty(
                name=row.party, account=next(iter(row.accounts), None), agent=None
            ),
            amount=Money(amount=row.amount, currency=row.currency),
            day=row.day,
            due=row.due,
            references=list(row.texts),
        )


@strawberry.type
class MatchCandidate:
    """What an entry may belong to: payments, what is owed, or another entry."""

    kind: MatchKind
    id: strawberry.ID = strawberry.field(
        description="The payment's, the batch's, the open item's, or the entry's."
    )
    score: int = strawberry.field(description="How well it fits, from 0 to 100.")
    reasons: list[LocalizedText]
    payment: PaymentNode | None = None
    payments: list[PaymentNode] = strawberry.field(
        description="Of a batch, the first few of its payments.", default_factory=list
    )
    payment_count: int = strawberry.field(
        description="How many payments of ours it is.", default=0
    )
    transaction: TransactionNode | None = None
    open_item: OpenItemNode | None = None

    @classmethod
    def of(cls, one: Candidate, nodes: Mapping[int, TransactionNode]) -> Self:
        """As the graph shows it."""
        shown = cls(
            kind=one.kind,
            id=strawberry.ID(str(one.found.id)),
            score=one.fit.score,
            reasons=[LocalizedText.of(why) for why in one.fit.reasons],
        )
        match one.found:
            case Payment():
                shown.payment, shown.payment_count = PaymentNode.of(one.found), 1
            case PaidTogether(payments=payments):
                shown.payments = [PaymentNode.of(each) for each in payments[:_SHOWN]]
                shown.payment_count = len(payments)
            case Transaction():
                shown.transaction = nodes[one.found.id]
            case ErpOpenItem():
                shown.open_item = OpenItemNode.of(one.found)
        return shown


@strawberry.type(
    name="DifferenceLimit",
    description="How large the difference of a match may be, in the entry's currency.",
)
class LimitNode:
    """How large the difference of a match may be."""

    amount: Decimal
    version: int

    @classmethod
    def of(cls, limit: Limit) -> Self:
        """As the graph shows it."""
        return cls(amount=limit.amount, version=limit.version)


@strawberry.type(
    name="AutomaticMatching",
    description="From which score entries are matched automatically, and how much more"
    " than its payment an entry may be as a charge, in its own currency.",
)
class AutomaticNode:
    """From which score entries are matched automatically."""

    score: int | None = strawberry.field(description="None: only people match.")
    charge: Decimal
    version: int

    @classmethod
    def of(cls, automatic: Automatic) -> Self:
        """As the graph shows it."""
        return cls(
            score=automatic.score, charge=automatic.charge, version=automatic.version
        )


@strawberry.input(
    name="MatchDifferenceInput",
    description="By how much an entry is more than its payments, as it was shown: below"
    " zero where it is less.",
)
class DifferenceInput:
    """What is left between an entry and its payments, and why."""

    amount: Decimal
    reason: DifferenceReason
    note: str | None = strawberry.field(
        default=None, description="Needed where the reason is another one."
    )

    def told(self) -> Difference:
        """As the room takes it."""
        return Difference(self.amount, self.reason, self.note)


@strawberry.input(
    name="OpenItemPartInput",
    description="How much of an open item is settled; the rest of it stays open.",
)
class PartInput:
    """How much of an open item is settled."""

    open_item_id: strawberry.ID
    amount: Decimal


async def _unmatched(session: ReadSession, row_id: int | None) -> Transaction | None:
    """The entry, while people match it and nothing is matched with it."""
    entry: Transaction | None = await session.scalar(
        select(Transaction).where(Transaction.id == row_id, ~IS_MATCHED)
    )
    return entry if entry is not None and is_open(entry) else None


async def _to_choose(
    info: Info,
    transaction_id: strawberry.ID,
    text: str | None,
    beside: list[strawberry.ID] | None,
    look: Callable[[Session, Transaction, Decimal, Decimal, str | None], list[T]],
) -> list[T]:
    """What may be chosen for an entry, none of it too large for it."""
    others = numbers(beside, "beside") or ()
    async with info.context.reading() as session:
        entry = await _unmatched(session, number(transaction_id))
        if entry is None:
            return []
        sizes = await session.scalars(
            select(Transaction.size).where(Transaction.id.in_(others))
        )
        size = entry.size + sum(sizes)
        return await session.run_sync(
            lambda own: look(own, entry, size, size + limit_of(own).amount, text)
        )


@strawberry.type
class ReconciliationQuery:
    """Questions about what entries belong to."""

    @query(
        "statements.read",
        "What an unmatched entry may belong to, best first; none of a matched one.",
    )
    async def match_candidates(
        self, info: Info, transaction_id: strawberry.ID
    ) -> list[MatchCandidate]:
        """What an entry may belong to."""
        async with info.context.reading() as session:
            entry = await _unmatched(session, number(transaction_id))
            if entry is None:
                return []
            found = await session.run_sync(lambda own: candidates_of(own, entry))
        rows = [one.found for one in found if isinstance(one.found, Transaction)]
        nodes = await transaction_nodes(info, rows)
        by_id = {int(node.id): node for node in nodes}
        return [MatchCandidate.of(one, by_id) for one in found]

    @query(
        "statements.read",
        "Payments that an unmatched debit may book among others: of its account and"
        " currency, booked by no entry. Those of the whole amount come first, then"
        " those nearest to its day. At most 20."
        " Without a text none is larger than the entry and those beside it.",
    )
    async def unbooked_payments(
        self,
        info: Info,
        transaction_id: strawberry.ID,
        text: str | None = None,
        beside: list[strawberry.ID] | None = None,
    ) -> list[PaymentNode]:
        """Payments to choose from."""
        found = await _to_choose(info, transaction_id, text, beside, to_choose)
        return [PaymentNode.of(one) for one in found]

    @query(
        "statements.read",
        "Open items that an unmatched entry may settle among others: receivables for"
        " money in, payables for money out, and those of the other side that may be"
        " deducted, as credit notes are. Those of the whole amount come first, then"
        " those due nearest to its day. At most 20. Without a text they are no larger"
        " than the entry and those beside it, or its party's.",
    )
    async def open_items(
        self,
        info: Info,
        transaction_id: strawberry.ID,
        text: str | None = None,
        beside: list[strawberry.ID] | None = None,
    ) -> list[OpenItemNode]:
        """Open items to choose from."""
        found = await _to_choose(info, transaction_id, text, beside, items_to_choose)
        return [OpenItemNode.of(one) for one in found]

    @query(
        "statements.read",
        "Unmatched entries that may be matched together with an unmatched entry,"
        " nearest to its day first: those of its account, currency and direction;"
        " without a text those of its party. At most 20.",
    )
    async def entries_to_choose(
        self, info: Info, transaction_id: strawberry.ID, text: str | None = None
    ) -> list[TransactionNode]:
        """Entries to choose from."""
        async with info.context.reading() as session:
            entry = await _unmatched(session, number(transaction_id))
            found = (
                await session.run_sync(lambda own: entries_to_choose(own, entry, text))
                if entry
                else []
            )
        return await transaction_nodes(info, found)

    @query("statements.read", "How large the difference of a match may be.")
    async def difference_limit(self, info: Info) -> LimitNode:
        """How large a difference may be."""
        async with info.context.reading() as session:
            return LimitNode.of(await session.run_sync(limit_of))

    @query("statements.read", "From which score entries are matched automatically.")
    async def automatic_matching(self, info: Info) -> AutomaticNode:
        """From which score entries are matched automatically."""
        async with info.context.reading() as session:
            return AutomaticNode.of(await session.run_sync(automatic_of))


@strawberry.type
class ReconciliationMutation:
    """Matching entries, and taking it back."""

    @mutation(
        "reconciliation.match",
        "Matches an entry with one of its candidates; tells the match's id.",
    )
    async def match_transaction(
        self,
        info: Info,
        id: strawberry.ID,
        kind: MatchKind,
        candidate_id: strawberry.ID,
    ) -> Outcome:
        """Match an entry."""
        context = info.context
        async with context.writing() as session:
            match_id = await actions.match(
                session, context.actor, number(id), (kind, number(candidate_id)),
                context.clock(),
            )  # fmt: skip
        return Success(id=strawberry.ID(str(match_id)))

    @mutation(
        "reconciliation.match",
        "Matches an entry with payments that it books together, or open items that it"
        " settles; tells the match's id. Open items of the other side are deducted; of"
        " those among `parts` the rest stays open. Other entries may stand beside it,"
        " which book or settle them together. Where they do not come to its amount, the"
        " difference needs a reason.",
    )
    async def match_payments(
        self,
        info: Info,
        id: strawberry.ID,
        payment_ids: list[strawberry.ID],
        difference: DifferenceInput | None = None,
        open_item_ids: list[strawberry.ID] | None = None,
        beside: list[strawberry.ID] | None = None,
        parts: list[PartInput] | None = None,
    ) -> Outcome:
        """Match an entry with what a person chose."""
        context = info.context
        whole = numbers(open_item_ids, "openItemIds") or ()
        chosen = actions.Chosen(
            frozenset(numbers(payment_ids, "paymentIds") or ()),
            dict.fromkeys(whole)
            | {number(one.open_item_id, "parts"): one.amount for one in parts or ()},
            frozenset(numbers(beside, "beside") or ()),
            difference.told() if difference else None,
        )
        async with context.writing() as session:
            match_id = await actions.match(
                session, context.actor, number(id), chosen, context.clock()
            )
        return Success(id=strawberry.ID(str(match_id)))

    @mutation(
        "reconciliation.limit",
        "Changes how large the difference of a match may be; 0 forbids all.",
    )
    async def change_difference_limit(
        self, info: Info, amount: Decimal, version: int
    ) -> Outcome:
        """Change the limit."""
        context = info.context
        async with context.writing() as session:
            await change_limit(session, context.actor, amount, version, context.clock())
        return Success()

    @mutation(
        "reconciliation.automatic",
        "Changes from which score entries are matched automatically; none leaves it to"
        " people. Matches stay as they are.",
    )
    async def change_automatic_matching(
        self, info: Info, charge: Decimal, version: int, score: int | None = None
    ) -> Outcome:
        """Change automatic matching."""
        context, wanted = info.context, Automatic(score, charge, version)
        async with context.writing() as session:
            await change_automatic(session, context.actor, wanted, context.clock())
        return Success()

    @mutation("reconciliation.match", "Takes back what a person has matched.")
    async def unmatch_transaction(self, info: Info, id: strawberry.ID) -> Outcome:
        """Unmatch an entry."""
        context = info.context
        async with context.writing() as session:
            await actions.unmatch(session, context.actor, number(id), context.clock())
        return Success()
