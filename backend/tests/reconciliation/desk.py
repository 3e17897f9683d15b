"""The desk as tests sit at it: who asks, matches and takes back."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from giroscope.features.journals import tie
from giroscope.features.journals.lateness import Habit
from giroscope.features.payments import Payment
from giroscope.graphql_schema import schema
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.statements.statement_factory import ACCOUNT, Line, Sheet, camt

NOW = datetime(2026, 4, 10, 9, 30, tzinfo=UTC)
JOURNAL = tie.of_payment_message("PAY-1")
ENTRIES = """query ($filter: TransactionFilter) { transactions(
  filter: $filter, first: 50, orderBy: { field: BOOKING_DATE, direction: ASC }
) { edges { node { id bankReference
    reconciliation { state paymentId correlationId match { kind matchedBy } } } } } }"""
CHOICE = """query ($id: ID!, $text: String) {
  unbookedPayments(transactionId: $id, text: $text) { endToEndId } }"""
CHOOSE = """mutation ($id: ID!, $payments: [ID!]!, $difference: MatchDifferenceInput) {
  matchPayments(id: $id, paymentIds: $payments, difference: $difference) {
    __typename ... on Problem { code message path } } }"""
CANDIDATES = """query ($id: ID!) { matchCandidates(transactionId: $id) {
  id kind score reasons { en } payment { endToEndId }
  paymentCount payments { endToEndId }
  transaction { bankReference account { number } } } }"""
MATCH = """mutation ($id: ID!, $kind: EntryMatchKind!, $candidate: ID!) {
  matchTransaction(id: $id, kind: $kind, candidateId: $candidate) {
    __typename ... on Problem { code message } } }"""
UNMATCH = """mutation ($id: ID!) { unmatchTransaction(id: $id) {
  __typename ... on Problem { code message } } }"""
MONTHS = """{ accountMonths(month: "2026-03-01") { edges { node {
  account { id number } entries unmatched } } } }"""
CLOSE = """mutation ($ids: [ID!]!) { closeMonths(accountIds: $ids, month: "2026-03-01",
  reason: "It is over") { __typename } }"""
DONE = {"__typename": "Success"}


class Desk:
    """Asks and matches as somebody."""

    def __init__(self, database: Database, realm: str) -> None:
        self._database = database
        self._realm = realm
        self.actor = shell_actor(realm)

    def person(self, name: str, *roles: str) -> Actor:
        return Actor(name, self._realm, name, name, frozenset(roles))

    async def ask(self, operation: str, by: Actor | None = None, **values: Any) -> Any:
        context = Context(
            by or self.actor, self._database, JobStarter(self._database), lambda: NOW,
            lent={Habit: Habit()},
        )  # fmt: skip
        answer = await schema.execute(
            operation, variable_values=values, context_value=context
        )
        assert answer.errors is None, answer.errors
        assert answer.data is not None
        return next(iter(answer.data.values()))

    async def entries(self, **filter_: Any) -> dict[str, Any]:
        found = await self.ask(ENTRIES, filter=filter_)
        return {edge["node"]["bankReference"]: edge["node"] for edge in found["edges"]}

    async def candidates(self, reference: str) -> list[Any]:
        row_id = (await self.entries())[reference]["id"]
        found: list[Any] = await self.ask(CANDIDATES, id=row_id)
        return found

    async def match(
        self, reference: str, candidate: Any, by: Actor | None = None
    ) -> Any:
        row_id = (await self.entries())[reference]["id"]
        return await self.ask(
            MATCH, by, id=row_id, kind=candidate["kind"], candidate=candidate["id"]
        )

    def payment(self, end_to_end_id: str) -> Payment:
        with self._database.job_session(self._realm) as session:
            found = session.scalars(
                select(Payment).where(Payment.end_to_end_id == end_to_end_id)
            )
            return found.one()

    async def choice(self, reference: str, text: str | None = None) -> list[str]:
        row_id = (await self.entries())[reference]["id"]
        found = await self.ask(CHOICE, id=row_id, text=text)
        return [one["endToEndId"] for one in found]

    async def choose(
        self, reference: str, *payments: str, by: Actor | None = None, **difference: Any
    ) -> Any:
        """Match with these payments; `difference` says what is left, and why."""
        row_id = (await self.entries())[reference]["id"]
        ids = [str(self.payment(one).id) for one in payments]
        return await self.ask(
            CHOOSE, by, id=row_id, payments=ids, difference=difference or None
        )

    async def accept(self, reference: str) -> None:
        first, *_ = await self.candidates(reference)
        assert await self.match(reference, first) == DONE

    async def unmatch(self, reference: str, by: Actor | None = None) -> Any:
        row_id = (await self.entries())[reference]["id"]
        return await self.ask(UNMATCH, by, id=row_id)

    async def unmatched(self) -> dict[str, int]:
        """How many each account's month says, which is what the list says."""
        months = (await self.ask(MONTHS))["edges"]
        told = {
            edge["node"]["account"]["number"]: edge["node"]["unmatched"]
            for edge in months
        }
        listed = await self.entries(reconciliation="OPEN")
        assert sum(told.values()) == len(listed)
        matched = await self.entries(reconciliation="MATCHED")
        whole = sum(edge["node"]["entries"] for edge in months)
        assert whole == len(listed) + len(matched)
        return told


def sheet(*lines: Line, account: str = ACCOUNT, opening: str = "1000.00") -> bytes:
    return camt(
        Sheet(lines, opening=opening, account=account, sequence=f"{account}-1"),
        message=account,
    )
