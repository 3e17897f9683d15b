"""The files of contract/examples: what the API answers, kept for the console's tests.

A room with a world of its own has a test of its own; together they account for every
file there is. `GIROSCOPE_WRITE_EXAMPLES=1` in a test's environment writes its files.
"""

import base64
import json
import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from graphql import (
    FragmentDefinitionNode,
    FragmentSpreadNode,
    OperationDefinitionNode,
    Visitor,
    parse,
    print_ast,
    visit,
)

NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
"""When everything in the examples happens, where nothing else is said."""

_ROOT = Path(__file__).parents[2]
_EXAMPLES = _ROOT / "contract" / "examples"
# The guard of the environment removes our own variables before a test begins.
_WRITES = os.environ.get("GIROSCOPE_WRITE_EXAMPLES") == "1"
_ROOMS = {
    "billing": ("Subscription", "Invoice", "OneInvoice", "UsageEvidence", "billing-"),
    "erp": ("Erp", "OneErp"),
    "rules": ("Rule", "OneRule", "LatestRun"),
}
"""How the names of a room's examples begin; the rest are of no room alone."""
_NOON = NOON.isoformat()
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(\+00:00|Z)")
_CURSOR = re.compile(r'(?<=ursor": ")[\w-]+(?=")')
_SEAL = re.compile(r'("(?:hash|previous|head)": ")[0-9a-f]{64}(?=")')
_FROM = re.compile(r'("(?:agent|trace)": ")[^"]+(?=")')
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def documents() -> dict[str, str]:
    """The console's operations by name, each with the fragments it uses."""
    files = sorted((_ROOT / "frontend" / "src").rglob("operations.graphql"))
    document = parse("\n".join(path.read_text("utf-8") for path in files))
    fragments = {
        one.name.value: one
        for one in document.definitions
        if isinstance(one, FragmentDefinitionNode)
    }
    found = {}
    for one in document.definitions:
        if isinstance(one, OperationDefinitionNode) and one.name is not None:
            used: dict[str, Any] = {}
            _collect(one, fragments, used)
            parts = [print_ast(part) for part in (one, *used.values())]
            found[one.name.value] = "\n".join(parts)
    return found


def _collect(node: Any, fragments: dict[str, Any], used: dict[str, Any]) -> None:
    class Spreads(Visitor):
        def enter_fragment_spread(self, spread: FragmentSpreadNode, *_: Any) -> None:
            name = spread.name.value
            if name not in used:
                used[name] = fragments[name]
                _collect(fragments[name], fragments, used)

    visit(node, Spreads())


class Settled:
    """Makes what differs from run to run the same: instants and correlation ids."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def text(self, content: Any) -> str:
        raw = json.dumps(content, indent=2, ensure_ascii=False)
        raw = _CURSOR.sub(self._cursor, raw)
        raw = _INSTANT.sub(_NOON, raw)
        # Seals are made of the instants, and agents tell of this machine.
        raw = _SEAL.sub(rf"\g<1>{'0' * 64}", raw)
        raw = _FROM.sub(r"\g<1>example", raw)
        return _UUID.sub(self._id, raw) + "\n"

    def _cursor(self, found: re.Match[str]) -> str:
        padded = found[0] + "=" * (-len(found[0]) % 4)
        plain = _INSTANT.sub(_NOON, base64.urlsafe_b64decode(padded).decode())
        return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")

    def _id(self, found: re.Match[str]) -> str:
        number = len(self._ids) + 1
        return self._ids.setdefault(found[0], f"00000000-0000-4000-8000-{number:012}")


def ensure_fresh(written: Mapping[str, str], room: str = "") -> None:
    """The room's files say what was written just now; or they are made to."""
    if _WRITES:
        _EXAMPLES.mkdir(parents=True, exist_ok=True)
        for name, text in written.items():
            (_EXAMPLES / f"{name}.json").write_text(text, "utf-8")
    kept = {
        path.stem: path.read_text("utf-8")
        for path in _EXAMPLES.glob("*.json")
        if _room_of(path.stem) == room
    }
    stale = sorted(
        name for name in written.keys() | kept.keys()
        if written.get(name) != kept.get(name)
    )  # fmt: skip
    assert stale == [], (
        f"contract/examples is stale: {stale}. If the change is meant, run this test"
        " with GIROSCOPE_WRITE_EXAMPLES=1"
    )


def _room_of(name: str) -> str:
    return next(
        (room for room, begins in _ROOMS.items() if name.startswith(begins)), ""
    )
