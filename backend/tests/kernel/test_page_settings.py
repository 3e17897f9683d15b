"""What the page is told before anybody signs in."""

import re
from typing import Any

import orjson
import pytest

from giroscope.settings import Settings

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
