"""The way to Microsoft Dynamics 365 Business Central, by its API v2.0.

Written against the vendor's documentation and tested against a strict imitation of
it; never run against the vendor.
"""

from erplink.businesscentral.maker import BUSINESS_CENTRAL

__all__ = ["BUSINESS_CENTRAL"]
