"""Hides in JSON: fields by their keys, however deep, repeated keys included."""

import json
import typing
from typing import Any, NamedTuple

from giroscope.features.logs.masking.rules import Hidden, has_numbers, hidden_by_name
from giroscope.features.logs.masking.values import hidden

if typing.TYPE_CHECKING:
    from giroscope.features.logs.masking.dress import Masking


class _Object(NamedTuple):
    """The pairs as they stood: a mapping would forget a key that comes twice."""

    pairs: list[tuple[str, Any]]


class _Number(str):
    """A number as it was written, to the last digit."""

    __slots__ = ()


def masked(text: str, masking: "Masking") -> str | None:
    """The document with values hidden; None where it is no JSON."""
    try:
        found = json.loads(
            text, object_pairs_hook=_Object, parse_float=_Number, parse_int=_Number,
            parse_constant=_Number,
        )  # fmt: skip
    except (ValueError, RecursionError):
        return None
    _learn("", found, masking)
    return _written("", found, masking)


def _learn(name: str, value: Any, masking: "Masking") -> None:
    if isinstance(value, _Object):
        for key, part in value.pairs:
            _learn(key, part, masking)
    elif isinstance(value, list):
        for part in value:
            _learn(name, part, masking)
    elif isinstance(value, str):
        why = hidden_by_name(name)
        if why in {Hidden.NAME, Hidden.ACCOUNT} and masking.choice.hides(why):
            masking.text.learn(value, why)


def _written(name: str, value: Any, masking: "Masking") -> str:
    """The value as JSON with what must not be seen taken out."""
    if isinstance(value, _Object):
        why = hidden_by_name(name)
        if why is Hidden.SECRET:
            return '"***"'
        pairs = (
            f"{_text(masking.text.hidden(key))}: {_written(key, part, masking)}"
            for key, part in value.pairs
        )
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_written(name, part, masking) for part in value)}]"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _of_scalar(name, value, masking)


def _of_scalar(name: str, value: str, masking: "Masking") -> str:
    why = hidden_by_name(name)
    if why is not None and masking.choice.hides(why):
        return _text(hidden(value, why))
    shown = masking.of_value(value, has_numbers=has_numbers(name))
    if isinstance(value, _Number) and shown == value:
        return str(value)
    return _text(shown)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
