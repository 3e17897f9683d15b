"""The bill of materials: whole, valid, and of licences that may be shipped."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import LicenseSymbol, get_spdx_licensing

ROOT = Path(__file__).parents[2]
_CONTAINERFILE = ROOT / "deploy" / "container" / "Containerfile"
_PERMISSIVE = {
    "0BSD", "Apache-2.0", "Artistic-1.0-Perl", "BSD-2-Clause", "BSD-3-Clause", "ISC",
    "MIT", "MIT-0", "MIT-CMU", "PSF-2.0",
}  # fmt: skip
# Used as they are and loaded as libraries, which their licences let anybody do.
_AS_THEY_ARE = {
    "asyncssh": "EPL-2.0", "certifi": "MPL-2.0", "inter": "OFL-1.1",
    "orjson": "MPL-2.0", "psycopg": "LGPL-3.0-only", "psycopg-binary": "LGPL-3.0-only",
    "pycountry": "LGPL-2.1-only",
}  # fmt: skip
_SPDX = get_spdx_licensing()


@pytest.fixture(scope="module")
def sbom() -> Iterator[ModuleType]:
    spec = spec_from_file_location("sbom", ROOT / "scripts" / "sbom.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["sbom"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["sbom"]


@pytest.fixture(scope="module")
def told(sbom: ModuleType) -> Any:
    return sbom.bill(datetime(2026, 11, 29, 12, tzinfo=UTC))


@pytest.fixture(scope="module")
def parts(told: Any) -> dict[str, Any]:
    return {part["purl"]: part for part in told["components"]}


def test_it_is_what_the_standard_says(told: Any) -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    # Whether no two are alike is asked of each pair, so all at once takes seconds.
    for first in range(0, len(told["dependencies"]), 16):
        some = {
            name: told[name][first : first + 16]
            for name in ("components", "dependencies")
        }
        assert validator.validate_str(json.dumps(told | some)) is None
    assert told["metadata"]["timestamp"] == "2026-11-29T12:00:00Z"


def test_every_locked_library_is_there_once(told: Any, parts: dict[str, Any]) -> None:
    locked = Counter[str]()
    for lock in ("requirements.lock", "requirements-uv.lock"):
        text = (ROOT / "backend" / lock).read_text("utf-8")
        for name, version in re.findall(r"(?m)^([\w.-]+)(?:\[\S+\])?==(\S+)", text):
            locked[f"pkg:pypi/{name.lower()}@{version}"] = 1
    console = json.loads((ROOT / "frontend" / "package-lock.json").read_text("utf-8"))
    for place, one in console["packages"].items():
        if place and not one.get("dev"):
            name = place.rpartition("node_modules/")[2].replace("@", "%40")
            locked[f"pkg:npm/{name}@{one['version']}"] = 1
    assert Counter(part["purl"] for part in told["components"]) == locked
    assert len(locked) > 100
    assert {part["bom-ref"] for part in told["components"]} == set(parts)


def test_each_has_the_hashes_it_was_locked_with(parts: dict[str, Any]) -> None:
    lock = (ROOT / "backend" / "requirements.lock").read_text("utf-8")
    for purl, part in parts.items():
        files = part.get("externalReferences", [part])
        digests = [one["content"] for file in files for one in file["hashes"]]
        assert digests, purl
        assert len({len(digest) for digest in digests}) == 1
    (files,) = next(part for part in parts.values() if part["name"] == "starlette")[
        "externalReferences"
    ]
    block = lock[lock.index("starlette==") :]
    assert files["hashes"][0]["content"] in block.partition("# via")[0]


def test_who_asks_for_what_is_told(told: Any) -> None:
    needs = {one["ref"]: one["dependsOn"] for one in told["dependencies"]}
    own = told["metadata"]["component"]["bom-ref"]

    def names(ref: str) -> set[str]:
        return {purl.rpartition("@")[0] for purl in needs[ref]}

    (starlette,) = [ref for ref in needs if ref.startswith("pkg:pypi/starlette@")]
    (react,) = [ref for ref in needs if ref.startswith("pkg:npm/react-dom@")]
    assert {starlette, react} <= set(needs[own])
    assert "pkg:pypi/anyio" in names(starlette)
    assert names(react) == {"pkg:npm/scheduler"}
    reached, found = set[str](), [own]
    while found:
        ref = found.pop()
        if ref not in reached:
            reached.add(ref)
            found += needs[ref]
    alone = {ref.rpartition("@")[0] for ref in set(needs) - reached}
    # Of a library's peers the lock of the console does not say who has them.
    assert {ref for ref in alone if not ref.startswith("pkg:npm/")} == set()


def _is_accepted(expression: Any, name: str) -> bool:
    if isinstance(expression, LicenseSymbol):
        key = expression.key
        return key in _PERMISSIVE or _AS_THEY_ARE.get(name) == key
    found = [_is_accepted(one, name) for one in expression.args]
    return any(found) if expression.operator.strip() == "OR" else all(found)


def test_licences_let_it_be_shipped(parts: dict[str, Any]) -> None:
    for part in parts.values():
        if part.get("scope") == "excluded":
            assert "licenses" not in part
            continue
        (licence,) = part["licenses"]
        parsed = _SPDX.parse(licence["expression"], validate=True)
        assert _is_accepted(parsed, part["name"]), (part["name"], licence)
    assert set(_AS_THEY_ARE) <= {part["name"] for part in parts.values()}


def test_a_library_for_other_machines_is_told_apart(parts: dict[str, Any]) -> None:
    apart = [part for part in parts.values() if part.get("scope") == "excluded"]
    for part in apart:
        (condition,) = part["properties"]
        assert "sys_platform" in condition["value"]
    assert len(apart) < 5


def test_a_licence_that_is_not_told_is_a_sentence(
    sbom: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sbom, "_READ", {})
    with pytest.raises(sbom.NotTold, match="does not say under which licence"):
        sbom.python_parts()


def test_the_image_has_it() -> None:
    text = _CONTAINERFILE.read_text("utf-8")
    made = text.index("scripts/sbom.py --to giroscope.cdx.json")
    # It asks what is installed, and the lock of the console.
    assert text.index("./run --only-set-up") < made < text.index("rm -rf")
