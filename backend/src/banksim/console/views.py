"""What the bank shows of itself, as plain values: for the page and for the API."""

from __future__ import annotations

from typing import Any

from banksim.bank import accounts
from banksim.bank.customers import Agreement, Issued
from banksim.bankconnect.operations import OPERATIONS
from banksim.fault_kinds import MEANING
from banksim.faults import Fault
from banksim.house import NORDEA_ISSUER, Bank, issuer_of
from banksim.nordea.gate import COMMANDS
from banksim.paths import (
    NORDEA_CERTIFICATES,
    NORDEA_FILES,
    Centre,
    Environment,
    bank_connect_path,
    path_in,
    root_file,
)
from banksim.store import Row
from simulating.amounts import signed, to_text

Shown = dict[str, Any]

OPERATION_NAMES = (*COMMANDS, "getCertificate", *OPERATIONS)
_ORDERS = (
    "SELECT o.id, o.end_to_end_id, o.instruction_id, o.amount, o.currency, o.creditor,"
    " o.creditor_account, o.state, o.reason, b.payment_info_id, b.day, u.id upload,"
    " u.message_id, u.agreement, p.bank_reference, p.booking_day"
    " FROM orders o JOIN batches b ON b.id = o.batch JOIN uploads u ON u.id = b.upload"
    " LEFT JOIN postings p ON p.order_id = o.id"
    " WHERE (? IS NULL OR u.agreement = ?) AND (? IS NULL OR u.message_id = ?)"
    " AND (? IS NULL OR o.end_to_end_id = ?) ORDER BY o.id"
)


def agreements(bank: Bank) -> list[Shown]:
    """Every agreement with what is in its letter and the certificates issued."""
    return [_agreement(bank, one) for one in bank.customers.all()]


def _agreement(bank: Bank, one: Agreement) -> Shown:
    return {
        "id": one.id,
        "channel": one.channel,
        "dataCentre": one.centre,
        "bank": one.bank,
        "customer": one.customer,
        "countryCode": one.country,
        "agreementId": one.agreement_no,
        "senderId": one.sender_id,
        "signerId": one.signer_id,
        "functionId": one.function_id,
        "regNo": one.reg_no,
        "state": one.state,
        "activationCode": one.code,
        "codeState": one.code_state,
        "isCodeValid": one.is_code_valid(bank.now()),
        "certificates": [_certificate(c) for c in bank.customers.certificates(one.id)],
        "accounts": [a.iban for a in accounts.of_agreement(bank.store, one.id)],
    }


def _certificate(issued: Issued) -> Shown:
    return {
        "fingerprint": issued.fingerprint,
        "environment": issued.environment,
        "subject": issued.certificate.subject.rfc4514_string(),
        "expires": issued.expires.isoformat(),
        "state": issued.state,
    }


def account_list(bank: Bank) -> list[Shown]:
    """Every account with its balance and what moved today."""
    today = bank.today()
    shown = []
    for one in accounts.of_agreement(bank.store):
        moved = [row["amount"] for row in bank.ledger.entries(one.iban, today, today)]
        balance = bank.ledger.balance(one.iban)
        shown.append(
            {
                "iban": one.iban,
                "agreement": one.agreement,
                "name": one.name,
                "currency": one.currency,
                "bic": one.bic,
                "balance": signed(balance, one.currency),
                "incomingToday": signed(sum(m for m in moved if m > 0), one.currency),
                "outgoingToday": signed(sum(m for m in moved if m < 0), one.currency),
                "statements": one.statements,
            }
        )
    return shown


def clock(bank: Bank) -> Shown:
    """The bank's day and what still waits."""
    waiting = bank.store.one(
        "SELECT COUNT(*) FILTER (WHERE state = 'RECEIVED') received,"
        " COUNT(*) FILTER (WHERE state = 'ACCEPTED') accepted FROM uploads"
    )
    pace = bank.options.pace
    return {
        "bookingDay": bank.today().isoformat(),
        "now": bank.now().isoformat(timespec="seconds"),
        "paceSeconds": pace.total_seconds() if pace is not None else None,
        "received": waiting["received"],
        "accepted": waiting["accepted"],
    }


def uploads(bank: Bank, limit: int = 1000) -> list[Shown]:
    """Files received, the newest first."""
    rows = bank.store.rows(
        "SELECT u.*, (SELECT COUNT(*) FROM batches b JOIN orders o ON o.batch = b.id"
        " WHERE b.upload = u.id) payments FROM uploads u ORDER BY u.id DESC LIMIT ?",
        limit,
    )
    return [
        {
            "id": row["id"],
            "agreement": row["agreement"],
            "environment": row["environment"],
            "fileType": row["file_type"],
            "requestId": row["request_id"],
            "messageId": row["message_id"],
            "sha256": row["sha256"],
            "received": row["received"],
            "state": row["state"],
            "reason": row["reason"],
            "payments": row["payments"],
        }
        for row in rows
    ]


def ledger(
    bank: Bank,
    agreement: str | None = None,
    message_id: str | None = None,
    end_to_end_id: str | None = None,
) -> Shown:
    """Every payment ordered, with how often it was paid; the books' sums."""
    rows = bank.store.rows(
        _ORDERS, agreement, agreement, message_id, message_id,
        end_to_end_id, end_to_end_id,
    )  # fmt: skip
    found: dict[tuple[str, str], Shown] = {}
    for row in rows:
        key = (row["agreement"], row["end_to_end_id"])
        shown = found.setdefault(key, _payment(row))
        shown["ordered"] += 1
        shown["states"].append(row["state"])
        if row["bank_reference"]:
            shown["executed"] += 1
            shown["bankReferences"].append(row["bank_reference"])
        if row["reason"]:
            shown["reasons"].append(row["reason"])
        if row["message_id"] not in shown["messageIds"]:
            shown["messageIds"].append(row["message_id"])
    totals = {
        currency: signed(total, currency)
        for currency, total in bank.ledger.totals().items()
    }
    return {"payments": list(found.values()), "totals": totals}


def _payment(row: Row) -> Shown:
    return {
        "endToEndId": row["end_to_end_id"],
        "agreement": row["agreement"],
        "messageIds": [],
        "paymentInfoId": row["payment_info_id"],
        "amount": to_text(row["amount"], row["currency"]),
        "currency": row["currency"],
        "creditor": row["creditor"],
        "creditorAccount": row["creditor_account"],
        "day": row["day"],
        "ordered": 0,
        "executed": 0,
        "states": [],
        "reasons": [],
        "bankReferences": [],
    }


def files(bank: Bank, limit: int = 500) -> list[Shown]:
    """Files laid out, the newest first."""
    return [
        {
            "reference": one.reference,
            "agreement": one.agreement,
            "kind": one.kind.value,
            "fileType": one.file_type,
            "account": one.account,
            "upload": one.upload,
            "created": one.created,
            "bookingDay": one.booking_day,
            "state": one.state,
            "lastDownload": one.last_download,
            "size": len(one.content),
        }
        for one in bank.mailbox.all(limit)
    ]


def fault(one: Fault) -> Shown:
    """A fault that is set."""
    left = None if one.times is None else one.times - one.taken
    return {
        "id": one.id,
        "kind": one.kind.value,
        "meaning": MEANING[one.kind],
        "agreement": one.only["agreement"],
        "operation": one.operation,
        "times": one.times,
        "taken": one.taken,
        "left": left,
        "parameters": dict(one.parameters),
    }


def directory(bank: Bank) -> list[Shown]:
    """Endpoints with the roots that their certificates lead to."""
    shown: list[Shown] = []
    for environment in Environment:
        nordea = {
            "files": path_in(environment, NORDEA_FILES),
            "certificates": path_in(environment, NORDEA_CERTIFICATES),
        }
        shown.append(_directory(bank, NORDEA_ISSUER, environment, nordea))
        for centre in Centre:
            path = {"service": path_in(environment, bank_connect_path(centre))}
            shown.append(_directory(bank, issuer_of(centre), environment, path))
    return shown


def _directory(
    bank: Bank, issuer: str, environment: Environment, paths: dict[str, str]
) -> Shown:
    name = root_file(issuer, environment)
    return {
        "issuer": issuer,
        "environment": environment.value,
        "paths": paths,
        "root": name,
        "pem": (bank.folder / "roots" / name).read_text("ascii"),
    }


def exchanges(bank: Bank, limit: int = 30) -> list[Shown]:
    """The latest requests and what came of them."""
    rows = bank.store.rows("SELECT * FROM exchanges ORDER BY id DESC LIMIT ?", limit)
    return [
        {name: row[name] for name in ("at", "operation", "agreement", "outcome")}
        for row in rows
    ]
