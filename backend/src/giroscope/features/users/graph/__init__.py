"""People of the realm in the graph."""

from giroscope.features.users.graph.asking import UserQuery
from giroscope.features.users.graph.doing import UserMutation

__all__ = ["UserMutation", "UserQuery"]
