"""What billing ends with when the operator's file is wrong, kept as a text."""

from sayings import MACHINE, Sayings

SAYINGS = Sayings(
    MACHINE,
    {
        "The plans cannot be read: {why}": "Planerne kan ikke læses: {why}",
        "The plans cannot be used: {place}: {why}": (
            "Planerne kan ikke bruges: {place}: {why}"
        ),
    },
)
"""With its Danish; what is wrong at a place of the file stays as it was said."""
