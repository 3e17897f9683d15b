"""Of two who decide about one document, or one version, the second waits."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, select, update

from giroscope.features.journals import approval_wait, tie
from giroscope.features.payments import Payment
from giroscope.features.payments.approvals.emails import mail_job
from giroscope.features.payments.approvals.tables import (
    ApprovalCase,
    ApprovalDelegation,
    ApprovalPolicyVersion,
)
from giroscope.kernel.clock import day_of
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mail
from giroscope.settings import Settings
from tests.payments.approvals.approval_desk import REALM, Desk
from tests.payments.row_locks import unlocked_changes

pytestmark = [
    pytest.mark.integration,
    pytest.mark.parametrize("settings", ["postgres"], indirect=True),
    pytest.mark.usefixtures("bank"),
]


class _Post:
    """A mail server that takes everything."""

    def send(self, _realm: str, _mail: Mail) -> None:
        """Taken."""


async def test_a_document_is_held_by_whoever_decides_about_it(
    desk: Desk, settings: Settings
) -> None:
    paper = desk.hand_in(days=60)
    where = f'correlationId: "{paper.correlation_id}"'
    with unlocked_changes(desk.database, REALM, ApprovalCase) as found:
        await desk.approve("alba", paper)
        await desk.undo("alba", paper)
        await desk.reject("bo", paper)
        await desk.undo("bo", paper)
        desk.now += timedelta(days=15)
        await desk.do("uma", "reopenApproval", where)
        work = mail_job(settings, lambda: desk.now, _Post())
        await asyncio.to_thread(work, JobRun(desk.database, REALM, 1, 0))
        await desk.approve("cia", paper)
        await desk.sign("alba", paper)
        assert desk.state(paper) == "SENDING"
    assert found == []


async def test_what_expires_or_meets_other_rules_is_held_meanwhile(desk: Desk) -> None:
    paper = desk.hand_in(days=60)
    made = await desk.do(
        "max", "proposeApprovalPolicies", 'rules: [{name: "Two", steps: [[], []]}]',
        "... on Success { id }",
    )  # fmt: skip
    version = f"version: {made['id']}"
    with (
        unlocked_changes(desk.database, REALM, ApprovalCase) as cases,
        unlocked_changes(desk.database, REALM, ApprovalPolicyVersion) as versions,
    ):
        await desk.do("mia", "confirmApprovalPolicies", version)
        assert (await desk.look("bo", paper))["approval"]["required"] == 2
        with desk.connection() as held:
            approval_wait.due(REALM, held, desk.now + timedelta(days=20))
            held.commit()
        assert desk.state(paper) == "CANCELLED"
    assert cases == versions == []


async def test_versions_and_delegations_are_held_by_who_decides(desk: Desk) -> None:
    for act, who in (("reject", "mia"), ("withdraw", "max")):
        made = await desk.do(
            "max", "proposeApprovalPolicies", 'rules: [{name: "Two", steps: [[]]}]',
            "... on Success { id }",
        )  # fmt: skip
        verb, version = f"{act}ApprovalPolicies", f"version: {made['id']}"
        with unlocked_changes(desk.database, REALM, ApprovalPolicyVersion) as found:
            assert not isinstance(await desk.do(who, verb, version), str)
        assert found == []
    day = f"{day_of(desk.now):%Y-%m-%d}"
    given = await desk.do(
        "alba", "delegateApprovals",
        f'personId: "bo", fromDay: "{day}", toDay: "{day}"', "... on Success { id }",
    )  # fmt: skip
    with unlocked_changes(desk.database, REALM, ApprovalDelegation) as found:
        ended = await desk.do("alba", "endApprovalDelegation", f'id: "{given["id"]}"')
        assert not isinstance(ended, str)
    assert found == []


async def test_what_is_signed_while_a_bank_answers_stays_signed(desk: Desk) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    signed: list[str] = []

    def sign(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("UPDATE approval_cases") and not signed:
            signed.append(statement)
            with desk.connection() as other:
                other.execute(update(ApprovalCase).values(state="RELEASED"))
                other.commit()

    with desk.connection() as held:
        held.execute(update(Payment).values(status="ACCP"))
        event.listen(held, "before_cursor_execute", sign)
        tie.refresh(held, [paper.correlation_id], desk.now)
        held.commit()
        state = held.execute(select(ApprovalCase.state)).scalar_one()
    assert (len(signed), state) == (1, "RELEASED")
