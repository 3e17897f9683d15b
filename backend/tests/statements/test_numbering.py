"""Which statement follows which: dates, balances and sequence numbers decide."""

from datetime import date
from decimal import Decimal

import pytest

from giroscope.features.statements.numbering import Span, follows


def span(first: int, last: int, opening: int, closing: int, name: str | None) -> Span:
    """A statement within March."""
    return Span(
        date(2026, 3, first), date(2026, 3, last), Decimal(opening), Decimal(closing),
        name,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        (span(1, 2, 0, 5, "1"), span(2, 3, 5, 9, "2"), True),
        (span(1, 2, 0, 5, "1"), span(3, 4, 5, 9, "2"), False),
        (span(1, 2, 0, 5, "1"), span(2, 3, 6, 9, "2"), False),
        (span(2, 2, 0, 5, "1"), span(2, 2, 5, 9, "2"), True),
        (span(2, 2, 5, 5, "1"), span(2, 2, 5, 5, "2"), True),
        (span(2, 2, 5, 5, None), span(2, 2, 5, 5, None), False),
        (span(1, 1, 0, 0, "61"), span(1, 31, 0, 0, "3"), False),
        (span(1, 31, 0, 0, "3"), span(31, 31, 0, 0, "90"), False),
        (span(1, 31, 0, 7, "3"), span(31, 31, 7, 9, "90"), True),
    ],
)
def test_statement_goes_on_where_another_ended(
    earlier: Span, later: Span, *, expected: bool
) -> None:
    assert follows(earlier, later) is expected
