"""Tells what the product ships, as a bill of materials in CycloneDX (JSON, 1.6).

Names, versions, hashes and who asks for what stand in the lock files; licences in the
lock of the console and in what is installed of Python. The base of an image is not of
these: whoever builds it has its own.
"""

import argparse
import json
import os
import re
import sys
import tomllib
from base64 import b64decode
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

ROOT = Path(__file__).parents[1]
BACKEND, FRONTEND = ROOT / "backend", ROOT / "frontend"
PYTHON_LOCKS = ("requirements.lock", "requirements-uv.lock")
_PINNED = re.compile(
    r"^(?P<name>[\w.-]+)(?:\[[^]]*\])?==(?P<version>[^\s;]+)(?: ; (?P<where>[^\\\n]+))?"
)
_SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "APL 2": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache-2.0": "Apache-2.0",
    "BSD-2-Clause": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "EPL-2.0 OR GPL-2.0-or-later": "EPL-2.0 OR GPL-2.0-or-later",
    "MIT": "MIT",
    "MIT License": "MIT",
    "MPL-2.0": "MPL-2.0",
}
"""Licences of packages that give no expression of SPDX's, where the words are clear."""
_READ = {
    "pyasn1-modules": "BSD-2-Clause",
    "python-dateutil": "BSD-3-Clause",
    "reportlab": "BSD-3-Clause",
    "rstr": "BSD-3-Clause",
    "segno": "BSD-3-Clause",
    "text-unidecode": "Artistic-1.0-Perl OR GPL-2.0-or-later",
    "uvloop": "MIT OR Apache-2.0",
}
"""Of packages that do not say exactly, what stands in the text that comes with them."""


class NotTold(Exception):
    """A package does not say under which licence it is; the sentence names it."""


class Part(NamedTuple):
    """A library that is shipped."""

    purl: str
    name: str
    version: str
    licence: str | None
    hashes: tuple[tuple[str, str], ...]
    needs: tuple[str, ...]
    is_asked: bool
    """Whether the product itself asks for it, whoever else does."""
    group: str = ""
    where: str = ""
    """A condition on the machine, where it is not installed on every one."""

    @property
    def is_here(self) -> bool:
        """Whether it is installed."""
        return self.licence is not None


def python_parts() -> list[Part]:
    """What the locks of the backend name.

    Raises:
        NotTold: A package has no licence that is known.
    """
    blocks: dict[str, str] = {}
    for lock in PYTHON_LOCKS:
        text = (BACKEND / lock).read_text("utf-8")
        for block in re.split(r"\n(?=\S)", text):
            if found := _PINNED.match(block):
                blocks.setdefault(_plain(found["name"]), block)
    pins = {name: _PINNED.match(block) for name, block in blocks.items()}
    purls = {
        name: _purl("pypi", name, pin["version"]) for name, pin in pins.items() if pin
    }
    needs: dict[str, list[str]] = {name: [] for name in blocks}
    for name, block in blocks.items():
        for asking in re.findall(r"^ +# +(?:via )?([\w.-]+)$", block, re.MULTILINE):
            if _plain(asking) in needs:
                needs[_plain(asking)].append(purls[name])
    return [
        Part(
            purls[name],
            name,
            pin["version"],
            _licence(name, where := (pin["where"] or "").strip()),
            tuple(
                ("SHA-256", one) for one in re.findall(r"sha256:(\w+)", blocks[name])
            ),
            tuple(needs[name]),
            re.search(r"(?m)-r requirements[\w-]*\.in$", blocks[name]) is not None,
            where=where,
        )
        for name, pin in pins.items()
        if pin
    ]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _purl(kind: str, name: str, version: str) -> str:
    return f"pkg:{kind}/{quote(name)}@{quote(version)}"


def _licence(name: str, where: str) -> str | None:
    try:
        told = distribution(name).metadata
    except PackageNotFoundError:
        if where:
            return None
        raise NotTold(
            f"{name} is locked and not installed: run ./run --only-set-up"
        ) from None
    if exact := told.get("License-Expression") or _READ.get(name):
        return str(exact)
    said = [told.get("License") or "", *(told.get_all("Classifier") or [])]
    words = [text.rpartition(" :: ")[2] for text in said]
    clear = [_SPDX[one] for one in words if one in _SPDX]
    if not clear:
        raise NotTold(f"{name} does not say under which licence it is; read its text")
    return clear[0]


def console_parts() -> list[Part]:
    """What the lock of the console names, but for what only builds or tests it."""
    lock = json.loads((FRONTEND / "package-lock.json").read_text("utf-8"))["packages"]
    shipped = {
        place: one for place, one in lock.items() if place and not one.get("dev")
    }
    parts: dict[str, Part] = {}
    for place, one in shipped.items():
        full = _npm_name(place)
        group, _, name = full.rpartition("/")
        algorithm, _, digest = one["integrity"].partition("-")
        part = Part(
            _purl("npm", full, one["version"]),
            name,
            one["version"],
            one["license"],
            ((algorithm.upper().replace("SHA", "SHA-"), b64decode(digest).hex()),),
            tuple(_needs_of(place, one, shipped)),
            full in lock[""]["dependencies"],
            group=group,
        )
        parts.setdefault(part.purl, part)
    return list(parts.values())


def _npm_name(place: str) -> str:
    return place.rpartition("node_modules/")[2]


def _needs_of(place: str, one: Any, shipped: dict[str, Any]) -> Iterator[str]:
    """What it asks for, found where Node looks: in its own folder, then upwards."""
    steps = f"/{place}".split("/node_modules/")
    for name in one.get("dependencies", {}):
        for depth in range(len(steps), 0, -1):
            found = "/node_modules/".join([*steps[:depth], name]).removeprefix("/")
            if found in shipped:
                yield _purl("npm", name, shipped[found]["version"])
                break


def bill(now: datetime) -> dict[str, Any]:
    """All of it.

    Raises:
        NotTold: A package has no licence that is known.
    """
    project = tomllib.loads((BACKEND / "pyproject.toml").read_text("utf-8"))["project"]
    parts = sorted([*python_parts(), *console_parts()])
    own = f"pkg:generic/{project['name']}@{project['version']}"
    depends = [(own, [part.purl for part in parts if part.is_asked])]
    depends += [(part.purl, sorted(part.needs)) for part in parts]
    told = {
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": project["name"],
                "version": project["version"],
                "description": project["description"],
                "licenses": [{"expression": project["license"]}],
                "purl": own,
            }
        },
        "components": [_component(part) for part in parts],
        "dependencies": [{"ref": ref, "dependsOn": needs} for ref, needs in depends],
    }
    told["metadata"]["timestamp"] = now.isoformat().replace("+00:00", "Z")
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, json.dumps(told))}",
        "version": 1,
        **told,
    }


def _component(part: Part) -> dict[str, Any]:
    told: dict[str, Any] = {"type": "library", "bom-ref": part.purl}
    if part.group:
        told["group"] = part.group
    told |= {"name": part.name, "version": part.version, "purl": part.purl}
    if part.licence is not None:
        told["licenses"] = [{"expression": part.licence}]
    hashes = [{"alg": alg, "content": digest} for alg, digest in part.hashes]
    if part.purl.startswith("pkg:npm/"):
        told["hashes"] = hashes
    else:
        # One for each file that a machine may be given; none is of the library itself.
        files = {
            "type": "distribution",
            "url": part.purl,
            "hashes": hashes,
        }
        told["externalReferences"] = [files]
    if not part.is_here:
        told["scope"] = "excluded"
        told["properties"] = [{"name": "giroscope:where", "value": part.where}]
    return told


def main() -> int:
    """Write it, to a file or to standard output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, metavar="FILE", help="where to write it")
    arguments = parser.parse_args()
    at = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.fromtimestamp(int(at), UTC) if at else datetime.now(UTC)
    try:
        text = json.dumps(bill(now.replace(microsecond=0)), indent=1) + "\n"
    except NotTold as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if arguments.to is None:
        sys.stdout.write(text)
    else:
        arguments.to.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
