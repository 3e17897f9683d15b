"""Payments asked back: who may, what leaves, and what the bank's answer comes to."""

from datetime import UTC, datetime
from typing import Any

import pytest
from lxml import etree
from payment_factory import Answer, Order, pain001, pain002
from send_desk import REALM, Bank, Desk
from sqlalchemy import select, text, update

from banklink import OutcomeUnknown
from giroscope.features.banks import BankConnection
from giroscope.features.journals import tie
from giroscope.features.journals.recalling import recaller
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.watching import RECALL_MISSING, watch_recalls
from giroscope.features.messages import open_alarms
from giroscope.features.payments import Payment, recalls
from giroscope.features.payments.approvals.errors import NotApprover
from giroscope.features.payments.approvals.policy import Somebody
from giroscope.features.payments.recalls import RecallReason, Wish, errors
from giroscope.features.payments.recalls.tables import Recall, RecallState
from giroscope.features.payments.sending import Sending, SendState, actions
from giroscope.kernel.access import APPROVER, UPLOAD, Actor
from giroscope.kernel.errors import Forbidden
from giroscope.kernel.jobs import JobRun

JOURNAL = tie.of_payment_message("MSG-1")
ORDERS = (
    Order("E-1", "100.00", instruction="I-1"),
    Order("E-2", "200.00", instruction="I-2"),
    Order("E-3", "300.00", instruction="I-3"),
)


def _person(name: str, *roles: str) -> Actor:
    return Actor(name, REALM, name, name.title(), frozenset(roles))


ANNA = _person("anna", APPROVER)
BENT = _person("bent", APPROVER)
OLE = _person("ole", UPLOAD)
VIEWER = _person("vera")


@pytest.fixture
def payments(desk: Desk, import_bytes: Any) -> int:
    """The sending of a file of three payments that the bank has accepted."""
    data = pain001({"B1": ORDERS[:2], "B2": ORDERS[2:]}, message="MSG-1")
    document = int(import_bytes(data, "payments.xml", "PAYMENT").document_id)
    sending = desk.queue(document)
    assert desk.send(sending).state is SendState.SENT
    import_bytes(pain002(original="MSG-1", group="ACCP"), "status.xml", "PAYMENT")
    return sending


def ask(desk: Desk, who: Actor = OLE, positions: set[int] | None = None) -> int:
    wish = Wish(JOURNAL, RecallReason.DUPL, "Paid on Monday too.", positions)
    with desk.connection() as connection:
        made = recalls.ask(connection, who, wish, desk.now)
        tie.refresh(connection, [JOURNAL], desk.now)
        connection.commit()
        return made.id


def confirm(desk: Desk, recall: int, who: Actor = ANNA, **somebody: Any) -> None:
    told = Somebody(who.id, APPROVER in who.roles, **somebody)
    with desk.connection() as connection:
        recalls.confirm(connection, told, who, recall, desk.now)
        tie.refresh(connection, [JOURNAL], desk.now)
        connection.commit()


def write(desk: Desk, recall: int) -> int:
    """Run the job that writes the request; tells its sending."""
    recaller(desk.vault, lambda: desk.now)(JobRun(desk.database, REALM, 1, recall))
    return int(row(desk, Recall, recall).sending_id)


def row(desk: Desk, table: Any, row_id: int) -> Any:
    with desk.connection() as connection:
        return connection.execute(select(table).where(table.id == row_id)).one()


def states(desk: Desk) -> dict[str, str | None]:
    with desk.connection() as connection:
        rows = connection.execute(select(Payment.end_to_end_id, Payment.status))
        return {str(key): status for key, status in rows}


def journal(desk: Desk) -> Any:
    with desk.connection() as connection:
        return connection.execute(
            select(Journal).where(Journal.correlation_id == JOURNAL)
        ).one()


def timeline(desk: Desk) -> list[str]:
    with desk.connection() as connection:
        found = connection.execute(
            text("SELECT code FROM journal_events ORDER BY id")
        ).scalars()
        return [code for code in found if "recall" in code]


def sent(desk: Desk, positions: set[int] | None = None) -> Any:
    """A request that the bank has; tells its row."""
    recall = ask(desk, positions=positions)
    confirm(desk, recall)
    assert desk.send(write(desk, recall)).state is SendState.SENT
    return row(desk, Recall, recall)


def camt029(case: str, details: str, outcome: str = "") -> bytes:
    return (
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.03">'
        "<RsltnOfInvstgtn><Assgnmt><Id>CXL-1</Id><CreDtTm>2026-03-02T12:00:00Z"
        f"</CreDtTm></Assgnmt><RslvdCase><Id>{case}</Id></RslvdCase><Sts>{outcome}"
        "</Sts><CxlDtls><OrgnlGrpInfAndSts><OrgnlMsgId>MSG-1</OrgnlMsgId>"
        f"</OrgnlGrpInfAndSts>{details}</CxlDtls></RsltnOfInvstgtn></Document>"
    ).encode()


def on(number: int, status: str, reason: str = "") -> str:
    why = f"<CxlStsRsnInf><Rsn><Cd>{reason}</Cd></Rsn></CxlStsRsnInf>" if reason else ""
    return (
        f"<TxInfAndSts><OrgnlInstrId>I-{number}</OrgnlInstrId>"
        f"<OrgnlEndToEndId>E-{number}</OrgnlEndToEndId><TxCxlSts>{status}</TxCxlSts>"
        f"{why}</TxInfAndSts>"
    )


@pytest.mark.usefixtures("payments")
def test_a_request_waits_for_another_person_and_nothing_leaves(
    desk: Desk, bank: Bank
) -> None:
    recall = ask(desk)
    assert journal(desk).needs_attention
    assert row(desk, Recall, recall).state == RecallState.ASKED
    assert len(bank.taken) == 1
    with pytest.raises(NotApprover):
        _confirm_without_role(desk, recall)
    tied = {"ole": frozenset({"ole", "anna"})}
    with pytest.raises(errors.SecondPerson):
        confirm(desk, recall, ANNA, hands=tied)
    confirm(desk, recall, ANNA)
    with pytest.raises(errors.NotWaiting):
        confirm(desk, recall, BENT)


def _confirm_without_role(desk: Desk, recall: int) -> None:
    """As somebody whose role was taken a moment ago."""
    with desk.connection() as connection:
        recalls.confirm(
            connection, Somebody("bent", is_approver=False), BENT, recall, desk.now
        )


@pytest.mark.usefixtures("payments")
def test_who_asked_does_not_confirm_and_a_viewer_does_not_ask(desk: Desk) -> None:
    recall = ask(desk, ANNA)
    with pytest.raises(errors.SecondPerson):
        confirm(desk, recall, ANNA)
    with pytest.raises(Forbidden):
        ask(desk, VIEWER)
    with pytest.raises(Forbidden):
        confirm(desk, recall, OLE)


@pytest.mark.usefixtures("payments")
def test_the_whole_file_leaves_once_as_one_request(desk: Desk, bank: Bank) -> None:
    recall = ask(desk)
    confirm(desk, recall)
    sending = write(desk, recall)
    assert write(desk, recall) == sending
    desk.send(sending)
    desk.send(sending)
    assert len(bank.taken) == 2
    root = etree.fromstring(bank.taken[1].removeprefix(b"sealed "))
    assert root.findtext(".//{*}GrpCxl") == "true"
    assert root.findtext(".//{*}OrgnlMsgId") == "MSG-1"
    assert root.findtext(".//{*}Case/{*}Id") == row(desk, Recall, recall).case_id
    assert root.findtext(".//{*}Rsn/{*}Cd") == "DUPL"
    # How far the payments are is not told by the request for them.
    assert journal(desk).state == "ACCEPTED"
    assert not journal(desk).needs_attention
    with pytest.raises(errors.AlreadyRecalled):
        ask(desk, ANNA)


@pytest.mark.usefixtures("payments")
def test_chosen_payments_are_named_and_others_can_be_asked_for_later(
    desk: Desk, bank: Bank
) -> None:
    sent(desk, {1})
    root = etree.fromstring(bank.taken[1].removeprefix(b"sealed "))
    assert [one.text for one in root.iterfind(".//{*}OrgnlEndToEndId")] == ["E-1"]
    with pytest.raises(errors.AlreadyRecalled):
        ask(desk, positions={1, 2})
    rest = row(desk, Recall, ask(desk))
    assert (rest.payments, rest.is_whole) == (2, False)


@pytest.mark.usefixtures("payments")
def test_the_answer_is_told_for_each_payment(desk: Desk, import_bytes: Any) -> None:
    case = sent(desk).case_id
    details = on(1, "ACCR") + on(2, "RJCR", "ARDT") + on(3, "PDCR")
    import_bytes(camt029(case, details), "answer.xml", "STATEMENT")
    assert states(desk) == {"E-1": "CANC", "E-2": "ACCP", "E-3": "ACCP"}
    now = journal(desk)
    assert now.needs_attention
    assert "recallRefused=1" in now.trouble
    with desk.connection() as connection:
        told = recalls.standings(connection, [JOURNAL])[JOURNAL]
    assert (told.accepted, told.refused, told.silent) == (1, 1, 1)
    assert told.reason == "ARDT"
    # A payment that was refused can be asked for again; the others are on their way.
    assert row(desk, Recall, ask(desk, ANNA)).payments == 1
    assert timeline(desk)[-3:] == [
        "recall.accepted", "recall.pending", "recall.refused_why",
    ]  # fmt: skip


@pytest.mark.usefixtures("payments")
def test_what_is_said_of_the_whole_is_said_of_what_was_asked_alone(
    desk: Desk, import_bytes: Any
) -> None:
    case = sent(desk, {1, 2}).case_id
    import_bytes(camt029(case, "", "<Conf>CNCL</Conf>"), "answer.xml", "STATEMENT")
    assert states(desk) == {"E-1": "CANC", "E-2": "CANC", "E-3": "ACCP"}
    assert journal(desk).state == "ACCEPTED"


@pytest.mark.usefixtures("payments")
def test_a_file_that_is_taken_back_whole_is_cancelled(
    desk: Desk, import_bytes: Any
) -> None:
    case = sent(desk).case_id
    details = on(1, "ACCR") + on(2, "ACCR") + on(3, "ACCR")
    import_bytes(camt029(case, details, "<Conf>CNCL</Conf>"), "a.xml", "STATEMENT")
    assert (journal(desk).state, journal(desk).needs_attention) == ("CANCELLED", False)


@pytest.mark.usefixtures("payments")
def test_an_answer_ends_the_doubt_about_a_lost_request(
    desk: Desk, bank: Bank, import_bytes: Any
) -> None:
    recall = ask(desk)
    confirm(desk, recall)
    bank.fails_after = OutcomeUnknown("No answer came.")
    sending = write(desk, recall)
    assert desk.send(sending).state is SendState.UNKNOWN
    with desk.connection() as connection:
        tie.refresh(connection, [JOURNAL], desk.now)
        connection.commit()
    assert "recallSending=UNKNOWN" in journal(desk).trouble
    assert len(bank.taken) == 2
    desk.send(sending)
    assert len(bank.taken) == 2
    case = row(desk, Recall, recall).case_id
    import_bytes(camt029(case, on(1, "ACCR")), "answer.xml", "STATEMENT")
    assert row(desk, Sending, sending).state == SendState.SENT
    assert "recall.proven" in timeline(desk)


@pytest.mark.usefixtures("payments")
def test_a_request_that_was_stopped_frees_its_payments(desk: Desk) -> None:
    recall = ask(desk)
    confirm(desk, recall)
    sending = write(desk, recall)
    with desk.connection() as connection:
        which = actions.Which(JOURNAL, sending)
        actions.cancel(connection, ANNA, which, "Not needed.", desk.now)
        connection.commit()
    assert row(desk, Recall, ask(desk, ANNA)).payments == 3


def test_what_the_bank_does_not_have_is_not_asked_back(
    desk: Desk, bank: Bank, payments: int
) -> None:
    for state, refusal in (
        ("WAITING", errors.NotSent),
        ("REFUSED", errors.NotSent),
        ("UNKNOWN", errors.OutcomeOpen),
    ):
        with desk.connection() as connection:
            connection.execute(
                update(Sending).where(Sending.id == payments).values(state=state)
            )
            connection.commit()
        with pytest.raises(refusal):
            ask(desk)
    assert len(bank.taken) == 1


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ({"profile": "bank-connect-sdc"}, errors.NoWay),
        ({"state": "REVOKED"}, errors.NoConnection),
    ],
)
@pytest.mark.usefixtures("payments")
def test_a_bank_that_takes_no_request_says_so(
    desk: Desk, values: dict[str, str], refusal: type[Exception]
) -> None:
    with desk.connection() as connection:
        connection.execute(update(BankConnection).values(**values))
        connection.commit()
    with pytest.raises(refusal):
        ask(desk)


@pytest.mark.usefixtures("payments")
def test_refused_payments_are_not_asked_back(desk: Desk, import_bytes: Any) -> None:
    said = {"B1": (None, [Answer("E-1", "RJCT", "AC04")])}
    data = pain002(original="MSG-1", batches=said, message="ST-2")
    import_bytes(data, "refused.xml", "PAYMENT")
    with pytest.raises(errors.NotRecallable):
        ask(desk, positions={1, 2})
    rest = row(desk, Recall, ask(desk))
    assert (rest.payments, rest.is_whole) == (2, False)


@pytest.mark.usefixtures("payments")
def test_a_request_is_withdrawn_by_who_asked_and_declined_by_others(
    desk: Desk,
) -> None:
    first = ask(desk)
    with desk.connection() as connection:
        with pytest.raises(errors.NotAsker):
            recalls.withdraw(connection, ANNA, first, desk.now)
        recalls.withdraw(connection, OLE, first, desk.now)
        connection.commit()
    second = ask(desk)
    with desk.connection() as connection:
        who = Somebody("anna", is_approver=True)
        recalls.decline(connection, who, ANNA, second, "It is owed.", desk.now)
        tie.refresh(connection, [JOURNAL], desk.now)
        connection.commit()
    assert row(desk, Recall, second).decision == "It is owed."
    assert not journal(desk).needs_attention


def late(desk: Desk, at: datetime) -> tuple[set[str], str]:
    """The open alarms after a look at that time, and what is wrong with the journal."""
    with desk.connection() as connection:
        watch_recalls(connection, at, days=2)
        found = open_alarms(connection, RECALL_MISSING)
        connection.commit()
    return found, journal(desk).trouble


@pytest.mark.usefixtures("payments")
def test_a_silent_bank_is_told_of_until_it_has_spoken_of_every_payment(
    desk: Desk, import_bytes: Any
) -> None:
    desk.now = datetime(2026, 3, 6, 13, tzinfo=UTC)
    case = sent(desk).case_id
    # Friday afternoon: two banking days later it is Tuesday afternoon.
    assert late(desk, datetime(2026, 3, 10, 12, 59, tzinfo=UTC)) == (set(), "")
    tuesday = datetime(2026, 3, 10, 13, tzinfo=UTC)
    for _ in range(2):
        assert late(desk, tuesday) == ({JOURNAL}, "recallOverdue=True")
    assert timeline(desk).count(RECALL_MISSING) == 1
    import_bytes(camt029(case, on(1, "ACCR")), "one.xml", "STATEMENT")
    assert journal(desk).trouble == "recallOverdue=True"
    rest = on(1, "ACCR") + on(2, "PDCR") + on(3, "RJCR", "ARDT")
    import_bytes(camt029(case, rest), "rest.xml", "STATEMENT")
    assert journal(desk).trouble == "recallRefused=1"
    assert late(desk, tuesday)[0] == set()


@pytest.mark.usefixtures("payments")
def test_a_payment_that_is_cancelled_without_words_is_not_waited_for(
    desk: Desk, import_bytes: Any
) -> None:
    desk.now = datetime(2026, 3, 6, 13, tzinfo=UTC)
    sent(desk, {1})
    said = {"B1": (None, [Answer("E-1", "CANC")])}
    data = pain002(original="MSG-1", batches=said, message="ST-3")
    import_bytes(data, "cancelled.xml", "PAYMENT")
    assert late(desk, datetime(2026, 3, 20, tzinfo=UTC))[0] == set()
