"""A journal whose statements are of several accounts, and how it is found."""

from typing import Any

import pytest

from tests.payments.payment_factory import Order, pain001
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


async def test_a_payment_file_of_an_unknown_account_tells_what_it_pays_from(
    api: Any, import_bytes: Any
) -> None:
    batches = {"B-1": [Order("E-1", "10.00")], "B-2": [Order("E-2", "5.00")]}
    file = pain001(batches, debtor=OTHERS[0])
    # A file may name several; the first stands for all, as in its totals.
    file = OTHERS[1].encode().join(file.rsplit(OTHERS[0].encode(), 1))
    import_bytes(file, "pay.xml", "PAYMENT")
    question = "{journals{edges{node{paidFrom account{number}}}}}"

    async def told() -> tuple[Any, str]:
        [edge] = (await api.data(question))["journals"]["edges"]
        async with api.client() as client:
            answer = await client.get("/api/export/journals?columns=account")
        return edge["node"], answer.text.splitlines()[-1]

    unknown = {"paidFrom": OTHERS[0], "account": None}
    assert await told() == (unknown, OTHERS[0])
