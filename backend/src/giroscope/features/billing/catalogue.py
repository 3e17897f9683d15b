"""What is sold, by whom and for how much: the operator's file, or an example.

Prices and VAT rates hold from one day to another, so that a file says today what will
be true next year, and what was true when an old period began. A laptop without a file
sells what the example says; an installation in production bills nobody without one.
"""

import tomllib
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Self

import structlog
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)

from giroscope.features.billing.errors import BadCatalogue, UnknownPlan
from giroscope.features.billing.example import EXAMPLE
from giroscope.features.billing.tables import Interval, Meter
from giroscope.features.billing.vat import CENT
from giroscope.settings import Settings

log = structlog.get_logger(__name__)

MOST_REMINDERS, LEAST_DAYS_BETWEEN = 3, 10
HIGHEST_FEE = Decimal(100)
"""In kroner. At most three reminders with a fee, ten days apart: rentelov § 9 b."""
_TAXABLE = ("DKK", "EUR")
"""In these alone may the VAT of an invoice be told: momsbekendtgørelsen § 97, 2."""


def _exact(value: Any) -> Any:
    if isinstance(value, float):
        raise ValueError('an amount stands in quotation marks, such as "495.00"')  # noqa: TRY004 - of the file
    return value


def _to_the_cent(value: Decimal) -> Decimal:
    if value < 0 or value != value.quantize(CENT):
        raise ValueError("an amount is not negative and has two decimals at most")
    return value


def _taxable(currency: str) -> str:
    # Whoever buys may come to owe Danish VAT, so no other currency is sold in.
    if currency not in _TAXABLE:
        raise ValueError("prices are in DKK or EUR, in which VAT can be told")
    return currency


Price_ = Annotated[Decimal, BeforeValidator(_exact), AfterValidator(_to_the_cent)]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
Text = Annotated[str, Field(min_length=1, max_length=140)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class _Dated(_Part):
    """Something that holds from a day, to a day or until further notice."""

    from_: date = Field(alias="from")
    to: date | None = None

    def holds(self, day: date) -> bool:
        """Whether it holds on this day."""
        return self.from_ <= day and (self.to is None or day <= self.to)


class BankAccount(_Part):
    """Where customers pay to, in one currency."""

    currency: Currency
    bank: Text
    iban: str = Field(pattern=r"^[A-Z]{2}\d{2}[A-Z0-9]{6,30}$")
    bic: str = Field(pattern=r"^[A-Z0-9]{8}([A-Z0-9]{3})?$")
    number: str = ""
    """Registration and account number, for those who pay within Denmark."""


class Seller(_Part):
    """Who sells: what the law wants of an invoice's sender."""

    name: Text
    address: Text
    postcode: Text
    city: Text
    country: Country
    company_number: Text
    vat_number: Text
    mail: str = ""
    phone: str = ""
    web: str = ""
    series: str = Field(pattern=r"^[A-Z0-9]{1,8}$")
    """What invoice numbers begin with; the tenant's name follows."""
    realm: str = ""
    """The realm into which the seller's own statements come."""
    accounts: Annotated[tuple[BankAccount, ...], Field(min_length=1)]


class VatRate(_Dated):
    """A rate of the seller's country, in per cent."""

    rate: Price_


class Reminders(_Part):
    """When unpaid invoices are reminded of, and for what fee."""

    days: tuple[int, ...] = ()
    """Days after the day on which payment was due, one for each reminder."""
    fees: dict[Currency, Price_] = {}
    days_to_pay: int = Field(default=10, ge=1)
    interest: str = Field(default="", max_length=200)
    """A sentence on interest, printed on invoices; none is calculated."""

    @model_validator(mode="after")
    def _ensure_lawful(self) -> Self:
        between = zip(self.days, self.days[1:], strict=False)
        if len(self.days) > MOST_REMINDERS:
            raise ValueError("at most three reminders may cost a fee")
        if any(later - earlier < LEAST_DAYS_BETWEEN for earlier, later in between):
            raise ValueError("reminders are at least ten days apart")
        if any(day < 1 for day in self.days):
            raise ValueError("a reminder comes after the day of payment")
        if self.fees.get("DKK", Decimal(0)) > HIGHEST_FEE:
            raise ValueError("a reminder costs at most 100.00 DKK")
        return self


class Price(_Dated):
    """What a plan costs in one currency, without VAT."""

    currency: Annotated[Currency, AfterValidator(_taxable)]
    month: Price_
    year: Price_
    seat_month: Price_
    seat_year: Price_
    journal: Price_
    sending: Price_

    def of_period(self, interval: str) -> Decimal:
        """The plan, for a period."""
        return self.month if interval == Interval.MONTH else self.year

    def of_seat(self, interval: str) -> Decimal:
        """One more seat, for a period."""
        return self.seat_month if interval == Interval.MONTH else self.seat_year

    def of_unit(self, meter: Meter, interval: str) -> Decimal:
        """One unit more than is included."""
        if meter is Meter.USERS:
            return self.of_seat(interval)
        return self.journal if meter is Meter.JOURNALS else self.sending


class Plan(_Part):
    """What can be subscribed to."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")
    en: Text
    da: Text
    journals: int = Field(ge=0)
    """Included in a month."""
    sendings: int = Field(ge=0)
    seats: int = Field(ge=1)
    prices: Annotated[tuple[Price, ...], Field(min_length=1)]

    def name(self, language: str) -> str:
        """What it is called."""
        return self.da if language == "da" else self.en

    def included(self, meter: Meter, months: int, seats: int) -> int:
        """How many units a period of so many months includes."""
        if meter is Meter.USERS:
            return seats
        return months * (self.journals if meter is Meter.JOURNALS else self.sendings)


class Catalogue(_Part):
    """All of it."""

    is_example: bool = False
    trial_days: int = Field(default=30, ge=1, le=366)
    trial_plan: str
    payment_days: int = Field(default=14, ge=0, le=120)
    draft_days: int = Field(default=1, ge=0, le=30)
    """So long a draft can be seen before it becomes an invoice."""
    seller: Seller
    vat: Annotated[tuple[VatRate, ...], Field(min_length=1)]
    reminders: Reminders = Reminders()
    plans: Annotated[tuple[Plan, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _ensure_whole(self) -> Self:
        ids = [plan.id for plan in self.plans]
        if len(set(ids)) < len(ids):
            raise ValueError("two plans have one id")
        if self.trial_plan not in ids:
            raise ValueError("the plan of the trial is none of the plans")
        for plan in self.plans:
            _ensure_apart([(p.currency, p) for p in plan.prices], f"plan {plan.id}")
        _ensure_apart([("VAT", rate) for rate in self.vat], "vat")
        return self

    def plan(self, plan_id: str) -> Plan:
        """The plan.

        Raises:
            UnknownPlan: There is none of this id.
        """
        for plan in self.plans:
            if plan.id == plan_id:
                return plan
        raise UnknownPlan(path="plan")

    def price(self, plan_id: str, currency: str, day: date) -> Price:
        """What the plan costs on a day.

        Raises:
            UnknownPlan: There is no such plan, or it has no price then.
        """
        for price in self.plan(plan_id).prices:
            if price.currency == currency and price.holds(day):
                return price
        raise UnknownPlan(path="plan")

    def vat_rate(self, day: date) -> Decimal:
        """The rate of the seller's country on a day.

        Raises:
            BadCatalogue: The file names none.
        """
        for rate in self.vat:
            if rate.holds(day):
                return rate.rate
        raise BadCatalogue(f"There is no VAT rate for {day.isoformat()}")

    def account(self, currency: str) -> BankAccount:
        """Where a customer pays to: the account of the currency, or the first."""
        fitting = (one for one in self.seller.accounts if one.currency == currency)
        return next(fitting, self.seller.accounts[0])


def _ensure_apart(dated: Sequence[tuple[str, _Dated]], where: str) -> None:
    """Refuse two prices or rates for one day."""
    for place, (name, one) in enumerate(dated):
        for other_name, other in dated[place + 1 :]:
            meet = one.holds(other.from_) or other.holds(one.from_)
            if name == other_name and meet:
                raise ValueError(f"{where}: two hold on {other.from_}")


def catalogue_of(settings: Settings) -> Catalogue | None:
    """What this installation sells; None where it bills nobody.

    Raises:
        BadCatalogue: The operator's file has an error; the sentence says where.
    """
    if settings.billing_file is not None:
        return read_catalogue(settings.billing_file)
    if settings.kind == "production":
        return None
    example = Catalogue.model_validate(EXAMPLE)
    seller = example.seller.model_copy(update={"realm": settings.default_realm})
    return example.model_copy(update={"seller": seller, "is_example": True})


def read_catalogue(path: Path) -> Catalogue:
    """What a file says.

    Raises:
        BadCatalogue: It cannot be read, or says what cannot be.
    """
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        # The path is the operator's: who meets this sentence may be a customer.
        log.warning("billing.unreadable", file=str(path), reason=str(error))
        why = error.strerror if isinstance(error, OSError) else error
        raise BadCatalogue(f"The plans cannot be read: {why}") from error
    try:
        return Catalogue.model_validate(told)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        said = f"{place or 'the file'}: {first['msg']}"
        log.warning("billing.bad_catalogue", file=str(path), reason=said)
        raise BadCatalogue(f"The plans cannot be used: {said}") from error
