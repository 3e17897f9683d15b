"""Every reason why a payment cannot be used is said in both languages."""

import pytest

from erplink import Doubt
from giroscope.features.erp.doubts import DUPLICATE, NOT_OPEN, doubt_sentence


@pytest.mark.parametrize("doubt", [*Doubt, DUPLICATE, NOT_OPEN])
def test_every_doubt_has_a_sentence_in_both_languages(doubt: str) -> None:
    said = doubt_sentence(doubt, "dueDate", {"other": "P-7"})
    assert said != doubt_sentence("of another version", "dueDate")
    assert said.en != said.da
    assert "{" not in said.en + said.da
    assert ("dueDate" in said.en) is ("dueDate" in said.da)
    assert ("P-7" in said.en) is ("P-7" in said.da)
    assert len(doubt) <= 24


def test_a_field_is_told_as_it_is_spelled() -> None:
    assert "{odd}" in doubt_sentence(Doubt.OTHER_KIND, "{odd}").da
