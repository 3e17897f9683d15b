"""API clients in the graph."""

from datetime import date, datetime
from enum import Enum
from typing import Annotated

import strawberry

from giroscope.features.clients import actions, policy, queries
from giroscope.features.clients.policy import ClientState, Wanted
from giroscope.features.users import People
from giroscope.kernel.clock import day_of
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Problem,
    Success,
    list_query,
    listed,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.tables import ApiClient
from giroscope.settings import Settings

strawberry.enum(
    ClientState, name="ApiClientState", description="Whether an API client may call."
)


@strawberry.enum(description="What an API client may be allowed.")
class ApiScope(Enum):
    """What an API client may be allowed."""

    JOURNALS_READ = "journals.read"
    PAYMENTS_READ = "payments.read"
    MESSAGES_READ = "messages.read"
    UPLOADS_CREATE = "uploads.create"


@strawberry.type(
    name="ApiClient",
    description="A program of the tenant's own that calls the product. Its secret is"
    " told once, when it is made or rotated.",
)
class ApiClientNode:
    """A program that calls the product."""

    id: strawberry.ID
    client_id: str = strawberry.field(description="What it signs in by.")
    name: str
    scopes: list[ApiScope]
    state: ClientState
    expires: date | None = strawberry.field(
        description="The last day on which it may call."
    )
    created: datetime
    created_by_name: str
    changed: datetime
    changed_by_name: str
    secret_since: datetime
    last_used: date | None = strawberry.field(
        description="The last day on which it called."
    )

    @classmethod
    def of(cls, row: ApiClient, today: date) -> "ApiClientNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            client_id=row.client_id,
            name=row.name,
            scopes=[ApiScope(scope) for scope in row.scopes],
            state=policy.state_of(row, today),
            expires=row.expires,
            created=row.created,
            created_by_name=row.created_by_name,
            changed=row.changed,
            changed_by_name=row.changed_by_name,
            secret_since=row.secret_since,
            last_used=row.last_used,
        )


@strawberry.input(description="An API client as it is to be.")
class ApiClientInput:
    """An API client as it is to be."""

    name: str
    scopes: list[ApiScope]
    expires: date | None = strawberry.field(
        default=None, description="The last day on which it may call."
    )

    def wanted(self) -> Wanted:
        """As the actions take it."""
        scopes = tuple(scope.value for scope in self.scopes)
        return Wanted(self.name, scopes, self.expires)


@strawberry.type(description="What an API client signs in with. It is told only once.")
class ApiClientSecret:
    """What an API client signs in with."""

    client_id: str
    secret: str

    @classmethod
    def of(cls, told: actions.Told) -> "ApiClientSecret":
        """From its value."""
        return cls(client_id=told.row.client_id, secret=told.secret)


SecretOutcome = Annotated[ApiClientSecret | Problem, strawberry.union("SecretOutcome")]


@strawberry.type
class ApiClientQuery:
    """Questions about API clients."""

    @list_query("clients.read")
    async def api_clients(
        self, info: Info, request: PageRequest
    ) -> Connection[ApiClientNode]:
        """Programs that may call, by name."""
        today = day_of(info.context.clock())
        return await listed(
            info,
            queries.living(),
            queries.ORDER,
            request,
            lambda row: ApiClientNode.of(row, today),
        )

    @query("clients.read", "Where API clients get their tokens.")
    async def api_token_url(self, info: Info) -> str:
        """Where API clients get their tokens."""
        base = info.context.borrow(Settings).sign_in_url
        realm = info.context.actor.realm
        return f"{base}/realms/{realm}/protocol/openid-connect/token"


@strawberry.type
class ApiClientMutation:
    """What account managers do with API clients."""

    @mutation("clients.change", "Makes an API client; its secret is told this once.")
    async def create_api_client(
        self, info: Info, client: ApiClientInput
    ) -> SecretOutcome:
        """Make an API client."""
        told = await actions.create(_people(info), info.context.actor, client.wanted())
        return ApiClientSecret.of(told)

    @mutation("clients.change", "Its name, what it may do, and until when.")
    async def change_api_client(
        self, info: Info, id: strawberry.ID, client: ApiClientInput
    ) -> Outcome:
        """Change an API client."""
        wanted = client.wanted()
        await actions.change(_people(info), info.context.actor, number(id), wanted)
        return Success(id=id)

    @mutation("clients.change", "Off counts within two seconds.")
    async def switch_api_client(
        self, info: Info, id: strawberry.ID, on: bool
    ) -> Outcome:
        """Switch an API client on or off."""
        switch = actions.switch_on if on else actions.switch_off
        await switch(_people(info), info.context.actor, number(id))
        return Success(id=id)

    @mutation("clients.change", "The earlier secret and its tokens count no more.")
    async def rotate_api_client_secret(
        self, info: Info, id: strawberry.ID
    ) -> SecretOutcome:
        """Make the secret anew."""
        told = await actions.rotate(_people(info), info.context.actor, number(id))
        return ApiClientSecret.of(told)

    @mutation("clients.change", "It calls no more; what it did keeps its name.")
    async def delete_api_client(self, info: Info, id: strawberry.ID) -> Outcome:
        """Delete an API client."""
        await actions.delete(_people(info), info.context.actor, number(id))
        return Success(id=id)


def _people(info: Info) -> People:
    return info.context.borrow(People)
