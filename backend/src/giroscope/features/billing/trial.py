"""Makes the tenant's billing on its first day: who is billed, and a trial."""

from datetime import date, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.reference import new_payer
from giroscope.features.billing.tables import (
    ONLY_ROW,
    BillingAccount,
    Interval,
    Subscription,
    SubscriptionEvent,
    SubscriptionState,
)
from giroscope.kernel.clock import day_of
from giroscope.kernel.tables import RealmKey

_PRODUCT = "Giroscope"


def begin(
    session: Session, realm: str, catalogue: Catalogue, now: datetime
) -> BillingAccount:
    """The tenant's account, locked for this transaction; made where there is none."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(
        dialect.insert(BillingAccount)
        .values(
            id=ONLY_ROW, payer=new_payer(), name=realm.capitalize(), address="",
            postcode="", city="", country=catalogue.seller.country, company_number="",
            vat_number="", order_number="", ean="", contact="", recipients=[],
            language="da" if catalogue.seller.country == "DK" else "en",
            metered_to=0, next_look=now,
        )
        .on_conflict_do_nothing(index_elements=["id"])
    )  # fmt: skip
    query = select(BillingAccount).where(BillingAccount.id == ONLY_ROW)
    account = session.scalars(query.with_for_update()).one()
    if session.scalars(select(Subscription.id).limit(1)).first() is None:
        _begin_trial(session, catalogue, now)
    return account


def _begin_trial(session: Session, catalogue: Catalogue, now: datetime) -> None:
    """From the realm's first day; from today, if that is longer ago than a trial."""
    today = day_of(now)
    length = timedelta(days=catalogue.trial_days)
    first = _first_day(session, now)
    start = first if first + length > today else today
    plan = catalogue.plan(catalogue.trial_plan)
    subscription = Subscription(
        state=SubscriptionState.TRIAL.value,
        plan=plan.id,
        interval=Interval.MONTH.value,
        currency=plan.prices[0].currency,
        seats=plan.seats,
        started=start,
        anchor=start.day,
        period_start=start,
        period_end=start + length,
        told={},
    )
    session.add(subscription)
    session.flush()
    note(session, subscription, now, "TRIAL_BEGAN", _PRODUCT, plan=plan.id)


def _first_day(session: Session, now: datetime) -> date:
    made = session.scalars(select(func.min(RealmKey.created))).one_or_none()
    return day_of(now if made is None else made)


def note(
    session: Session,
    subscription: Subscription,
    at: datetime,
    what: str,
    by_name: str,
    **values: object,
) -> None:
    """Write a line of the subscription's history."""
    session.add(
        SubscriptionEvent(
            subscription_id=subscription.id,
            at=at,
            what=what,
            by_name=by_name,
            values={name: str(value) for name, value in values.items()},
        )
    )
