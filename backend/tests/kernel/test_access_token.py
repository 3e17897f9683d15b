"""The real sign-in and the real API, in one process: a person gets in."""

import base64
import hashlib
import html
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest

from giroscope.app import create_app
from giroscope.settings import Settings
from signin import HashCost, SigninSettings, ensure_realm, open_provider
from signin import create_app as create_sign_in

pytestmark = pytest.mark.served

PASSWORD = "four calm indigo gyroscopes"
CONSOLE = "http://localhost:8087/"
PROTOCOL = "/realms/giroscope/protocol/openid-connect"


@pytest.fixture
async def sign_in(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    settings = SigninSettings(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'signin.db'}",
        encryption_key=bytes(32),
        first_password=PASSWORD,
        hash_cost=HashCost(time_cost=1, memory_kib=64),
    )
    async with open_provider(settings) as provider:
        await ensure_realm(provider, "giroscope")
    app = create_sign_in(settings)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=app), base_url="http://localhost:8088"
        ) as client,
    ):
        yield client


async def _token(client: httpx2.AsyncClient, username: str) -> str:
    """Sign in as a browser does, with a proof key."""
    verifier = secrets.token_urlsafe(48)
    digest = hashlib.sha256(verifier.encode()).digest()
    page = await client.get(
        f"{PROTOCOL}/auth",
        params={
            "client_id": "giroscope-console", "redirect_uri": CONSOLE, "state": "s",
            "nonce": "n", "response_mode": "fragment", "response_type": "code",
            "scope": "openid", "code_challenge_method": "S256",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        },
    )  # fmt: skip
    action = re.search(r'<form method="post" action="([^"]*)"', page.text)
    assert action is not None
    hidden = re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', page.text)
    fields = {name: html.unescape(value) for name, value in hidden}
    answer = await client.post(
        html.unescape(action[1]),
        data=fields | {"username": username, "password": PASSWORD},
    )
    given = dict(parse_qsl(urlsplit(answer.headers["location"]).fragment))
    tokens = await client.post(
        f"{PROTOCOL}/token",
        data={
            "client_id": "giroscope-console", "grant_type": "authorization_code",
            "code": given["code"], "redirect_uri": CONSOLE, "code_verifier": verifier,
        },
    )  # fmt: skip
    content: dict[str, Any] = tokens.json()
    return f"{content['access_token']} {content['id_token']} {content['refresh_token']}"


async def test_who_signs_in_gets_in_with_the_access_token_only(
    sign_in: httpx2.AsyncClient, sqlite_settings: Settings
) -> None:
    async def published(realm: str) -> dict[str, Any]:
        keys = await sign_in.get(f"/realms/{realm}/protocol/openid-connect/certs")
        return dict(keys.json())

    access, identity, refresh = (await _token(sign_in, "operator")).split()
    app = create_app(sqlite_settings, fetch_keys=published)
    transport = httpx2.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=transport, base_url=CONSOLE) as client,
    ):

        async def ask(token: str, **headers: str) -> httpx2.Response:
            return await client.post(
                "/api/data/graphql",
                json={"query": "{viewer{username roles permissions}}"},
                headers={"authorization": f"Bearer {token}"} | headers,
            )

        viewer = (await ask(access)).json()["data"]["viewer"]
        assert viewer["username"] == "operator"
        assert "giroscope-upload" in viewer["roles"]
        assert "uploads.create" in viewer["permissions"]
        for token in (identity, refresh):
            assert (await ask(token)).status_code == 401
