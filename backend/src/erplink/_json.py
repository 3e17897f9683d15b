"""JSON with exact numbers, both ways, and the fingerprint of a record."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from erplink.errors import ContractChanged, Unavailable

Revive = Callable[[dict[str, Any]], Any]
"""Makes a value of a JSON object that stands for one, or gives the object back."""

_DEEPEST = 64
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def parsed(body: bytes, revive: Revive | None = None) -> Any:
    """Read an answer; fractions become exact decimals. An empty one is None.

    Raises:
        Unavailable: It is cut short.
        ContractChanged: It is no JSON, or nested deeper than data ever is.
    """
    if not body.strip():
        return None
    try:
        value = json.loads(
            body.decode("utf-8"),
            parse_float=Decimal,
            parse_constant=_refused,
            object_hook=revive,
        )
    except json.JSONDecodeError as error:
        if _ends_early(error):
            raise Unavailable("erp_link.cut_short") from error
        raise ContractChanged("erp_link.not_data", _beginning(body)) from error
    except (ValueError, RecursionError) as error:
        raise ContractChanged("erp_link.not_data", _beginning(body)) from error
    if _is_too_deep(body):
        raise ContractChanged("erp_link.not_data", _beginning(body))
    return value


def written(value: Any) -> bytes:
    """Write JSON; a decimal becomes the number it is, digit for digit."""
    return _text(value).encode("ascii")


def fingerprint(value: Any) -> str:
    """SHA-256 of a record as it was read, whatever the order of its fields."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _text(value: Any) -> str:
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, Mapping):
        inside = ",".join(f"{json.dumps(k)}:{_text(v)}" for k, v in value.items())
        return f"{{{inside}}}"
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return f"[{','.join(map(_text, value))}]"
    return json.dumps(value, allow_nan=False)


def _is_too_deep(body: bytes) -> bool:
    # Brackets in texts are rare, and to take texts out costs as much as to parse.
    return _nests_deeper(body) and _nests_deeper(_STRING.sub(b"", body))


def _nests_deeper(body: bytes) -> bool:
    brackets = body.translate(None, _NOT_BRACKETS)
    for _ in range(_DEEPEST):
        if not brackets:
            return False
        # Each round takes the innermost level away.
        brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
    return bool(brackets)


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _ends_early(error: json.JSONDecodeError) -> bool:
    if error.doc.lstrip()[:1] not in {"{", "["}:
        return False
    is_at_end = error.pos >= len(error.doc.rstrip())
    return is_at_end or error.msg.startswith(("Unterminated string", "Invalid \\u"))


def _beginning(body: bytes) -> str:
    return body[:200].decode("utf-8", "replace")
