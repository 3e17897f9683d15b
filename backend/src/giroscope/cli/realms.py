"""`giroscope realm`: which tenants there are, and making a new one."""

import argparse
import asyncio

from giroscope.cli import OK
from giroscope.cli.output import print_json, print_lines
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.tenancy import realm_name
from giroscope.serve import sign_in_settings
from giroscope.settings import Settings
from signin import EnsuredRealm, ensure_realm, open_provider


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`list`, or `create NAME`."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    listing = verbs.add_parser("list", help="the realms that exist")
    creating = verbs.add_parser("create", help="make a realm and its first users")
    creating.add_argument("name", help="lower-case letters, digits and hyphens")
    for sub in (listing, creating):
        sub.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """List or create."""
    database = Database(settings)
    try:
        if arguments.verb == "list":
            _list(database, as_json=arguments.json)
        else:
            _create(database, settings, arguments.name, as_json=arguments.json)
    finally:
        asyncio.run(database.close())
    return OK


def _list(database: Database, *, as_json: bool) -> None:
    realms = database.realms()
    if as_json:
        print_json([{"name": realm} for realm in realms])
    else:
        print_lines(realms)


def _create(
    database: Database, settings: Settings, name: str, *, as_json: bool
) -> None:
    realm_name(name)
    if name in database.realms():
        raise Conflict(f"There is a realm named {name} already")
    migrate_realm(database, name, load_master_key(settings))
    made = asyncio.run(_people(settings, name)) if _has_people(settings) else None
    if as_json:
        print_json(
            {
                "name": name,
                "users": list(made.created) if made else [],
                "password": made.password if made else None,
            }
        )
        return
    lines = [f"Realm {name} is ready"]
    if made is not None and made.created:
        lines.append(f"Users: {', '.join(made.created)}")
    if made is not None and made.is_password_generated:
        lines.append(f"Password: {made.password} (shown this once: keep it)")
    print_lines(lines)


def _has_people(settings: Settings) -> bool:
    # With a Keycloak, people are made there.
    return settings.is_embedded_identity


async def _people(settings: Settings, realm: str) -> EnsuredRealm:
    async with open_provider(sign_in_settings(settings)) as provider:
        return await ensure_realm(provider, realm)
