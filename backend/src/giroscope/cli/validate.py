"""`giroscope validate`: payment files through the layers of the check.

Stores nothing.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from giroscope.cli import BAD_INPUT, FAILED, OK, complain
from giroscope.cli.output import columns, print_json, print_lines
from giroscope.features.payments.checks import Case, Examination, History, case_at
from giroscope.features.payments.checks.tokens import (
    Remembered,
    TokenUnreadable,
    unfold,
)
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.settings import Settings

_SHOWN_PER_CAUSE = 5
_LIGHTS = {
    "passed": "passed",
    "warnings": "WARNINGS",
    "errors": "ERRORS",
    "notRun": "not run",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, what they are compared with, and what to print."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.add_argument(
        "--realm", help="compare with the payments and agreements of this realm"
    )
    parser.add_argument(
        "--previous", type=Path, metavar="REPORT",
        help="a report of --json; tells what was mended since",
    )  # fmt: skip
    parser.add_argument(
        "--json", action="store_true", help="print one report, or a list for several"
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Check each file; 1 when one has findings a person must see, 2 when one is bad.

    Warnings alone are 0: the report tells them.
    """
    previous = _remembered(arguments.previous)
    reports, code = [], OK
    with ExitStack() as stack:
        for path in arguments.files:
            examination = _examination(path, arguments.realm, settings, stack)
            try:
                examination.read(partial(path.open, "rb"))
            except OSError as error:
                complain(f"{path}: {error.strerror or error}")
                code = BAD_INPUT
                continue
            report = examination.conclude().told(previous)
            reports.append(report)
            code = max(code, _code(report))
            if not arguments.json:
                print_lines([*describe(report), ""])
    if arguments.json:
        print_json(reports[0] if len(arguments.files) == 1 and reports else reports)
    return code


def _examination(
    path: Path, realm: str | None, settings: Settings, stack: ExitStack
) -> Examination:
    if realm is None:
        return Examination(path.name, Case(system_clock()))
    database = Database(settings)
    if realm not in database.realms():
        raise UnknownRealm(
            f"There is no realm named {realm}; `giroscope realm list` shows those that"
            " exist"
        )
    connection = stack.enter_context(database.snapshot(realm))
    case = case_at(connection, system_clock)
    connection.rollback()
    history = History(connection)
    stack.callback(history.close)
    return Examination(path.name, case, history)


def _remembered(path: Path | None) -> dict[str, Remembered] | None:
    """The token of an earlier report.

    Raises:
        InvalidInput: The file is no report.
    """
    if path is None:
        return None
    try:
        return unfold(str(orjson.loads(path.read_bytes())["token"]))
    except (OSError, ValueError, TypeError, KeyError, TokenUnreadable) as error:
        raise InvalidInput(f"{path} is no report of this command") from error


def _code(report: Mapping[str, Any]) -> int:
    """A file that must not leave is bad input; other errors are failed checks."""
    if report["standing"] == "invalid":
        return BAD_INPUT
    return FAILED if report["counts"]["errors"] else OK


def describe(report: Mapping[str, Any]) -> Iterator[str]:
    """One report, for people."""
    counts = report["counts"]
    yield (
        f"{report['file']}: {report['standing'].upper()},"
        f" errors {counts['errors']}, warnings {counts['warnings']},"
        f" notes {counts['notes']}"
    )
    totals = report["totals"]["counted"]
    for one in totals["currencies"]:
        yield f"  {one['count']} payments, {one['amount']} {one['currency']}"
    rows = [
        (one["name"]["en"], _LIGHTS[one["light"]], (one["reason"] or {}).get("en", ""))
        for one in report["layers"]
    ]
    yield from (f"  {line}" for line in columns(rows))
    for group in report["groups"]:
        found = [one for one in report["findings"] if one["code"] == group["code"]]
        yield from _group(group, found)
    if report["rerun"] is not None:
        rerun = report["rerun"]
        yield f"  mended {rerun['mendedCount']}, new {rerun['newCount']}"


def _group(
    group: Mapping[str, Any], found: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    yield f"  {group['severity']}: {group['title']['en']}: {group['count']}"
    for one in found[:_SHOWN_PER_CAUSE]:
        said = [one["path"], one["value"], (one["note"] or {}).get("en")]
        line = f"line {one['line']}: " if one["line"] else ""
        yield f"    {line}{' · '.join(filter(None, said))}"
    left = group["count"] - min(len(found), _SHOWN_PER_CAUSE)
    if left:
        yield f"    and {left} more; --json shows those that are kept"
    yield f"    {group['fix']['en']} ({group['code']}; {group['source']})"
