"""Words are folded alike, one text at a time or many at once, Latin or not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.kernel.words import folded, searchable

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
