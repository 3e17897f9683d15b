"""Reads the operator's file of banks: which settings there are, and what each may be.

Every setting of `banklink`'s endpoints can stand there under its own name. A name that
is none, or a value that cannot be one, is told with its place instead of being passed
over: a misspelt `refusal_codes` would be a file in doubt for ever.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from banklink import AgreementPlace, Environment, FileKind, HmacHash, KeyNaming
from giroscope.features.banks.directory import PROFILES
from giroscope.features.banks.tables import ConnectionType
from giroscope.kernel.errors import Unavailable

_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


Read = Callable[[Any], object]


class BadDirectory(Unavailable):
    """The file of banks has an error; `giroscope doctor` says where."""

    code = "banks.bad_directory"

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text")
    return value


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError("a list of texts")
    return tuple(map(_text, value))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")  # noqa: TRY004 - of the file, not of a call
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ValueError("a whole number above 0")
    return value


def _seconds(value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
        raise ValueError("a number of seconds")
    return float(value)


def _minutes(value: Any) -> timedelta:
    return timedelta(minutes=_seconds(value))


def _size_or_never(value: Any) -> int | None:
    return None if value is False else _number(value)


def _address(value: Any) -> str:
    url = urlsplit(_text(value))
    if url.scheme == "https" and url.hostname:
        return str(value)
    if url.scheme != "http" or url.hostname not in _HERE:
        raise ValueError("an address that begins with https://")
    return str(value)


def _pattern(value: Any) -> str:
    try:
        has_group = bool(re.compile(_text(value)).groups)
    except re.error as error:
        raise ValueError(f"a regular expression ({error})") from error
    if not has_group:
        raise ValueError("a regular expression with a group around the name")
    return str(value)


def _by_kind(of: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Mapping[FileKind, Any]:
        if not isinstance(value, dict) or not value:
            raise ValueError("a table of kinds of files")
        return {FileKind(kind): of(name) for kind, name in value.items()}

    return read


_COMMON: dict[str, Read] = {
    "roots": _texts,
    "bank_names": _texts,
    "tls_roots": _texts,
    "accept_sha1": _flag,
    "software_id": _text,
    "clock_skew": _minutes,
    "largest_reply": _number,
    "connect_seconds": _seconds,
    "read_seconds": _seconds,
    "largest_file": _number,
    "compress_from": _size_or_never,
}
SETTINGS: Mapping[ConnectionType, Mapping[str, Read]] = {
    ConnectionType.NORDEA_CA: {
        **_COMMON,
        "file_service": _address,
        "certificate_service": _address,
        "receiver_id": _text,
        "language": _text,
        "agreement_place": AgreementPlace,
        "hmac_hash": HmacHash,
        "sends": _by_kind(_text),
        "receives": _by_kind(_texts),
        "name_pattern": _pattern,
    },
    ConnectionType.BANK_CONNECT: {
        **_COMMON,
        "address": _address,
        "signs_before_encrypting": _flag,
        "key_naming": KeyNaming,
        "service_format": _text,
        "echoes_id": _flag,
        "refusal_codes": lambda value: frozenset(_texts(value)),
        "most_messages": _number,
    },
}
"""Each setting, under the name that the endpoint has for it, and how it is read."""
_NEEDED: Mapping[ConnectionType, tuple[str, ...]] = {
    ConnectionType.NORDEA_CA: ("file_service", "certificate_service", "roots"),
    ConnectionType.BANK_CONNECT: ("address", "roots"),
}
Directory = Mapping[str, Mapping[str, dict[str, Any]]]
"""By the bank's key and its environment."""


def read_directory(path: Path | None) -> Directory:
    """What the file says, each value as the endpoint takes it; roots still as paths.

    Raises:
        BadDirectory: Something in it is not as it has to be.
    """
    if path is None:
        return {}
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadDirectory(f"{path} cannot be read: {error}") from error
    return {key: _bank(path, key, tables) for key, tables in told.items()}


def _bank(path: Path, key: str, tables: Any) -> Mapping[str, dict[str, Any]]:
    profile = PROFILES.get(key)
    if profile is None or profile.is_simulated or profile.type not in SETTINGS:
        raise BadDirectory(f"{path}: there is no bank {key}")
    if not isinstance(tables, dict):
        raise BadDirectory(f"{path}: {key} is no table of environments")
    found = {}
    for name, table in tables.items():
        where = f"{path}: [{key}.{name}]"
        if name not in set(Environment) or not isinstance(table, dict):
            raise BadDirectory(f"{where} is no table of PRODUCTION or TEST")
        found[name] = _settings(where, profile.type, table)
    return found


def _settings(
    where: str, kind: ConnectionType, table: dict[str, Any]
) -> dict[str, Any]:
    for name in _NEEDED[kind]:
        if name not in table:
            raise BadDirectory(f"{where} lacks {name}")
    found = {}
    for name, value in table.items():
        read = SETTINGS[kind].get(name)
        if read is None:
            raise BadDirectory(f"{where} has no setting {name}")
        try:
            found[name] = read(value)
        except ValueError as error:
            raise BadDirectory(f"{where}: {name} has to be {_wanted(error)}") from error
    return found


def _wanted(error: ValueError) -> str:
    """What a setting has to be, also where a list of names has said so itself."""
    text = str(error)
    return f"one of those documented ({text})" if "is not a valid" in text else text
