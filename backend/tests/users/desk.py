"""A realm with two account managers, and the product through which they work."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
from starlette.applications import Starlette

from giroscope.kernel.access import ACCOUNT_MANAGEMENT
from giroscope.kernel.identity import AdminApi, NewPerson
from tests.kernel.issuer import Issuer

REALM = "giroscope"
SECRET = "a-service-secret-of-more-than-32-characters"
PASSWORD = "four calm indigo gyroscopes"
TOLD = "__typename ... on Problem { code message path }"


class Hands:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.turned = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.turned


@dataclass
class Desk:
    """The product, the provider behind it, and who works there."""

    app: Starlette
    issuer: Issuer
    url: str
    api: AdminApi
    clock: Hands
    stop_provider: Callable[[], None]
    ids: dict[str, str] = field(default_factory=dict)

    async def person(self, username: str, *roles: str, password: bool = False) -> str:
        """Somebody at the provider, made behind the product's back."""
        made = await self.api.create(
            NewPerson(
                username=username,
                given_name=username.capitalize(),
                family_name="Test",
                email=f"{username}@example.com",
                is_email_verified=True,
            )
        )
        if password:
            await self.api.set_password(made, PASSWORD, is_temporary=False)
        if roles:
            given = [one for one in await self.api.roles() if one.name in roles]
            await self.api.give(made, given)
        self.ids[username] = made
        return made

    def client(self, who: str, *roles: str, realm: str = REALM) -> httpx2.AsyncClient:
        """Somebody's browser."""
        token = self.issuer.token(
            realm,
            *(roles or (ACCOUNT_MANAGEMENT,)),
            iss=f"{self.url}/realms/{realm}",
            sub=self.ids.get(who, who),
            name=who.capitalize(),
        )
        return httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app),
            base_url=f"http://{realm}.giroscope.test",
            headers={"authorization": f"Bearer {token}"},
            timeout=60,
        )

    async def ask(
        self, question: str, /, who: str = "anna", *roles: str, **variables: Any
    ) -> Any:
        """The answer to a question, or its first error's code."""
        async with self.client(who, *roles) as client:
            response = await client.post(
                "/api/data/graphql",
                json={"query": question, "variables": variables},
            )
        content = response.json()
        if "errors" in content:
            return content["errors"][0]["extensions"]["code"]
        return content["data"]

    async def do(
        self, name: str, arguments: str = "", /, who: str = "anna", *roles: str,
        told: str = "",
    ) -> Any:  # fmt: skip
        """What a mutation says: its answer, or its problem."""
        given = f"({arguments})" if arguments else ""
        question = f"mutation {{ {name}{given} {{ {TOLD} {told} }} }}"
        data = await self.ask(question, who, *roles)
        return data if isinstance(data, str) else data[name]

    async def user(self, who: str, fields: str, by: str = "anna") -> Any:
        """Fields of one person as the product tells them."""
        question = f'{{ user(id: "{self.ids[who]}") {{ {fields} }} }}'
        data = await self.ask(question, by)
        return data if isinstance(data, str) else data["user"]

    async def names(self, filters: str, by: str = "anna") -> list[str]:
        """User names of the people a filter leaves."""
        question = (
            f"{{ users(filter: {{{filters}}}) {{ edges {{ node {{ username }} }} }} }}"
        )
        data = await self.ask(question, by)
        return [edge["node"]["username"] for edge in data["users"]["edges"]]

    async def roles(self, who: str) -> set[str]:
        """The roles at the provider, without those it gives to everybody."""
        return {
            one.name
            for one in await self.api.roles_of(self.ids[who])
            if one.name.startswith("giroscope-")
        }
