"""What may be done with an upload, and on which page its format belongs."""

import pytest

from giroscope.features.uploads import policy
from giroscope.features.uploads.errors import NotRetryable, NotUndoable, OnRightPage
from giroscope.features.uploads.policy import Kind, UploadState

P, S = Kind.PAYMENT, Kind.STATEMENT


@pytest.mark.parametrize(
    ("file_format", "on_payments", "on_statements"),
    [
        ("pain.001", P, P),
        ("pain.002", P, S),
        ("camt.029", P, S),
        ("camt.053", S, S),
        ("camt.054", S, S),
        ("MT940", S, S),
        ("unheard of", S, S),
    ],
)
def test_a_file_belongs_on_the_page_of_its_format(
    file_format: str, on_payments: Kind, on_statements: Kind
) -> None:
    assert policy.kind_of_format(file_format, P) is on_payments
    assert policy.kind_of_format(file_format, S) is on_statements


RETRYABLE = {"FAILED", "CANCELLED", "REFUSED", "UNDONE"}


@pytest.mark.parametrize("state", UploadState)
def test_each_state_allows_just_what_makes_sense(state: UploadState) -> None:
    for ensure, refusal, allowed in (
        (policy.ensure_retryable, NotRetryable, RETRYABLE),
        (policy.ensure_undoable, NotUndoable, {"IMPORTED"}),
    ):
        if state.value in allowed:
            ensure(state.value)
            continue
        with pytest.raises(refusal):
            ensure(state.value)


def test_a_file_on_its_page_is_not_moved() -> None:
    policy.ensure_movable("PAYMENT")
    with pytest.raises(OnRightPage):
        policy.ensure_movable(None)
