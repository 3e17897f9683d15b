"""Builds camt.053, camt.052 and camt.054 (.02) from what the books say.

How entries are shown differs by data centre: BEC books totals per batch, SDC gives
no reference of its own and puts creditor number and payment reference together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from lxml import etree

from banksim.bank.accounts import Account
from banksim.bank.iso_text import document, moment, put, put_some, whole
from banksim.bank.ledger import PAYMENT
from banksim.bank.money import rate
from banksim.store import Row
from simulating.amounts import to_text

_Element = etree._Element  # noqa: SLF001 - the type that lxml gives
_LINE = 140


@dataclass(frozen=True, slots=True)
class Style:
    """How a bank shows its entries."""

    has_own_reference: bool = True
    is_always_batched: bool = False
    is_reference_combined: bool = False


STYLES = {
    "sdc": Style(has_own_reference=False, is_reference_combined=True),
    "bec": Style(is_always_batched=True),
}


@dataclass(frozen=True, slots=True)
class Report:
    """What is told of one account."""

    id: str
    account: Account
    owner: str
    made: datetime
    first: date
    last: date
    entries: Sequence[Row]
    style: Style
    number: int | None = None
    opening: int | None = None
    closing: int | None = None


def statement(report: Report) -> bytes:
    """A camt.053: the booked day with its balances."""
    message = _message("camt.053.001.02", "BkToCstmrStmt", report)
    part = _part(message, "Stmt", report)
    _put_balance(part, "OPBD", report.opening, report, report.first)
    _put_balance(part, "CLBD", report.closing, report, report.last)
    _put_entries(part, report)
    return whole(message)


def account_report(report: Report) -> bytes:
    """A camt.052: the day as far as it has come."""
    message = _message("camt.052.001.02", "BkToCstmrAcctRpt", report)
    part = _part(message, "Rpt", report)
    _put_balance(part, "OPBD", report.opening, report, report.first)
    _put_balance(part, "ITBD", report.closing, report, report.last)
    _put_entries(part, report)
    return whole(message)


def notification(report: Report) -> bytes:
    """A camt.054: entries as they are booked, without balances."""
    message = _message("camt.054.001.02", "BkToCstmrDbtCdtNtfctn", report)
    part = _part(message, "Ntfctn", report)
    _put_entries(part, report)
    return whole(message)


def _message(version: str, name: str, report: Report) -> _Element:
    message = document(version, name)
    put(message, "GrpHdr/MsgId", report.id)
    put(message[0], "CreDtTm", moment(report.made))
    return message


def _part(message: _Element, name: str, report: Report) -> _Element:
    part = put(message, name)
    put(part, "Id", report.id)
    if report.number is not None:
        put(part, "ElctrncSeqNb", str(report.number))
        put(part, "LglSeqNb", str(report.number))
    put(part, "CreDtTm", moment(report.made))
    period = put(part, "FrToDt")
    put(period, "FrDtTm", f"{report.first}T00:00:00")
    put(period, "ToDtTm", f"{report.last}T23:59:59")
    account = put(part, "Acct")
    put(account, "Id/IBAN", report.account.iban)
    put(account, "Ccy", report.account.currency)
    put(account, "Nm", report.account.name)
    put(account, "Ownr/Nm", report.owner)
    put(account, "Svcr/FinInstnId/BIC", report.account.bic)
    return part


def _put_balance(
    part: _Element, code: str, amount: int | None, report: Report, day: date
) -> None:
    balance = put(part, "Bal")
    put(balance, "Tp/CdOrPrtry/Cd", code)
    _put_amount(balance, amount or 0, report.account.currency)
    put(balance, "Dt/Dt", day.isoformat())


def _put_amount(parent: _Element, amount: int, currency: str) -> None:
    put(parent, "Amt", to_text(amount, currency), Ccy=currency)
    put(parent, "CdtDbtInd", "DBIT" if amount < 0 else "CRDT")


def _put_entries(part: _Element, report: Report) -> None:
    def batch(row: Row) -> tuple[str, int]:
        is_batched = report.style.is_always_batched or row["is_batch_booked"]
        if row["batch"] and row["amount"] < 0 and is_batched:
            return ("batch", row["batch"])
        return ("entry", row["leg"])

    for (kind, _number), rows in groupby(report.entries, batch):
        _put_entry(part, report, list(rows), is_batch=kind == "batch")


def _put_entry(
    part: _Element, report: Report, rows: Sequence[Row], *, is_batch: bool
) -> None:
    first, currency = rows[0], report.account.currency
    total = sum(row["amount"] for row in rows)
    entry = put(part, "Ntry")
    _put_amount(entry, total, currency)
    put(entry, "Sts", "BOOK")
    put(entry, "BookgDt/Dt", first["booking_day"])
    put(entry, "ValDt/Dt", first["booking_day"])
    if report.style.has_own_reference:
        put(entry, "AcctSvcrRef", first["bank_reference"])
    _put_code(entry, total, currency)
    details = put(entry, "NtryDtls")
    if is_batch:
        whole_batch = put(details, "Btch")
        put_some(whole_batch, "MsgId", first["message_id"])
        put_some(whole_batch, "PmtInfId", first["payment_info_id"])
        put(whole_batch, "NbOfTxs", str(len(rows)))
        put(whole_batch, "TtlAmt", to_text(total, currency), Ccy=currency)
        put(whole_batch, "CdtDbtInd", "DBIT")
    for row in rows:
        _put_detail(details, report, row)


def _put_code(entry: _Element, amount: int, currency: str) -> None:
    domain = put(entry, "BkTxCd/Domn")
    put(domain, "Cd", "PMNT")
    put(domain, "Fmly/Cd", "ICDT" if amount < 0 else "RCDT")
    put(domain[-1], "SubFmlyCd", "ESCT" if currency == "EUR" else "DMCT")


def _put_detail(details: _Element, report: Report, row: Row) -> None:
    detail = put(details, "TxDtls")
    refs = put(detail, "Refs")
    is_debit = row["amount"] < 0
    if is_debit:
        put_some(refs, "MsgId", row["message_id"])
    if report.style.has_own_reference:
        put(refs, "AcctSvcrRef", row["bank_reference"])
    if is_debit:
        put_some(refs, "PmtInfId", row["payment_info_id"])
        put_some(refs, "InstrId", row["instruction_id"])
    put_some(refs, "EndToEndId", row["end_to_end_id"])
    _put_amounts(detail, report, row)
    _put_parties(detail, report, row)
    _put_remittance(detail, report, row)


def _put_amounts(detail: _Element, report: Report, row: Row) -> None:
    currency = report.account.currency
    amounts = put(detail, "AmtDtls")
    ordered = row["ordered_currency"]
    if ordered and ordered != currency:
        text = to_text(row["ordered"], ordered)
        put(amounts, "InstdAmt/Amt", text, Ccy=ordered)
    own = put(amounts, "TxAmt")
    put(own, "Amt", to_text(row["amount"], currency), Ccy=currency)
    if ordered and ordered != currency:
        exchange = put(own, "CcyXchg")
        put(exchange, "SrcCcy", ordered)
        put(exchange, "TrgtCcy", currency)
        put(exchange, "UnitCcy", ordered)
        put(exchange, "XchgRate", rate(ordered, currency))


def _put_parties(detail: _Element, report: Report, row: Row) -> None:
    is_debit = row["amount"] < 0
    name, account = row["counterparty"], row["counterparty_account"]
    scheme = row["creditor_scheme"] or "IBAN"
    if not is_debit and row["kind"] == PAYMENT:
        name, account, scheme = row["debtor"], row["debtor_account"], "IBAN"
    parties = put(detail, "RltdPties")
    if is_debit:
        put(parties, "Dbtr/Nm", report.owner)
        put(parties, "DbtrAcct/Id/IBAN", report.account.iban)
    side = "Cdtr" if is_debit else "Dbtr"
    put_some(parties, f"{side}/Nm", name)
    if account:
        path = f"{side}Acct/Id/" + ("IBAN" if scheme == "IBAN" else "Othr/Id")
        put(parties, path, account)
    if not is_debit:
        put(parties, "Cdtr/Nm", report.owner)
        put(parties, "CdtrAcct/Id/IBAN", report.account.iban)


def _put_remittance(detail: _Element, report: Report, row: Row) -> None:
    text, reference = row["remittance"], row["reference"]
    if reference and report.style.is_reference_combined:
        account = row["counterparty_account"] or ""
        reference = f"{reference}+{account}" if account.isdigit() else reference
    if not text and not reference:
        return
    remittance = put(detail, "RmtInf")
    for start in range(0, len(text or ""), _LINE):
        put(remittance, "Ustrd", text[start : start + _LINE])
    if reference:
        own = put(remittance, "Strd/CdtrRefInf")
        put(own, "Tp/CdOrPrtry/Cd", "SCOR")
        put(own, "Ref", reference)
