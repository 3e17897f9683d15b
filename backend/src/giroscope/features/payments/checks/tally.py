"""Counts what was found, and keeps enough of each cause to be read and mended."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from bankfiles import Severity
from giroscope.features.payments.checks.case import Hit
from giroscope.features.payments.checks.catalogue import LAYER_OF, RULES
from giroscope.features.payments.checks.rules import Layer, Words

MOST_PER_CAUSE = 200
MOST_FLAGS = 100_000
_KEY_BYTES = 5
_INDEX = re.compile(r"\[[0-9]+\]")
_LONGEST_VALUE = 200
# What an approver should see beside the payment itself.
_FLAGGED = frozenset({Layer.OWN, Layer.DUPLICATES, Layer.ADDRESS})


class About(NamedTuple):
    """The payment, or batch, a finding is about."""

    line: int | None = None
    position: int | None = None
    label: str | None = None
    """The end-to-end id, by which the accounting system knows the payment."""
    name: str | None = None
    amount: str | None = None
    currency: str | None = None
    batch: str | None = None


FILE = About()


class Found(NamedTuple):
    """A finding that is kept."""

    code: str
    severity: Severity
    path: str
    line: int | None
    value: str | None
    note: Words | None
    source: str
    journal: str | None
    about: About
    key: str
    """The same in a later run over the mended file."""

    @property
    def message(self) -> str:
        """One English sentence."""
        title = RULES[self.code].title.en
        note = self.note and self.note.en.removesuffix(".")
        return f"{title}: {note}." if note else f"{title}."


class Flag(NamedTuple):
    """What an approver should know of one payment."""

    position: int
    code: str
    severity: Severity
    value: str | None
    note: Words | None
    journal: str | None


@dataclass(slots=True)
class Cause:
    """All findings of one rule."""

    code: str
    severity: Severity
    """The worst of its findings."""
    count: int = 0
    payments: int = 0
    found: list[Found] = field(default_factory=list)
    last: int | None = None
    """The payment that was counted last."""


_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(slots=True)
class Tally:
    """Everything found in one file so far."""

    causes: dict[str, Cause] = field(default_factory=dict)
    counts: Counter[Severity] = field(default_factory=Counter)
    by_layer: Counter[tuple[Layer, Severity]] = field(default_factory=Counter)
    flags: list[Flag] = field(default_factory=list)

    def note(self, hits: Iterable[Hit], about: About = FILE) -> None:
        """Take what a layer found about one payment, batch or the file."""
        for hit in hits:
            self._note(hit, about)

    def _note(self, hit: Hit, about: About) -> None:
        rule, layer = RULES[hit.code], LAYER_OF[hit.code]
        severity = hit.severity or rule.severity
        self.counts[severity] += 1
        self.by_layer[layer, severity] += 1
        cause = self.causes.get(hit.code)
        if cause is None:
            cause = self.causes[hit.code] = Cause(hit.code, severity)
        elif _WEIGHT[severity] < _WEIGHT[cause.severity]:
            cause.severity = severity
        cause.count += 1
        if about.position is not None and about.position != cause.last:
            cause.payments += 1
            cause.last = about.position
            if layer in _FLAGGED and len(self.flags) < MOST_FLAGS:
                self._flag(hit, severity, about.position)
        if len(cause.found) < MOST_PER_CAUSE:
            cause.found.append(_found(hit, severity, about, rule.source))

    def _flag(self, hit: Hit, severity: Severity, position: int) -> None:
        if severity is not Severity.INFO or hit.journal is not None:
            value = hit.value and hit.value[:_LONGEST_VALUE]
            self.flags.append(
                Flag(position, hit.code, severity, value, hit.note, hit.journal)
            )

    def in_order(self) -> list[Cause]:
        """The worst first, then in the order of the layers."""
        layers = list(Layer)
        return sorted(
            self.causes.values(),
            key=lambda one: (
                _WEIGHT[one.severity], layers.index(LAYER_OF[one.code]), one.code
            ),
        )  # fmt: skip


def _found(hit: Hit, severity: Severity, about: About, source: str) -> Found:
    who = about.label or str(about.position or "")
    if about.position is None and about.batch is not None:
        who = f"batch {about.batch}"
    said = f"{hit.code}|{who}|{_INDEX.sub('', hit.path)}"
    key = hashlib.blake2b(said.encode(), digest_size=_KEY_BYTES).hexdigest()
    return Found(
        hit.code,
        severity,
        hit.path,
        hit.line or about.line,
        hit.value and hit.value[:_LONGEST_VALUE],
        hit.note,
        hit.source or source,
        hit.journal,
        about,
        key,
    )
