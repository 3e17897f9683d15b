"""Hides what must not be seen from what was said, before it is stored.

Lends `Masking`, which makes of bytes a text to be shown, and `Choice`, what a realm
hides. A text is read as what it is: XML, JSON, a form, a statement in tags, or plain.
What stands inside it in another dress (escaped, in base64, compressed) is undressed
and read in the same way; base64 that is no text never stays. Whatever cannot be read
is not shown at all.
"""

from giroscope.features.logs.masking.dress import Masking
from giroscope.features.logs.masking.rules import Choice
from giroscope.features.logs.masking.values import without_secrets

__all__ = ["Choice", "Masking", "without_secrets"]
