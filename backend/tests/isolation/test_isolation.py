"""Nothing of one tenant reaches another, by any question, call, id, token or role."""

import hashlib
import warnings
from itertools import product
from typing import Any

import httpx2
import pytest
from graphql import (
    GraphQLArgument,
    GraphQLField,
    GraphQLID,
    GraphQLNonNull,
    GraphQLString,
    parse,
    validate,
)
from sqlalchemy import MetaData, select
from sqlalchemy.exc import SAWarning
from starlette.routing import Mount, Route

from giroscope.app import EXPORTS
from giroscope.kernel.access import AUDITOR, CALLS, EVERYONE, GRANTS, PUBLIC, READERS
from tests.isolation.asking import (
    CALL_SAMPLES,
    SCHEMA,
    NoSample,
    Question,
    body,
    call,
    given,
    questions,
)
from tests.isolation.forging import WRONG
from tests.isolation.tenants import IBAN, MARK, STRANGER, VICTIM, World
from tests.shares import SomeOf

pytestmark = pytest.mark.every_run

GRAPH = "/api/data/graphql"
CALLED = [name for name, verb in CALLS.items() if verb != PUBLIC]
# Nothing tells that somebody else has it: it is not there, or it makes no sense.
_NOT_THERE = {"NOT_FOUND", "INVALID_INPUT", "UNAVAILABLE", "CONFLICT"}
_SHOWN = {
    "journals", "journal", "transactions", "statements", "payments", "uploads",
    "upload", "accounts", "account", "documents", "document", "messages", "transaction",
    "systemMessages", "systemMessagesByCorrelationId", "systemMessagesByLevel",
    "statementGraphs", "users", "user", "roleRequests", "payment", "message",
    "savedViews", "search", "approvalPolicies", "approvalPolicyVersions",
    "approvalDelegations", "erpConfiguration", "erpMethods", "erpMappings",
    "erpPayments", "erpOutbox", "erpFindings", "invoices", "invoice", "usageUnits",
    "communicationLogs", "communicationLog", "logs", "logCauses", "accountMonths",
    "payees", "payee",
}  # fmt: skip


async def _ask(client: httpx2.AsyncClient, question: Question) -> httpx2.Response:
    answer: httpx2.Response = await client.post(
        GRAPH, content=body(question), headers={"content-type": "application/json"}
    )
    return answer


def _ensure_nothing(answer: httpx2.Response, what: str) -> None:
    told = answer.content + repr(sorted(answer.headers.items())).encode()
    for mark in (MARK, IBAN):
        assert mark.lower().encode() not in told.lower(), what
    assert answer.status_code != 500, (what, answer.text)


def _codes(content: dict[str, Any]) -> set[str]:
    return {one["extensions"]["code"] for one in content.get("errors", [])}


# What the product says to the provider of its own accord is noted there meanwhile.
_NOTED_MEANWHILE = {"communication_logs", "communication_keeping"}
_WORDS_OF_IT = "communication_log_words"
"""So SQLite names the tables of their index."""


def _contents(world: World, realm: str) -> dict[str, str]:
    """A digest of every table of the realm that changes only when somebody acts."""
    found = {}
    with world.database.snapshot(realm) as connection:
        schema = None if world.database.is_sqlite else f"realm_{realm}"
        tables = MetaData()
        # Of an index of an expression SQLite does not tell the columns.
        with warnings.catch_warnings(action="ignore", category=SAWarning):
            tables.reflect(connection, schema=schema)
        for table in tables.sorted_tables:
            is_index = table.name.startswith(_WORDS_OF_IT)
            if is_index or table.name in _NOTED_MEANWHILE:
                continue
            rows = sorted(repr(tuple(row)) for row in connection.execute(select(table)))
            found[table.name] = hashlib.sha256(repr(rows).encode()).hexdigest()
    assert len(found) > 15
    return found


def test_every_route_says_what_it_needs(world: World) -> None:
    served = set()
    for route in world.app.routes:
        if isinstance(route, Mount) and route.path == "/assets":
            continue
        assert isinstance(route, Route), f"{route} declares no verb"
        if route.path in {"/api", "/api/{rest:path}"}:
            continue
        methods = (route.methods or set()) - {"HEAD"}
        served |= {f"{method} {route.path}" for method in methods}
    assert served == set(CALLS), "kernel/access.py names the verb of each call"
    verbs = EVERYONE.union(*GRANTS.values()) | {PUBLIC}
    assert set(CALLS.values()) <= verbs
    assert set(CALLED) == set(CALL_SAMPLES), "each call needs a sample in asking.py"


def test_every_field_says_what_it_needs(world: World) -> None:
    verbs = EVERYONE.union(*GRANTS.values())
    for question in questions(world.ids):
        assert question.verb in verbs, f"{question.name} names no verb"
        assert validate(SCHEMA, parse(question.text)) == [], question.text
    fields = SCHEMA.query_type.fields
    assert set(EXPORTS) <= set(fields)


def test_what_is_new_needs_a_sample() -> None:
    with pytest.raises(NoSample):
        call("GET /api/made-up", {})
    identifier = GraphQLArgument(GraphQLNonNull(GraphQLID))
    new = GraphQLField(GraphQLString, {"id": identifier})
    with pytest.raises(NoSample):
        given(new, "madeUp", {})


async def test_the_marks_are_there_to_be_found(world: World) -> None:
    """Else the other tests would prove nothing."""
    shown = set()
    async with world.client(world.issuer.token(VICTIM, *GRANTS), VICTIM) as client:
        for question in questions(world.ids):
            if question.kind == "query":
                answer = await _ask(client, question)
                assert "TOO_COMPLEX" not in _codes(answer.json()), question.text
                if MARK in answer.text:
                    shown.add(question.name)
        document = await client.get(f"/api/documents/{world.ids['number']}")
        assert MARK.encode() in document.content
        for name in EXPORTS:
            exported = await client.get(f"/api/export/{name}")
            assert exported.status_code == 200, name
            marked = name not in {"jobs", "auditEvents"}
            assert not marked or MARK in exported.text, name
            book = await client.get(f"/api/export/{name}?format=xlsx")
            assert book.content.startswith(b"PK"), name
    assert _SHOWN - shown == set()


async def test_a_stranger_with_every_role_learns_and_changes_nothing(
    world: World,
) -> None:
    before = _contents(world, VICTIM)
    async with world.stranger() as client:
        for question in questions(world.ids):
            answer = await _ask(client, question)
            _ensure_nothing(answer, question.name)
            content = answer.json()
            assert _codes(content) <= _NOT_THERE, (question.name, content)
            problem = (content["data"] or {}).get(question.name) or {}
            if question.kind == "mutation" and "id" in question.variables:
                assert problem.get("__typename") == "Problem", content
            # A sum bears no mark: of another tenant's payments there is none.
            told = (content["data"] or {}).get(question.name)
            if question.name == "paymentTabs":
                assert told
                assert not any(tab["count"] or tab["sums"] for tab in told)
            if question.name == "paymentTotals":
                assert told == []
        for name in CALLED:
            if name == "GET /api/messages/stream":
                continue
            method, path, content = call(name, world.ids)
            answer = await client.request(method, path, content=content)
            _ensure_nothing(answer, name)
            if "{id}" in name:
                assert answer.status_code in {400, 404, 503}, (name, answer.text)
        for name in EXPORTS:
            answer = await client.get(f"/api/export/{name}")
            _ensure_nothing(answer, name)
            assert answer.status_code == 200
    assert _contents(world, VICTIM) == before


async def test_a_wrong_token_opens_nothing(world: World, some_of: SomeOf) -> None:
    before = _contents(world, VICTIM)
    asked = questions(world.ids)
    for number, (what, forge) in enumerate(WRONG.items()):
        token = forge(world.issuer, VICTIM)
        async with world.client(token, VICTIM) as client:
            # Each kind of them is tried on other fields.
            for question in some_of([*asked[number:], *asked[:number]], 8):
                answer = await _ask(client, question)
                _ensure_nothing(answer, f"{what}: {question.name}")
                assert answer.status_code == 401, f"{what}: {question.name}"
                assert _codes(answer.json()) == {"UNAUTHENTICATED"}
                assert "data" not in answer.json()
            for name in CALLED:
                method, path, content = call(name, world.ids)
                answer = await client.request(method, path, content=content)
                _ensure_nothing(answer, f"{what}: {name}")
                assert answer.status_code == 401, f"{what}: {name}"
                assert answer.headers["www-authenticate"] == "Bearer"
    assert _contents(world, VICTIM) == before


async def test_a_role_opens_what_it_names_and_nothing_else(world: World) -> None:
    asked = [one for one in questions(world.ids) if one.verb not in EVERYONE]
    assert asked
    for roles in ((), ("made-up", "GIROSCOPE-UPLOAD"), *((role,) for role in GRANTS)):
        may = EVERYONE.union(*(GRANTS.get(role, frozenset()) for role in roles))
        token = world.issuer.token(VICTIM, *roles)
        async with world.client(token, VICTIM) as client:
            for question in (one for one in asked if one.verb not in may):
                answer = await _ask(client, question)
                _ensure_nothing(answer, f"{roles}: {question.name}")
                told = answer.json()
                if question.kind == "mutation":
                    assert told["data"][question.name]["code"] == "forbidden"
                else:
                    assert _codes(told) == {"FORBIDDEN"}, f"{roles}: {question.name}"
            for name in (one for one in CALLED if CALLS[one] not in may):
                method, path, content = call(name, world.ids)
                answer = await client.request(method, path, content=content)
                assert answer.status_code == 403, f"{roles}: {name}"
                _ensure_nothing(answer, f"{roles}: {name}")
            verbs = {one.name: one.verb for one in questions(world.ids)}
            for name in EXPORTS:
                is_open = verbs[name] in may
                answer = await client.get(f"/api/export/{name}")
                assert answer.status_code == (200 if is_open else 403), name
                ticket = await client.post(f"/api/export/{name}", json={})
                assert ticket.status_code == (201 if is_open else 403), name
                if is_open:
                    # A person holds only so many at once.
                    taken = await client.get(ticket.json()["url"])
                    assert taken.status_code == 200, name


# What an auditor does without changing anything; verifying is written down itself.
_AUDITING = {"audit.verify", *READERS}


async def test_an_auditor_reads_and_changes_nothing(world: World) -> None:
    before = _contents(world, VICTIM)
    async with world.client(world.issuer.token(VICTIM, AUDITOR), VICTIM) as client:
        for question in questions(world.ids):
            answer = await _ask(client, question)
            told = answer.json()
            if question.kind == "mutation" and question.verb != "audit.verify":
                assert told["data"][question.name]["code"] == "forbidden", question
            elif question.name in {"auditEvents", "journalTrail", "approvalPolicies"}:
                assert "errors" not in told, question.name
        for name in CALLED:
            if name.startswith("GET ") or CALLS[name] in _AUDITING:
                continue
            method, path, content = call(name, world.ids)
            answer = await client.request(method, path, content=content)
            assert answer.status_code == 403, name
        exported = await client.get("/api/export/auditEvents")
        assert exported.status_code == 200
    after = _contents(world, VICTIM)
    changed = {name for name, digest in after.items() if digest != before[name]}
    assert changed == {"audit_events", "chain_heads"}


async def test_a_tenant_that_does_not_exist_answers_nothing(world: World) -> None:
    hosts = ("nobody", "acme-2", "xn--acme-9ta")
    for realm, host in product((VICTIM, STRANGER), hosts):
        async with world.client(world.issuer.token(realm, *GRANTS), host) as client:
            for name in CALLED:
                method, path, content = call(name, world.ids)
                answer = await client.request(method, path, content=content)
                assert answer.status_code == 404, name
                _ensure_nothing(answer, name)
