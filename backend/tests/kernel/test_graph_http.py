"""GraphQL over HTTP: bounds, caches, refusals with codes, faults that are masked."""

import base64
from pathlib import Path
from typing import Any

import orjson
import pytest
from graphql import (
    FieldNode,
    NameNode,
    OperationDefinitionNode,
    SelectionSetNode,
    Visitor,
    get_introspection_query,
    parse,
    validate,
    visit,
)

from giroscope.graphql_schema import schema
from giroscope.kernel.database import Database
from giroscope.kernel.limits import BoundedDocument
from tests.kernel.issuer import UPLOADER

pytestmark = pytest.mark.served

OPERATIONS = Path(__file__).parents[3] / "frontend" / "src"


class _Typed(Visitor):
    """Adds `__typename` to every selection but an operation's own, as Apollo does."""

    def leave_selection_set(
        self, node: SelectionSetNode, _key: Any, parent: Any, *_: Any
    ) -> SelectionSetNode | None:
        if isinstance(parent, OperationDefinitionNode):
            return None
        name = FieldNode(name=NameNode(value="__typename"), arguments=(), directives=())
        return SelectionSetNode(selections=(*node.selections, name))


def _chain(levels: int, closing: str) -> str:
    """Fragments of which each uses the next twice."""
    links = " ".join(
        f"fragment F{n} on Query {{ ...F{n + 1} ...F{n + 1} }}" for n in range(levels)
    )
    return f"{{ ...F0 }} {links} fragment F{levels} on Query {{ {closing} }}"


TOO_COMPLEX = {
    "deep": "{journal(correlationId:1)" + "{documents" * 12 + "{id}" + "}" * 13,
    "deeper than a stack": "{a" * 700 + "}" * 700,
    "far deeper": "{a" * 50_000,
    "deep in a value": "{journals(filter:" + "[" * 1400 + "]" * 20 + "){totalCount}}",
    "pages in pages": "{journals(first:200){edges{node{payments(first:200){edges{node"
    "{id remittance reference}}}}}}}",
    "pages in pages without a size": "{journals{edges{node{payments(first:100)"
    "{edges{node{id remittance reference amount{amount currency}"
    " creditor{name account agent}"
    " reasons{code text meaning} endToEndId position state statusCode}}}}}}}",
    "pages in pages by variables": "query($n:Int){journals(first:$n){edges{node"
    "{payments(first:$n){edges{node{id remittance}}}}}}}",
    "a size below zero takes nothing off": "{a:journals(first:-1000000){edges{node"
    "{id}}} b:journals(first:200){edges{node{payments(first:200){edges{node{id"
    " remittance}}}}}}}",
    "a size of five thousand digits": "{journals(first:" + "9" * 5000 + ")"
    "{edges{node{correlationId}}}}",
    "many roots": "{" + " ".join(f"a{n}:viewer{{id}}" for n in range(40)) + "}",
    "one root many times": "{" + "viewer{id} " * 360 + "}",
    "many searches": '{a:search(text:"a"){groups{kind}}'
    ' b:search(text:"b"){groups{kind}}}',
    "pages begun inside, for each row": "{transactions(first:500){edges{node{"
    "details(first:1,skip:1){edges{node{id}}}}}}}",
    "many tokens": "{viewer{" + "id " * 5000 + "}}",
    "many roots in fragments": _chain(6, "viewer{id}"),
    "fragments that double": _chain(60, "viewer{id}"),
}


@pytest.mark.parametrize("query", TOO_COMPLEX.values(), ids=TOO_COMPLEX.keys())
async def test_what_asks_for_too_much_is_refused_at_once(
    api: Any, query: str, at_once: Any
) -> None:
    with at_once():
        response = await api.graph(query, UPLOADER)
    error = response.json()["errors"][0]
    assert error["extensions"]["code"] == "TOO_COMPLEX", error
    assert response.status_code == 400


async def test_fragments_within_themselves_end(api: Any, at_once: Any) -> None:
    with at_once():
        assert await api.code(_chain(60, "...F0")) == "INVALID_INPUT"


def test_every_question_of_the_console_is_within_the_bounds() -> None:
    files = sorted(OPERATIONS.glob("**/operations.graphql"))
    assert files
    document = parse("\n".join(path.read_text() for path in files))
    # The browser asks for the type of everything besides.
    document = visit(document, _Typed())
    assert validate(schema._schema, document) == []
    assert validate(schema._schema, document, [BoundedDocument]) == []


async def test_the_schema_describes_itself(api: Any) -> None:
    found = await api.data(get_introspection_query(input_value_deprecation=True))
    names = {one["name"] for one in found["__schema"]["types"]}
    assert {"Journal", "Transaction", "Upload", "SystemMessage"} <= names


async def test_describing_cannot_be_made_to_multiply(api: Any) -> None:
    nested = "fields{type{" * 4 + "name" + "}}" * 4
    asked = "{__schema{types{" + nested + "}}}"
    assert await api.code(asked) in {"INVALID_INPUT", "TOO_COMPLEX"}


async def test_a_document_is_checked_once_however_often_it_is_asked(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = [0]
    enter = BoundedDocument.enter_document

    def counted(self: BoundedDocument, *args: Any) -> None:
        checked[0] += 1
        enter(self, *args)

    monkeypatch.setattr(BoundedDocument, "enter_document", counted)
    query = "query ($n: Int) { journals(first: $n) { edges { cursor } } }"
    for size in range(50):
        await api.data(query, variables={"n": size})
    assert checked[0] == 1


async def test_a_query_may_be_asked_by_address_a_change_may_not(api: Any) -> None:
    async with api.client() as client:
        got = await client.get(
            "/api/data/graphql",
            params={
                "query": "query A($n:Int){journals(first:$n){totalCount}}"
                " query B{viewer{id}}",
                "variables": '{"n":1}',
                "operationName": "A",
            },
        )
        change = await client.get(
            "/api/data/graphql", params={"query": "mutation{readMessages{__typename}}"}
        )
    assert got.json() == {"data": {"journals": {"totalCount": 0}}}
    assert change.status_code == 400
    assert change.json()["errors"][0]["extensions"]["code"] == "INVALID_INPUT"


BAD_BODIES = {
    "empty": b"",
    "no JSON": b"{viewer{id}}",
    "cut": b'{"query": "{viewer{id}',
    "not UTF-8": b'{"query": "\xff"}',
    "a list": b'[{"query": "{viewer{id}}"}]',
    "text": b'"{viewer{id}}"',
    "no query": b"{}",
    "empty query": b'{"query": " "}',
    "null query": b'{"query": null}',
    "number query": b'{"query": 1}',
    "deep": b"[" * 100_000,
    "variables are a list": b'{"query": "{viewer{id}}", "variables": [1]}',
    "variables are text": b'{"query": "{viewer{id}}", "variables": "{}"}',
    "name is a number": b'{"query": "{viewer{id}}", "operationName": 1}',
    "other name": b'{"query": "query A{viewer{id}}", "operationName": "B"}',
    "only a fragment": b'{"query": "fragment A on Query {viewer{id}}"}',
    "a subscription": b'{"query": "subscription {viewer{id}}"}',
    "syntax": b'{"query": "{viewer{id}"}',
    "no such field": b'{"query": "{secrets{id}}"}',
    "NUL": b'{"query": "{journal(correlationId:\\"a\\\\u0000\\"){state}}"}',
    "NUL in a variable": b'{"query": "query($a:ID!){journal(correlationId:$a){state}}",'
    b' "variables": {"a": "x\\u0000"}}',
}


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES.keys())
async def test_what_is_no_question_is_refused(api: Any, body: bytes) -> None:
    async with api.client() as client:
        response = await client.post("/api/data/graphql", content=body)
    assert response.status_code == 400
    content = response.json()
    assert content["errors"][0]["extensions"]["code"] == "INVALID_INPUT"
    assert not content.get("data")


async def test_an_endless_body_is_not_read_to_its_end(api: Any) -> None:
    sent = [0]

    async def endless() -> Any:
        while sent[0] < 1000:
            sent[0] += 1
            yield b" " * 10_000

    async with api.client() as client:
        response = await client.post("/api/data/graphql", content=endless())
    assert response.status_code == 413
    assert sent[0] < 40


DATES = "query($f:Date!){statementGraphs(from:$f,to:$f){account}}"
AMOUNT = "query($a:Decimal){transactions(filter:{amount:{from:$a}}){totalCount}}"
FIRST = "query($n:Int){journals(first:$n){edges{cursor}}}"
CREATED = "query($d:Date){messages(filter:{created:{to:$d}}){totalCount}}"
BAD_VALUES: list[tuple[str, dict[str, Any]]] = [
    (DATES, {}),
    (DATES, {"f": "nonsense"}),
    (DATES, {"f": 20261101}),
    (DATES, {"f": {"a": 1}}),
    (DATES, {"f": "2026-02-30"}),
    (AMOUNT, {"a": "nonsense"}),
    (AMOUNT, {"a": "NaN"}),
    (AMOUNT, {"a": "Infinity"}),
    (AMOUNT, {"a": "1e999999"}),
    (AMOUNT, {"a": "1e18"}),
    (AMOUNT, {"a": "0.000001"}),
    (AMOUNT, {"a": "-1e999999999999"}),
    (CREATED, {"d": "9999-12-31"}),
    (FIRST, {"n": 1000}),
    (FIRST, {"n": 501}),
    (FIRST, {"n": -1}),
    (FIRST, {"n": "10"}),
    (FIRST, {"n": 2**31}),
    ("{journals(first:1000){edges{cursor}}}", {}),
    ("{transactions(last:501){edges{cursor}}}", {}),
    ("{systemMessages(size:201){id}}", {}),
    ("{systemMessages(size:0){id}}", {}),
    ("{systemMessages(page:-1){id}}", {}),
    ('{transaction(id:"x"){id}}', {}),
    ('{transaction(id:"-1"){id}}', {}),
    ('{transaction(id:"1;DROP TABLE x"){id}}', {}),
    ('{transaction(id:"99999999999999999999"){id}}', {}),
    ('{statementGraphs(from:"2026-11-02",to:"2026-11-01"){account}}', {}),
    ('{statementGraphs(from:"1026-11-02",to:"2026-11-01"){account}}', {}),
    ('{statementGraphs(from:"x",to:"2026-11-01"){account}}', {}),
    ("query($i:[ID!]){transactions(filter:{accountIds:$i}){totalCount}}",
     {"i": ["1"] * 1001}),
]  # fmt: skip


@pytest.mark.parametrize(("query", "variables"), BAD_VALUES)
async def test_a_value_that_does_not_fit_is_told(
    api: Any, query: str, variables: dict[str, Any]
) -> None:
    code = await api.code(query, UPLOADER, variables=variables)
    assert code == "INVALID_INPUT"


def _cursor(*parts: Any) -> str:
    return base64.urlsafe_b64encode(orjson.dumps(parts)).decode().rstrip("=")


CURSORS = ["", "x", "%%%", "é", "a" * 10_000, "bnVsbA", "W10", _cursor("id", 1),
           _cursor("AMOUNT", "1", 1), _cursor("BOOKING_DATE", "yesterday", 1),
           _cursor("BOOKING_DATE", 7, 1), _cursor("BOOKING_DATE", {"a": 1}, 1),
           _cursor("BOOKING_DATE", "2026-11-01", "1"),
           _cursor("BOOKING_DATE", "2026-11-01", [1]),
           _cursor("BOOKING_DATE", "2026-11-01", -1),
           _cursor("BOOKING_DATE", "2026-11-01", 2**64 - 1),
           _cursor("BOOKING_DATE", "2026-11-01", 1, 2)]  # fmt: skip


@pytest.mark.parametrize("cursor", CURSORS)
async def test_a_damaged_cursor_is_told_so(api: Any, cursor: str) -> None:
    query = "query($c:String){transactions(after:$c){edges{cursor}}}"
    content = (await api.graph(query, variables={"c": cursor})).json()
    assert content["errors"][0]["extensions"]["code"] == "INVALID_INPUT"
    assert content["errors"][0]["extensions"]["reason"] == "bad_cursor"


@pytest.mark.parametrize(
    "value", ["NaN", "1e999999", "0.0000001", "x", None, ["1"], {"a": 1}, 1e300]
)
@pytest.mark.parametrize("size", ["first:2,after", "last:2,before"])
async def test_a_cursor_of_no_amount_is_no_fault(
    api: Any, value: Any, size: str
) -> None:
    order = "orderBy:{field:AMOUNT,direction:ASC}"
    asked = f"transactions({size}:$c,{order})"
    query = f"query($c:String){{{asked}{{edges{{cursor}}}}}}"
    content = (
        await api.graph(query, variables={"c": _cursor("AMOUNT", value, 1)})
    ).json()
    codes = {e["extensions"]["code"] for e in content.get("errors", [])}
    assert codes <= {"INVALID_INPUT"}


async def test_a_fault_is_masked_with_an_incident_to_quote(
    api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret sauce at /var/lib")

    monkeypatch.setattr(Database, "reading", broken)
    response = await api.graph("{journals{totalCount}}")
    error = response.json()["errors"][0]
    assert error["extensions"]["code"] == "INTERNAL"
    assert error["extensions"]["incident"] in error["message"]
    for word in ("secret", "Traceback", "RuntimeError", ".py"):
        assert word not in response.text

    async with api.client() as client:
        poll = await client.get("/api/data/graphql?query={systemMessages{id}}")
    assert poll.status_code == 500
    assert poll.json()["errors"][0]["extensions"]["code"] == "INTERNAL"
    assert "secret" not in poll.text


async def test_a_refused_change_is_a_problem_and_no_error(api: Any) -> None:
    told = "__typename ... on Problem {code message path}"
    found = await api.data(
        f'mutation{{a:cancelJob(id:"9"){{{told}}} b:moveUpload(id:"x"){{{told}}}'
        f' c:undoUpload(id:"9"){{{told}}} d:retryJob(id:"9"){{{told}}}}}',
        UPLOADER,
    )
    assert {name: one["code"] for name, one in found.items()} == {
        "a": "not_found",
        "b": "invalid_input",
        "c": "not_found",
        "d": "not_found",
    }
    assert {one["__typename"] for one in found.values()} == {"Problem"}


async def test_anybody_may_ask_what_this_is(api: Any) -> None:
    async with api.client(token="", realm="acme") as client:
        response = await client.post(
            "/api/public/graphql",
            json={"query": "{product{name version} realm{name displayName} status}"},
        )
        hidden = await client.post(
            "/api/public/graphql", json={"query": "{journals{totalCount}}"}
        )
    content = response.json()["data"]
    assert content["realm"] == {"name": "acme", "displayName": "Acme"}
    assert (content["product"]["name"], content["status"]) == ("Giroscope", "ok")
    assert hidden.status_code == 400
