"""What can be wrong with a request, told as a page or as JSON.

- `PageProblem`      something a person must read; never redirects
- `ProtocolProblem`  an OAuth error for a script (RFC 6749 §5.2, RFC 6750 §3)
- `UnknownRealm`     either, depending on who asks
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import cast

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signin.pages.layout import render, theme_of
from signin.pages.messages import problem_page
from signin.parameters import MalformedRequest
from signin.words import Words, words_for

_log = structlog.get_logger("signin")

_SCRIPTED = re.compile(
    r"/realms/[^/]+(?:/protocol/openid-connect/(?:token(?:/introspect)?|userinfo|certs)"
    r"|/\.well-known/.*|/?)"
    r"|/admin/.*"
)

NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}


class PageProblem(Exception):
    """A person must read this; the browser stays where it is."""

    def __init__(self, status: int, text: Callable[[Words], str]) -> None:
        """Choose the text once the language is known."""
        super().__init__(status)
        self.status = status
        self.text = text


class ProtocolProblem(Exception):
    """An OAuth error for the script that asked."""

    def __init__(self, status: int, error: str, description: str) -> None:
        """Use the error codes of the RFC; the description is for developers."""
        super().__init__(error)
        self.status = status
        self.error = error
        self.description = description


class UnknownRealm(Exception):
    """No realm has this name."""


def answer_page_problem(request: Request, problem: Exception) -> Response:
    """Show a `PageProblem`."""
    problem = cast("PageProblem", problem)
    return _page(request, problem.status, problem.text)


def answer_protocol_problem(_request: Request, problem: Exception) -> Response:
    """Answer a `ProtocolProblem`."""
    problem = cast("ProtocolProblem", problem)
    return _json(problem.status, problem.error, problem.description)


def answer_unknown_realm(request: Request, _problem: Exception) -> Response:
    """Answer for a realm that does not exist."""
    if wants_json(request):
        return _json(404, "realm_not_found", "Realm does not exist")
    return _page(request, 404, lambda words: words.unknown_realm)


def answer_malformed(request: Request, problem: Exception) -> Response:
    """Answer a request that breaks the rules of parameters."""
    problem = cast("MalformedRequest", problem)
    detail = problem.detail
    if wants_json(request):
        return _json(400, "invalid_request", detail)
    return _page(
        request, 400, lambda words: words.malformed_request.format(detail=detail)
    )


def answer_too_large(request: Request, _problem: Exception) -> Response:
    """Answer a request that is too large, and close the connection."""
    if wants_json(request):
        response: Response = _json(413, "invalid_request", "request too large")
    else:
        response = _page(request, 413, lambda words: words.too_large)
    response.headers["Connection"] = "close"
    return response


def answer_hung_up(_request: Request, _problem: Exception) -> Response:
    """Answer nobody: the caller is gone, which is no fault of the provider."""
    return Response(status_code=400)


def answer_outage(request: Request, problem: Exception) -> Response:
    """Answer while the database fails: never 400, on which keycloak-js signs out."""
    _log.error("database_failed", path=request.url.path, exc_info=problem)
    if wants_json(request):
        return _json(503, "temporarily_unavailable", "try again shortly")
    return _page(request, 503, lambda words: words.unavailable)


def answer_http_problem(request: Request, problem: Exception) -> Response:
    """Answer unknown addresses and methods."""
    problem = cast("HTTPException", problem)
    if wants_json(request):
        response: Response = _json(
            problem.status_code, "invalid_request", problem.detail
        )
    elif problem.status_code == 405:
        response = _page(request, 405, lambda words: words.wrong_method)
    else:
        response = _page(request, problem.status_code, lambda words: words.unknown_page)
    response.headers.update(problem.headers or {})
    return response


def answer_fault(request: Request, problem: Exception) -> Response:
    """Answer a fault of the provider itself under a number that finds it in the log."""
    incident = uuid.uuid4().hex[:12]
    _log.error("fault", incident=incident, path=request.url.path, exc_info=problem)
    if wants_json(request):
        return _json(500, "server_error", f"incident {incident}")
    return _page(request, 500, lambda words: words.unexpected.format(incident=incident))


def wants_json(request: Request) -> bool:
    """Tell whether a script is asking, by the address or by what it accepts."""
    if _SCRIPTED.fullmatch(request.url.path):
        return True
    accept = request.headers.get("accept", "")
    return "application/json" in accept and "text/html" not in accept


def _json(status: int, error: str, description: str) -> JSONResponse:
    headers = dict(NO_STORE)
    if status == 401:
        headers["WWW-Authenticate"] = f'Bearer error="{error}"'
    return JSONResponse(
        {"error": error, "error_description": description}, status, headers
    )


def _page(request: Request, status: int, text: Callable[[Words], str]) -> Response:
    asked = request.query_params.getlist("ui_locales")
    words = words_for(
        asked[0] if asked else None, request.headers.get("accept-language")
    )
    branding = request.app.state.branding
    page = problem_page(text(words), words)
    theme = theme_of(request.query_params, request.cookies)
    return render(page, words, branding, status=status, theme=theme)
