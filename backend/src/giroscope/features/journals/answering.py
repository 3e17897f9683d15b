"""What a bank's report changed, for the timeline: stages, lateness, strangers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from giroscope.features.journals.tables import Journal
from giroscope.features.payments import STAGES, Payment, PaymentState
from giroscope.features.payments.recalls import RecallAnswer
from giroscope.features.payments.recalls.policy import Said
from giroscope.features.payments.recalls.reasons import refusal_of

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
    code: str
    text: str
    values: Mapping[str, Any]


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
        text = f"{name} came late and changes nothing"
        return [Told("INFO", "journal.status_late", text, {"name": name})]
    text = f"{name} says nothing new"
    return [Told("INFO", "journal.status_repeated", text, {"name": name})]


Figures = Mapping[str, str]
"""How a journal stands: its state and how many payments stand where."""

_STATE = "state"
_FIGURES = {
    _STATE: "tilstand",
    "payments": "betalinger",
    "accepted": "accepteret",
    "rejected": "afvist",
    "pending": "afventer",
    "booked": "bogført",
}
"""Each with its Danish word."""


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
    changed = {key: f"{was[key]} → {now[key]}" for key in now if was[key] != now[key]}
    if not changed:
        text = f"Importing {name} again changed nothing"
        return Told("INFO", "journal.reimport_same", text, {"name": name})
    # The journal shows its state in words; how its code changed says less.
    figures = {key: "" if key == _STATE else f" {changed[key]}" for key in changed}
    said = ", ".join(f"{key}{figure}" for key, figure in figures.items())
    danish = ", ".join(f"{_FIGURES[key]}{figure}" for key, figure in figures.items())
    text = f"Importing {name} again changed: {said}"
    values = {"name": name, "changed": said, "changed_da": danish}
    return Told("WARNING", "journal.reimport_changed", text, values)


def _rank(code: str | None) -> int:
    stage = STAGES.get(code or "")
    return stage.rank if stage else 0


def _stage(code: str, count: int) -> Told:
    values = {"status": code, "count": count}
    stage = STAGES.get(code)
    if stage is None:
        text = f"Payments now {code}, a code that is not known here: {count}"
        return Told("WARNING", "journal.status_unknown", text, values)
    level = {
        PaymentState.REJECTED: "ERROR",
        PaymentState.CANCELLED: "WARNING",
        PaymentState.ACCEPTED: "SUCCESS",
    }.get(stage.state, "INFO")
    text = f"{stage.meaning} ({code}): {count}"
    return Told(level, "journal.status_stage", text, values)


def stranger_lines(count: int, name: str) -> Told:
    """The report speaks of payments that are not here."""
    text = f"{count} lines of {name} name payments that this journal does not hold"
    return Told(
        "WARNING", "journal.status_strangers", text, {"name": name, "count": count}
    )


_RESOLVED = {
    RecallAnswer.ACCEPTED: ("SUCCESS", "recall.accepted", "Taken back by the bank"),
    RecallAnswer.PENDING: (
        "INFO", "recall.pending", "The bank works on taking them back",
    ),
    RecallAnswer.REJECTED: ("ERROR", "recall.refused", "Not given back by the bank"),
}  # fmt: skip


def resolved_lines(said: Iterable[Said]) -> list[Told]:
    """What an answer to a request for recall says of how many payments."""
    counts = Counter((one.answer, one.reason or "") for one in said)
    lines = []
    for (answer, reason), count in sorted(counts.items()):
        level, code, text = _RESOLVED[answer]
        known = refusal_of(reason)
        why = f" ({known.meaning if known else reason})" if reason else ""
        values = {"count": count, "reason": reason}
        if reason and answer is RecallAnswer.REJECTED:
            code = f"{code}_why"
        lines.append(Told(level, code, f"{text}{why}: {count}", values))
    return lines
