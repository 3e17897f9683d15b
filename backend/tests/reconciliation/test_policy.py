"""When a candidate is accepted unseen."""

import pytest

from giroscope.features.reconciliation.policy import Fit, is_clear


@pytest.mark.parametrize(
    ("scores", "clear"),
    [
        ([80, 75], True),
        ([80], True),
        ([79], False),
        ([80, 76], False),
        ([90, 90], False),
        ([], False),
    ],
)
def test_the_best_is_clear_where_it_is_worth_enough_and_no_other_nearly_so(
    scores: list[int], clear: bool
) -> None:
    assert is_clear([Fit(score) for score in scores], 80) is clear
