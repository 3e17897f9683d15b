"""Who is paid by a document in the graph, for whoever approves or signs it."""

from datetime import date
from typing import Annotated

import strawberry

from giroscope.features.payments.approvals import payees
from giroscope.features.payments.approvals.payees import (
    MOST_LISTED,
    Debited,
    Payee,
    PayeeFacts,
    PayeeMark,
    Sum,
)
from giroscope.kernel.database import ReadSession
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.graph import CurrencyTotal, Info, Money, loader

strawberry.enum(
    PayeeMark,
    description="NEW: nothing was paid to the account before. CHANGED: its payee, or"
    " one of a name that looks alike, was paid on another one. OTHER: both accounts are"
    " known, the last payment went to the other one.",
)


@strawberry.type(description="One payment, by whom it pays.")
class PaidPayee:
    """One payment, by whom it pays."""

    payment_id: strawberry.ID
    position: int
    name: str | None
    account: str | None
    amount: Money
    execution_date: date | None
    mark: PayeeMark | None
    account_before: str | None = strawberry.field(
        description="Of the rejected or returned payment that it replaces, where it was"
        " changed."
    )

    @classmethod
    def of(cls, payee: Payee) -> "PaidPayee":
        """From what was found."""
        return cls(
            payment_id=strawberry.ID(str(payee.payment_id)),
            position=payee.position,
            name=payee.name,
            account=payee.account,
            amount=Money(amount=payee.amount, currency=payee.currency),
            execution_date=payee.execution_date,
            mark=payee.mark,
            account_before=payee.account_before,
        )


@strawberry.type(description="An account that is paid from, with its sums.")
class DebitedAccount:
    """An account that is paid from, with its sums."""

    number: str | None
    owner: str | None
    totals: list[CurrencyTotal]

    @classmethod
    def of(cls, debited: Debited) -> "DebitedAccount":
        """From what was found."""
        return cls(
            number=debited.account,
            owner=debited.owner,
            totals=[_total(one) for one in debited.totals],
        )


@strawberry.type(description="Who is paid by a document, and from which accounts.")
class ApprovalFacts:
    """Who is paid by a document, and from which accounts."""

    document_id: strawberry.Private[int]
    payments: int
    payees: int = strawberry.field(description="Different accounts that are paid.")
    new_accounts: int
    changed_accounts: int
    first_date: date | None
    last_date: date | None
    totals: list[CurrencyTotal]
    debited: list[DebitedAccount]

    @strawberry.field
    async def largest(
        self,
        info: Info,
        first: Annotated[int, strawberry.argument(description="1 to 50.")] = 20,
    ) -> list[PaidPayee]:
        """The largest payments of each currency, then changed accounts beyond them."""
        if not 1 <= first <= MOST_LISTED:
            raise InvalidInput(f"1 to {MOST_LISTED} payments are listed", path="first")

        async def fetch(session: ReadSession, ids: list[int]) -> dict[int, list[Payee]]:
            return await payees.largest(session, ids, first)

        held = loader(info, ("largest payments", first), fetch)
        found = await held.load(self.document_id) or []
        return [PaidPayee.of(one) for one in found]


async def approval_facts(info: Info, document_id: int) -> ApprovalFacts:
    """The facts of one document, loaded together with those beside it."""
    held = loader(info, "payee facts", payees.facts_of)
    found: PayeeFacts = await held.load(document_id)
    return ApprovalFacts(
        document_id=document_id,
        payments=found.payments,
        payees=found.payees,
        new_accounts=found.new_accounts,
        changed_accounts=found.changed_accounts,
        first_date=found.first_date,
        last_date=found.last_date,
        totals=[_total(one) for one in found.totals],
        debited=[DebitedAccount.of(one) for one in found.debited],
    )


def _total(one: Sum) -> CurrencyTotal:
    return CurrencyTotal(currency=one.currency, amount=one.amount, count=one.payments)
