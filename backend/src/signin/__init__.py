"""The embedded identity provider: the part of Keycloak that Giroscope needs.

It knows nothing of the product beyond its name, its client and its role names.
Production uses Keycloak; both serve the same endpoints to an unmodified keycloak-js.
"""

from signin.app import create_app
from signin.key_rotation import retire_keys, rotate_keys
from signin.provider import Provider, open_provider
from signin.realm_changes import (
    UnknownRealmName,
    delete_realm,
    export_realm,
    update_realm,
)
from signin.realm_settings import InvalidRealmSetting
from signin.realms import (
    FIRST_USERS,
    EnsuredRealm,
    InvalidRealmName,
    ensure_realm,
    is_realm_name,
    list_realms,
)
from signin.roles import ROLES
from signin.service_clients import SERVICE_CLIENT, ensure_service_client
from signin.sessions import session_alive
from signin.settings import (
    Clock,
    HashCost,
    Lifetimes,
    SigninSettings,
    SmtpSettings,
    is_loopback,
)
from signin.store import DatabaseIsNewer, Store, open_store
from signin.users import NewUser

__all__ = [
    "FIRST_USERS",
    "ROLES",
    "SERVICE_CLIENT",
    "Clock",
    "DatabaseIsNewer",
    "EnsuredRealm",
    "HashCost",
    "InvalidRealmName",
    "InvalidRealmSetting",
    "Lifetimes",
    "NewUser",
    "Provider",
    "SigninSettings",
    "SmtpSettings",
    "Store",
    "UnknownRealmName",
    "create_app",
    "delete_realm",
    "ensure_realm",
    "ensure_service_client",
    "export_realm",
    "is_loopback",
    "is_realm_name",
    "list_realms",
    "open_provider",
    "open_store",
    "retire_keys",
    "rotate_keys",
    "session_alive",
    "update_realm",
]
