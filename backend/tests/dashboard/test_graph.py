"""The dashboard's question: its limits, its sums, and accounts that fail alone."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.banks import Account
from giroscope.features.dashboard import graph
from giroscope.features.dashboard.policy import Series
from giroscope.features.journals.watch import STATEMENT_MISSING
from giroscope.features.messages import Missing, clear_alarm, raise_alarm
from giroscope.features.statements import due
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from localization import Message
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
OPERATION = """query ($from: Date!, $to: Date!) {
  statementGraphs(from: $from, to: $to) {
  account dates balances totalIncoming totalOutgoing net unexplained
  firstStatement latestStatement missingSince missingBefore failed } }"""


async def _ask(database: Database, realm: str, first: str, last: str) -> Any:
    context = Context(shell_actor(realm), database, JobStarter(database), system_clock)
    return await schema.execute(
        OPERATION,
        variable_values={"from": first, "to": last},
        context_value=context,
    )


def _two_accounts(import_bytes: Import) -> None:
    lines = [Line("100.10", reference="R1"), Line("-30.05", reference="R2")]
    import_bytes(camt(Sheet(lines)), "one.xml")
    import_bytes(camt(Sheet(lines, account="DK2")), "two.xml")


async def test_period_sums_are_exact(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _two_accounts(import_bytes)
    answer = await _ask(database, realm, "2026-03-01", "2026-03-05")
    assert answer.errors is None
    for found in answer.data["statementGraphs"]:
        assert (found["totalIncoming"], found["totalOutgoing"], found["net"]) == (
            "100.10", "30.05", "70.05",
        )  # fmt: skip
        assert found["firstStatement"] == found["latestStatement"] == "2026-03-02"
        assert not found["failed"]


async def test_a_missing_statement_is_what_the_alarms_say(
    import_bytes: Import, database: Database, realm: str
) -> None:
    _two_accounts(import_bytes)
    with database.job_session(realm) as session:
        account = session.scalars(select(Account).where(Account.number == "DK2")).one()
        silent = Missing(
            f"account:{account.id}", Message(STATEMENT_MISSING, day=date(2026, 3, 3))
        )  # fmt: skip
        raise_alarm(session.connection(), silent, system_clock())
    answer = await _ask(database, realm, "2026-03-01", "2026-03-05")
    found = {
        each["account"]: each["missingSince"] for each in answer.data["statementGraphs"]
    }
    assert found.pop("DK2") == "2026-03-03"
    assert list(found.values()) == [None]
    with database.job_session(realm) as session:
        clear_alarm(
            session.connection(), STATEMENT_MISSING, silent.subject, system_clock()
        )
    answer = await _ask(database, realm, "2026-03-01", "2026-03-05")
    assert {one["missingSince"] for one in answer.data["statementGraphs"]} == {None}


async def test_a_hole_between_two_statements_is_a_missing_one(
    import_bytes: Import, database: Database, realm: str
) -> None:
    for account, days in (("DK1", (2, 5, 9)), ("DK2", (2, 3, 4))):
        for n, day in enumerate(days):
            on = f"2026-03-0{day}"
            sheet = Sheet(
                [Line("-1.00", day=on, reference=f"{account}-{day}")], str(day),
                f"{1000 - (day if account == 'DK1' else n)}.00",
                account=account, first=on, last=on,
            )  # fmt: skip
            import_bytes(camt(sheet, message=f"{account}-{day}"), f"{account}{day}.xml")
    with database.job_connection(realm) as connection:
        due(realm, connection, datetime(2026, 3, 10, 9, 30, tzinfo=UTC))
        connection.commit()
    answer = await _ask(database, realm, "2026-03-01", "2026-03-09")
    assert answer.errors is None
    assert {
        each["account"]: each["missingBefore"]
        for each in answer.data["statementGraphs"]
    } == {"DK1": "2026-03-05", "DK2": None}


async def test_account_that_defies_reckoning_leaves_the_others_standing(
    import_bytes: Import,
    database: Database,
    realm: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _two_accounts(import_bytes)
    reckoned: list[Series] = []

    def fails_once(*_: Any) -> Series:
        if not reckoned:
            reckoned.append(Series())
            raise ArithmeticError
        return Series()

    monkeypatch.setattr(graph, "daily_series", fails_once)
    answer = await _ask(database, realm, "2026-03-01", "2026-03-05")
    assert answer.errors is None
    found = answer.data["statementGraphs"]
    assert [each["failed"] for each in found] == [True, False]
    assert found[0]["dates"] == []


@pytest.mark.parametrize(
    ("first", "last", "fits"),
    [
        ("2024-01-01", "2024-12-31", True),
        ("2024-01-01", "2025-01-01", False),
        ("2024-01-02", "2024-01-01", False),
        ("2024-01-01", "2024-01-01", True),
    ],
)
async def test_a_chart_shows_one_leap_year_at_most(
    database: Database, realm: str, first: str, last: str, *, fits: bool
) -> None:
    answer = await _ask(database, realm, first, last)
    assert (answer.errors is None) is fits
