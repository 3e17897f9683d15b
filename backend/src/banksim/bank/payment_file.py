"""Reads pain.001 as the bank does: by the official schema, then field by field.

Versions .03 and .09. What is wrong with the whole file refuses it; what is wrong with
one payment is left to `rules`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import as_file, files

from lxml import etree

from banksim.bank.money import is_traded
from banksim.security.safe_xml import Unreadable, parse, words
from simulating.amounts import BadAmount, from_text

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_URN = "urn:iso:std:iso:20022:tech:xsd:"
VERSIONS = ("pain.001.001.03", "pain.001.001.09")
NOT_PROVIDED = "NOTPROVIDED"


class FileRefused(Exception):
    """The file as a whole is refused, with a reason of the ISO list."""

    def __init__(
        self, reason: str, text: str, message_id: str = NOT_PROVIDED,
        version: str = VERSIONS[0],
    ) -> None:  # fmt: skip
        super().__init__(text)
        self.reason = reason
        self.text = text
        self.message_id = message_id
        self.version = version


@dataclass(frozen=True, slots=True)
class Order:
    """One payment as it was ordered."""

    instruction_id: str | None
    end_to_end_id: str
    amount: int
    currency: str
    creditor: str
    creditor_scheme: str
    creditor_account: str
    creditor_agent: str | None
    remittance: str | None
    reference: str | None
    problem: tuple[str, str] | None = None
    """Why the amount could not be read."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Payments from one account on one day."""

    payment_info_id: str
    day: date
    debtor: str
    debtor_scheme: str
    debtor_account: str
    is_batch_booked: bool
    orders: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class PaymentFile:
    """A whole pain.001."""

    version: str
    message_id: str
    created: str
    count: int
    control_sum: str | None
    batches: tuple[Batch, ...]


def read(content: bytes) -> PaymentFile:
    """The values of a payment file.

    Raises:
        FileRefused: It is no valid pain.001, or its totals are not its content's.
    """
    try:
        root = parse(content)
    except Unreadable as error:
        raise FileRefused("FF01", f"The file cannot be read: {error}") from error
    namespace = etree.QName(root).namespace or ""
    version = namespace.removeprefix(_URN)
    names = {"i": namespace}
    stated = words(root, "i:CstmrCdtTrfInitn/i:GrpHdr/i:MsgId", names)
    if version not in VERSIONS:
        raise FileRefused("FF01", f"{version or 'This'} is not taken", stated or "")
    message_id = stated or NOT_PROVIDED
    try:
        _schema(version).assertValid(root)
    except etree.DocumentInvalid as error:
        raise FileRefused("FF01", str(error), message_id, version) from error
    file = _file(root, version, names, message_id)
    _ensure_totals(file, root, names)
    return file


@cache
def _schema(version: str) -> etree.XMLSchema:
    with as_file(files("sepaxml") / "schemas" / f"{version}.xsd") as path:
        return etree.XMLSchema(etree.parse(str(path)))


def _file(
    root: _Element, version: str, names: dict[str, str], message_id: str
) -> PaymentFile:
    head = root[0].find("i:GrpHdr", names)
    return PaymentFile(
        version,
        message_id,
        words(head, "i:CreDtTm", names) or "",
        int(words(head, "i:NbOfTxs", names) or 0),
        words(head, "i:CtrlSum", names),
        tuple(_batch(part, names) for part in root[0].iterfind("i:PmtInf", names)),
    )


def _batch(part: _Element, names: dict[str, str]) -> Batch:
    scheme, account = _account(part.find("i:DbtrAcct", names), names)
    # A date stands by itself until .03 and within a choice from .08 on.
    day = (
        words(part, "i:ReqdExctnDt/i:Dt", names)
        or words(part, "i:ReqdExctnDt/i:DtTm", names)
        or words(part, "i:ReqdExctnDt", names)
        or ""
    )
    orders = part.iterfind("i:CdtTrfTxInf", names)
    return Batch(
        words(part, "i:PmtInfId", names) or NOT_PROVIDED,
        date.fromisoformat(day[:10]),
        words(part, "i:Dbtr/i:Nm", names) or "",
        scheme,
        account,
        words(part, "i:BtchBookg", names) in {"true", "1"},
        tuple(_order(order, names) for order in orders),
    )


def _order(part: _Element, names: dict[str, str]) -> Order:
    instructed = part.find("i:Amt/i:InstdAmt", names)
    if instructed is None:
        instructed = part.find("i:Amt/i:EqvtAmt/i:Amt", names)
    currency = instructed.get("Ccy", "") if instructed is not None else ""
    amount, problem = _amount(instructed, currency)
    scheme, account = _account(part.find("i:CdtrAcct", names), names)
    lines = part.iterfind("i:RmtInf/i:Ustrd", names)
    return Order(
        words(part, "i:PmtId/i:InstrId", names),
        words(part, "i:PmtId/i:EndToEndId", names) or NOT_PROVIDED,
        amount,
        currency,
        words(part, "i:Cdtr/i:Nm", names) or "",
        scheme,
        account,
        words(part, "i:CdtrAgt/i:FinInstnId/i:BICFI", names)
        or words(part, "i:CdtrAgt/i:FinInstnId/i:BIC", names),
        " ".join(line.text or "" for line in lines) or None,
        words(part, "i:RmtInf/i:Strd/i:CdtrRefInf/i:Ref", names),
        problem,
    )


def _amount(
    element: _Element | None, currency: str
) -> tuple[int, tuple[str, str] | None]:
    if not is_traded(currency):
        return 0, ("AM03", f"The bank does not pay in {currency}")
    try:
        text = element.text if element is not None else None
        return from_text(text or "", currency), None
    except BadAmount as error:
        return 0, ("AM12", str(error))


def _account(part: _Element | None, names: dict[str, str]) -> tuple[str, str]:
    iban = words(part, "i:Id/i:IBAN", names)
    if iban:
        return "IBAN", iban
    other = words(part, "i:Id/i:Othr/i:Id", names) or ""
    scheme = (
        words(part, "i:Id/i:Othr/i:SchmeNm/i:Cd", names)
        or words(part, "i:Id/i:Othr/i:SchmeNm/i:Prtry", names)
        or "BBAN"
    )
    return scheme, other


def _ensure_totals(file: PaymentFile, root: _Element, names: dict[str, str]) -> None:
    orders = [order for batch in file.batches for order in batch.orders]
    if file.count != len(orders):
        said = f"NbOfTxs is {file.count}, there are {len(orders)}"
        raise FileRefused("AM18", said, file.message_id, file.version)
    if file.control_sum is None:
        return
    amounts = root.iterfind(".//i:CdtTrfTxInf/i:Amt//*[@Ccy]", names)
    total = sum((Decimal(one.text or "0") for one in amounts), Decimal(0))
    if total != Decimal(file.control_sum):
        said = f"CtrlSum is {file.control_sum}, the amounts make {total}"
        raise FileRefused("AM10", said, file.message_id, file.version)
