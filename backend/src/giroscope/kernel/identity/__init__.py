"""Talking to the identity provider: its people, and its realms.

Keycloak and the embedded provider answer the same calls. What browsers and tokens
need is in `kernel/tokens.py`; nothing here is on the way of an ordinary request.
"""

from giroscope.kernel.identity.admin import AdminApi, open_admin_api
from giroscope.kernel.identity.calls import (
    IdentityDoesNotAnswer,
    IdentityLocked,
    IdentityRefused,
    MailNotSent,
)
from giroscope.kernel.identity.directory import PeopleDirectory
from giroscope.kernel.identity.records import (
    AdminEvent,
    ClientChange,
    Credential,
    Event,
    Lockout,
    NewClient,
    NewPerson,
    Person,
    PersonChange,
    Role,
    Session,
)

__all__ = [
    "AdminApi",
    "AdminEvent",
    "ClientChange",
    "Credential",
    "Event",
    "IdentityDoesNotAnswer",
    "IdentityLocked",
    "IdentityRefused",
    "Lockout",
    "MailNotSent",
    "NewClient",
    "NewPerson",
    "PeopleDirectory",
    "Person",
    "PersonChange",
    "Role",
    "Session",
    "open_admin_api",
]
