"""Serves GraphQL over HTTP: POST and GET, refusals with codes, faults masked."""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import strawberry
from graphql import GraphQLError, GraphQLSyntaxError
from graphql.validation.validate import ValidationAbortedError
from starlette.requests import Request
from starlette.responses import Response
from strawberry.schema.exceptions import (
    CannotGetOperationTypeError,
    InvalidOperationTypeError,
)
from strawberry.types.graphql import OperationType

from giroscope.kernel.errors import (
    AppError,
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    RateLimited,
    TooComplex,
    Unauthenticated,
    Unavailable,
)
from giroscope.kernel.limits import cost_of
from giroscope.kernel.outage import refusal_of
from giroscope.kernel.traces import tracing
from giroscope.kernel.web import (
    Handler,
    from_json,
    incident,
    json_body,
    json_response,
    saying_when,
    status_of,
    unavailable,
)

_QUERIES = {OperationType.QUERY}
_ALL = {OperationType.QUERY, OperationType.MUTATION}
# PostgreSQL stores no such sign, so nothing that holds one can be asked for.
_NUL = re.compile(r"\x00|\\u0000|\\u\{0+\}")
_CODES = {
    Unauthenticated: "UNAUTHENTICATED",
    Forbidden: "FORBIDDEN",
    NotFound: "NOT_FOUND",
    Conflict: "CONFLICT",
    RateLimited: "RATE_LIMITED",
    TooComplex: "TOO_COMPLEX",
    Unavailable: "UNAVAILABLE",
}


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
            TooSlow: It was not here in time.
        """
        if request.method == "POST":
            asked = await json_body(request)
        else:
            asked = dict(request.query_params)
            asked["variables"] = from_json(asked.get("variables") or "{}")
        query = asked.get("query") if isinstance(asked, dict) else None
        if not isinstance(query, str) or not query.strip():
            raise InvalidInput("The request holds no GraphQL query", path="query")
        variables, name = asked.get("variables"), asked.get("operationName")
        if not isinstance(variables, dict | None):
            raise InvalidInput("The variables are no object", path="variables")
        if not isinstance(name, str | None):
            raise InvalidInput("The operation's name is no text", path="operationName")
        if _NUL.search(query) or _holds_nul(variables):
            raise InvalidInput("The request holds a NUL sign, which is no text")
        return cls(query, variables, name)


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_holds_nul(part) for part in (*value, *value.values()))
    return isinstance(value, list) and any(_holds_nul(part) for part in value)


def refusing(handler: Handler) -> Handler:
    """A handler whose refusals and faults are told as GraphQL errors."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except AppError as refusal:
            errors = {"errors": [_refusal(refusal)]}
            return saying_when(refusal, json_response(errors, status_of(refusal)))
        except Exception as error:  # noqa: BLE001 - the edge of a request
            if away := unavailable(error, request):
                errors = {"errors": [_refusal(away)]}
                return saying_when(away, json_response(errors, status_of(away)))
            return json_response({"errors": [_fault(error)]}, 500)

    return handle


def _freely(_cost: int) -> AbstractAsyncContextManager[None]:
    return nullcontext()


async def answer(
    schema: strawberry.Schema,
    request: Request,
    context: object,
    work: Callable[[int], AbstractAsyncContextManager[None]] = _freely,
) -> Response:
    """Run a request against a schema, as a `work` of what it costs.

    Raises:
        AppError: The request as a whole is refused.
    """
    asked = await Asked.of(request)
    is_get = request.method != "POST"
    if asked.name:
        tracing().name_request(f"{request.method} {asked.name}")
    cost = cost_of(schema._schema, asked.query, asked.variables)  # noqa: SLF001 - theirs
    try:
        async with work(cost):
            result = await schema.execute(
                asked.query,
                variable_values=asked.variables,
                context_value=context,
                operation_name=asked.name,
                allowed_operation_types=_QUERIES if is_get else _ALL,
            )
    except (CannotGetOperationTypeError, InvalidOperationTypeError) as error:
        raise InvalidInput("This operation cannot be asked for in this way") from error
    content: dict[str, Any] = {"data": result.data}
    if result.errors:
        content["errors"] = [_error(error, request) for error in result.errors]
        away = [refusal_of(error) for error in map(_origin, result.errors) if error]
        if result.data is None and away and away[0] is not None and all(away):
            # Nothing of it could be answered: that is the answer of the whole request.
            return saying_when(away[0], json_response(content, status_of(away[0])))
    return json_response(
        content, 400 if result.data is None and _is_unfit(result) else 200
    )


def _is_unfit(result: Any) -> bool:
    """Whether the document itself was refused, before anything ran."""
    return all(error.path is None for error in result.errors or ())


def _refusal(refusal: AppError) -> dict[str, Any]:
    codes = (code for kind, code in _CODES.items() if issubclass(type(refusal), kind))
    extensions: dict[str, Any] = {
        "code": next(codes, "INVALID_INPUT"),
        "reason": refusal.code,
    }
    if refusal.path is not None:
        extensions["path"] = refusal.path
    return {"message": refusal.message, "extensions": extensions}


def _fault(error: BaseException) -> dict[str, Any]:
    name = incident(error, "graphql")
    return {
        "message": f"Something went wrong here. Quote incident {name}.",
        "extensions": {"code": "INTERNAL", "incident": name},
    }


def _error(error: GraphQLError, request: Request) -> dict[str, Any]:
    """One error of a result: what the asker did wrong in words, else masked."""
    formatted: dict[str, Any] = {"path": error.path} if error.path else {}
    original = _origin(error)
    if _is_too_much(error, original):
        return formatted | _refusal(TooComplex())
    if isinstance(original, AppError):
        return formatted | _refusal(original)
    # The document is at fault: syntax, unknown field, wrong variable. A value that
    # does not fit its type carries the error of its reader, and the place it stands.
    if original is None or (error.path is None and error.nodes):
        return formatted | _refusal(InvalidInput(error.message))
    if away := unavailable(original, request):
        return formatted | _refusal(away)
    return formatted | _fault(original)


def _origin(error: GraphQLError) -> BaseException | None:
    """What was raised first, below errors that only tell where."""
    original: BaseException | None = error
    while isinstance(original, GraphQLError):
        original = original.original_error
    return original


def _is_too_much(error: GraphQLError, original: BaseException | None) -> bool:
    """Whether reading the document was given up for its length or depth."""
    if isinstance(original, RecursionError):
        return error.path is None
    if isinstance(error, GraphQLSyntaxError):
        return "Parsing aborted" in error.message
    return isinstance(error, ValidationAbortedError)
