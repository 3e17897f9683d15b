"""Payees in the graph and as a file: who they are, what they got, what is wrong."""

import csv
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    Release,
)
from giroscope.features.uploads import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from tests.journals.test_kept_payees import FILES, GARDEN, SMITH
from tests.payments.payee_files import GERMAN, HOME, SECOND, Bill, by_nordea
from tests.payments.payment_factory import Answer, pain001, pain002

pytestmark = [pytest.mark.served, pytest.mark.both_stores]

TWIN = "Hаvnens Smedje ApS"  # noqa: RUF001
LIST = """query ($filter: PayeeFilter, $order: PayeeOrder, $first: Int,
    $after: String) {
  payees(filter: $filter, orderBy: $order, first: $first, after: $after) {
    edges { cursor node { id name account } } totalCount } }"""
ONE = """query ($id: ID!) { payee(id: $id) {
  name trust payments accountCount firstPayment lastPayment accountChanged address
  addressSince looksLike { name }
  sums { outcome amount { amount currency } count }
  addresses { bank rail form state since fault { en } }
  accounts { account payments firstPayment lastPayment isKnown }
  changes { account correlationId amount { amount } title { en }
    approvals { by onBehalfOf reason isSignature } } } }"""
REFUSED = """query ($id: ID!) { payee(id: $id) { address addresses { state since
  fault { en } refused { correlationId executionDate reason { code remedy } } } } }"""
PAID = """query ($filter: PaymentFilter) { payments(filter: $filter) {
    edges { node { endToEndId payeeId } } }
  paymentTotals(filter: $filter) { currency amount count } }"""

Import = Callable[..., Upload]


@pytest.fixture
def world(import_bytes: Import) -> dict[str, Upload]:
    """Two files, an answer, and somebody whose address is taken everywhere."""
    files = FILES | {
        "three.xml": (
            by_nordea(
                pain001(
                    {"A": [Bill("E7", "70.00", "Zeta SpA", "EUR", account=GERMAN)]},
                    message="M3",
                )
            ),
            "PAYMENT",
        )
    }
    names = ("one.xml", "two.xml", "status.xml", "three.xml")
    return {name: import_bytes(files[name][0], name, files[name][1]) for name in names}


async def _names(api: Any, narrowed: Any = None, **more: Any) -> list[str]:
    told = await api.data(LIST, variables={"filter": narrowed, **more})
    rows = [edge["node"] for edge in told["payees"]["edges"]]
    return [row["name"] or row["account"] for row in rows]


async def _id(api: Any, name: str) -> str:
    told = await api.data(LIST, variables={"filter": None})
    rows = [edge["node"] for edge in told["payees"]["edges"]]
    return str(next(row["id"] for row in rows if row["name"] == name))


@pytest.mark.usefixtures("world")
async def test_payees_are_narrowed_sorted_and_paged(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody = [SECOND, GARDEN, SMITH.upper(), TWIN, "Zeta SpA"]
    assert await _names(api) == everybody
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"text": "SMEDJE"}, [SMITH.upper(), TWIN]),
        ({"text": "grøn h"}, [GARDEN]),
        ({"text": "%"}, []),
        ({"trust": ["NEW"]}, [SECOND, GARDEN, "Zeta SpA"]),
        ({"trust": ["NEW_ACCOUNT", "KNOWN"]}, [SMITH.upper(), TWIN]),
        ({"trust": []}, []),
        ({"currency": "EUR"}, [SMITH.upper(), "Zeta SpA"]),
        ({"changed": {"from": "2026-03-09"}}, [SMITH.upper()]),
        ({"changed": {"to": "2026-03-08"}}, []),
        ({"address": ["REFUSED"]}, []),
        ({"address": ["UPCOMING"]}, [SMITH.upper()]),
        ({"address": ["READY"]}, [GARDEN, TWIN]),
        ({"address": ["NONE"]}, [SECOND, "Zeta SpA"]),
        ({"address": ["READY", "NONE"], "text": "zeta"}, ["Zeta SpA"]),
    ]
    for narrowed, expected in cases:
        assert await _names(api, narrowed) == expected, narrowed
    # On the day that the bank has told, its refusal is in force.
    later = "giroscope.features.payments.payees.filter.system_clock"
    monkeypatch.setattr(later, lambda: system_clock() + timedelta(days=300))
    assert await _names(api, {"address": ["REFUSED"]}) == [SMITH.upper()]
    for field, expected in {
        "NAME": everybody,
        "PAYMENTS": [GARDEN, TWIN, SECOND, "Zeta SpA", SMITH.upper()],
        "ADDRESS": everybody,
        "LAST_PAYMENT": [GARDEN, "Zeta SpA", SMITH.upper(), TWIN, SECOND],
    }.items():
        for direction in ("ASC", "DESC"):
            order = {"field": field, "direction": direction}
            found = await _names(api, order=order)
            assert len(set(found)) == len(everybody)
            if field == "NAME":
                assert found == (expected if direction == "ASC" else expected[::-1])
            seen: list[str] = []
            after = None
            while len(seen) < len(everybody):
                told = await api.data(
                    LIST, variables={"order": order, "first": 2, "after": after}
                )
                edges = told["payees"]["edges"]
                seen += [e["node"]["name"] or e["node"]["account"] for e in edges]
                after = edges[-1]["cursor"]
            assert seen == found
    tabs = await api.data("{ payeeTabs { all toCorrect } }")
    assert tabs["payeeTabs"] == {"all": 5, "toCorrect": 1}


async def test_a_payee_tells_accounts_sums_changes_and_who_let_them_pass(
    api: Any, world: dict[str, Upload], database: Database, realm: str
) -> None:
    _approve(database, realm, world["two.xml"])
    payee_id = await _id(api, SMITH.upper())
    told = (await api.data(ONE, variables={"id": payee_id}))["payee"]
    assert told["looksLike"] == [{"name": TWIN}]
    assert told["trust"] == "NEW_ACCOUNT"
    assert (told["payments"], told["accountCount"]) == (3, 3)
    sums = {
        (one["amount"]["currency"], one["outcome"]): one["amount"]["amount"]
        for one in told["sums"]
    }
    assert sums == {
        ("DKK", "IN_FLIGHT"): "10.00", ("DKK", "STOPPED"): "30.00",
        ("EUR", "IN_FLIGHT"): "5.25",
    }  # fmt: skip
    accounts = [
        (one["account"], one["firstPayment"], one["isKnown"])
        for one in told["accounts"]
    ]
    assert accounts == [
        (SECOND, "2026-03-09", True), (GERMAN, "2026-03-02", False),
        (HOME, "2026-03-02", True),
    ]  # fmt: skip
    (change,) = [one for one in told["changes"] if one["account"] == SECOND]
    assert change["correlationId"] == world["two.xml"].correlation_id
    assert change["approvals"] == [
        {"by": "Alba", "onBehalfOf": "Bo", "reason": "called", "isSignature": False},
        {"by": "Cia", "onBehalfOf": None, "reason": None, "isSignature": True},
    ]
    (danish,) = [
        one for one in told["addresses"]
        if (one["bank"], one["rail"]) == ("Nordea", "danish")
    ]  # fmt: skip
    assert (danish["state"], danish["since"]) == ("UPCOMING", "2027-07-01")
    assert danish["fault"] == {"en": "An address has free lines only"}
    paid = await api.data(PAID, variables={"filter": {"payeeId": payee_id}})
    rows = [edge["node"] for edge in paid["payments"]["edges"]]
    assert {row["endToEndId"] for row in rows} == {"E1", "E3", "E4"}
    assert {row["payeeId"] for row in rows} == {payee_id}
    assert paid["paymentTotals"] == [
        {"currency": "DKK", "amount": "40.00", "count": 2},
        {"currency": "EUR", "amount": "5.25", "count": 1},
    ]
    assert (await api.data(ONE, variables={"id": "9999"}))["payee"] is None


@pytest.mark.usefixtures("world")
async def test_payees_as_a_file_say_what_the_list_says(api: Any) -> None:
    (row,) = await _exported(api, {"address": ["UPCOMING"]})
    assert row["Betalingsmodtager"] == SMITH.upper()
    assert (row["Tillid"], row["Adresse"]) == ("Ny konto", "Afvises senere")
    assert row["Afvises af"] == "Nordea 2027-07-01"
    assert (row["Undervejs"], row["Betalt"]) == ("10.00 DKK; 5.25 EUR", "")
    assert row["Ligner"] == TWIN


@pytest.mark.usefixtures("world")
async def test_a_refused_address_is_told_with_its_payment_and_reasons(
    api: Any, import_bytes: Import
) -> None:
    answers = {
        "A": (None, [Answer("E2", "RJCT", "BE04"), Answer("E1", "RJCT", "AC04")])
    }
    report = pain002(
        original="M1", batches=answers, message="S2", created="2026-03-03T08:00:00"
    )
    journal = import_bytes(report, "later.xml", "PAYMENT").correlation_id
    assert await _names(api, {"address": ["REFUSED"]}) == [GARDEN]
    assert GARDEN not in await _names(api, {"address": ["UPCOMING", "READY", "NONE"]})
    assert await _names(api, {"address": ["UPCOMING"]}) == [SMITH.upper()]
    # What was refused comes first, then by the date that a bank has told.
    order = {"field": "ADDRESS", "direction": "ASC"}
    assert (await _names(api, order=order))[:2] == [GARDEN, SMITH.upper()]
    tabs = await api.data("{ payeeTabs { toCorrect } }")
    assert tabs["payeeTabs"] == {"toCorrect": 2}
    one = await api.data(REFUSED, variables={"id": await _id(api, GARDEN)})
    assert one["payee"]["address"] == "REFUSED"
    (address,) = one["payee"]["addresses"]
    assert address == {
        "state": "REFUSED", "since": "2027-07-01", "fault": None,
        "refused": {
            "correlationId": journal, "executionDate": "2026-03-02",
            "reason": {"code": "BE04", "remedy": "ADDRESS"},
        },
    }  # fmt: skip
    (row,) = await _exported(api, {"address": ["REFUSED"]})
    assert (row["Adresse"], row["Afvises fra"], row["Afvises af"]) == (
        "Afvises",
        "",
        "",
    )
    assert row["Betaling afvist af"] == "Nordea 2026-03-02"
    assert row["Rettes"].startswith("BE04: ")


async def _exported(api: Any, narrowed: Any) -> list[dict[str, str]]:
    async with api.client() as client:
        response = await client.get(
            "/api/export/payees",
            params={"filter": json.dumps(narrowed), "locale": "da"},
        )
    lines = response.text.lstrip("\ufeff").splitlines()
    return list(csv.DictReader(lines, delimiter=";"))


def _approve(database: Database, realm: str, upload: Upload) -> None:
    """The file was approved by one in another's place, and signed by a third."""
    now = system_clock()
    with database.job_connection(realm) as connection:
        connection.execute(
            insert(ApprovalCase).values(
                correlation_id=upload.correlation_id, document_id=upload.document_id,
                sha256="0", connection_id=1, connection_name="Bank", state="RELEASED",
                opened=now, expires=now, rules=[], told=[], is_told=True,
            )
        )  # fmt: skip
        case_id = connection.execute(select(ApprovalCase.id)).scalar_one()
        for person, undone, reason in (("Alba", None, "called"), ("Dan", now, None)):
            connection.execute(
                insert(Approval).values(
                    case_id=case_id, sha256="0", person_id=person, person_name=person,
                    for_id="bo", for_name="Bo", at=now, undone=undone, reason=reason,
                )
            )  # fmt: skip
        connection.execute(
            insert(Release).values(
                correlation_id=upload.correlation_id, document_id=upload.document_id,
                sha256="0", connection_id=1, signed=now, signed_by="cia",
                signed_by_name="Cia", sending_id=1,
            )
        )  # fmt: skip
        connection.commit()
