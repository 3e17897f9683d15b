"""The package lends exactly what it says, and its words are documented."""

from __future__ import annotations

import re

import bankfiles
from bankfiles import errors
from bankfiles._findings import CODES
from tests.bankfiles import corpus

LENT = """
READER_VERSION Account Address Balance BankFileError Batch Charge Detail Detected
Direction EmptyFile Entry Exchange FileHeader Finding GroupStatus HostileXml Limits
Malformed MalformedXml Money Named NotABankFile Party Payment PaymentBatch
PaymentBatchStatus PaymentStatus PaymentType PlainEntry Resolution ResolvedBatch
ResolvedPayment Severity StatementEnd
StatementHeader StatusReason TooLarge Truncated UnsupportedFormat Value WrongEncoding
detect inspect read read_plainly statement_digests validate_schema
"""


def refusals(base: type[bankfiles.BankFileError]) -> set[type[bankfiles.BankFileError]]:
    below = base.__subclasses__()
    return {base, *below}.union(*map(refusals, below))


def test_the_export_list_is_exact() -> None:
    assert sorted(bankfiles.__all__) == sorted(LENT.split())
    assert all(hasattr(bankfiles, name) for name in bankfiles.__all__)


def test_the_docstring_draws_the_whole_tree_of_refusals() -> None:
    drawn = set(re.findall(r"──\s(\w+)", bankfiles.__doc__ or "")) | {"BankFileError"}
    assert drawn == {each.__name__ for each in refusals(bankfiles.BankFileError)}


def test_every_refusal_has_a_code_of_its_own() -> None:
    found = refusals(errors.BankFileError)
    assert len({each.code for each in found}) == len(found)


def test_every_code_is_documented_with_its_severity_and_nothing_else_is() -> None:
    text = (corpus.ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
    doubts, rest = text.split("## At import")
    refused = rest.split("## Refusals")[1]
    rows = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", doubts, re.MULTILINE))
    assert rows == {code: severity.value for code, severity in CODES.items()}
    codes = {each.code for each in refusals(errors.BankFileError)}
    generic = {errors.BankFileError.code, errors.Malformed.code}
    assert set(re.findall(r"^\| `(\w+)`", refused, re.MULTILINE)) == codes - generic
