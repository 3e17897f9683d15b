"""Addresses outside the graph: operations, settings, the console's files, refusals."""

import json
import re
from typing import Any

import pytest

from giroscope.kernel.security_headers import security_headers

pytestmark = pytest.mark.served


async def _get(api: Any, path: str, **headers: str) -> Any:
    async with api.client() as client:
        return await client.get(path, headers=headers)


async def test_health_is_told_to_anybody(api: Any) -> None:
    async with api.client(token="", host="127.0.0.1:8087") as client:
        for path in ("/healthz/live", "/healthz/ready"):
            response = await client.get(path)
            assert (response.status_code, response.json()) == (200, {"status": "ok"})


async def test_a_database_out_of_reach_is_not_ready(api: Any, settings: Any) -> None:
    (settings.data_dir / "realms" / "giroscope.sqlite3").unlink()
    response = await _get(api, "/healthz/ready")
    assert response.status_code == 503
    assert response.json()["code"] == "unavailable"
    assert str(settings.data_dir) not in response.text


async def test_settings_are_a_script_that_cannot_be_broken_out_of(api: Any) -> None:
    response = await _get(api, "/settings.js")
    assert response.headers["content-type"].startswith("text/javascript")
    script = re.fullmatch(r"window\.giroscope = (\{.*\});\n", response.text)
    assert script is not None
    content = json.loads(script[1])
    assert content["realm"] == "giroscope"
    assert content["clientId"] == "giroscope-console"
    assert content["identityUrl"] == "http://127.0.0.1:9"

    evil = await _get(api, "/settings.js", host="</script><script>.example.com")
    assert evil.status_code == 404
    assert "<script>" not in evil.text
    assert evil.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "path",
    ["/", "/journals/abc", "/settings.js", "/api/unknown", "/healthz/live",
     "/api/documents/1", "/assets/app-1.js", "/assets/missing.js",
     "/api/data/graphql", "/api/upload"],
)  # fmt: skip
async def test_every_answer_tells_browsers_what_is_allowed(api: Any, path: str) -> None:
    response = await _get(api, path)
    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert "script-src 'self';" in response.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["referrer-policy"] == "same-origin"
    assert response.headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in response.headers["permissions-policy"]
    # Passkeys stay what a page of this origin may use.
    assert "publickey" not in response.headers["permissions-policy"]
    assert "strict-transport-security" not in response.headers
    assert re.fullmatch(r"[0-9a-f]{16}", response.headers["x-request-id"])


def test_only_an_origin_that_is_called_by_tls_is_remembered_so() -> None:
    told = security_headers("https://id.example.com", is_secure=True)
    assert told["strict-transport-security"] == "max-age=31536000"
    open_one = security_headers("http://localhost:8088", is_secure=False)
    assert "strict-transport-security" not in open_one


async def test_an_asset_is_kept_and_a_screen_is_asked_for_again(api: Any) -> None:
    asset = await _get(api, "/assets/app-1.js")
    assert "immutable" in asset.headers["cache-control"]
    screen = await _get(api, "/journal-validation?first=1")
    assert screen.headers["cache-control"] == "no-cache"
    assert "<title>Giroscope" in screen.text


@pytest.mark.parametrize(
    "path",
    ["/../realms/giroscope.sqlite3", "/%2e%2e/realms/giroscope.sqlite3",
     "/..%2frealms%2fgiroscope.sqlite3", "//etc/passwd", "/%2fetc%2fpasswd",
     "/..%5crealms", "/%00", "/a%00b", "/" + "a" * 5000, "/\N{SNOWMAN}", "/assets",
     "/%ff%fe"],
)  # fmt: skip
async def test_no_address_leads_out_of_the_console_s_folder(
    api: Any, path: str
) -> None:
    response = await _get(api, path)
    assert response.status_code in {200, 307, 404}
    assert "root:" not in response.text
    assert "SQLite" not in response.text
    if response.status_code == 200:
        assert response.text.startswith("<!doctype html>")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/api", "/api/", "/api/unknown", "/api/a/b/c"])
async def test_an_unknown_call_is_told_as_a_problem(
    api: Any, method: str, path: str
) -> None:
    async with api.client() as client:
        response = await client.request(
            method, path, headers={"x-request-id": "trace-42"}
        )
    assert response.status_code == 404
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-request-id"] == "trace-42"
    assert response.json() == {
        "type": "about:giroscope:not_found",
        "title": "There is nothing at this address, or it is not yours to see.",
        "status": 404,
        "detail": "There is no such call",
        "code": "not_found",
        "correlationId": "trace-42",
    }


async def test_a_wrong_method_is_told_as_a_problem(api: Any) -> None:
    response = await _get(api, "/api/upload")
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"
    assert response.json()["code"] == "method_not_allowed"


async def test_an_id_that_is_no_plain_word_is_not_repeated(api: Any) -> None:
    response = await _get(api, "/api/x", **{"x-request-id": "a b\t<script>"})
    assert "script" not in response.headers["x-request-id"]
    assert "script" not in response.text


async def test_a_fault_is_masked_and_can_be_quoted(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from giroscope.kernel.database import Database  # noqa: PLC0415 - patched here

    def broken(*_: object) -> None:
        raise RuntimeError("secret sauce at /var/lib")

    monkeypatch.setattr(Database, "reading", broken)
    response = await _get(api, "/api/documents/1")
    assert response.status_code == 500
    content = response.json()
    assert content["code"] == "internal"
    assert content["correlationId"] in content["detail"]
    assert "secret" not in response.text
    assert "Traceback" not in response.text
