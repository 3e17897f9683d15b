"""Approving payment documents: rules, approvals bound to a hash, signing for sending.

Lends how a journal's document stands, the acts of approvers, and `Release`, what was
signed. Which journal shows it, and what its timeline tells, the journals room decides.
"""

from giroscope.features.payments.approvals.actions import (
    Asked,
    Happened,
    approve,
    look_again,
    reject,
    reopen,
    undo,
)
from giroscope.features.payments.approvals.cases import (
    Settled,
    apply_anew,
    expire,
    forget,
    held_back,
    is_refused,
    is_released,
    settle,
)
from giroscope.features.payments.approvals.emails import MAIL_JOB, mail_job
from giroscope.features.payments.approvals.emails import due as mail_due
from giroscope.features.payments.approvals.evidence import (
    ensure_released,
    seal_if_older,
)
from giroscope.features.payments.approvals.parts import has_part_in_undecided
from giroscope.features.payments.approvals.release import sign
from giroscope.features.payments.approvals.step_up import DeviceAnswer
from giroscope.features.payments.approvals.tables import (
    CaseState,
    Release,
)

__all__ = [
    "MAIL_JOB",
    "Asked",
    "CaseState",
    "DeviceAnswer",
    "Happened",
    "Release",
    "Settled",
    "apply_anew",
    "approve",
    "ensure_released",
    "expire",
    "forget",
    "has_part_in_undecided",
    "held_back",
    "is_refused",
    "is_released",
    "look_again",
    "mail_due",
    "mail_job",
    "reject",
    "reopen",
    "seal_if_older",
    "settle",
    "sign",
    "undo",
]
