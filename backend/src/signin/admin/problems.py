"""Refusals of the Admin API, in the shapes Keycloak gives them."""

from __future__ import annotations

from typing import Any, cast

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signin.endpoints.problems import NO_STORE


class AdminProblem(Exception):
    """The request is refused with a status and a body."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        """Say what is answered."""
        super().__init__(status)
        self.status = status
        self.body = body


def unauthorized() -> AdminProblem:
    """No token, or none that can be believed."""
    return fault(401, "HTTP 401 Unauthorized")


def forbidden() -> AdminProblem:
    """A good token that does not allow this."""
    return fault(403, "HTTP 403 Forbidden")


def not_found(what: str) -> AdminProblem:
    """There is no such thing in this realm."""
    return fault(404, what)


def fault(status: int, error: str, description: str | None = None) -> AdminProblem:
    """Refuse as Keycloak's error handler does."""
    body = {"error": error, "error_description": description}
    return AdminProblem(status, {name: it for name, it in body.items() if it})


def unreadable() -> AdminProblem:
    """The body is no JSON, or not of the shape expected."""
    return fault(400, "unknown_error", "Cannot parse the JSON")


def refused(status: int, message: str) -> AdminProblem:
    """Refuse as Keycloak's resources do."""
    return AdminProblem(status, {"errorMessage": message})


def invalid(flaws: list[dict[str, Any]]) -> AdminProblem:
    """Refuse fields of a person; one flaw stands alone, several in a list."""
    return AdminProblem(400, flaws[0] if len(flaws) == 1 else {"errors": flaws})


def answer_admin_problem(_request: Request, problem: Exception) -> Response:
    """Answer an `AdminProblem`."""
    problem = cast("AdminProblem", problem)
    headers = dict(NO_STORE)
    if problem.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(problem.body, problem.status, headers)
