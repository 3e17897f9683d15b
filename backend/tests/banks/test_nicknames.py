"""A realm calls its accounts what it likes; who sets up banks gives the names."""

from typing import Any

import pytest

from bankfiles import Account as FileAccount
from giroscope.features.banks import account_of_file
from giroscope.kernel.database import Database

pytestmark = pytest.mark.served

MANAGER = "giroscope-account-management"
GIVE = """mutation ($id: ID!, $nickname: String!) {
  nicknameAccount(id: $id, nickname: $nickname) {
  __typename ... on Problem { code message path } } }"""
ACCOUNTS = "{ accounts { edges { node { id number nickname } } } }"
ACTS = """{ auditEvents(filter: {verbs: ["banks.nickname"]}) {
  edges { node { was now } } } }"""


@pytest.fixture
def accounts(database: Database, realm: str) -> tuple[str, str]:
    """The ids of two accounts in one currency."""
    with database.job_connection(realm) as connection:
        ids = [
            account_of_file(connection, FileAccount(iban=number), "DKK")
            for number in ("DK1", "DK2")
        ]
        connection.commit()
    return str(ids[0]), str(ids[1])


async def _give(api: Any, account: str, nickname: str, role: str = MANAGER) -> Any:
    data = await api.data(GIVE, role, variables={"id": account, "nickname": nickname})
    return data["nicknameAccount"]


async def _called(api: Any) -> list[str | None]:
    data = await api.data(ACCOUNTS)
    return [edge["node"]["nickname"] for edge in data["accounts"]["edges"]]


async def test_a_nickname_is_everybodys_and_is_written_down(
    accounts: tuple[str, str], api: Any
) -> None:
    first, _ = accounts
    assert await _called(api) == [None, None]
    await _give(api, first, "  Wages\tand   tax ")
    assert await _called(api) == ["Wages and tax", None]
    await _give(api, first, "Wages and tax")
    await _give(api, first, " ")
    assert await _called(api) == [None, None]
    acts = await api.data(ACTS, MANAGER)
    told = [edge["node"] for edge in acts["auditEvents"]["edges"]]
    bare, named = '{"nickname":null}', '{"nickname":"Wages and tax"}'
    assert [(one["was"], one["now"]) for one in told] == [(named, bare), (bare, named)]


async def test_two_accounts_are_not_called_alike(
    accounts: tuple[str, str], api: Any
) -> None:
    first, second = accounts
    await _give(api, first, "Wages")
    problem = await _give(api, second, "WAGES")
    assert (problem["code"], problem["path"]) == ("banks.nickname_taken", "nickname")
    problem = await _give(api, second, "x" * 41)
    assert (problem["code"], problem["path"]) == ("banks.bad_nickname", "nickname")
    assert (await _give(api, "99", "Tax"))["code"] == "not_found"
    assert (await _give(api, second, "x" * 40))["__typename"] == "Success"


async def test_an_account_is_found_by_its_nickname(
    accounts: tuple[str, str], api: Any
) -> None:
    await _give(api, accounts[1], "Rainy days")
    data = await api.data(
        '{ search(text: "rainy") { groups { hits { title address } } } }'
    )
    (group,) = data["search"]["groups"]
    assert group["hits"] == [
        {"title": "Rainy days", "address": "/journals/statements?account=2"}
    ]


async def test_a_nickname_takes_the_right_to_set_up_banks(
    accounts: tuple[str, str], api: Any
) -> None:
    refused = await _give(api, accounts[0], "Mine", role="giroscope-upload")
    assert refused["code"] == "forbidden"
    assert await _called(api) == [None, None]
