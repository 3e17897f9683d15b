"""Execution dates against the days banks work, and the last hour to release."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from giroscope.features.payments.checks.case import Block, Case, Hit
from giroscope.features.payments.checks.kinds import Kind
from giroscope.features.payments.checks.rules import (
    INFO,
    WARNING,
    Rule,
    Words,
    rules,
)
from giroscope.kernel.banking_days import (
    Calendar,
    calendars_of,
    is_closed,
    next_open,
)
from giroscope.kernel.clock import COPENHAGEN

_CALENDARS = (
    "Danmarks Nationalbank, ECB (T2), Riksbanken (RIX), Norges Bank, Finance Finland:"
    " closing days"
)
_CHOOSE = Words(
    "Choose the day you mean; otherwise the bank moves it.",
    "Vælg den dag, du mener; ellers flytter banken den.",
)

RULES = rules(
    Rule(
        "execution_date_past",
        WARNING,
        Words(
            "An execution date lies in the past", "En udførelsesdato ligger i fortiden"
        ),
        Words(
            "A payment is executed today or later; banks move or refuse older dates.",
            "En betaling udføres i dag eller senere; banker flytter eller afviser ældre"
            " datoer.",
        ),
        _CHOOSE,
        "ISO 20022 reason CH04; the bank's guide",
    ),
    Rule(
        "execution_day_closed",
        WARNING,
        Words(
            "Banks are closed on an execution date",
            "Bankerne holder lukket på en udførelsesdato",
        ),
        Words(
            "Nothing is settled on weekends and bank holidays, in the payer's country"
            " and for the currency.",
            "Der afvikles intet i weekender og på banklukkedage, i betalerens land og"
            " for valutaen.",
        ),
        _CHOOSE,
        _CALENDARS,
    ),
    Rule(
        "execution_date_far",
        WARNING,
        Words(
            "An execution date is more than a year ahead",
            "En udførelsesdato ligger mere end et år frem",
        ),
        Words(
            "Banks keep payments for up to a year.",
            "Banker opbevarer betalinger i op til et år.",
        ),
        Words("Look whether the year is right.", "Se efter, om året er rigtigt."),
        "ISO 20022 reason CH03; the bank's guide",
    ),
    Rule(
        "cut_off_passed",
        WARNING,
        Words("Today's cut-off time has passed", "Dagens frist er overskredet"),
        Words(
            "What comes after the cut-off time is executed on the next banking day.",
            "Det, der kommer efter fristen, udføres næste bankdag.",
        ),
        Words(
            "Pay it as an instant or same-day payment if it is urgent.",
            "Betal det som straks- eller samme dags-betaling, hvis det haster.",
        ),
        "The agreement with the bank, else the bank's published times",
    ),
    Rule(
        "cut_off_soon",
        INFO,
        Words("The cut-off time is near", "Fristen er nær"),
        Words(
            "What comes after the cut-off time is executed on the next banking day.",
            "Det, der kommer efter fristen, udføres næste bankdag.",
        ),
        Words("Approve and release before then.", "Godkend og frigiv inden da."),
        "The agreement with the bank, else the bank's published times",
    ),
)

_YEAR = timedelta(days=366)
_NEAR = timedelta(hours=2)


def of_batch(block: Block, case: Case, currencies: frozenset[str]) -> Iterator[Hit]:
    """The batch's execution date, once its payments are known."""
    day = block.batch.execution_date
    if day is None:
        return
    path = block.at("ReqdExctnDt")
    today = case.today
    calendars = closing(block, currencies)
    if day < today:
        moved = next_open(today, calendars)
        yield Hit("execution_date_past", path, day.isoformat(), _moved(moved))
        return
    if day - today > _YEAR:
        yield Hit("execution_date_far", path, day.isoformat())
    if is_closed(day, calendars):
        moved = next_open(day, calendars)
        yield Hit("execution_day_closed", path, day.isoformat(), _moved(moved))
    elif day == today:
        yield from _times(block, case, path, calendars)


def closing(block: Block, currencies: frozenset[str]) -> frozenset[Calendar]:
    """Whose closing days count for a batch."""
    found: frozenset[Calendar] = frozenset()
    for currency in currencies or {""}:
        found |= calendars_of(block.country, currency)
    return found


def release_by(block: Block, case: Case, currencies: frozenset[str]) -> datetime | None:
    """The last moment to release the batch for its day, or for the one it is moved to.

    None where no time is known, or the day lies in the past.
    """
    day = block.batch.execution_date
    times = [one for kind in block.kinds if (one := _cut_off(block, case, kind))]
    if day is None or not times or day < case.today:
        return None
    return _moment(next_open(day, closing(block, currencies)), min(times))


def _times(
    block: Block, case: Case, path: str, calendars: frozenset[Calendar]
) -> Iterator[Hit]:
    for kind in sorted(block.kinds):
        told = _cut_off(block, case, kind)
        if told is None:
            continue
        last = _moment(case.today, told)
        if case.now > last:
            moved = next_open(case.today + timedelta(days=1), calendars)
            yield Hit("cut_off_passed", path, told, _moved(moved))
        elif last - case.now <= _NEAR:
            yield Hit("cut_off_soon", path, told)


def _cut_off(block: Block, case: Case, kind: Kind) -> str | None:
    """As the agreement says, else as the bank publishes; local time."""
    account = (block.batch.debtor.account or "").replace(" ", "").upper()
    agreed = case.cut_offs.get(case.connections.get(account, ""), {})
    if kind in agreed:
        return agreed[kind]
    return block.profile.cut_offs.get(kind) if block.profile else None


def _moment(day: date, told: str) -> datetime:
    if told.startswith("24"):
        return datetime.combine(day + timedelta(days=1), time(), COPENHAGEN)
    return datetime.combine(day, time.fromisoformat(told), COPENHAGEN)


def _moved(day: date) -> Words:
    return Words(f"would be executed on {day}", f"ville blive udført {day}")
