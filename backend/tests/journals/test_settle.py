"""Settling otherwise is said of one journal, by whom it is given to, and taken back."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.journals import settle, tie
from giroscope.features.journals.errors import NotSettled, NotToSettle
from giroscope.features.journals.tables import Journal
from giroscope.features.uploads import Upload
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import Forbidden, NotFound
from giroscope.settings import Settings
from tests.payments.payment_factory import Order, pain001, pain002

Change = Callable[[Callable[[WriteSession, Actor], Awaitable[Any]]], Any]
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
ONE, OTHER = (tie.of_payment_message(message) for message in ("PAY-1", "PAY-2"))


@pytest.fixture
def change(settings: Settings, realm: str, in_own_loop: Callable[[Any], Any]) -> Change:
    """Do something in one transaction, as the person at the command line."""

    def run(action: Callable[[WriteSession, Actor], Awaitable[Any]]) -> Any:
        async def work() -> Any:
            own = Database(settings)
            try:
                async with own.writing(realm) as session:
                    return await action(session, shell_actor(realm))
            finally:
                await own.close()

        return in_own_loop(work())

    return run


@pytest.fixture
def refused(import_bytes: Callable[..., Upload]) -> None:
    """Two journals whose bank has refused the payments."""
    for message in ("PAY-1", "PAY-2"):
        data = pain001({message: [Order("E1", "10.00")]}, message=message)
        import_bytes(data, f"{message}.xml", "PAYMENT")
        said = pain002(original=message, group="RJCT", message=f"ST-{message}")
        import_bytes(said, f"{message}-status.xml", "PAYMENT")


def attention(database: Database, realm: str) -> dict[str, bool]:
    """Which journals need somebody."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            select(Journal.correlation_id, Journal.needs_attention)
        )
        return {row.correlation_id: row.needs_attention for row in rows}


@pytest.mark.usefixtures("refused")
def test_each_journal_is_settled_and_taken_up_for_itself(
    change: Change, database: Database, realm: str
) -> None:
    assert attention(database, realm) == {ONE: True, OTHER: True}
    for key in (ONE, OTHER):
        change(lambda s, a, key=key: settle.settle(s, a, key, "By hand.", NOW))
        with pytest.raises(NotToSettle):
            change(lambda s, a, key=key: settle.settle(s, a, key, "Again.", NOW))
    assert attention(database, realm) == {ONE: False, OTHER: False}
    change(lambda s, a: settle.take_up_again(s, a, ONE, NOW))
    assert attention(database, realm) == {ONE: True, OTHER: False}
    told = change(lambda s, _: settle.settlements(s, [ONE, OTHER]))
    assert set(told) == {OTHER}
    with pytest.raises(NotSettled):
        change(lambda s, a: settle.take_up_again(s, a, ONE, NOW))


@pytest.mark.usefixtures("refused")
def test_settling_needs_its_role_and_a_journal(change: Change, realm: str) -> None:
    nobody = Actor("u1", realm, "viewer", "Viewer", frozenset())
    for act in (
        lambda s: settle.settle(s, nobody, ONE, "x", NOW),
        lambda s: settle.take_up_again(s, nobody, ONE, NOW),
    ):
        with pytest.raises(Forbidden):
            change(lambda s, _, act=act: act(s))
    with pytest.raises(NotFound):
        change(lambda s, a: settle.settle(s, a, "none", "x", NOW))
