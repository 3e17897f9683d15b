"""Over the graph: who sends a file again that somebody said the bank does not have."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
from bank_samples import payments
from issuer import Issuer
from sqlalchemy import delete, insert, select

from giroscope.app import create_app
from giroscope.features.documents import Document
from giroscope.features.journals import tie
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.users.tables import AccountTie, TieAct
from giroscope.kernel.database import Database
from giroscope.settings import Settings

APPROVER = "giroscope-payment-approver"
ID = tie.of_payment_message("PAY-1")
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
SEEN = """query ($id: ID!) { journal(correlationId: $id) {
  sending { state obstacles { act code } } } }"""
AGAIN = """mutation ($id: ID!) { sendAgain(correlationId: $id) {
  __typename ... on Problem { code } } }"""


async def _lives(_realm: str, _token: str) -> bool:
    return True


@pytest.fixture
async def signed_in(settings: Settings, issuer: Issuer, api: Any) -> AsyncIterator[Any]:
    """People whose sessions the provider says are alive."""
    app = create_app(settings, fetch_keys=issuer.fetch, is_live=_lives)
    api.app = app
    async with app.router.lifespan_context(app):
        yield api


@pytest.fixture
def not_taken(database: Database, import_bytes: Any) -> None:
    """A file of which "decider" said that the bank does not have it."""
    import_bytes(payments(), "pay.xml", "PAYMENT")
    with database.job_connection("giroscope") as connection:
        document = connection.execute(select(Document)).one()
        connection.execute(
            insert(Sending).values(
                correlation_id=ID, document_id=document.id, sha256=document.sha256,
                connection_id=1, message_id="PAY-1",
                state=SendState.NOT_TAKEN.value, since=NOW, asked=NOW, decided=NOW,
                decided_by="decider", decided_by_name="Dorte",
            )
        )  # fmt: skip
        connection.commit()


def _tie(database: Database, *pairs: tuple[str, str]) -> None:
    with database.job_connection("giroscope") as connection:
        connection.execute(delete(AccountTie))
        for person, hand in pairs:
            connection.execute(
                insert(AccountTie).values(
                    person_id=person, hand_id=hand, hand_name=hand,
                    act=TieAct.MADE.value, since=NOW,
                )
            )  # fmt: skip
        connection.commit()


@pytest.mark.usefixtures("not_taken")
@pytest.mark.parametrize(
    ("user", "ties"),
    [
        ("decider", []),
        ("user-1", [("user-1", "decider")]),
        ("user-1", [("decider", "user-1")]),
        ("user-1", [("user-1", "maker"), ("decider", "maker")]),
    ],
)
async def test_accounts_of_one_person_do_not_decide_and_send_again(
    signed_in: Any, database: Database, user: str, ties: list[tuple[str, str]]
) -> None:
    _tie(database, *ties)
    asked = {"variables": {"id": ID}, "user": user}
    sending = (await signed_in.data(SEEN, APPROVER, **asked))["journal"]["sending"]
    refusal = {"act": "SEND_AGAIN", "code": "sending.second_person"}
    assert refusal in sending["obstacles"]
    done = (await signed_in.data(AGAIN, APPROVER, **asked))["sendAgain"]
    assert done == {"__typename": "Problem", "code": "sending.second_person"}
    again = (await signed_in.data(SEEN, APPROVER, **asked))["journal"]["sending"]
    assert again["state"] == "NOT_TAKEN"


@pytest.mark.usefixtures("not_taken")
async def test_who_is_independent_of_the_decider_sends_it_again(
    signed_in: Any, database: Database
) -> None:
    _tie(database, ("user-1", "maker"), ("decider", "another"))
    asked = {"variables": {"id": ID}}
    done = (await signed_in.data(AGAIN, APPROVER, **asked))["sendAgain"]
    assert done == {"__typename": "Success"}
    sending = (await signed_in.data(SEEN, APPROVER, **asked))["journal"]["sending"]
    assert sending["state"] == "WAITING"
