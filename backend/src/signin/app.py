"""The provider as an ASGI application: addresses, problems, start and end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.routing import Route

from signin.admin.problems import AdminProblem, answer_admin_problem
from signin.admin.routes import ROUTES as ADMIN_ROUTES
from signin.backchannel import tell_of_logouts
from signin.endpoints import (
    account,
    account_factors,
    authorize,
    bearer,
    forgotten,
    links,
    logout,
    metadata,
    problems,
    service,
    steps,
    token,
)
from signin.parameters import MalformedRequest, RequestTooLarge
from signin.provider import open_provider
from signin.redirects import RedirectRules
from signin.response_headers import ResponseHeaders
from signin.settings import Clock, SigninSettings, system_clock

_REALM = "/realms/{realm}"
_PROTOCOL = f"{_REALM}/protocol/openid-connect"

_ROUTES = (
    Route("/health/ready", metadata.ready),
    Route("/resources/{version}/{name}", metadata.resource),
    Route(_REALM, metadata.realm_info),
    Route(f"{_REALM}/", metadata.realm_info),
    Route(f"{_REALM}/.well-known/openid-configuration", metadata.discovery),
    Route(f"{_PROTOCOL}/certs", metadata.certs),
    Route(f"{_PROTOCOL}/auth", authorize.authorize, methods=["GET", "POST"]),
    Route(
        f"{_REALM}/login-actions/authenticate", authorize.authenticate, methods=["POST"]
    ),
    Route(f"{_REALM}/{steps.PATH}", steps.required_action, methods=["GET", "POST"]),
    Route(
        f"{_REALM}/login-actions/reset-credentials",
        forgotten.forgotten,
        methods=["GET", "POST"],
    ),
    Route(
        f"{_REALM}/login-actions/action-token", links.follow, methods=["GET", "POST"]
    ),
    Route(f"{_PROTOCOL}/token", token.token, methods=["POST"]),
    Route(f"{_PROTOCOL}/token/introspect", service.introspect, methods=["POST"]),
    Route(f"{_PROTOCOL}/userinfo", bearer.userinfo, methods=["GET", "POST"]),
    Route(f"{_PROTOCOL}/logout", logout.logout, methods=["GET", "POST"]),
    Route(f"{_REALM}/account", account.account),
    Route(f"{_REALM}/account/", account.account),
    Route(f"{_REALM}/account/sign-in", account.sign_in, methods=["POST"]),
    Route(f"{_REALM}/account/sign-out", account.sign_out, methods=["POST"]),
    Route(f"{_REALM}/account/password", account.change_password, methods=["POST"]),
    Route(
        f"{_REALM}/account/sessions/{{sid}}/end",
        account.end_one_session,
        methods=["POST"],
    ),
    Route(f"{_REALM}/account/second-factor", account_factors.set_up),
    Route(f"{_REALM}/account/second-factor", account_factors.add, methods=["POST"]),
    Route(
        f"{_REALM}/account/second-factor/{{factor_id}}/remove",
        account_factors.remove,
        methods=["POST"],
    ),
    Route(
        f"{_REALM}/account/recovery-codes",
        account_factors.renew_codes,
        methods=["POST"],
    ),
    *ADMIN_ROUTES,
)


def create_app(settings: SigninSettings, *, clock: Clock = system_clock) -> Starlette:
    """Make the application; its database is opened and migrated when it starts.

    Realms are made by `ensure_realm`, before or while it runs.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_provider(settings, clock=clock) as provider:
            app.state.provider = provider
            telling = asyncio.create_task(tell_of_logouts(provider))
            try:
                yield
            finally:
                telling.cancel()
                with suppress(asyncio.CancelledError):
                    await telling

    rules = RedirectRules(settings.redirect_patterns())
    app = Starlette(
        routes=_ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(
                ResponseHeaders,
                allowed_origins=rules.origins,
                is_secure=(settings.public_url or "").startswith("https:"),
                window_paths=settings.window_paths,
            )
        ],
        exception_handlers={
            problems.PageProblem: problems.answer_page_problem,
            problems.ProtocolProblem: problems.answer_protocol_problem,
            AdminProblem: answer_admin_problem,
            problems.UnknownRealm: problems.answer_unknown_realm,
            MalformedRequest: problems.answer_malformed,
            RequestTooLarge: problems.answer_too_large,
            SQLAlchemyError: problems.answer_outage,
            HTTPException: problems.answer_http_problem,
            ClientDisconnect: problems.answer_hung_up,
            Exception: problems.answer_fault,
        },
    )
    app.router.redirect_slashes = False
    app.state.branding = settings.branding
    return app
