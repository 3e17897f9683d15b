"""What is kept of a file on its way after each step, whole: rows, and the trail."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from banklink import FileKind, NotSent, OutcomeUnknown, RefusalKind, Refused
from giroscope.features.banks import BankConnection
from giroscope.features.payments.sending import actions
from giroscope.features.payments.sending.tables import Sending
from giroscope.kernel.access import APPROVER, Actor
from tests.payments.payment_factory import pain002
from tests.payments.sending.send_desk import NOW, Bank, Desk

ANNA = Actor("anna", "giroscope", "anna", "Anna", frozenset({APPROVER}))
BENT = Actor("bent", "giroscope", "bent", "Bent", frozenset({APPROVER}))
OF_DECISION = {"decided_by": "anna", "decided_by_name": "Anna"}


@pytest.fixture
def same(desk: Desk, waiting: int) -> dict[str, Any]:
    """What never changes of the file."""
    row = desk.sending(waiting)
    return {
        "id": waiting, "correlation_id": row.correlation_id, "kind": "pain.001",
        "document_id": row.document_id, "sha256": row.sha256, "connection_id": 1,
        "message_id": "MSG-1",
    }  # fmt: skip


def test_a_file_in_the_queue_and_with_the_bank(
    desk: Desk, bank: Bank, waiting: int, same: dict[str, Any]
) -> None:
    assert desk.kept(waiting) == same | {
        "state": "WAITING", "since": NOW, "asked": NOW, "tries": 0,
    }  # fmt: skip
    desk.later(minutes=1)
    desk.send(waiting)
    assert desk.kept(waiting) == same | {
        "state": "SENT", "since": desk.now, "asked": NOW, "tries": 1,
        "left": desk.now, "sent": desk.now, "proof": "ANSWER", "bank_code": "00",
        "bank_text": "OK.",
    }  # fmt: skip
    (file,) = bank.sealed
    assert (file.kind, file.name) == (FileKind.PAYMENT, "payments.xml")
    (attempt,) = desk.attempts(waiting)
    assert (attempt.number, attempt.state, attempt.left, attempt.ended) == (
        1, "TAKEN", desk.now, desk.now,
    )  # fmt: skip
    assert (attempt.bank_code, attempt.bank_text) == ("00", "OK.")
    (told,) = desk.told
    assert (told.attempt, told.code, told.text, told.sha256, told.was) == (
        1, "00", "OK.", same["sha256"], "WAITING",
    )  # fmt: skip
    with desk.connection() as connection:
        seen = connection.execute(select(BankConnection.last_sent)).scalar_one()
    assert seen == desk.now


@pytest.mark.parametrize(
    ("failure", "kept"),
    [
        (
            NotSent("No way to it."),
            {
                "state": "WAITING", "held": "not_reached",
                "held_text": "No way to it.",
                "next_try": NOW + timedelta(minutes=1, seconds=15),
            },
        ),
        (
            Refused("No.", bank_code="20", bank_text="Not valid.",
                    kind=RefusalKind.CONTENT),
            {
                "state": "REFUSED", "held_text": "No.", "bank_code": "20",
                "bank_text": "Not valid.",
            },
        ),
        (
            OutcomeUnknown("No answer came."),
            {"state": "UNKNOWN", "held_text": "No answer came."},
        ),
    ],
    ids=["not sent", "refused", "unknown"],
)  # fmt: skip
def test_a_file_that_the_bank_did_not_take(
    desk: Desk, bank: Bank, waiting: int, same: dict[str, Any],
    failure: Exception, kept: dict[str, Any],
) -> None:  # fmt: skip
    desk.later(minutes=1)
    bank.fails_before = failure
    desk.send(waiting)
    assert desk.kept(waiting) == same | kept | {
        "since": desk.now, "asked": NOW, "tries": 1, "left": desk.now,
    }  # fmt: skip
    (attempt,) = desk.attempts(waiting)
    assert (attempt.failure, attempt.ended) == (kept["held_text"], desk.now)


def test_a_file_that_is_stopped(
    desk: Desk, bank: Bank, waiting: int, same: dict[str, Any]
) -> None:
    bank.fails_to_seal = NotSent("No way to it.")
    desk.send(waiting)
    desk.later(minutes=1)
    with desk.connection() as connection:
        which = actions.Which(same["correlation_id"])
        actions.cancel(connection, ANNA, which, " Wrong. ", desk.now)
        connection.commit()
    assert desk.kept(waiting) == same | OF_DECISION | {
        "state": "CANCELLED", "since": desk.now, "asked": NOW, "tries": 1,
        "decided": desk.now, "reason": "Wrong.",
    }  # fmt: skip
    assert desk.trail("payments.") == [
        (
            "payments.cancelled", "anna", {"state": "WAITING"},
            {"state": "CANCELLED", "kind": "pain.001", "sha256": same["sha256"],
             "reason": "Wrong."},
        )
    ]  # fmt: skip


def test_a_file_in_doubt_that_is_decided_and_sent_again(
    desk: Desk, bank: Bank, waiting: int, same: dict[str, Any]
) -> None:
    bank.fails_after = OutcomeUnknown("No answer came.")
    desk.send(waiting)
    which = actions.Which(same["correlation_id"], waiting)
    desk.later(hours=1)
    decided = desk.now
    with desk.connection() as connection:
        actions.decide(connection, ANNA, which, "x", desk.now, has_arrived=False)
        connection.commit()
    kept = same | OF_DECISION | {"decided": decided, "reason": "x", "left": NOW}
    assert desk.kept(waiting) == kept | {
        "state": "NOT_TAKEN", "since": decided, "asked": NOW, "tries": 1,
    }  # fmt: skip
    desk.later(hours=1)
    with desk.connection() as connection:
        actions.send_again(connection, BENT, which, {}, desk.now)
        connection.commit()
    assert desk.kept(waiting) == kept | {
        "state": "WAITING", "since": desk.now, "asked": desk.now, "tries": 0,
    }  # fmt: skip
    about = {"kind": "pain.001", "sha256": same["sha256"]}
    assert desk.trail("payments.") == [
        (
            "payments.decided",
            "anna",
            {"state": "UNKNOWN"},
            about | {"state": "NOT_TAKEN", "reason": "x"},
        ),
        (
            "payments.sent_again",
            "bent",
            {"state": "NOT_TAKEN"},
            about | {"state": "WAITING", "reason": None},
        ),
    ]


def test_a_file_that_is_proven_while_it_is_held(
    desk: Desk, bank: Bank, waiting: int, same: dict[str, Any], import_bytes: Any
) -> None:
    bank.fails_to_seal = NotSent("No way to it.")
    desk.send(waiting)
    import_bytes(pain002(original="MSG-1", group="ACTC"), "status.xml", "PAYMENT")
    kept = desk.kept(waiting, "since", "sent")
    assert kept == same | {
        "state": "SENT", "asked": NOW, "tries": 1, "proof": "STATUS",
    }  # fmt: skip


def test_what_a_pause_holds(desk: Desk, waiting: int, same: dict[str, Any]) -> None:
    with desk.connection() as connection:
        connection.execute(update(BankConnection).values(paused=NOW))
        connection.execute(update(Sending).values(held_text="No way to it."))
        connection.commit()
    desk.later(minutes=1)
    desk.send(waiting)
    assert desk.kept(waiting) == same | {
        "state": "WAITING", "since": NOW, "asked": NOW, "tries": 0, "held": "paused",
    }  # fmt: skip
    assert desk.attempts(waiting) == []
