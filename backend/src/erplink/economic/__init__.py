"""The way to Visma e-conomic, by its REST interface.

Written against the vendor's documentation and tested against a strict imitation of
it; never run against the vendor. e-conomic has no place for a claim or for what a
bank says of a payment, so neither is offered.
"""

from erplink.economic.maker import ECONOMIC

__all__ = ["ECONOMIC"]
