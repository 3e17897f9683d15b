"""Words are folded alike, one text at a time or many at once, Latin or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.kernel.words import among_words, as_reference, folded, searchable

_TEXTS = st.lists(
    st.text(max_size=40)
    | st.text(st.characters(max_codepoint=255), max_size=40)
    | st.sampled_from(
        ["Straße 7/8", "5 µg", "Ørsted A/S\nBilag", "a\0b", "Łódź \u2013 4"]
    )
)


def plainly(text: str) -> str:
    """The rule without any of its short cuts."""
    signs = (sign if sign.isalnum() else " " for sign in text.casefold())
    return " " + " ".join("".join(signs).split())


@given(_TEXTS)
def test_many_texts_are_folded_as_each_alone(texts: list[str]) -> None:
    assert folded(texts) == [plainly(text) for text in texts]
    assert [searchable(text) for text in texts] == [plainly(text) for text in texts]


@pytest.mark.parametrize("sign", ["x", "Ж"])
def test_no_word_is_too_long_for_an_index(sign: str) -> None:
    assert searchable(sign * 2_000, "end") == f" {sign.casefold() * 400} end"
    assert len(searchable(f"{sign} " * 30_000)) <= 20_001


@given(st.text(max_size=80) | st.from_regex(r"[0-9A-Z]{1,70}", fullmatch=True))
def test_a_reference_is_found_by_its_column_or_among_the_words(reference: str) -> None:
    if among_words(reference) is None:
        (word,) = searchable(reference).split()
        for end in range(1, len(word) + 1):
            beginning = as_reference(word[:end])
            assert beginning is not None
            assert reference.startswith(beginning)
    else:
        assert among_words(reference) == reference


@pytest.mark.parametrize(
    ("reference", "is_plain"),
    [
        ("E2E00010001", True), ("7", True), ("X" * 64, True), ("X" * 65, False),
        ("e2e1", False), ("E2E-1", False), ("E2E 1", False), ("\u00c61", False),
        ("\uff21", False), ("", False), (" ", False),
    ],
)  # fmt: skip
def test_only_plain_references_are_left_to_their_columns(
    reference: str, *, is_plain: bool
) -> None:
    assert (among_words(reference) is None) is is_plain
    assert among_words(None) is None


def test_words_that_no_plain_reference_holds_are_not_looked_for_there() -> None:
    assert as_reference("e2e1") == "E2E1"
    assert as_reference("\u00f8st") is None
    assert as_reference("x" * 65) is None
