"""Account management makes endpoints; nobody reads a secret again, or another's."""

from typing import Any

import pytest

pytestmark = pytest.mark.served

MANAGER = "giroscope-account-management"
_ENDPOINT = {
    "name": "Books", "url": "https://books.example/hooks?token=hidden",
    "types": ["JOURNAL_CREATED", "MESSAGE_RAISED"],
}  # fmt: skip
ADD = """mutation ($endpoint: WebhookEndpointInput!) {
  addWebhookEndpoint(endpoint: $endpoint) { __typename
    ... on WebhookSecret { id secret } ... on Problem { code path } } }"""
CHANGE = """mutation ($id: ID!, $endpoint: WebhookEndpointInput!) {
  changeWebhookEndpoint(id: $id, endpoint: $endpoint) { __typename
    ... on Problem { code path } } }"""
LIST = """{ webhookEndpoints { id name url types state stopped createdBy
  lastSuccess failingSince } }"""
DELIVERIES = """query ($filter: WebhookDeliveryFilter) {
  webhookDeliveries(filter: $filter) { totalCount edges { node {
    id type state body messageId endpoint { name } attempts { status } } } } }"""


async def _add(api: Any, *roles: str, **values: Any) -> Any:
    endpoint = _ENDPOINT | values
    data = await api.data(ADD, *roles, variables={"endpoint": endpoint})
    return data["addWebhookEndpoint"]


async def _do(api: Any, what: str) -> str:
    told = "{ __typename ... on Problem { code } }"
    data = await api.data(f"mutation {{ {what} {told} }}", MANAGER)
    (found,) = data.values()
    return str(found.get("code", found["__typename"]))


async def test_an_endpoint_is_made_seen_and_changed_by_account_management(
    api: Any,
) -> None:
    assert (await _add(api, "giroscope-upload"))["code"] == "forbidden"
    assert await api.code(LIST, "giroscope-debug", "giroscope-logs") == "FORBIDDEN"
    made = await _add(api, MANAGER)
    assert made["secret"].startswith("whsec_")
    (seen,) = (await api.data(LIST, MANAGER))["webhookEndpoints"]
    assert seen == {
        "id": made["id"], **_ENDPOINT, "state": "ON", "stopped": None,
        "createdBy": "Olga Operator", "lastSuccess": None, "failingSince": None,
    }  # fmt: skip
    for values, code in (
        ({"name": " "}, "webhooks.bad_name"),
        ({"types": []}, "webhooks.no_types"),
        ({"types": ["TEST"]}, "webhooks.no_types"),
        ({"url": "books.example"}, "webhooks.bad_address"),
        ({"url": "https://anna:x@books.example"}, "webhooks.bad_address"),
        ({"url": "https://books.example/a b"}, "webhooks.bad_address"),
        ({"url": "https://books.example/#x"}, "webhooks.bad_address"),
        ({"url": f"https://books.example/{'x' * 500}"}, "webhooks.bad_address"),
        ({"url": "http://books.example"}, "webhooks.plain_address"),
        ({"url": "https://10.1.2.3"}, "webhooks.private_address"),
        ({"url": "https://[::ffff:169.254.169.254]"}, "webhooks.private_address"),
    ):
        assert (await _add(api, MANAGER, **values))["code"] == code, values
    off = {"id": made["id"], "endpoint": _ENDPOINT | {"name": "New", "on": False}}
    await api.data(CHANGE, MANAGER, variables=off)
    (seen,) = (await api.data(LIST, MANAGER))["webhookEndpoints"]
    assert (seen["name"], seen["state"]) == ("New", "OFF")
    assert await _do(api, f'testWebhookEndpoint(id: "{made["id"]}")') == "webhooks.off"
    assert await _do(api, 'testWebhookEndpoint(id: "9")') == "webhooks.no_endpoint"
    # The trail tells the address without its question, which lets somebody in.
    trail = await api.data("{ auditEvents { edges { node { verb now } } } }", MANAGER)
    events = [edge["node"] for edge in trail["auditEvents"]["edges"]]
    told = [one for one in events if one["verb"].startswith("webhooks.")]
    assert [one["verb"] for one in told] == ["webhooks.change", "webhooks.add"]
    assert "hidden" not in str(told)
    assert made["secret"] not in str(events)


async def test_what_is_on_its_way_is_listed_and_sent_again(api: Any) -> None:
    made = await _add(api, MANAGER)
    assert await _do(api, f'testWebhookEndpoint(id: "{made["id"]}")') == "Success"
    (edge,) = (await api.data(DELIVERIES, MANAGER))["webhookDeliveries"]["edges"]
    node = edge["node"]
    assert (node["type"], node["state"]) == ("TEST", "WAITING")
    assert node["endpoint"] == {"name": "Books"}
    assert '"type":"webhook.test"' in node["body"]
    for filter_, count in (
        ({"endpoint": made["id"], "states": ["WAITING"], "types": ["TEST"]}, 1),
        ({"endpoint": "9"}, 0),
        ({"states": ["FAILED"]}, 0),
        ({"types": ["MESSAGE_RAISED"]}, 0),
        ({"journal": "c-1"}, 0),
        ({"created": {"to": "2020-01-01"}}, 0),
        ({"created": {"from": "2020-01-01"}}, 1),
    ):
        found = await api.data(DELIVERIES, MANAGER, variables={"filter": filter_})
        assert found["webhookDeliveries"]["totalCount"] == count, filter_
    again = f'resendWebhookDelivery(id: "{node["id"]}")'
    assert await _do(api, again) == "webhooks.not_ended"
    nobodys = 'resendWebhookDelivery(id: "99")'
    assert await _do(api, nobodys) == "webhooks.no_delivery"
    failed = f'resendFailedWebhooks(id: "{made["id"]}", since: "2020-01-01T00:00:00Z")'
    assert await _do(api, failed) == "WebhooksSent"
    rotated = await api.data(
        f'mutation {{ rotateWebhookSecret(id: "{made["id"]}") {{'
        " ... on WebhookSecret { secret } } }",
        MANAGER,
    )
    assert rotated["rotateWebhookSecret"]["secret"] != made["secret"]
    assert await _do(api, f'deleteWebhookEndpoint(id: "{made["id"]}")') == "Success"
    assert (await api.data(LIST, MANAGER))["webhookEndpoints"] == []


async def test_there_are_ten_at_most(api: Any) -> None:
    for number in range(10):
        assert "secret" in await _add(api, MANAGER, name=f"Books {number}")
    assert (await _add(api, MANAGER))["code"] == "webhooks.too_many"
