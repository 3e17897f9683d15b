"""What work on an upload ends with, kept as a text, with its Danish."""

from collections.abc import Mapping
from typing import Final

from giroscope.kernel.sayings import KERNEL
from sayings import Sayings

BLOCKS: Final[Mapping[str, str]] = {
    "statement {name} repeats entries of it, undo that one first": (
        "kontoudtoget {name} gentager posteringer fra den, så fortryd det først"
    ),
    "{name} added entries to its statement, undo that one first": (
        "{name} har føjet posteringer til dens kontoudtog, så fortryd den først"
    ),
    "{name} added details to its entries, undo that one first": (
        "{name} har føjet oplysninger til dens posteringer, så fortryd den først"
    ),
    "its payments were signed for sending": (
        "dens betalinger er underskrevet til afsendelse"
    ),
    "{name} answers its payments": "{name} er svar på dens betalinger",
}
"""What keeps an import from being taken back: Danish by English."""
SAYINGS = Sayings(
    KERNEL,
    BLOCKS,
    {
        "This import cannot be undone: {blocks}.": (
            "Importen kan ikke fortrydes: {blocks}."
        ),
    },
)
"""All that is kept of imports and of taking them back."""
