"""Sends signed payment files to banks, once: the queue, the attempts, the doubts.

Lends `begin`, which puts a signed document in the queue, and `Outlet`, whose work the
`send` job does.
"""

from giroscope.features.payments.sending.actions import SEND_JOB, Order, begin
from giroscope.features.payments.sending.proof import Proven, take_proofs
from giroscope.features.payments.sending.queries import (
    due,
    sent_unanswered,
    standing_of,
)
from giroscope.features.payments.sending.tables import Sending, SendState
from giroscope.features.payments.sending.work import Outcome, Outlet

__all__ = [
    "SEND_JOB",
    "Order",
    "Outcome",
    "Outlet",
    "Proven",
    "SendState",
    "Sending",
    "begin",
    "due",
    "sent_unanswered",
    "standing_of",
    "take_proofs",
]
