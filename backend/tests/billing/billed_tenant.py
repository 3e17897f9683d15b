"""A tenant that is billed, and the day it is."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing import change_subscription
from giroscope.features.billing.bill_job import Run, bill, newest
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.invoicing import Billing
from giroscope.features.billing.periods import begins
from giroscope.features.billing.pricing import Terms
from giroscope.features.billing.tables import Invoice, Subscription
from giroscope.kernel.access import system_actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import Database
from giroscope.kernel.mail import Mail, MailNotSent

BUYER = {
    "name": "Køber A/S",
    "address": "Storegade 7",
    "postcode": "8000",
    "city": "Aarhus C",
    "country": "DK",
    "company_number": "12345674",
    "recipients": ["bogholderi@example.com"],
}


class FakeMailer:
    """Keeps what it was given."""

    def __init__(self) -> None:
        self.sent: list[Mail] = []
        self.refuses: set[str] = set()

    def send(self, _realm: str, mail: Mail) -> None:
        if mail.to in self.refuses:
            raise MailNotSent(f"{mail.to} cannot be used")
        self.sent.append(mail)


@dataclass
class Tenant:
    """A tenant and the day it is."""

    database: Database
    realm: str
    catalogue: Catalogue
    now: datetime
    mailer: FakeMailer = field(default_factory=FakeMailer)

    def on(self, day: date) -> "Tenant":
        """Let it be noon of that day."""
        self.now = begins(day) + timedelta(hours=12)
        return self

    @property
    def today(self) -> date:
        return day_of(self.now)

    def run(self) -> Run:
        return Run(self.database, self.realm, self.catalogue, self.now)

    def bill(self) -> None:
        bill(self.run(), self.mailer)

    @contextmanager
    def billing(self) -> Iterator[Billing]:
        with self.run().billing() as billing:
            yield billing

    def choose(self, *, at_once: bool = False, **terms: Any) -> None:
        """Have these terms, having seen their price."""
        wanted = Terms(**{"plan": "start", "interval": "MONTH", "currency": "DKK",
                          "seats": 3, **terms})  # fmt: skip
        with self.billing() as billing:
            own = newest(billing.session)
            found = change_subscription.preview(billing, own, wanted)
            lines = found.now if at_once else found.next_lines
            change_subscription.change(
                billing, own, wanted, at_once=at_once,
                shown=change_subscription.total(billing, lines or []),
            )  # fmt: skip

    def subscription(self) -> Subscription:
        with self.session() as session:
            return session.scalars(
                select(Subscription).order_by(Subscription.id.desc())
            ).first()  # type: ignore[return-value]

    def invoices(self) -> list[Invoice]:
        with self.session() as session:
            return list(session.scalars(select(Invoice).order_by(Invoice.id)))

    @contextmanager
    def session(self) -> Iterator[Session]:
        with self.database.job_session(self.realm) as session:
            yield session

    def record(self, verb: str, subject: Subject, **now: Any) -> int:
        """An event of the trail, as another room writes it."""
        with self.database.job_connection(self.realm) as connection:
            event = record_now(
                connection, system_actor(self.realm), verb, subject, now=now
            )
            connection.commit()
        return event

    def hand_in_all(self, uploads: Iterable[int]) -> None:
        """Many files, in one go."""
        actor = system_actor(self.realm)
        with self.database.job_connection(self.realm) as connection:
            for upload in uploads:
                subject = Subject("upload", str(upload), f"{upload}.xml")
                now = {"duplicateOf": None}
                record_now(connection, actor, "uploads.hand_in", subject, now=now)
            connection.commit()

    def hand_in(self, upload: int, **now: Any) -> int:
        return self.record(
            "uploads.hand_in", Subject("upload", str(upload), f"{upload}.xml"),
            duplicateOf=None, **now,
        )  # fmt: skip
