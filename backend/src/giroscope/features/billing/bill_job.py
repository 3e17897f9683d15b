"""The `bill` job: counts, lets periods end, drafts and issues, looks for money, mails.

One job for each tenant. Every part can begin again at any line: what was done is
found done. Each part is a transaction of its own, with the tenant's row locked.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.billing import dunning, emails, incoming_payments, renewal
from giroscope.features.billing.catalogue import Catalogue, catalogue_of
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.issue import issue
from giroscope.features.billing.periods import begins
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceState,
    Subscription,
)
from giroscope.features.billing.trial import begin
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.clock import Clock, day_of, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mailer, mailer_of
from giroscope.settings import Settings

_LOOK_AGAIN = timedelta(hours=1)


def biller(
    settings: Settings, clock: Clock = system_clock, mailer: Mailer | None = None
) -> Callable[[JobRun], None]:
    """The `bill` job of this installation."""
    way = mailer or mailer_of(settings)

    def run(job: JobRun) -> None:
        catalogue = catalogue_of(settings)
        if catalogue is not None:
            bill(Run(job.database, job.realm, catalogue, clock()), way, job.report)

    return run


class Run:
    """One run over one tenant."""

    def __init__(
        self, database: Database, realm: str, catalogue: Catalogue, now: datetime
    ) -> None:
        self.database, self.realm, self.catalogue = database, realm, catalogue
        self.now, self.today = now, day_of(now)

    @contextmanager
    def billing(self, actor: Actor | None = None) -> Iterator[Billing]:
        """A transaction in which nobody else bills this tenant."""
        with self.database.job_session(self.realm) as session:
            account = begin(session, self.realm, self.catalogue, self.now)
            actor = actor or system_actor(self.realm)
            yield Billing(
                session, self.realm, self.catalogue, account, actor, self.now,
                self.today,
            )  # fmt: skip


def bill(
    run: Run,
    mailer: Mailer | None,
    report: Callable[[str], None] = lambda _stage: None,
) -> None:
    """Do for one tenant what is due."""
    report("count")
    with run.billing() as billing:
        _count_and_renew(billing)
    report("invoice")
    with run.billing() as billing:
        for invoice in _ripe(billing):
            issue(billing, invoice)
    report("payments")
    incoming_payments.look(run)
    with run.billing() as billing:
        dunning.remind(billing)
        dunning.follow_state(billing)
        billing.account.next_look = _next_look(billing)
    report("mail")
    emails.mail(run, mailer)
    run.database.rest(run.realm)


def _count_and_renew(billing: Billing) -> None:
    session, account = billing.session, billing.account
    subscription = newest(session)
    renewal.count(billing, subscription)
    while renewal.has_ended(subscription, billing.today):
        renewal.renew(billing, subscription)
        renewal.count(billing, subscription)
    account.metered = billing.now
    renewal.give_notice(billing, subscription)


def newest(session: Session) -> Subscription:
    """The subscription; `begin` has made one."""
    query = select(Subscription).order_by(Subscription.id.desc()).limit(1)
    return session.scalars(query.with_for_update()).one()


def _ripe(billing: Billing) -> list[Invoice]:
    """Drafts that were to be seen for long enough, the oldest first."""
    rows = billing.session.scalars(
        select(Invoice)
        .where(
            Invoice.state == InvoiceState.DRAFT.value,
            Invoice.issued <= billing.today,
        )
        .order_by(Invoice.id)
        .with_for_update()
    )
    return list(rows)


def _next_look(billing: Billing) -> datetime:
    """In an hour, and at midnight at the latest: then a period may have ended."""
    midnight = begins(billing.today + timedelta(days=1))
    return min(billing.now + _LOOK_AGAIN, midnight)
