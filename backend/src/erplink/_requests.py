"""What a line is asked to send."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from erplink import _json
from erplink._answers import Judge

Query = Iterable[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Body:
    """Bytes to send and what they are."""

    kind: str
    data: bytes = field(repr=False)


def as_json(value: Any) -> Body:
    """A body of JSON; decimals stay exact."""
    return Body("application/json", _json.written(value))


def as_form(values: Mapping[str, str]) -> Body:
    """A body as a web form sends it."""
    return Body("application/x-www-form-urlencoded", urlencode(values).encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request, as often as it may be attempted."""

    method: str
    address: str
    operation: str
    headers: Mapping[str, str] = field(repr=False)
    body: Body | None = field(default=None, repr=False)
    is_write: bool = False
    wants_json: bool = True
    reply_is_secret: bool = False
    judge: Judge | None = None
