"""Checks of what the sign-in may do: read everything needed, write what is wanted."""

from collections.abc import Sequence

from erplink import Right, Way, Words
from giroscope.features.erp.checking.probe import Probe
from giroscope.features.erp.checking.result import (
    Found,
    Item,
    Tone,
    failed,
    passed,
    skipped,
    unknown,
)

_TONES = {True: Tone.WELL, False: Tone.ILL, None: Tone.OPEN}
_WAYS = {
    Way.READ: Words("read", "læse"),
    Way.CHANGE: Words("change", "ændre"),
    Way.CREATE: Words("create", "oprette"),
    Way.RUN: Words("run", "køre"),
}
_MAY = {
    True: Words("allowed", "tilladt"),
    False: Words("not allowed", "ikke tilladt"),
    None: Words("known only when it is done", "vides først, når det sker"),
}


def read_rights(probe: Probe) -> Found:
    """Everything that is fetched may be read."""
    return _judged([one for one in probe.rights if not one.is_write], "read")


def write_rights(probe: Probe) -> Found:
    """Everything that is written back may be written."""
    own = probe.opened.own
    if not own.writes_status and not own.writes_statement_lines:
        return skipped("rights_nothing_written")
    return _judged([one for one in probe.rights if one.is_write], "write")


def _judged(rights: Sequence[Right], what: str) -> Found:
    if not rights:
        return skipped(f"rights_{what}_none")
    items = [_item(one) for one in rights]
    lacking = [one for one in rights if one.may is False]
    if lacking:
        return failed(
            f"rights_{what}_missing", items=items, count=len(lacking),
            resource=lacking[0].resource,
        )  # fmt: skip
    untold = [one for one in rights if one.may is None]
    if len(untold) == len(rights):
        return unknown(f"rights_{what}_untold")
    code = f"rights_{what}_partly" if untold else f"rights_{what}_there"
    return passed(code, items=items, count=len(rights) - len(untold), open=len(untold))


def _item(one: Right) -> Item:
    way, may = _WAYS[one.way], _MAY[one.may]
    told = f" ({one.found})" if one.found else ""
    return Item(
        f"{one.resource}.{one.way}",
        f"{one.resource}, {way.en}: {may.en}{told}",
        f"{one.resource}, {way.da}: {may.da}{told}",
        _TONES[one.may],
    )
