"""One act on many people, each with a result of their own."""

from typing import Any

import pytest

from giroscope.kernel import selection
from giroscope.kernel.access import UPLOAD
from tests.users.desk import Desk

TOLD = """{ __typename ... on Problem { code message } ... on BulkResults {
  total done failed notEligible next results { id label outcome code } } }"""


async def _call(desk: Desk, verb: str, rows: str) -> Any:
    asked = f"mutation {{ {verb}(selection: {{{rows}}}) {TOLD} }}"
    return (await desk.ask(asked))[verb]


async def _do(desk: Desk, verb: str, rows: str) -> Any:
    """What became of the whole selection: a call works for a moment, and may go on."""
    told = await _call(desk, verb, rows)
    while (after := told.get("next")) is not None:
        more = await _call(desk, verb, f'{rows}, after: "{after}"')
        for name in ("done", "failed", "notEligible", "results"):
            told[name] += more[name]
        told["next"] = more["next"]
    return told


async def test_people_are_disabled_and_enabled_together_but_never_oneself(
    desk: Desk,
) -> None:
    for name in ("carla", "dora"):
        await desk.person(name, UPLOAD)
    ids = [desk.ids[name] for name in ("anna", "carla", "dora")]
    named = "ids: [" + ", ".join(f'"{one}"' for one in (*ids, "nobody")) + "]"
    told = await _do(desk, "disableUsers", named)
    outcomes = {one["id"]: one["outcome"] for one in told["results"]}
    assert outcomes == {
        ids[0]: "NOT_ELIGIBLE", ids[1]: "DONE", ids[2]: "DONE",
        "nobody": "NOT_ELIGIBLE",
    }  # fmt: skip
    assert (told["total"], told["done"], told["notEligible"]) == (4, 2, 2)
    matching = "matching: {states: [DISABLED]}, expectedCount: %d"
    changed = await _do(desk, "enableUsers", matching % 5)
    assert changed["code"] == "selection_changed"
    back = await _do(desk, "enableUsers", matching % 2)
    assert (back["total"], back["done"], back["next"]) == (2, 2, None)
    assert {one["label"] for one in back["results"]} == {"Carla Test", "Dora Test"}
    out = await _do(desk, "signOutUsers", named)
    assert out["done"] >= 2


async def test_a_call_that_has_no_time_does_one_and_tells_where_to_go_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selection, "_SECONDS", 0)
    for name in ("carla", "dora"):
        await desk.person(name, UPLOAD)
    ids = [desk.ids[name] for name in ("carla", "dora")]
    named = "ids: [" + ", ".join(f'"{one}"' for one in ids) + "]"
    first = await _call(desk, "disableUsers", named)
    assert (first["total"], first["done"], first["next"]) == (2, 1, ids[0])
    told = await _do(desk, "enableUsers", named)
    outcomes = {one["id"]: one["outcome"] for one in told["results"]}
    assert outcomes == dict.fromkeys(ids, "DONE")
    assert (told["total"], told["next"]) == (2, None)
