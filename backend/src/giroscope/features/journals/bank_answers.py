"""What a bank's report changed, for the timeline: stages, lateness, strangers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from giroscope.features.journals.tables import Journal
from giroscope.features.payments import STAGES, Payment, PaymentState
from giroscope.features.payments.recalls import RecallAnswer
from giroscope.features.payments.recalls.policy import Said
from giroscope.features.payments.recalls.reasons import refusal_of
from localization import Message, Value

STATUS_MISSING = "alarm.status_missing"
"""The alarm that a report puts an end to."""
EXECUTION_MISSING = "alarm.execution_missing"
"""The alarm that ends when the payments are booked, or the bank speaks of them."""
RECALL_MISSING = "alarm.recall_missing"
"""The alarm that an answer to a request for recall puts an end to."""

Statuses = Mapping[str | None, int]
"""How many of a journal's payments have which status code."""


class Told(NamedTuple):
    """A line of the timeline."""

    level: str
    message: Message


def statuses_of(connection: Connection, correlation_id: str) -> Statuses:
    """How the payments of a journal stand."""
    rows = connection.execute(
        select(Payment.status, func.count())
        .where(Payment.correlation_id == correlation_id)
        .group_by(Payment.status)
    )
    return {status: int(count) for status, count in rows}


def told_of(before: Statuses, after: Statuses, said: set[str], name: str) -> list[Told]:
    """What to tell of a report that said these codes.

    A report that changes nothing is told too: it came late, or repeats.
    """
    if not after:
        return []
    risen = Counter(after)
    risen.subtract(before)
    stages = [
        _stage(code, count)
        for code, count in sorted(risen.items(), key=lambda item: _rank(item[0]))
        if code is not None and count > 0
    ]
    if stages:
        return stages
    highest = max((_rank(code) for code in after if code), default=0)
    if said and max(map(_rank, said)) < highest:
        return [Told("INFO", Message("journal.status_late", name=name))]
    return [Told("INFO", Message("journal.status_repeated", name=name))]


Figures = Mapping[str, str]
"""How a journal stands: its state and how many payments stand where."""

_STATE = "state"
_FIGURES = (_STATE, "payments", "accepted", "rejected", "pending", "booked")


def figures_of(connection: Connection, correlation_id: str) -> Figures:
    """How a journal stands, before an import runs again or after it."""
    columns = [getattr(Journal, name) for name in _FIGURES]
    row = connection.execute(
        select(*columns).where(Journal.correlation_id == correlation_id)
    ).one_or_none()
    values = ["0"] * len(_FIGURES) if row is None else map(str, row)
    return dict(zip(_FIGURES, values, strict=True))


def difference_of(was: Figures, now: Figures, name: str) -> Told:
    """What running an import again changed."""
    changed = [_change(key, was[key], now[key]) for key in now if was[key] != now[key]]
    if not changed:
        return Told("INFO", Message("journal.reimport_same", name=name))
    message = Message("journal.reimport_changed", name=name, changed=tuple(changed))
    return Told("WARNING", message)


def _change(key: str, was: str, now: str) -> Message:
    # The journal shows its state in words; how its code changed says less.
    values = {} if key == _STATE else {"was": was, "now": now}
    return Message(f"journal.changed_{key}", **values)


def _rank(code: str | None) -> int:
    stage = STAGES.get(code or "")
    return stage.rank if stage else 0


def _stage(code: str, count: int) -> Told:
    stage = STAGES.get(code)
    if stage is None:
        message = Message("journal.status_unknown", status=code, count=count)
        return Told("WARNING", message)
    level = {
        PaymentState.REJECTED: "ERROR",
        PaymentState.CANCELLED: "WARNING",
        PaymentState.ACCEPTED: "SUCCESS",
    }.get(stage.state, "INFO")
    return Told(
        level,
        Message(
            "journal.status_stage", meaning=stage.meaning, status=code, count=count
        ),
    )


def stranger_lines(count: int, name: str) -> Told:
    """The report speaks of payments that are not here."""
    return Told("WARNING", Message("journal.status_strangers", name=name, count=count))


_RESOLVED = {
    RecallAnswer.ACCEPTED: ("SUCCESS", "recall.accepted"),
    RecallAnswer.PENDING: ("INFO", "recall.pending"),
    RecallAnswer.REJECTED: ("ERROR", "recall.refused"),
}


def resolved_lines(said: Iterable[Said]) -> list[Told]:
    """What an answer to a request for recall says of how many payments."""
    counts = Counter((one.answer, one.reason or "") for one in said)
    lines = []
    for (answer, reason), count in sorted(counts.items()):
        level, code = _RESOLVED[answer]
        values: dict[str, Value] = {"count": count, "reason": reason}
        if reason:
            known = refusal_of(reason)
            code = f"{code}_why"
            values["meaning"] = known.meaning if known else reason
        lines.append(Told(level, Message(code, **values)))
    return lines
