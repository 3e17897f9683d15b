"""What the page is told before anybody signs in."""

import re
from typing import Any

import orjson
import pytest

from giroscope.app import create_app
from giroscope.kernel.clock import system_clock
from giroscope.settings import Settings
from tests.kernel.issuer import IDENTITY
from tests.served import Api

pytestmark = pytest.mark.served


async def _told(api: Any) -> dict[str, Any]:
    async with api.client() as client:
        answer = await client.get("/settings.js")
    found = re.fullmatch(r"window\.giroscope = (.*);\n", answer.text)
    assert found is not None
    told: dict[str, Any] = orjson.loads(found[1])
    return told


async def test_the_page_knows_what_kind_of_installation_it_shows(api: Any) -> None:
    told = await _told(api)
    # The tests sign in with a provider of their own, as production does.
    assert told["environment"] == "production"
    assert told["realmName"] == "Giroscope"


async def test_the_page_knows_where_every_named_call_goes(api: Any) -> None:
    told = (await _told(api))["endpoints"]
    assert told == {"login": IDENTITY} | {
        "validationURL": "/api/validate",
        "demoDataURL": "/api/demo/generate",
        "activationURL": "/api/activate",
        "renewURL": "/api/renew",
        "signURL": "/api/sign",
        "accountURL": "/api/account",
        "billingURL": "/api/billing",
        "reimportURL": "/api/reimport",
    }


async def test_an_operator_moves_a_call_and_pages_may_go_there(
    settings: Settings, issuer: Any
) -> None:
    moved = {"validationURL": "https://check.example.com/v1/", "renewURL": "/renewal"}
    given = {"endpoints": Settings.model_validate({"endpoints": moved}).endpoints}
    app = create_app(settings.model_copy(update=given), system_clock, issuer.fetch)
    api = Api(app, issuer)
    told = (await _told(api))["endpoints"]
    assert (told["validationURL"], told["renewURL"], told["signURL"]) == (
        "https://check.example.com/v1", "/renewal", "/api/sign",
    )  # fmt: skip
    async with api.client() as client:
        policy = (await client.get("/settings.js")).headers["content-security-policy"]
    (called,) = re.findall("connect-src ([^;]*)", policy)
    assert called.split()[2:] == ["https://check.example.com"]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("signingURL", "/api/sign"),
        ("signURL", ""),
        ("signURL", "api/sign"),
        ("signURL", "javascript:alert(1)"),
        ("signURL", "https://x.example.com; script-src *"),
        ("signURL", "https://x.example.com/?a=1"),
        ("signURL", "//x.example.com/sign"),
        ("login", "/sign-in"),
    ],
)
def test_what_no_page_could_call_is_refused_at_the_start(
    name: str, address: str
) -> None:
    with pytest.raises(ValueError, match="endpoints"):
        Settings.model_validate({"endpoints": {name: address}})


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({}, "test"),
        ({"identity_url": "https://id.example.com"}, "production"),
        ({"environment": "test", "identity_url": "https://id.example.com"}, "test"),
        ({"environment": "Staging 2"}, "Staging 2"),
    ],
)
def test_who_says_nothing_is_trying_it_out_with_the_embedded_sign_in(
    given: dict[str, str], kind: str
) -> None:
    assert Settings.model_validate(given).kind == kind


@pytest.mark.parametrize("word", ["", "<b>", "a" * 25])
def test_the_word_of_an_operator_is_short_and_plain(word: str) -> None:
    with pytest.raises(ValueError, match="environment"):
        Settings.model_validate({"environment": word})
