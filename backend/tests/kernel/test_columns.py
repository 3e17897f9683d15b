"""Amounts stay exact, or are refused."""

from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.kernel.columns import (
    AmountOutOfRange,
    UtcDateTime,
    from_units,
    to_units,
)


@given(st.integers(-(2**63) + 1, 2**63 - 1))
def test_every_stored_amount_comes_back(units: int) -> None:
    assert to_units(from_units(units)) == units


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        ("0", "0.00"),
        ("1", "1.00"),
        ("-12.5", "-12.50"),
        ("1234567890123.45678", "1234567890123.45678"),
        ("0.001", "0.001"),
    ],
)
def test_amounts_show_two_digits_and_no_needless_zeros(amount: str, shown: str) -> None:
    assert format(from_units(to_units(Decimal(amount))), "f") == shown


@pytest.mark.parametrize("amount", ["0.000001", "92233720368547.75808", "1E+20"])
def test_what_does_not_fit_is_refused(amount: str) -> None:
    with pytest.raises(AmountOutOfRange):
        to_units(Decimal(amount))


def test_a_cursor_knows_an_instant_from_a_text() -> None:
    assert UtcDateTime().python_type is datetime
