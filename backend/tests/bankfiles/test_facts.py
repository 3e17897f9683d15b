"""Every figure of `inspect` against what an independent script found.

A difference is allowed only where the table below says why ours is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from bankfiles import inspect
from tests.bankfiles import corpus

FACTS = corpus.facts()

# file, figure -> why ours is right.
PLACEHOLDER = "a placeholder is no date; the finding date_unreadable shows its text"
WITH_CURRENCY = ":25: holds account and currency; ours gives them apart"
EXPLAINED: dict[tuple[str, str], str] = {
    (
        "bad/spaced__ebics-web-client__pain.001.001.09-2B-3C.xml",
        "batch 1 date",
    ): PLACEHOLDER,
    (
        "bad/spaced__ebics-web-client__pain.001.001.09-2B-3C.xml",
        "batch 2 date",
    ): PLACEHOLDER,
    (
        "bad/spaced__ebics-web-client__pain.001.001.09_PaymentType_Domestic_QRR.xml",
        "batch 1 date",
    ): PLACEHOLDER,
    (
        "bad/svapnil__iso20022.js__goldman_sachs-pain_001_ach_credit.xml",
        "batch 1 date",
    ): PLACEHOLDER,
    ("bad/wolph__mt940__sepa_snippet_broken.sta", "statement 1 account"): (
        "the second :25: is a misplaced :86:; the first names the account"
    ),
    (
        "mt940/OCA__bank-statement-import__test-ing.940",
        "statement 1 account",
    ): WITH_CURRENCY,
    ("mt940/OCA__bank-statement-import__test-ing.940", "statement 1 sequence"): (
        "the second line of :28C: is no part of the number"
    ),
    (
        "mt940/OCA__bank-statement-import__test-wrong-file.940",
        "statement 1 account",
    ): WITH_CURRENCY,
    ("mt940/svenstaro__mt940-rs__special-cases-mt942.sta", "statement 1 currency"): (
        "the floor limits (:34F:) name the currency of the account"
    ),
}

FORMATS = {
    "MT940": "mt940",
    "MT942": "mt942",
    "BAI2": "bai2",
    "BGMAX": "bgmax",
    "CODA": "coda",
    "CSV": "csv",
    "QIF": "unknown",
    "AEB43": "unknown",
    "xml": "unknown",
    "text": "unknown",
}


def picture(name: str) -> dict[str, Any]:
    with (corpus.SAMPLES / name).open("rb") as stream:
        return inspect(stream, name)


def number(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


def calendar_day(text: str | None) -> str | None:
    """The written date; MT940 facts have YYMMDD."""
    if text is None or len(text) != 6:
        return text[:10] if text else None
    century = 1900 if int(text[:2]) >= 80 else 2000
    return date(century + int(text[:2]), int(text[2:4]), int(text[4:])).isoformat()


def differences(name: str) -> Iterator[tuple[str, Any, Any]]:
    """Figure, ours and theirs, wherever they are not equal."""
    ours, theirs = picture(name), FACTS[name]
    for figure, mine, known in pairs(ours, theirs):
        if mine != known:
            yield figure, mine, known


def pairs(
    ours: dict[str, Any], theirs: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    yield "size", ours["size"], theirs["size"]
    yield "sha256", ours["sha256"], theirs["sha256"]
    kind = theirs["format"]
    yield "format", ours["format"], FORMATS.get(kind, kind)
    if "version" in theirs:
        yield "version", ours.get("version"), theirs["version"]
    if "msg_id" in theirs:
        yield "messageId", ours.get("messageId"), theirs["msg_id"]
    if "cre_dt_tm" in theirs:
        yield "created", ours.get("created"), theirs["cre_dt_tm"]
    if kind.startswith(("camt", "MT")):
        yield from statement_pairs(ours, theirs)
    if kind == "pain.001":
        yield from payment_pairs(ours, theirs)
    if kind == "pain.002":
        yield from status_pairs(ours["status"], theirs)


def statement_pairs(
    ours: dict[str, Any], theirs: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    yield "statements", len(ours["statements"]), len(theirs["statements"])
    both = zip(ours["statements"], theirs["statements"], strict=False)
    for index, (mine, known) in enumerate(both, 1):
        each = camt_pairs if theirs["format"].startswith("camt") else mt_pairs
        for figure, left, right in each(mine, known):
            yield f"statement {index} {figure}", left, right


def camt_pairs(
    mine: dict[str, Any], known: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    yield "id", mine["id"], known["id"]
    sequence = known["electronic_seq"] or known["legal_seq"]
    yield "sequence", mine["sequence"], sequence
    yield "iban", mine["account"]["iban"], known["account_iban"]
    yield "other", mine["account"]["other"], known["account_other"]
    yield "currency", mine["currency"], known["currency"]
    yield "entries", mine["entries"], known["n_entries"]
    yield "details", mine["details"], known["n_txdtls"]
    yield "reversals", mine["reversals"], known["n_reversals"]
    yield "balanced", mine["balanced"], known["balanced"]
    for figure, fact in (
        ("credits", "sum_credits"),
        ("debits", "sum_debits"),
        ("bookedCredits", "sum_credits_booked"),
        ("bookedDebits", "sum_debits_booked"),
    ):
        yield figure, number(mine[figure]), number(known[fact])
    dates = {
        (each["code"], number(each["amount"])): calendar_day(each["date"])
        for each in reversed(known["balances"])
    }
    for side in ("opening", "closing"):
        balance = mine[side] or {}
        yield side, number(balance.get("amount")), number(known[side])
        yield f"{side} code", balance.get("code"), known[f"{side}_code"]
        if balance:
            key = (known[f"{side}_code"], number(known[side]))
            yield f"{side} date", balance["date"], dates[key]


def mt_pairs(
    mine: dict[str, Any], known: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    codes = {"60F": "OPBD", "60M": "ITBD", "62F": "CLBD", "62M": "ITBD", None: None}
    yield "id", mine["id"], known["reference"]
    yield "sequence", mine["sequence"], known["seq"]
    number_text = mine["account"]["iban"] or mine["account"]["other"]
    yield "account", number_text, known["account"]
    yield "currency", mine["currency"], known["currency"]
    yield "entries", mine["entries"], known["n_transactions"]
    yield "reversals", mine["reversals"], known["n_reversals"]
    yield "balanced", mine["balanced"], known["balanced"]
    yield "credits", number(mine["credits"]), number(known["sum_credits"])
    yield "debits", number(mine["debits"]), number(known["sum_debits"])
    for side in ("opening", "closing"):
        balance = mine[side] or {}
        yield side, number(balance.get("amount")), number(known[side])
        yield f"{side} code", balance.get("code"), codes[known[f"{side}_type"]]
        yield f"{side} date", balance.get("date"), calendar_day(known[f"{side}_date"])


def payment_pairs(
    ours: dict[str, Any], theirs: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    yield "count", ours["count"], theirs["n_transactions"]
    yield "sum", number(ours["sum"]), number(theirs["computed_sum"])
    yield "statedCount", ours.get("statedCount"), theirs["stated_NbOfTxs"]
    yield "statedSum", ours.get("statedSum"), theirs["stated_CtrlSum"]
    yield "batches", len(ours["payments"]), len(theirs["payments"])
    both = zip(ours["payments"], theirs["payments"], strict=False)
    for index, (mine, known) in enumerate(both, 1):
        yield f"batch {index} id", mine["id"], known["PmtInfId"]
        yield f"batch {index} count", mine["count"], known["n_tx"]
        yield f"batch {index} sum", number(mine["sum"]), number(known["sum"])
        yield f"batch {index} currencies", mine["currencies"], known["currencies"]
        yield f"batch {index} date", mine["executionDate"], known["ReqdExctnDt"]
        yield f"batch {index} account", mine["debtorAccount"], known["debtor_account"]


def status_pairs(
    ours: dict[str, Any], theirs: dict[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    yield "originalMessageId", ours["originalMessageId"], theirs["original_msg_id"]
    yield "group", ours["group"], theirs["group_status"]
    yield "payment statuses", ours["payments"], theirs["payment_status_counts"]
    yield (
        "transaction statuses",
        ours["transactions"],
        theirs["transaction_status_counts"],
    )
    yield "reasons", ours["reasons"], theirs["reason_codes"]


@pytest.mark.skipif(not corpus.PRESENT, reason=corpus.ABSENT)
@pytest.mark.parametrize("name", corpus.names())
def test_figures_equal_the_facts_or_are_explained(name: str) -> None:
    unexplained = [
        difference
        for difference in differences(name)
        if (name, difference[0]) not in EXPLAINED
    ]
    assert unexplained == []


@pytest.mark.skipif(not corpus.PRESENT, reason=corpus.ABSENT)
def test_every_explanation_is_still_needed() -> None:
    for name, figure in EXPLAINED:
        assert figure in {difference[0] for difference in differences(name)}


@pytest.mark.skipif(not corpus.PRESENT, reason=corpus.ABSENT)
@pytest.mark.parametrize("name", corpus.names("bad"))
def test_bad_files_are_refused_or_taken_with_a_finding(name: str) -> None:
    findings = picture(name)["findings"]
    assert [each for each in findings if each["severity"] in {"error", "warning"}]
