"""A provider of a few dictionaries, for the thousands of acts that a property takes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from giroscope.features.users.policy import ASSIGNABLE
from giroscope.kernel.errors import NotFound
from giroscope.kernel.identity import NewPerson, Person, PersonChange
from giroscope.kernel.identity.records import Credential, Event, Lockout, Role, Session

ROLES = {name: Role(id=name, name=name, description="") for name in ASSIGNABLE}


class ProviderInMemory:
    """What the room of users asks of a provider; everybody has a second factor."""

    realm = "giroscope"

    def __init__(self) -> None:
        self.persons: dict[str, Person] = {}
        self.held: dict[str, set[str]] = {}

    async def of(self, realm: str) -> "ProviderInMemory":
        del realm
        return self

    def is_silent(self, realm: str) -> bool:
        del realm
        return False

    async def create(self, new: NewPerson) -> str:
        made = f"p{len(self.persons)}"
        self.persons[made] = Person(
            id=made, username=new.username, given_name=new.given_name,
            family_name=new.family_name, email=new.email, is_enabled=True,
            is_email_verified=False, required_actions=new.required_actions,
            has_second_factor=True, locale=None,
            created=datetime(2026, 11, 1, tzinfo=UTC),
        )  # fmt: skip
        self.held[made] = set()
        return made

    async def person(self, person_id: str) -> Person:
        if person_id not in self.persons:
            raise NotFound
        return self.persons[person_id]

    async def people(self, *, first: int = 0) -> list[Person]:
        return list(self.persons.values())[first : first + 100]

    async def events(self, **_: object) -> list[Event]:
        return []

    async def change(self, person_id: str, change: PersonChange) -> None:
        values = {
            name: value
            for name in ("given_name", "family_name", "email", "is_enabled",
                         "required_actions")
            if (value := getattr(change, name)) is not None
        }  # fmt: skip
        self.persons[person_id] = replace(await self.person(person_id), **values)

    async def disable(self, person_id: str) -> None:
        await self.change(person_id, PersonChange(is_enabled=False))

    async def roles(self) -> list[Role]:
        return list(ROLES.values())

    async def roles_of(self, person_id: str) -> list[Role]:
        return [ROLES[name] for name in sorted(self.held[person_id])]

    effective_roles_of = roles_of

    async def people_with(self, role: str, *, first: int = 0) -> list[Person]:
        found = [self.persons[one] for one, had in self.held.items() if role in had]
        return found[first : first + 100]

    async def give(self, person_id: str, roles: Sequence[Role]) -> None:
        self.held[person_id] |= {one.name for one in roles}

    async def take(self, person_id: str, roles: Sequence[Role]) -> None:
        self.held[person_id] -= {one.name for one in roles}

    async def credentials(self, person_id: str) -> list[Credential]:
        await self.person(person_id)
        return [Credential(id="otp", kind="otp", label="", created=None)]

    async def remove_credential(self, person_id: str, credential_id: str) -> None:
        del person_id, credential_id

    async def sessions(self, person_id: str) -> list[Session]:
        await self.person(person_id)
        return []

    async def sign_out(self, person_id: str) -> None:
        del person_id

    async def send_actions(self, person_id: str, *_: object, **__: object) -> None:
        await self.person(person_id)

    async def lockout(self, person_id: str) -> Lockout:
        del person_id
        return Lockout(is_waiting=False, failures=0)
