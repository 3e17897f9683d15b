"""The people and programs of one realm: a thin client of the Admin REST API.

Keycloak and the embedded provider serve the same calls. Who may do what, and which
roles may be given, is decided by the room that calls; this only carries it out.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from urllib.parse import quote

import httpx2

from giroscope.kernel.errors import NotFound
from giroscope.kernel.identity.calls import (
    MAILING,
    IdentityCalls,
    Params,
    Value,
    client_grant,
    new_client,
)
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
from giroscope.kernel.witness import Witness, no_witness

SERVICE_CLIENT = "giroscope-service"
MOST_AT_ONCE = 100
_EMAIL_SECONDS = 12 * 3600


class AdminApi:
    """Reads and changes the people of a realm.

    Every method raises `IdentityDoesNotAnswer`, `IdentityLocked` or `NotFound` as
    `IdentityCalls.send` says; those that change also `Conflict` and
    `IdentityRefused`, whose sentence is the provider's.
    """

    def __init__(
        self,
        client: httpx2.AsyncClient,
        base: str,
        realm: str,
        secret: str,
        witness: Witness = no_witness,
    ) -> None:
        self.realm = realm
        grant = client_grant(realm, SERVICE_CLIENT, secret)
        self._calls = IdentityCalls(client, base.rstrip("/"), grant, witness=witness)
        self._root = f"/admin/realms/{quote(realm, safe='')}"

    @property
    def is_silent(self) -> bool:
        """Whether the latest call got no answer."""
        return self._calls.is_silent

    async def display_name(self) -> str:
        """What people call the realm; empty where nobody has said."""
        told = await self._calls.get(self._root)
        return str(told.get("displayName") or "").strip()

    # ── people ──────────────────────────────────────────────────────────────

    async def people(
        self,
        search: str = "",
        *,
        first: int = 0,
        limit: int = MOST_AT_ONCE,
        is_enabled: bool | None = None,
    ) -> list[Person]:
        """A page of people by name, `search` in any of their names."""
        params = {**_filter(search, is_enabled), **_page(first, limit)}
        rows = await self._calls.get(
            f"{self._root}/users", {**params, "briefRepresentation": False}
        )
        return [Person.of(row) for row in rows]

    async def count(self, search: str = "", *, is_enabled: bool | None = None) -> int:
        """How many people `people` would give in all."""
        path = f"{self._root}/users/count"
        return int(await self._calls.get(path, _filter(search, is_enabled)))

    async def person(self, person_id: str) -> Person:
        """One person."""
        return Person.of(await self._calls.get(self._person(person_id)))

    async def create(self, person: NewPerson) -> str:
        """Make a person, without a password and roles; tells the new id."""
        made = await self._calls.send("POST", f"{self._root}/users", body=person.raw())
        return made.location.rstrip("/").rpartition("/")[2]

    async def change(self, person_id: str, change: PersonChange) -> None:
        """Change what the change names and nothing else."""
        # Keycloak empties what a representation leaves out.
        present = await self._calls.get(self._person(person_id))
        body = {**present, **change.raw()}
        await self._calls.send("PUT", self._person(person_id), body=body)

    async def disable(self, person_id: str) -> None:
        """No sign-in any more, and all sessions end at once."""
        await self.change(person_id, PersonChange(is_enabled=False))
        await self.sign_out(person_id)

    async def delete(self, person_id: str) -> None:
        """Remove a person with everything about them."""
        await self._calls.send("DELETE", self._person(person_id))

    # ── roles ───────────────────────────────────────────────────────────────

    async def roles(self) -> list[Role]:
        """All roles of the realm, those of other products and Keycloak's included."""
        params = {**_page(0, MOST_AT_ONCE), "briefRepresentation": True}
        rows = await self._calls.get(f"{self._root}/roles", params)
        return [Role.of(row) for row in rows]

    async def roles_of(self, person_id: str) -> list[Role]:
        """The roles given to a person, without those that come along with others."""
        rows = await self._calls.get(self._mappings(person_id))
        return [Role.of(row) for row in rows]

    async def effective_roles_of(self, person_id: str) -> list[Role]:
        """All roles of a person, also those that come along with others or groups."""
        rows = await self._calls.get(f"{self._mappings(person_id)}/composite")
        return [Role.of(row) for row in rows]

    async def people_with(self, role: str, *, first: int = 0) -> list[Person]:
        """A page of the people who have a role."""
        path = f"{self._root}/roles/{quote(role, safe='')}/users"
        rows = await self._calls.get(path, _page(first, MOST_AT_ONCE))
        return [Person.of(row) for row in rows]

    async def give(self, person_id: str, roles: Sequence[Role]) -> None:
        """Give roles; those the person has already are fine."""
        body = [role.raw() for role in roles]
        await self._calls.send("POST", self._mappings(person_id), body=body)

    async def take(self, person_id: str, roles: Sequence[Role]) -> None:
        """Take roles away; those the person lacks are fine."""
        body = [role.raw() for role in roles]
        await self._calls.send("DELETE", self._mappings(person_id), body=body)

    # ── passwords and second factors ────────────────────────────────────────

    async def set_password(
        self, person_id: str, password: str, *, is_temporary: bool = True
    ) -> None:
        """Set a password; a temporary one must be changed at the next sign-in."""
        body = {"type": "password", "value": password, "temporary": is_temporary}
        path = f"{self._person(person_id)}/reset-password"
        await self._calls.send("PUT", path, body=body)

    async def send_actions(
        self,
        person_id: str,
        actions: Sequence[str],
        *,
        client_id: str,
        return_to: str,
        seconds: int = _EMAIL_SECONDS,
    ) -> None:
        """Mail a link by which the person does what is asked, such as a password.

        Raises:
            MailNotSent: The provider has no mail server, or it refuses.
        """
        params: Params = {
            "client_id": client_id,
            "redirect_uri": return_to,
            "lifespan": seconds,
        }
        path = f"{self._person(person_id)}/execute-actions-email"
        await self._calls.send(
            "PUT", path, params=params, body=list(actions), patience=MAILING
        )

    async def credentials(self, person_id: str) -> list[Credential]:
        """What a person can sign in with."""
        rows = await self._calls.get(f"{self._person(person_id)}/credentials")
        return [Credential.of(row) for row in rows]

    async def remove_credential(self, person_id: str, credential_id: str) -> None:
        """Take a password or a second factor away."""
        name = quote(credential_id, safe="")
        path = f"{self._person(person_id)}/credentials/{name}"
        await self._calls.send("DELETE", path)

    async def lockout(self, person_id: str) -> Lockout:
        """Whether the person has to wait because of wrong passwords."""
        return Lockout.of(await self._calls.get(self._guesses(person_id)))

    async def unlock(self, person_id: str) -> None:
        """Forget the wrong passwords."""
        await self._calls.send("DELETE", self._guesses(person_id))

    # ── sessions ────────────────────────────────────────────────────────────

    async def sessions(self, person_id: str) -> list[Session]:
        """Where a person is signed in."""
        rows = await self._calls.get(f"{self._person(person_id)}/sessions")
        return [Session.of(row) for row in rows]

    async def end_session(self, session_id: str) -> None:
        """End one session."""
        path = f"{self._root}/sessions/{quote(session_id, safe='')}"
        await self._calls.send("DELETE", path)

    async def sign_out(self, person_id: str) -> None:
        """End every session of a person."""
        await self._calls.send("POST", f"{self._person(person_id)}/logout")

    async def is_live(self, access_token: str) -> bool:
        """Whether the session behind an access token still lives (RFC 7662)."""
        path = f"/realms/{quote(self.realm, safe='')}/protocol/openid-connect"
        told = await self._calls.form(
            f"{path}/token/introspect", {"token": access_token}
        )
        return told.get("active") is True

    # ── programs ────────────────────────────────────────────────────────────

    async def create_client(self, client: NewClient) -> str:
        """Make a program that signs in by a secret; tells the provider's id of it."""
        made = await self._calls.send(
            "POST", f"{self._root}/clients", body=client.raw()
        )
        return made.location.rstrip("/").rpartition("/")[2]

    async def change_client(self, provider_id: str, change: ClientChange) -> None:
        """Change what the change names; an earlier secret counts no more."""
        path = self._client(provider_id)
        await self._calls.send("PUT", path, body=change.raw())

    async def delete_client(self, provider_id: str) -> None:
        """Remove a program."""
        await self._calls.send("DELETE", self._client(provider_id))

    # ── events ──────────────────────────────────────────────────────────────

    async def events(
        self,
        *,
        person_id: str | None = None,
        kinds: Sequence[str] = (),
        first: int = 0,
        limit: int = MOST_AT_ONCE,
    ) -> list[Event]:
        """What people did at the sign-in, newest first."""
        params: dict[str, Value | Sequence[str]] = {**_page(first, limit)}
        if person_id is not None:
            params["user"] = person_id
        if kinds:
            params["type"] = kinds
        rows = await self._calls.get(f"{self._root}/events", params)
        return [Event.of(row) for row in rows]

    async def admin_events(
        self, *, first: int = 0, limit: int = MOST_AT_ONCE
    ) -> list[AdminEvent]:
        """What was changed about people, newest first."""
        rows = await self._calls.get(f"{self._root}/admin-events", _page(first, limit))
        return [AdminEvent.of(row) for row in rows]

    # ── addresses ───────────────────────────────────────────────────────────

    def _person(self, person_id: str) -> str:
        if not person_id:
            # The address of nobody is the list of everybody.
            raise NotFound
        return f"{self._root}/users/{quote(person_id, safe='')}"

    def _client(self, provider_id: str) -> str:
        if not provider_id:
            raise NotFound
        return f"{self._root}/clients/{quote(provider_id, safe='')}"

    def _mappings(self, person_id: str) -> str:
        return f"{self._person(person_id)}/role-mappings/realm"

    def _guesses(self, person_id: str) -> str:
        name = quote(person_id, safe="")
        return f"{self._root}/attack-detection/brute-force/users/{name}"


@asynccontextmanager
async def open_admin_api(base: str, realm: str, secret: str) -> AsyncIterator[AdminApi]:
    """A client of its own, for commands and tests."""
    async with new_client() as client:
        yield AdminApi(client, base, realm, secret)


def _page(first: int, limit: int) -> dict[str, Value]:
    return {"first": max(first, 0), "max": min(max(limit, 1), MOST_AT_ONCE)}


def _filter(search: str, is_enabled: bool | None) -> dict[str, Value]:
    params: dict[str, Value] = {}
    if words := search.split():
        # Keycloak searches for beginnings; stars let a word stand anywhere.
        params["search"] = " ".join(f"*{word}*" for word in words)
    if is_enabled is not None:
        params["enabled"] = is_enabled
    return params
