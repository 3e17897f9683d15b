"""The faults that are set on a simulator, and taking one when its moment comes.

A fault with a number of times is counted down in the transaction that it spoils, so
that a killed simulator neither forgets it nor takes it twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from simulating.store import Row, Store

Kind = TypeVar("Kind", bound=str)
_OWN = frozenset({"id", "kind", "operation", "times", "parameters", "taken"})


@dataclass(frozen=True, slots=True)
class Fault(Generic[Kind]):
    """A fault as it was set; without an operation for all, without times for ever."""

    id: int
    kind: Kind
    operation: str | None
    times: int | None
    parameters: Mapping[str, Any]
    taken: int
    only: Mapping[str, str | None]
    """What else it is narrowed to, by the columns of the simulator's own."""

    def text(self, name: str, default: str) -> str:
        """A parameter that is text."""
        return str(self.parameters.get(name, default))

    def number(self, name: str, default: float) -> float:
        """A parameter that is a number."""
        return float(self.parameters.get(name, default))


class Faults(Generic[Kind]):
    """Sets, lists, takes and removes faults of one simulator's kinds."""

    def __init__(self, store: Store, kind_of: Callable[[str], Kind]) -> None:
        self._store = store
        self._kind_of = kind_of

    def put(
        self,
        kind: Kind,
        operation: str | None,
        times: int | None,
        parameters: Mapping[str, Any] | None,
        **only: str | None,
    ) -> Fault[Kind]:
        """Set a fault; without a number of times it stays until it is removed."""
        told = json.dumps(dict(parameters or {}))
        values = {
            "kind": str(kind), "operation": operation, "times": times,
            "parameters": told, **only,
        }  # fmt: skip
        marks = ", ".join("?" for _ in values)
        with self._store.transaction():
            made = self._store.run(
                f"INSERT INTO faults ({', '.join(values)}) VALUES ({marks})",  # noqa: S608 - names of our own
                *values.values(),
            )
            return self._fault(self._store.one(_BY_ID, made))

    def all(self) -> list[Fault[Kind]]:
        """Every fault that is set, also those that have had their times."""
        return [self._fault(row) for row in self._store.rows("SELECT * FROM faults")]

    def remove(self, fault_id: int | None = None) -> int:
        """Remove one fault, or all; tells how many."""
        with self._store.transaction():
            return self._store.changed(
                "DELETE FROM faults WHERE ? IS NULL OR id = ?", fault_id, fault_id
            )

    def due(self, kind: Kind, operation: str, **only: str | None) -> Fault[Kind] | None:
        """The fault of this kind that is due now, counted as taken."""
        narrowed = {"operation": operation, **only}
        fits = "".join(f" AND ({name} IS NULL OR {name} = ?)" for name in narrowed)
        with self._store.transaction():
            row = self._store.row(
                f"SELECT * FROM faults WHERE kind = ?{fits}"  # noqa: S608 - names of our own
                " AND (times IS NULL OR taken < times) ORDER BY id",
                str(kind),
                *narrowed.values(),
            )
            if row is None:
                return None
            self._store.run(
                "UPDATE faults SET taken = taken + 1 WHERE id = ?", row["id"]
            )
            return self._fault(row)

    def _fault(self, row: Row) -> Fault[Kind]:
        return Fault(
            row["id"],
            self._kind_of(row["kind"]),
            row["operation"],
            row["times"],
            json.loads(row["parameters"]),
            row["taken"],
            {name: row[name] for name in row.keys() if name not in _OWN},  # noqa: SIM118 - a row gives its values
        )


_BY_ID = "SELECT * FROM faults WHERE id = ?"
