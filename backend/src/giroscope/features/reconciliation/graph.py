"""Matching by people in the graph."""

import strawberry
from sqlalchemy import select

from giroscope.features.matches import MatchKind
from giroscope.features.payments import Payment
from giroscope.features.payments.graph import PaymentNode
from giroscope.features.reconciliation import actions
from giroscope.features.reconciliation.candidates import candidates_of, is_open
from giroscope.features.statements import IS_MATCHED, Transaction
from giroscope.features.statements.graph import TransactionNode, transaction_nodes
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query
from giroscope.kernel.text import LocalizedText


@strawberry.type
class MatchCandidate:
    """What an entry may belong to: a payment of ours, or another entry."""

    kind: MatchKind
    id: strawberry.ID = strawberry.field(description="The payment's, or the entry's.")
    score: int = strawberry.field(description="How well it fits, from 0 to 100.")
    reasons: list[LocalizedText]
    payment: PaymentNode | None = None
    transaction: TransactionNode | None = None


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
        row_id = number(transaction_id)
        async with info.context.reading() as session:
            entry = await session.scalar(
                select(Transaction).where(Transaction.id == row_id, ~IS_MATCHED)
            )
            if entry is None or not is_open(entry):
                return []
            found = await session.run_sync(lambda own: candidates_of(own, entry))
        rows = [one.found for one in found if isinstance(one.found, Transaction)]
        nodes = await transaction_nodes(info, rows)
        by_id = {int(node.id): node for node in nodes}
        return [
            MatchCandidate(
                kind=one.kind,
                id=strawberry.ID(str(one.found.id)),
                score=one.fit.score,
                reasons=[LocalizedText.of(why) for why in one.fit.reasons],
                payment=PaymentNode.of(one.found)
                if isinstance(one.found, Payment)
                else None,
                transaction=None
                if isinstance(one.found, Payment)
                else by_id[one.found.id],
            )
            for one in found
        ]


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

    @mutation("reconciliation.match", "Takes back what a person has matched.")
    async def unmatch_transaction(self, info: Info, id: strawberry.ID) -> Outcome:
        """Unmatch an entry."""
        context = info.context
        async with context.writing() as session:
            await actions.unmatch(session, context.actor, number(id), context.clock())
        return Success()
