"""What the outcome of a run tells: timeline, messages, and the audit trail."""

import json
from typing import Any

import pytest
from sqlalchemy import select, update

from banklink import FileKind
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.journals.dispatch_events import follow
from giroscope.features.journals.tables import Journal, JournalEvent
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.sending import Outcome, SendState
from tests.payments.sending.send_desk import Desk

PAYMENT, RECALL = FileKind.PAYMENT, FileKind.CANCELLATION


def _tell(desk: Desk, sending: int, state: SendState, **values: Any) -> Outcome:
    """Tell of a run that came to this."""
    journal = desk.sending(sending).correlation_id
    outcome = Outcome(
        sending, journal, SendState.WAITING, state, **{"is_news": True} | values
    )
    with desk.connection() as connection:
        follow("giroscope", connection, outcome, desk.now)
        connection.commit()
    return outcome


def _told(desk: Desk, table: Any) -> list[tuple[str, str]]:
    """Level and code of what was told since."""
    with desk.connection() as connection:
        rows = connection.execute(
            select(table.level, table.code).order_by(table.id)
        ).all()
    rooms = ("send.", "recall.")
    return [(row.level, row.code) for row in rows if row.code.startswith(rooms)]


def _trail(desk: Desk) -> list[Any]:
    with desk.connection() as connection:
        rows = connection.execute(
            select(AuditEvent.verb, AuditEvent.now)
            .where(AuditEvent.verb.startswith("payments."))
            .order_by(AuditEvent.id)
        )
        return [(row.verb, json.loads(row.now or "{}")) for row in rows]


@pytest.mark.parametrize(
    ("kind", "state", "values", "level", "code", "verb"),
    [
        (PAYMENT, "SENT", {}, "SUCCESS", "send.sent", "payments.sent"),
        (PAYMENT, "REFUSED", {}, "ERROR", "send.refused", "payments.send_refused"),
        (PAYMENT, "UNKNOWN", {}, "ERROR", "send.unknown", "payments.send_unknown"),
        (PAYMENT, "NOT_TAKEN", {}, "ERROR", "send.gave_up", "payments.send_given_up"),
        (PAYMENT, "WAITING", {"held": "paused"}, "INFO", "send.paused", None),
        (
            PAYMENT, "WAITING", {"held": "not_reached"}, "WARNING", "send.not_reached",
            None,
        ),
        (PAYMENT, "WAITING", {}, "WARNING", "send.not_ready", None),
        (RECALL, "SENT", {}, "SUCCESS", "recall.sent", "payments.recall_sent"),
        (
            RECALL, "REFUSED", {}, "ERROR", "recall.send_refused",
            "payments.recall_refused",
        ),
        (RECALL, "UNKNOWN", {}, "ERROR", "recall.unknown", "payments.recall_unknown"),
        (
            RECALL, "NOT_TAKEN", {}, "ERROR", "recall.gave_up",
            "payments.recall_given_up",
        ),
        (RECALL, "WAITING", {"held": "paused"}, "WARNING", "recall.paused", None),
        (
            RECALL, "NOT_TAKEN", {"held": "not_released"}, "ERROR",
            "recall.not_released", "payments.send_withheld",
        ),
    ],
)  # fmt: skip
def test_each_outcome_is_told_once_to_everybody_it_concerns(
    desk: Desk, waiting: int, kind: FileKind, state: str, values: dict[str, Any],
    level: str, code: str, verb: str | None,
) -> None:  # fmt: skip
    _tell(desk, waiting, SendState(state), kind=kind, sha256="aa", code="20", **values)
    assert _told(desk, JournalEvent) == [(level, code)]
    # That all is well is nobody's work.
    assert _told(desk, SystemMessage) == [(level, code)] * (state != "SENT")
    assert [one for one, _ in _trail(desk)] == [verb] * (verb is not None)
    for _, now in _trail(desk):
        assert now == {
            "state": state,
            "sha256": "aa",
            "attempt": None,
            "bankCode": "20",
        }


def test_what_is_no_news_is_told_to_nobody(desk: Desk, waiting: int) -> None:
    _tell(desk, waiting, SendState.UNKNOWN, is_news=False)
    assert _told(desk, JournalEvent) == _told(desk, SystemMessage) == _trail(desk) == []


@pytest.mark.parametrize(("source", "is_demo"), [("DEMO", True), ("BANK", False)])
def test_the_trail_says_which_files_are_made_up(
    desk: Desk, waiting: int, source: str, is_demo: bool
) -> None:
    with desk.connection() as connection:
        connection.execute(update(Journal).values(source=source))
        connection.commit()
    _tell(desk, waiting, SendState.SENT)
    ((_, now),) = _trail(desk)
    assert now.get("demo", False) is is_demo
