"""A message's sentence in both languages, as a list taken out as a file tells it.

The console does the same for what it shows, in `features/messages/texts.ts`.
"""

import re
from collections.abc import Mapping

import orjson

from giroscope.features.messages.danish import DANISH
from giroscope.features.messages.tables import SystemMessage
from sayings import Words

_HOLE = re.compile(r"\{(\w+)\}")


def told(message: SystemMessage) -> Words:
    """The sentence in both; in English where its code or a value is not known."""
    values = orjson.loads(message.values)
    danish = _filled(DANISH.get(message.code, "{}"), values)
    # A sentence with a hole left would hide a fact; the English one is whole.
    return Words(message.text, message.text if "{" in danish else danish)


def _filled(sentence: str, values: Mapping[str, str]) -> str:
    def value(hole: re.Match[str]) -> str:
        plain = values.get(hole[1].removesuffix("_da"), hole[0])
        return values.get(hole[1], plain)

    return _HOLE.sub(value, sentence)
