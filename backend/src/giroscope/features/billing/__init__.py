"""Billing: the realm's subscription, what it used, and its invoices.

Lends the `bill` job and the turn that asks for it. What is sold, by whom and for how
much is data: see `catalogue`. Nothing in the product stops because a bill is unpaid.
"""

from giroscope.features.billing.bill_job import biller
from giroscope.features.billing.due import BILL_JOB, due

__all__ = ["BILL_JOB", "biller", "due"]
