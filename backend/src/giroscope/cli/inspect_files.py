"""`giroscope inspect`: what bank files hold, without storing anything."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import bankfiles
from giroscope.cli import BAD_INPUT, OK
from giroscope.cli.output import columns, print_json, print_lines
from giroscope.settings import Settings

_FINDINGS_SHOWN = 20
_NONE = "-"
_SUMS = {True: "adds up", False: "DOES NOT ADD UP"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, and what to print."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.add_argument(
        "--json", action="store_true", help="print one object, or a list for several"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Inspect each file; 2 when one of them cannot be read."""
    del settings
    pictures, code = [], OK
    for path in arguments.files:
        picture = _inspect(path)
        if any(f["severity"] == "error" for f in picture["findings"]):
            code = BAD_INPUT
        pictures.append(picture)
        if not arguments.json:
            print_lines([*describe(picture), ""])
    if arguments.json:
        print_json(pictures[0] if len(pictures) == 1 else pictures)
    return code


def _inspect(path: Path) -> dict[str, Any]:
    """The picture of a file, also when there is none to open."""
    try:
        with path.open("rb") as stream:
            return bankfiles.inspect(stream, path.name)
    except OSError as error:
        message = f"The file cannot be opened: {error.strerror or error}."
        finding = {"severity": "error", "code": "cannot_open", "message": message}
        return {
            "file": path.name,
            "size": 0,
            "format": "unknown",
            "findings": [finding],
        }


def describe(picture: Mapping[str, Any]) -> Iterator[str]:
    """The figures of one file, for people."""
    kind = picture.get("version") or picture["format"]
    yield f"{picture['file']}: {kind}, {picture['size']:,} bytes"
    if picture.get("messageId"):
        yield f"  message {picture['messageId']}, created {picture.get('created', '?')}"
    yield from _indented(_statements(picture.get("statements", ())))
    yield from _indented(_payments(picture))
    yield from _indented(_status(picture.get("status")))
    yield from _indented(_findings(picture["findings"]))


def _indented(lines: list[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _statements(statements: Any) -> list[str]:
    if not statements:
        return []
    head = ("account", "", "opening", "credits", "debits", "closing", "entries", "")
    rows = [head]
    for one in statements:
        account = one.get("account") or {}
        rows.append(
            (
                account.get("iban") or account.get("other") or "?",
                one.get("currency") or "",
                (one.get("opening") or {}).get("amount", _NONE),
                one["credits"],
                one["debits"],
                (one.get("closing") or {}).get("amount", _NONE),
                str(one["entries"]),
                {True: "adds up", False: "DOES NOT ADD UP"}.get(
                    one.get("balanced"), ""
                ),
            )
        )
    return columns(rows, right=(2, 3, 4, 5, 6))


def _payments(picture: Mapping[str, Any]) -> list[str]:
    batches = picture.get("payments")
    if not batches:
        return []
    rows = [
        (
            str(one.get("id") or "?"),
            str(one.get("executionDate") or "no date"),
            str(one.get("debtorAccount") or "?"),
            f"{one['count']} payments",
            str(one["sum"]),
            " ".join(one.get("currencies", {})),
        )
        for one in batches
    ]
    total = f"{picture['count']} payments, sum {picture['sum']}"
    stated = picture.get("statedCount"), picture.get("statedSum")
    if any(stated):
        total += f" (the file says {stated[0] or _NONE} and {stated[1] or _NONE})"
    return [*columns(rows, right=(3, 4)), total]


def _status(status: Any) -> list[str]:
    if not status:
        return []
    original = status.get("originalMessageId") or "?"
    lines = [
        f"status of {original}: {status.get('group') or 'none for the whole file'}"
    ]
    for name in ("payments", "transactions", "reasons"):
        counts = status.get(name)
        if counts:
            shown = ", ".join(f"{code} {count}" for code, count in counts.items())
            lines.append(f"{name}: {shown}")
    return lines


def _findings(findings: Any) -> list[str]:
    lines = []
    for one in findings[:_FINDINGS_SHOWN]:
        place = f" (line {one['line']})" if one.get("line") else ""
        lines.append(f"{one['severity']}: {one['message']}{place}")
    if len(findings) > _FINDINGS_SHOWN:
        lines.append(f"and {len(findings) - _FINDINGS_SHOWN} more; --json shows all")
    return lines
