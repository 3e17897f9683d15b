"""Over the graph: who sends a file again that somebody said the bank does not have."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from threading import Event
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from giroscope.app import create_app
from giroscope.features.documents import Document
from giroscope.features.journals import tie
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.users.tables import AccountTie, TieAct
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.kernel.issuer import Issuer
from tests.uploads.bank_samples import payments

pytestmark = pytest.mark.served

APPROVER, UPLOADER = "giroscope-payment-approver", "giroscope-upload"
ID = tie.of_payment_message("PAY-1")
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
SEEN = """query ($id: ID!) { journal(correlationId: $id) {
  sending { state obstacles { act code } } } }"""
AGAIN = """mutation ($id: ID!) { sendAgain(correlationId: $id) {
  __typename ... on Problem { code } } }"""


@pytest.fixture
def is_over() -> Event:
    """Set once the provider says that everybody's session is over."""
    return Event()


@pytest.fixture
async def signed_in(
    settings: Settings, issuer: Issuer, api: Any, is_over: Event
) -> AsyncIterator[Any]:
    """People whose sessions the provider says are alive."""

    async def lives(_realm: str, _token: str) -> bool:
        return not is_over.is_set()

    app = create_app(settings, fetch_keys=issuer.fetch, is_live=lives)
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


@pytest.mark.usefixtures("not_taken")
@pytest.mark.parametrize(
    "act",
    [
        'sendAgain(correlationId: "%s")',
        'cancelSending(correlationId: "%s", reason: "Wrong file.")',
        'decideSending(correlationId: "%s", hasArrived: true, reason: "Called.")',
    ],
)
async def test_whose_session_is_over_does_nothing_about_files(
    signed_in: Any, is_over: Event, act: str
) -> None:
    is_over.set()
    question = f"mutation {{ {act % ID} {{ __typename ... on Problem {{ code }} }} }}"
    done = await signed_in.graph(question, APPROVER)
    assert "session_ended" in done.text
    is_over.clear()
    seen = await signed_in.data(SEEN, APPROVER, variables={"id": ID})
    assert seen["journal"]["sending"]["state"] == "NOT_TAKEN"


@pytest.mark.usefixtures("not_taken")
@pytest.mark.parametrize(
    ("role", "state", "codes"),
    [
        (
            APPROVER, SendState.UNKNOWN,
            {"CANCEL": "sending.too_late", "SEND_AGAIN": "sending.not_resendable"},
        ),
        (APPROVER, SendState.WAITING, {
            "DECIDE": "sending.not_undecided", "SEND_AGAIN": "sending.not_resendable",
        }),
        (APPROVER, SendState.REFUSED, {"DECIDE": "sending.not_undecided"}),
        (
            UPLOADER, SendState.REFUSED,
            dict.fromkeys(("CANCEL", "DECIDE", "SEND_AGAIN"), "forbidden"),
        ),
    ],
)  # fmt: skip
async def test_what_stands_in_the_way_of_each_act_is_said(
    api: Any, database: Database, role: str, state: SendState, codes: dict[str, str]
) -> None:
    with database.job_connection("giroscope") as connection:
        connection.execute(update(Sending).values(state=state.value))
        connection.commit()
    seen = await api.data(SEEN, role, variables={"id": ID})
    told = seen["journal"]["sending"]["obstacles"]
    assert {one["act"]: one["code"] for one in told} == codes


@pytest.mark.usefixtures("not_taken")
@pytest.mark.parametrize(
    ("act", "code", "state"),
    [
        (
            'decideSending(correlationId: "%s", hasArrived: true, reason: "Called.")',
            "send.decided_arrived", "SENT",
        ),
        (
            'decideSending(correlationId: "%s", hasArrived: false, reason: "Called.")',
            "send.decided_not_arrived", None,
        ),
    ],
)  # fmt: skip
async def test_what_somebody_decides_stands_in_the_timeline_and_the_state(
    signed_in: Any, database: Database, act: str, code: str, state: str | None
) -> None:
    with database.job_connection("giroscope") as connection:
        connection.execute(update(Sending).values(state="UNKNOWN", left=NOW))
        connection.commit()
    question = f"mutation {{ {act % ID} {{ __typename ... on Problem {{ code }} }} }}"
    (done,) = (await signed_in.data(question, APPROVER)).values()
    assert done == {"__typename": "Success"}
    seen = (
        "query ($id: ID!) { journal(correlationId: $id) { state timeline { code } } }"
    )
    journal = (await signed_in.data(seen, APPROVER, variables={"id": ID}))["journal"]
    assert journal["timeline"][-1]["code"] == code
    if state is not None:
        assert journal["state"] == state


async def test_the_newest_payment_file_tells_how_far_a_journal_is(
    api: Any, database: Database, not_taken: None
) -> None:
    """A recall beside it, and an earlier file, do not."""
    del not_taken
    with database.job_connection("giroscope") as connection:
        row = connection.execute(select(Sending)).one()
        documents = connection.execute(select(Document)).one()
        for state, kind in (("SENT", "pain.001"), ("REFUSED", "camt.055")):
            other = documents._asdict() | {"sha256": kind.ljust(64, "0")}
            other.pop("id")
            document = connection.execute(
                insert(Document).values(**other).returning(Document.id)
            ).scalar_one()
            made = row._asdict() | {
                "document_id": document, "state": state, "kind": kind,
                "message_id": f"M-{state}",
            }  # fmt: skip
            made.pop("id")
            connection.execute(insert(Sending).values(**made))
        connection.commit()
    seen = await api.data(SEEN, APPROVER, variables={"id": ID})
    assert seen["journal"]["sending"]["state"] == "SENT"
    found = "{ sendings(filter: %s) { totalCount edges { node { state } } } }"
    for asked, states in (
        ("{}", ["REFUSED", "SENT", "NOT_TAKEN"]),
        ("{states: [SENT, REFUSED]}", ["REFUSED", "SENT"]),
        ("{states: []}", []),
        ('{bank: "1"}', ["REFUSED", "SENT", "NOT_TAKEN"]),
        ('{bank: "2"}', []),
        ('{text: "m-sent"}', ["SENT"]),
        ('{text: "%"}', []),
    ):
        answer = (await api.data(found % asked))["sendings"]
        assert [one["node"]["state"] for one in answer["edges"]] == states
        assert answer["totalCount"] == len(states)
