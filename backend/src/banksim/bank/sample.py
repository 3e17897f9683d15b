"""A payment file to try the bank with, from one of its accounts."""

from __future__ import annotations

from datetime import date, datetime
from random import Random

from lxml import etree

from banksim.bank.accounts import Account
from banksim.bank.iso_text import document, moment, put, whole
from banksim.danish_iban import danish_iban
from simulating.amounts import to_text

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_CREDITORS = (
    ("Nordhavn Papir A/S", "DK", "7997", "Islands Brygge 4", "2300", "København S"),
    ("Murermester Holm", "DK", "9797", "Vestergade 21", "8000", "Aarhus C"),
    ("Fjordens El ApS", "DK", "5997", "Havnegade 7", "5000", "Odense C"),
    ("Skovkær Transport", "DK", "7997", "Industrivej 12", "6000", "Kolding"),
)


def _number(creditor: str) -> str:
    """The creditor's own account number, the same in every file."""
    return str(Random(creditor).randint(1_000_000, 9_999_999))  # noqa: S311


def payment_file(
    account: Account,
    owner: str,
    version: str,
    count: int,
    day: date,
    now: datetime,
    *,
    number: int = 0,
) -> bytes:
    """A valid pain.001 (.03 or .09) of so many payments.

    Files made at the same moment need different numbers to be different files.
    """
    # Different each time it is asked for, so that no two files are the same.
    chance = Random(f"{now.isoformat()}:{account.iban}:{number}")  # noqa: S311
    amounts = [chance.randint(10_000, 900_000) for _ in range(count)]
    total = to_text(sum(amounts), account.currency)
    name = f"TRY{now:%y%m%d%H%M%S%f}{number or ''}"
    message = document(f"pain.001.001.{version}", "CstmrCdtTrfInitn")
    head = put(message, "GrpHdr")
    put(head, "MsgId", name)
    put(head, "CreDtTm", moment(now.replace(tzinfo=None)))
    put(head, "NbOfTxs", str(count))
    put(head, "CtrlSum", total)
    put(head, "InitgPty/Nm", owner)
    batch = put(message, "PmtInf")
    put(batch, "PmtInfId", f"{name}-1")
    put(batch, "PmtMtd", "TRF")
    put(batch, "NbOfTxs", str(count))
    put(batch, "CtrlSum", total)
    date_path = "ReqdExctnDt" if version == "03" else "ReqdExctnDt/Dt"
    put(batch, date_path, day.isoformat())
    put(batch, "Dbtr/Nm", owner)
    put(batch, "DbtrAcct/Id/IBAN", account.iban)
    put(batch[-1], "Ccy", account.currency)
    bic = "BIC" if version == "03" else "BICFI"
    put(batch, f"DbtrAgt/FinInstnId/{bic}", account.bic)
    for place, amount in enumerate(amounts, 1):
        _put_order(batch, f"{name}-{place}", amount, account.currency, chance)
    return whole(message)


def _put_order(
    batch: _Element, name: str, amount: int, currency: str, chance: Random
) -> None:
    order = put(batch, "CdtTrfTxInf")
    put(order, "PmtId/InstrId", name)
    put(order[0], "EndToEndId", name)
    put(order, "Amt/InstdAmt", to_text(amount, currency), Ccy=currency)
    creditor, country, bank, street, code, town = chance.choice(_CREDITORS)
    party = put(order, "Cdtr")
    put(party, "Nm", creditor)
    address = put(party, "PstlAdr")
    put(address, "StrtNm", street)
    put(address, "PstCd", code)
    put(address, "TwnNm", town)
    put(address, "Ctry", country)
    put(order, "CdtrAcct/Id/IBAN", danish_iban(bank, _number(creditor)))
    put(order, "RmtInf/Ustrd", f"Faktura {chance.randint(20_000, 99_999)}")
