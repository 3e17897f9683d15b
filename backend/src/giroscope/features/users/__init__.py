"""People, roles and sessions of the realm, kept at the identity provider.

Lends `People`, the copy of them that lists are made from and the way to change them.
"""

from giroscope.features.users.directory import People

__all__ = ["People"]
