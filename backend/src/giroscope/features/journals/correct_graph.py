"""Correcting refused and returned payments: the form's question, and the act."""

from datetime import date
from typing import Annotated

import strawberry
from anyio import to_thread

import bankfiles
from bankfiles import BankFileError
from giroscope.features.documents import Vault
from giroscope.features.journals import correct
from giroscope.features.journals.approve import Desk
from giroscope.features.payments.corrections import errors, policy
from giroscope.features.payments.corrections.compose import AddressWish, Wish
from giroscope.features.payments.corrections.graph import AddressNode
from giroscope.features.payments.corrections.originals import (
    Original,
    as_written,
    originals,
)
from giroscope.features.payments.filter import PaymentFilter
from giroscope.features.payments.graph import PaymentNode
from giroscope.features.payments.tables import Payment
from giroscope.kernel.clock import day_of
from giroscope.kernel.graph import Info, Problem, mutation, number, numbers, query

strawberry.enum(policy.CorrectedField, name="CorrectedField")


@strawberry.type(description="A refused or returned payment, as it can be corrected.")
class PaymentToCorrect:
    """A refused or returned payment, as it can be corrected."""

    payment: PaymentNode
    refusal: str | None = strawberry.field(
        description="The code of why it cannot be corrected; None where it can."
    )
    refusal_message: str | None
    fields: list[policy.CorrectedField] = strawberry.field(
        description="What its reasons point to."
    )
    account: str | None
    is_iban: bool
    bic: str | None
    address: AddressNode | None
    first_day: date = strawberry.field(
        description="The first banking day from its execution date and from today."
    )


@strawberry.input(description="The payee's address; it replaces the one in the file.")
class AddressCorrection:
    """The payee's address."""

    street: str = ""
    building: str = ""
    post_code: str = ""
    town: str
    country: str


@strawberry.input(
    description="What is corrected of one payment. What is left out stays as it was;"
    " amount and currency always do."
)
class PaymentCorrection:
    """What is corrected of one payment."""

    payment_id: strawberry.ID
    execution_date: date
    account: str | None = None
    bic: str | None = strawberry.field(
        default=None, description="Empty where the account's number tells the bank."
    )
    address: AddressCorrection | None = None


@strawberry.type(description="A new payment file on its way in.")
class CorrectedFile:
    """A new payment file on its way in."""

    upload_id: strawberry.ID
    job_id: strawberry.ID | None
    correlation_id: strawberry.ID = strawberry.field(
        description="Of the new file's journal, which is there once it is imported."
    )
    original: strawberry.ID = strawberry.field(
        description="The journal whose payments it pays again."
    )
    payments: int


@strawberry.type(description="The new payment files.")
class PaymentsCorrected:
    """The new payment files."""

    files: list[CorrectedFile]


CorrectionOutcome = Annotated[
    PaymentsCorrected | Problem, strawberry.union("CorrectionOutcome")
]


@strawberry.type
class CorrectionQuery:
    """The form's question."""

    @query(correct.VERB, "Refused and returned payments, as they can be corrected.")
    async def payments_to_correct(
        self,
        info: Info,
        ids: list[strawberry.ID] | None = None,
        matching: PaymentFilter | None = None,
    ) -> list[PaymentToCorrect]:
        """Payments as they can be corrected: named, or all that match."""
        async with info.context.reading() as session:
            wanted = numbers(ids, "ids") or []
            if matching is not None:
                rows = matching.rows().with_only_columns(Payment.id)
                chosen = await session.execute(rows.limit(policy.MOST + 1))
                wanted = list(chosen.scalars())
            if len(wanted) > policy.MOST:
                raise errors.NothingChosen(path="ids")
            found = await originals(session, wanted)
        context = info.context
        said = await to_thread.run_sync(
            _said, context.borrow(Vault), context.actor.realm, found
        )
        today = day_of(context.clock())
        return [_node(one, said.get(one.payment.id), today) for one in found]


@strawberry.type
class CorrectionMutation:
    """The act."""

    @mutation(
        correct.VERB,
        "Pays refused and returned payments again: hands in a new payment file for each"
        " file that they came in, which is checked and approved as every other.",
    )
    async def correct_payments(
        self, info: Info, payments: list[PaymentCorrection]
    ) -> CorrectionOutcome:
        """Correct and pay again."""
        context = info.context
        made = await correct.correct(
            Desk.of(context), context.borrow(Vault), context.actor,
            [_wish(one, index) for index, one in enumerate(payments)],
        )  # fmt: skip
        context.has_changed = True
        for one in made:
            if one.handed_in.job_id is not None:
                await context.start_job(one.handed_in.job_id)
        return PaymentsCorrected(
            files=[
                CorrectedFile(
                    upload_id=strawberry.ID(str(one.handed_in.upload_id)),
                    job_id=_id(one.handed_in.job_id),
                    correlation_id=strawberry.ID(one.correlation_id),
                    original=strawberry.ID(one.original),
                    payments=one.payments,
                )
                for one in made
            ]
        )


def _id(job_id: int | None) -> strawberry.ID | None:
    return None if job_id is None else strawberry.ID(str(job_id))


def _wish(given: PaymentCorrection, index: int) -> Wish:
    path, address = f"payments.{index}", given.address
    return Wish(
        number(given.payment_id, f"{path}.paymentId"),
        given.execution_date,
        given.account,
        given.bic,
        None
        if address is None
        else AddressWish(
            address.street, address.building, address.post_code, address.town,
            address.country,
        ),
        path,
    )  # fmt: skip


def _said(
    vault: Vault, realm: str, found: list[Original]
) -> dict[int, bankfiles.Payment]:
    """What the files say of the payments, by id; nothing where they cannot be read."""
    said: dict[int, bankfiles.Payment] = {}
    for sha256 in {one.document.sha256 for one in found}:
        of_file = [one.payment for one in found if one.document.sha256 == sha256]
        try:
            values = as_written(vault, realm, sha256, [one.position for one in of_file])
        except BankFileError:
            continue
        said |= {one.id: values[one.position] for one in of_file
                 if one.position in values}  # fmt: skip
    return said


def _node(
    original: Original, said: bankfiles.Payment | None, today: date
) -> PaymentToCorrect:
    payment = original.payment
    refusal = original.refusal or (errors.NotCorrectable if said is None else None)
    address = said.creditor_address if said else None
    banks = policy.Today(today, original.country)
    return PaymentToCorrect(
        payment=PaymentNode.of(payment),
        refusal=refusal.code if refusal else None,
        refusal_message=refusal().message if refusal else None,
        fields=policy.fields_of(original.reasons),
        account=payment.creditor_account,
        is_iban=said is not None and said.creditor_named.account == "IBAN",
        bic=said.creditor_named.bic if said else None,
        address=AddressNode.of(address) if address else None,
        first_day=banks.first_day(payment.currency, payment.execution_date),
    )
