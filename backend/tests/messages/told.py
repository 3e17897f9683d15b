"""What a message that was kept says, for tests of other rooms."""

from typing import Any

import orjson

from localization import Message, render


def said(code: str, values: Any, language: str = "en") -> str:
    """The sentence of a row's code and values, as either table keeps them."""
    kept = orjson.loads(values) if isinstance(values, str) else values
    return render(Message.filled(code, kept), language)
