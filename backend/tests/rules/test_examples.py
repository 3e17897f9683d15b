"""Writes the examples of the rules' screens, from a tenant in which rules are made.

Beside those of `test_examples`, and written again in the same way.
"""

import json
from typing import Any

import pytest

from giroscope.features.rules import Subject, label_actions
from giroscope.features.rules.draft import Wish, save
from giroscope.features.rules.tables import RuleState
from giroscope.kernel.access import DEBUG
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from tests.example_files import NOON, Settled, documents, ensure_fresh
from tests.rules.rule_factory import DIA, REALM, RuleDesk, asks, body
from tests.uploads.bank_samples import payments, statement

pytestmark = pytest.mark.served

TRIED = {
    "name": "Tried",
    "match": "ANY",
    "blocks": [
        {"match": "ALL", "conditions": [
            {"field": "TEXT", "operator": "CONTAINS", "values": ["invoice"]},
            {"field": "DIRECTION", "operator": "ONE_OF", "values": ["DEBIT"]},
        ]},
    ],
    "actions": [{"kind": "POSTING", "account": "7220", "text": "Bank fees"}],
}  # fmt: skip
OPERATIONS: dict[str, dict[str, Any]] = {
    "RuleList": {"first": 10},
    "OneRule": {"id": "1"},
    "RuleVersions": {"id": "1"},
    "RuleNames": {},
    "RuleTrial": {"subject": "TRANSACTION", "rule": TRIED, "recordId": "1"},
    "RuleFile": {"ids": ["1"]},
    "LatestRun": {"kind": "BACKTEST"},
}
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "RuleCreated": ("CreateRule", {"subject": "TRANSACTION", "rule": TRIED}),
    "RuleMoved": ("MoveRule", {"id": "3", "place": 1}),
    "RuleNotConfirmed": ("ConfirmRule", {"id": "3", "revision": 9}),
}
"""What people do, as files by what comes of it; after everything that is asked."""


@pytest.fixture
def world_clock() -> Clock:
    """The same noon for whatever happens and is asked."""
    return lambda: NOON


@pytest.fixture
async def rules(database: Database, import_bytes: Any) -> RuleDesk:
    """A rule in its second version with a draft, one in shadow, and one that waits."""
    desk = RuleDesk(database, NOON)
    async with database.writing(REALM) as session:
        label = await label_actions.make(session, DIA, "To look at", NOON)
    marks = {"kind": "LABEL", "labelId": label}
    paid_out = asks("DIRECTION", "ONE_OF", "DEBIT")
    first = await desk.active("Paid out", body(paid_out))
    revision = (await desk.rule(first)).revision
    says = Wish("Paid out", body(paid_out, actions=[marks]), "A label will do")
    async with database.writing(REALM) as session:
        await save(session, DIA, first, says, revision, NOON)
    second = await desk.draft("Credits", body(asks("DIRECTION", "ONE_OF", "CREDIT")))
    await desk.put(second, RuleState.SHADOW)
    great = asks("AMOUNT", "AT_LEAST", "1", currency="DKK")
    holds = body(great, actions=[{"kind": "HOLD"}, marks])
    third = await desk.draft("Great sums", holds, Subject.PAYMENT)
    await desk.put(third, RuleState.ACTIVE)
    import_bytes(payments(count=3), "payments.xml", "PAYMENT")
    import_bytes(statement(3, details=2), "statement.xml")
    await desk.backtest()
    return desk


async def test_the_examples_of_rules_are_what_the_api_answers_today(
    api: Any, rules: RuleDesk
) -> None:
    settled, asked_by_name, written = Settled(), documents(), {}
    assert (await rules.rule(3)).asked_state == RuleState.ACTIVE
    for name, variables in OPERATIONS.items():
        data = await api.data(asked_by_name[name], DEBUG, variables=variables)
        written[name] = settled.text({"data": data})
    for name, (operation, variables) in CHANGES.items():
        data = await api.data(asked_by_name[operation], DEBUG, variables=variables)
        written[name] = settled.text({"data": data})
    ensure_fresh(written, "rules")
    (*_, waiting) = json.loads(written["RuleList"])["data"]["rules"]["edges"]
    assert waiting["node"]["current"] is None, "it never was in force"
