"""An embedded provider of its own for each test, and a Keycloak where one asks."""

import shutil
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest
import uvicorn
from keycloak import Keycloak
from pydantic import SecretStr

from giroscope.app import create_app
from giroscope.features.users import directory
from giroscope.kernel.access import ACCOUNT_MANAGEMENT
from giroscope.kernel.errors import NotFound
from giroscope.kernel.identity import open_admin_api
from giroscope.kernel.identity.keycloak_realms import open_keycloak_realms
from giroscope.kernel.identity.template import RealmPlan
from giroscope.settings import Settings
from signin import (
    HashCost,
    SigninSettings,
    ensure_realm,
    ensure_service_client,
    open_provider,
)
from signin import create_app as create_sign_in
from tests.identity.standing import in_own_loop, keycloak_settings
from tests.kernel.issuer import Issuer
from tests.users.desk import PASSWORD, REALM, SECRET, Desk, Hands

_START_SECONDS = 120
_PEOPLE = "sign-in.sqlite3"
CONSOLE = "http://localhost:8087"
# Whoever asks for people sees as many as were found in some seconds; tests see all.
_UNHURRIED = partial(directory.Rhythm, patience=60)


class Provider(NamedTuple):
    """Where it listens, and how to make it fall silent."""

    url: str
    stop: Callable[[], None]


@pytest.fixture(scope="session")
def issuer() -> Issuer:
    return Issuer()


@pytest.fixture(scope="session")
def _empty_realm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An embedded provider's database with a realm; its keys are made once."""
    folder = tmp_path_factory.mktemp("sign-in")
    in_own_loop(_make_realm(_sign_in_settings(folder, CONSOLE, None)))
    return folder / _PEOPLE


@pytest.fixture
def signin_provider(_empty_realm: Path, tmp_path: Path) -> Iterator[Provider]:
    """The embedded provider with an empty realm; it lays mail into a folder."""
    shutil.copy(_empty_realm, tmp_path)
    with _embedded(tmp_path, tmp_path / "mail") as provider:
        yield provider


@pytest.fixture
def mailless_provider(_empty_realm: Path, tmp_path: Path) -> Iterator[Provider]:
    """The same where no mail can be sent."""
    shutil.copy(_empty_realm, tmp_path)
    with _embedded(tmp_path, None) as provider:
        yield provider


def _sign_in_settings(folder: Path, url: str, mail: Path | None) -> SigninSettings:
    return SigninSettings(
        database_url=f"sqlite+aiosqlite:///{folder / _PEOPLE}",
        encryption_key=bytes(range(32)),
        public_url=url,
        redirect_uris=(f"{CONSOLE}/*",),
        first_password=PASSWORD,
        hash_cost=HashCost(time_cost=1, memory_kib=1024),
        mail_folder=mail,
    )


@contextmanager
def _embedded(folder: Path, mail: Path | None) -> Iterator[Provider]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        url = f"http://localhost:{listening.getsockname()[1]}"
        settings = _sign_in_settings(folder, url, mail)
        server = uvicorn.Server(
            uvicorn.Config(create_sign_in(settings), log_config=None, access_log=False)
        )
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        deadline = monotonic() + _START_SECONDS
        while not server.started and monotonic() < deadline:
            sleep(0.02)

        def stop() -> None:
            server.should_exit = True
            thread.join()

        yield Provider(url, stop)
        stop()


async def _make_realm(settings: SigninSettings) -> None:
    async with open_provider(settings) as provider:
        await ensure_realm(provider, REALM, first_users=())
        await ensure_service_client(provider, REALM, SECRET)


@pytest.fixture
def keycloak_provider(keycloak: Keycloak) -> Iterator[Provider]:
    """The realm of the template at a real Keycloak."""
    plan = RealmPlan(
        realm=REALM,
        display_name="Giroscope",
        client_id="giroscope-console",
        addresses=(CONSOLE,),
        secret=SECRET,
    )

    async def make() -> None:
        async with open_keycloak_realms(keycloak_settings(keycloak)) as realms:
            # Whoever has used the server before may have left one of this name.
            with suppress(NotFound):
                await realms.delete(REALM)
            await realms.create(plan)

    async def remove() -> None:
        async with open_keycloak_realms(keycloak_settings(keycloak)) as realms:
            await realms.delete(REALM)

    in_own_loop(make())
    yield Provider(keycloak.url, lambda: None)
    in_own_loop(remove())


@pytest.fixture
def provider(request: pytest.FixtureRequest) -> Provider:
    """The embedded one, unless a test asks for another."""
    named = getattr(request, "param", "signin")
    given: Provider = request.getfixturevalue(f"{named}_provider")
    return given


@pytest.fixture
def desk_settings(sqlite_settings: Settings) -> Settings:
    """The store; a file of tests may ask for both."""
    return sqlite_settings


@pytest.fixture
async def desk(
    desk_settings: Settings,
    provider: Provider,
    issuer: Issuer,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Desk]:
    """Two account managers, Anna and Bert, at work."""
    monkeypatch.setattr(directory, "Rhythm", _UNHURRIED)
    settings = desk_settings.model_copy(
        update={
            "identity_url": provider.url,
            "identity_service_secret": SecretStr(SECRET),
            "public_url": CONSOLE,
        }
    )
    clock = Hands()
    app = create_app(settings, clock, fetch_keys=issuer.fetch)
    async with (
        app.router.lifespan_context(app),
        open_admin_api(provider.url, REALM, SECRET) as api,
    ):
        made = Desk(app, issuer, provider.url, api, clock, provider.stop)
        await made.person("anna", ACCOUNT_MANAGEMENT)
        await made.person("bert", ACCOUNT_MANAGEMENT)
        yield made
