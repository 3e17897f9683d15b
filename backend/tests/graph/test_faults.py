"""A fault of a field is told by the incident it is found under, and by nothing else."""

import json
from typing import Any

import strawberry
from graphql import GraphQLError
from starlette.requests import Request

from giroscope.kernel.errors import Forbidden
from giroscope.kernel.graph_http import answer, refusing


def _broken() -> str:
    raise RuntimeError("secret sauce at /var/lib")


def _told_on() -> str:
    raise GraphQLError("secret", original_error=OSError("/var/lib"))


def _refused() -> str:
    raise Forbidden


@strawberry.type
class Query:
    broken: str | None = strawberry.field(resolver=_broken)
    told_on: str | None = strawberry.field(resolver=_told_on)
    refused: str | None = strawberry.field(resolver=_refused)


SCHEMA = strawberry.Schema(query=Query)


async def _ask(query: str) -> dict[str, Any]:
    async def body() -> dict[str, Any]:
        content = json.dumps({"query": query}).encode()
        return {"type": "http.request", "body": content, "more_body": False}

    scope = {
        "type": "http", "method": "POST", "path": "/", "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
    }  # fmt: skip
    handler = refusing(lambda request: answer(SCHEMA, request, None))
    told: dict[str, Any] = json.loads(bytes((await handler(Request(scope, body))).body))
    return told


async def test_a_field_s_fault_is_masked() -> None:
    for field in ("broken", "toldOn"):
        told = await _ask(f"{{{field}}}")
        (error,) = told["errors"]
        said = error["extensions"]
        assert (said["code"], error["path"]) == ("INTERNAL", [field])
        assert said["incident"] in error["message"]
        for word in ("secret", "/var/lib", "Error"):
            assert word not in json.dumps(told)


async def test_a_field_s_refusal_and_an_unfit_document_say_what_is_wrong() -> None:
    (error,) = (await _ask("{refused}"))["errors"]
    assert (error["extensions"]["code"], error["message"]) == (
        "FORBIDDEN",
        Forbidden().message,
    )
    (error,) = (await _ask("{unknown}"))["errors"]
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert "unknown" in error["message"]
