"""Hides in forms and in the questions of addresses: `name=value&name=value`."""

import re
import typing
from collections.abc import Sequence
from urllib.parse import parse_qsl, quote

from giroscope.features.logs.masking.rules import has_numbers, hidden_by_name
from giroscope.features.logs.masking.values import hidden

if typing.TYPE_CHECKING:
    from giroscope.features.logs.masking.dress import Masking

_FORM = re.compile(r"[\w.%+-]+=[^&\s=<>]*={0,2}(?:&[\w.%+-]+=[^&\s<>]*)*")
# What makes a masked form easy to read stays as it is.
_SAFE = " *@:/,;[]…"


def is_form(text: str) -> bool:
    """Whether a text is a form, as browsers send it."""
    return len(text) < 1 << 20 and _FORM.fullmatch(text) is not None


def masked(text: str, masking: "Masking") -> str:
    """The form with values hidden."""
    return written(parse_qsl(text, keep_blank_values=True), masking)


def written(pairs: Sequence[tuple[str, str]], masking: "Masking") -> str:
    """The pairs as a form with values hidden."""
    return "&".join(
        f"{quote(name, safe=_SAFE)}={quote(_shown(name, value, masking), safe=_SAFE)}"
        for name, value in pairs
    )


def _shown(name: str, value: str, masking: "Masking") -> str:
    why = hidden_by_name(name)
    if why is not None and masking.choice.hides(why):
        return hidden(value, why)
    return masking.of_value(value, has_numbers=has_numbers(name))
