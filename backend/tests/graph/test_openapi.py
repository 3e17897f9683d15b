"""The description of the HTTP calls says of each what the code says of it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from giroscope.app import EXPORTS
from giroscope.features.audit.export import EVIDENCE
from giroscope.features.users import openapi
from giroscope.kernel.access import CALLS, CLIENT_CALLS, PUBLIC

_FILE = Path(__file__).parents[3] / "contract" / "openapi.json"
DOCUMENT = json.loads(_FILE.read_text("utf-8"))
# The console's own files are no calls.
_FILES = "GET /{path:path}"
_OF_THE_WHOLE = {"security", "x-giroscope-verb"}


def _operations() -> dict[str, dict[str, Any]]:
    return {
        f"{method.upper()} {path}": operation
        for path, methods in DOCUMENT["paths"].items()
        for method, operation in methods.items()
    }


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)


def test_every_call_is_described_and_no_other() -> None:
    assert DOCUMENT["openapi"].startswith("3.1.")
    assert set(_operations()) == CALLS.keys() - {_FILES}


def test_who_may_call_is_what_the_server_decides_by() -> None:
    for call, operation in _operations().items():
        is_public = CALLS[call] == PUBLIC
        verb = None if is_public else CALLS[call]
        assert operation.get("x-giroscope-verb") == verb, call
        ways = operation.get("security", DOCUMENT["security"])
        allowed = {name for way in ways for name in way}
        wanted = {"bearer"} | ({"program"} if call in CLIENT_CALLS else set())
        assert allowed == (set() if is_public else wanted), call


def test_what_it_refers_to_is_there() -> None:
    for reference in _references(DOCUMENT):
        found: Any = DOCUMENT
        for name in reference.removeprefix("#/").split("/"):
            found = found[name]
    names = [one["operationId"] for one in _operations().values()]
    assert len(set(names)) == len(names)
    for call, operation in _operations().items():
        places = [one for one in operation.get("parameters", ()) if one["in"] == "path"]
        assert {one["name"] for one in places} == set(re.findall(r"\{(\w+)\}", call))
        assert all(one["required"] for one in places), call


def test_the_part_about_people_is_the_one_that_is_served() -> None:
    served = json.loads(json.dumps(openapi.DOCUMENT))
    for path, methods in served["paths"].items():
        for method, operation in methods.items():
            told = DOCUMENT["paths"][path][method]
            own = {k: v for k, v in told.items() if k not in _OF_THE_WHOLE}
            assert own == operation, (method, path)
    schemas = DOCUMENT["components"]["schemas"]
    assert served["components"]["schemas"].items() <= schemas.items()


def test_every_list_that_can_be_had_as_a_file_is_named() -> None:
    for method in ("get", "post"):
        operation = DOCUMENT["paths"]["/api/export/{list}"][method]
        (named,) = [one for one in operation["parameters"] if one["name"] == "list"]
        takeable = {*EXPORTS, EVIDENCE, "originals", "invoicePapers"}
        assert set(named["schema"]["enum"]) == takeable
