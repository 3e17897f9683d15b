"""One act on many people, each with a result of their own."""

from typing import Any

from desk import Desk

from giroscope.kernel.access import UPLOAD

TOLD = """{ __typename ... on Problem { code message } ... on BulkResults {
  total done failed notEligible next results { id label outcome code } } }"""


async def _do(desk: Desk, verb: str, selection: str) -> Any:
    asked = f"mutation {{ {verb}(selection: {selection}) {TOLD} }}"
    return (await desk.ask(asked))[verb]


async def test_people_are_disabled_and_enabled_together_but_never_oneself(
    desk: Desk,
) -> None:
    for name in ("carla", "dora"):
        await desk.person(name, UPLOAD)
    ids = [desk.ids[name] for name in ("anna", "carla", "dora")]
    named = "{ids: [" + ", ".join(f'"{one}"' for one in (*ids, "nobody")) + "]}"
    told = await _do(desk, "disableUsers", named)
    outcomes = {one["id"]: one["outcome"] for one in told["results"]}
    assert outcomes == {
        ids[0]: "NOT_ELIGIBLE", ids[1]: "DONE", ids[2]: "DONE",
        "nobody": "NOT_ELIGIBLE",
    }  # fmt: skip
    assert (told["total"], told["done"], told["notEligible"]) == (4, 2, 2)
    matching = "{matching: {states: [DISABLED]}, expectedCount: %d}"
    changed = await _do(desk, "enableUsers", matching % 5)
    assert changed["code"] == "selection_changed"
    back = await _do(desk, "enableUsers", matching % 2)
    assert (back["total"], back["done"], back["next"]) == (2, 2, None)
    assert {one["label"] for one in back["results"]} == {"Carla Test", "Dora Test"}
    out = await _do(desk, "signOutUsers", named)
    assert out["done"] >= 2
