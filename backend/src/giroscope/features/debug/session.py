"""Who the asker is to the product: the claims of their token, and what they allow."""

import base64
import json
from typing import Any, NamedTuple

_TOLD = (
    "iss", "aud", "azp", "typ", "iat", "auth_time", "exp", "acr", "scope",
    "preferred_username", "name", "email", "email_verified",
)  # fmt: skip
"""Claims whose values are told; of every other one there is only the name."""
_IN_PART = ("sub", "sid", "jti")
_ENDS = 4


class Claim(NamedTuple):
    """One claim; without a value where it is not told."""

    name: str
    value: str | None
    is_masked: bool


def claims(token: str) -> list[Claim]:
    """The claims of a token that was verified already, by name."""
    told = _read(token)
    return [_claim(name, told[name]) for name in sorted(told)]


def _read(token: str) -> dict[str, Any]:
    parts = token.split(".")
    if len(parts) != 3:
        return {}
    middle = parts[1] + "=" * (-len(parts[1]) % 4)
    told = json.loads(base64.urlsafe_b64decode(middle))
    return told if isinstance(told, dict) else {}


def _claim(name: str, value: object) -> Claim:
    if name in _IN_PART:
        return Claim(name, _masked(str(value)), is_masked=True)
    if name not in _TOLD:
        return Claim(name, None, is_masked=True)
    shown = value if isinstance(value, str) else json.dumps(value)
    return Claim(name, shown, is_masked=False)


def _masked(value: str) -> str:
    if len(value) <= 2 * _ENDS:
        return "…"
    return f"{value[:_ENDS]}…{value[-_ENDS:]}"
