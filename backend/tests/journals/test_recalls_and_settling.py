"""Over the graph: recalls, what is settled otherwise, and expected statements."""

from typing import Any

import pytest

from giroscope.features.journals import tie
from tests.uploads.bank_samples import payments, statement, status

pytestmark = pytest.mark.served

SETTLE = """mutation ($id: ID!, $why: String!) {
  settleJournal(correlationId: $id, reason: $why) {
    __typename ... on Problem { code path } } }"""
UNSETTLE = """mutation ($id: ID!) {
  unsettleJournal(correlationId: $id) { __typename ... on Problem { code } } }"""
JOURNAL = """query ($id: ID!) { journal(correlationId: $id) {
  state needsAttention settlement { by reason } recallable { bank code }
  recalls { id } cutOff { at day } nextStep { step acts } timeline { code } } }"""
HABITS = """{ statementHabits { account { id number } due isOwn isWatched isDaily
  lastDay missingSince } }"""
EXPECT = """mutation ($id: ID!, $wish: StatementHabitWish) {
  changeStatementHabit(accountId: $id, wish: $wish) {
    __typename ... on Problem { code path } } }"""
ID = tie.of_payment_message("PAY-1")
APPROVER, UPLOADER = "giroscope-payment-approver", "giroscope-upload"


async def _journal(api: Any) -> Any:
    return (await api.data(JOURNAL, variables={"id": ID}))["journal"]


async def test_what_did_not_leave_here_says_why_it_is_not_called_back(
    api: Any, import_bytes: Any
) -> None:
    import_bytes(payments(), "pay.xml", "PAYMENT")
    journal = await _journal(api)
    assert journal["recallable"] == {"bank": None, "code": "recalls.not_sent_here"}
    assert journal["recalls"] == []


async def test_a_refused_journal_is_settled_and_taken_up_again(
    api: Any, import_bytes: Any
) -> None:
    import_bytes(payments(), "pay.xml", "PAYMENT")
    import_bytes(status(code="RJCT"), "status.xml", "PAYMENT")
    before = await _journal(api)
    assert before["needsAttention"]
    assert "SETTLE" in before["nextStep"]["acts"]
    empty = await api.data(SETTLE, APPROVER, variables={"id": ID, "why": " "})
    assert empty["settleJournal"] == {
        "__typename": "Problem", "code": "sending.reason_needed", "path": "reason",
    }  # fmt: skip
    why = {"id": ID, "why": "Paid by hand in the netbank."}
    done = await api.data(SETTLE, APPROVER, variables=why)
    assert done["settleJournal"]["__typename"] == "Success"
    settled = await _journal(api)
    assert not settled["needsAttention"]
    assert settled["settlement"]["reason"] == "Paid by hand in the netbank."
    assert settled["nextStep"] == {"step": "SETTLED", "acts": ["UNSETTLE"]}
    again = await api.data(SETTLE, APPROVER, variables=why)
    assert again["settleJournal"]["code"] == "journals.not_to_settle"
    await api.data(UNSETTLE, APPROVER, variables={"id": ID})
    after = await _journal(api)
    assert after["needsAttention"]
    assert after["settlement"] is None
    codes = [one["code"] for one in after["timeline"]]
    assert codes[-2:] == ["journal.settled", "journal.unsettled"]
    twice = await api.data(UNSETTLE, APPROVER, variables={"id": ID})
    assert twice["unsettleJournal"]["code"] == "journals.not_settled"


async def test_what_goes_wrong_later_brings_a_settled_journal_back(
    api: Any, import_bytes: Any
) -> None:
    import_bytes(payments(), "pay.xml", "PAYMENT")
    import_bytes(status(code="XXXX"), "strange.xml", "PAYMENT")
    done = await api.data(SETTLE, APPROVER, variables={"id": ID, "why": "Asked."})
    assert done["settleJournal"]["__typename"] == "Success"
    import_bytes(status(code="RJCT"), "refused.xml", "PAYMENT")
    assert (await _journal(api))["needsAttention"]


async def test_an_account_is_expected_as_somebody_says_or_as_is_usual(
    api: Any, import_bytes: Any
) -> None:
    import_bytes(statement(), "day.xml", "STATEMENT")
    (usual,) = (await api.data(HABITS))["statementHabits"]
    assert (usual["due"], usual["isOwn"], usual["isWatched"]) == ("10:00", False, False)
    account = usual["account"]["id"]
    wish = {"isWatched": True, "due": "07:30"}
    given = {"id": account, "wish": wish}
    done = await api.data(EXPECT, UPLOADER, variables=given)
    assert done["changeStatementHabit"]["__typename"] == "Success"
    (own,) = (await api.data(HABITS))["statementHabits"]
    assert (own["due"], own["isOwn"], own["isWatched"]) == ("07:30", True, True)
    bad = {"id": account, "wish": {"isWatched": True, "due": "25:00"}}
    refused = await api.data(EXPECT, UPLOADER, variables=bad)
    assert refused["changeStatementHabit"]["path"] == "due"
    await api.data(EXPECT, UPLOADER, variables={"id": account, "wish": None})
    assert (await api.data(HABITS))["statementHabits"] == [usual]
