"""`giroscope doctor`: checks the set-up, says what is wrong and how to mend it.

Changes nothing: what is not there yet is told, not made.
"""

import argparse
import asyncio
import http.client
from collections.abc import Callable, Iterator
from datetime import timedelta

from sqlalchemy.exc import SQLAlchemyError

from giroscope import __version__
from giroscope.cli import FAILED, OK
from giroscope.cli.checks import Check
from giroscope.cli.doctor_keycloak import keycloak_checks
from giroscope.cli.output import columns, print_json, print_lines
from giroscope.features.banks.addresses import Addresses, NoAddress
from giroscope.features.banks.operator_file import BadDirectory
from giroscope.features.documents import Vault
from giroscope.kernel import set_up
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.failing_parts import failing_parts
from giroscope.kernel.key_services import KeyServiceRefuses, NoKeyService
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.outage import KeyServiceAway
from giroscope.kernel.secrets import (
    MasterKey,
    SecretDamaged,
    is_key_missing,
    load_master_key,
    own_key_path,
)
from giroscope.kernel.upkeep import BACKUP, REHEARSAL, last_done
from giroscope.serve import (
    LOOPBACK,
    NotPossible,
    ensure_possible,
    port_is_free,
)
from giroscope.settings import Settings

_PATIENCE_SECONDS = 3.0
_UPKEEP: dict[str, str] = {
    BACKUP: "giroscope backup --to FOLDER, nightly; what it says names the fault",
    REHEARSAL: "giroscope rehearse --from FOLDER, after each backup",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to print."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Check everything; 1 when something has to be mended."""
    checks = [check for look in LOOKS for check in look(settings)]
    if arguments.json:
        told = [{"ok": check.is_well, **check._asdict()} for check in checks]
        print_json({"version": __version__, "checks": told})
    else:
        rows = [("ok" if c.is_well else "MEND", c.name, c.found) for c in checks]
        lines = columns(rows)
        for index, check in reversed(list(enumerate(checks))):
            if check.remedy:
                lines.insert(index + 1, f"      → {check.remedy}")
        print_lines(lines)
    return OK if all(check.is_well for check in checks) else FAILED


def _python(_settings: Settings) -> Iterator[Check]:
    found = set_up.python()
    remedy = "" if found.is_well else "Install Python 3.11 or newer"
    yield Check("python", found.fact, remedy)


def _console(settings: Settings) -> Iterator[Check]:
    found = set_up.console(settings)
    if found.is_well:
        yield Check("console", f"built in {found.fact}")
    else:
        yield Check(
            "console", f"not built in {found.fact}",
            "./run builds it; in a container, set GIROSCOPE_WEB_DIR",
        )  # fmt: skip


def _settings_agree(settings: Settings) -> Iterator[Check]:
    try:
        ensure_possible(settings)
    except NotPossible as error:
        yield Check("settings", "contradict each other", str(error))
    else:
        yield Check("settings", "agree with each other")


def _clock(settings: Settings) -> Iterator[Check]:
    if settings.clock_file is not None:
        yield Check(
            "clock", f"moved by {settings.clock_file}",
            "Unset GIROSCOPE_CLOCK_FILE, which is for tests alone",
        )  # fmt: skip


def _data_dir(settings: Settings) -> Iterator[Check]:
    folder = set_up.data_directory(settings)
    if not folder.is_well:
        yield Check(
            "data directory", f"{folder.fact} is not writable",
            "Set GIROSCOPE_DATA_DIR to a folder this account may write to",
        )  # fmt: skip
        return
    is_there = settings.data_dir.exists()
    note = "" if is_there else " (made at the first start)"
    yield Check("data directory", f"{folder.fact}{note}")
    if is_there:
        files = set_up.files(settings)
        yield Check(
            "files", "open to their owner alone" if files.is_well
            else f"others may open {files.fact}",
            "" if files.is_well else f"chmod -R go= {folder.fact}",
        )  # fmt: skip
    disk = set_up.disk_space(settings)
    is_refusing = not set_up.has_room_for(settings, 0)
    yield Check(
        "disk space", f"{disk.fact} free{', so uploads are refused' * is_refusing}",
        "" if disk.is_well and not is_refusing
        else "Free at least 2 GiB: uploads are stored before reading",
    )  # fmt: skip


def _store(settings: Settings) -> Iterator[Check]:
    address = settings.documents_url
    if address is None or address.startswith("file:"):
        return
    # It is asked for nothing that a key would open.
    vault = Vault(settings, lambda _realm: b"")
    is_there = asyncio.run(vault.answers(_PATIENCE_SECONDS))
    yield Check(
        "document store", address if is_there else f"{address} does not answer",
        "" if is_there
        else "Check GIROSCOPE_DOCUMENTS_URL, the AWS_… settings, and that it runs",
    )  # fmt: skip


def _master_key(settings: Settings) -> Iterator[Check]:
    path = settings.master_key_file or settings.data_dir / "master.key"
    if is_key_missing(settings):
        is_lost = bool(_realms(settings))
        yield Check(
            "master key",
            f"no {path}" + ("" if is_lost else " (made at the first start)"),
            "Put the key back from its backup; without it documents stay sealed"
            if is_lost else "",
        )  # fmt: skip
        return
    try:
        load_master_key(settings)
    except (KeyServiceAway, KeyServiceRefuses, NoKeyService) as error:
        yield Check(
            "master key", error.message,
            "Check GIROSCOPE_KEY_SERVICE, who we are there, and what that account may",
        )  # fmt: skip
        return
    except (ValueError, OSError) as error:
        yield Check(
            "master key", str(error),
            "It must be 32 bytes in base64, as `openssl rand -base64 32` prints them",
        )  # fmt: skip
        return
    if settings.master_key_wrapped is not None:
        lies_open = own_key_path(settings).exists()
        yield Check(
            "master key", f"unwrapped by {settings.key_service}",
            f"Keep a copy of {own_key_path(settings)} elsewhere, and remove it here"
            if lies_open else "",
        )  # fmt: skip
        return
    if settings.master_key is not None:
        yield Check("master key", "from GIROSCOPE_MASTER_KEY")
        return
    found = set_up.master_key(settings)
    yield Check(
        "master key", f"{path}, mode {found.fact}",
        "" if found.is_well else f"Others may read it: chmod 600 {path}",
    )  # fmt: skip


def _realms(settings: Settings) -> list[str]:
    """The realms there are, none where the database cannot be reached."""
    database = Database(settings)
    try:
        return database.realms()
    except SQLAlchemyError:
        return []
    finally:
        asyncio.run(database.close())


def _databases(settings: Settings) -> Iterator[Check]:
    kind = "SQLite" if settings.is_sqlite else "PostgreSQL"
    database = Database(settings)
    try:
        realms = database.realms()
        if not realms:
            yield Check("database", f"{kind}, no realm yet")
        key = _key_that_is_there(settings) if realms else None
        for realm in realms:
            yield _realm(database, realm, key)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        yield Check(
            "database", f"{kind}: {reason}",
            "Check GIROSCOPE_DATABASE_URL, and that the server runs and lets us in",
        )  # fmt: skip
    finally:
        asyncio.run(database.close())


def upkeep(settings: Settings) -> Iterator[Check]:
    """When the last backup and the last rehearsal were."""
    database = Database(settings)
    try:
        if settings.is_sqlite and not (settings.data_dir / "shared.sqlite3").exists():
            done = dict.fromkeys(_UPKEEP)
        else:
            done = {name: last_done(database, name) for name in _UPKEEP}
    except SQLAlchemyError:
        # Said above.
        return
    finally:
        asyncio.run(database.close())
    oldest = system_clock() - timedelta(hours=settings.backup_hours)
    for name, last in done.items():
        if last is None:
            # What is tried out on a laptop has none.
            remedy = "" if settings.is_sqlite else _UPKEEP[name]
            yield Check(name, "none yet", remedy)
            continue
        is_well = last.is_well and last.at >= oldest
        ended = "" if last.is_well else ", failed"
        remedy = "" if is_well else _UPKEEP[name]
        yield Check(name, f"{last.at:%Y-%m-%d %H:%M} UTC{ended}", remedy)


def _key_that_is_there(settings: Settings) -> MasterKey | None:
    """The master key; none where it cannot be had, and none is made."""
    if is_key_missing(settings):
        return None
    try:
        return load_master_key(settings)
    except (AppError, ValueError, OSError):
        # Told by a check of its own.
        return None


def _realm(database: Database, realm: str, key: MasterKey | None) -> Check:
    name = f"realm {realm}"
    tables = set_up.tables(database, realm)
    if not tables.is_well:
        return Check(name, f"at {tables.fact}", "giroscope migrate")
    if key is None:
        return Check(name, "its key cannot be opened", "Mend the master key")
    try:
        realm_key(database, realm, key)
    except SecretDamaged:
        return Check(
            name, "its key does not open with this master key",
            "Use the master key this realm was made with",
        )  # fmt: skip
    return Check(name, f"up to date ({tables.fact})")


def _web_port(settings: Settings) -> Iterator[Check]:
    yield _port("web", settings.host, settings.port, "/healthz/live", "GIROSCOPE_PORT")


def _parts(settings: Settings) -> Iterator[Check]:
    for part in failing_parts(settings.data_dir):
        yield Check(
            part.name, f"ended {part.deaths} times in a row, and is started again",
            "The first of its log lines since it last ran say why",
        )  # fmt: skip


def _sign_in(settings: Settings) -> Iterator[Check]:
    if settings.is_embedded_identity:
        yield _port(
            "sign-in", settings.host, settings.identity_port, "/health/ready",
            "GIROSCOPE_IDENTITY_PORT",
        )  # fmt: skip
        return
    yield from keycloak_checks(settings)


def _banks(settings: Settings) -> Iterator[Check]:
    if settings.bank_directory is None:
        return
    try:
        count = Addresses(settings).ensure_sound()
    except BadDirectory as error:
        yield Check("banks", error.reason, "docs/banks.md names every setting")
    except NoAddress as error:
        yield Check("banks", error.message, "Lay it beside the file of banks")
    else:
        yield Check("banks", f"{count} in {settings.bank_directory}")


def _bank_simulator(settings: Settings) -> Iterator[Check]:
    if settings.has_bank_simulator:
        yield _port(
            "bank simulator", LOOPBACK, settings.bank_simulator_port, "/healthz",
            "GIROSCOPE_BANK_SIMULATOR_PORT",
        )  # fmt: skip


def _erp_simulator(settings: Settings) -> Iterator[Check]:
    if settings.has_erp_simulator:
        yield _port(
            "ERP simulator", LOOPBACK, settings.erp_simulator_port, "/healthz",
            "GIROSCOPE_ERP_SIMULATOR_PORT",
        )  # fmt: skip


def _port(name: str, host: str, port: int, path: str, variable: str) -> Check:
    try:
        if port_is_free(host, port):
            return Check(f"{name} port", f"{port} is free")
    except OSError as error:
        reason = error.strerror or str(error)
        return Check(f"{name} port", f"{port}: {reason}", f"Change {variable}")
    if _get(host, port, path) == http.client.OK:
        return Check(f"{name} port", f"{port}, Giroscope runs there")
    return Check(
        f"{name} port", f"{port} is taken by something else",
        f"Stop what uses it, or set {variable}",
    )  # fmt: skip


def _get(host: str, port: int, path: str) -> int | None:
    """The status of an answer; None where there is none."""
    connection = http.client.HTTPConnection(host, port, timeout=_PATIENCE_SECONDS)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


LOOKS: tuple[Callable[[Settings], Iterator[Check]], ...] = (
    _python,
    _console,
    _settings_agree,
    _clock,
    _data_dir,
    _store,
    _master_key,
    _databases,
    upkeep,
    _web_port,
    _parts,
    _sign_in,
    _banks,
    _bank_simulator,
    _erp_simulator,
)
"""What is looked at, in the order in which it is told."""
