"""`giroscope limit`: how much a tenant may ask for, and changing it."""

import argparse
import asyncio

from giroscope.cli import OK
from giroscope.cli.output import print_json, print_lines
from giroscope.features.audit import Subject, record_now
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.quotas import (
    set_quota,
    stored_quotas,
    told,
    usual_quotas,
    with_own,
)
from giroscope.serve import ensure_tenant
from giroscope.settings import Settings

_USUAL = "usual"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The realm, and what to change."""
    parser.add_argument("realm", help="whose limits")
    parser.add_argument(
        "changes",
        nargs="*",
        metavar="NAME=VALUE",
        help=f"a whole number, or `{_USUAL}` for the installation's own",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Change what is named, and show all."""
    changes = [_change(text) for text in arguments.changes]
    database, usual = Database(settings), usual_quotas(settings)
    try:
        ensure_tenant(database, arguments.realm)
        with database.job_connection(arguments.realm) as connection:
            before = stored_quotas(connection)
            for name, value in changes:
                set_quota(connection, name, value, usual)
            own = stored_quotas(connection)
            if own != before:
                record_now(
                    connection,
                    shell_actor(arguments.realm),
                    "realms.limits_changed",
                    Subject("realm", arguments.realm, arguments.realm),
                    was=before,
                    now=own,
                )
            connection.commit()
    finally:
        asyncio.run(database.close())
    quotas = told(with_own(usual, own))
    if arguments.json:
        print_json(quotas)
    else:
        print_lines(
            [
                f"{name} = {value}" + ("" if name in own else f" ({_USUAL})")
                for name, value in quotas.items()
            ]
        )
    return OK


def _change(text: str) -> tuple[str, int | None]:
    """A name and its new value; None for the usual one.

    Raises:
        InvalidInput: It is not written so.
    """
    name, is_given, value = text.partition("=")
    if value == _USUAL:
        return name, None
    if not is_given or not value.isascii() or not value.isdecimal() or len(value) > 18:
        raise InvalidInput(f"Write a limit as NAME=NUMBER, not “{text[:60]}”")
    return name, int(value)
