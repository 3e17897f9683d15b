"""What the checks found, as plain text for the ERP partner. Holds no secret."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from erplink import Description, Words, kept_said
from giroscope.features.erp.checking.catalogue import CHECKS, Check
from giroscope.features.erp.checking.found import Tone
from giroscope.features.erp.checking.standing import verdict
from giroscope.features.erp.checking.words import sentence
from giroscope.features.erp.sayings import SAYINGS
from giroscope.features.erp.tables import ErpVersion, Outcome, Verdict
from giroscope.kernel.clock import COPENHAGEN

_OUTCOMES: Mapping[Outcome, Words] = {
    Outcome.PASSED: Words("PASSED", "I ORDEN"),
    Outcome.WARNING: Words("WARNING", "ADVARSEL"),
    Outcome.FAILED: Words("FAILED", "FEJLET"),
    Outcome.SKIPPED: Words("SKIPPED", "SPRUNGET OVER"),
    Outcome.NOT_RUN: Words("NOT RUN", "IKKE KØRT"),
    Outcome.UNKNOWN: Words("UNKNOWN", "UKENDT"),
}
_VERDICTS: Mapping[Verdict | None, Words] = {
    Verdict.VALID: Words("Valid", "Gyldig"),
    Verdict.WARNINGS: Words("Valid with warnings", "Gyldig med advarsler"),
    Verdict.INVALID: Words("Invalid", "Ugyldig"),
    Verdict.UNKNOWN: Words("Unknown: no answer", "Ukendt: intet svar"),
    None: Words("Never validated", "Aldrig valideret"),
}
_MARKS = {Tone.WELL: "+", Tone.WARNING: "!", Tone.ILL: "x", Tone.OPEN: "?"}
_TITLE = Words("Validation of the ERP connection", "Validering af ERP-forbindelsen")
_HEAD = Words(
    "{realm} · {erp} · configuration {version} · {now}",
    "{realm} · {erp} · opsætning {version} · {now}",
)
_DRAFT = Words("draft", "kladde")
_REMEDY = Words("To do: {text}", "Gør dette: {text}")
_SAID = Words("The ERP said: {text}", "ERP-systemet sagde: {text}")
_CALLS = Words("Calls: {text}", "Kald: {text}")


@dataclass(frozen=True, slots=True)
class Reported:
    """What a report is about."""

    description: Description
    version: ErpVersion | Row[ErpVersion]
    results: Sequence[Any]
    """The latest of each check."""
    realm: str


def report(about: Reported, language: str, now: datetime) -> str:
    """The whole report in one language, one paragraph for each check."""
    by_name = {one.name: one for one in about.results}
    outcomes = {name: one.outcome for name, one in by_name.items()}
    number = about.version.number
    head = _in(_HEAD, language).format(
        realm=about.realm,
        erp=about.description.name,
        version=number if number is not None else _in(_DRAFT, language),
        now=_clock(now),
    )
    verdict_words = _in(_VERDICTS[verdict(outcomes)], language)
    lines = [_in(_TITLE, language), head, verdict_words, ""]
    for check in CHECKS:
        lines += [*_paragraph(check, by_name.get(check.name), language), ""]
    return "\n".join(lines)


def _paragraph(check: Check, result: Any, language: str) -> list[str]:
    title = _in(check.title, language)
    if result is None:
        return [f"[{_in(_OUTCOMES[Outcome.NOT_RUN], language)}] {title}"]
    outcome = Outcome(result.outcome)
    told = sentence(result.finding, result.values)
    lines = [
        f"[{_in(_OUTCOMES[outcome], language)}] {title} ({_clock(result.started)})",
        f"  {_in(told.found, language)}",
    ]
    lines += [
        f"  {_MARKS[Tone(item['tone'])]} {item[language]}" for item in result.items
    ]
    if said := kept_said(result.said):
        lines.append(f"  {_in(said.words, language)}")
    if result.detail:
        detail = _in(SAYINGS.in_both(result.detail), language)
        lines.append(f"  {_in(_SAID, language).format(text=detail)}")
    if told.remedy is not None and outcome is not Outcome.PASSED:
        lines.append(
            f"  {_in(_REMEDY, language).format(text=_in(told.remedy, language))}"
        )
    if result.call_ids:
        lines.append(
            f"  {_in(_CALLS, language).format(text=', '.join(result.call_ids))}"
        )
    return lines


def _in(words: Words, language: str) -> str:
    return words.da if language == "da" else words.en


def _clock(instant: datetime) -> str:
    return f"{instant.astimezone(COPENHAGEN):%Y-%m-%d %H:%M}"
