"""The exchange's enumerations under the names that the graph has for them.

Whoever shows or asks for them in the graph takes them from here, so that no class is
made before its names are known.
"""

import strawberry

from erplink import ReferenceKind
from giroscope.features.erp.exchange.tables import Operation, OutboxState
from giroscope.features.erp.open_payments import ErpPaymentState

__all__ = ["ErpPaymentState", "Operation", "OutboxState", "ReferenceKind"]

strawberry.enum(ErpPaymentState, name="ErpPaymentState")
strawberry.enum(Operation, name="ErpOperation")
strawberry.enum(OutboxState, name="ErpOutboxState")
strawberry.enum(ReferenceKind, name="ErpReferenceKind")
