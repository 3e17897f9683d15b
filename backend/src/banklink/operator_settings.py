"""How settings of the operator's file are read, for protocols to choose from.

A value that cannot be one is told by what it would have to be.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from banklink.protocol import FileNames, Read
from banklink.values import FileKind

_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


def text(value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """One text or more."""
    if not isinstance(value, list) or not value:
        raise ValueError("a list of texts")
    return tuple(map(text, value))


def files(value: Any) -> FileNames:
    """Files beside the operator's, whose bytes the way is given."""
    return FileNames(texts(value))


def flag(value: Any) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise ValueError("true or false")  # noqa: TRY004 - of the file, not of a call
    return value


def number(value: Any) -> int:
    """A count or a size."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError("a whole number above 0")
    return value


def seconds(value: Any) -> float:
    """A time to wait."""
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        raise ValueError("a number of seconds")
    return float(value)


def minutes(value: Any) -> timedelta:
    """A span, told in minutes."""
    return timedelta(minutes=seconds(value))


def size_or_never(value: Any) -> int | None:
    """A size, or `false`."""
    return None if value is False else number(value)


def address(value: Any) -> str:
    """An address over https, or within this machine."""
    url = urlsplit(text(value))
    if url.scheme == "https" and url.hostname:
        return str(value)
    if url.scheme != "http" or url.hostname not in _HERE:
        raise ValueError("an address that begins with https://")
    return str(value)


def pattern(value: Any) -> str:
    """A regular expression whose first group is what is looked for."""
    try:
        has_group = bool(re.compile(text(value)).groups)
    except re.error as error:
        raise ValueError(f"a regular expression ({error})") from error
    if not has_group:
        raise ValueError("a regular expression with a group around the name")
    return str(value)


def by_kind(of: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A table of kinds of files."""

    def read(value: Any) -> Mapping[FileKind, Any]:
        if not isinstance(value, dict) or not value:
            raise ValueError("a table of kinds of files")
        return {FileKind(kind): of(name) for kind, name in value.items()}

    return read


OVER_HTTPS: Mapping[str, Read] = MappingProxyType(
    {
        "roots": files,
        "bank_names": texts,
        "tls_roots": files,
        "accept_sha1": flag,
        "software_id": text,
        "clock_skew": minutes,
        "largest_reply": number,
        "connect_seconds": seconds,
        "read_seconds": seconds,
        "largest_file": number,
        "compress_from": size_or_never,
    }
)
"""What the ways over the network with signed messages have in common."""
