"""Saved views: one's own, or the realm's; everybody begins with one of their choice."""

from typing import Any

import pytest

from giroscope.features.views import policy

pytestmark = pytest.mark.served

MANAGER = "giroscope-account-management"
VIEWS = """query ($list: String!) { savedViews(list: $list) {
  id list name shared isOwn isDefault changeable owner state version } }"""
SAVE = """mutation ($view: SavedViewInput!) { saveView(view: $view) { __typename
  ... on Success { id } ... on Problem { code message path } } }"""


def _view(name: str = "Big ones", **more: Any) -> dict[str, Any]:
    return {
        "list": "journals", "name": name, "state": '{"min": "1000", "sort": "-AMOUNT"}',
        "version": 1, **more,
    }  # fmt: skip


async def _saved(api: Any, user: str = "user-1", **view: Any) -> Any:
    data = await api.data(SAVE, user=user, variables={"view": _view(**view)})
    return data["saveView"]


async def _views(
    api: Any, *roles: str, user: str = "user-1", of: str = "journals"
) -> Any:
    data = await api.data(VIEWS, *roles, user=user, variables={"list": of})
    return data["savedViews"]


async def _do(api: Any, what: str, *roles: str, user: str = "user-1") -> Any:
    told = "{ __typename ... on Problem { code } }"
    data = await api.data(f"mutation {{ {what} {told} }}", *roles, user=user)
    (found,) = data.values()
    return found.get("code", found["__typename"])


async def test_a_view_is_ones_own_until_it_is_shared(api: Any) -> None:
    first = await _saved(api)
    await _saved(api, name="All", shared=True)
    await _saved(api, name="Elsewhere", list="transactions")
    mine = await _views(api)
    assert [one["name"] for one in mine] == ["All", "Big ones"]
    assert mine[1] == {
        "id": first["id"], "list": "journals", "name": "Big ones", "shared": False,
        "isOwn": True, "isDefault": False, "changeable": True,
        "owner": "Olga Operator", "state": '{"min":"1000","sort":"-AMOUNT"}',
        "version": 1,
    }  # fmt: skip
    (seen,) = await _views(api, user="user-2")
    assert (seen["name"], seen["isOwn"], seen["changeable"]) == ("All", False, False)


async def test_only_the_owner_or_an_account_manager_changes_a_view(api: Any) -> None:
    own = (await _saved(api))["id"]
    shared = (await _saved(api, name="All", shared=True))["id"]
    for verb, more in (("renameView", ', name: "x"'), ("deleteView", "")):
        said = await _do(api, f'{verb}(id: "{own}"{more})', user="user-2")
        assert said == "not_found"
        said = await _do(api, f'{verb}(id: "{own}"{more})', MANAGER, user="user-2")
        assert said == "not_found"
        said = await _do(api, f'{verb}(id: "{shared}"{more})', user="user-2")
        assert said == "views.not_yours"
    over = await _saved(api, "user-2", name="Mine now", id=shared)
    assert over["code"] == "views.not_yours"
    renamed = f'renameView(id: "{shared}", name: "  Everything \\n of it ")'
    assert await _do(api, renamed, MANAGER, user="user-2") == "Success"
    assert [one["name"] for one in await _views(api)] == [
        "Big ones", "Everything of it",
    ]  # fmt: skip
    assert await _do(api, f'deleteView(id: "{own}")') == "Success"
    assert len(await _views(api)) == 1


async def test_everybody_begins_with_a_view_of_their_own_choice(api: Any) -> None:
    own = (await _saved(api))["id"]
    shared = (await _saved(api, name="All", shared=True))["id"]
    other = (await _saved(api, name="Elsewhere", list="uploads", shared=True))["id"]
    begin = 'setDefaultView(list: "journals", id: "%s")'
    assert await _do(api, begin % own) == "Success"
    assert await _do(api, begin % shared, user="user-2") == "Success"
    assert await _do(api, begin % own, user="user-2") == "not_found"
    assert await _do(api, begin % other) == "views.bad"
    mine = {one["name"]: one["isDefault"] for one in await _views(api)}
    assert mine == {"All": False, "Big ones": True}
    assert [one["isDefault"] for one in await _views(api, user="user-2")] == [True]
    assert await _do(api, begin % shared) == "Success"
    mine = {one["name"]: one["isDefault"] for one in await _views(api)}
    assert mine == {"All": True, "Big ones": False}
    assert await _do(api, 'setDefaultView(list: "journals")') == "Success"
    assert not any(one["isDefault"] for one in await _views(api))
    assert await _do(api, f'deleteView(id: "{shared}")') == "Success"
    assert await _views(api, user="user-2") == []


async def test_a_view_is_written_over_under_its_id(api: Any) -> None:
    made = (await _saved(api))["id"]
    state = '{"min":"5"}'
    assert (await _saved(api, name="Five", state=state, version=2, id=made)) == {
        "__typename": "Success", "id": made,
    }  # fmt: skip
    (view,) = await _views(api)
    assert (view["name"], view["state"], view["version"]) == ("Five", state, 2)
    assert (await _saved(api, name="FIVE"))["code"] == "views.name_taken"
    assert (await _saved(api, "user-2", name="Five"))["__typename"] == "Success"
    assert (await _saved(api, id="999"))["code"] == "not_found"
    elsewhere = await _saved(api, name="Six", list="uploads", id=made)
    assert (elsewhere["code"], elsewhere["path"]) == ("views.bad", "list")


@pytest.mark.parametrize(
    ("view", "path"),
    [
        ({"state": "nothing"}, "state"),
        ({"state": "[]"}, "state"),
        ({"state": '{"a":' * 300 + "1" + "}" * 300}, "state"),
        ({"state": '{"a": "\\u0000"}'}, "state"),
        ({"state": '{"a": "%s"}' % ("x" * policy.MOST_BYTES)}, "state"),
        ({"name": " \n "}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"list": "Journals; --"}, "list"),
        ({"list": "anything"}, "list"),
        ({"list": "about"}, "list"),
        ({"version": 0}, "version"),
    ],
)
async def test_what_is_no_view_is_refused(
    api: Any, view: dict[str, Any], path: str
) -> None:
    refused = await _saved(api, **view)
    assert (refused["code"], refused["path"]) == ("views.bad", path)
    assert await _views(api) == []


async def test_a_person_has_no_more_views_than_can_be_looked_at(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "MOST", 2)
    for name in ("a", "b"):
        assert (await _saved(api, name=name))["__typename"] == "Success"
    assert (await _saved(api, name="c"))["code"] == "views.too_many"
    assert (await _saved(api, name="c", list="uploads"))["__typename"] == "Success"
    assert (await _saved(api, "user-2", name="c"))["__typename"] == "Success"


async def test_a_person_has_no_more_views_of_all_lists_than_are_ever_used(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "MOST_OF_ALL", 2)
    for name in ("journals", "uploads"):
        assert (await _saved(api, list=name))["__typename"] == "Success"
    refused = await _saved(api, list="messages")
    assert refused["code"] == "views.too_many_in_all"
    assert (await _saved(api, "user-2", list="messages"))["__typename"] == "Success"


async def test_what_was_done_to_views_is_written_down(api: Any) -> None:
    made = (await _saved(api, shared=True))["id"]
    await _saved(api, name="Other", id=made)
    await _do(api, f'renameView(id: "{made}", name: "Third")')
    await _do(api, f'setDefaultView(list: "journals", id: "{made}")')
    await _do(api, f'deleteView(id: "{made}")')
    events = await api.data(
        '{ auditEvents(filter: {verbs: ["views"]}, orderBy: {direction: ASC}) {'
        " edges { node { verb was now subject { kind name } } } } }",
        MANAGER,
    )
    found = [edge["node"] for edge in events["auditEvents"]["edges"]]
    assert [one["verb"] for one in found] == [
        "views.created", "views.changed", "views.renamed", "views.default_set",
        "views.deleted",
    ]  # fmt: skip
    assert found[2]["was"] == '{"list":"journals","name":"Other","shared":false}'
    assert found[2]["subject"] == {"kind": "view", "name": "Third"}


ARRANGE = """mutation ($list: String!, $ids: [ID!]!) { arrange(list: $list, ids: $ids) {
  __typename ... on Problem { code path } } }"""


async def _arrange(api: Any, *ids: str, of: str = "accounts") -> Any:
    data = await api.data(ARRANGE, variables={"list": of, "ids": ids})
    return data["arrange"]


async def _arranged(api: Any, user: str = "user-1") -> Any:
    data = await api.data('{ arrangement(list: "accounts") }', user=user)
    return data["arrangement"]


async def test_an_order_of_rows_is_ones_own(api: Any) -> None:
    assert await _arranged(api) == []
    assert (await _arrange(api, "3", "1", "3", "2"))["__typename"] == "Success"
    assert await _arranged(api) == ["3", "1", "2"]
    assert await _arranged(api, user="user-2") == []
    await _arrange(api, "2")
    assert await _arranged(api) == ["2"]
    await _arrange(api)
    assert await _arranged(api) == []


@pytest.mark.parametrize(
    "ids", [["x" * 65], [""], ["a\nb"], [str(n) for n in range(501)]]
)
async def test_an_order_is_of_ids_and_not_endless(api: Any, ids: list[str]) -> None:
    assert await _arrange(api, *ids) == {
        "__typename": "Problem", "code": "views.bad", "path": "ids",
    }  # fmt: skip
    assert await _arranged(api) == []


async def test_only_lists_there_are_can_be_arranged(api: Any) -> None:
    assert (await _arrange(api, "1", of="unicorns"))["path"] == "list"
