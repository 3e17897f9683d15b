"""Tells a tenant's own systems what happens: endpoints, signed deliveries, retries.

Lends `emit`, by which other rooms write an event in the transaction of the change it
tells of, and `is_wanted`, which says whether anybody would be told.
"""

from giroscope.features.webhooks.events import EventType, emit, is_wanted

__all__ = ["EventType", "emit", "is_wanted"]
