"""A journal whose statements are of several accounts, and how it is found."""

from typing import Any

import pytest

from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.served

OTHERS = ("DK5750510001322617", "DE89370400440532013000")


async def test_it_says_how_many_there_are_and_is_found_by_each(
    api: Any, import_bytes: Any
) -> None:
    first = Sheet([Line("10.00")])
    others = [Sheet([Line("5.00")], account=number) for number in OTHERS]
    import_bytes(camt(first, *others), "three.xml")
    import_bytes(camt(Sheet([Line("7.00")], sequence="2")), "one.xml")
    accounts = await api.data("{accounts{edges{node{id number}}}}")
    ids = {
        edge["node"]["number"]: edge["node"]["id"]
        for edge in accounts["accounts"]["edges"]
    }
    question = (
        "query($of:[ID!]){journals(filter:{accountIds:$of})"
        "{edges{node{furtherAccounts account{number}}}}}"
    )
    counts = {}
    for number, account_id in ids.items():
        found = await api.data(question, variables={"of": [account_id]})
        counts[number] = sorted(
            edge["node"]["furtherAccounts"] for edge in found["journals"]["edges"]
        )
    assert counts == {first.account: [0, 2], **{key: [2] for key in OTHERS}}
