"""What waits for whom: what they may do, by kind, with age and money."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import update

from giroscope.features.banks import Account
from giroscope.features.banks.tables import BankKeyRequest
from giroscope.features.erp.tables import ErpRequest
from giroscope.features.months.tables import MonthProposal, MonthRule
from giroscope.features.passkeys.tables import Passkey
from giroscope.features.payments.approvals.tables import (
    ApprovalCase,
    ApprovalPolicyVersion,
)
from giroscope.features.payments.sending.tables import Sending
from giroscope.features.rules.tables import Rule
from giroscope.features.statements import PossibleDuplicate, Statement, Transaction
from giroscope.features.tasks import own_tasks
from giroscope.features.users.tables import RoleRequest
from tests.payments.approvals.approval_desk import Desk
from tests.tasks.rows import put

QUESTION = """{ myTasks { kind count countIsExact oldest path
  sums { currency amount count } } }"""
SINCE = datetime(2026, 11, 2, 8, tzinfo=UTC)
LATER = datetime(2026, 11, 3, 8, tzinfo=UTC)


async def _told(desk: Desk, who: str) -> dict[str, Any]:
    found = (await desk.ask(who, QUESTION))["myTasks"]
    return {one["kind"]: one for one in found}


def _ask_for_a_second(desk: Desk, asker: str) -> int:
    """One of everything that takes a second person; tells the bank's connection."""
    bank = desk.connect_bank()
    soon = desk.now + timedelta(days=1)
    asked = {"requested_by": asker, "created": SINCE, "expires": soon}
    proposed = {"proposed_by": asker, "proposed": SINCE, "state": "PROPOSED"}
    with desk.connection() as held:
        for created in (SINCE, LATER):
            put(
                held, ErpRequest, SINCE, state="PENDING", **asked | {"created": created}
            )
        put(held, BankKeyRequest, SINCE, connection_id=bank, state="PENDING", **asked)
        put(held, RoleRequest, SINCE, person_id="uma", state="PENDING", **asked)
        put(
            held,
            RoleRequest,
            SINCE,
            person_id="mia",
            role="y",
            state="PENDING",
            **asked,
        )
        put(held, Passkey, SINCE, person_id=asker, created_at=SINCE)
        put(held, ApprovalPolicyVersion, SINCE, **proposed)
        put(held, MonthRule, SINCE, **proposed)
        held.commit()
    return bank


async def test_what_takes_a_second_person_is_told_to_whom_it_waits_for(
    desk: Desk,
) -> None:
    bank = _ask_for_a_second(desk, "max")
    assert await _told(desk, "max") == await _told(desk, "alba") == {}
    found = await _told(desk, "mia")
    assert {kind: one["count"] for kind, one in found.items()} == {
        "CONFIRM_BANK": 1, "CONFIRM_ERP": 2, "CONFIRM_ROLE": 1, "CONFIRM_PASSKEY": 1,
        "CONFIRM_APPROVAL_RULES": 1, "CONFIRM_MONTH_RULE": 1,
    }  # fmt: skip
    assert found["CONFIRM_BANK"]["path"] == f"/bank?bank={bank}&part=certificates"
    assert found["CONFIRM_ERP"]["oldest"] == SINCE.isoformat()
    desk.tie("mia", "max")
    assert await _told(desk, "mia") == {}


async def test_what_is_over_or_decided_waits_for_nobody(desk: Desk) -> None:
    _ask_for_a_second(desk, "max")
    desk.now += timedelta(days=2)
    with desk.connection() as held:
        held.execute(update(Passkey).values(removed_at=SINCE))
        held.execute(update(ApprovalPolicyVersion).values(state="ACTIVE"))
        held.execute(update(MonthRule).values(state="ACTIVE"))
        held.commit()
    assert await _told(desk, "mia") == {}


async def test_approvals_and_unknown_outcomes_tell_their_money_by_currency(
    desk: Desk, bank: int
) -> None:
    paper = desk.hand_in("PAY-1", "100.10", "0.15")
    desk.hand_in("PAY-2", "7.00", currency="EUR")
    assert await _told(desk, "uma") == {}
    with desk.connection() as held:
        held.execute(
            update(ApprovalCase)
            .where(ApprovalCase.correlation_id == paper.correlation_id)
            .values(opened=SINCE)
        )
        sending = put(
            held, Sending, SINCE, correlation_id=paper.correlation_id,
            document_id=paper.document_id, connection_id=bank, state="UNKNOWN",
        )  # fmt: skip
        held.commit()
    found = await _told(desk, "alba")
    assert list(found) == ["UNKNOWN_OUTCOME", "APPROVE"]
    assert found["APPROVE"]["count"] == len(await desk.mine("alba")) == 2
    assert found["APPROVE"]["oldest"] == SINCE.isoformat()
    assert [
        (one["currency"], Decimal(one["amount"]), one["count"])
        for one in found["APPROVE"]["sums"]
    ] == [("DKK", Decimal("100.25"), 2), ("EUR", Decimal(7), 1)]
    unknown = found["UNKNOWN_OUTCOME"]
    assert (unknown["count"], unknown["path"]) == (1, f"/sendings?sending={sending}")
    assert [one["currency"] for one in unknown["sums"]] == ["DKK"]
    await desk.approve("alba", paper)
    assert (await _told(desk, "alba"))["APPROVE"]["count"] == 1


async def test_what_is_to_be_decided_about_entries_is_told_to_who_decides(
    desk: Desk, monkeypatch: Any
) -> None:
    paper = desk.hand_in()
    with desk.connection() as held:
        account = put(held, Account, SINCE, number="4400112233", currency="DKK")
        for month in (date(2026, 10, 1), date(2026, 9, 1)):
            put(held, MonthProposal, SINCE, account_id=account, month=month,
                state="PROPOSED", proposed_by="max", proposed=SINCE)  # fmt: skip
        put(held, Statement, SINCE, account_id=account, status="DISPUTED",
            document_id=paper.document_id, imported=SINCE)  # fmt: skip
        for number, (size, currency, state) in enumerate(
            (("2.00", "DKK", 0), ("3.00", "EUR", 0), ("5.00", "DKK", 1)), 1
        ):
            put(held, Transaction, SINCE, id=number, account_id=account, state=state,
                amount=-Decimal(size), size=Decimal(size), currency=currency,
                day=date(2026, 11, number), entry_key=bytes([number]) * 16)  # fmt: skip
        put(held, PossibleDuplicate, SINCE, left_id=2, right_id=1, account_id=account)
        put(held, Rule, SINCE, asked_state="ACTIVE", asked_by="max", asked=SINCE)
        held.commit()
    found = await _told(desk, "uma")
    kinds = ["CONFIRM_MONTH", "DISPUTED_STATEMENT", "POSSIBLE_DUPLICATE", "MATCH"]
    assert list(found) == kinds
    assert found["CONFIRM_MONTH"]["path"] == "/statements?month=2026-09&show=PROPOSED"
    assert found["DISPUTED_STATEMENT"]["oldest"] == SINCE.isoformat()
    assert found["POSSIBLE_DUPLICATE"]["sums"][0]["currency"] == "EUR"
    match = found["MATCH"]
    assert (match["count"], match["oldest"][:10]) == (2, "2026-11-01")
    assert [(one["currency"], Decimal(one["amount"])) for one in match["sums"]] == [
        ("DKK", Decimal(2)),
        ("EUR", Decimal(3)),
    ]
    assert await _told(desk, "max") == {}

    monkeypatch.setattr(own_tasks, "MOST", 1)
    match = (await _told(desk, "uma"))["MATCH"]
    assert (match["count"], match["countIsExact"], match["sums"]) == (1, False, [])


async def test_what_has_its_approvals_waits_for_whoever_may_sign_it(
    desk: Desk, bank: int
) -> None:
    """Until then for nobody; of a person behind the file never."""
    del bank
    paper = desk.hand_in("PAY-1", "100.10", "0.15")
    assert "SIGN" not in await _told(desk, "bo")
    await desk.approve("alba", paper)
    found = (await _told(desk, "bo"))["SIGN"]
    assert (found["count"], found["path"]) == (1, "/?state=APPROVED")
    assert [Decimal(one["amount"]) for one in found["sums"]] == [Decimal("100.25")]
    desk.tie("cia", "uma")
    assert "SIGN" not in await _told(desk, "cia")
    await desk.sign("bo", paper)
    assert "SIGN" not in await _told(desk, "bo")
