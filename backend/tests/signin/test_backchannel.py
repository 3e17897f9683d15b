"""The product hears of every session that ends, sooner or later."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import httpx2
import pytest
from joserfc import jws

from signin import SigninSettings, backchannel
from signin.tables import logout_notices

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from .conftest import Browser, Login, Service, World

URL = "http://localhost:8087/api/backchannel-logout?realm={realm}"
EVENT = "http://schemas.openid.net/event/backchannel-logout"


class Product:
    """Hears logout tokens, and answers as told."""

    def __init__(self) -> None:
        self.status = 200
        self.addresses: list[str] = []
        self.tokens: list[str] = []

    def hear(self, request: httpx2.Request) -> httpx2.Response:
        self.addresses.append(str(request.url))
        self.tokens.append(parse_qs(request.content.decode())["logout_token"][0])
        if self.status == 0:
            raise httpx2.ConnectError("nobody there")
        return httpx2.Response(self.status)

    def client(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(transport=httpx2.MockTransport(self.hear))


@pytest.fixture
def product(monkeypatch: pytest.MonkeyPatch) -> Product:
    made = Product()
    monkeypatch.setattr(backchannel, "new_client", made.client)
    return made


@pytest.fixture
async def world(start: Callable[..., World], product: Product) -> AsyncIterator[World]:
    assert product.tokens == []
    made = start(backchannel_logout_url=URL)
    async with made.app.router.lifespan_context(made.app):
        yield made


async def settle(world: World, product: Product, told: int) -> None:
    """Let the telling go on until so much was told and noted."""
    world.provider.store.written.set()
    for _ in range(200):
        async with world.provider.store.reading() as db:
            now = int(world.clock())
            due = await db.execute(
                logout_notices.select().where(logout_notices.c.due_at <= now)
            )
            is_quiet = not due.all()
        if is_quiet and len(product.tokens) >= told:
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"{len(product.tokens)} were told instead of {told}")


async def left(world: World) -> int:
    async with world.provider.store.reading() as db:
        return len((await db.execute(logout_notices.select())).all())


async def test_signing_out_is_told_with_a_signed_token(
    browser: Browser, world: World, product: Product
) -> None:
    tokens = await browser.tokens()
    await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": tokens["id_token"]}
    )
    await settle(world, product, 1)

    assert product.addresses == [URL.replace("{realm}", "giroscope")]
    token = product.tokens[0]
    assert jws.extract_compact(token.encode()).headers()["typ"] == "logout+jwt"
    claims = await browser.claims(token)
    access = await browser.claims(tokens["access_token"])
    assert claims["iss"] == "http://localhost:8088/realms/giroscope"
    assert claims["aud"] == "giroscope-console"
    assert (claims["sub"], claims["sid"]) == (access["sub"], access["sid"])
    assert claims["events"] == {EVENT: {}}
    assert claims["exp"] - claims["iat"] == 120
    assert claims["jti"]
    # It must never pass for an ID token (§2.4).
    assert "nonce" not in claims
    assert await left(world) == 0


async def test_every_way_a_session_ends_is_told(
    browser: Browser, world: World, product: Product, service: Service, login: Login
) -> None:
    user_id = await service.id_of("operator")
    for number, (method, tail, body) in enumerate(
        (
            ("POST", f"/users/{user_id}/logout", None),
            ("PUT", f"/users/{user_id}", {"enabled": False}),
        ),
        start=1,
    ):
        browser.http.cookies.clear()
        await browser.tokens(login=login)
        await service(method, tail, body)
        await settle(world, product, number)
    await service("PUT", f"/users/{user_id}", {"enabled": True})
    browser.http.cookies.clear()
    await browser.tokens(login=login)
    await service("DELETE", f"/users/{user_id}")
    await settle(world, product, 3)

    subjects = [(await browser.claims(token))["sub"] for token in product.tokens]
    assert subjects == [user_id] * 3


@pytest.mark.parametrize("status", [0, 302, 400, 503])
async def test_product_that_does_not_hear_is_told_again(
    browser: Browser, world: World, product: Product, service: Service, status: int
) -> None:
    product.status = status
    await browser.tokens()
    await service("POST", f"/users/{await service.id_of('operator')}/logout")
    await settle(world, product, 1)
    assert await left(world) == 1

    product.status = 200
    world.clock.advance(2)
    await settle(world, product, 2)
    assert await left(world) == 0


async def test_telling_is_given_up_after_a_while(
    browser: Browser, world: World, product: Product, service: Service
) -> None:
    product.status = 503
    await browser.tokens()
    await service("POST", f"/users/{await service.id_of('operator')}/logout")
    for number, wait in enumerate((0, 2, 10, 60, 300, 1_800), start=1):
        world.clock.advance(wait)
        await settle(world, product, number)

    assert await left(world) == 0
    assert len(product.tokens) == 6
    kinds = [event.kind for event in await world.events()]
    assert kinds.count("logout_notice_failed") == 1


async def test_silent_product_holds_up_nobody(
    browser: Browser, world: World, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()

    async def say_nothing(*_: object) -> bool:
        asked.set()
        await asyncio.sleep(3_600)
        return True

    monkeypatch.setattr(backchannel, "_tell", say_nothing)
    await browser.tokens()
    user_id = await service.id_of("operator")
    assert (await service("POST", f"/users/{user_id}/logout")).status_code == 204
    await asyncio.wait_for(asked.wait(), 60)

    browser.http.cookies.clear()
    tokens = await browser.tokens()
    farewell = await browser.http.get(
        browser.protocol("logout"), params={"id_token_hint": tokens["id_token"]}
    )
    assert farewell.status_code == 200
    assert await left(world) == 2


async def test_without_an_address_nothing_is_told(
    start: Callable[..., World], product: Product
) -> None:
    world = start()
    async with world.app.router.lifespan_context(world.app):
        browser = world.browser()
        async with browser.http:
            tokens = await browser.tokens()
            await browser.http.get(
                browser.protocol("logout"), params={"id_token_hint": tokens["id_token"]}
            )
            await asyncio.sleep(0.05)

    assert product.tokens == []


def test_telling_needs_an_issuer() -> None:
    with pytest.raises(ValueError, match="public_url"):
        SigninSettings(
            database_url="sqlite+aiosqlite://",
            encryption_key=b"k" * 32,
            public_url=None,
            backchannel_logout_url=URL,
        )
