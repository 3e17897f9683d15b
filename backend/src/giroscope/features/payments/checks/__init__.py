"""Checks payment files before money moves: layers of rules, one report.

Lends the report of a file, and how a stored document stands.
"""

from giroscope.features.payments.checks.standing import Standing, standing
from giroscope.features.payments.checks.tables import PaymentCheck, PaymentFlag

__all__ = ["PaymentCheck", "PaymentFlag", "Standing", "standing"]
