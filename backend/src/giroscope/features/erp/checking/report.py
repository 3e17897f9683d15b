"""What the checks found, as plain text for the ERP partner. Holds no secret."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from erplink import Description, Words
from giroscope.features.erp.checking.catalogue import CHECKS, Check
from giroscope.features.erp.checking.result import Tone
from giroscope.features.erp.checking.status import verdict
from giroscope.features.erp.checking.words import sentence
from giroscope.features.erp.tables import ErpVersion, Outcome
from giroscope.kernel.clock import COPENHAGEN
from giroscope.kernel.text import recognised
from localization import Message, render

_MARKS = {Tone.WELL: "+", Tone.WARNING: "!", Tone.ILL: "x", Tone.OPEN: "?"}


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
    found = verdict(outcomes)
    head = Message(
        "erp_check.report_head",
        realm=about.realm,
        erp=about.description.name,
        version=Message("erp_check.draft") if number is None else str(number),
        now=_clock(now),
    )
    told = Message(f"erp_check.verdict_{found.value.lower() if found else 'never'}")
    messages = (Message("erp_check.report_title"), head, told)
    lines = [*(render(one, language) for one in messages), ""]
    for check in CHECKS:
        lines += [*_paragraph(check, by_name.get(check.name), language), ""]
    return "\n".join(lines)


def _paragraph(check: Check, result: Any, language: str) -> list[str]:
    title = render(check.title, language)
    if result is None:
        return [f"[{_outcome(Outcome.NOT_RUN, language)}] {title}"]
    outcome = Outcome(result.outcome)
    told = sentence(result.finding, result.values)
    lines = [
        f"[{_outcome(outcome, language)}] {title} ({_clock(result.started)})",
        f"  {_in(told.found, language)}",
    ]
    lines += [
        f"  {_MARKS[Tone(item['tone'])]} {item[language]}" for item in result.items
    ]
    if said := result.said:
        lines.append(f"  {render(said, language)}")
    if result.detail:
        own = Message("erp_check.report_said", text=recognised(result.detail))
        lines.append(f"  {render(own, language)}")
    if told.remedy is not None and outcome is not Outcome.PASSED:
        remedy = Message("erp_check.report_remedy", text=_in(told.remedy, language))
        lines.append(f"  {render(remedy, language)}")
    if result.call_ids:
        calls = Message("erp_check.report_calls", text=", ".join(result.call_ids))
        lines.append(f"  {render(calls, language)}")
    return lines


def _outcome(outcome: Outcome, language: str) -> str:
    return render(Message(f"erp_check.outcome_{outcome.value.lower()}"), language)


def _in(words: Words, language: str) -> str:
    return words.da if language == "da" else words.en


def _clock(instant: datetime) -> str:
    return f"{instant.astimezone(COPENHAGEN):%Y-%m-%d %H:%M}"
