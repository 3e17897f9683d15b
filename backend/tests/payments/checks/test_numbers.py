"""Check digits, by examples from their sources and by their laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.features.payments.checks.numbers import (
    IBAN_LENGTHS,
    has_mod10,
    iban_fault,
    is_bic,
    is_creditor_reference,
    is_danish,
    is_norwegian,
)


@pytest.mark.parametrize(
    ("iban", "fault"),
    [
        ("DK5000400440116243", None),
        ("GB29NWBK60161331926819", None),
        ("NO9386011117947", None),
        ("MT84MALT011000012345MTLCAST001S", None),
        ("DK5000400440116244", "digits"),
        ("DK500040044011624", "length"),
        ("DK50 0040 0440 1162 43", "length"),
        ("dk5000400440116243", "country"),
        ("US5000400440116243", "country"),
        ("", "country"),
        ("DK\u0665\u06650400440116243", "length"),
    ],
)
def test_an_iban_is_told_by_country_length_and_digits(
    iban: str, fault: str | None
) -> None:
    assert iban_fault(iban) == fault


@given(
    st.sampled_from(sorted(IBAN_LENGTHS)),
    st.data(),
)
def test_one_wrong_sign_never_passes(country: str, data: st.DataObject) -> None:
    length = IBAN_LENGTHS[country] - 4
    body = data.draw(st.text("0123456789ABCDEFGHIJ", min_size=length, max_size=length))
    number = int("".join(str(int(sign, 36)) for sign in f"{body}{country}00"))
    iban = f"{country}{98 - number % 97:02d}{body}"
    assert iban_fault(iban) is None
    place = data.draw(st.integers(4, len(iban) - 1))
    # A sign of the other kind has another number of digits, which may hide it.
    first, second = "12" if iban[place].isdigit() else "AB"
    other = first if iban[place] != first else second
    assert iban_fault(iban[:place] + other + iban[place + 1 :]) == "digits"


@pytest.mark.parametrize("digits", ["18", "26", "123456789012347", "79927398713"])
def test_mod_10_takes_what_the_slips_print(digits: str) -> None:
    assert has_mod10(digits)
    assert not has_mod10(digits[:-1] + str((int(digits[-1]) + 1) % 10))


def test_other_numbers() -> None:
    assert is_bic("NDEADKKK")
    assert is_bic("DABADKKKXXX")
    assert not is_bic("NDEADKK")
    assert not is_bic("ndeadkkk")
    assert is_creditor_reference("RF18539007547034")
    assert is_creditor_reference("RF18 5390 0754 7034")
    assert not is_creditor_reference("RF19539007547034")
    assert is_norwegian("86011117947")
    assert not is_norwegian("86011117948")
    assert is_danish("00400440116243")
    assert not is_danish("0000440116243")
    assert not is_danish("0040044011624X")
