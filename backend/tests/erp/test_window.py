"""Who may open and frame the validation window: whom its tenant lists, nobody else."""

from typing import Any

import pytest

from giroscope.features.erp.window import origin_cache
from giroscope.features.erp.window.actions import MOST
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, GRANTS

pytestmark = pytest.mark.served

ERP = "https://erp.example.com"
WINDOW = "/journal-validation"
LIST = "{ erpWindowOrigins { origin addedBy added } }"
ALLOW = """mutation ($origin: String!) { allowErpWindow(origin: $origin) {
  __typename ... on Problem { code path } } }"""
FORBID = """mutation ($origin: String!) { forbidErpWindow(origin: $origin) {
  __typename ... on Problem { code } } }"""
TRAIL = "{ auditEvents(first: 20) { edges { node { verb } } } }"


async def _say(api: Any, change: str, origin: str, **who: Any) -> Any:
    answer = await api.graph(
        change, ACCOUNT_MANAGEMENT, variables={"origin": origin}, **who
    )
    (outcome,) = answer.json()["data"].values()
    return outcome


async def _origins(api: Any, **who: Any) -> list[str]:
    answer = await api.graph(LIST, **who)
    return [one["origin"] for one in answer.json()["data"]["erpWindowOrigins"]]


async def _headers(api: Any, path: str, host: str = "giroscope.giroscope.test") -> Any:
    async with api.client(token="", host=host) as client:
        return (await client.get(path)).headers


async def test_without_a_list_no_screen_is_framed(api: Any) -> None:
    headers = await _headers(api, WINDOW)
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin"


async def test_a_listed_origin_frames_the_window_and_nothing_else(api: Any) -> None:
    assert (await _say(api, ALLOW, f"{ERP}/"))["__typename"] == "Success"
    window = await _headers(api, WINDOW)
    assert f"frame-ancestors {ERP}" in window["content-security-policy"]
    assert "'none'" not in window["content-security-policy"].split("frame-")[1]
    assert window["cross-origin-opener-policy"] == "unsafe-none"
    for path in ("/", f"{WINDOW}/", f"{WINDOW}/x", "/journals/1", "/settings.js",
                 "/assets/app-1.js", "/api/validate", "/nowhere"):  # fmt: skip
        headers = await _headers(api, path)
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["cross-origin-opener-policy"] == "same-origin", path


async def test_the_list_of_one_tenant_opens_no_window_of_another(api: Any) -> None:
    await _say(api, ALLOW, ERP, realm="acme")
    for host, is_framed in (
        ("acme.giroscope.test", True),
        ("ACME.giroscope.test:443", True),
        ("giroscope.giroscope.test", False),
        ("localhost", False),
        ("127.0.0.1:8087", False),
        ("nobody.giroscope.test", False),
        ("not a host", False),
    ):
        headers = await _headers(api, WINDOW, host)
        assert (ERP in headers["content-security-policy"]) is is_framed, host
    for realm, told in (("acme", True), ("giroscope", False)):
        async with api.client(token="", realm=realm) as client:
            settings = (await client.get("/settings.js")).text
        assert (f'"erpOrigins":["{ERP}"]' in settings) is told
    assert await _origins(api) == []


async def test_who_is_taken_off_the_list_frames_nothing_at_once(api: Any) -> None:
    await _say(api, ALLOW, ERP)
    assert ERP in (await _headers(api, WINDOW))["content-security-policy"]
    assert (await _say(api, FORBID, ERP))["__typename"] == "Success"
    assert ERP not in (await _headers(api, WINDOW))["content-security-policy"]
    assert (await _say(api, FORBID, ERP))["__typename"] == "Success"
    verbs = await api.graph(TRAIL, ACCOUNT_MANAGEMENT)
    told = [one["node"]["verb"] for one in verbs.json()["data"]["auditEvents"]["edges"]]
    assert told.count("erp.window_allow") == 1
    assert told.count("erp.window_forbid") == 1


async def test_another_process_hears_of_it_within_seconds(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await _origins(api) == []
    await _headers(api, WINDOW)
    # What another process has changed is not forgotten here.
    monkeypatch.setattr(origin_cache.ListedOrigins, "forget", lambda *_args: None)
    await _say(api, ALLOW, ERP)
    assert ERP not in (await _headers(api, WINDOW))["content-security-policy"]
    monkeypatch.setattr(origin_cache, "_LOOK_SECONDS", 0.0)
    assert ERP in (await _headers(api, WINDOW))["content-security-policy"]


async def test_the_same_origin_is_listed_once_and_shown_to_everybody(api: Any) -> None:
    for told in (ERP, f"{ERP}:443", "HTTPS://ERP.example.com"):
        assert (await _say(api, ALLOW, told))["__typename"] == "Success"
    assert await _origins(api) == [ERP]


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("*", "erp.bad_origin"),
        ("https://*.example.com", "erp.bad_origin"),
        ("http://erp.example.com", "erp.origin_not_secure"),
        ("http://localhost:3000", "erp.origin_not_secure"),
    ],
)
async def test_in_production_only_exact_and_secure_origins_are_listed(
    api: Any, told: str, code: str
) -> None:
    refused = await _say(api, ALLOW, told)
    assert (refused["code"], refused["path"]) == (code, "origin")
    assert await _origins(api) == []


async def test_a_full_list_says_so(api: Any) -> None:
    for number in range(MOST):
        await _say(api, ALLOW, f"https://erp{number}.example.com")
    assert (await _say(api, ALLOW, ERP))["code"] == "erp.too_many_origins"
    assert len(await _origins(api)) == MOST


async def test_only_account_management_changes_the_list(api: Any) -> None:
    others = [role for role in GRANTS if role != ACCOUNT_MANAGEMENT]
    for change in (ALLOW, FORBID):
        answer = await api.graph(change, *others, variables={"origin": ERP})
        (refused,) = answer.json()["data"].values()
        assert refused["code"] == "forbidden"
    assert await _origins(api) == []
