"""Who may do what: roles and the verbs they give, in one readable place.

Every signed-in user may read the rooms that `READERS` names; what a room shows is
never another tenant's, since the database is the tenant's own.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from giroscope.kernel.errors import Forbidden
from giroscope.kernel.origin import note_refusal

UPLOAD = "giroscope-upload"
APPROVER = "giroscope-payment-approver"
ACCOUNT_MANAGEMENT = "giroscope-account-management"
BILLING = "giroscope-billing"
LOGS = "giroscope-logs"
AUDITOR = "giroscope-auditor"
DEBUG = "giroscope-debug"

READERS = frozenset(
    {
        "dashboard.read",
        "demo.read",
        "documents.read",
        "erp.read",
        "journals.read",
        "messages.read",
        "payments.read",
        "payments.check",
        "statements.read",
        "banks.read",
        "viewer.read",
        "views.read",
    }
)
"""What every signed-in user of the realm may do, none of which changes anything."""

EVERYONE = READERS | {
    "journals.comment",
    "messages.acknowledge",
    "payments.reopen",
    "views.save",
}
"""What every signed-in user of the realm may do, but whoever is an auditor only."""

GRANTS = {
    UPLOAD: frozenset(
        {
            "accounts.join",
            "demo.generate",
            "messages.resolve",
            "uploads.read",
            "uploads.create",
            "uploads.cancel",
            "uploads.undo",
            "journals.reimport",
            "journals.settle",
            "payments.correct",
            "payments.recall",
            "statements.decide",
            "statements.expect",
            "reconciliation.match",
            "banks.fetch",
            "erp.exchange",
            "erp.test",
        }
    ),
    APPROVER: frozenset(
        {
            "banks.pause",
            "messages.resolve",
            "journals.settle",
            "passkeys.use",
            "payments.approve",
            "payments.lift",
            "payments.recall",
            "payments.resolve",
            "payments.sign",
        }
    ),
    ACCOUNT_MANAGEMENT: frozenset(
        {
            "accounts.join",
            "banks.change",
            "demo.generate",
            "banks.fetch",
            "banks.pause",
            "banks.test",
            "clients.change",
            "clients.read",
            "erp.activate",
            "erp.change",
            "erp.exchange",
            "erp.test",
            "erp.window",
            "logs.settings",
            "messages.resolve",
            "passkeys.confirm",
            "passkeys.use",
            "payments.policies",
            "reconciliation.automatic",
            "reconciliation.limit",
            "statements.expect",
            "statements.closers",
            "audit.read",
            "audit.verify",
            "users.read",
            "users.invite",
            "users.change",
            "users.disable",
            "users.erase",
            "users.personal_data",
            "users.unlock",
            "users.roles",
            "users.sessions",
            "users.review",
            "views.manage",
            "webhooks.change",
            "webhooks.read",
        }
    ),
    BILLING: frozenset({"billing.read", "billing.change", "messages.resolve"}),
    LOGS: frozenset(
        {
            "messages.resolve",
            "logs.read",
            "logs.reveal",
        }
    ),
    AUDITOR: frozenset({"audit.read", "audit.verify", "rules.read", "uploads.read"}),
    DEBUG: frozenset(
        {
            "messages.resolve",
            "uploads.read",
            "audit.read",
            "audit.verify",
            "debug.read",
            "debug.act",
            "rules.read",
            "rules.change",
        }
    ),
}
"""What each role adds."""


SCOPES = {
    "journals.read": frozenset({"documents.read", "journals.read", "statements.read"}),
    "payments.read": frozenset({"payments.read"}),
    "messages.read": frozenset({"messages.read"}),
    "uploads.create": frozenset({"payments.check", "uploads.create", "uploads.read"}),
}
"""What an API client may be allowed, and the verbs that each adds.

This is all a program may ever do: whatever roles a token of it names add nothing, and
neither does what every person may do.
"""

CLIENT_CALLS = (
    "GET /api/data/graphql",
    "POST /api/data/graphql",
    "POST /api/upload",
    "POST /api/validate",
    "GET /api/documents/{id}",
    "GET /api/export/{list}",
)
"""The HTTP calls a program may make. It has no inbox that tells it of news, takes no
file by a ticket, and has nothing to preview."""


class ActorKind(StrEnum):
    """What somebody is who does something."""

    PERSON = "PERSON"
    SYSTEM = "SYSTEM"
    SHELL = "SHELL"
    CLIENT = "CLIENT"
    """A program of the tenant's own, by an API client."""


SCREENS = {
    "/dashboard": "dashboard.read",
    "/outlook": "dashboard.read",
    "/": "journals.read",
    "/payments": "payments.read",
    "/payees": "payments.read",
    "/statements": "statements.read",
    "/reconciliation": "statements.read",
    "/journals/statements": "statements.read",
    "/bank": "banks.read",
    "/rules": "rules.read",
    "/sendings": "payments.read",
    "/approval-policies": "payments.read",
    "/passkeys": "passkeys.use",
    "/upload": "uploads.create",
    "/upload/statement": "uploads.create",
    "/demo": "demo.read",
    "/erp/configuration": "erp.read",
    "/erp/configuration-validation": "erp.read",
    "/erp/payment-method-mapping": "erp.read",
    "/erp/exchange": "erp.read",
    "/messages": "messages.read",
    "/audit": "audit.read",
    "/billing/subscriptions": "billing.read",
    "/billing/invoices": "billing.read",
    "/account-management/users": "users.read",
    "/account-management/webhooks": "webhooks.read",
    "/logs": "logs.read",
    "/debug": "debug.read",
}
"""The screens in the order of the menu, and the verb that opens each."""

PUBLIC = "public"
"""No token is needed: nothing of a tenant is told, or the call proves itself."""

CALLS = {
    # Every field of the graph names a verb of its own.
    "GET /api/data/graphql": "viewer.read",
    "POST /api/data/graphql": "viewer.read",
    "GET /api/messages/stream": "messages.read",
    "POST /api/upload": "uploads.create",
    "POST /api/reimport": "journals.reimport",
    "POST /api/preview": "uploads.create",
    "POST /api/validate": "payments.check",
    "POST /api/sign": "payments.sign",
    "POST /api/activate": "banks.change",
    "POST /api/renew": "banks.change",
    "POST /api/console-faults": "viewer.read",
    "POST /api/demo/generate": "demo.generate",
    "POST /api/inspect": "debug.read",
    "POST /api/support-bundle": "debug.read",
    "GET /api/documents/{id}": "documents.read",
    # Every list names a verb of its own.
    "GET /api/export/{list}": "viewer.read",
    "POST /api/export/{list}": "viewer.read",
    # The ticket is the proof.
    "GET /api/export/tickets/{ticket}": PUBLIC,
    "GET /api/billing": "billing.read",
    "GET /api/billing/subscriptions": "billing.read",
    "GET /api/billing/invoices": "billing.read",
    "GET /api/billing/invoices/{id}": "billing.read",
    "GET /api/billing/invoices/{id}/pdf": "billing.read",
    "GET /api/account": "users.read",
    "POST /api/account": "users.invite",
    "GET /api/account/openapi.json": "viewer.read",
    "GET /api/account/review.csv": "users.review",
    "GET /api/account/requests": "users.read",
    "POST /api/account/requests/{id}": "users.roles",
    "GET /api/account/{id}": "users.read",
    "PATCH /api/account/{id}": "users.change",
    "DELETE /api/account/{id}": "users.disable",
    "POST /api/account/{id}/roles": "users.roles",
    # Every action names a verb of its own.
    "POST /api/account/{id}/actions": "users.read",
    "GET /api/account/{id}/erasure": "users.erase",
    "GET /api/account/{id}/personal-data": "users.personal_data",
    "GET /api/account/{id}/sessions": "users.sessions",
    "DELETE /api/account/{id}/sessions/{session}": "users.sessions",
    "GET /api/public/graphql": PUBLIC,
    "POST /api/public/graphql": PUBLIC,
    # The notice is signed by the tenant's provider.
    "POST /api/backchannel-logout": PUBLIC,
    "GET /settings.js": PUBLIC,
    "GET /healthz/live": PUBLIC,
    "GET /healthz/ready": PUBLIC,
    # Told to this machine itself, or for a token of the operator's.
    "GET /metrics": PUBLIC,
    # The console's own files, the same for everybody.
    "GET /{path:path}": PUBLIC,
}
"""The HTTP calls and the verb each needs; a call that is missing fails the tests."""


_CLIENT_CALLS = re.compile(
    "|".join(re.sub(r"\{\w+\}", "[^/]+", call) for call in CLIENT_CALLS)
)


@dataclass(frozen=True, slots=True)
class Actor:
    """A signed-in person, in one realm; or a program, the command line, the product."""

    id: str
    realm: str
    username: str
    name: str
    roles: frozenset[str]
    kind: ActorKind = ActorKind.PERSON
    session: str = ""
    """The provider's name of the session; none at the command line."""
    signed_in: float = 0.0
    """When the token was made."""
    proved_at: float = 0.0
    """When this person last showed who they are; a token renewed since keeps it."""
    token: str = field(default="", repr=False, compare=False)
    """Kept to ask the provider whether the session still lives; shown nowhere."""
    scopes: frozenset[str] = frozenset()
    """What an API client is allowed; a person has roles instead."""

    @property
    def permissions(self) -> frozenset[str]:
        """The verbs this person may use."""
        if self.kind is ActorKind.CLIENT:
            return permissions_of_client(self.scopes)
        return permissions_of(self.roles)

    def may(self, verb: str) -> bool:
        """Whether the verb is allowed."""
        return verb in self.permissions

    def ensure(self, verb: str) -> None:
        """Pass silently, or refuse.

        Raises:
            Forbidden: No role of this person gives the verb.
        """
        if not self.may(verb):
            note_refusal(self, verb)
            raise Forbidden


@cache
def permissions_of(roles: frozenset[str]) -> frozenset[str]:
    """The verbs a set of roles gives; roles of other products give none.

    An auditor without another role changes nothing, not even a comment.
    """
    given = roles & GRANTS.keys()
    usual = READERS if given == {AUDITOR} else EVERYONE
    return usual.union(*(GRANTS[role] for role in given))


@cache
def permissions_of_client(scopes: frozenset[str]) -> frozenset[str]:
    """The verbs that scopes give an API client; a scope nobody knows gives none."""
    return frozenset[str]().union(*(SCOPES[one] for one in scopes & SCOPES.keys()))


def ensure_may_call(actor: Actor, method: str, path: str) -> None:
    """Pass silently, or refuse a program what is for people alone.

    Raises:
        Forbidden: No program calls this, whatever it is allowed.
    """
    if actor.kind is ActorKind.CLIENT and not _CLIENT_CALLS.fullmatch(
        f"{method} {path}"
    ):
        raise Forbidden


def screens_of(roles: frozenset[str]) -> tuple[str, ...]:
    """The addresses a person with these roles finds in the menu, in its order."""
    verbs = permissions_of(roles)
    return tuple(path for path, verb in SCREENS.items() if verb in verbs)


def shell_actor(realm: str) -> Actor:
    """The person at the command line, who can reach the data anyway."""
    return Actor(
        "shell", realm, "shell", "Command line", frozenset(GRANTS), ActorKind.SHELL
    )


def system_actor(realm: str) -> Actor:
    """The product itself, for what a job does when nobody asks."""
    return Actor("system", realm, "system", "Giroscope", frozenset(), ActorKind.SYSTEM)
