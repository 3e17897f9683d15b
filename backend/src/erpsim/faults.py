"""The faults that are set, and taking one when its moment comes.

Counted down in a transaction of their own, so that a killed ERP forgets none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from erpsim.fault_kinds import FaultKind
from simulating.store import Row, Store


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault as it was set; without an operation for all, without times for ever."""

    id: int
    kind: FaultKind
    operation: str | None
    times: int | None
    parameters: Mapping[str, str]
    taken: int

    def text(self, name: str, default: str) -> str:
        """A parameter that is text."""
        return str(self.parameters.get(name, default))

    def number(self, name: str, default: float) -> float:
        """A parameter that is a number."""
        return float(self.parameters.get(name, default))


class Faults:
    """Sets, lists, takes and removes faults."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def set(
        self,
        kind: FaultKind,
        *,
        operation: str | None = None,
        times: int | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Fault:
        """Set a fault; without a number of times it stays until it is removed."""
        told = json.dumps(dict(parameters or {}))
        with self._store.transaction():
            made = self._store.run(
                "INSERT INTO faults (kind, operation, times, parameters)"
                " VALUES (?, ?, ?, ?)",
                kind.value,
                operation,
                times,
                told,
            )
            return _fault(self._store.one("SELECT * FROM faults WHERE id = ?", made))

    def all(self) -> list[Fault]:
        """Every fault that is set, also those that have had their times."""
        return [_fault(row) for row in self._store.rows("SELECT * FROM faults")]

    def remove(self, fault_id: int | None = None) -> int:
        """Remove one fault, or all; tells how many."""
        with self._store.transaction():
            return self._store.changed(
                "DELETE FROM faults WHERE ? IS NULL OR id = ?", fault_id, fault_id
            )

    def take(self, kind: FaultKind, operation: str) -> Fault | None:
        """The fault of this kind that is due now, counted as taken."""
        with self._store.transaction():
            row = self._store.row(
                "SELECT * FROM faults WHERE kind = ?"
                " AND (operation IS NULL OR operation = ?)"
                " AND (times IS NULL OR taken < times) ORDER BY id",
                kind.value,
                operation,
            )
            if row is None:
                return None
            self._store.run(
                "UPDATE faults SET taken = taken + 1 WHERE id = ?", row["id"]
            )
            return _fault(row)


def _fault(row: Row) -> Fault:
    return Fault(
        row["id"],
        FaultKind(row["kind"]),
        row["operation"],
        row["times"],
        json.loads(row["parameters"]),
        row["taken"],
    )
