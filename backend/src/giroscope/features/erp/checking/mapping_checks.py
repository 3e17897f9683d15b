"""Checks of the mapping of payment methods, as far as the mapping room lends them."""

from collections.abc import Callable
from functools import partial

from erplink import Operation
from giroscope.features.erp.checking.mapping_seam import (
    MappingChecks,
    MappingFindings,
)
from giroscope.features.erp.checking.probe import Probe
from giroscope.features.erp.checking.result import (
    Found,
    Item,
    Tone,
    failed,
    not_run,
    passed,
    skipped,
)

Look = Callable[[Probe], Found]


def methods_mapped(mapping: MappingChecks | None) -> Look:
    """Every active outbound method is mapped, and no mapping has lost its method."""
    return partial(_looked, mapping, _unmapped, "mapped")


def mapping_legal(mapping: MappingChecks | None) -> Look:
    """No mapping asks for what a bank does not take."""
    return partial(_looked, mapping, _illegal, "legal")


_Ask = Callable[[MappingChecks, Probe, int], MappingFindings]


def _looked(mapping: MappingChecks | None, ask: _Ask, what: str, probe: Probe) -> Found:
    if not probe.can(Operation.LIST_PAYMENT_METHODS):
        return skipped("methods_not_offered")
    if mapping is None:
        return not_run("mapping_not_there")
    connection_id = probe.books
    if connection_id is None:
        return not_run("mapping_follows")
    found = ask(mapping, probe, connection_id)
    if not found.checked and not found.flaws:
        return not_run(f"mapping_none_{what}")
    if not found.flaws:
        return passed(f"mapping_{what}", count=found.checked)
    items = [
        Item(one.native_id, f"{one.code}: {one.text.en}", f"{one.code}: {one.text.da}",
             Tone.ILL)
        for one in found.flaws
    ]  # fmt: skip
    return failed(
        f"mapping_not_{what}", items=items, count=len(found.flaws), total=found.checked
    )


def _unmapped(
    mapping: MappingChecks, probe: Probe, connection_id: int
) -> MappingFindings:
    with probe.erp.database.snapshot(probe.realm) as connection:
        return mapping.unmapped(connection, connection_id, probe.methods)


def _illegal(
    mapping: MappingChecks, probe: Probe, connection_id: int
) -> MappingFindings:
    accounts = probe.accounts if probe.can(Operation.LIST_BANK_ACCOUNTS) else ()
    with probe.erp.database.snapshot(probe.realm) as connection:
        return mapping.illegal(connection, connection_id, probe.methods, accounts)
