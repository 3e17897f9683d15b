"""Reading requests: bounded, each parameter at most once, no control characters.

RFC 6749 §3.1 forbids repeated parameters; which of two values counts is how filters are
passed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import Request

MAX_QUERY_BYTES = 8_192
MAX_BODY_BYTES = 16_384
_MAX_FIELDS = 40
_MAX_NAME = 64
_MAX_VALUE = 4_096
# Tokens carry the roles of a person and are the longest things sent here.
_LONG_FIELDS = frozenset({"id_token_hint", "refresh_token", "token"})
_MAX_LONG_VALUE = 8_192

# Passwords may hold anything; everything else is an identifier, an address or a token.
_FREE_FIELDS = frozenset(
    {
        "password",
        "password-new",
        "password-confirm",
        "current-password",
        "new-password",
        "repeat-password",
        "username",
    }
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

_FORM = "application/x-www-form-urlencoded"


class MalformedRequest(Exception):
    """The request breaks the rules of its transport; the detail is safe to show."""

    def __init__(self, detail: str) -> None:
        """Say what is wrong without repeating what was sent."""
        super().__init__(detail)
        self.detail = detail


class RequestTooLarge(Exception):
    """More was sent than any sign-in needs."""


@dataclass(frozen=True, slots=True)
class Parameters(Mapping[str, str]):
    """The parameters of a request; an empty one counts as absent (RFC 6749 §3.1)."""

    values_by_name: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        """Return a parameter that is known to be there."""
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        """Go through the names."""
        return iter(self.values_by_name)

    def __len__(self) -> int:
        """Count the parameters."""
        return len(self.values_by_name)

    def required(self, name: str) -> str:
        """Return a parameter, or raise `MalformedRequest` naming it."""
        value = self.get(name)
        if value is None:
            raise MalformedRequest(f"missing parameter {name}")
        return value


def query_parameters(request: Request) -> Parameters:
    """Read the query; raises `MalformedRequest` or `RequestTooLarge`."""
    query = request.scope["query_string"]
    if len(query) > MAX_QUERY_BYTES:
        raise RequestTooLarge
    return _parse(query)


async def form_parameters(request: Request) -> Parameters:
    """Read a form; raises `MalformedRequest`, or `RequestTooLarge` at once."""
    content_type = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if content_type != _FORM:
        raise MalformedRequest(f"the body must be {_FORM}")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise RequestTooLarge
    return _parse(bytes(body))


def _parse(encoded: bytes) -> Parameters:
    try:
        pairs = parse_qsl(
            encoded.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MAX_FIELDS,
        )
    except ValueError as problem:
        detail = "it is not URL-encoded UTF-8, or has too many parameters"
        raise MalformedRequest(detail) from problem
    values: dict[str, str] = {}
    seen: set[str] = set()
    for name, value in pairs:
        if not name or len(name) > _MAX_NAME or _CONTROL.search(name):
            raise MalformedRequest("a parameter has an impossible name")
        if name in seen:
            raise MalformedRequest(f"parameter {name!a} is given twice")
        seen.add(name)
        if len(value) > (_MAX_LONG_VALUE if name in _LONG_FIELDS else _MAX_VALUE):
            raise MalformedRequest(f"parameter {name!a} is too long")
        if name not in _FREE_FIELDS and _CONTROL.search(value):
            raise MalformedRequest(f"parameter {name!a} holds control characters")
        if value:
            values[name] = value
    return Parameters(values)
