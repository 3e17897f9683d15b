"""What `giroscope import --preview` prints."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from giroscope.cli import BAD_INPUT, OK, complain
from giroscope.cli.output import print_json, print_lines
from giroscope.features.journals.preview import Preview, preview
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database

_LINKS = {"GAP": "; a statement before it is missing", "OVERLAPS": "; overlaps another"}
_RELATIONS = {
    "NEW": "new",
    "REPEATS": "repeats {other}",
    "REPLACES": "replaces {other}",
    "REPLACED": "replaced by {other}, which is here",
    "SAME": "the same as {other}",
    "DISPUTED": "contradicts {other}",
    "OVERLAPS": "overlaps statements that are here",
}
_FIGURES = ("new", "known", "confirmed", "replaced", "possibleDuplicates")


def preview_files(
    database: Database, realm: str, files: Sequence[Path], *, as_json: bool
) -> int:
    """Show what each file would change; 2 when one cannot be imported."""
    shown: list[dict[str, Any]] = []
    code = OK
    try:
        for path in files:
            try:
                with path.open("rb") as file:
                    found = preview(database, realm, file, path.name, system_clock())
            except OSError as error:
                complain(f"{path}: {error.strerror or error}")
                code = BAD_INPUT
                continue
            shown.append(found.as_json(path.name))
            code = max(code, OK if found.fingerprint else BAD_INPUT)
            if not as_json:
                print_lines(list(_lines(path.name, found)))
    finally:
        asyncio.run(database.close())
    if as_json:
        print_json(shown[0] if len(files) == 1 and shown else shown)
    return code


def _lines(name: str, found: Preview) -> Iterator[str]:
    yield f"{name}: {'would be imported' if found.fingerprint else 'would be refused'}"
    for statement in found.statements:
        relation = _RELATIONS[statement["relation"]].format(other=statement["other"])
        yield (
            f"  {statement['account']} {statement['name'] or '?'},"
            f" {statement['from']} to {statement['to']}: {relation}"
            f"{_LINKS.get(statement['link'], '')}"
        )
        if statement["link"] in _LINKS and statement["previousClosing"] is not None:
            yield (
                f"    opens with {statement['opening']}, the other closed with"
                f" {statement['previousClosing']}"
            )
        figures = (f"{statement[key]} {key}" for key in _FIGURES if statement[key])
        yield f"    {statement['read']} entries: {', '.join(figures) or 'none'}"
        for change in statement["changes"]:
            before = change["amountBefore"]
            was = f" (was {before})" if before else ""
            yield (
                f"    {change['kind'].lower()}: {change['day']} {change['amount']}"
                f" {change['currency']}{was} {change['counterparty'] or ''}"
            )
    for finding in found.findings:
        yield f"  {finding.severity.value}: {finding.message}"
