"""One realm at the embedded provider and one at a real Keycloak, for the whole run."""

import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import psycopg
import pytest
import uvicorn
from keycloak import Keycloak

from giroscope.kernel.access import UPLOAD
from giroscope.kernel.identity import AdminApi, open_admin_api
from giroscope.kernel.identity.keycloak_realms import open_keycloak_realms
from giroscope.kernel.identity.template import RealmPlan
from signin import (
    HashCost,
    SigninSettings,
    create_app,
    ensure_realm,
    ensure_service_client,
    open_provider,
)
from tests.identity.standing import (
    PASSWORD,
    REALM,
    SECRET,
    Product,
    add_person,
    in_own_loop,
    keycloak_settings,
)
from tests.identity.visitor import Provider, Visitor

SIGNIN = "signin"
KEYCLOAK = pytest.param("keycloak", marks=pytest.mark.integration)
_START_SECONDS = 120


@pytest.fixture
def in_own_thread() -> Callable[..., Any]:
    """Run a command, which has a loop of its own, from a test that has one too."""

    def run(work: Callable[..., Any], *values: object) -> Any:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(work, *values).result()

    return run


@pytest.fixture(scope="session")
def product() -> Iterator[Product]:
    made = Product()
    yield made
    made.close()


@pytest.fixture(scope="session")
def plan(product: Product) -> RealmPlan:
    return RealmPlan(
        realm=REALM,
        display_name="Acme",
        client_id="giroscope-console",
        addresses=(product.address, "http://acme.localhost:8087"),
        secret=SECRET,
        blocklist="common-passwords.txt",
    )


@pytest.fixture(scope="session")
def keycloak_provider(keycloak: Keycloak, plan: RealmPlan) -> Provider:
    """The realm of the template, with two people more."""

    async def make() -> None:
        async with open_keycloak_realms(keycloak_settings(keycloak)) as realms:
            await realms.create(plan)
        async with open_admin_api(keycloak.url, REALM, SECRET) as api:
            await add_person(api, "operator", UPLOAD)
            await add_person(api, "viewer")

    in_own_loop(make())
    return Provider(
        "keycloak", keycloak.url, REALM, plan.addresses[0], SECRET, PASSWORD
    )


@pytest.fixture(scope="session")
def signin_provider(
    tmp_path_factory: pytest.TempPathFactory, product: Product
) -> Iterator[Provider]:
    """The embedded provider at an address of its own."""
    folder = tmp_path_factory.mktemp("sign-in")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        url = f"http://localhost:{listening.getsockname()[1]}"
        settings = SigninSettings(
            database_url=f"sqlite+aiosqlite:///{folder}/sign-in.sqlite3",
            encryption_key=bytes(range(32)),
            public_url=url,
            redirect_uris=(f"{product.address}/*",),
            first_password=PASSWORD,
            backchannel_logout_url=(
                f"http://{{realm}}.localhost:{product.port}/api/backchannel-logout"
            ),
            hash_cost=HashCost(time_cost=1, memory_kib=8, parallelism=1),
        )
        in_own_loop(_make_realm(settings))
        server = uvicorn.Server(
            uvicorn.Config(create_app(settings), log_config=None, access_log=False)
        )
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        deadline = monotonic() + _START_SECONDS
        while not server.started and monotonic() < deadline:
            sleep(0.02)
        yield Provider(SIGNIN, url, REALM, product.address, SECRET, PASSWORD)
        server.should_exit = True
        thread.join()


async def _make_realm(settings: SigninSettings) -> None:
    async with open_provider(settings) as provider:
        await ensure_realm(provider, REALM)
        await ensure_service_client(provider, REALM, SECRET)


@pytest.fixture
def empty_postgres(postgres_url: str) -> Iterator[str]:
    """A database of PostgreSQL with nothing in it."""
    name = "tenants"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{postgres_url.rpartition('/')[0]}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=[SIGNIN, KEYCLOAK])
def provider(request: pytest.FixtureRequest) -> Provider:
    """Each provider in turn."""
    given: Provider = request.getfixturevalue(f"{request.param}_provider")
    return given


@pytest.fixture
def visitor(provider: Provider) -> Visitor:
    """Somebody new at the provider's door."""
    return Visitor(provider)


@pytest.fixture
def another_visitor(provider: Provider) -> Callable[[], Visitor]:
    """More of them."""
    return lambda: Visitor(provider)


@pytest.fixture
async def api(provider: Provider) -> AsyncIterator[AdminApi]:
    """The people of each provider's realm in turn."""
    async with open_admin_api(provider.url, REALM, provider.secret) as made:
        yield made


@pytest.fixture
async def keycloak_api(keycloak_provider: Provider) -> AsyncIterator[AdminApi]:
    """The people of Keycloak's realm."""
    given = keycloak_provider
    async with open_admin_api(given.url, given.realm, given.secret) as api:
        yield api
