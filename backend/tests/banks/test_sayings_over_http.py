"""What is said of a bank's trouble: over the graph, in both languages."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.features.documents import Document
from giroscope.features.journals import tie
from giroscope.features.journals.dispatch_events import follow
from giroscope.features.payments.sending import Outcome, Sending, SendState
from giroscope.features.payments.sending.tables import AttemptState, SendAttempt
from giroscope.kernel.database import Database
from tests.uploads.bank_samples import payments

pytestmark = pytest.mark.served

REALM = "giroscope"
APPROVER = "giroscope-payment-approver"
ID = tie.of_payment_message("PAY-1")
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
BROKE_OFF = "The bank's answer broke off: timed out."
AFBRUDT = "Bankens svar blev afbrudt, før det var helt: der kom intet svar i tide."
SEEN = """query ($id: ID!) { journal(correlationId: $id) {
  sending { heldSaid { en da } bankSaid { en da }
    attempts { said { en da } bankSaid { en da } } }
  timeline { code message values { name value } } }
  messages(first: 10) { edges { node { code values { name value } } } } }"""


@pytest.fixture
def in_doubt(database: Database, import_bytes: Any) -> None:
    """A file whose bank broke off, after one of our own faults."""
    import_bytes(payments(), "pay.xml", "PAYMENT")
    failures = ["A fault in the product stopped it (KeyError).", BROKE_OFF]
    with database.job_connection(REALM) as connection:
        document = connection.execute(select(Document)).one()
        sending = connection.execute(
            insert(Sending)
            .values(
                correlation_id=ID, document_id=document.id, sha256=document.sha256,
                connection_id=1, message_id="PAY-1", state=SendState.UNKNOWN.value,
                since=NOW, asked=NOW, held_text=BROKE_OFF, bank_text="Fejl 26",
            )
            .returning(Sending.id)
        ).scalar_one()  # fmt: skip
        for number, failure in enumerate(failures, 1):
            connection.execute(
                insert(SendAttempt).values(
                    sending_id=sending, number=number, failure=failure, stamped=NOW,
                    state=AttemptState.UNKNOWN.value, request_id=f"R-{number}",
                )
            )  # fmt: skip
        outcome = Outcome(
            sending, ID, SendState.LEAVING, SendState.UNKNOWN, is_news=True,
            text=BROKE_OFF,
        )  # fmt: skip
        follow(REALM, connection, outcome, NOW)
        connection.commit()


@pytest.mark.usefixtures("in_doubt")
async def test_attempts_messages_and_the_timeline_tell_the_danish(api: Any) -> None:
    told = await api.data(SEEN, APPROVER, variables={"id": ID})
    sending = told["journal"]["sending"]
    assert sending["heldSaid"] == {"en": BROKE_OFF, "da": AFBRUDT}
    # The bank's own words are its own in either language.
    assert sending["bankSaid"] == {"en": "Fejl 26", "da": "Fejl 26"}
    own, broken = sending["attempts"]
    assert own["said"]["da"] == "En fejl i produktet standsede den (KeyError)."
    assert broken == {"said": {"en": BROKE_OFF, "da": AFBRUDT}, "bankSaid": None}
    lines = [
        *told["journal"]["timeline"],
        *(one["node"] for one in told["messages"]["edges"]),
    ]
    values = [
        {value["name"]: value["value"] for value in one["values"]}
        for one in lines
        if one["code"] == "send.unknown"
    ]
    expected = {"reason": BROKE_OFF, "bankCode": ""}
    assert values == [expected, expected]
