"""What every room's tests stand on: a realm in a real database, SQLite and PostgreSQL.

Realms are made from a template that was migrated once, so that each test has its
own database in a few milliseconds.
"""

import asyncio
import base64
import gc
import logging
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Protocol

import httpcore2
import hypothesis
import psycopg
import pytest
import structlog
from keycloak import (
    Keycloak,
    KeycloakUnavailable,
    lent_keycloak,
    running_keycloak,
)
from postgres import PostgresUnavailable, running_postgres
from pydantic import SecretStr
from sqlalchemy import select
from sqlalchemy.orm import Session
from tryton_server import Tryton, TrytonUnavailable, running_tryton

from banksim.certificates import Leaf
from banksim.house import NORDEA_ISSUER, Authority, issuer_of
from banksim.paths import Centre, Environment
from giroscope.cli import doctor_keycloak
from giroscope.features.documents import Vault
from giroscope.features.journals import importer, run_undo
from giroscope.features.uploads import Kind, Upload
from giroscope.features.uploads.actions import Given, HandedIn, hand_in
from giroscope.kernel import jobs, selection, sign_in
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.identity import admin, calls
from giroscope.kernel.migrate import migrate_realm, realm_key
from giroscope.settings import Settings
from tests import lanes
from tests.costs import counted
from tests.served import (
    api,
    issuer,
    session_issuer,
    shared_api,
    with_two_realms,
)
from tests.shares import Case, SomeOf, share, share_within
from tests.stores import DEALT, POSTGRES, SQLITE, add_options, choose_seed, deal

_SEED = pytest.StashKey[int]()
REALM = "giroscope"
MASTER_KEY = bytes(range(32))
_POSTGRES_URL = "GIROSCOPE_TEST_POSTGRES_URL"
_KEYCLOAK_FILE = "GIROSCOPE_TEST_KEYCLOAK"
_OF_THE_RUN = frozenset(
    {"GIROSCOPE_SAMPLES", "GIROSCOPE_TEST_POSTGRES_BIN", _POSTGRES_URL, _KEYCLOAK_FILE}
)
"""What the shell may say about a run of the tests; all else is the tests' own."""
_LEAVE_SECONDS = 60
_LOGS_COPIES = 150_000
"""The release of PostgreSQL that began to copy a database page by page, with a log."""

# A machine that has other things to do is slow, not wrong.
hypothesis.settings.register_profile(
    "unhurried", hypothesis.settings.default, deadline=None
)
hypothesis.settings.load_profile("unhurried")

_AT_ONCE_SECONDS = 30.0
"""What takes no time on a quiet machine has ended by then on a busy one."""

_ON_POSTGRES = pytest.param(POSTGRES, marks=pytest.mark.integration)


class ImportBytes(Protocol):
    """Stores bytes, hands them in and runs the job, all before it returns."""

    def __call__(self, data: bytes, name: str, kind: str = "STATEMENT") -> Upload: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which stores tests run on, and whether those run that `./test` leaves out."""
    add_options(parser)
    lanes.add_option(parser)
    parser.addoption(
        "--without-full",
        action="store_true",
        help="leave out what is slow and rarely broken, which ./test full runs",
    )


def pytest_configure(config: pytest.Config) -> None:
    """What holds for the whole run: its costs, and how stores are dealt."""
    counted(config)
    config.stash[_SEED] = choose_seed(config)
    lanes.use_lanes(config)


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """A test runs on both stores where SQL differs, else on one of them.

    Of dear families a run takes a share.
    """
    stores, seed = config.getoption("stores"), config.stash[_SEED]
    items[:], left = deal(items, stores, seed)
    if config.getoption("without_full"):
        left += [item for item in items if item.get_closest_marker("full")]
        items[:] = [item for item in items if not item.get_closest_marker("full")]
    if stores == DEALT:
        items[:], not_dealt = share(items, seed)
        left += not_dealt
    config.hook.pytest_deselected(items=left)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """How to repeat what was dealt."""
    if config.getoption("stores") == DEALT:
        terminalreporter.write_line(
            f"stores and shares were dealt by --deal={config.stash[_SEED]}"
        )


def pytest_collection_finish() -> None:
    """What was loaded stays for the whole run: no collection of garbage walks it."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A thread that never ends is named, and does not hold up the whole run."""
    del session
    threading.Thread(target=_leave, args=(int(exitstatus),), daemon=True).start()


def _leave(exitstatus: int) -> None:
    sleep(_LEAVE_SECONDS)
    left = [t.name for t in threading.enumerate() if not t.daemon]
    sys.stderr.write(f"\nThreads that did not end: {', '.join(left)}\n")
    sys.stderr.flush()
    os._exit(exitstatus)


@pytest.fixture
def some_of(request: pytest.FixtureRequest) -> SomeOf:
    """A share of a test's questions in a run of `./test`, and all of them elsewhere."""
    config, node = request.config, request.node

    def chosen(cases: Sequence[Case], one_in: int) -> list[Case]:
        if config.getoption("stores") != DEALT:
            return list(cases)
        return share_within(node, cases, one_in, config.stash[_SEED])

    return chosen


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's settings are what it says, not what the shell happens to hold."""
    for name in [name for name in os.environ if name.startswith("GIROSCOPE_")]:
        if name not in _OF_THE_RUN:
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def _logs_as_at_first() -> Iterator[None]:
    """A command run in this process sets up logs; the next test finds them as new."""
    yield
    structlog.reset_defaults()
    for logger in map(logging.getLogger, (None, "uvicorn", "dbos")):
        for handler in logger.handlers[:]:
            # It writes to where the command wrote, which is closed by now.
            if isinstance(handler.formatter, structlog.stdlib.ProcessorFormatter):
                logger.removeHandler(handler)


@pytest.fixture(scope="session", autouse=True)
def _authorities_are_read_once() -> Iterator[None]:
    """Clients share what proves who answers: to read it takes longer than an answer."""
    with pytest.MonkeyPatch.context() as patch:
        read = cache(httpcore2.default_ssl_context)
        patch.setattr(httpcore2, "default_ssl_context", read)
        yield


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of a PostgreSQL server: the run's, or one started for it here."""
    if given := os.environ.get(_POSTGRES_URL):
        yield given
        return
    try:
        with running_postgres(in_memory=True) as address:
            yield address
    except PostgresUnavailable as reason:
        pytest.skip(f"PostgreSQL: {reason}")


@pytest.fixture
def at_once() -> Callable[[], AbstractContextManager[None]]:
    """Asserts that a block ends in no time, where a mistake would make it last."""

    @contextmanager
    def block() -> Iterator[None]:
        began = monotonic()
        yield
        assert monotonic() - began < _AT_ONCE_SECONDS

    return block


@pytest.fixture(autouse=True, scope="session")
def _unhurried() -> Iterator[None]:
    """A call does all the rows it is asked for, however busy the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(selection, "_SECONDS", 600.0)
        yield


@pytest.fixture(scope="session")
def keycloak() -> Iterator[Keycloak]:
    """The run's Keycloak, or one started for it here, with no realm but its own.

    It shares the machine with the tests, so whoever asks it anything waits for long.
    """
    given = os.environ.get(_KEYCLOAK_FILE)
    running = lent_keycloak(Path(given)) if given else running_keycloak()
    try:
        with running as server, pytest.MonkeyPatch.context() as patch:
            patch.setattr(calls, "_TIMEOUT", calls.LONG)
            patch.setattr(admin, "MAILING", calls.LONG)
            patch.setattr(doctor_keycloak, "_PATIENCE_SECONDS", calls.LONG)
            patch.setattr(sign_in, "_KEYS_TIMEOUT", calls.LONG)
            yield server
    except KeycloakUnavailable as reason:
        pytest.skip(f"Keycloak: {reason}")


@pytest.fixture(scope="session")
def tryton() -> Iterator[Tryton]:
    """A real Tryton started for this run; each test takes `books()` of its own."""
    try:
        with running_tryton() as server:
            yield server
    except TrytonUnavailable as reason:
        pytest.skip(f"Tryton: {reason}")


class _Told(Settings):
    """What a test says and nothing else: to search the environment takes long."""

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: Any, init_settings: Any, **_: Any
    ) -> tuple[Any, ...]:
        del settings_cls
        return (init_settings,)


def _settings(data_dir: Path, **values: Any) -> Settings:
    key = base64.b64encode(MASTER_KEY).decode()
    return _Told(data_dir=data_dir, master_key=SecretStr(key), **values)


@pytest.fixture(scope="session")
def _sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with one migrated realm."""
    folder = tmp_path_factory.mktemp("template")
    _migrate_once(_settings(folder))
    return folder


@pytest.fixture(scope="session")
def _postgres_desk(
    postgres_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[psycopg.Connection[Any]]:
    """Where databases are made, beside one with a migrated realm, to be copied."""
    with psycopg.connect(postgres_url, autocommit=True) as desk:
        desk.execute(f"CREATE DATABASE {_template()}".encode())
        address = _database_address(postgres_url, _template())
        _migrate_once(_settings(tmp_path_factory.mktemp("pg"), database_url=address))
        yield desk


def _copy_of_template(name: str, desk: psycopg.Connection[Any]) -> str:
    """The statement that makes one: of files, as older releases always do."""
    is_asked = desk.info.server_version >= _LOGS_COPIES
    way = " STRATEGY FILE_COPY" if is_asked else ""
    return f"CREATE DATABASE {name} TEMPLATE {_template()}{way}"


def _template() -> str:
    """Several processes share one server."""
    return f"template_{os.getpid()}"


def _migrate_once(settings: Settings) -> None:
    database = Database(settings)
    migrate_realm(database, REALM, MASTER_KEY)
    asyncio.run(database.close())


def _database_address(server: str, name: str) -> str:
    return f"{server.rpartition('/')[0]}/{name}"


@pytest.fixture
def realm() -> str:
    """The realm that `database` holds."""
    return REALM


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whoever takes the settings of any room exists once for each store."""
    taken = metafunc._arg2fixturedefs.get("settings")
    if not taken or taken[-1].func is not settings._get_wrapped_function():
        return
    marks = [mark.args[0] for mark in metafunc.definition.iter_markers("parametrize")]
    is_chosen = any("settings" in names for names in marks)
    if not is_chosen and not metafunc.definition.get_closest_marker("served"):
        metafunc.parametrize("settings", [SQLITE, _ON_POSTGRES], indirect=True)


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """Settings of an installation with one migrated, empty realm.

    Where the whole application is asked it has two, and is on SQLite.
    """
    if request.node.get_closest_marker("served"):
        yield with_two_realms(request.getfixturevalue("sqlite_settings"))
        return
    data_dir = tmp_path / "var"
    if request.param == SQLITE:
        template: Path = request.getfixturevalue("_sqlite_template")
        shutil.copytree(template, data_dir)
        yield _settings(data_dir)
        return
    server: str = request.getfixturevalue("postgres_url")
    desk: psycopg.Connection[Any] = request.getfixturevalue("_postgres_desk")
    name = f"test_{os.getpid()}_{next(_NUMBERS)}"
    desk.execute(_copy_of_template(name, desk).encode())
    data_dir.mkdir()
    yield _settings(data_dir, database_url=_database_address(server, name))
    desk.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


_NUMBERS = iter(range(1, sys.maxsize))


@pytest.fixture
def sqlite_settings(
    sqlite_settings_in: Callable[[Path], Settings], tmp_path: Path
) -> Settings:
    """The same on SQLite alone, for what does not depend on the store."""
    return sqlite_settings_in(tmp_path)


@pytest.fixture(scope="session")
def sqlite_settings_in(_sqlite_template: Path) -> Callable[[Path], Settings]:
    """Such settings with their data below a folder."""

    def made(folder: Path) -> Settings:
        shutil.copytree(_sqlite_template, folder / "var")
        return _settings(folder / "var")

    return made


@pytest.fixture(scope="session")
def _bank_keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the keys of a simulated bank, and nothing else of it."""
    folder = tmp_path_factory.mktemp("bank-keys")
    now = datetime.now(UTC)
    for name in (NORDEA_ISSUER, *map(issuer_of, Centre)):
        Authority(folder, name, Environment.TEST).root(now)
        Authority(folder, name, Environment.PRODUCTION).leaf(Leaf.PRESENT, now)
    return folder


@pytest.fixture
def bank_folder(_bank_keys: Path, settings: Settings) -> Path:
    """Where a simulated bank opens; it has its keys, which take longest to make."""
    folder = settings.data_dir / "bank-simulator"
    return Path(shutil.copytree(_bank_keys, folder))


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    """A database of its own with the realm migrated, on SQLite and PostgreSQL."""
    made = Database(settings)
    yield made
    await made.close()


@pytest.fixture
def vault(settings: Settings, database: Database) -> Vault:
    """Where the realm's documents are kept."""
    return Vault(settings, lambda realm: realm_key(database, realm, MASTER_KEY))


@pytest.fixture
def world_clock() -> Clock:
    """The time at which files are imported, and at which the application is asked."""
    return system_clock


@pytest.fixture
def works(vault: Vault, world_clock: Clock) -> dict[str, jobs.Work]:
    """What a worker can do."""
    return {"import": importer(vault, world_clock), "undo": run_undo}


@pytest.fixture
def in_own_loop() -> Iterator[Callable[[Any], Any]]:
    """Run a coroutine to its end from any test, whether it has a loop or not."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="own loop", daemon=True)
    thread.start()

    def run(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result()

    yield run
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture
def import_bytes(
    settings: Settings,
    database: Database,
    vault: Vault,
    works: dict[str, jobs.Work],
    world_clock: Clock,
    in_own_loop: Callable[[Any], Any],
) -> Iterator[ImportBytes]:
    """Import a file as an operator's upload does, and give back its upload row."""
    # A database of its own: connections belong to the loop that opened them.
    own = Database(settings)

    async def given(data: bytes, name: str, kind: str) -> HandedIn:
        stored = vault.keep_now(REALM, [data])
        async with own.writing(REALM) as session:
            return await hand_in(
                session,
                shell_actor(REALM),
                Given(name, Kind(kind.upper()), "SHELL", stored, world_clock()),
            )

    def import_one(data: bytes, name: str, kind: str = "STATEMENT") -> Upload:
        handed: HandedIn = in_own_loop(given(data, name, kind))
        if handed.job_id is not None:
            jobs.perform(database, works, REALM, handed.job_id)
        with database.job_connection(REALM) as held, Session(held) as session:
            upload = session.scalars(
                select(Upload).where(Upload.id == handed.upload_id)
            ).one()
            session.expunge(upload)
            return upload

    yield import_one
    in_own_loop(own.close())
