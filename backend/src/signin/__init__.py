"""The embedded identity provider: the part of Keycloak that Giroscope needs.

It knows nothing of the product beyond its name, its client and its role names.
Production uses Keycloak; both serve the same endpoints to an unmodified keycloak-js.
"""

from signin.app import create_app
from signin.provider import Provider, open_provider
from signin.realms import (
    FIRST_USERS,
    ROLES,
    EnsuredRealm,
    InvalidRealmName,
    ensure_realm,
    is_realm_name,
)
from signin.sessions import session_alive
from signin.settings import Clock, HashCost, Lifetimes, SigninSettings, is_loopback
from signin.store import DatabaseIsNewer, Store, open_store
from signin.users import NewUser

__all__ = [
    "FIRST_USERS",
    "ROLES",
    "Clock",
    "DatabaseIsNewer",
    "EnsuredRealm",
    "HashCost",
    "InvalidRealmName",
    "Lifetimes",
    "NewUser",
    "Provider",
    "SigninSettings",
    "Store",
    "create_app",
    "ensure_realm",
    "is_loopback",
    "is_realm_name",
    "open_provider",
    "open_store",
    "session_alive",
]
