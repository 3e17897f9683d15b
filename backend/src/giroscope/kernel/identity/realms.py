"""Realms at the identity provider: made, brought up to date, exported, deleted.

For commands only: the web process neither makes nor deletes a tenant, and holds no
account that could. `KeycloakRealms` and `EmbeddedRealms` do the same.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

from giroscope.kernel.errors import InvalidInput
from giroscope.kernel.identity.template import RealmPlan


class RealmNotOurs(InvalidInput):
    """This realm belongs to the identity provider itself."""

    code = "realm_not_ours"


@dataclass(frozen=True, slots=True)
class MadeRealm:
    """What was done; a password is told here once and nowhere else."""

    is_new: bool
    people: tuple[str, ...] = ()
    password: str | None = field(default=None, repr=False)
    is_password_generated: bool = False
    is_password_temporary: bool = False


class IdentityRealms(Protocol):
    """The realms of one identity provider.

    Every method raises `IdentityDoesNotAnswer`, `IdentityLocked` or
    `IdentityRefused`; all but `create` raise `NotFound`.
    """

    async def names(self) -> list[str]:
        """Realms there are, in order, without the provider's own."""

    async def create(self, plan: RealmPlan) -> MadeRealm:
        """Make the realm and its first people; one that is there is left alone."""

    async def update(self, plan: RealmPlan) -> None:
        """Bring settings, roles and clients to the present template."""

    async def export(self, realm: str) -> dict[str, Any]:
        """Settings, roles, clients and people, without any secret."""

    async def delete(self, realm: str) -> None:
        """Delete the realm with everybody in it."""
