"""What ISO 20022 and its identifiers ask for beyond the schema."""

from collections.abc import Iterator
from decimal import Decimal

from bankfiles import Named, Party, PaymentType
from giroscope.features.payments.checks.case import Block, Hit, Line, country_of
from giroscope.features.payments.checks.layers.iso_rules import RULES
from giroscope.features.payments.checks.names import hidden_signs, visible
from giroscope.features.payments.checks.numbers import (
    IBAN_LENGTHS,
    iban_fault,
    is_bic,
    is_creditor_reference,
)
from giroscope.features.payments.checks.regions import (
    COUNTRIES,
    DECIMALS,
    SHARED_BANKS,
)
from giroscope.features.payments.checks.rules import Words

__all__ = ["RULES", "of_batch", "of_payment"]

_METHODS = frozenset({"TRF", "TRA", "CHK"})
_NO_ID = "NOTPROVIDED"
_ZERO = Decimal(0)
_NO_TYPE = PaymentType()


def of_batch(block: Block) -> Iterator[Hit]:
    """The batch's own facts."""
    batch = block.batch
    if batch.method not in _METHODS:
        yield Hit("payment_method_unknown", block.at("PmtMtd"), batch.method)
    if batch.execution_date is None:
        yield Hit("execution_date_missing", block.at("ReqdExctnDt"))
    if batch.debtor.account is None:
        yield Hit("debtor_account_missing", block.at("DbtrAcct/Id"))
    else:
        yield from _account(batch.debtor, batch.debtor_named, block.at("DbtrAcct/Id"))
    yield from _bank(batch.debtor, batch.debtor_named, block.at("DbtrAgt/FinInstnId"))
    if batch.debtor.name is None:
        yield Hit("debtor_name_missing", block.at("Dbtr/Nm"))
    address = batch.debtor_address
    if address and address.country and address.country not in COUNTRIES:
        yield Hit("country_unknown", block.at("Dbtr/PstlAdr/Ctry"), address.country)


def of_payment(line: Line) -> Iterator[Hit]:
    """One payment's own facts."""
    payment, named = line.payment, line.payment.creditor_named
    yield from _amount(line)
    if payment.creditor.account is None:
        if line.batch.batch.method != "CHK":
            yield Hit("creditor_account_missing", line.at("CdtrAcct/Id"))
    else:
        yield from _account(payment.creditor, named, line.at("CdtrAcct/Id"))
    yield from _bank(payment.creditor, named, line.at("CdtrAgt/FinInstnId"))
    if payment.creditor.name is None:
        yield Hit("creditor_name_missing", line.at("Cdtr/Nm"))
    yield from _hidden(payment.creditor.name, line.at("Cdtr/Nm"))
    yield from _hidden(payment.creditor.account, line.at("CdtrAcct/Id"))
    if payment.end_to_end_id is None:
        yield Hit("end_to_end_id_missing", line.at("PmtId/EndToEndId"))
    if payment.charge_bearer and line.batch.batch.charge_bearer:
        yield Hit("charge_bearer_twice", line.at("ChrgBr"), payment.charge_bearer)
    if _NO_TYPE not in {payment.type, line.batch.batch.type}:
        yield Hit("payment_type_twice", line.at("PmtTpInf"))
    address = payment.creditor_address
    if address and address.country and address.country not in COUNTRIES:
        yield Hit("country_unknown", line.at("Cdtr/PstlAdr/Ctry"), address.country)
    reference = payment.reference
    if (
        reference is not None
        and reference[:2].upper() == "RF"
        and not is_creditor_reference(reference)
    ):
        yield Hit("reference_check_digits", line.at("RmtInf/Strd"), reference)


def is_provided(end_to_end_id: str | None) -> bool:
    """Whether the id names one payment."""
    return end_to_end_id is not None and end_to_end_id.upper() != _NO_ID


def _amount(line: Line) -> Iterator[Hit]:
    payment = line.payment
    amount, currency = payment.amount, payment.currency
    if amount <= _ZERO:
        yield Hit("amount_not_positive", line.at("Amt"), f"{amount:f}")
    if currency is None:
        yield Hit("currency_missing", line.at("Amt/InstdAmt/@Ccy"))
        return
    decimals = DECIMALS.get(currency)
    if decimals is None:
        yield Hit("currency_unknown", line.at("Amt/InstdAmt/@Ccy"), currency)
        return
    exponent = amount.as_tuple().exponent
    if (
        isinstance(exponent, int)
        and -exponent > decimals
        and -int(amount.normalize().as_tuple().exponent) > decimals
    ):
        yield Hit(
            "amount_decimals",
            line.at("Amt/InstdAmt"),
            f"{amount:f} {currency}",
            Words(
                f"{currency} has {decimals} decimals",
                f"{currency} har {decimals} decimaler",
            ),
        )


def _hidden(text: str | None, path: str) -> Iterator[Hit]:
    if text is None or not (hidden := hidden_signs(text)):
        return
    shown = " ".join(f"U+{ord(sign):04X}" for sign in sorted(set(hidden))[:12])
    yield Hit("payee_hidden_signs", path, visible(text), Words(shown, shown))


def _account(party: Party, named: Named, path: str) -> Iterator[Hit]:
    number = party.account
    if named.account != "IBAN" or number is None:
        return
    fault = iban_fault(number)
    if fault == "digits":
        yield Hit("iban_check_digits", f"{path}/IBAN", number)
    elif fault == "length":
        wanted = IBAN_LENGTHS[number[:2]]
        yield Hit(
            "iban_length",
            f"{path}/IBAN",
            number,
            Words(
                f"{len(number)} signs; {number[:2]} has {wanted}, letters and digits",
                f"{len(number)} tegn; {number[:2]} har {wanted}, bogstaver og cifre",
            ),
        )
    elif fault == "country":
        yield Hit("iban_country", f"{path}/IBAN", number)


def _bank(party: Party, named: Named, path: str) -> Iterator[Hit]:
    bic = named.bic
    if bic is None:
        return
    if not is_bic(bic):
        yield Hit("bic_invalid", f"{path}/BICFI", bic)
        return
    country = bic[4:6]
    if country not in COUNTRIES:
        yield Hit("bic_invalid", f"{path}/BICFI", bic)
    elif named.account == "IBAN" and party.account:
        of_account = country_of(party.account, None)
        if (
            of_account != country
            and frozenset((country, of_account)) not in SHARED_BANKS
        ):
            yield Hit(
                "bic_country_differs",
                f"{path}/BICFI",
                bic,
                Words(f"the account is {party.account}", f"kontoen er {party.account}"),
            )
