"""Signing: the deliberate act that lets an approved document leave, once.

A release is written together with the file's place in the queue of what is sent.
Signing twice gives the first release again.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, update

from giroscope.features.audit import record
from giroscope.features.payments.approvals import (
    cases,
    errors,
    evidence,
    payees,
    policy,
    queries,
)
from giroscope.features.payments.approvals.actions import (
    Asked,
    Follow,
    Happened,
    bound,
    locked_case,
    subject_of,
)
from giroscope.features.payments.approvals.step_up import Decision
from giroscope.features.payments.approvals.tables import (
    ApprovalCase,
    CaseState,
    Release,
)
from giroscope.features.payments.sending import Order, begin
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from localization import Message


async def sign(
    session: WriteSession,
    actor: Actor,
    asked: Asked,
    now: datetime,
    *,
    message_id: str | None,
    approvers: Collection[str],
    follow: Follow,
) -> Release:
    """Release the document for sending; a second call gives the first release.

    Raises:
        NoCase: The journal is not up for approval.
        DocumentChanged: It is another document than was seen.
        ApproverGone: An approval counts no more, whose giver approves no longer.
        NoConnection: The connection it was approved for sends no more.
        SentBefore: The bank has a file with the same message id.
        AppError: What `policy.against_signing` or `step_up.bind` finds.
    """
    actor.ensure("payments.sign")
    found = await locked_case(session, asked.correlation_id)
    policy.ensure_hash(asked.sha256, found.row.sha256)
    if found.release is not None:
        return found.release
    who = await queries.somebody(
        session, actor, [found.case], day_of(now), is_approver=actor.id in approvers
    )
    policy.ensure(policy.against_signing(found.case, who, now))
    if policy.stale(found.case, who, approvers):
        raise errors.ApproverGone
    row = found.row
    proof_id = await bound(session, actor, found, asked, Decision.SIGN, now)

    def release(own: Any) -> int:
        return _release(own.connection(), actor, row, message_id, now, proof_id)

    release_id = await session.run_sync(release)
    await follow(
        Happened(
            asked.correlation_id, "INFO", Message("approval.signed"), row.document_id
        )
    )  # fmt: skip
    await record(
        session, actor, evidence.SIGNED, subject_of(found),
        was={"state": CaseState.APPROVED},
        now={
            "state": CaseState.RELEASED, "sha256": row.sha256, "release": release_id,
            "connection": row.connection_name,
            "approvedBy": [one.person_name for one in found.approvals],
            **({"proof": proof_id} if proof_id else {}),
            **await payees.in_trail(session, row.document_id),
        },
        at=now,
    )  # fmt: skip
    return await session.get_one(Release, release_id)


def _release(
    connection: Connection,
    actor: Actor,
    case: ApprovalCase,
    message_id: str | None,
    now: datetime,
    proof_id: int | None,
) -> int:
    route = cases.ensure_sendable(connection, case.document_id)
    # `look_again` has found the way a moment ago; it changed in between.
    if route.connection_id != case.connection_id:
        raise errors.Incomplete
    order = Order(
        case.correlation_id, case.document_id, case.sha256, case.connection_id,
        message_id,
    )  # fmt: skip
    sending_id = begin(connection, order, now)
    made = connection.execute(
        insert(Release)
        .values(
            correlation_id=case.correlation_id, document_id=case.document_id,
            sha256=case.sha256, connection_id=case.connection_id,
            signed=now, signed_by=actor.id,
            signed_by_name=actor.name, sending_id=sending_id, proof_id=proof_id,
        )
        .returning(Release.id)
    )  # fmt: skip
    release_id = int(made.scalar_one())
    connection.execute(
        update(ApprovalCase)
        .where(ApprovalCase.id == case.id)
        .values(state=CaseState.RELEASED.value, decided=now)
    )
    evidence.seal(connection, case.document_id)
    return release_id
