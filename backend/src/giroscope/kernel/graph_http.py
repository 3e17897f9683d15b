"""Serves GraphQL over HTTP: POST and GET, refusals with codes, faults masked."""

from collections.abc import Awaitable, Callable
from typing import Any

import orjson
import strawberry
from graphql import GraphQLError
from starlette.requests import Request
from starlette.responses import Response
from strawberry.schema.exceptions import (
    CannotGetOperationTypeError,
    InvalidOperationTypeError,
)
from strawberry.types.graphql import OperationType

from giroscope.kernel.errors import AppError, InvalidInput, TooLarge
from giroscope.kernel.web import incident, json_response, status_of

_MAX_BODY = 256 * 1024
_QUERIES = {OperationType.QUERY}
_ALL = {OperationType.QUERY, OperationType.MUTATION}


class Asked:
    """One GraphQL request, taken from a body or an address."""

    def __init__(
        self, query: str, variables: dict[str, Any] | None, name: str | None
    ) -> None:
        self.query = query
        self.variables = variables
        self.name = name

    @classmethod
    async def of(cls, request: Request) -> "Asked":
        """Read the request.

        Raises:
            InvalidInput: It is no GraphQL request.
            TooLarge: It is far too long for one.
        """
        if request.method == "GET":
            asked: Any = dict(request.query_params)
            asked["variables"] = _json(asked.get("variables") or "{}")
        else:
            asked = _json(await _body(request))
        if not isinstance(asked, dict) or not isinstance(asked.get("query"), str):
            raise InvalidInput("The request holds no GraphQL query")
        variables, name = asked.get("variables"), asked.get("operationName")
        if not isinstance(variables, dict | None) or not isinstance(name, str | None):
            raise InvalidInput("The variables of the query are no object")
        return cls(asked["query"], variables, name)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _MAX_BODY:
            raise TooLarge("The query is far too long")
    return bytes(body)


def _json(text: str | bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InvalidInput("The request is not JSON") from error


async def answer(
    schema: strawberry.Schema,
    request: Request,
    context: Callable[[], Awaitable[Any]],
) -> Response:
    """Run a request against a schema."""
    try:
        held = await context()
        asked = await Asked.of(request)
        result = await schema.execute(
            asked.query,
            variable_values=asked.variables,
            context_value=held,
            operation_name=asked.name,
            allowed_operation_types=_QUERIES if request.method == "GET" else _ALL,
        )
    except AppError as refusal:
        return json_response({"errors": [_refusal(refusal)]}, status_of(refusal))
    except (CannotGetOperationTypeError, InvalidOperationTypeError):
        error = InvalidInput("This operation cannot be asked for in this way")
        return json_response({"errors": [_refusal(error)]}, 400)
    content: dict[str, Any] = {"data": result.data}
    if result.errors:
        content["errors"] = [_error(error) for error in result.errors]
    return json_response(
        content, 400 if result.data is None and _is_unfit(result) else 200
    )


def _is_unfit(result: Any) -> bool:
    """Whether the document itself was refused, before anything ran."""
    return all(error.path is None for error in result.errors or ())


def _refusal(refusal: AppError) -> dict[str, Any]:
    code = _CODES.get(status_of(refusal), "INVALID_INPUT")
    extensions: dict[str, Any] = {"code": code, "reason": refusal.code}
    if refusal.path is not None:
        extensions["path"] = refusal.path
    return {"message": refusal.message, "extensions": extensions}


_CODES = {
    400: "INVALID_INPUT",
    401: "UNAUTHENTICATED",
    403: "FORBIDDEN",
    404: "NOT_FOUND",
    409: "CONFLICT",
    413: "INVALID_INPUT",
    429: "RATE_LIMITED",
    503: "UNAVAILABLE",
}


def _error(error: GraphQLError) -> dict[str, Any]:
    """One error of a result: what the asker did wrong in words, else masked."""
    original = error.original_error
    formatted: dict[str, Any] = {"path": error.path} if error.path else {}
    if isinstance(original, AppError):
        return formatted | _refusal(original)
    if original is None:
        # The document is at fault: syntax, unknown field, wrong variable.
        code = (error.extensions or {}).get("code", "INVALID_INPUT")
        return formatted | {"message": error.message, "extensions": {"code": code}}
    name = incident(original, "graphql")
    return formatted | {
        "message": f"Something went wrong here. Quote incident {name}.",
        "extensions": {"code": "INTERNAL", "incident": name},
    }
