"""Payments asked back: who may, what leaves, and what the bank's answer comes to."""

from datetime import UTC, datetime
from typing import Any

import pytest
from lxml import etree
from sqlalchemy import select, text, update

from banklink import OutcomeUnknown
from giroscope.features.banks import BankConnection
from giroscope.features.journals import tie
from giroscope.features.journals.recall import recaller
from giroscope.features.journals.tables import Journal
from giroscope.features.journals.watch import RECALL_MISSING, watch_recalls
from giroscope.features.messages import open_alarms
from giroscope.features.payments import (
    Payment,
    PaymentBatch,
    StatusReport,
    recalls,
)
from giroscope.features.payments.approvals.errors import NotApprover
from giroscope.features.payments.approvals.policy import Somebody
from giroscope.features.payments.recalls import RecallReason, Wish, errors
from giroscope.features.payments.recalls.queries import due
from giroscope.features.payments.recalls.tables import Recall, RecallState
from giroscope.features.payments.sending import Sending, SendState, actions
from giroscope.features.payments.sending.errors import TooLateToCancel
from giroscope.kernel.access import APPROVER, UPLOAD, Actor
from giroscope.kernel.errors import Forbidden
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.tables import Job
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.payments.sending.send_desk import REALM, Bank, Desk

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
def test_a_file_that_pays_never_leaves_in_the_place_of_a_request(
    desk: Desk, bank: Bank
) -> None:
    recall = ask(desk)
    confirm(desk, recall)
    sending = write(desk, recall)
    with desk.connection() as connection:
        paid = select(Sending.sha256).where(Sending.kind == "pain.001").limit(1)
        connection.execute(
            update(Sending)
            .where(Sending.id == sending)
            .values(sha256=connection.execute(paid).scalar_one())
        )
        connection.commit()
    outcome = desk.send(sending)
    assert (outcome.state, outcome.held) == (SendState.NOT_TAKEN, "not_released")
    assert len(bank.taken) == 1


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
        told = recalls.standings(connection, [JOURNAL])[JOURNAL]
        assert (told.silent, told.needs_attention) == (0, False)
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
def test_what_the_bank_takes_no_more_is_not_confirmed(desk: Desk) -> None:
    recall = ask(desk)
    with desk.connection() as connection:
        connection.execute(update(BankConnection).values(state="REVOKED"))
        connection.commit()
    with pytest.raises(errors.NoConnection):
        confirm(desk, recall)
    assert row(desk, Recall, recall).state == RecallState.ASKED


@pytest.mark.usefixtures("payments")
def test_what_no_request_can_repeat_is_refused_at_once(desk: Desk) -> None:
    with desk.connection() as connection:
        connection.execute(update(PaymentBatch).values(bank_id="B" * 36))
        connection.commit()
    with pytest.raises(errors.NotWritable):
        ask(desk, positions={1})


@pytest.mark.usefixtures("payments")
def test_what_is_confirmed_and_not_written_yet_is_asked_for_again(desk: Desk) -> None:
    recall = ask(desk)

    def jobs() -> list[int]:
        with desk.connection() as connection:
            connection.execute(Job.__table__.delete())
            due(REALM, connection, desk.now)
            found = connection.execute(select(Job.subject).where(Job.verb == "recall"))
            connection.commit()
            return list(found.scalars())

    assert jobs() == []
    confirm(desk, recall)
    assert jobs() == [recall]
    write(desk, recall)
    assert jobs() == []


@pytest.mark.usefixtures("payments")
def test_what_is_said_of_one_payment_outweighs_what_is_said_of_all(
    desk: Desk, import_bytes: Any
) -> None:
    case = sent(desk).case_id
    details = on(1, "RJCR", "ARDT")
    data = camt029(case, details, "<Conf>CNCL</Conf>")
    import_bytes(data, "answer.xml", "STATEMENT")
    assert states(desk) == {"E-1": "ACCP", "E-2": "CANC", "E-3": "CANC"}
    with desk.connection() as connection:
        told = recalls.standings(connection, [JOURNAL])[JOURNAL]
    assert (told.accepted, told.refused, told.silent) == (2, 1, 0)


@pytest.mark.usefixtures("payments")
def test_a_payment_whose_money_came_back_is_not_waited_for(desk: Desk) -> None:
    desk.now = datetime(2026, 3, 6, 13, tzinfo=UTC)
    sent(desk, {1})
    with desk.connection() as connection:
        connection.execute(
            update(Payment).where(Payment.position == 1).values(return_id=1)
        )
        connection.commit()
    assert late(desk, datetime(2026, 3, 20, tzinfo=UTC))[0] == set()


@pytest.mark.usefixtures("payments")
def test_what_is_kept_of_a_request_and_of_who_decided_about_it(
    desk: Desk, bank: Bank
) -> None:
    asked = desk.now
    recall = ask(desk)
    kept = row(desk, Recall, recall)._asdict()
    case = kept["case_id"]
    assert kept | {"asked": asked, "asked_by": "ole", "asked_by_name": "Ole"} == kept
    assert (kept["state"], kept["note"], kept["reason"]) == (
        "ASKED", "Paid on Monday too.", "DUPL",
    )  # fmt: skip
    assert (kept["connection_id"], kept["connection_name"]) == (1, "Fjordbanken")
    assert (kept["decided"], kept["sending_id"], kept["document_id"]) == (None,) * 3
    desk.later(hours=1)
    confirm(desk, recall)
    decided = row(desk, Recall, recall)
    assert (decided.decided, decided.decided_by, decided.decided_by_name) == (
        desk.now, "anna", "Anna",
    )  # fmt: skip
    assert desk.trail("payments.recall") == [
        (
            "payments.recall_asked", "ole", {},
            {"recall": recall, "payments": 3, "isWhole": True, "reason": "DUPL",
             "note": "Paid on Monday too.", "bank": "Fjordbanken"},
        ),
        (
            "payments.recall_confirmed", "anna", {"state": "ASKED"},
            {"state": "CONFIRMED", "recall": recall, "reason": None},
        ),
    ]  # fmt: skip
    sending = write(desk, recall)
    desk.send(sending)
    queued = row(desk, Sending, sending)
    assert (queued.kind, queued.message_id, queued.connection_id, queued.state) == (
        "camt.055", case, 1, "SENT",
    )  # fmt: skip
    assert [file.kind.value for file in bank.sealed] == ["pain.001", "camt.055"]
    assert bank.sealed[-1].name == f"recall-{case}.xml"


@pytest.mark.usefixtures("payments")
def test_what_nobody_confirmed_is_never_written(desk: Desk, bank: Bank) -> None:
    recall = ask(desk)
    run = JobRun(desk.database, REALM, 1, recall)
    recaller(desk.vault, lambda: desk.now)(run)
    with desk.connection() as connection:
        who = Somebody("anna", is_approver=True)
        recalls.decline(connection, who, ANNA, recall, "It is owed.", desk.now)
        connection.commit()
    recaller(desk.vault, lambda: desk.now)(run)
    declined = row(desk, Recall, recall)
    assert (declined.state, declined.sending_id) == ("DECLINED", None)
    assert (declined.decided_by, declined.decision) == ("anna", "It is owed.")
    assert len(bank.taken) == 1


@pytest.mark.usefixtures("payments")
def test_a_batch_is_asked_back_whole_only_with_all_of_its_payments(
    desk: Desk, bank: Bank
) -> None:
    """B1 has two payments, B2 one."""
    sent(desk, {1, 3})
    root = etree.fromstring(bank.taken[1].removeprefix(b"sealed "))
    batches = {
        one.findtext("{*}OrgnlPmtInfId"): (
            one.findtext("{*}PmtInfCxl"),
            [name.text for name in one.iterfind(".//{*}OrgnlEndToEndId")],
            one.findtext("{*}NbOfTxs"), one.findtext("{*}CtrlSum"),
        )
        for one in root.iterfind(".//{*}OrgnlPmtInfAndCxl")
    }  # fmt: skip
    assert batches == {
        "B1": ("false", ["E-1"], "1", "100.00"), "B2": ("true", [], "1", "300.00"),
    }  # fmt: skip


def test_without_a_name_the_payment_file_is_meant_not_its_recall(
    desk: Desk, payments: int
) -> None:
    recall = ask(desk)
    confirm(desk, recall)
    sending = write(desk, recall)
    with desk.connection() as connection:
        which = actions.Which(JOURNAL)
        assert actions.is_payment(connection, which)
        assert not actions.is_payment(connection, actions.Which(JOURNAL, sending))
        with pytest.raises(TooLateToCancel):
            actions.cancel(connection, ANNA, which, "Not needed.", desk.now)
    assert row(desk, Sending, sending).state == SendState.WAITING
    assert row(desk, Sending, payments).state == SendState.SENT


def test_an_answer_to_a_recall_does_not_prove_that_the_file_arrived(
    desk: Desk, import_bytes: Any, payments: int
) -> None:
    """A bank may answer that it knows of no such payments."""
    case = sent(desk).case_id
    with desk.connection() as connection:
        connection.execute(StatusReport.__table__.delete())
        connection.execute(
            update(Sending).where(Sending.id == payments).values(state="UNKNOWN")
        )
        connection.commit()
    import_bytes(camt029(case, on(1, "RJCR", "NOOR")), "answer.xml", "STATEMENT")
    assert row(desk, Sending, payments).state == SendState.UNKNOWN


@pytest.mark.integration
@pytest.mark.parametrize("settings", ["postgres"], indirect=True)
def test_of_two_who_ask_or_decide_at_once_the_second_waits(
    desk: Desk, payments: int
) -> None:
    wish = Wish(JOURNAL, RecallReason.DUPL, "Paid on Monday too.")
    with desk.connection() as connection:
        recalls.ask(connection, OLE, wish, desk.now)
        assert desk.is_locked(payments)
        connection.rollback()
    recall = ask(desk, ANNA)
    with desk.connection() as connection:
        with pytest.raises(errors.SecondPerson):
            recalls.confirm(
                connection, Somebody("anna", is_approver=True), ANNA, recall, desk.now
            )
        assert desk.is_locked(recall, Recall)


@pytest.mark.usefixtures("payments")
def test_an_answer_that_names_no_request_is_taken_for_the_only_one(
    desk: Desk, import_bytes: Any
) -> None:
    sent(desk, {1})
    unnamed = camt029("", "", "<Conf>CNCL</Conf>").replace(
        b"<RslvdCase><Id></Id></RslvdCase>", b""
    )
    import_bytes(unnamed, "one.xml", "STATEMENT")
    assert states(desk) == {"E-1": "CANC", "E-2": "ACCP", "E-3": "ACCP"}


@pytest.mark.usefixtures("payments")
def test_an_answer_that_names_no_request_is_not_taken_for_one_of_two(
    desk: Desk, import_bytes: Any
) -> None:
    sent(desk, {1})
    recall = ask(desk, positions={2})
    confirm(desk, recall)
    assert desk.send(write(desk, recall)).state is SendState.SENT
    unnamed = camt029("", "", "<Conf>CNCL</Conf>").replace(
        b"<RslvdCase><Id></Id></RslvdCase>", b""
    )
    import_bytes(unnamed, "two.xml", "STATEMENT")
    assert states(desk) == dict.fromkeys(("E-1", "E-2", "E-3"), "ACCP")


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
