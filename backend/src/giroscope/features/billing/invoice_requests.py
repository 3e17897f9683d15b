"""What a customer does with invoices: have them sent again, and dispute them."""

from collections.abc import Sequence

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing.details import ensure_mail
from giroscope.features.billing.due import BILL_JOB
from giroscope.features.billing.errors import (
    AlreadyQuestioned,
    NobodyToMail,
    StillDraft,
)
from giroscope.features.billing.invoicing import Billing, ask_for_mail
from giroscope.features.billing.tables import Invoice, InvoiceQuestion, InvoiceState
from giroscope.features.messages import tell
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.schedule import add_job
from localization import Message

_LONGEST = 2_000


def send_again(billing: Billing, invoice_id: int, recipients: Sequence[str]) -> Invoice:
    """Have an invoice mailed to these addresses, or to those who always get it.

    Raises:
        StillDraft: It has no number yet.
        NobodyToMail: There is no address.
    """
    invoice = _final(billing, invoice_id)
    wanted = list(recipients) or billing.account.recipients
    if not wanted:
        raise NobodyToMail(path="recipients")
    for one in wanted:
        ensure_mail(one, "recipients")
    ask_for_mail(billing, invoice, wanted)
    _record_request(billing, "billing.sent_again", invoice, recipients=wanted)
    return invoice


def question(billing: Billing, invoice_id: int, text: str) -> Invoice:
    """Dispute an invoice: no reminder goes out until the seller has answered.

    Raises:
        StillDraft: It has no number yet.
        AlreadyQuestioned: A question waits for its answer.
        InvalidInput: Nothing is asked, or far too much.
    """
    invoice = _final(billing, invoice_id)
    said = text.strip()
    if not 1 <= len(said) <= _LONGEST:
        raise InvalidInput(f"Write 1 to {_LONGEST} signs", path="text")
    if invoice.questioned is not None:
        raise AlreadyQuestioned
    invoice.questioned = billing.now
    billing.session.add(
        InvoiceQuestion(
            invoice_id=invoice.id, at=billing.now, by_name=billing.actor.name,
            text=said,
        )
    )  # fmt: skip
    _record_request(billing, "billing.questioned", invoice, question=said)
    tell(
        billing.session.connection(),
        "INFO",
        Message("billing.questioned", number=invoice.number or ""),
        reference=invoice.number,
    )
    return invoice


def _final(billing: Billing, invoice_id: int) -> Invoice:
    invoice = billing.session.get(Invoice, invoice_id, with_for_update=True)
    if invoice is None:
        raise NotFound
    if invoice.state == InvoiceState.DRAFT:
        raise StillDraft
    return invoice


def _record_request(
    billing: Billing, verb: str, invoice: Invoice, **now: object
) -> None:
    billing.session.flush()
    record_now(
        billing.session.connection(), billing.actor, verb,
        Subject("invoice", str(invoice.id), invoice.number), now=now, at=billing.now,
    )  # fmt: skip


def look_now(billing: Billing) -> int:
    """Ask for the job that counts and looks for payments; tells its id."""
    return add_job(billing.session.connection(), BILL_JOB, 0, billing.now)
