"""`giroscope ledger`: whether balances and entries agree, and the ledger made anew."""

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from giroscope.cli import FAILED, OK
from giroscope.cli.output import print_json, print_lines
from giroscope.features.documents import open_vault
from giroscope.features.journals.rebuild import rebuild, unobserved
from giroscope.features.statements.verify import Breach, Rule, Verified, verify
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.serve import ensure_open, migrate
from giroscope.settings import Settings

_SAID = {
    Rule.ADDS_UP: "entries come to {found}, the balances to {expected}",
    Rule.STANDS: "entries of {found} are shown by a version that does not count",
    Rule.PROVEN: "entries of {found} are shown as booked, and no statement has them",
    Rule.ONCE: "entries of {found} on its days are another's, and not told by it",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`verify` and `rebuild`, of one realm or of all."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    verbs.add_parser("verify", help="hold every statement against its balances")
    verbs.add_parser("rebuild", help="derive the ledger anew from the stored files")
    for verb in verbs.choices.values():
        verb.add_argument("--realm", help="one realm (all of them)")
        verb.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what the verb says; 1 when some ledger does not hold."""
    if arguments.verb == "rebuild":
        migrate(settings)
    database = Database(settings)
    try:
        if arguments.realm:
            ensure_open(database, arguments.realm)
        realms = [arguments.realm] if arguments.realm else sorted(database.realms())
        act = _rebuild if arguments.verb == "rebuild" else _verify
        found = {realm: act(settings, database, realm) for realm in realms}
    finally:
        asyncio.run(database.close())
    if arguments.json:
        data = [{"realm": realm, **_told(done)} for realm, done in found.items()]
        print_json(data[0] if arguments.realm else data)
    else:
        print_lines([line for item in found.items() for line in _lines(*item)])
    return FAILED if any(done.verified.breaches for done in found.values()) else OK


class _Done(NamedTuple):
    """What a verb came to in one realm."""

    verified: Verified
    documents: int | None = None
    unreadable: Sequence[str] = ()


def _verify(settings: Settings, database: Database, realm: str) -> _Done:
    del settings
    with database.snapshot(realm) as connection:
        return _Done(verify(connection))


def _rebuild(settings: Settings, database: Database, realm: str) -> _Done:
    vault = open_vault(settings, database)
    rebuilt = rebuild(database, realm, vault, system_clock(), unobserved)
    return _Done(rebuilt.verified, rebuilt.documents, rebuilt.unreadable)


def _told(done: _Done) -> dict[str, object]:
    verified = done.verified
    told: dict[str, object] = {
        "statements": verified.statements,
        "entries": verified.entries,
        "breaches": [
            {
                "rule": breach.rule.value, "statement": breach.statement_id,
                "name": breach.name, "day": breach.day, "currency": breach.currency,
                "expected": str(breach.expected), "found": str(breach.found),
            }
            for breach in verified.breaches
        ],
    }  # fmt: skip
    if done.documents is not None:
        told |= {"documents": done.documents, "unreadable": list(done.unreadable)}
    return told


def _lines(realm: str, done: _Done) -> Iterator[str]:
    verified = done.verified
    if done.documents is not None:
        yield f"{realm}: {done.documents} files read again"
    for name in done.unreadable:
        yield f"{realm}: {name} cannot be read; its entries stay as they were"
    for breach in verified.breaches:
        yield f"{realm}: {_sentence(breach)}"
    if not verified.breaches:
        yield (
            f"{realm}: {verified.statements} statements with {verified.entries} entries"
            " add up to their balances"
        )


def _sentence(breach: Breach) -> str:
    said = _SAID[breach.rule].format(found=breach.found, expected=breach.expected)
    return f"statement {breach.name or '?'} of {breach.day}: {breach.currency} {said}"
