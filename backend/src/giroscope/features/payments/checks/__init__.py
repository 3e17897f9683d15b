"""Checks payment files before money moves: layers of rules, one report.

Lends the check of a file in its two steps, the report, what is kept of it, and how a
stored document stands.
"""

from giroscope.features.payments.checks.agreements import case_at
from giroscope.features.payments.checks.case import Case
from giroscope.features.payments.checks.engine import Examination
from giroscope.features.payments.checks.history import History
from giroscope.features.payments.checks.report import Report
from giroscope.features.payments.checks.status import Standing, standing
from giroscope.features.payments.checks.stored_report import keep
from giroscope.features.payments.checks.tables import PaymentCheck, PaymentFlag

__all__ = [
    "Case",
    "Examination",
    "History",
    "PaymentCheck",
    "PaymentFlag",
    "Report",
    "Standing",
    "case_at",
    "keep",
    "standing",
]
