"""Discovery, keys, cross-origin answers, languages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from signin.words import DANISH, ENGLISH, words_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from signin.words import Words

    from .conftest import Browser, Login, World

CONSOLE = "http://localhost:8087"


async def test_discovery_describes_what_exists(browser: Browser) -> None:
    answer = await browser.http.get(browser.path(".well-known/openid-configuration"))
    document = answer.json()

    assert document["issuer"] == "http://localhost:8088/realms/giroscope"
    assert document["response_modes_supported"] == ["fragment"]
    assert document["code_challenge_methods_supported"] == ["S256"]
    assert document["grant_types_supported"] == [
        "authorization_code",
        "client_credentials",
        "refresh_token",
    ]
    for name in ("authorization", "token", "userinfo", "end_session"):
        address = document[f"{name}_endpoint"]
        assert (await browser.http.options(address)).status_code == 405


async def test_published_keys_are_public_and_may_be_kept(browser: Browser) -> None:
    answer = await browser.http.get(browser.protocol("certs"))

    (key,) = answer.json()["keys"]
    assert set(key) == {"kty", "n", "e", "kid", "use", "alg"}
    assert answer.headers["cache-control"] == "public, max-age=300"
    again = await browser.http.get(
        browser.protocol("certs"), headers={"if-none-match": answer.headers["etag"]}
    )
    assert again.status_code == 304


async def test_realms_have_keys_of_their_own(browser: Browser) -> None:
    own, other = [
        (await browser.http.get(browser.protocol("certs", realm))).json()["keys"][0][
            "kid"
        ]
        for realm in ("giroscope", "acme")
    ]
    assert own != other


async def test_realm_tells_about_itself(browser: Browser) -> None:
    info = (await browser.http.get("/realms/giroscope")).json()

    assert info["realm"] == "giroscope"
    assert info["token-service"].endswith("/realms/giroscope/protocol/openid-connect")
    assert len(info["public_key"]) > 300


async def test_ready(browser: Browser) -> None:
    assert (await browser.http.get("/health/ready")).json() == {"status": "UP"}


@pytest.mark.parametrize("origin", [CONSOLE, "http://giroscope.localhost:8087"])
async def test_console_may_read_tokens_even_refusals(
    browser: Browser, origin: str
) -> None:
    answer = await browser.http.post(
        browser.protocol("token"), data={"client_id": "x"}, headers={"origin": origin}
    )

    assert answer.status_code == 401
    assert answer.headers["access-control-allow-origin"] == origin
    assert answer.headers["access-control-allow-credentials"] == "true"
    assert "Origin" in answer.headers["vary"]


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://acme.localhost:8087", CONSOLE + ".evil"],
)
async def test_other_origins_may_not(browser: Browser, origin: str) -> None:
    for tail in ("token", "userinfo"):
        answer = await browser.http.post(
            browser.protocol(tail), data={}, headers={"origin": origin}
        )
        assert "access-control-allow-origin" not in answer.headers
        preflight = await browser.http.options(
            browser.protocol(tail),
            headers={"origin": origin, "access-control-request-method": "POST"},
        )
        assert preflight.status_code == 403


async def test_every_page_may_read_what_is_published_and_only_the_console_with_cookies(
    browser: Browser,
) -> None:
    path = browser.path(".well-known/openid-configuration")
    other = await browser.http.get(path, headers={"origin": "https://evil.example"})
    assert other.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in other.headers
    own = await browser.http.get(path, headers={"origin": CONSOLE})
    assert own.headers["access-control-allow-origin"] == CONSOLE


@pytest.mark.parametrize("path", ["protocol/openid-connect/userinfo", "account"])
async def test_preflight_lets_the_bearer_token_through(
    browser: Browser, path: str
) -> None:
    answer = await browser.http.options(
        browser.path(path),
        headers={
            "origin": CONSOLE,
            "access-control-request-method": "GET",
            "access-control-request-headers": "authorization",
        },
    )

    assert answer.status_code == 204
    assert "Authorization" in answer.headers["access-control-allow-headers"]
    assert answer.headers["access-control-allow-origin"] == CONSOLE


async def test_pages_are_not_for_scripts_of_others(
    browser: Browser, login: Login
) -> None:
    answer = await browser.http.get(
        browser.protocol("auth"), params=login.parameters(), headers={"origin": CONSOLE}
    )

    assert "access-control-allow-origin" not in answer.headers


async def test_page_speaks_danish_when_asked(browser: Browser, login: Login) -> None:
    page = await browser.ask(login, ui_locales="da")

    assert '<html lang="da">' in page.text
    assert "Adgangskode" in page.text
    assert ">Log ind</button>" in page.text
    wrong = await browser.submit(page, username="operator", password="x")
    assert "Brugernavnet eller adgangskoden er ikke rigtig." in wrong.text


async def test_page_speaks_the_browsers_language(
    browser: Browser, login: Login
) -> None:
    page = await browser.http.get(
        browser.protocol("auth"),
        params=login.parameters(),
        headers={"accept-language": "da-DK,da;q=0.9,en;q=0.8"},
    )

    assert '<html lang="da">' in page.text
    assert ">English</a>" in page.text


async def test_problem_pages_are_translated_too(browser: Browser) -> None:
    page = await browser.http.get(
        browser.protocol("auth"), headers={"accept-language": "da"}
    )

    assert page.status_code == 400
    assert "er ukendt" in page.text


@pytest.mark.parametrize(
    ("asked", "accepted", "words"),
    [
        (None, None, ENGLISH),
        ("da", "en", DANISH),
        ("fr da-DK en", None, DANISH),
        ("fr", "da", DANISH),
        (None, "fr, da;q=0.4, en;q=0.5", ENGLISH),
        (None, "en;q=0.4, da;q=0.5", DANISH),
        (None, "da;q=0", ENGLISH),
        (None, ";;q=,,da;q=x", ENGLISH),
        (None, "*" * 10_000, ENGLISH),
    ],
)
def test_language_is_chosen(
    asked: str | None, accepted: str | None, words: Words
) -> None:
    assert words_for(asked, accepted) is words


def test_both_languages_fill_in_the_same_places() -> None:
    for name in ENGLISH.__slots__:
        english, danish = getattr(ENGLISH, name), getattr(DANISH, name)
        places = [
            sorted(part.split("}")[0] for part in text.split("{")[1:])
            for text in (english, danish)
        ]
        assert places[0] == places[1], name
        assert english, name


async def test_issuer_from_host_believes_loopback_names_only(
    start: Callable[..., World],
) -> None:
    world = start(public_url=None)
    async with (
        world.app.router.lifespan_context(world.app),
        world.browser().http as http,
    ):
        for host, issuer in (
            ("localhost:8088", "http://localhost:8088/realms/giroscope"),
            ("127.0.0.1:9", "http://127.0.0.1:9/realms/giroscope"),
            ("evil.example", None),
        ):
            answer = await http.get(
                "/realms/giroscope/.well-known/openid-configuration",
                headers={"host": host},
            )
            if issuer is None:
                assert answer.status_code == 400
            else:
                assert json.loads(answer.text)["issuer"] == issuer
