"""What the graph calls the choices of a mapping, before anything speaks of them."""

import strawberry

from giroscope.features.erp.mapping.tables import Act, ReferenceRule, Target

__all__ = ["Act", "ReferenceRule", "Target"]

strawberry.enum(Target, name="ErpTarget", description="A product of the bank.")
strawberry.enum(ReferenceRule, name="ErpReferenceRule")
strawberry.enum(Act, name="ErpMappingAct")
