"""`/api/account` for scripts: the same people and guards, and its description."""

import csv
import io
from typing import Any

import httpx2
import pytest
from starlette.routing import Route

from giroscope.features.users.openapi import DOCUMENT, PATHS, SCHEMAS
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, LOGS, UPLOAD
from tests.users.desk import Desk

_KINDS: dict[str, Any] = {
    "string": str, "boolean": bool, "integer": int, "array": list, "object": dict,
    "null": type(None),
}  # fmt: skip


def fits(value: Any, schema: dict[str, Any], place: str = "$") -> None:
    """Assert that a value is what the description promises."""
    if "$ref" in schema:
        schema = SCHEMAS[schema["$ref"].rpartition("/")[2]]
    if "oneOf" in schema:
        if value is not None:
            fits(value, schema["oneOf"][0], place)
        return
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    assert isinstance(value, tuple(_KINDS[kind] for kind in kinds)), (place, value)
    assert "enum" not in schema or value in schema["enum"], (place, value)
    if isinstance(value, list):
        for number, item in enumerate(value):
            fits(item, schema["items"], f"{place}[{number}]")
    if isinstance(value, dict):
        assert set(schema.get("required", ())) <= value.keys(), place
        if schema.get("additionalProperties") is False:
            assert value.keys() <= schema["properties"].keys(), place
        for name in value.keys() & schema["properties"].keys():
            fits(value[name], schema["properties"][name], f"{place}.{name}")


def promised(path: str, method: str, response: httpx2.Response) -> Any:
    """The answer, which must be what the description says of this call."""
    answers = PATHS[path][method]["responses"]
    told = answers.get(str(response.status_code), answers.get("default"))
    assert told is not None
    kinds = told.get("content")
    if not kinds:
        assert response.content == b""
        return None
    (kind,) = kinds
    assert response.headers["content-type"].split(";")[0] == kind
    content = response.json()
    fits(content, kinds[kind]["schema"])
    return content


async def test_people_are_listed_in_pages(desk: Desk) -> None:
    await desk.person("carla", UPLOAD, APPROVER)
    async with desk.client("anna") as client:
        first = promised(
            "/api/account", "get", await client.get("/api/account?first=2")
        )
        rest = promised(
            "/api/account", "get",
            await client.get("/api/account", params={"after": first["next"]}),
        )  # fmt: skip
        some = promised(
            "/api/account", "get",
            await client.get(f"/api/account?role={UPLOAD}&state=active&search=car"),
        )  # fmt: skip
    names = [one["username"] for one in first["items"] + rest["items"]]
    assert names == ["anna", "bert", "carla"]
    assert (first["total"], rest["next"]) == (3, None)
    assert some["items"][0]["conflicts"] == ["UPLOAD_AND_APPROVE"]


async def test_somebody_is_invited_changed_and_disabled(desk: Desk) -> None:
    path = "/api/account/{id}"
    new = {
        "email": "ida@example.com", "givenName": "Ida", "familyName": "Bohr",
        "roles": [APPROVER, LOGS],
    }  # fmt: skip
    async with desk.client("anna") as client:
        response = await client.post("/api/account", json=new)
        made = promised("/api/account", "post", response)
        here = response.headers["location"]
        assert here == f"/api/account/{made['id']}"
        assert made["requestedRoles"] == [APPROVER]
        again = promised(
            "/api/account", "post", await client.post("/api/account", json=new)
        )
        assert (again["status"], again["code"]) == (409, "conflict")
        one = promised(path, "get", await client.get(here))
        assert (one["state"], one["createdBy"]) == ("INVITED", "Anna")
        change = {"familyName": "Ørsted"}
        one = promised(path, "patch", await client.patch(here, json=change))
        assert one["name"] == "Ida Ørsted"
        take = await client.post(f"{here}/roles", json={"take": [LOGS]})
        assert promised(f"{path}/roles", "post", take)["taken"] == [LOGS]
        gone = await client.delete(here)
        assert promised(path, "delete", gone) is None
        assert (await client.get(here)).json()["state"] == "DISABLED"
        back = await client.post(f"{here}/actions", json={"action": "enable"})
        assert back.status_code == 204
        sessions = await client.get(f"{here}/sessions")
        assert promised(f"{path}/sessions", "get", sessions) == {"items": []}
        waiting = await client.get("/api/account/requests?state=pending")
        (asked,) = promised("/api/account/requests", "get", waiting)["items"]
    async with desk.client("bert") as client:
        done = await client.post(
            f"/api/account/requests/{asked['id']}", json={"decision": "confirm"}
        )
        assert done.status_code == 204
    desk.ids["ida"] = made["id"]
    assert await desk.roles("ida") == {APPROVER}


BAD: dict[str, tuple[str, str, Any, int, str]] = {
    "no object": ("POST", "", [], 400, "invalid_input"),
    "a field nobody reads": ("POST", "", {"mail": "x"}, 400, "invalid_input"),
    "no mail address": (
        "POST", "", {"email": "x", "givenName": "X", "familyName": "X"}, 400,
        "users.bad_mail",
    ),
    "a role of another product": (
        "POST", "/ID/roles", {"give": ["admin"]}, 400, "users.unknown_role"
    ),
    "roles that are no list": (
        "POST", "/ID/roles", {"give": UPLOAD}, 400, "invalid_input"
    ),
    "own roles": ("POST", "/ME/roles", {"give": [LOGS]}, 403, "users.own_rights"),
    "oneself": ("DELETE", "/ME", None, 403, "users.own_account"),
    "nobody": ("DELETE", "/nobody", None, 404, "not_found"),
    "no action": ("POST", "/ID/actions", {"action": "fly"}, 400, "invalid_input"),
    "no step": (
        "POST", "/ID/actions", {"action": "ask", "steps": ["fly"]}, 400,
        "invalid_input",
    ),
    "another way of asking": (
        "POST", "/ID/actions",
        {"action": "ask", "steps": ["confirm-mail"], "by": "pigeon"}, 400,
        "invalid_input",
    ),
    "no invitation": (
        "POST", "/ID/actions", {"action": "temporary-password"}, 409,
        "users.not_invited",
    ),
    "no decision": (
        "POST", "/requests/1", {"decision": "perhaps"}, 400, "invalid_input"
    ),
    "no request": ("POST", "/requests/1", {"decision": "confirm"}, 404, "not_found"),
    "no state": ("GET", "?state=asleep", None, 400, "invalid_input"),
    "no days": ("GET", "?inactiveDays=-1", None, 400, "invalid_input"),
    "no flag": ("GET", "?secondFactor=perhaps", None, 400, "invalid_input"),
    "no page": ("GET", "?after=nonsense", None, 400, "bad_cursor"),
    "no dialect": ("GET", "/review.csv?dialect=x", None, 400, "invalid_input"),
    "a wrong method": ("PUT", "/ID", {}, 405, "method_not_allowed"),
}  # fmt: skip


async def test_bad_input_is_refused_in_words(desk: Desk) -> None:
    for case, (method, path, body, status, code) in BAD.items():
        place = path.replace("ID", desk.ids["bert"]).replace("ME", desk.ids["anna"])
        async with desk.client("anna") as client:
            response = await client.request(method, f"/api/account{place}", json=body)
        told = response.json()
        assert (response.status_code, told["code"]) == (status, code), case
        assert told["detail"] or told["title"], case
    assert await desk.roles("bert") == {ACCOUNT_MANAGEMENT}


@pytest.mark.parametrize("role", [UPLOAD, APPROVER])
async def test_without_the_role_every_address_is_forbidden(
    desk: Desk, role: str
) -> None:
    async with desk.client("carla", role) as client:
        for path, calls in PATHS.items():
            for method in calls:
                here = path.replace("{id}", "1").replace("{session}", "1")
                response = await client.request(method.upper(), here, json={})
                assert response.status_code == 403, (method, path)


async def test_the_review_tells_everybodys_rights_and_no_formula(desk: Desk) -> None:
    await desk.person("carla", UPLOAD, APPROVER)
    await desk.do("changeUserRoles", f'id: "{desk.ids["bert"]}", give: [BILLING]')
    await desk.do(
        "changeUser", f'id: "{desk.ids["carla"]}", change: {{givenName: "@SUM"}}'
    )
    async with desk.client("anna") as client:
        response = await client.get("/api/account/review.csv")
        danish = await client.get("/api/account/review.csv?dialect=excel-da")
        listed = await client.get("/api/export/users")
    assert response.headers["content-type"].startswith("text/csv")
    assert "access-review-" in response.headers["content-disposition"]
    rows = {row["user name"]: row for row in csv.DictReader(io.StringIO(response.text))}
    assert set(rows) == {"anna", "bert", "carla"}
    carla = rows["carla"]
    assert carla["name"] == "'@SUM Test"
    assert carla["conflicting duties"] == "UPLOAD_AND_APPROVE"
    assert carla["giroscope-upload"].endswith("at the latest")
    assert rows["bert"]["giroscope-billing"].endswith("by Anna")
    assert carla["giroscope-billing"] == ""
    assert danish.content.startswith(b"\xef\xbb\xbfname;")
    lines = csv.DictReader(io.StringIO(listed.content.decode("utf-8-sig")))
    people = {row["User name"]: row for row in lines}
    assert people["carla"]["Conflicting duties"] == "Uploads and approves"
    assert people["carla"]["Name"] == "'@SUM Test"
    assert "Billing" in people["bert"]["Roles"].split(", ")
    data = await desk.ask(
        "{ accessReview { holders { role people } conflicts { conflict refusable"
        " users { username } } } }"
    )
    review = data["accessReview"]
    assert {"role": "ACCOUNT_MANAGEMENT", "people": 2} in review["holders"]
    assert review["conflicts"][0] == {
        "conflict": "UPLOAD_AND_APPROVE", "refusable": True,
        "users": [{"username": "carla"}],
    }  # fmt: skip


async def test_the_description_names_every_route_and_no_other(desk: Desk) -> None:
    async with desk.client("anna") as client:
        response = await client.get("/api/account/openapi.json")
    assert response.json() == DOCUMENT
    served = {
        (route.path, method.lower())
        for route in desk.app.routes
        if isinstance(route, Route) and route.path.startswith("/api/account")
        for method in route.methods or set()
    }
    described = {(path, method) for path, calls in PATHS.items() for method in calls}
    described.add(("/api/account/openapi.json", "get"))
    assert {one for one in served if one[1] != "head"} == described
    names = [one["operationId"] for calls in PATHS.values() for one in calls.values()]
    assert len(names) == len(set(names))
