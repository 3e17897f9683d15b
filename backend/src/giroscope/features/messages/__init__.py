"""System messages. Lends `tell`, by which other rooms speak to people."""

from giroscope.features.messages.actions import tell

__all__ = ["tell"]
