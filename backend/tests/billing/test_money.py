"""Periods, prices, VAT and references, without a database."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from giroscope.features.billing.catalogue import (
    Catalogue,
    catalogue_of,
    read_catalogue,
)
from giroscope.features.billing.errors import BadCatalogue, UnknownPlan
from giroscope.features.billing.example import EXAMPLE
from giroscope.features.billing.periods import next_start
from giroscope.features.billing.pricing import (
    Span,
    Terms,
    change_lines,
    fee_lines,
    forecast,
    included_units,
    usage_lines,
)
from giroscope.features.billing.reference import (
    is_reference,
    new_payer,
    reference_of,
    spaced,
)
from giroscope.features.billing.tables import Interval, Meter, VatTreatment
from giroscope.features.billing.vat import (
    is_cvr,
    is_ean,
    is_vat_number,
    rounded,
    treatment,
    vat_of,
)
from giroscope.settings import Settings

START = Terms("start", Interval.MONTH, "DKK", 3)
BUSINESS = Terms("business", Interval.MONTH, "DKK", 10)
SPAN = Span(date(2026, 11, 1), date(2026, 12, 1))


@pytest.mark.parametrize(
    ("start", "interval", "anchor", "end"),
    [
        (date(2026, 1, 31), Interval.MONTH, 31, date(2026, 2, 28)),
        (date(2026, 2, 28), Interval.MONTH, 31, date(2026, 3, 31)),
        (date(2026, 12, 15), Interval.MONTH, 15, date(2027, 1, 15)),
        (date(2028, 2, 29), Interval.YEAR, 29, date(2029, 2, 28)),
    ],
)
def test_a_period_begins_on_its_day_or_the_last_of_a_short_month(
    start: date, interval: str, anchor: int, end: date
) -> None:
    assert next_start(start, interval, anchor) == end


def test_the_plan_and_its_further_seats_are_charged(catalogue: Catalogue) -> None:
    lines = fee_lines(catalogue, START._replace(seats=5), SPAN, "da")
    assert [(one.kind, one.net) for one in lines] == [
        ("PLAN", Decimal("495.00")), ("SEATS", Decimal("98.00")),
    ]  # fmt: skip
    assert lines[0].to_date == date(2026, 11, 30)


def test_only_what_is_beyond_the_included_costs(catalogue: Catalogue) -> None:
    used = {Meter.JOURNALS: 103, Meter.SENDINGS: 50, Meter.USERS: 4}
    lines = usage_lines(catalogue, START, SPAN, used, "en")
    assert [(one.meter, one.quantity, one.net) for one in lines] == [
        ("JOURNALS", Decimal(3), Decimal("7.50")),
        ("USERS", Decimal(1), Decimal("49.00")),
    ]


def test_a_year_includes_what_twelve_months_do(catalogue: Catalogue) -> None:
    year = START._replace(interval=Interval.YEAR, seats=5)
    for meter, month, whole in (
        (Meter.JOURNALS, 100, 1200), (Meter.SENDINGS, 50, 600), (Meter.USERS, 3, 5),
    ):  # fmt: skip
        assert included_units(catalogue, START, meter) == month
        assert included_units(catalogue, year, meter) == whole


def test_a_dearer_plan_is_paid_for_by_the_days_that_are_left(
    catalogue: Catalogue,
) -> None:
    lines = change_lines(catalogue, START, BUSINESS, SPAN, date(2026, 11, 21), "en")
    assert [one.net for one in lines] == [Decimal("-165.00"), Decimal("498.33")]
    whole = change_lines(catalogue, START, BUSINESS, SPAN, SPAN.start, "en")
    assert sum(one.net for one in whole) == Decimal("1000.00")


def test_a_forecast_goes_on_in_the_same_way() -> None:
    assert forecast(10, SPAN, date(2026, 11, 10), Meter.JOURNALS) == 30
    assert forecast(1, SPAN, date(2026, 11, 7), Meter.JOURNALS) == 5
    assert forecast(10, SPAN, date(2026, 11, 10), Meter.USERS) == 10
    assert forecast(10, SPAN, date(2026, 11, 30), Meter.JOURNALS) == 10


@pytest.mark.parametrize(
    ("amount", "cents"),
    [("0.005", "0.01"), ("-0.005", "-0.01"), ("2.344", "2.34"), ("2.345", "2.35")],
)
def test_a_half_goes_away_from_zero(amount: str, cents: str) -> None:
    assert rounded(Decimal(amount)) == Decimal(cents)


def test_vat_is_rounded_once() -> None:
    assert vat_of(Decimal("0.02") + Decimal("0.02"), Decimal(25)) == Decimal("0.01")


@pytest.mark.parametrize(
    ("country", "number", "how"),
    [
        ("DK", "", VatTreatment.DOMESTIC),
        ("SE", "SE556677889901", VatTreatment.REVERSE_CHARGE),
        ("SE", "", VatTreatment.DOMESTIC),
        ("GR", "EL123456789", VatTreatment.REVERSE_CHARGE),
        ("GR", "GR123456789", VatTreatment.DOMESTIC),
        ("NO", "", VatTreatment.OUTSIDE_EU),
        ("GB", "GB123456789", VatTreatment.OUTSIDE_EU),
    ],
)
def test_who_owes_the_vat(country: str, number: str, how: VatTreatment) -> None:
    assert treatment("DK", country, number) is how


def test_numbers_are_known_by_their_form() -> None:
    assert is_cvr("12345674")
    assert not is_cvr("12345678")
    assert is_vat_number("DK12345674", "DK")
    assert not is_vat_number("DK12345678", "DK")
    assert is_vat_number("DE123456789", "DE")
    assert not is_vat_number("DE12345678", "DE")
    assert is_ean("5790000123452")
    assert not is_ean("5790000123453")


def test_a_reference_tells_one_wrong_sign() -> None:
    reference = reference_of("ABC1234", 7)
    assert is_reference(reference)
    assert is_reference(spaced(reference))
    assert len(reference) <= 25
    for place, sign in enumerate(reference[2:], 2):
        other = "7" if sign != "7" else "8"
        assert not is_reference(reference[:place] + other + reference[place + 1 :])
    assert len(new_payer()) == 7


def test_a_price_holds_from_its_day(catalogue: Catalogue) -> None:
    with pytest.raises(UnknownPlan):
        catalogue.price("start", "DKK", date(2024, 12, 31))
    with pytest.raises(UnknownPlan):
        catalogue.price("start", "SEK", date(2026, 1, 1))


def test_a_period_costs_what_was_told_on_its_first_day() -> None:
    """A price is told with its first and its last day; both are days it holds on."""
    last, first = date(2026, 11, 30), date(2026, 12, 1)
    was = {**_PLAN["prices"][0], "to": last}
    new = {**was, "from": first, "to": None, "month": "2000.00", "journal": "9.00"}
    plans = [{**_PLAN, "prices": [was, new]}]
    catalogue = Catalogue.model_validate({**EXAMPLE, "plans": plans})
    assert catalogue.price(BUSINESS.plan, "DKK", last).month == Decimal("1495.00")
    assert catalogue.price(BUSINESS.plan, "DKK", first).month == Decimal("2000.00")
    (fee,) = fee_lines(catalogue, BUSINESS, SPAN, "en")
    (used,) = usage_lines(catalogue, BUSINESS, SPAN, {Meter.JOURNALS: 1001}, "en")
    assert (fee.net, used.net) == (Decimal("1495.00"), Decimal("1.50"))
    later = Span(first, date(2027, 1, 1))
    (fee,) = fee_lines(catalogue, BUSINESS, later, "en")
    (used,) = usage_lines(catalogue, BUSINESS, later, {Meter.JOURNALS: 1001}, "en")
    assert (fee.net, used.net) == (Decimal("2000.00"), Decimal("9.00"))


_PLAN = next(one for one in EXAMPLE["plans"] if one["id"] == EXAMPLE["trial_plan"])


@pytest.mark.parametrize(
    "changes",
    [
        {"reminders": {"days": [10, 20, 30, 40]}},
        {"reminders": {"days": [10, 19]}},
        {"reminders": {"days": [10], "fees": {"DKK": "100.01"}}},
        {"trial_plan": "nothing"},
        {"vat": [{"rate": 25.0, "from": date(1992, 1, 1)}]},
        {"plans": [*EXAMPLE["plans"], EXAMPLE["plans"][0]]},
        {"plans": [{**_PLAN, "prices": [{**_PLAN["prices"][0], "currency": "SEK"}]}]},
        {"colour": "blue"},
    ],
)
def test_a_file_that_breaks_the_law_or_itself_is_refused(
    changes: dict[str, Any],
) -> None:
    with pytest.raises(ValidationError):
        Catalogue.model_validate({**EXAMPLE, **changes})


def test_production_sells_nothing_without_a_file(
    sqlite_settings: Settings, tmp_path: Any
) -> None:
    example = catalogue_of(sqlite_settings)
    assert example is not None
    assert example.seller.realm == sqlite_settings.default_realm
    assert (
        catalogue_of(sqlite_settings.model_copy(update={"environment": "production"}))
        is None
    )
    bad = tmp_path / "plans.toml"
    bad.write_text("trial_days = 0")
    broken = sqlite_settings.model_copy(update={"billing_file": bad})
    with pytest.raises(BadCatalogue, match="cannot be used: trial_days: ") as told:
        catalogue_of(broken)
    # Who reads it is a customer: what is wrong, and not where the operator keeps it.
    assert str(tmp_path) not in str(told.value)
    bad.write_text("trial_days = ")
    with pytest.raises(BadCatalogue, match="cannot be read: Invalid value") as told:
        catalogue_of(broken)
    assert str(tmp_path) not in str(told.value)
    bad.unlink()
    with pytest.raises(BadCatalogue, match="No such file") as told:
        catalogue_of(broken)
    assert str(tmp_path) not in str(told.value)


def test_the_file_in_the_manual_can_be_read(tmp_path: Any) -> None:
    manual = Path(__file__).parents[3] / "docs" / "billing.md"
    told = manual.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    path = tmp_path / "plans.toml"
    path.write_text(told, "utf-8")
    assert read_catalogue(path).price("business", "DKK", date(2026, 1, 1))
