"""The message a text was made of, where only its English was kept or raised."""

from typing import Final

from localization import Message, Words
from localization.recognise import Recogniser

_RECOGNISER: Final = Recogniser(
    "kernel",
    "machine",
    "link",
    "erp_link",
    "bank_connection",
    "erp_connection",
    "sending",
    "upload",
    "demo_data",
    "billing_plans",
)


def recognised(text: str) -> Message:
    """The message; what nobody here says stays in its own words."""
    return _RECOGNISER.message(text)


def in_both(text: str) -> Words:
    """The text in both languages, as far as it is a sentence of ours."""
    return _RECOGNISER.in_both(text)
