"""The realm roles of the product: the same fixed set in every realm."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

ROLES = (
    "giroscope-account-management",
    "giroscope-auditor",
    "giroscope-billing",
    "giroscope-debug",
    "giroscope-logs",
    "giroscope-payment-approver",
    "giroscope-upload",
)

_DESCRIPTIONS = {
    "giroscope-account-management": "Manages the people of the realm",
    "giroscope-auditor": "Reads journals, approvals and the audit trail",
    "giroscope-billing": "Sees and changes subscriptions and invoices",
    "giroscope-debug": "Sees the insides of the product",
    "giroscope-logs": "Reads the communication logs",
    "giroscope-payment-approver": "Approves and signs payments",
    "giroscope-upload": "Uploads payments and statements",
}

_CALLED = {
    "en": {
        "giroscope-account-management": "Account management",
        "giroscope-auditor": "Auditor",
        "giroscope-billing": "Billing",
        "giroscope-debug": "Debug",
        "giroscope-logs": "Logs",
        "giroscope-payment-approver": "Payment approver",
        "giroscope-upload": "Upload",
    },
    "da": {
        "giroscope-account-management": "Brugeradministration",
        "giroscope-auditor": "Revisor",
        "giroscope-billing": "Fakturering",
        "giroscope-debug": "Fejlsøgning",
        "giroscope-logs": "Logge",
        "giroscope-payment-approver": "Betalingsgodkender",
        "giroscope-upload": "Upload",
    },
}

_NAMESPACE = uuid.UUID("5b0d2a4e-3a0f-4d8e-9f57-0f6c2f1f9e10")


@dataclass(frozen=True, slots=True)
class Role:
    """A realm role; its id is derived, so that it is the same after a restore."""

    id: str
    name: str
    description: str


def roles_of(realm: str) -> tuple[Role, ...]:
    """All roles of a realm, by name."""
    return tuple(
        Role(stable_id(realm, "role", name), name, _DESCRIPTIONS[name])
        for name in ROLES
    )


def role_named(realm: str, name: str) -> Role | None:
    """Find a role."""
    return next((role for role in roles_of(realm) if role.name == name), None)


def called(name: str, language: str) -> str:
    """What people call a role; one that is not the product's, by its name."""
    return _CALLED[language].get(name, name)


def stable_id(realm: str, kind: str, name: str) -> str:
    """Make the id of something that has no row of its own."""
    return str(uuid.uuid5(_NAMESPACE, f"{realm}\n{kind}\n{name}"))
