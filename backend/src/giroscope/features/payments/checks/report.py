"""The report of one check, as every way in gives it: API, upload, window, command."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bankfiles import Detected, FileHeader, Severity
from giroscope.features.payments.checks.catalogue import BY_LAYER, LAYER_OF, RULES
from giroscope.features.payments.checks.rules import (
    BLOCKING,
    NAMES,
    Layer,
    Light,
    Words,
)
from giroscope.features.payments.checks.status import Standing
from giroscope.features.payments.checks.tally import Cause, Flag, Found, Tally
from giroscope.features.payments.checks.tokens import Remembered, fold


@dataclass(frozen=True, slots=True)
class Report:
    """What the check of one file found."""

    name: str
    sha256: str
    size: int
    kind: Detected
    header: FileHeader | None
    checked: datetime
    tally: Tally
    not_run: Mapping[Layer, Words]
    """Layers that could not be looked at, and why."""
    totals: Mapping[str, Any]

    @property
    def standing(self) -> Standing:
        """The verdict over the whole file."""
        blocks = any(self.tally.by_layer[one, Severity.ERROR] for one in BLOCKING)
        if blocks:
            return Standing.INVALID
        counts = self.tally.counts
        has_doubts = counts[Severity.ERROR] or counts[Severity.WARNING]
        return Standing.WARNINGS if has_doubts else Standing.VALID

    @property
    def flags(self) -> list[Flag]:
        """What approvers should know, payment by payment."""
        return self.tally.flags

    def light(self, layer: Layer) -> Light:
        """What the layer came to."""
        found = self.tally.by_layer
        if found[layer, Severity.ERROR]:
            return Light.ERRORS
        if found[layer, Severity.WARNING]:
            return Light.WARNINGS
        return Light.NOT_RUN if layer in self.not_run else Light.PASSED

    def told(self, previous: Mapping[str, Remembered] | None = None) -> dict[str, Any]:
        """As JSON; compared with an earlier run where one is given."""
        counts, header = self.tally.counts, self.header
        causes = self.tally.in_order()
        return {
            "file": self.name,
            "sha256": self.sha256,
            "size": self.size,
            "format": self.kind.format,
            "version": self.kind.version,
            "messageId": header.message_id if header else None,
            "created": header.created if header else None,
            "checked": self.checked.isoformat(),
            "standing": self.standing.value.lower(),
            "counts": {
                "errors": counts[Severity.ERROR],
                "warnings": counts[Severity.WARNING],
                "notes": counts[Severity.INFO],
            },
            "layers": [self._layer(layer) for layer in Layer],
            "totals": dict(self.totals),
            "groups": [_group(cause) for cause in causes],
            "findings": [
                _finding(found, previous) for cause in causes for found in cause.found
            ],
            "rerun": None if previous is None else _compared(causes, previous),
            "token": fold(causes),
        }

    def _layer(self, layer: Layer) -> dict[str, Any]:
        found, reason = self.tally.by_layer, self.not_run.get(layer)
        return {
            "layer": layer.value,
            "name": NAMES[layer]._asdict(),
            "light": self.light(layer).value,
            "errors": found[layer, Severity.ERROR],
            "warnings": found[layer, Severity.WARNING],
            "notes": found[layer, Severity.INFO],
            "rules": len(BY_LAYER[layer]),
            "reason": reason._asdict() if reason else None,
        }


def _group(cause: Cause) -> dict[str, Any]:
    rule = RULES[cause.code]
    return {
        "code": cause.code,
        "layer": LAYER_OF[cause.code].value,
        "severity": cause.severity.value,
        "title": rule.title._asdict(),
        "rule": rule.rule._asdict(),
        "fix": rule.fix._asdict(),
        "source": rule.source,
        "count": cause.count,
        "payments": cause.payments,
        "leftOut": cause.count - len(cause.found),
    }


def _finding(found: Found, previous: Mapping[str, Remembered] | None) -> dict[str, Any]:
    about = found.about
    payment = None
    if about.position is not None:
        payment = {
            "position": about.position,
            "endToEndId": about.label,
            "creditor": about.name,
            "amount": about.amount,
            "currency": about.currency,
            "batch": about.batch,
        }
    before = (previous or {}).get(found.code)
    is_new = previous is not None and (before is None or found.key not in before.keys)
    return {
        "key": found.key,
        "severity": found.severity.value,
        "code": found.code,
        "message": found.message,
        "path": found.path,
        "line": found.line,
        "value": found.value,
        "note": found.note._asdict() if found.note else None,
        "source": found.source,
        "payment": payment,
        "journal": found.journal,
        "isNew": is_new,
    }


def _compared(
    causes: list[Cause], previous: Mapping[str, Remembered]
) -> dict[str, Any]:
    """What of an earlier run is gone, and what came."""
    now = {cause.code: {one.key for one in cause.found} for cause in causes}
    counted = {cause.code: cause.count for cause in causes}
    mended: list[dict[str, Any]] = []
    new = 0
    for code, before in previous.items():
        gone = len(before.keys - now.get(code, set()))
        if code not in counted:
            gone = before.total
        rule = RULES.get(code)
        if gone and rule is not None:
            title = rule.title._asdict()
            mended.append({"code": code, "title": title, "count": gone})
    for code, keys in now.items():
        known = previous.get(code)
        new += len(keys - known.keys) if known else counted[code]
    return {
        "mended": mended,
        "mendedCount": sum(one["count"] for one in mended),
        "newCount": new,
    }
