"""Writes pain.001, versions 03 and 09, in the order of their schemas.

Encodings are those of the Danish banks' guides: a domestic account is `Othr` with the
scheme BBAN, a payment slip's creditor number `Othr` with the scheme OCR, its id a
structured reference of the type SCOR. Addresses stand in fields of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from bankfiles.parts import Address, PaymentType
from bankfiles.writing.orders import (
    Debit,
    Initiator,
    Order,
    Receiver,
    Sender,
    Transfer,
    Version,
)
from bankfiles.writing.text import Elements, Unwritable, plain

_NAMESPACE = "urn:iso:std:iso:20022:tech:xsd"
_ID, _NAME, _NUMBER, _TEXT, _CODE, _LINE = 35, 140, 34, 140, 4, 70
_PORTION = 500
"""Transfers between two blocks of bytes."""
ADDRESS_FIELDS = (
    ("StrtNm", 70, "street"),
    ("BldgNb", 16, "building"),
    ("PstCd", 16, "post_code"),
    ("TwnNm", 35, "town"),
    ("Ctry", 2, "country"),
)
_MOST_LINES = 7
_CODED = frozenset({"BBAN"})
"""Schemes of accounts with a code of ISO; others are the bank's own."""


def write_pain001(order: Order) -> Iterator[bytes]:
    """The file in blocks of UTF-8.

    Raises:
        Unwritable: Something stands in it that no file may carry; of a file that was
            begun nothing may be used then.
    """
    transfers = [one for debit in order.debits for one in debit.transfers]
    if not transfers or not all(debit.transfers for debit in order.debits):
        raise Unwritable("CstmrCdtTrfInitn", "", "no payment")
    out = Elements()
    out.raw('<?xml version="1.0" encoding="UTF-8"?>\n')
    out.raw(f'<Document xmlns="{_NAMESPACE}:{order.version.value}">')
    out.open("CstmrCdtTrfInitn", "GrpHdr")
    out.leaf("MsgId", order.message_id, _ID)
    if order.created.tzinfo is None:
        raise Unwritable("GrpHdr/CreDtTm", str(order.created), "no zone")
    out.leaf("CreDtTm", order.created.isoformat(timespec="seconds"), _ID)
    _totals(out, transfers)
    _initiator(out, order.initiator)
    out.close()
    out.raw("\n")
    for debit in order.debits:
        yield from _debit(out, debit, order.version)
    out.close()
    out.raw("</Document>\n")
    yield out.take()


def _totals(out: Elements, transfers: list[Transfer]) -> None:
    out.leaf("NbOfTxs", str(len(transfers)), 15)
    total = sum((one.amount for one in transfers), Decimal(0))
    out.leaf("CtrlSum", plain(total), 19)


def _initiator(out: Elements, initiator: Initiator) -> None:
    out.open("InitgPty")
    out.leaf("Nm", initiator.name, _NAME)
    if initiator.id:
        out.open("Id", "OrgId", "Othr")
        out.leaf("Id", initiator.id, _ID)
        if initiator.scheme:
            out.open("SchmeNm")
            out.leaf("Cd", initiator.scheme, _CODE)
            out.close()
        out.close(3)
    out.close()


def _debit(out: Elements, debit: Debit, version: Version) -> Iterator[bytes]:
    out.open("PmtInf")
    out.leaf("PmtInfId", debit.id, _ID)
    out.leaf("PmtMtd", "TRF", 3)
    if debit.batch_booking is not None:
        out.leaf("BtchBookg", "true" if debit.batch_booking else "false", 5)
    _totals(out, list(debit.transfers))
    _type(out, debit.type)
    # A date stands by itself until .03 and within a choice from .08 on.
    if version is Version.V03:
        out.leaf("ReqdExctnDt", debit.day.isoformat(), 10)
    else:
        out.open("ReqdExctnDt")
        out.leaf("Dt", debit.day.isoformat(), 10)
        out.close()
    _sender(out, debit.sender, version)
    out.maybe("ChrgBr", debit.charge_bearer, _CODE)
    for number, transfer in enumerate(debit.transfers):
        if number % _PORTION == 0:
            yield out.take()
        _transfer(out, transfer, version)
    out.close()
    out.raw("\n")


def _type(out: Elements, how: PaymentType) -> None:
    if not any(how):
        return
    out.open("PmtTpInf")
    out.maybe("InstrPrty", how.priority, _CODE)
    for name, code in (
        ("SvcLvl", how.service_level),
        ("LclInstrm", how.local_instrument),
        ("CtgyPurp", how.category_purpose),
    ):
        if code:
            out.open(name)
            out.leaf("Cd", code, _ID)
            out.close()
    out.close()


def _sender(out: Elements, sender: Sender, version: Version) -> None:
    out.open("Dbtr")
    out.leaf("Nm", sender.name, _NAME)
    _address(out, sender.address)
    out.close()
    out.open("DbtrAcct")
    _account(out, sender.account, sender.scheme)
    out.maybe("Ccy", sender.currency, 3)
    out.close()
    out.open("DbtrAgt", "FinInstnId")
    if sender.bic:
        out.leaf(_bic_name(version), sender.bic, 11)
    else:
        # The schema asks for a bank; the account's number tells which.
        out.open("Othr")
        out.leaf("Id", "NOTPROVIDED", _ID)
        out.close()
    out.close(2)


def _transfer(out: Elements, transfer: Transfer, version: Version) -> None:
    receiver = transfer.receiver
    out.open("CdtTrfTxInf", "PmtId")
    out.maybe("InstrId", transfer.instruction_id, _ID)
    out.leaf("EndToEndId", transfer.end_to_end_id, _ID)
    out.close()
    out.open("Amt")
    out.money("InstdAmt", transfer.amount, transfer.currency)
    out.close()
    if receiver.bic:
        out.open("CdtrAgt", "FinInstnId")
        out.leaf(_bic_name(version), receiver.bic, 11)
        out.close(2)
    _receiver(out, receiver)
    _remittance(out, transfer)
    out.close()
    out.raw("\n")


def _receiver(out: Elements, receiver: Receiver) -> None:
    out.open("Cdtr")
    out.leaf("Nm", receiver.name, _NAME)
    _address(out, receiver.address)
    out.close()
    out.open("CdtrAcct")
    _account(out, receiver.account, receiver.scheme)
    out.close()


def _remittance(out: Elements, transfer: Transfer) -> None:
    if not transfer.lines and not transfer.reference:
        return
    out.open("RmtInf")
    for line in transfer.lines:
        out.leaf("Ustrd", line, _TEXT)
    if transfer.reference:
        out.open("Strd", "CdtrRefInf", "Tp", "CdOrPrtry")
        out.leaf("Cd", "SCOR", _CODE)
        out.close(2)
        out.leaf("Ref", transfer.reference, _ID)
        out.close(2)
    out.close()


def _account(out: Elements, number: str, scheme: str) -> None:
    out.open("Id")
    if scheme == "IBAN":
        out.leaf("IBAN", number, _NUMBER)
    else:
        out.open("Othr")
        out.leaf("Id", number, _NUMBER)
        out.open("SchmeNm")
        out.leaf("Cd" if scheme in _CODED else "Prtry", scheme, _ID)
        out.close(2)
    out.close()


def _address(out: Elements, address: Address | None) -> None:
    if address is None or not any(address):
        return
    out.open("PstlAdr")
    for name, longest, field in ADDRESS_FIELDS:
        out.maybe(name, getattr(address, field), longest)
    if len(address.lines) > _MOST_LINES:
        raise Unwritable("PstlAdr/AdrLine", address.lines[-1], "too many lines")
    for line in address.lines:
        out.leaf("AdrLine", line, _LINE)
    out.close()


def _bic_name(version: Version) -> str:
    return "BIC" if version is Version.V03 else "BICFI"
