"""Refused and returned payments as the form shows them and as they are corrected."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, select
from sqlalchemy.ext.asyncio import AsyncSession

import bankfiles
from giroscope.features.documents import Document, Vault
from giroscope.features.payments.corrections import policy
from giroscope.features.payments.corrections.tables import PaymentReplacement
from giroscope.features.payments.policy import payment_state
from giroscope.features.payments.recalls.actions import standing
from giroscope.features.payments.stages import Doubt
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.features.payments.why import Question, reasons
from giroscope.kernel.errors import AppError

_R = PaymentReplacement


@dataclass(frozen=True, slots=True)
class Original:
    """A payment that somebody wants to pay again, and why they may not."""

    payment: Payment
    batch: PaymentBatch
    document: Document
    """The payment file it came in."""
    refusal: type[AppError] | None
    reasons: tuple[str | None, ...]
    """Codes of why it was not paid."""

    @property
    def place(self) -> tuple[str, int]:
        """By which it is known whatever row it has."""
        return self.payment.correlation_id, self.payment.position

    @property
    def country(self) -> str | None:
        """Of the account that is paid from."""
        account = (self.batch.debtor_account or "")[:2]
        return account.upper() if account.isalpha() else None


async def originals(
    session: AsyncSession, ids: Collection[int], *, is_locked: bool = False
) -> list[Original]:
    """The payments in the order of their files, each with what forbids to correct it.

    Locked ones wait for whoever corrects them at this moment.
    """
    query = (
        select(Payment, PaymentBatch, Document)
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .join(Document, Document.id == Payment.document_id)
        .where(Payment.id.in_(ids))
        .order_by(Payment.document_id, Payment.position)
    )
    if is_locked:
        query = query.with_for_update(of=Payment)
    rows = (await session.execute(query)).all()
    said = await reasons(session, {Question.of(row.Payment) for row in rows})
    journals = {row.Payment.correlation_id for row in rows}
    places = await session.run_sync(lambda own: _places(own.connection(), journals))
    return [
        Original(
            row.Payment, row.PaymentBatch, row.Document,
            _refusal(row.Payment, *places),
            tuple(one.get("code") for one in said[Question.of(row.Payment)]),
        )
        for row in rows
    ]  # fmt: skip


def _refusal(
    payment: Payment, recalled: set[tuple[str, int]], replaced: set[tuple[str, int]]
) -> type[AppError] | None:
    is_returned = payment.return_id is not None
    place = payment.correlation_id, payment.position
    state = payment_state(
        payment.status,
        is_booked=payment.transaction_id is not None,
        is_returned=is_returned,
    )
    return policy.against_correcting(
        state,
        doubt=Doubt(payment.doubt) if payment.doubt else None,
        # Money that came back needs no answer any more.
        is_recalled=place in recalled and not is_returned,
        is_replaced=place in replaced,
    )


def _places(
    connection: Connection, journals: Iterable[str]
) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """What of these journals is called back, and what another payment stands for."""
    recalled = {
        (journal, row.position)
        for journal in journals
        for row in standing(connection, journal)
    }
    replaced = connection.execute(
        select(_R.original_correlation_id, _R.original_position).where(
            _R.original_correlation_id.in_(list(journals)), _R.ended_at.is_(None)
        )
    )
    return recalled, {(journal, position) for journal, position in replaced}


def as_written(
    vault: Vault, realm: str, sha256: str, positions: Collection[int]
) -> dict[int, bankfiles.Payment]:
    """What the file says of these payments, by position.

    Raises:
        BankFileError: It cannot be read.
    """
    wanted = set(positions)
    found: dict[int, bankfiles.Payment] = {}
    with vault.open(realm, sha256) as stream:
        for value in bankfiles.read(stream):
            if isinstance(value, bankfiles.Payment) and value.position in wanted:
                found[value.position] = value
                if len(found) == len(wanted):
                    break
    return found
