"""What a period, a change of plan and used units cost. Decides only; changes nothing.

Amounts are exact. Each line is rounded to the cent, a half away from zero; VAT is
rounded once, on the sum of the lines. A part of a period is paid by its days.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.line_words import say, unit
from giroscope.features.billing.periods import ONE_DAY, days, months_of
from giroscope.features.billing.tables import (
    BillingAccount,
    Interval,
    Meter,
    Subscription,
    VatTreatment,
)
from giroscope.features.billing.vat import rounded, treatment, vat_of

_NOTHING = Decimal(0)


class Terms(NamedTuple):
    """What is subscribed to."""

    plan: str
    interval: str
    currency: str
    seats: int

    @classmethod
    def of(cls, subscription: Subscription) -> "Terms":
        """Those of the present period."""
        row = subscription
        return cls(row.plan, row.interval, row.currency, row.seats)

    @classmethod
    def next_of(cls, subscription: Subscription) -> "Terms | None":
        """Those that wait for the next period, if others."""
        waiting = subscription.next_terms
        return cls(**waiting) if waiting else None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an invoice to be."""

    kind: str
    text: str
    from_date: date
    to_date: date
    quantity: Decimal
    unit: str
    unit_price: Decimal
    meter: str | None = None
    used: int | None = None
    included: int | None = None

    @property
    def net(self) -> Decimal:
        """What it comes to without VAT."""
        return rounded(self.quantity * self.unit_price)

    def values(self) -> dict[str, Any]:
        """As its row has it."""
        names = (*self.__dataclass_fields__, "net")
        return {name: getattr(self, name) for name in names}


class Sums(NamedTuple):
    """What an invoice comes to."""

    net: Decimal
    treatment: VatTreatment
    rate: Decimal
    vat: Decimal

    @property
    def total(self) -> Decimal:
        """With VAT."""
        return self.net + self.vat


class Span(NamedTuple):
    """A period; `end` is the first day that is not in it."""

    start: date
    end: date

    @property
    def last(self) -> date:
        """Its last day."""
        return self.end - ONE_DAY


def sums(
    catalogue: Catalogue, account: BillingAccount, lines: Iterable[Line], day: date
) -> Sums:
    """The sums of lines on an invoice of this day to this buyer."""
    net = sum((line.net for line in lines), _NOTHING)
    how = treatment(catalogue.seller.country, account.country, account.vat_number)
    is_ours = how is VatTreatment.DOMESTIC
    rate = catalogue.vat_rate(day) if is_ours else _NOTHING
    return Sums(net, how, rate, vat_of(net, rate))


def period_price(catalogue: Catalogue, terms: Terms, day: date) -> Decimal:
    """The plan and its further seats for one whole period that begins on this day."""
    price = catalogue.price(terms.plan, terms.currency, day)
    more = _further_seats(catalogue, terms)
    return price.of_period(terms.interval) + more * price.of_seat(terms.interval)


def fee_lines(
    catalogue: Catalogue, terms: Terms, span: Span, language: str
) -> list[Line]:
    """The plan for a whole period, and seats beyond those it has."""
    price = catalogue.price(terms.plan, terms.currency, span.start)
    name = catalogue.plan(terms.plan).name(language)
    is_month = terms.interval == Interval.MONTH
    told = say("month_fee" if is_month else "year_fee", language, plan=name)
    period = unit("month" if is_month else "year", language)
    lines = [
        Line("PLAN", told, span.start, span.last, Decimal(1), period,
             price.of_period(terms.interval))
    ]  # fmt: skip
    more = _further_seats(catalogue, terms)
    if more:
        told = say("seats", language, plan=name)
        seats = unit("seat", language, more)
        lines.append(
            Line("SEATS", told, span.start, span.last, Decimal(more), seats,
                 price.of_seat(terms.interval))
        )  # fmt: skip
    return lines


def usage_lines(
    catalogue: Catalogue,
    terms: Terms,
    span: Span,
    used: Mapping[Meter, int],
    language: str,
) -> list[Line]:
    """What was used beyond what the period includes, at the prices it began with."""
    price = catalogue.price(terms.plan, terms.currency, span.start)
    lines = []
    for meter in Meter:
        included = included_units(catalogue, terms, meter)
        beyond = used.get(meter, 0) - included
        unit_price = price.of_unit(meter, terms.interval)
        if beyond <= 0 or not unit_price:
            continue
        told = say(meter.value, language, used=used[meter], included=included)
        lines.append(
            Line("USAGE", told, span.start, span.last, Decimal(beyond),
                 unit(meter.value, language, beyond), unit_price, meter.value,
                 used[meter], included)
        )  # fmt: skip
    return lines


def change_lines(
    catalogue: Catalogue,
    was: Terms,
    wanted: Terms,
    span: Span,
    today: date,
    language: str,
) -> list[Line]:
    """The rest of a period: what was paid for it is given back, the new is charged."""
    left, whole = days(today, span.end), days(span.start, span.end)
    lines = []
    for kind, terms, sign in (("UNUSED", was, -1), ("REST", wanted, 1)):
        price = period_price(catalogue, terms, span.start)
        share = sign * rounded(price * left / whole)
        name = catalogue.plan(terms.plan).name(language)
        told = say(kind, language, plan=name, seats=terms.seats, left=left, whole=whole)
        part = unit("part", language)
        lines.append(Line(kind, told, today, span.last, Decimal(1), part, share))
    return lines


def included_units(catalogue: Catalogue, terms: Terms, meter: Meter) -> int:
    """How many units a whole period includes."""
    plan = catalogue.plan(terms.plan)
    return plan.included(meter, months_of(terms.interval), terms.seats)


def forecast(used: int, span: Span, today: date, meter: Meter) -> int:
    """How many it is going to be at the period's end, if it goes on like this.

    People are not extrapolated: who signed in has signed in.
    """
    passed, whole = days(span.start, today) + 1, days(span.start, span.end)
    if meter is Meter.USERS or passed >= whole:
        return used
    return -(-used * whole // max(passed, 1))


def _further_seats(catalogue: Catalogue, terms: Terms) -> int:
    return max(terms.seats - catalogue.plan(terms.plan).seats, 0)
