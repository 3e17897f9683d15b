"""Remembers what a line says and how long it waits; nobody really sleeps."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from erplink._http import Line
from erplink.surroundings import Call, Surroundings

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class Told:
    """Remembers calls and waits."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.waits: list[float] = []

    def surroundings(self, **more: Any) -> Surroundings:
        return Surroundings(
            witness=self.calls.append,
            clock=lambda: NOW,
            **{"allowed_hosts": frozenset({"127.0.0.1"}), **more},
        )

    def line(self, address: str, **more: Any) -> Line:
        return Line(address, self.surroundings(), sleep=self.waits.append, **more)
