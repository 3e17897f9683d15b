"""Mails invoices and reminders: each to each address once, with the paper attached.

Nothing is locked while a mail server is spoken to. Who was written to is noted after
each mail, so that a job that begins again repeats at most the one that was on its way.
A server that does not answer is tried again with the next look; an address that is
refused is told.
"""

from typing import TYPE_CHECKING, NamedTuple

import structlog
from sqlalchemy import select
from sqlalchemy.orm import Session

from giroscope.features.billing.letters import invoice_letter, reminder_letter
from giroscope.features.billing.paper import MEDIA_TYPE, file_name
from giroscope.features.billing.tables import (
    Invoice,
    InvoiceMailing,
    InvoicePaper,
    InvoiceReminder,
)
from giroscope.features.messages import tell
from giroscope.kernel.errors import Unavailable
from giroscope.kernel.mail import Attachment, Mail, Mailer, MailNotSent
from localization import Message

if TYPE_CHECKING:
    from giroscope.features.billing.bill_job import Run

log = structlog.get_logger(__name__)


class _Letter(NamedTuple):
    """A mail that waits, and what asked for it."""

    mail: Mail
    mailing_id: int | None
    reminder_id: int | None
    number: str


def mail(run: "Run", mailer: Mailer | None) -> None:
    """Send everything that waits; nothing where no mail can be sent at all."""
    if mailer is None:
        return
    try:
        for letter in _waiting(run):
            _send(run, mailer, letter)
    except Unavailable as error:
        log.warning("billing.mail_waits", realm=run.realm, reason=error.message)


def mailings_of(session: Session, invoice_id: int) -> list[InvoiceMailing]:
    """To whom an invoice was mailed, the oldest first."""
    query = select(InvoiceMailing).where(InvoiceMailing.invoice_id == invoice_id)
    return list(session.scalars(query.order_by(InvoiceMailing.id)))


def _waiting(run: "Run") -> list[_Letter]:
    with run.billing() as billing:
        session = billing.session
        found = [
            _letter(session, one.invoice_id, one.recipient, mailing=one)
            for one in session.scalars(
                select(InvoiceMailing)
                .where(
                    InvoiceMailing.mailed.is_(None), InvoiceMailing.refused.is_(None)
                )
                .order_by(InvoiceMailing.id)
            )
        ]
        for one in session.scalars(
            select(InvoiceReminder)
            .where(InvoiceReminder.mailed.is_(None))
            .order_by(InvoiceReminder.id)
        ):
            found += [
                _letter(session, one.invoice_id, recipient, reminder=one)
                for recipient in billing.account.recipients
            ]
    return found


def _letter(
    session: Session,
    invoice_id: int,
    recipient: str,
    *,
    mailing: InvoiceMailing | None = None,
    reminder: InvoiceReminder | None = None,
) -> _Letter:
    invoice = session.get_one(Invoice, invoice_id)
    if reminder is None:
        subject, text = invoice_letter(invoice)
    else:
        subject, text = reminder_letter(invoice, reminder)
    content = session.get_one(InvoicePaper, invoice_id).content
    attached = (Attachment(file_name(invoice), MEDIA_TYPE, content),)
    return _Letter(
        Mail(recipient, subject, text, attached),
        None if mailing is None else mailing.id,
        None if reminder is None else reminder.id,
        invoice.number or "",
    )


def _send(run: "Run", mailer: Mailer, letter: _Letter) -> None:
    refused = None
    try:
        mailer.send(run.realm, letter.mail)
    except MailNotSent as error:
        refused = str(error)[:300]
    with run.billing() as billing:
        session = billing.session
        if letter.mailing_id is not None:
            row = session.get_one(InvoiceMailing, letter.mailing_id)
            row.refused, row.mailed = refused, None if refused else run.now
        if letter.reminder_id is not None:
            session.get_one(InvoiceReminder, letter.reminder_id).mailed = run.now
        if refused is not None:
            tell(
                session.connection(),
                "WARNING",
                Message(
                    "billing.mail_refused",
                    number=letter.number,
                    recipient=letter.mail.to,
                ),
                reference=letter.number,
            )
