"""`giroscope realm`: tenants made, brought up to date, listed, exported, deleted.

The same on the embedded sign-in and on Keycloak, but for new signing keys, which
Keycloak makes itself. The account of Keycloak's master realm is given to this command
alone; the running product never has it.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from giroscope.cli import OK
from giroscope.cli.output import (
    columns,
    ensure_meant,
    print_json,
    print_lines,
    whole_file,
)
from giroscope.cli.realm_archive import write_archive
from giroscope.features.documents import open_vault
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.identity.calls import IdentityDoesNotAnswer, IdentityLocked
from giroscope.kernel.identity.realms import MadeRealm
from giroscope.kernel.identity.template import console_addresses
from giroscope.serve import (
    create_tenant,
    delete_tenant,
    ensure_tenant,
    note_tenant,
    open_identity_realms,
    retire_tenant_keys,
    rotate_tenant_keys,
    update_tenant,
)
from giroscope.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The verbs, each with its own arguments."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    create = verbs.add_parser("create", help="make a tenant and its first people")
    update = verbs.add_parser("update", help="bring a tenant to the present version")
    listing = verbs.add_parser("list", help="the tenants there are")
    export = verbs.add_parser("export", help="write a tenant into one archive")
    delete = verbs.add_parser("delete", help="delete a tenant with all it holds")
    rotate = verbs.add_parser(
        "rotate-keys", help="sign tokens with a new key (embedded sign-in)"
    )
    rotate.add_argument(
        "--retire", action="store_true",
        help="make none, only drop earlier ones whose last token is worthless",
    )  # fmt: skip
    for verb in (create, export, delete, rotate):
        verb.add_argument("name", help="lower-case letters, digits and hyphens")
    update.add_argument("name", nargs="?", help="one tenant; all where left out")
    for verb in (create, update):
        verb.add_argument("--display-name", help="what people see at the sign-in")
    export.add_argument(
        "--output", type=Path, metavar="FILE",
        help="where to; - is standard output (NAME-DATE.zip)",
    )  # fmt: skip
    delete.add_argument(
        "--yes", action="store_true", help="do it without asking for the name again"
    )
    for verb in (create, update, listing, export, delete, rotate):
        verb.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Do what the verb says."""
    database = Database(settings)
    try:
        _VERBS[arguments.verb](arguments, settings, database)
    finally:
        asyncio.run(database.close())
    return OK


def _create(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> None:
    name = arguments.name
    made = asyncio.run(create_tenant(settings, database, name, arguments.display_name))
    address = console_addresses(settings, name)[0]
    if arguments.json:
        print_json(
            {
                "name": name,
                "created": made.is_new,
                "address": address,
                "users": list(made.people),
                "password": made.password,
                "temporary": made.is_password_temporary,
            }
        )
    else:
        print_lines(_told(name, address, made))


def _told(name: str, address: str, made: MadeRealm) -> list[str]:
    state = "is ready" if made.is_new else "was there already and is left as it was"
    lines = [f"Realm {name} {state}: {address}"]
    if made.people:
        lines.append(f"Users: {', '.join(made.people)}")
    if made.is_password_generated:
        lines.append(f"Password: {made.password} (shown this once: keep it)")
    if made.is_password_temporary:
        lines.append("It must be changed at the first sign-in")
    return lines


def _update(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> None:
    names = [arguments.name] if arguments.name else database.realms()
    if arguments.display_name and not arguments.name:
        raise InvalidInput("A display name is for one tenant: name it")
    for name in names:
        asyncio.run(update_tenant(settings, database, name, arguments.display_name))
    if arguments.json:
        print_json([{"name": name} for name in names])
    else:
        print_lines([f"Realm {name} is up to date" for name in names])


def _list(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> None:
    known = asyncio.run(_signed_in_at(settings))
    names = database.realms()
    addresses = {name: console_addresses(settings, name)[0] for name in names}
    if arguments.json:
        rows = [
            {
                "name": name,
                "address": addresses[name],
                "signIn": None if known is None else name in known,
            }
            for name in names
        ]
        print_json(rows)
        return
    lacking = set[str]() if known is None else set(names) - known
    notes = dict.fromkeys(lacking, "no realm at the sign-in")
    print_lines(
        columns([(name, addresses[name], notes.get(name, "")) for name in names])
    )


async def _signed_in_at(settings: Settings) -> set[str] | None:
    """The realms the identity provider has; None where it cannot be asked."""
    try:
        async with open_identity_realms(settings) as realms:
            return set(await realms.names())
    except (IdentityLocked, IdentityDoesNotAnswer):
        return None


def _export(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> None:
    name = arguments.name
    ensure_tenant(database, name)
    identity = asyncio.run(_identity_of(settings, name))
    target = arguments.output or Path(f"{name}-{system_clock():%Y-%m-%d}.zip")
    vault = open_vault(settings, database)

    def write(file: BinaryIO) -> dict[str, Any]:
        return write_archive(file, database, vault, name, identity, system_clock)

    if str(target) == "-":
        write(sys.stdout.buffer)
        note_tenant(database, "realms.export", name)
        return
    with whole_file(target) as file:
        manifest = write(file)
    note_tenant(database, "realms.export", name, file=target.name)
    documents = [m for m in manifest["members"] if m["name"].startswith("documents/")]
    if arguments.json:
        print_json({"file": str(target), **manifest})
    else:
        rows = sum(manifest["rows"].values())
        print_lines([f"{target}: {rows} rows, {len(documents)} documents"])


async def _identity_of(settings: Settings, realm: str) -> dict[str, Any]:
    async with open_identity_realms(settings) as realms:
        return await realms.export(realm)


def _delete(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> None:
    name = arguments.name
    ensure_tenant(database, name)
    if not arguments.yes:
        ensure_meant(
            name,
            f"This deletes every document, journal and person of {name} for good.\n"
            "Type its name to go on: ",
            "Deleting cannot be taken back: say --yes to do it",
        )
    deleted = asyncio.run(delete_tenant(settings, database, name))
    if arguments.json:
        print_json({"name": name, "documents": deleted.documents})
    else:
        print_lines([f"Realm {name} is deleted, with {deleted.documents} documents"])


def _rotate_keys(
    arguments: argparse.Namespace, settings: Settings, database: Database
) -> None:
    name = arguments.name
    if arguments.retire:
        dropped = asyncio.run(retire_tenant_keys(settings, database, name))
        told: dict[str, object] = {"name": name, "dropped": dropped}
        line = f"Realm {name}: {dropped} keys dropped that no token needs any more"
    else:
        made = asyncio.run(rotate_tenant_keys(settings, database, name))
        told = {"name": name, "keyId": made}
        line = (
            f"Realm {name} signs with the new key {made}; earlier ones are good until"
            " their last token is worthless"
        )
    if arguments.json:
        print_json(told)
    else:
        print_lines([line])


_VERBS: dict[str, Callable[[argparse.Namespace, Settings, Database], None]] = {
    "create": _create,
    "update": _update,
    "list": _list,
    "export": _export,
    "rotate-keys": _rotate_keys,
    "delete": _delete,
}
