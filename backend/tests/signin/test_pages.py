"""What every page has: a language, a theme, labels, and no script."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest

from signin.pages.layout import STYLE_SHEETS
from signin.pages.themes import TABLE
from signin.words import DANISH, ENGLISH, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from httpx2 import Response

    from .conftest import Browser, Login, Service

PASSWORD = "four calm indigo gyroscopes"


async def every_page(
    browser: Browser, login: Login, service: Service
) -> dict[str, Response]:
    path = "/realms/giroscope"
    found = {
        "login": await browser.ask(login),
        "forgotten": await browser.http.get(
            f"{path}/login-actions/reset-credentials", params=login.parameters()
        ),
        "problem": await browser.http.get(f"{path}/login-actions/action-token?key=x"),
    }
    user_id = await service.id_of("viewer")
    for action in ("UPDATE_PASSWORD", "CONFIGURE_TOTP", "VERIFY_EMAIL"):
        body = {"requiredActions": [action]}
        await service("PUT", f"/users/{user_id}", body)
        answer = await browser.sign_in(login, "viewer")
        found[action] = await browser.follow(answer)
    await browser.tokens()
    found["account"] = await browser.http.get(f"{path}/account")
    found["second factor"] = await browser.http.get(f"{path}/account/second-factor")
    return found


async def test_every_page_can_be_read_by_everybody(
    browser: Browser, login: Login, service: Service
) -> None:
    for name, page in (await every_page(browser, login, service)).items():
        text = page.text
        assert text.count("<h1>") == 1, name
        assert "<script" not in text, name
        assert " style=" not in text, name
        assert " onclick" not in text, name
        assert "script-src" not in page.headers["content-security-policy"]
        assert "default-src 'none'" in page.headers["content-security-policy"]
        identities = re.findall(r' id="([^"]+)"', text)
        assert len(identities) == len(set(identities)), name
        shown = re.findall(r'<input id="([^"]+)"', text)
        for field in shown:
            assert f'<label for="{field}">' in text, (name, field)
        for described in re.findall(r'aria-describedby="([^"]+)"', text):
            assert set(described.split()) <= set(identities), (name, described)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_theme_that_was_asked_for_stays(
    browser: Browser, login: Login, theme: str
) -> None:
    page = await browser.ask(login, kc_theme=theme)
    assert f'<html lang="en" data-theme="{theme}">' in page.text

    again = await browser.ask(login)
    assert f'data-theme="{theme}"' in again.text
    missing = await browser.http.get("/realms/nowhere/account")
    assert f'data-theme="{theme}"' in missing.text


@pytest.mark.parametrize(
    ("theme", "scheme"), [("lara-light-teal", "light"), ("arya-blue", "dark")]
)
async def test_theme_of_the_console_is_the_pages(
    browser: Browser, login: Login, theme: str, scheme: str
) -> None:
    page = await browser.ask(login, kc_theme=theme)
    assert f'data-theme="{scheme}"' in page.text
    assert f'<meta name="color-scheme" content="{scheme}">' in page.text
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page.text)
    assert sheet.endswith(f"/{theme}.css")
    style = await browser.http.get(sheet)
    assert style.status_code == 200
    assert "immutable" in style.headers["cache-control"]
    assert f"--accent:{TABLE[theme]['accent']};" in style.text

    account = await browser.http.get("/realms/nowhere/account")
    assert f"/{theme}.css" in account.text


async def test_theme_is_asked_for_of_the_account_page_too(
    browser: Browser, login: Login
) -> None:
    await browser.ask(login, kc_theme="saga-green")
    path = "/realms/giroscope/account"
    page = await browser.http.get(path, params={"kc_theme": "md-dark-indigo"})
    assert browser.http.cookies["SIGNIN_THEME"] == "md-dark-indigo"
    assert "/md-dark-indigo.css" in page.text


@pytest.mark.parametrize("theme", ["blue", "../base", '"><script>'])
async def test_theme_that_is_none_is_passed_over(
    browser: Browser, login: Login, theme: str
) -> None:
    page = await browser.ask(login, kc_theme=theme)

    assert "data-theme" not in page.text
    assert "SIGNIN_THEME" not in browser.http.cookies


async def test_language_goes_along_through_all_steps(
    browser: Browser,
    service: Service,
    login: Login,
    form: Callable[[Response], tuple[str, dict[str, str]]],
) -> None:
    user_id = await service.id_of("operator")
    await service("PUT", f"/users/{user_id}", {"requiredActions": ["UPDATE_PASSWORD"]})
    page = await browser.ask(login, ui_locales="da")
    answer = await browser.submit(page, username="operator", password=PASSWORD)

    step = await browser.follow(answer)

    assert 'lang="da"' in step.text
    assert "Vælg en ny adgangskode" in step.text
    assert "ui_locales=da" in form(step)[0]


def test_both_languages_have_the_same_gaps_to_fill() -> None:
    for field in fields(Words):
        gaps = [
            set(re.findall(r"{(\w+)}", getattr(words, field.name)))
            for words in (ENGLISH, DANISH)
        ]
        assert gaps[0] == gaps[1], field.name


def test_style_sheet_knows_both_themes() -> None:
    style = STYLE_SHEETS["signin.css"].decode()

    assert ':root[data-theme="dark"]' in style
    assert "color-scheme: light dark" in style
    assert "http" not in style
