"""Why an exchange failed is told in both languages; its group is the same in each."""

import pytest

from giroscope.features.logs.causes import cause_of
from giroscope.features.logs.failures import cause_in_both, failure_in_both
from localization import Words

REFUSED = "The bank could not be reached: [Errno 111] Connection refused."


@pytest.mark.parametrize(
    ("english", "danish"),
    [
        (
            REFUSED,
            "Banken kunne ikke nås: forbindelsen blev afvist (fejl 111).",
        ),
        ("The ERP refuses the sign-in.", "ERP-systemet afviser login."),
        (
            "The sign-in service does not answer; try again in a moment.",
            "Login-tjenesten svarer ikke; prøv igen om et øjeblik.",
        ),
        (
            "The mail server refused a***@example.com",
            "Mailserveren afviste a***@example.com",
        ),
        ("timed out", "der kom intet svar i tide"),
    ],
)
def test_a_failure_is_told_as_whoever_spoke_would_say_it(
    english: str, danish: str
) -> None:
    assert failure_in_both(english) == Words(english, danish)


def test_what_went_well_has_nothing_to_tell() -> None:
    assert failure_in_both(None) is None
    assert failure_in_both("") is None


def test_one_cause_is_kept_for_all_that_differ_in_a_number_and_told_in_danish() -> None:
    other = REFUSED.replace("111", "61")
    causes = {cause_of(None, one, None) for one in (REFUSED, other)}
    (cause,) = causes
    assert cause is not None
    assert {cause_in_both(cause, one) for one in (REFUSED, other)} == {
        Words(cause, "Banken kunne ikke nås: forbindelsen blev afvist (fejl …).")
    }


def test_what_a_bank_answered_stays_in_its_words() -> None:
    cause = cause_of(500, "", "<f:faultstring>No such agreement</f:faultstring>")
    assert cause == "HTTP 500: No such agreement"
    assert cause_in_both(cause, None) == Words(cause, cause)
