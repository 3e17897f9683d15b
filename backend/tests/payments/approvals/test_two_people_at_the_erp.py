"""Where payments come from is changed by two account managers, as the graph has it."""

from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.documents import Vault
from giroscope.features.erp import requests_graph
from giroscope.features.erp.checking.status import Validity
from giroscope.features.erp.configuration import activate as activation
from giroscope.features.erp.mapping.tables import (
    ErpMapping,
    ErpMappingVersion,
    ErpMethod,
)
from giroscope.features.erp.requests import LIVES
from giroscope.features.erp.tables import ErpRequest, ErpVersion
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, EURO, LedgerErp
from tests.payments.approvals.approval_desk import Desk

_KIND = "economic"
_WAITING = """{ erpRequests { id kind changes requestedBy isOwn canConfirm method
  debtorAccount debtorAccountNow obstacle { code } } }"""
_IN_USE = "{ erpConfiguration { active { number activatedBy } draft { revision } } }"


@pytest.fixture(autouse=True)
def now(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The provider says who manages accounts; no ERP is asked."""

    async def managers_at(*_: object) -> frozenset[str]:
        return frozenset(desk.managers)

    async def valid(*_: object) -> Validity:
        return Validity.VALID

    monkeypatch.setattr(requests_graph, "managers_at", managers_at)
    monkeypatch.setattr(activation, "validity_of", valid)


async def drafted(desk: Desk, who: str = "max", **values: str) -> int:
    """A draft that lacks nothing, as somebody typed it; tells its revision."""
    whole = {"journal": "1", "balancing_account": "5820"} | values
    told = ", ".join(f'{{name: "{k}", value: "{v}"}}' for k, v in whole.items())
    secrets = ", ".join(
        f'{{name: "{name}", value: "s3cr3t-of-{name}"}}'
        for name in ("app_secret", "grant")
    )
    found = (await desk.ask(who, _IN_USE))["erpConfiguration"]
    revision = found["draft"] and found["draft"]["revision"]
    more = f", revision: {revision}" if revision else ""
    told_secrets = "" if found["active"] else f", secrets: [{secrets}]"
    saved = await desk.do(
        who, "saveErpDraft", f'kind: "{_KIND}", values: [{told}]{told_secrets}{more}'
    )
    assert saved["__typename"] == "Success", saved
    found = (await desk.ask(who, _IN_USE))["erpConfiguration"]
    return int(found["draft"]["revision"])


async def activate(desk: Desk, revision: int, who: str = "max") -> Any:
    return await desk.do(
        who, "activateErpConfiguration", f"revision: {revision}",
        "... on Success { id }",
    )  # fmt: skip


async def waiting(desk: Desk, who: str = "mia") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await desk.ask(who, _WAITING))["erpRequests"]
    return found


async def decide(desk: Desk, who: str, what: str, request: dict[str, Any]) -> Any:
    return await desk.do(who, f"{what}ErpRequest", f'id: "{request["id"]}"')


async def in_use(desk: Desk) -> Any:
    return (await desk.ask("mia", _IN_USE))["erpConfiguration"]["active"]


async def test_a_configuration_is_in_use_once_a_second_manager_confirmed(
    desk: Desk,
) -> None:
    asked = await activate(desk, await drafted(desk, company="1"))
    assert asked == {"__typename": "Success", "id": None}
    assert await in_use(desk) is None
    (own,) = await waiting(desk, "max")
    assert (own["isOwn"], own["obstacle"]) == (True, {"code": "erp.same_person"})
    assert own["canConfirm"] == ["Mia Test"]
    assert await decide(desk, "max", "confirm", own) == "erp.same_person"
    assert await decide(desk, "alba", "confirm", own) == "forbidden"
    (request,) = await waiting(desk)
    assert request["changes"] == ["BOOKS", "ADDRESS", "FOLDER", "CREDENTIALS"]
    assert request["obstacle"] is None
    assert (await decide(desk, "mia", "confirm", request))["__typename"] == "Success"
    assert await in_use(desk) == {"number": 1, "activatedBy": "Mia Test"}
    with desk.connection() as held:
        (row,) = held.execute(select(ErpVersion)).all()
    assert (row.requested_by, row.activated_by) == ("max", "mia")
    assert row.setters["company"]["id"] == row.setters["kind"]["id"] == "max"
    assert await waiting(desk) == []
    assert await decide(desk, "mia", "confirm", request) == "erp.request_over"
    assert {"erp.request", "erp.activate"} <= set(desk.trail())


async def test_nobody_who_counts_as_one_with_who_asked_confirms(desk: Desk) -> None:
    desk.tie("mia", "max")
    await activate(desk, await drafted(desk, company="1"))
    (request,) = await waiting(desk)
    assert request["canConfirm"] == []
    for what in ("confirm", "reject"):
        assert await decide(desk, "mia", what, request) == "erp.not_independent"
    assert await in_use(desk) is None


async def test_a_request_is_void_once_the_draft_or_its_people_changed(
    desk: Desk,
) -> None:
    await activate(desk, await drafted(desk, company="1"))
    (request,) = await waiting(desk)
    desk.managers.discard("mia")
    for what in ("confirm", "reject"):
        assert await decide(desk, "mia", what, request) == "erp.no_manager"
    desk.managers.add("mia")
    desk.managers.discard("max")
    assert await decide(desk, "mia", "confirm", request) == "erp.requester_gone"
    desk.managers.add("max")
    # What was seen is another draft by now.
    revision = await drafted(desk, company="2")
    assert await decide(desk, "mia", "confirm", request) == "erp.request_over"
    await activate(desk, revision)
    (anew,) = await waiting(desk)
    desk.now += LIVES
    assert await waiting(desk) == []
    assert await decide(desk, "mia", "confirm", anew) == "erp.request_over"
    assert await in_use(desk) is None


async def test_a_request_is_rejected_or_withdrawn_and_nothing_changes(
    desk: Desk,
) -> None:
    revision = await drafted(desk, company="1")
    await activate(desk, revision)
    (request,) = await waiting(desk)
    assert await decide(desk, "mia", "withdraw", request) == "erp.not_requester"
    assert (await decide(desk, "mia", "reject", request))["__typename"] == "Success"
    await activate(desk, revision)
    (request,) = await waiting(desk)
    assert (await decide(desk, "max", "withdraw", request))["__typename"] == "Success"
    assert await waiting(desk) == []
    assert await in_use(desk) is None
    assert {"erp.request_rejected", "erp.request_withdrawn"} <= set(desk.trail())


async def test_what_moves_no_money_needs_no_second_person(desk: Desk) -> None:
    await activate(desk, await drafted(desk, company="1"))
    await decide(desk, "mia", "confirm", (await waiting(desk))[0])
    revision = await drafted(desk, fetch_minutes="30")
    assert (await activate(desk, revision))["id"] == "2"
    assert await waiting(desk) == []
    # Another way in does.
    await desk.do(
        "max", "saveErpDraft",
        'secrets: [{name: "grant", value: "another-agreement-altogether"}]',
    )  # fmt: skip
    draft = (await desk.ask("max", _IN_USE))["erpConfiguration"]["draft"]
    assert (await activate(desk, draft["revision"]))["id"] is None
    (request,) = await waiting(desk)
    assert request["changes"] == ["CREDENTIALS"]


async def test_a_mapping_pays_from_another_account_once_two_said_so(
    desk: Desk, settings: Settings, vault: Vault, tmp_path: Any
) -> None:
    erp = ExchangeDesk(settings, desk.database, vault, LedgerErp(tmp_path / "l.db"))
    erp.set_up()
    erp.map_all()
    first = erp.all(ErpMapping)[0]

    async def save(account: str, version: int, who: str = "max") -> Any:
        mapping = (
            'mapping: {method: "M1", target: DK_DOMESTIC, chargeBearer: "SHAR",'
            ' referenceRule: FREE, validFrom: "2026-01-01", position: 10,'
            f' debtorAccount: "{account}"}}'
        )
        return await desk.do(
            who, "saveErpMapping",
            f'{mapping}, id: "{first.id}", version: {version}',
            "... on Success { id }",
        )  # fmt: skip

    def pays_from() -> str:
        return str(erp.one(ErpMapping, ErpMapping.id == first.id).debtor_account)

    assert await save(ACCOUNT, first.version) == {"__typename": "Success", "id": None}
    assert pays_from() == ""
    (request,) = await waiting(desk)
    assert (request["kind"], request["changes"]) == (
        "DEBTOR_ACCOUNT", ["DEBTOR_ACCOUNT"],
    )  # fmt: skip
    assert (request["debtorAccount"], request["debtorAccountNow"]) == (ACCOUNT, "")
    assert await decide(desk, "max", "confirm", request) == "erp.same_person"
    assert (await decide(desk, "mia", "confirm", request))["__typename"] == "Success"
    assert pays_from() == ACCOUNT
    last = erp.all(ErpMappingVersion, ErpMappingVersion.mapping_id == first.id)[-1]
    assert (last.by_id, last.confirmed_by) == ("max", "mia")
    # Neither many at once nor going back is a way around.
    undone = await desk.do("max", "undoErpMapping", f'id: "{first.id}"')
    assert undone == "erp.account_needs_request"
    await desk.do(
        "max", "setErpMappings",
        f'selection: {{ids: ["{first.id}"]}}, set: {{debtorAccount: "{EURO}"}}',
    )  # fmt: skip
    assert pays_from() == ACCOUNT
    (request,) = await waiting(desk)
    # What else was changed meanwhile is another mapping than was asked for.
    with desk.connection() as held:
        held.execute(update(ErpMapping).values(version=ErpMapping.version + 1))
        held.commit()
    assert await decide(desk, "mia", "confirm", request) == "erp.request_over"
    assert pays_from() == ACCOUNT
    assert [one.state for one in erp.all(ErpRequest)] == ["CONFIRMED", "PENDING"]


async def test_a_sheet_moves_no_mapping_to_another_account_either(
    desk: Desk, settings: Settings, vault: Vault, tmp_path: Any
) -> None:
    erp = ExchangeDesk(settings, desk.database, vault, LedgerErp(tmp_path / "l.db"))
    erp.set_up()
    erp.fetch_lists()
    method = erp.one(ErpMethod, ErpMethod.native_id == "M1").code
    sheet = f"method;target;debtorAccount\\n{method};DK_DOMESTIC;{ACCOUNT}\\n"
    told = await desk.do(
        "max", "importErpMappings", f'csv: "{sheet}", dryRun: false',
        "... on ErpImport { lines { act message } isWritten }",
    )  # fmt: skip
    assert told["lines"] == [{"act": "REQUESTED", "message": None}]
    assert erp.all(ErpMapping) == []
    (request,) = await waiting(desk)
    assert (await decide(desk, "mia", "confirm", request))["__typename"] == "Success"
    assert erp.one(ErpMapping).debtor_account == ACCOUNT
