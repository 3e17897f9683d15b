"""An account that was joined into another is in no list, and back when separated."""

import csv
import io
from typing import Any

import pytest

from bankfiles import Account as FileAccount
from giroscope.features.banks import account_of_file
from giroscope.features.banks.account_joins import join, undo_join
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database

pytestmark = pytest.mark.served

MANAGER = "giroscope-account-management"
ACCOUNTS = "{ accounts { edges { node { number } } } }"
GIVE = """mutation ($id: ID!, $nickname: String!) {
  nicknameAccount(id: $id, nickname: $nickname) { __typename } }"""


async def _listed(api: Any) -> list[str]:
    data = await api.data(ACCOUNTS)
    async with api.client() as client:
        file = await client.get("/api/export/accounts")
    numbers = [edge["node"]["number"] for edge in data["accounts"]["edges"]]
    rows = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"), ""))
    assert [row["Account"] for row in rows] == numbers
    return numbers


async def test_a_joined_account_is_in_no_list_until_it_is_separated(
    database: Database, realm: str, api: Any
) -> None:
    with database.job_connection(realm) as connection:
        kept, joined = (
            account_of_file(connection, FileAccount(other=number), "DKK")
            for number in ("1001", "1002")
        )
        connection.commit()
    await api.data(GIVE, MANAGER, variables={"id": str(joined), "nickname": "Wages"})
    by = shell_actor(realm)
    with database.job_connection(realm) as connection:
        join(connection, kept, joined, by)
        connection.commit()
    assert await _listed(api) == ["1001"]
    # The nickname is free meanwhile.
    given = await api.data(
        GIVE, MANAGER, variables={"id": str(kept), "nickname": "Wages"}
    )
    assert given["nicknameAccount"]["__typename"] == "Success"
    with database.job_connection(realm) as connection:
        undo_join(connection, joined, by)
        connection.commit()
    assert await _listed(api) == ["1001", "1002"]
