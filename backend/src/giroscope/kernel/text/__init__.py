"""Text for people, as the product keeps and shows it."""

from giroscope.kernel.text.column import MessageColumn
from giroscope.kernel.text.localized_text import LocalizedText, in_each_language
from giroscope.kernel.text.recognised import in_both, recognised

__all__ = [
    "LocalizedText",
    "MessageColumn",
    "in_both",
    "in_each_language",
    "recognised",
]
