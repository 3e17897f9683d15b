"""Each bound holds to the one: so much is read, and one more is refused."""

from __future__ import annotations

import io
from typing import Any

import pytest

from bankfiles import Limits, TooLarge, inspect, read
from bankfiles._inspect import MOST_FINDINGS
from bankfiles._read import read_strictly
from tests.bankfiles import made

DETAILS = f"<NtryDtls>{made.detail() * 5}</NtryDtls>"
BALANCES = "".join(made.balance("CLAV", "1.00") for _ in range(5))
CAMT = {
    "details": made.camt(made.statement([made.entry(inside=DETAILS)])),
    "balances": made.camt(made.statement([made.entry()], head=BALANCES)),
}
TEXT = ("", *["x"] * 4)
SWIFT = {
    "balances": made.mt940(*[":64:C260302EUR1,00"] * 3, ":62F:C260302EUR100,00"),
    "field_lines": made.mt940(":61:260302C1,00NTRFX", ":86:x", *TEXT[1:],
                              ":62F:C260302EUR101,00"),
}  # fmt: skip


def is_read(data: bytes, **bounds: Any) -> bool:
    """Whether a file is read within bounds, in every way there is."""
    limits = Limits(**bounds)
    ways = []
    for way in (read, read_strictly):
        try:
            list(way(io.BytesIO(data), limits=limits))
            ways.append(True)
        except TooLarge:
            ways.append(False)
    assert len(set(ways)) == 1
    return ways[0]


def test_a_file_may_be_just_as_long_as_the_limit() -> None:
    for data in (*CAMT.values(), *SWIFT.values()):
        assert is_read(data, file_bytes=len(data))
        assert not is_read(data, file_bytes=len(data) - 1)


@pytest.mark.parametrize("name", SWIFT)
def test_bounds_of_a_swift_file_hold_to_the_one(name: str) -> None:
    assert is_read(SWIFT[name], **{name: 5})
    assert not is_read(SWIFT[name], **{name: 4})


@pytest.mark.parametrize("is_careful", [False, True])
def test_bounds_of_a_camt_file_hold_to_the_one(*, is_careful: bool) -> None:
    data = CAMT["balances"]
    if is_careful:
        data = data.replace(b"<Ntry>", b"<!-- x --><Ntry>")
    assert is_read(data, balances=5)
    assert not is_read(data, balances=4)


def test_details_beyond_a_tree_are_counted_to_the_one() -> None:
    data = CAMT["details"].replace(b"<TxDtls>", b"<!-- x --><TxDtls>")
    assert list(read(io.BytesIO(data), limits=Limits(details=5)))
    with pytest.raises(TooLarge):
        list(read(io.BytesIO(data), limits=Limits(details=4)))


@pytest.mark.parametrize(
    ("message", "body", "newest"),
    [
        ("camt.052", "BkToCstmrAcctRpt", 14),
        ("camt.053", "BkToCstmrStmt", 14),
        ("camt.054", "BkToCstmrDbtCdtNtfctn", 14),
        ("pain.001", "CstmrCdtTrfInitn", 13),
        ("pain.002", "CstmrPmtStsRpt", 15),
        ("camt.029", "RsltnOfInvstgtn", 12),
    ],
)
def test_a_version_is_doubted_from_the_first_that_is_not_known(
    message: str, body: str, newest: int
) -> None:
    for version, is_doubted in ((1, False), (newest, False), (newest + 1, True)):
        head = f"urn:iso:std:iso:20022:tech:xsd:{message}.001.{version:02}"
        data = f'<Document xmlns="{head}"><{body}></{body}></Document>'.encode()
        found = inspect(io.BytesIO(data), "a.xml")["findings"]
        codes = {each["code"] for each in found}
        assert ("version_unknown" in codes) is is_doubted, version


def test_the_first_error_is_shown_however_many_doubts_come_before() -> None:
    # Each negative amount is a doubt; the last entry has none at all.
    doubts = [made.entry("-1.00")] * MOST_FINDINGS
    data = made.camt(made.statement([*doubts, made.entry("-2.00"), made.entry("x")]))
    found = inspect(io.BytesIO(data), "a.xml")["findings"]
    assert [each["code"] for each in found if each["severity"] == "error"] == [
        "amount_unreadable"
    ]
    assert len(found) == MOST_FINDINGS + 2
    # The last negative amount, and that the statement has no balance.
    assert found[-1]["message"].startswith("2 further")
