"""Reads the operator's file of banks: which settings there are, and what each may be.

Every setting of a bank's protocol can stand there under its own name. A name that
is none, or a value that cannot be one, is told with its place instead of being passed
over: a misspelt `refusal_codes` would be a file in doubt for ever.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from banklink import Environment
from banklink.protocol import Description
from giroscope.features.banks.directory import PROFILES, described
from giroscope.kernel.errors import Unavailable


class BadDirectory(Unavailable):
    """The file of banks has an error; `giroscope doctor` says where."""

    code = "banks.bad_directory"

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


Directory = Mapping[str, Mapping[str, dict[str, Any]]]
"""By the bank's key and its environment."""


def read_directory(path: Path | None) -> Directory:
    """What the file says, each value as the protocol takes it; files still as names.

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
    protocol = None if profile is None else described(profile.kind)
    if profile is None or profile.is_simulated or not (protocol and protocol.settings):
        raise BadDirectory(f"{path}: there is no bank {key}")
    if not isinstance(tables, dict):
        raise BadDirectory(f"{path}: {key} is no table of environments")
    found = {}
    for name, table in tables.items():
        where = f"{path}: [{key}.{name}]"
        if name not in set(Environment) or not isinstance(table, dict):
            raise BadDirectory(f"{where} is no table of PRODUCTION or TEST")
        found[name] = _settings(where, protocol, table)
    return found


def _settings(
    where: str, protocol: Description, table: dict[str, Any]
) -> dict[str, Any]:
    for name in protocol.needed:
        if name not in table:
            raise BadDirectory(f"{where} lacks {name}")
    found = {}
    for name, value in table.items():
        read = protocol.settings.get(name)
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
