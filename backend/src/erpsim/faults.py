"""The ERP's faults, counted as `simulating.faults` does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from erpsim.fault_kinds import FaultKind
from simulating import faults
from simulating.store import Store

Fault = faults.Fault[FaultKind]


class Faults(faults.Faults[FaultKind]):
    """Sets, lists, takes and removes the ERP's faults."""

    def __init__(self, store: Store) -> None:
        super().__init__(store, FaultKind)

    def set(
        self,
        kind: FaultKind,
        *,
        operation: str | None = None,
        times: int | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Fault:
        """Set a fault; without a number of times it stays until it is removed."""
        return self.put(kind, operation, times, parameters)

    def take(self, kind: FaultKind, operation: str) -> Fault | None:
        """The fault of this kind that is due now, counted as taken."""
        return self.due(kind, operation)
