"""Opens a tenant's billing for what people ask and do, in their own transaction."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.billing.catalogue import Catalogue, catalogue_of
from giroscope.features.billing.errors import (
    BadCatalogue,
    NoBilling,
    NoSubscription,
)
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.last_read import LastRead, keep, last_read
from giroscope.features.billing.tables import (
    ONLY_ROW,
    BillingAccount,
    Subscription,
)
from giroscope.features.billing.trial import begin
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import Clock, day_of, system_clock
from giroscope.kernel.database import ReadSession, WriteSession
from giroscope.settings import Settings

T = TypeVar("T")
Act = Callable[[Billing], T]


class Desk:
    """What this installation sells, and the way to a tenant's billing."""

    def __init__(self, settings: Settings, clock: Clock = system_clock) -> None:
        self._settings = settings
        self._clock = clock
        self._read: tuple[Catalogue | None] | None = None

    @property
    def catalogue(self) -> Catalogue:
        """What is sold; read once in a process.

        Raises:
            NoBilling: Nobody is billed here.
            BadCatalogue: The operator's file has an error.
        """
        if self._read is None:
            found = catalogue_of(self._settings)
            if found is not None and self._settings.billing_file is not None:
                keep(self._settings.data_dir, found, self._clock())
            self._read = (found,)
        if self._read[0] is None:
            raise NoBilling
        return self._read[0]

    @property
    def shown(self) -> LastRead:
        """What is sold, or what was when the operator's file could be read last.

        Raises:
            NoBilling: Nobody is billed here.
            BadCatalogue: The operator's file has an error, and was never read.
        """
        try:
            return LastRead(self.catalogue, None)
        except BadCatalogue:
            found = last_read(self._settings.data_dir)
            if found is None:
                raise
            return found

    async def act(
        self, session: WriteSession, actor: Actor, now: datetime, act: Act[T]
    ) -> T:
        """Do something with the tenant's row locked."""
        catalogue = self.catalogue

        def run(held: Session) -> T:
            account = begin(held, actor.realm, catalogue, now)
            return act(_billing(held, actor, catalogue, account, now))

        return await session.run_sync(run)

    async def look(
        self, session: ReadSession, actor: Actor, now: datetime, act: Act[T]
    ) -> T:
        """Ask something; nothing is locked and nothing changes.

        Raises:
            NoSubscription: The tenant's billing has not begun.
        """
        catalogue = self.shown.catalogue

        def run(held: Session) -> T:
            account = held.get(BillingAccount, ONLY_ROW)
            if account is None:
                raise NoSubscription
            return act(_billing(held, actor, catalogue, account, now))

        return await session.run_sync(run)


def present(session: Session) -> Subscription:
    """The tenant's subscription.

    Raises:
        NoSubscription: There is none yet.
    """
    query = select(Subscription).order_by(Subscription.id.desc()).limit(1)
    found = session.scalars(query).first()
    if found is None:
        raise NoSubscription
    return found


def _billing(
    session: Session,
    actor: Actor,
    catalogue: Catalogue,
    account: BillingAccount,
    now: datetime,
) -> Billing:
    return Billing(session, actor.realm, catalogue, account, actor, now, day_of(now))
