"""`giroscope key`: making, wrapping and replacing a master key."""

import argparse
import asyncio
from datetime import date
from pathlib import Path
from secrets import token_bytes
from typing import NamedTuple

from giroscope.cli import FAILED, OK
from giroscope.cli.output import print_json, print_lines
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict, InvalidInput
from giroscope.kernel.key_rotation import rewrap_realm
from giroscope.kernel.key_services import key_service
from giroscope.kernel.secrets import (
    KEY_BYTES,
    MasterKey,
    SecretDamaged,
    is_own_key,
    load_master_key,
    new_key_text,
    old_key_path,
    renew_own_key,
)
from giroscope.serve import note_tenant, rewrap_sign_in_key
from giroscope.settings import Settings
from giroscope.worker import WorkerRunning, sole_worker

_SIGN_IN = "sign-in"


class Rewrapped(NamedTuple):
    """What became of one key."""

    of: str
    state: str
    """`new`, `unchanged` or `failed`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`new`, `wrap` or `rotate`."""
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    verbs.add_parser("new", help="print a new master key; nothing is changed")
    wrapping = verbs.add_parser(
        "wrap",
        help="print the master key, wrapped by the key service; nothing is changed",
    )
    wrapping.add_argument(
        "--by", metavar="ADDRESS",
        help="the service that is to wrap it (GIROSCOPE_KEY_SERVICE)",
    )  # fmt: skip
    wrapping.add_argument(
        "--new", action="store_true", help="wrap a new master key, which nobody sees"
    )
    rotating = verbs.add_parser(
        "rotate",
        help="wrap every realm's key by the present master key instead of the old one",
    )
    rotating.add_argument(
        "--old-key-file", type=Path, metavar="FILE", help="where the old key stands"
    )
    rotating.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Make a key, or replace the one in use."""
    if arguments.verb == "new":
        print_lines([new_key_text()])
        return OK
    if arguments.verb == "wrap":
        print_lines([_wrapped(arguments, settings)])
        return OK
    if arguments.old_key_file is not None:
        settings = settings.model_copy(
            update={"old_master_key_file": arguments.old_key_file}
        )
    done = _rotate_own(settings) if is_own_key(settings) else _rotate_given(settings)
    has_failed = any(one.state == "failed" for one in done)
    if arguments.json:
        print_json([one._asdict() for one in done])
    else:
        print_lines(_told(done))
    return FAILED if has_failed else OK


def _wrapped(arguments: argparse.Namespace, settings: Settings) -> str:
    """A master key as the service wraps it, which is known to open it again.

    Raises:
        Conflict: The service unwraps something else than it wrapped.
        KeyServiceAway, KeyServiceRefuses: It does not do it.
        NoKeyService: None is named.
    """
    by = settings
    if arguments.by is not None:
        by = Settings(key_service=arguments.by)
    service = key_service(by)
    key = token_bytes(KEY_BYTES) if arguments.new else bytes(load_master_key(settings))
    wrapped = service.wrap(key)
    if service.unwrap(wrapped) != key:
        raise Conflict("The key service unwraps something else than it wrapped")
    return wrapped


def _rotate_own(settings: Settings) -> list[Rewrapped]:
    """Replace the key of the data directory, which only this machine uses.

    Raises:
        Conflict: The product runs, and would go on with the old key.
    """
    try:
        with sole_worker(settings):
            renew_own_key(settings)
            done = _rewrap_all(settings, load_master_key(settings))
            if all(one.state != "failed" for one in done):
                _keep_aside(old_key_path(settings), system_clock().date())
            return done
    except WorkerRunning as error:
        raise Conflict("Stop the product first: it holds the old key") from error


def _rotate_given(settings: Settings) -> list[Rewrapped]:
    """Go from the old key that is given to the present one that is given.

    Raises:
        InvalidInput: There is no old key, or it is no key.
    """
    try:
        key = load_master_key(settings)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"A master key cannot be read: {error}") from error
    if not key.older:
        raise InvalidInput(
            "Give the old key by --old-key-file or GIROSCOPE_OLD_MASTER_KEY, and the"
            " new one by GIROSCOPE_MASTER_KEY; `giroscope key new` makes one"
        )
    return _rewrap_all(settings, key)


def _rewrap_all(settings: Settings, key: MasterKey) -> list[Rewrapped]:
    database = Database(settings)
    try:
        done = [_one(realm, database, key) for realm in database.realms()]
    finally:
        asyncio.run(database.close())
    try:
        if rewrap_sign_in_key(settings, key):
            done.append(Rewrapped(_SIGN_IN, "new"))
    except SecretDamaged:
        done.append(Rewrapped(_SIGN_IN, "failed"))
    return done


def _one(realm: str, database: Database, key: MasterKey) -> Rewrapped:
    try:
        if not rewrap_realm(database, realm, key):
            return Rewrapped(realm, "unchanged")
    except SecretDamaged:
        # The others are done all the same; this one is told by name.
        return Rewrapped(realm, "failed")
    note_tenant(database, "realms.master_key_replaced", realm)
    return Rewrapped(realm, "new")


def _keep_aside(old: Path, today: date) -> None:
    """Backups made until today need the old key; nothing else does."""
    number = 0
    while (aside := old.with_name(f"master.key.until-{today}{number or ''}")).exists():
        number += 1
    old.rename(aside)


def _told(done: list[Rewrapped]) -> list[str]:
    sentences = {
        "new": "is wrapped by the new master key",
        "unchanged": "was wrapped by the new master key already",
        "failed": "was wrapped by neither key and is unchanged",
    }
    lines = [f"{one.of} {sentences[one.state]}" for one in done]
    if all(one.state != "failed" for one in done):
        lines.append("Keep the old key as long as backups need it; nothing else does")
    return lines
