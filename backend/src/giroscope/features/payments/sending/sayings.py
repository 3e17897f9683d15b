"""What sending says of an attempt, kept as a text: its sentences, with their Danish."""

from giroscope.features.banks import sayings as banks
from sayings import Sayings

SAYINGS = Sayings(
    banks.SAYINGS.danish,
    {
        "The product was stopped while the file was on its way.": (
            "Produktet blev standset, mens filen var på vej."
        ),
        "What was sealed is not what was approved.": (
            "Det, der blev forseglet, er ikke det, der blev godkendt."
        ),
        "{name} stands behind the payment file and decided about it.": (
            "{name} står bag betalingsfilen og har taget stilling til den."
        ),
        "A fault in the product stopped it ({fault}).": (
            "En fejl i produktet standsede den ({fault})."
        ),
        "A fault stopped it ({fault}).": "En fejl standsede den ({fault}).",
    },
)
"""All that is kept of a file on its way."""
