"""People of the realm in the graph."""

from giroscope.features.users.graph.mutations import UserMutation
from giroscope.features.users.graph.queries import UserQuery

__all__ = ["UserMutation", "UserQuery"]
