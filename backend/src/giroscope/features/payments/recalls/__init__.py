"""Asks payments back that have left: the request, its second person, the answers.

Lends the acts of people, what stands in the way of one, the loader of a bank's answer,
and how a journal's requests stand.
"""

from giroscope.features.payments.recalls.actions import (
    RECALL_JOB,
    Asked,
    Wish,
    ask,
    confirm,
    decline,
    locked,
    withdraw,
)
from giroscope.features.payments.recalls.answers import ResolutionLoader
from giroscope.features.payments.recalls.policy import RecallAnswer
from giroscope.features.payments.recalls.queries import (
    RecallStanding,
    due,
    standings,
)
from giroscope.features.payments.recalls.reasons import RecallReason
from giroscope.features.payments.recalls.tables import (
    Recall,
    RecalledPayment,
    RecallState,
)
from giroscope.features.payments.recalls.unanswered import Owed, is_late, owed
from giroscope.features.payments.recalls.write_request import written

__all__ = [
    "RECALL_JOB",
    "Asked",
    "Owed",
    "Recall",
    "RecallAnswer",
    "RecallReason",
    "RecallStanding",
    "RecallState",
    "RecalledPayment",
    "ResolutionLoader",
    "Wish",
    "ask",
    "confirm",
    "decline",
    "due",
    "is_late",
    "locked",
    "owed",
    "standings",
    "withdraw",
    "written",
]
