"""A journal as its ERP sees it, in the graph: told, written, proven, not taken."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from giroscope.features.documents import Vault
from giroscope.kernel.access import ACCOUNT_MANAGEMENT
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.erp_in_use import ErpInUse

pytestmark = pytest.mark.served

ORIGIN = """query ($journal: ID!) { erpJournal(correlationId: $journal) {
  erp company isInUse order payments told waiting failed
  failures { label code canDecide page }
  statements { proven write { state nativeId page } } } }"""
OWN = """query ($journal: ID!) { erpPayments(first: 10, filter: {journal: $journal}) {
  edges { node { number state told page writes { operation state }
    proof { day write { state } } } } } }"""
SKIP = """mutation ($ids: [ID!], $reason: String!) {
  skipErpRecords(selection: {ids: $ids}, reason: $reason) {
    ... on BulkResults { results { label outcome code } }
    ... on Problem { code } } }"""
FAILED = "{ erpOutbox(first: 5, filter: {states: [FAILED]}) { edges { node { id } } } }"


@pytest.fixture
async def paid(
    api: Any, settings: Settings, database: Database, vault: Vault, tmp_path: Path
) -> tuple[Any, str]:
    """A journal of an ERP, and those who ask about it."""

    def world() -> str:
        return ErpInUse(settings, database, vault, tmp_path).pay()

    return api, await asyncio.to_thread(world)


async def test_a_journal_tells_whose_it_is_and_what_the_erp_was_told(
    paid: tuple[Any, str],
) -> None:
    api, journal = paid
    told = (await api.data(ORIGIN, variables={"journal": journal}))["erpJournal"]
    assert (told["erp"], told["isInUse"]) == ("Havnens Handel", True)
    assert (told["payments"], told["told"], told["failed"]) == (2, 2, 1)
    (failure,) = told["failures"]
    assert (failure["code"], failure["canDecide"]) == ("period_closed", True)
    base = "https://tryton.example/#books/model/account"
    assert failure["page"] == f"{base}.payment/2"
    assert [one["proven"] for one in told["statements"]] == [1, 1]
    (first, _) = told["statements"]
    assert first["write"]["state"] == "WRITTEN"
    native_id = first["write"]["nativeId"]
    assert first["write"]["page"] == f"{base}.statement/{native_id}"


async def test_each_payment_has_its_page_its_state_there_and_its_line(
    paid: tuple[Any, str],
) -> None:
    api, journal = paid
    rows = (await api.data(OWN, variables={"journal": journal}))["erpPayments"]
    found = {one["node"]["number"]: one["node"] for one in rows["edges"]}
    assert set(found) == {"P-1", "P-2"}
    for number, state in (("P-1", "WRITTEN"), ("P-2", "FAILED")):
        one = found[number]
        assert (one["state"], one["told"]) == ("BOOKED", "BOOKED")
        assert one["writes"] == [{"operation": "STATUS", "state": state}]
        assert one["proof"] == {"day": "2026-11-24", "write": {"state": "WRITTEN"}}
        assert one["page"].endswith(f"/account.payment/{number[2:]}")


async def test_a_journal_of_nobody_has_no_erp(paid: tuple[Any, str]) -> None:
    api, _ = paid
    told = await api.data(ORIGIN, variables={"journal": "nothing-like-that"})
    assert told["erpJournal"] is None


async def test_many_writes_are_left_with_a_reason_and_each_is_told(
    paid: tuple[Any, str],
) -> None:
    api, _ = paid
    rows = (await api.data(FAILED))["erpOutbox"]["edges"]
    ids = [row["node"]["id"] for row in rows]
    assert len(ids) == 1
    one = "query ($id: ID!) { erpWrite(id: $id) { state reason } }"
    asked = {"ids": [*ids, "999999"], "reason": " "}
    refused = await api.data(SKIP, ACCOUNT_MANAGEMENT, variables=asked)
    assert {each["code"] for each in refused["skipErpRecords"]["results"]} == {
        "erp.reason_needed"
    }
    asked["reason"] = "Booked by hand"
    told = await api.data(SKIP, ACCOUNT_MANAGEMENT, variables=asked)
    assert [each["outcome"] for each in told["skipErpRecords"]["results"]] == [
        "DONE", "NOT_ELIGIBLE"
    ]  # fmt: skip
    left = await api.data(one, variables={"id": ids[0]})
    assert left["erpWrite"] == {"state": "SKIPPED", "reason": "Booked by hand"}
    gone = await api.data(one, variables={"id": "999999"})
    assert gone["erpWrite"] is None
