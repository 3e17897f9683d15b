"""A provider with two realms, a clock to turn, and browsers that sign in to it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import html
import re
import secrets
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import httpx2
import pytest
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import select
from starlette.applications import Starlette

from signin import (
    SERVICE_CLIENT,
    HashCost,
    SigninSettings,
    create_app,
    ensure_realm,
    ensure_service_client,
    open_provider,
)
from signin.provider import Provider
from signin.tables import events

PASSWORD = "four calm indigo gyroscopes"
ORIGIN = "http://localhost:8088"
CONSOLE = "http://localhost:8087"
CLIENT = "giroscope-console"
SERVICE_SECRET = "a-service-secret-of-forty-characters-000"


class TurnableClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.now = 1_790_000_000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Login:
    """One application start: the request it makes and the secrets it keeps."""

    realm: str = "giroscope"
    redirect_uri: str = f"{CONSOLE}/"
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    state: str = field(default_factory=lambda: secrets.token_hex(8))
    nonce: str = field(default_factory=lambda: secrets.token_hex(8))

    def parameters(self, **changes: str | None) -> dict[str, str]:
        digest = hashlib.sha256(self.verifier.encode()).digest()
        asked = {
            "client_id": CLIENT,
            "redirect_uri": self.redirect_uri,
            "state": self.state,
            "nonce": self.nonce,
            "response_mode": "fragment",
            "response_type": "code",
            "scope": "openid",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        } | changes
        return {name: value for name, value in asked.items() if value is not None}


class Browser:
    """Speaks HTTP as a browser does, keeping cookies, following nothing."""

    def __init__(self, app: Starlette, address: str = "127.0.0.1") -> None:
        transport = httpx2.ASGITransport(
            app=app, client=(address, 50_000), raise_app_exceptions=False
        )
        self.http = httpx2.AsyncClient(transport=transport, base_url=ORIGIN)

    def path(self, tail: str, realm: str = "giroscope") -> str:
        return f"/realms/{realm}/{tail}"

    def protocol(self, tail: str, realm: str = "giroscope") -> str:
        return self.path(f"protocol/openid-connect/{tail}", realm)

    async def ask(self, login: Login, **changes: str | None) -> httpx2.Response:
        return await self.http.get(
            self.protocol("auth", login.realm), params=login.parameters(**changes)
        )

    async def submit(
        self, page: httpx2.Response, fields: dict[str, str] | None = None, **more: str
    ) -> httpx2.Response:
        """Fill in the first form of a page and send it."""
        action, hidden = form_of(page)
        return await self.http.post(action, data=hidden | (fields or {}) | more)

    async def follow(self, answer: httpx2.Response) -> httpx2.Response:
        """Go where an answer sends the browser, as long as that is here."""
        while answer.is_redirect:
            address = answer.headers["location"]
            if not address.startswith(("/", ORIGIN)):
                break
            answer = await self.http.get(address)
        return answer

    async def sign_in(
        self, login: Login, username: str = "operator", password: str = PASSWORD
    ) -> httpx2.Response:
        page = await self.ask(login)
        assert page.status_code == 200, page.text
        return await self.submit(page, username=username, password=password)

    async def exchange(
        self, login: Login, code: str, **changes: str
    ) -> httpx2.Response:
        return await self.token(
            login.realm,
            grant_type="authorization_code",
            code=code,
            redirect_uri=login.redirect_uri,
            code_verifier=login.verifier,
            **changes,
        )

    async def refresh(self, token: str, realm: str = "giroscope") -> httpx2.Response:
        return await self.token(realm, grant_type="refresh_token", refresh_token=token)

    async def token(self, realm: str, **fields: str) -> httpx2.Response:
        return await self.http.post(
            self.protocol("token", realm), data={"client_id": CLIENT} | fields
        )

    async def tokens(
        self, username: str = "operator", login: Login | None = None
    ) -> dict[str, Any]:
        """Sign in and return the tokens."""
        login = login or Login()
        answer = await self.sign_in(login, username)
        response = await self.exchange(login, fragment_of(answer)["code"])
        assert response.status_code == 200, response.text
        return dict(response.json())

    async def claims(self, token: str, realm: str = "giroscope") -> dict[str, Any]:
        """Verify a token with the published keys and return what it says."""
        published = (await self.http.get(self.protocol("certs", realm))).json()
        keys = KeySet.import_key_set(published)
        return dict(jwt.decode(token, keys, algorithms=["RS256"]).claims)

    async def tokens_again(self, login: Login) -> dict[str, Any]:
        """Get tokens for another tab, by the session that is there."""
        code = fragment_of(await self.ask(login))["code"]
        return dict((await self.exchange(login, code)).json())


class Service:
    """The product, signed in as itself, speaking to the Admin API."""

    def __init__(self, browser: Browser, realm: str = "giroscope") -> None:
        self.browser = browser
        self.realm = realm
        self.token = ""

    async def sign_in(self, secret: str = SERVICE_SECRET) -> httpx2.Response:
        answer = await self.browser.http.post(
            self.browser.protocol("token", self.realm),
            data={
                "grant_type": "client_credentials",
                "client_id": SERVICE_CLIENT,
                "client_secret": secret,
            },
        )
        self.token = answer.json().get("access_token", "")
        return answer

    async def __call__(
        self, method: str, tail: str, body: Any = None, **query: Any
    ) -> httpx2.Response:
        return await self.browser.http.request(
            method,
            f"/admin/realms/{self.realm}{tail}",
            headers={"Authorization": f"Bearer {self.token}"},
            params=query,
            json=body,
        )

    async def id_of(self, username: str) -> str:
        found = await self("GET", "/users", username=username, exact="true")
        return str(found.json()[0]["id"])


def form_of(page: httpx2.Response) -> tuple[str, dict[str, str]]:
    action = re.search(r'<form method="post" action="([^"]*)"', page.text)
    assert action is not None, page.text
    body = page.text[action.start() : page.text.index("</form>", action.start())]
    hidden = re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', body)
    return html.unescape(action[1]), {
        name: html.unescape(value) for name, value in hidden
    }


def fragment_of(response: httpx2.Response) -> dict[str, str]:
    assert response.status_code in {302, 303}, response.text
    return dict(parse_qsl(urlsplit(response.headers["location"]).fragment))


def query_of(url: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(url).query)


@dataclass
class World:
    """A running provider and what tests need around it."""

    app: Starlette
    settings: SigninSettings
    clock: TurnableClock

    @property
    def provider(self) -> Provider:
        return self.app.state.provider

    async def events(self) -> Sequence[Any]:
        """All events, the oldest first."""
        async with self.provider.store.reading() as db:
            return (await db.execute(select(events).order_by(events.c.id))).all()

    def browser(self, address: str = "127.0.0.1") -> Browser:
        return Browser(self.app, address)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SigninSettings]:
    """A database with two realms; making their keys once keeps the tests quick."""
    path = tmp_path_factory.mktemp("signin") / "prepared.db"
    settings = SigninSettings(
        database_url=f"sqlite+aiosqlite:///{path}",
        encryption_key=b"0123456789abcdef0123456789abcdef",
        first_password=PASSWORD,
        window_paths=("/window",),
        hash_cost=HashCost(time_cost=1, memory_kib=64),
    )

    async def prepare() -> None:
        async with open_provider(settings, clock=TurnableClock()) as provider:
            await ensure_realm(provider, "giroscope")
            await ensure_realm(provider, "acme", display_name="Acme A/S")
            for realm in ("giroscope", "acme"):
                await ensure_service_client(provider, realm, SERVICE_SECRET)

    asyncio.run(prepare())
    return path, settings


@pytest.fixture
def clock() -> TurnableClock:
    return TurnableClock()


@pytest.fixture
def start(
    prepared: tuple[Path, SigninSettings], tmp_path: Path, clock: TurnableClock
) -> Callable[..., World]:
    """Make worlds on a copy of the prepared database, with settings changed."""
    path, settings = prepared
    copy = tmp_path / "signin.db"
    shutil.copy(path, copy)

    def make(**changes: Any) -> World:
        own = replace(
            settings,
            **{
                "database_url": f"sqlite+aiosqlite:///{copy}",
                "mail_folder": tmp_path / "mail",
                **changes,
            },
        )
        return World(create_app(own, clock=clock), own, clock)

    return make


@pytest.fixture
async def world(start: Callable[..., World]) -> AsyncIterator[World]:
    made = start()
    async with made.app.router.lifespan_context(made.app):
        yield made


@pytest.fixture
def letters(tmp_path: Path) -> Callable[[], list[EmailMessage]]:
    """Read what was mailed, the oldest first."""

    def read() -> list[EmailMessage]:
        paths = sorted((tmp_path / "mail").glob("*.eml"))
        return [message_from_bytes(one.read_bytes(), policy=SMTP) for one in paths]

    return read


@pytest.fixture
async def browser(world: World) -> AsyncIterator[Browser]:
    one = world.browser()
    async with one.http:
        yield one


@pytest.fixture
async def service(world: World) -> AsyncIterator[Service]:
    browser = world.browser()
    async with browser.http:
        made = Service(browser)
        await made.sign_in()
        yield made


@pytest.fixture
def login() -> Login:
    return Login()


@pytest.fixture
def another_login() -> Callable[..., Login]:
    return Login


@pytest.fixture
def fragment() -> Callable[[httpx2.Response], dict[str, str]]:
    return fragment_of


@pytest.fixture
def form() -> Callable[[httpx2.Response], tuple[str, dict[str, str]]]:
    return form_of
