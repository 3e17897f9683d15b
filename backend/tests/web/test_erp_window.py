"""Who may frame the validation window: nobody, unless the operator lists an origin."""

import httpx2
import pytest
from issuer import Issuer
from pydantic import ValidationError

from giroscope.app import create_app
from giroscope.settings import Settings

ERP = "https://erp.example.com"


async def _headers(settings: Settings, issuer: Issuer, path: str) -> httpx2.Headers:
    app = create_app(settings, fetch_keys=issuer.fetch)
    transport = httpx2.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(
            transport=transport, base_url="http://giroscope.giroscope.test"
        ) as client,
    ):
        return (await client.get(path)).headers


async def test_without_a_list_no_screen_is_framed(
    settings: Settings, issuer: Issuer
) -> None:
    headers = await _headers(settings, issuer, "/journal-validation")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    ("path", "framed"), [("/journal-validation", True), ("/", False)]
)
async def test_a_listed_origin_frames_the_window_and_nothing_else(
    settings: Settings, issuer: Issuer, path: str, *, framed: bool
) -> None:
    listed = settings.model_copy(update={"erp_origins": f" {ERP} , "})
    headers = await _headers(listed, issuer, path)
    policy = headers["content-security-policy"]
    assert (f"frame-ancestors {ERP}" in policy) is framed
    assert ("frame-ancestors 'none'" in policy) is not framed
    told = await _headers(listed, issuer, "/settings.js")
    assert told["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "origin", ["erp.example.com", "https://a/b", "*", "https://x;"]
)
def test_what_is_no_origin_is_refused_at_start(origin: str) -> None:
    with pytest.raises(ValidationError):
        Settings(erp_origins=origin)
