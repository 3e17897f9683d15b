"""The whole application over ASGI, with two realms and an issuer in memory.

What is here are fixtures of all rooms; a module that uses them is marked `served`.
"""

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
import pytest_asyncio
from starlette.applications import Starlette

from giroscope.app import create_app
from giroscope.kernel import admission
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.jobs import JobStarter
from giroscope.settings import Settings
from tests.kernel.issuer import IDENTITY, Issuer

_PER_SECOND = (
    "realm_requests_per_second",
    "person_requests_per_second",
    "person_cost_per_second",
)


@pytest.fixture(scope="session")
def session_issuer() -> Issuer:
    return Issuer()


@pytest.fixture
def issuer(session_issuer: Issuer) -> Issuer:
    session_issuer.asked.clear()
    session_issuer.is_down = False
    return session_issuer


def with_two_realms(one: Settings) -> Settings:
    """A second realm beside the first, and a console to be served."""
    realms = one.data_dir / "realms"
    shutil.copy(realms / "giroscope.sqlite3", realms / "acme.sqlite3")
    console = one.data_dir / "console"
    (console / "assets").mkdir(parents=True)
    (console / "index.html").write_text("<!doctype html><title>Giroscope</title>")
    (console / "assets" / "app-1.js").write_text("console.log(1)")
    return one.model_copy(update={"identity_url": IDENTITY, "web_dir": console})


@dataclass
class Api:
    """The application, and people who ask it."""

    app: Starlette
    issuer: Issuer
    started: list[tuple[str, int]] = field(default_factory=list)

    def client(
        self,
        *roles: str,
        realm: str = "giroscope",
        token: str | None = None,
        host: str | None = None,
        user: str = "user-1",
    ) -> httpx2.AsyncClient:
        """A person of a realm; `token` may be any text, and "" means none."""
        if token is None:
            token = self.issuer.token(realm, *roles, sub=user)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app),
            base_url=f"http://{host or f'{realm}.giroscope.test'}",
            headers=headers,
        )

    async def graph(
        self, query: str, /, *roles: str, variables: Any = None, **who: Any
    ) -> httpx2.Response:
        async with self.client(*roles, **who) as client:
            return await client.post(
                "/api/data/graphql", json={"query": query, "variables": variables}
            )

    async def data(self, query: str, /, *roles: str, **more: Any) -> Any:
        """The data of a question that must be answered without an error."""
        response = await self.graph(query, *roles, **more)
        content = response.json()
        assert "errors" not in content, content
        return content["data"]

    async def code(self, query: str, /, *roles: str, **more: Any) -> str:
        """The code of a question's first error."""
        content = (await self.graph(query, *roles, **more)).json()
        return str(content["errors"][0]["extensions"]["code"])


@pytest.fixture
async def api(
    settings: Settings, issuer: Issuer, world_clock: Clock
) -> AsyncIterator[Api]:
    async with served(settings, issuer, world_clock) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_api(
    session_issuer: Issuer,
    sqlite_settings_in: Callable[[Path], Settings],
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Api]:
    """One application for all tests of a module: for those that only read, or are
    refused. They share its loop, by `pytest.mark.asyncio(loop_scope="module")`."""
    settings = with_two_realms(sqlite_settings_in(tmp_path_factory.mktemp("shared")))
    # A whole module asks as one person, and is to hear what is wrong each time.
    unlimited = dict.fromkeys(_PER_SECOND, 1_000_000_000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admission, "_UNKNOWN_PER_SECOND", 1_000_000)
        async with served(
            settings.model_copy(update=unlimited), session_issuer, system_clock
        ) as made:
            yield made


@asynccontextmanager
async def served(
    settings: Settings, issuer: Issuer, clock: Clock
) -> AsyncIterator[Api]:
    """The application; what jobs it would start is noted, and none is."""
    app = create_app(settings, clock, issuer.fetch)
    made = Api(app, issuer)

    def start(_self: object, realm: str, job_id: int, _attempt: int = 1) -> None:
        made.started.append((realm, job_id))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JobStarter, "start", start)
        async with app.router.lifespan_context(app):
            yield made
