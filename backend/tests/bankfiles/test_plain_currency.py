"""A plain entry is of one amount, currency and direction throughout."""

from __future__ import annotations

import io

import pytest

from bankfiles import Entry, PlainEntry, read, read_plainly
from tests.bankfiles import made

OFTEN = 40


@pytest.mark.parametrize(
    ("amount", "currency", "direction", "is_plain"),
    [
        ("10.00", "DKK", "CRDT", True),
        ("10.01", "DKK", "CRDT", False),
        ("10.00", "EUR", "CRDT", False),
        ("10.00", "DKK", "DBIT", False),
        # The same number in other signs goes the long way.
        ("10.0", "DKK", "CRDT", False),
    ],
)
def test_what_a_detail_says_otherwise_is_kept(
    amount: str, currency: str, direction: str, *, is_plain: bool
) -> None:
    inside = (
        f'<NtryDtls><TxDtls><Amt Ccy="{currency}">{amount}</Amt>'
        f"<CdtDbtInd>{direction}</CdtDbtInd></TxDtls></NtryDtls>"
    )
    entries = [made.entry(inside=inside)] * OFTEN
    data = made.camt(made.statement(entries))
    plain = [v for v in read_plainly(io.BytesIO(data)) if isinstance(v, PlainEntry)]
    assert len(plain) == (OFTEN if is_plain else 0)
    whole = [v for v in read(io.BytesIO(data)) if isinstance(v, Entry)]
    details = {one.details[0] for one in whole}
    assert {(str(d.amount), d.currency, str(d.direction)) for d in details} == {
        (amount, currency, direction)
    }
    if not is_plain:
        others = read_plainly(io.BytesIO(data))
        assert [v for v in others if isinstance(v, Entry)] == whole
