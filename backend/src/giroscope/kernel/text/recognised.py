"""The message a text was made of, where only its English was kept or raised."""

from typing import Final

from banklink.registry import descriptions
from localization import Message, Words
from localization.catalogue import areas
from localization.recognise import Recogniser


def _said_by_protocols() -> list[str]:
    """The catalogues of what bank protocols say when something fails."""
    said = {f"{one.area}_said" for one in descriptions()}
    return [area for area in areas() if area in said]


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
    *_said_by_protocols(),
)


def recognised(text: str) -> Message:
    """The message; what nobody here says stays in its own words."""
    return _RECOGNISER.message(text)


def in_both(text: str) -> Words:
    """The text in both languages, as far as it is a sentence of ours."""
    return _RECOGNISER.in_both(text)
