"""Which payments are open: by the journal's state, the bank's word and the day."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import update

from giroscope.features.dashboard.ageing import unreconciled
from giroscope.features.journals.policy import JournalState
from giroscope.features.journals.tables import Journal
from giroscope.features.uploads import Upload
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter
from giroscope.settings import Settings
from tests.payments.payment_factory import Answer, Order, pain001, pain002

Import = Callable[..., Upload]
ORDERS = [Order(f"E{number}", f"{10**number}.00") for number in range(4)]
OPEN = {"SENT", "UNKNOWN", "ACCEPTED", "PARTIALLY_ACCEPTED", "EXECUTED", "BOOKED"}


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


async def found(database: Database, realm: str) -> list[int]:
    """The sums of the bands in kroner, five days after the execution."""
    async with database.reading(realm) as session:
        bands = await unreconciled(session, date(2026, 3, 7))
    return [int(sum(one.amount for one in band.sums)) for band in bands]


async def test_what_the_bank_ended_is_not_open(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    said = [
        Answer("E0", "ACSC"), Answer("E1", "RJCT", "AC04"), Answer("E2", "CANC"),
        Answer("E3", "PDNG"),
    ]  # fmt: skip
    import_bytes(pain002(batches={"B1": ("PART", said)}), "status.xml", "PAYMENT")
    assert await found(database, realm) == [0, 1001, 0, 0]


async def test_what_has_left_is_open_until_it_is_reconciled(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(pain001({"B1": ORDERS}), "pay.xml", "PAYMENT")
    opened = set()
    for state in JournalState:
        with database.job_connection(realm) as connection:
            connection.execute(update(Journal).values(state=state.value))
            connection.commit()
        if any(await found(database, realm)):
            opened.add(state.value)
    assert opened == OPEN


@pytest.mark.parametrize(
    ("now", "today"),
    [
        # Copenhagen is ahead of Greenwich: its day begins before that of UTC.
        (datetime(2026, 3, 4, 22, 59, tzinfo=UTC), "2026-03-04"),
        (datetime(2026, 3, 4, 23, 0, tzinfo=UTC), "2026-03-05"),
        (datetime(2026, 7, 4, 22, 0, tzinfo=UTC), "2026-07-05"),
    ],
)
async def test_today_is_that_of_copenhagen(
    database: Database, realm: str, now: datetime, today: str
) -> None:
    context: Any = Context(
        shell_actor(realm), database, JobStarter(database), lambda: now
    )
    answer = await schema.execute(
        "{ unreconciled { toDay states } }", context_value=context
    )
    assert answer.data is not None
    assert answer.data["unreconciled"][0]["toDay"] == today
    assert set(answer.data["unreconciled"][0]["states"]) == OPEN
