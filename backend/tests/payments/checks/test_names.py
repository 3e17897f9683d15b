"""Which names a person could take for each other, and which are one bill."""

import pytest

from giroscope.features.payments.checks.names import (
    hidden_signs,
    is_numbered,
    look_alike,
    normal_name,
    payee_key,
    reference_key,
    visible,
)


@pytest.mark.parametrize(
    ("one", "other", "is_alike"),
    [
        ("Nordlys Bageri", "Nordlis Bageri", True),
        ("Nordlys Bageri", "Nordlis Bagari", True),
        ("Nordlys Bageri", "Nordlis Bagaru", False),
        # A longer name may differ by more signs.
        ("Nordlys Bageri og Brød", "Nordlis Bagaru og Brod", True),
        # What does not matter makes no other name.
        ("Nordlys Bageri", "BAGERI, Nordlys", False),
        ("Nordlys Bageri", "nordlys  bageri.", False),
    ],
)
def test_names_that_differ_by_a_few_signs_look_alike(
    one: str, other: str, is_alike: bool
) -> None:
    assert look_alike(one, other) is is_alike
    assert look_alike(other, one) is is_alike


def test_names_that_look_alike_share_a_key() -> None:
    keys = {payee_key(name) for name in ("Smedjen ApS", "5medjen A/S", "Srnedjen")}
    assert len(keys) == 1
    assert payee_key("Smeden") not in keys
    assert payee_key(None) is None
    assert payee_key("--") is None


@pytest.mark.parametrize(
    "name",
    [
        "Kyst\u200bens Smedje ApS",
        "\u2066Kystens\u2069 Smedje\u00ad ApS",
        "Кystens Smedje ApS",  # noqa: RUF001 - a Cyrillic capital
        "KYSTENS SΜEDJE ApS",  # noqa: RUF001 - a Greek capital
        "kystens smedje aps",
    ],
)
def test_a_name_that_looks_the_same_is_the_same(name: str) -> None:
    assert normal_name(name) == normal_name("Kystens Smedje ApS")
    assert payee_key(name) == payee_key("Kystens Smedje ApS")


def test_names_in_other_alphabets_keep_their_keys() -> None:
    assert payee_key("Климатика") == "* *"
    assert payee_key("COOP") == payee_key("СООР")  # noqa: RUF001 - all Cyrillic


def test_signs_that_nobody_sees_are_told_and_spaces_are_none_of_them() -> None:
    assert hidden_signs("Smedje \u202eSpA\u200b") == "\u202e\u200b"
    assert visible("Smedje \u202eSpA\u200b") == "Smedje SpA"
    assert hidden_signs("Østre\u00a0Smedje\tApS") == ""


@pytest.mark.parametrize(
    ("reference", "text", "key", "numbered"),
    [
        (None, "Faktura 4711", "4711", True),
        ("4711", "Husleje", "4711", True),
        (None, "INV-47-11", "4711", True),
        (None, "Faktura 471", "faktura471", False),
        (None, None, "", False),
    ],
)
def test_a_bill_is_its_number_of_four_digits_or_its_words(
    reference: str | None, text: str | None, key: str, numbered: bool
) -> None:
    found = reference_key(reference, text)
    assert found == key
    assert is_numbered(found) is numbered
