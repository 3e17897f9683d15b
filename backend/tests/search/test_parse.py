"""What a searched text may mean, however people write it."""

from decimal import Decimal

import pytest

from giroscope.features.search.parse import TooShort, named_amount, read
from giroscope.kernel.errors import InvalidInput


@pytest.mark.parametrize(
    ("text", "amounts", "currency"),
    [
        ("1.234,56", ["1234.56"], None),
        ("1,234.56", ["1234.56"], None),
        ("1234.56 DKK", ["1234.56"], "DKK"),
        ("eur 12,5", ["12.5"], "EUR"),
        ("-99,95 kr.", ["99.95"], "DKK"),
        ("1 234 567,00", ["1234567.00"], None),
        ("1'234.50", ["1234.50"], None),
        ("1.234.567", ["1234567"], None),
        ("1.234", ["1234", "1.234"], None),
        ("1,234", ["1234", "1.234"], None),
        ("1234,567", ["1234.567"], None),
        ("1500", ["1500"], None),
        ("1.234,56,7", [], None),
        ("1,2,3.4.5", [], None),
        ("1234567890", [], None),
        ("1234567890 DKK", ["1234567890"], "DKK"),
        ("DK50 0040 0440 1162 43", [], None),
        ("9999999999999999999,00", [], None),
        ("Grønlund 12", [], None),
    ],
)
def test_amounts_are_read_in_every_notation(
    text: str, amounts: list[str], currency: str | None
) -> None:
    found = read(text)
    assert found.amounts == tuple(map(Decimal, amounts))
    if amounts:
        assert found.currency == currency


@pytest.mark.parametrize(
    ("text", "compact", "is_one"),
    [
        ("DK50 0040 0440 1162 43", "DK5000400440116243", True),
        ("0040 0440-116243", "00400440116243", True),
        ("e2e-1", "E2E1", False),
        ("Jens Hansen", "JENSHANSEN", False),
        ("12345", "12345", False),
    ],
)
def test_numbers_in_groups_are_put_together(
    text: str, compact: str, is_one: bool
) -> None:
    found = read(text)
    assert (found.compact, found.has_compact) == (compact, is_one)


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("DK50 0040 0440 1162 43", ["DK5000400440116243"]),
        ("gb29 NWBK 6016 1331 9268 19", ["GB29NWBK60161331926819"]),
        ("0040-0440116243", ["00400440116243"]),
        ("00000777", ["00000777"]),
        ("faktura 12345", ["faktura 12345", "FAKTURA12345"]),
        ("E2E-000-777", ["E2E-000-777", "E2E000777"]),
        ("Jens Hansen", ["Jens Hansen"]),
        ("1.234,56", []),
        ("1500", ["1500"]),
    ],
)
def test_rows_are_looked_through_once_where_that_will_do(
    text: str, texts: list[str]
) -> None:
    assert read(text).texts == texts


def test_a_correlation_id_is_no_words() -> None:
    assert read("6D5A2B34-66c1-4f5e-9f1c-0a3a52f6c1d7").words == ()


def test_a_row_is_meant_by_its_sign() -> None:
    assert (read("#12").number, read("#12").is_number_meant) == (12, True)
    assert (read("12").number, read("12").is_number_meant) == (12, False)
    assert read("no. 12").number is None


def test_what_is_not_worth_a_search_is_refused() -> None:
    for text in ("", " a ", "\0"):
        with pytest.raises(TooShort):
            read(text)
    with pytest.raises(InvalidInput):
        read("x" * 201)


@pytest.mark.parametrize(
    ("text", "rest", "span", "currency"),
    [
        ("Jensen ~4000", "Jensen", ("3600", "4400"), None),
        ("ca. 4.000 kr. Jensen", "Jensen", ("3600", "4400"), "DKK"),
        ("about EUR 250,50", "", ("225.45", "275.55"), "EUR"),
        ("omkring 12 500 dkk", "", ("11250", "13750"), "DKK"),
        ("\u2248 1,234.50 Grønlund ApS", "Grønlund ApS", ("1111.05", "1357.95"), None),
    ],
)
def test_an_amount_may_be_known_about(
    text: str, rest: str, span: tuple[str, str], currency: str | None
) -> None:
    found = read(text)
    assert found.about == tuple(map(Decimal, span))
    assert (found.text, found.currency, found.amounts) == (rest, currency, ())


@pytest.mark.parametrize("text", ["Jensen 4000", "Cathrine", "ca. to", "roundabout 7"])
def test_what_is_no_such_amount_is_words(text: str) -> None:
    found = read(text)
    assert found.about is None
    assert found.text == text


@pytest.mark.parametrize(
    ("text", "name", "span", "currency"),
    [
        ("Grønlund Bageri 11346", "Grønlund Bageri", ("11346", "11346.99999"), None),
        ("Grønlund 11346,90", "Grønlund", ("11346.90", "11346.90"), None),
        ("11346.90 Grønlund", "Grønlund", ("11346.90", "11346.90"), None),
        ("Grønlund 11.346", "Grønlund", ("11346", "11346.99999"), None),
        ("Grønlund 11 346,90 kr.", "Grønlund", ("11346.90", "11346.90"), "DKK"),
        ("eur 250 Grønlund", "Grønlund", ("250", "250.99999"), "EUR"),
        ("abc2 2", "abc2", ("2", "2.99999"), None),
        ("Bob 250", "Bob", ("250", "250.99999"), None),
        ("DSB 250 DKK", "DSB", ("250", "250.99999"), "DKK"),
        ("7-Eleven 20,00", "7-Eleven", ("20.00", "20.00"), None),
    ],
)
def test_an_amount_may_stand_beside_a_name(
    text: str, name: str, span: tuple[str, str], currency: str | None
) -> None:
    found = named_amount(read(text))
    assert found is not None
    assert found.about == tuple(map(Decimal, span))
    assert (found.text, found.currency, found.amounts) == (name, currency, ())
    assert found.words == read(name).words


@pytest.mark.parametrize(
    "text",
    [
        "11346.90", "EUR 250", "kr 250", "250 1200", "Grønlund", "Grønlund ~250",
        "Grønlund 12 of 5000", "Grønlund 1234567890", "Grønlund 0040", "#12",
        "DK50 0040 0440 1162 43", "PAY-77-1", "x 250",
            "Grønlund 9999999999999999999,00",
        "6D5A2B34-66c1-4f5e-9f1c-0a3a52f6c1d7",
    ],
)  # fmt: skip
def test_other_texts_hold_no_amount_beside_a_name(text: str) -> None:
    assert named_amount(read(text)) is None
