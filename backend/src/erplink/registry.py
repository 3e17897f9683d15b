"""Every connector there is: those of this package, and plug-ins beside it.

A plug-in is a package with an entry point in the group `giroscope.erp` that leads
to a `Maker`. One that cannot be loaded is told and left out; no plug-in can take
the place of a connector that is there already.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any

from erplink.businesscentral import BUSINESS_CENTRAL
from erplink.connectors import Maker
from erplink.demo import DEMO
from erplink.economic import ECONOMIC
from erplink.files import FILES
from erplink.tryton import TrytonMaker
from erplink.values import Description

GROUP = "giroscope.erp"
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Unloadable:
    """A plug-in that is installed and cannot be used, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Registry:
    """Makers by kind, and what could not be loaded."""

    makers: Mapping[str, Maker]
    unloadable: tuple[Unloadable, ...] = ()


def built_in() -> Iterable[Maker]:
    """The connectors of this package."""
    return (TrytonMaker(), ECONOMIC, BUSINESS_CENTRAL, DEMO, FILES)


@cache
def makers() -> Mapping[str, Maker]:
    """Every maker by its kind, as installed while this program runs."""
    return registered(entry_points(group=GROUP)).makers


def registered(found: Iterable[EntryPoint]) -> Registry:
    """Load every plug-in, each for itself; tells which could not be loaded too."""
    known: dict[str, Maker] = {one.description.kind: one for one in built_in()}
    unloadable = []
    for point in found:
        try:
            maker = _loaded(point, known)
        except Exception as error:  # noqa: BLE001 - a plug-in may fail in any way
            _LOG.warning("The plug-in %s cannot be loaded: %s", point.name, error)
            unloadable.append(Unloadable(point.name, str(error)))
        else:
            known[maker.description.kind] = maker
    return Registry(MappingProxyType(known), tuple(unloadable))


def _loaded(point: EntryPoint, known: Mapping[str, Maker]) -> Maker:
    found: Any = point.load()
    maker = found() if isinstance(found, type) else found
    if not isinstance(maker.description, Description) or not callable(maker.open):
        raise TypeError("it is no maker of connectors")
    offered: Maker = maker
    if offered.description.kind in known:
        raise ValueError(f"there is a connector {offered.description.kind!r} already")
    return offered
