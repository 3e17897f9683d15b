"""Programs that call the product, beside the account managers who made them."""

from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from giroscope.kernel import api_clients
from tests.users.desk import REALM, Desk

ALL = "JOURNALS_READ, MESSAGES_READ, PAYMENTS_READ, UPLOADS_CREATE"
TOLD = "... on ApiClientSecret { clientId secret }"
LIST = "{ apiClients { edges { node { id clientId name state scopes lastUsed } } } }"


@dataclass
class Programs:
    """The desk of the account managers, and programs that call."""

    desk: Desk

    async def make(
        self, name: str = "Ledger", scopes: str = ALL, by: str = "anna", more: str = ""
    ) -> dict[str, str]:
        given = f'client: {{name: "{name}", scopes: [{scopes}]{more}}}'
        told = await self.desk.do("createApiClient", given, by, told=TOLD)
        if "secret" in told:
            told["id"] = (await self.listed())[name]["id"]
        return dict(told)

    async def listed(self) -> dict[str, Any]:
        found = await self.desk.ask(LIST)
        nodes = [edge["node"] for edge in found["apiClients"]["edges"]]
        return {node["name"]: node for node in nodes}

    async def sign_in(self, made: dict[str, str]) -> httpx2.Response:
        address = (await self.desk.ask("{ apiTokenUrl }"))["apiTokenUrl"]
        async with httpx2.AsyncClient(timeout=60) as client:
            return await client.post(
                address,
                data={"grant_type": "client_credentials"},
                auth=(made["clientId"], made["secret"]),
            )

    async def token(self, made: dict[str, str]) -> str:
        return str((await self.sign_in(made)).json()["access_token"])

    async def call(
        self, token: str, method: str, path: str, realm: str = REALM, **more: Any
    ) -> httpx2.Response:
        async with httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.desk.app),
            base_url=f"http://{realm}.giroscope.test",
            headers={"authorization": f"Bearer {token}"},
            timeout=60,
        ) as client:
            return await client.request(method, path, **more)

    async def ask(self, token: str, question: str) -> str | None:
        """The code of the refusal, if the question is refused."""
        answer = await self.call(
            token, "POST", "/api/data/graphql", json={"query": question}
        )
        errors = answer.json().get("errors")
        return str(errors[0]["extensions"]["code"]) if errors else None


async def programs_at(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Programs whose tokens are the provider's own, beside people of the issuer."""
    monkeypatch.setattr(api_clients, "_LOOK_SECONDS", 0.0)
    certs = f"{desk.url}/realms/{REALM}/protocol/openid-connect/certs"
    async with httpx2.AsyncClient(timeout=60) as client:
        own = (await client.get(certs)).json()["keys"]
    of_people = desk.issuer.jwks
    monkeypatch.setattr(
        desk.issuer, "jwks", lambda realm: {"keys": of_people(realm)["keys"] + own}
    )
    return Programs(desk)
