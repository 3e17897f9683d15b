"""Requests that must not be granted: what is redirected, what is only shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from httpx2 import Response

    from .conftest import Browser, Login

CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code id_token"}, "unsupported_response_type"),
        ({"response_type": None}, "unsupported_response_type"),
        ({"response_mode": "query"}, "invalid_request"),
        ({"response_mode": None}, "invalid_request"),
        ({"scope": "profile"}, "invalid_scope"),
        ({"scope": None}, "invalid_scope"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": CHALLENGE + "="}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"prompt": "none login"}, "invalid_request"),
        ({"prompt": "create"}, "invalid_request"),
        ({"max_age": "-1"}, "invalid_request"),
        ({"max_age": "soon"}, "invalid_request"),
        ({"request": "eyJ"}, "request_not_supported"),
        ({"request_uri": "https://evil.example/"}, "request_uri_not_supported"),
    ],
)
async def test_error_goes_back_with_its_state(
    browser: Browser,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
    changes: dict[str, str | None],
    error: str,
) -> None:
    answer = await browser.ask(login, **changes)

    got = fragment(answer)
    assert answer.headers["location"].startswith("http://localhost:8087/#state=")
    assert got["error"] == error
    assert got["state"] == login.state
    assert got["error_description"]


async def test_the_form_checks_the_request_again(
    browser: Browser,
    login: Login,
    fragment: Callable[[Response], dict[str, str]],
    form: Callable[[Response], tuple[str, dict[str, str]]],
) -> None:
    page = await browser.ask(login)
    action, fields = form(page)
    answer = await browser.http.post(action.replace("S256", "plain"), data=fields)

    assert fragment(answer)["error"] == "invalid_request"


@pytest.mark.parametrize(
    "uri",
    [
        None,
        "",
        "https://evil.example/",
        "http://localhost:8088/",
        "https://localhost:8087/",
        "http://localhost:8087@evil.example/",
        "http://evil.localhost:8087/",
        "http://acme.localhost:8087/",
        "http://localhost:8087.evil.example/",
        "http://localhost:8087\\@evil.example/",
        "http://localhost:8087/a#b",
        "http://localhost:8087/a/../b",
        "http://localhost:8087/a/%2e%2e/b",
        "http://localhost:8087/a/%252e%252e/b",
        "http://localhost:99999/",
        "//localhost:8087/",
        "javascript:alert(1)",
        "http://localhost:8087/" + "a" * 2_000,
    ],
)
async def test_unlisted_address_gets_a_page_and_no_redirect(
    browser: Browser, login: Login, uri: str | None
) -> None:
    answer = await browser.ask(login, redirect_uri=uri)

    assert answer.status_code == 400
    assert "location" not in answer.headers
    assert "not registered" in answer.text
    assert "evil" not in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "uri",
    [
        "http://localhost:8087",
        "http://localhost:8087/journals/1?tab=2",
        "http://127.0.0.1:8087/",
        "http://giroscope.localhost:8087/",
    ],
)
async def test_listed_address_is_served(
    browser: Browser, another_login: Callable[..., Login], uri: str | None
) -> None:
    answer = await browser.sign_in(another_login(redirect_uri=uri))

    assert answer.headers["location"].startswith(f"{uri}#state=")


async def test_unknown_client_gets_a_page(browser: Browser, login: Login) -> None:
    for client in ("other", None):
        answer = await browser.ask(login, client_id=client)
        assert answer.status_code == 400
        assert "is not known" in answer.text


@pytest.mark.parametrize(
    "realm", ["nowhere", "Giroscope", "gir%00oscope", "a" * 200, "%2e%2e", "æøå", "-"]
)
async def test_unknown_realm_is_not_found(
    browser: Browser, login: Login, realm: str
) -> None:
    for tail in ("auth", "token", "certs", "userinfo", "logout"):
        address = f"/realms/{realm}/protocol/openid-connect/{tail}"
        if tail == "token":
            answer = await browser.http.post(address, data={"client_id": "x"})
        else:
            answer = await browser.http.get(address, params=login.parameters())
        assert answer.status_code == 404


@pytest.mark.parametrize("tail", ["", "nothing", "realms", "realms/giroscope/nothing"])
async def test_unknown_address_is_a_page(browser: Browser, tail: str) -> None:
    answer = await browser.http.get(f"/{tail}", headers={"accept": "text/html"})

    assert answer.status_code == 404
    assert "nothing at this address" in answer.text


async def test_wrong_method_is_refused(browser: Browser) -> None:
    answer = await browser.http.get(browser.protocol("token"))

    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"


BAD_QUERIES = {
    "twice": "client_id=a&client_id=b",
    "twice, one empty": "state=&state=b",
    "not UTF-8": "state=%ff%fe",
    "control character": "state=a%00b",
    "line break": "state=a%0d%0aSet-Cookie:x",
    "too many": "&".join(f"p{number}=1" for number in range(60)),
    "long value": "state=" + "a" * 4_097,
    "long name": "a" * 65 + "=1",
    "no name": "=1",
}


@pytest.mark.parametrize("query", BAD_QUERIES.values(), ids=BAD_QUERIES.keys())
async def test_malformed_parameters_are_a_clear_400(
    browser: Browser, query: str
) -> None:
    for tail in ("auth", "logout"):
        answer = await browser.http.get(f"{browser.protocol(tail)}?{query}")
        assert answer.status_code == 400
        assert "could not be understood" in answer.text
    answer = await browser.http.post(
        browser.protocol("token"),
        content=query,
        headers={"content-type": "application/x-www-form-urlencoded"},
    )
    assert answer.status_code == 400
    assert answer.json()["error"] == "invalid_request"


async def test_oversized_requests_are_refused(browser: Browser) -> None:
    long_query = await browser.http.get(browser.protocol("auth") + "?a=" + "b" * 9_000)
    long_body = await browser.http.post(
        browser.protocol("token"), data={"refresh_token": "a" * 20_000}
    )

    assert long_query.status_code == 413
    assert long_body.status_code == 413


async def test_endless_body_is_cut_off(browser: Browser) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 10_000_000:
            sent += 4_096
            yield b"a" * 4_096

    answer = await browser.http.post(
        browser.protocol("token"),
        content=endless(),
        headers={"content-type": "application/x-www-form-urlencoded"},
    )

    assert answer.status_code == 413


@pytest.mark.parametrize(
    "kind", ["application/json", "multipart/form-data; boundary=x", ""]
)
async def test_other_bodies_than_forms_are_refused(browser: Browser, kind: str) -> None:
    answer = await browser.http.post(
        browser.protocol("token"),
        content=b'{"grant_type":"x"}',
        headers={"content-type": kind},
    )

    assert answer.status_code == 400
