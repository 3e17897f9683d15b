"""`giroscope audit`: whether the trail of a realm is whole, and the trail as a file."""

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from giroscope.cli import FAILED, OK
from giroscope.cli.output import print_json, print_lines
from giroscope.features.audit.anchors import Anchor, AnchorStore
from giroscope.features.audit.daily_anchor import anchor_now
from giroscope.features.audit.export import COLUMNS, all_rows, between, note
from giroscope.features.audit.verify import (
    Verdict,
    accept_restore,
    verify_and_note,
)
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict, InvalidInput
from giroscope.kernel.export import DIALECTS, csv_chunks
from giroscope.serve import ensure_open
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`verify`, `export` and what anchors need, each of one realm."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    verify = verbs.add_parser("verify", help="read every event and name a fault")
    verify.add_argument(
        "--anchor",
        metavar="COUNT:HASH",
        help="what an earlier verification printed: the trail must still hold it",
    )
    verify.add_argument("--json", action="store_true", help="print JSON")
    anchor = verbs.add_parser(
        "anchor", help="note outside how the trail ends, as is done once a day anyway"
    )
    accept = verbs.add_parser(
        "accept-restore", help="say that a backup was put back; anchors begin anew"
    )
    accept.add_argument("--reason", required=True, help="written into the trail")
    export = verbs.add_parser("export", help="write the trail as a CSV file")
    export.add_argument(
        "--output", type=Path, metavar="FILE", help="where to (standard output)"
    )
    export.add_argument("--from", dest="from_", metavar="DAY", help="YYYY-MM-DD")
    export.add_argument("--to", metavar="DAY", help="YYYY-MM-DD, included")
    export.add_argument(
        "--dialect",
        choices=sorted(DIALECTS),
        default="plain",
        help="excel-da is what a Danish Excel opens by double-click",
    )
    for verb in (verify, anchor, accept, export):
        verb.add_argument("--realm", required=True, help="whose trail")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what the verb says; 1 when the trail is not whole."""
    database = Database(settings)
    try:
        ensure_open(database, arguments.realm)
        return _VERBS[arguments.verb](arguments, settings, database)
    finally:
        asyncio.run(database.close())


def _verify(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> int:
    noted = _anchor_of(arguments.anchor)
    actor, store = shell_actor(arguments.realm), AnchorStore(settings)
    verdict = verify_and_note(database, actor, store, noted)
    if arguments.json:
        print_json({"realm": arguments.realm, **told(verdict)})
    else:
        print_lines(_lines(arguments.realm, verdict))
    return OK if verdict.is_intact else FAILED


def _anchor(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> int:
    realm = arguments.realm
    with database.snapshot(realm) as connection:
        done = anchor_now(connection, realm, AnchorStore(settings), system_clock())
    if done.fault is not None:
        print_lines([f"{realm}: {done.fault.message}"])
        return FAILED
    print_lines([f"{realm}: anchored {done.at:%Y-%m-%d %H:%M} UTC as {done.anchor}"])
    return OK


def _accept(
    arguments: argparse.Namespace, _settings: Settings, database: Database
) -> int:
    reason = arguments.reason.strip()
    if not reason:
        raise InvalidInput("Say why the backup was put back")
    accept_restore(database, shell_actor(arguments.realm), reason[:500])
    print_lines([f"{arguments.realm}: anchors noted until now count no more"])
    return OK


def _anchor_of(text: str | None) -> Anchor | None:
    try:
        return Anchor.of(text) if text else None
    except ValueError as error:
        raise InvalidInput(str(error)) from error


def told(verdict: Verdict) -> dict[str, object]:
    """A verification as data."""
    fault = verdict.fault
    return {
        "count": verdict.end.length,
        "intact": verdict.is_intact,
        "anchor": str(verdict.end),
        "anchors": verdict.anchors,
        "firstFault": fault
        and {
            "sequence": fault.sequence,
            "what": fault.what.value,
            "message": fault.message,
        },
    }


def _lines(realm: str, verdict: Verdict) -> list[str]:
    end = verdict.end
    if verdict.fault is not None:
        return [
            f"{realm}: {verdict.fault.message}",
            f"Whole up to event {end.length}; what follows proves nothing",
        ]
    return [
        f"{realm}: all {end.length} events are as they were written",
        f"Anchors outside the database compared: {verdict.anchors or 0}",
        f"Note this elsewhere, for --anchor: {end}",
    ]


def _export(
    arguments: argparse.Namespace, _settings: Settings, database: Database
) -> int:
    asked = {"from": arguments.from_, "to": arguments.to, "dialect": arguments.dialect}
    said = {name: value for name, value in asked.items() if value}
    asyncio.run(_written(database, arguments.realm, said, arguments.output))
    return OK


async def _written(
    database: Database, realm: str, asked: Mapping[str, str], target: Path | None
) -> None:
    """Write the file, private to who asked for it, and write down that it was taken.

    Raises:
        Conflict: There is a file of that name, or none can be made.
    """
    actor = shell_actor(realm)
    wanted = between(asked.get("from"), asked.get("to"))
    try:
        if target is None:
            descriptor = os.dup(sys.stdout.fileno())
        else:
            descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise Conflict(f"{target}: {error.strerror}") from error
    with os.fdopen(descriptor, "wb") as file:
        async with database.writing(realm) as session:
            await note(session, actor, "auditEvents", asked)
        dialect = DIALECTS[asked["dialect"]]
        headings = [column.key for column in COLUMNS]
        rows = all_rows(database, realm, wanted)
        async for chunk in csv_chunks(headings, rows, dialect):
            file.write(chunk)
    await database.close()


_VERBS: dict[str, Callable[[argparse.Namespace, Settings, Database], int]] = {
    "verify": _verify,
    "anchor": _anchor,
    "accept-restore": _accept,
    "export": _export,
}
