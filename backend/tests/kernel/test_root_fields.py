"""Every root field and every route: without a token, without the role, elsewhere."""

from typing import Any

import pytest
from graphql import GraphQLField, GraphQLNonNull, is_leaf_type
from starlette.routing import Route
from strawberry.types.field import StrawberryField

from giroscope.graphql_schema import schema
from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    EVERYONE,
    GRANTS,
    SCREENS,
    UPLOAD,
)
from giroscope.kernel.graph import Allowed

pytestmark = pytest.mark.served

# Nothing here changes anything: all of it asks one application.
_shared = pytest.mark.asyncio(loop_scope="module")

VERBS = EVERYONE.union(*GRANTS.values())
ARGUMENTS = {
    # Nobody's: what is asked here is told in a log, whose first line has the first id.
    "ID!": '"987654321"',
    "Date!": '"2026-11-01"',
    "MessageLevel!": "INFO",
    "Boolean!": "true",
    "Int!": "1",
    "Decimal!": '"1.00"',
    "[ApprovalRuleInput!]!": '[{name: "x", steps: [[]]}]',
    "PasskeyDecision!": "APPROVE",
    "[SeenDocument!]!": '[{correlationId: "1", sha256: "0"}]',
    "[SeenMonth!]!": '[{accountId: "1", seen: "0"}]',
    "UserChange!": "{}",
    "[ID!]!": "[]",
    "[PaymentCorrection!]!": "[]",
    "[NewUser!]!": "[]",
    "NewBank!": '{name: "x", profile: "folder", environment: TEST, parameters: []}',
    "BankChange!": "{}",
    "BankTestKind!": "TEST",
    "DemoWish!": "{preset: REJECTS, days: 1}",
    "BillingDetailsInput!": "{}",
    "SubscriptionTermsInput!": '{plan: "start", interval: MONTH, currency: "DKK",'
    " seats: 3}",
    "ErpChecked!": "ACTIVE",
    "ErpSection!": "CONNECTION",
    "ErpOutboxSelection!": '{ids: ["1"]}',
    "ErpMappingSelection!": '{ids: ["1"]}',
    "ErpMappingSet!": "{isEnabled: true}",
    "ErpMappingInput!": '{method: "x", target: SEPA_CT}',
    "MessageSelection!": '{ids: ["1"]}',
    "[MailChoiceInput!]!": "[{topic: FILES, level: ERROR, frequency: NEVER}]",
    "MessageGroupSelection!": '{by: INBOX, ids: ["1"]}',
    "MessageGrouping!": "TEXT",
    "LogType!": "BANK",
    "LogKeepingInput!": "{keepDays: 30}",
    "[UserRole!]!": "[UPLOAD]",
    "[UserStep!]!": "[CHANGE_PASSWORD]",
    "UploadSelection!": '{ids: ["1"]}',
    "RecallReason!": "DUPL",
    "StatementVerdict!": "BOTH",
    "EntryMatchKind!": "PAYMENT",
    "JournalSelection!": '{ids: ["1"]}',
    "WebhookEndpointInput!": '{name: "x", url: "https://x.example", types: []}',
    "DateTime!": '"2026-11-01T00:00:00Z"',
    "UserSelection!": '{ids: ["1"]}',
    "EntrySelection!": '{ids: ["1"]}',
    "String!": '"journals"',
    "ApiClientInput!": '{name: "x", scopes: [JOURNALS_READ]}',
    "RuleSubject!": "TRANSACTION",
    "RuleState!": "SHADOW",
    "RuleInput!": '{name: "x", match: ALL, blocks: [{match: ALL, conditions:'
    " [{field: TEXT, operator: EMPTY}]}], actions: [{kind: NOTIFY, role: DEBUG}]}",
    "SavedViewInput!": '{list: "journals", name: "x", state: "{}", version: 1}',
}


AT_THE_PROVIDER = {"personalData"}
"""What asks who a person is where they sign in; no provider answers here."""


def _verb(field: StrawberryField) -> str | None:
    verbs = [one.verb for one in field.extensions if isinstance(one, Allowed)]
    return verbs[0] if verbs else None


def _roots() -> list[tuple[str, str, str]]:
    """Operation, field and verb of every root field."""
    graph = schema._schema
    found = []
    for kind, root in (("query", graph.query_type), ("mutation", graph.mutation_type)):
        assert root is not None
        for name, field in root.fields.items():
            own = field.extensions["strawberry-definition"]
            found.append((kind, name, _verb(own) or ""))
    return found


def _ask(kind: str, name: str) -> str:
    """The least question that reaches the field."""
    graph = schema._schema
    root = graph.query_type if kind == "query" else graph.mutation_type
    assert root is not None
    field: GraphQLField = root.fields[name]
    needed = [
        f"{key}: {ARGUMENTS[str(argument.type)]}"
        for key, argument in field.args.items()
        if isinstance(argument.type, GraphQLNonNull)
    ]
    given = f"({', '.join(needed)})" if needed else ""
    inner = field.type
    while hasattr(inner, "of_type"):
        inner = inner.of_type
    if is_leaf_type(inner):
        return f"{kind} {{ {name}{given} }}"
    if kind == "mutation":
        told = "__typename ... on Problem { code message }"
        return f"{kind} {{ {name}{given} {{ {told} }} }}"
    return f"{kind} {{ {name}{given} {{ __typename }} }}"


@pytest.mark.parametrize(("kind", "name", "verb"), _roots())
def test_a_root_field_names_its_verb(kind: str, name: str, verb: str) -> None:
    assert verb in VERBS, f"{kind} {name} names no verb that a role gives"


@_shared
@pytest.mark.parametrize(("kind", "name", "_verb"), _roots())
async def test_a_root_field_without_a_token_gives_nothing(
    shared_api: Any, kind: str, name: str, _verb: str
) -> None:
    for token in ("", shared_api.issuer.token("acme", *GRANTS)):
        response = await shared_api.graph(_ask(kind, name), token=token)
        assert response.status_code == 401
        assert set(response.json()) == {"errors"}
        assert await shared_api.code(_ask(kind, name), token=token) == "UNAUTHENTICATED"


@_shared
@pytest.mark.parametrize(
    ("kind", "name", "verb"), [root for root in _roots() if root[2] not in EVERYONE]
)
async def test_a_guarded_root_field_without_its_role_gives_nothing(
    shared_api: Any, kind: str, name: str, verb: str
) -> None:
    others = [role for role, verbs in GRANTS.items() if verb not in verbs]
    for roles in ([], ["made-up"], ["GIROSCOPE-UPLOAD"], others):
        content = (await shared_api.graph(_ask(kind, name), *roles)).json()
        if kind == "mutation":
            assert content["data"][name]["code"] == "forbidden"
        else:
            assert not (content["data"] or {}).get(name)
            assert content["errors"][0]["extensions"]["code"] == "FORBIDDEN"
    assert shared_api.started == []


@_shared
@pytest.mark.parametrize(
    ("kind", "name", "verb"), [root for root in _roots() if root[0] == "query"]
)
async def test_a_query_with_its_role_is_answered(
    shared_api: Any, kind: str, name: str, verb: str
) -> None:
    roles = [role for role, verbs in GRANTS.items() if verb in verbs]
    content = (await shared_api.graph(_ask(kind, name), *roles)).json()
    codes = {e["extensions"]["code"] for e in content.get("errors", [])}
    assert codes <= ({"UNAVAILABLE"} if name in AT_THE_PROVIDER else {"NOT_FOUND"}), (
        content
    )


OPEN = {"/api/public/graphql", "/api/backchannel-logout", "/settings.js",
        "/api/export/tickets/{ticket}",
        "/healthz/live", "/healthz/ready", "/metrics", "/api", "/api/{rest:path}",
        "/{path:path}"}  # fmt: skip


@_shared
async def test_every_route_wants_a_token_but_those_that_are_open(
    shared_api: Any,
) -> None:
    routes = [route for route in shared_api.app.routes if isinstance(route, Route)]
    guarded = [route for route in routes if route.path not in OPEN]
    assert len(guarded) >= 5
    for token in ("", shared_api.issuer.token("acme", *GRANTS)):
        async with shared_api.client(token=token) as client:
            for route in guarded:
                path = route.path.replace("{id}", "1")
                for method in route.methods - {"HEAD"}:
                    response = await client.request(method, path, content=b"{}")
                    assert response.status_code == 401, (method, path)
                    assert response.headers["www-authenticate"] == "Bearer"


@_shared
@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/upload?kind=statement"), ("POST", "/api/reimport")],
)
async def test_a_route_without_its_role_is_refused_before_it_reads(
    shared_api: Any, method: str, path: str
) -> None:
    async def endless() -> Any:
        raise AssertionError("the body is not to be read")
        yield b""

    for roles in ([], ["giroscope-debug", "giroscope-billing"]):
        async with shared_api.client(*roles) as client:
            response = await client.request(method, path, content=endless())
        assert (response.status_code, response.json()["code"]) == (403, "forbidden")


@_shared
@pytest.mark.parametrize(
    ("roles", "extra"),
    [
        ([], set()),
        ([UPLOAD], {"/upload", "/upload/statement"}),
        ([ACCOUNT_MANAGEMENT], {"/account-management/users"}),
        (["made-up"], set()),
    ],
)
async def test_the_menu_comes_from_the_same_file_as_the_rules(
    shared_api: Any, roles: list[str], extra: set[str]
) -> None:
    viewer = (await shared_api.data("{viewer{screens permissions}}", *roles))["viewer"]
    everyone = {
        "/", "/dashboard", "/journals/statements", "/approval-policies", "/sendings",
    }  # fmt: skip
    assert everyone | extra <= set(viewer["screens"])
    may = {path for path, verb in SCREENS.items() if verb in viewer["permissions"]}
    assert set(viewer["screens"]) == may
    others = {path for path, verb in SCREENS.items() if verb not in EVERYONE} - extra
    if not roles:
        assert not others & set(viewer["screens"])
