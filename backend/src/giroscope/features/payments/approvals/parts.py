"""Whether somebody has a part in a payment document about which people still decide."""

from sqlalchemy import Connection, or_, select

from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    CaseState,
)
from giroscope.features.payments.behind import behind_files

_UNDECIDED = (CaseState.OPEN.value, CaseState.APPROVED.value)


def has_part_in_undecided(connection: Connection, person_id: str) -> bool:
    """Whether they stand behind one that is not signed, or approved it."""
    undecided = select(ApprovalCase.id, ApprovalCase.document_id).where(
        ApprovalCase.state.in_(_UNDECIDED)
    )
    rows = connection.execute(undecided).all()
    approved = connection.execute(
        select(Approval.id)
        .where(
            Approval.case_id.in_([row.id for row in rows]),
            or_(Approval.person_id == person_id, Approval.for_id == person_id),
        )
        .limit(1)
    ).first()
    behind = behind_files(connection, [row.document_id for row in rows])
    return approved is not None or any(
        one.person_id == person_id for people in behind.values() for one in people
    )
