"""Every bank protocol there is: those of this package, and plug-ins beside it.

A plug-in is a package with an entry point in the group `giroscope.bank` that leads to
a `BankProtocol`. One that cannot be loaded is told and left out; no plug-in can take
the place of a protocol, or of a bank, that is there already.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from banklink.bankconnect.protocol import BANK_CONNECT
from banklink.errors import NotReady
from banklink.folder.protocol import FOLDER
from banklink.nordea.protocol import NORDEA_CA
from banklink.protocol import BankProfile, BankProtocol, Description
from banklink.sftp.protocol import SFTP
from localization import bring

GROUP = "giroscope.bank"
_KIND = re.compile(r"[A-Z][A-Z0-9_]{1,11}")
_LOG = logging.getLogger(__name__)


class UnknownProtocol(NotReady):
    """A connection speaks a protocol that nothing here knows."""


@dataclass(frozen=True, slots=True)
class Unloadable:
    """A plug-in that is installed and cannot be used, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Registry:
    """Protocols by kind, their banks by key, and what could not be loaded."""

    protocols: Mapping[str, BankProtocol]
    banks: Mapping[str, BankProfile]
    """In the order in which they are offered: simulated ones last."""
    unloadable: tuple[Unloadable, ...] = ()


def built_in() -> Iterable[BankProtocol]:
    """The protocols of this package."""
    return (NORDEA_CA, BANK_CONNECT, SFTP, FOLDER)


@lru_cache(maxsize=1)
def installed() -> Registry:
    """What is there while this program runs."""
    return registered(entry_points(group=GROUP))


def protocol_of(kind: str) -> BankProtocol:
    """The protocol of a connection.

    Raises:
        UnknownProtocol: There is none of that kind, or not any more.
    """
    found = installed().protocols.get(kind)
    if found is None:
        raise UnknownProtocol(f"There is no bank protocol {kind} here.")
    return found


def descriptions() -> tuple[Description, ...]:
    """What every protocol tells of itself."""
    return tuple(one.description for one in installed().protocols.values())


def registered(found: Iterable[EntryPoint]) -> Registry:
    """The protocols of this package with every plug-in, each for itself."""
    known = {one.description.kind: one for one in built_in()}
    unloadable = []
    for point in found:
        try:
            protocol = _loaded(point, known)
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way
            _LOG.warning("The plug-in %s cannot be loaded: %s", point.name, error)
            unloadable.append(Unloadable(point.name, str(error)))
        else:
            known[protocol.description.kind] = protocol
    for one in known.values():
        bring(one.description.texts)
    banks = [bank for one in known.values() for bank in one.description.banks]
    banks.sort(key=lambda bank: bank.is_simulated)
    return Registry(
        MappingProxyType(known),
        MappingProxyType({bank.key: bank for bank in banks}),
        tuple(unloadable),
    )


def _loaded(point: EntryPoint, known: Mapping[str, BankProtocol]) -> BankProtocol:
    found: Any = point.load()
    protocol = found() if isinstance(found, type) else found
    if not isinstance(protocol.description, Description):
        raise TypeError("it is no bank protocol")
    offered: BankProtocol = protocol
    _ensure_fits(offered.description, known)
    return offered


def _ensure_fits(offered: Description, known: Mapping[str, BankProtocol]) -> None:
    if not _KIND.fullmatch(offered.kind):
        raise ValueError("a kind has 2 to 12 capitals, digits and underscores")
    if offered.kind in known:
        raise ValueError(f"there is a protocol {offered.kind} already")
    keys = {bank.key for one in known.values() for bank in one.description.banks}
    for bank in offered.banks:
        if bank.key in keys or bank.kind != offered.kind:
            raise ValueError(f"{bank.key} is no bank of its own")
