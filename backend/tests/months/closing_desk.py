"""Asks about months and closes them as somebody, and brings statements of March."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from giroscope.features.journals.lateness import Habit
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from tests.statements.statement_factory import Line, Sheet, camt

Import = Callable[..., Upload]
NOW = datetime(2026, 4, 10, 9, 30, tzinfo=UTC)
MONTHS = """query ($month: Date!) { accountMonths(month: $month) { edges { node {
  account { id number } isComplete closing
  closed { closedBy reason closing isChanged } } } } }"""
CLOSE = """mutation ($ids: [ID!]!, $month: Date!, $reason: String!) {
  closeMonths(accountIds: $ids, month: $month, reason: $reason) {
    __typename ... on Problem { code path } } }"""
REOPEN = """mutation ($id: ID!, $month: Date!, $reason: String!) {
  reopenMonth(accountId: $id, month: $month, reason: $reason) {
    __typename ... on Problem { code path } } }"""


class Desk:
    """Asks as somebody at some time."""

    def __init__(self, database: Database, realm: str) -> None:
        self._database = database
        self.actor = shell_actor(realm)
        self.now = NOW
        self.lent: dict[type, Any] = {}

    async def ask(self, operation: str, who: Actor | None = None, **values: Any) -> Any:
        context = Context(
            who or self.actor, self._database, JobStarter(self._database),
            lambda: self.now, lent={Habit: Habit(), **self.lent},
        )  # fmt: skip
        answer = await schema.execute(
            operation, variable_values=values, context_value=context
        )
        assert answer.errors is None, answer.errors
        assert answer.data is not None
        return next(iter(answer.data.values()))

    async def months(self, month: str = "2026-03-01") -> dict[str, Any]:
        found = await self.ask(MONTHS, month=month)
        return {
            edge["node"]["account"]["number"]: edge["node"] for edge in found["edges"]
        }

    async def close(
        self, *numbers: str, reason: str = "", month: str = "2026-03-01"
    ) -> Any:
        known = await self.months()
        ids = [known[each]["account"]["id"] for each in numbers]
        return await self.ask(CLOSE, ids=ids, month=month, reason=reason)

    async def reopen(self, of: str, reason: str) -> Any:
        known = await self.months()
        row_id = known[of]["account"]["id"]
        return await self.ask(REOPEN, id=row_id, month="2026-03-15", reason=reason)


def statement(import_bytes: Import, account: str, first: int, last: int) -> Upload:
    """A krone comes in on the last of these days of March."""
    on = f"2026-03-{last:02}"
    sheet = Sheet(
        [Line("1.00", day=on, reference=f"{account}-{last}")], str(last),
        f"{1000 + first}.00", f"{1001 + first}.00", first=f"2026-03-{first:02}",
        last=on, account=account,
    )  # fmt: skip
    name = f"{account}-{last}"
    return import_bytes(camt(sheet, message=name), f"{name}.xml")
