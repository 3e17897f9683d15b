"""Transactions in the graph, each with its account, statement and payment."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

import orjson
import strawberry

from giroscope.features.banks.graph import AccountNode, Counterparty, accounts_by_id
from giroscope.features.rules import Label
from giroscope.features.rules.effects_graph import (
    ProposedPosting,
    RuleMark,
    label_nodes,
)
from giroscope.features.rules.nodes import RuleLabelNode
from giroscope.features.statements import queries, replaced
from giroscope.features.statements.effects import effects_on
from giroscope.features.statements.graph.asked import (
    STATES,
    Direction,
    ReconciliationState,
    TransactionState,
)
from giroscope.features.statements.graph.entry_matches import EntryMatchNode
from giroscope.features.statements.match_rule import Match, Said, by_person, matches
from giroscope.features.statements.tables import (
    Kind,
    ReportEntry,
    Statement,
    Transaction,
)
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Connection, Info, Money, list_field, loader
from giroscope.kernel.nested import Below, page_below
from giroscope.kernel.paging import PageRequest

REPLACED = "replaced-"
"""What ids of entries begin with that no longer count."""
_REPLACED_DETAILS = Below(
    "replaced details", ReportEntry, ReportEntry.parent_id, replaced.DETAIL_ORDER
)
_DETAILS = Below("details", Transaction, Transaction.parent_id, queries.DETAIL_ORDER)


@strawberry.type
class StatementRef:
    """The statement a transaction stands on."""

    id: strawberry.ID
    sequence: str | None
    bank_id: str | None
    kind: Kind


@strawberry.type
class Witness:
    """Another report that tells of a booking."""

    statement: StatementRef
    kind: Kind
    state: TransactionState
    booking_date: date | None
    value_date: date | None
    text: str | None
    reported_at: str | None = strawberry.field(
        description="When the bank made the report, as it writes it."
    )

    @classmethod
    def of(cls, entry: ReportEntry, statement: Statement) -> "Witness":
        """From an entry and its report."""
        return cls(
            statement=StatementRef(
                id=strawberry.ID(str(statement.id)),
                sequence=statement.sequence,
                bank_id=statement.bank_id,
                kind=Kind(statement.kind),
            ),
            kind=Kind(statement.kind),
            state=STATES[entry.state],
            booking_date=entry.booking_date,
            value_date=entry.value_date,
            text=entry.remittance or entry.reference or entry.additional_information,
            reported_at=statement.created,
        )


@strawberry.type
class Reconciliation:
    """The payment of ours that a transaction books or gives back."""

    state: ReconciliationState
    payment_id: strawberry.ID | None = None
    correlation_id: strawberry.ID | None = None
    match: EntryMatchNode | None = strawberry.field(
        default=None, description="Who said so, where a person did."
    )


_OPEN = Reconciliation(state=ReconciliationState.OPEN)


@strawberry.type
class Exchange:
    """A currency exchange; the rate is per `unit` of the unit currency."""

    source: str | None
    target: str | None
    rate: Decimal | None
    unit: Decimal | None


@strawberry.type
class ChargeLine:
    """A charge the bank states."""

    amount: Decimal
    currency: str | None
    direction: Direction | None
    included: bool | None
    kind: str | None


@strawberry.type(name="Transaction")
class TransactionNode:
    """An entry on an account, or one detail of a batch entry."""

    row_id: strawberry.Private[int]
    extra: strawberry.Private[dict[str, Any]]
    labelled: strawberry.Private[list[Label]]
    id: strawberry.ID
    booking_date: date | None
    value_date: date | None
    amount: Money
    direction: Direction
    counterparty: Counterparty
    remittance: str | None
    reference: str | None
    end_to_end_id: str | None
    bank_reference: str | None
    bank_transaction_code: str | None
    additional_information: str | None
    state: TransactionState
    replaced: bool = strawberry.field(
        description="Whether an earlier version of a statement said so, and it no"
        " longer counts."
    )
    reversal: bool
    batch: bool
    batch_count: int | None = strawberry.field(
        description="How many transactions the bank says the batch stands for."
    )
    detail_count: int
    details_add_up: bool | None = strawberry.field(
        description="Whether the details' amounts are the entry's; null if unknown."
    )
    parent_id: strawberry.ID | None
    running_balance: Decimal | None

    account: AccountNode
    statement: StatementRef
    reconciliation: Reconciliation
    posting: ProposedPosting | None = strawberry.field(
        description="What the first rule that fits proposes to post it as."
    )

    @strawberry.field
    async def witnesses(self, info: Info) -> list[Witness]:
        """Other reports that tell of the same booking."""
        found = await loader(info, "witnesses", queries.witnesses).load(self.row_id)
        return [Witness.of(*one) for one in found or []]

    @strawberry.field
    async def possible_duplicate(self, info: Info) -> bool:
        """Whether it may be the same as another, and nobody has decided yet."""
        doubted = loader(info, "doubted entries", queries.doubted_entries)
        return bool(await doubted.load(self.row_id))

    @strawberry.field
    def labels(self) -> list[RuleLabelNode]:
        """The labels that rules have put on it."""
        return label_nodes(self.labelled)

    @strawberry.field
    def marks(self) -> list[RuleMark]:
        """The same labels, each with the rule behind it."""
        return [RuleMark.of(one) for one in self.labelled]

    @list_field
    async def details(
        self, info: Info, request: PageRequest
    ) -> "Connection[TransactionNode]":
        """The details of a batch entry, in the order of the file."""
        below = (_REPLACED_DETAILS if self.replaced else _DETAILS), abs(self.row_id)
        page = await page_below(info, *below, request)
        nodes = await transaction_nodes(info, page.rows)
        return Connection[TransactionNode].holding(page, nodes)

    @strawberry.field
    def instructed(self) -> Money | None:
        """The amount as the payer instructed it, where the bank tells."""
        stated = self.extra.get("instructed")
        if stated is None:
            return None
        return Money(amount=Decimal(stated["amount"]), currency=stated["currency"])

    @strawberry.field
    def exchange(self) -> Exchange | None:
        """The currency exchange, where there was one."""
        stated = self.extra.get("exchange")
        if stated is None:
            return None
        return Exchange(
            source=stated["source"],
            target=stated["target"],
            rate=_decimal(stated["rate"]),
            unit=_decimal(stated["unit"]),
        )

    @strawberry.field
    def charges(self) -> list[ChargeLine]:
        """The charges the bank states."""
        directions = {"CRDT": Direction.CREDIT, "DBIT": Direction.DEBIT}
        return [
            ChargeLine(
                amount=Decimal(charge["amount"]),
                currency=charge["currency"],
                direction=directions.get(charge["direction"]),
                included=charge["included"],
                kind=charge["kind"],
            )
            for charge in self.extra.get("charges", [])
        ]


def _decimal(stated: str | None) -> Decimal | None:
    return None if stated is None else Decimal(stated)


class _Place(NamedTuple):
    """A transaction, and what it stands on."""

    row_id: int
    account_id: int
    statement_id: int

    @classmethod
    def of(cls, row: Any) -> "_Place":
        """From its row."""
        return cls(row.id, row.account_id, row.statement_id)


class _Beside(NamedTuple):
    """What a transaction is shown with."""

    account: AccountNode
    statement: StatementRef
    reconciliation: Reconciliation
    posting: ProposedPosting | None
    labelled: list[Label]


async def _beside(
    session: ReadSession, places: Sequence[_Place]
) -> dict[_Place, _Beside]:
    """The accounts, statements and payments of many transactions."""
    if not places:
        return {}
    accounts = await accounts_by_id(session, list({p.account_id for p in places}))
    stated = await queries.statement_names(session, {p.statement_id for p in places})
    statements = {
        row.id: StatementRef(
            id=strawberry.ID(str(row.id)),
            sequence=row.sequence,
            bank_id=row.bank_id,
            kind=Kind(row.kind),
        )
        for row in stated
    }
    ids = [place.row_id for place in places]
    matched, said = await matches(session, ids), await by_person(session, ids)
    effects = await effects_on(session, ids)
    return {
        place: _Beside(
            accounts[place.account_id],
            statements[place.statement_id],
            _reconciliation(matched.get(place.row_id), said.get(place.row_id)),
            ProposedPosting.of(effects.postings.get(place.row_id)),
            effects.labels.get(place.row_id, []),
        )
        for place in places
    }


def _reconciliation(match: Match | None, said: Said | None) -> Reconciliation:
    if match is None:
        return _OPEN
    payment_id, correlation_id = match
    return Reconciliation(
        state=ReconciliationState.MATCHED,
        payment_id=None if payment_id is None else strawberry.ID(str(payment_id)),
        correlation_id=strawberry.ID(correlation_id) if correlation_id else None,
        match=None if said is None else EntryMatchNode.of(said),
    )


async def transaction_nodes(info: Info, rows: Sequence[Any]) -> list[TransactionNode]:
    """Nodes of rows; what stands beside them is asked for with the neighbours'."""
    places = [_Place.of(row) for row in rows]
    beside = await loader(info, "beside transactions", _beside).load_many(places)
    return [_node(row, *found) for row, found in zip(rows, beside, strict=True)]


async def nodes_in(session: ReadSession, rows: Sequence[Any]) -> list[TransactionNode]:
    """The same within a session that is open already."""
    places = [_Place.of(row) for row in rows]
    beside = await _beside(session, places)
    return [_node(row, *beside[at]) for row, at in zip(rows, places, strict=True)]


def _named(row_id: int) -> strawberry.ID:
    return strawberry.ID(str(row_id) if row_id >= 0 else f"{REPLACED}{-row_id}")


def _node(row: Any, *beside: Any) -> TransactionNode:
    extra = orjson.loads(row.extra) if row.extra else {}
    account, statement, reconciliation, posting, labelled = beside
    batch_count = extra.get("batch_count")
    return TransactionNode(
        row_id=row.id,
        extra=extra,
        id=_named(row.id),
        replaced=row.id < 0,
        booking_date=row.booking_date,
        value_date=row.value_date,
        amount=Money(amount=row.size, currency=row.currency),
        direction=Direction.DEBIT if row.amount < 0 else Direction.CREDIT,
        counterparty=Counterparty(
            name=row.counterparty_name,
            account=row.counterparty_account,
            agent=row.counterparty_agent,
        ),
        remittance=row.remittance,
        reference=row.reference,
        end_to_end_id=row.end_to_end_id,
        bank_reference=row.bank_reference,
        bank_transaction_code=row.bank_transaction_code,
        additional_information=row.additional_information,
        state=STATES[row.state],
        reversal=row.reversal,
        batch=row.detail_count > 1 or (batch_count or 0) > 1,
        batch_count=batch_count,
        detail_count=row.detail_count,
        details_add_up=row.details_add_up,
        parent_id=_named(row.parent_id if row.id >= 0 else -row.parent_id)
        if row.parent_id
        else None,
        running_balance=row.balance,
        account=account,
        statement=statement,
        reconciliation=reconciliation,
        posting=posting,
        labelled=labelled,
    )
