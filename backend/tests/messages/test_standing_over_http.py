"""Over the graph: messages are read, acknowledged and resolved, one or many at once."""

from typing import Any

import pytest

from giroscope.features.messages import tell
from giroscope.kernel.database import Database
from localization import Message

pytestmark = pytest.mark.served

APPROVER = "giroscope-payment-approver"
RESULTS = """{ __typename ... on Problem { code message } ... on BulkResults {
  total done notEligible next results { label outcome code } } }"""
OUTCOME = "{ __typename ... on Success { id } ... on Problem { code message path } }"


@pytest.fixture
def said(database: Database) -> list[str]:
    """Three messages: an error between two pieces of good news."""
    texts = ["first.xml is imported", "second.xml was refused", "third.xml is imported"]
    with database.job_session("giroscope") as session:
        for text in texts:
            level = "ERROR" if "refused" in text else "SUCCESS"
            tell(
                session.connection(),
                level,
                Message("test", text=text),
                reference="upload:7",
            )
    return texts


async def _many(api: Any, verb: str, selection: dict[str, Any], *roles: str) -> Any:
    data = await api.data(
        f"mutation ($selection: MessageSelection!) {{"
        f" {verb}(selection: $selection) {RESULTS} }}",
        *roles,
        variables={"selection": selection},
    )
    return data[verb]


async def _standing(api: Any) -> list[tuple[bool, bool, str | None]]:
    query = "{messages{edges{node{read acknowledged resolution{by note}}}}}"
    rows = (await api.data(query))["messages"]["edges"]
    return [
        (
            row["node"]["read"],
            row["node"]["acknowledged"] is not None,
            (row["node"]["resolution"] or {}).get("note"),
        )
        for row in rows
    ]


@pytest.mark.usefixtures("said")
async def test_one_message_is_resolved_with_a_note_and_reopened(api: Any) -> None:
    resolve = f'mutation {{ resolveMessage(id: "2", note: "asked Ole") {OUTCOME} }}'
    refused = (await api.data(resolve))["resolveMessage"]
    assert (refused["__typename"], refused["code"]) == ("Problem", "forbidden")
    done = (await api.data(resolve, APPROVER))["resolveMessage"]
    assert done == {"__typename": "Success", "id": "2"}
    assert [note for _, _, note in await _standing(api)] == [None, "asked Ole", None]
    again = (await api.data(resolve, APPROVER))["resolveMessage"]
    assert again["code"] == "messages.already_resolved"
    reopen = f'mutation {{ reopenMessage(id: "2") {OUTCOME} }}'
    assert (await api.data(reopen, APPROVER))["reopenMessage"]["id"] == "2"
    missing = (await api.data(reopen, APPROVER))["reopenMessage"]
    assert missing["code"] == "messages.not_resolved"


async def test_many_are_acknowledged_with_a_result_for_each(
    api: Any, said: list[str]
) -> None:
    told = await _many(api, "acknowledgeMessages", {"ids": ["1", "3", "99"]})
    assert (told["total"], told["done"], told["notEligible"]) == (3, 2, 1)
    assert [one["label"] for one in told["results"]] == [said[0], said[2], "99"]
    assert await _standing(api) == [
        (True, True, None), (False, False, None), (True, True, None)
    ]  # fmt: skip
    wanted = {"matching": {"acknowledged": False}, "expectedCount": 1}
    told = await _many(api, "markMessagesRead", wanted)
    assert (told["total"], told["done"]) == (1, 1)
    assert [read for read, _, _ in await _standing(api)] == [True, True, True]


@pytest.mark.usefixtures("said")
async def test_many_are_resolved_by_who_may_and_taken_back(api: Any) -> None:
    wanted = {"matching": {"levels": ["SUCCESS"]}, "expectedCount": 2}
    refused = await _many(api, "resolveMessages", wanted)
    assert refused["code"] == "forbidden"
    done = await _many(api, "resolveMessages", wanted, APPROVER)
    assert (done["done"], done["next"]) == (2, None)
    again = await _many(api, "resolveMessages", {"ids": ["1", "2"]}, APPROVER)
    codes = [one["code"] for one in again["results"]]
    assert codes == ["messages.already_resolved", None]
    back = await _many(api, "reopenMessages", {"ids": ["1", "2", "3"]}, APPROVER)
    assert back["done"] == 3


@pytest.mark.usefixtures("said")
async def test_groups_tell_how_many_and_the_gravest(api: Any) -> None:
    query = """{ messageGroups(by: CORRELATION, first: 2,
        filter: {reference: "upload:7"}) {
        totalCount totalIsExact pageInfo { hasNextPage }
        edges { node { count unread level since latest { message } } } } }"""
    found = (await api.data(query))["messageGroups"]
    assert (found["totalCount"], found["totalIsExact"]) == (3, True)
    assert found["pageInfo"]["hasNextPage"]
    assert [edge["node"]["level"] for edge in found["edges"]] == ["ERROR", "SUCCESS"]


@pytest.mark.usefixtures("said")
async def test_groups_are_resolved_by_who_may_each_with_a_result(api: Any) -> None:
    def asked(verb: str) -> str:
        return (
            f"mutation ($selection: MessageGroupSelection!) {{"
            f" {verb}(selection: $selection) {RESULTS} }}"
        )

    async def act(verb: str, *roles: str, **selection: Any) -> Any:
        variables = {"selection": {"by": "CODE", **selection}}
        return (await api.data(asked(verb), *roles, variables=variables))[verb]

    errors = {"levels": ["ERROR"]}
    refused = await act("resolveMessageGroups", ids=["3"], within=errors)
    assert refused["code"] == "forbidden"
    done = await act("resolveMessageGroups", APPROVER, ids=["2", "9"], within=errors)
    assert [one["code"] for one in done["results"]] == [None, "not_found"]
    assert (done["done"], done["results"][0]["label"]) == (1, "second.xml was refused")
    rest = {"matching": {"resolved": False}, "expectedCount": 2}
    changed = await act("resolveMessageGroups", APPROVER, **rest)
    assert changed["code"] == "selection_changed"
    rest["expectedCount"] = 1
    done = await act("resolveMessageGroups", APPROVER, **rest)
    assert (done["total"], done["done"], done["next"]) == (1, 1, None)
    back = await act("reopenMessageGroups", APPROVER, ids=["3"])
    assert back["done"] == 1
    noted = await act("acknowledgeMessageGroups", ids=["3"])
    assert noted["done"] == 1
    assert [is_noted for _, is_noted, _ in await _standing(api)] == [True] * 3


@pytest.mark.usefixtures("said")
async def test_a_group_tells_its_headline_and_what_is_in_it(api: Any) -> None:
    query = """{ messageGroups(by: INBOX) { edges { node {
        key problems headline { id } latest { id } } } } }"""
    (edge,) = (await api.data(query))["messageGroups"]["edges"]
    assert edge["node"] == {
        "key": "cause:test", "problems": 1, "headline": {"id": "2"},
        "latest": {"id": "3"},
    }  # fmt: skip
    found = await api.data(
        '{ messages(filter: {thread: "cause:test", code: "test"}) { totalCount } }'
    )
    assert found["messages"]["totalCount"] == 3
