"""The product and the realm's programs signing in by a secret.

The product also asks whether a token still stands.

Client authentication by secret, in the form or as HTTP Basic (RFC 6749 §2.3.1), and
token introspection (RFC 7662) with Keycloak's answers.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any
from urllib.parse import unquote_plus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signin.api_clients import is_secret_of_client
from signin.endpoints.call import Call, call_of
from signin.endpoints.problems import NO_STORE, ProtocolProblem
from signin.events import EventKind, record
from signin.parameters import Parameters, form_parameters
from signin.service_clients import SERVICE_CLIENT, SERVICE_ROLES, is_secret_of
from signin.sessions import session_by_sid
from signin.throttle import (
    count_failure,
    forget_failures,
    seconds_to_wait,
    service_throttle,
)
from signin.tokens import (
    CLIENT_SECONDS,
    SERVICE_SCOPE,
    Claims,
    ServiceSubject,
)
from signin.users import user_by_id


async def sign_in_service(call: Call, form: Parameters) -> Response:
    """Answer the client-credentials grant; raises `ProtocolProblem`."""
    client_id = await _authenticated(call, form)
    if client_id is None:
        raise ProtocolProblem(
            401, "unauthorized_client", "Invalid client or Invalid client credentials"
        )
    is_product = client_id == SERVICE_CLIENT
    longest = call.realm.lifetimes.access
    lifetime = longest if is_product else min(longest, CLIENT_SECONDS)
    subject = ServiceSubject(
        realm=call.realm.name,
        issuer=call.issuer,
        client_id=client_id,
        address=call.origin.address,
        roles=SERVICE_ROLES if is_product else (),
    )
    mint = call.provider.tokens
    issue = mint.issue_for_service if is_product else mint.issue_for_client
    token = await issue(subject, lifetime=lifetime, now=call.now)
    answer = {
        "access_token": token,
        "expires_in": lifetime,
        "refresh_expires_in": 0,
        "token_type": "Bearer",
        "not-before-policy": 0,
        "scope": SERVICE_SCOPE if is_product else "",
    }
    return JSONResponse(answer, headers=NO_STORE)


async def introspect(request: Request) -> Response:
    """Tell the product what a token says, and whether its session lives."""
    form = await form_parameters(request)
    call = await call_of(request, form)
    if form.get("client_id") == call.provider.settings.client_id:
        raise ProtocolProblem(403, "invalid_request", "Client not allowed.")
    if await _authenticated(call, form) != SERVICE_CLIENT:
        raise ProtocolProblem(401, "invalid_client", "Client authentication failed.")
    if "token" not in form:
        raise ProtocolProblem(400, "invalid_request", "Token not provided.")
    claims = await _living_claims(call, form["token"])
    answer: dict[str, Any] = {"active": False}
    if claims is not None:
        answer = {
            **claims,
            "client_id": claims["azp"],
            "username": claims["preferred_username"],
            "token_type": "Bearer",
            "active": True,
        }
    return JSONResponse(answer, headers=NO_STORE)


async def _living_claims(call: Call, token: str) -> Claims | None:
    claims = await call.provider.tokens.read_bearer_token(
        call.realm.name, call.issuer, token, now=call.now
    )
    if claims is None or "sid" not in claims:
        return claims
    async with call.provider.store.reading() as db:
        session = await session_by_sid(db, call.realm.name, claims["sid"], now=call.now)
        user = (
            await user_by_id(db, call.realm.name, session.user_id) if session else None
        )
    return claims if user is not None and user.id == claims["sub"] else None


async def _authenticated(call: Call, form: Parameters) -> str | None:
    """Find the client whose secret was sent; wrong ones are counted."""
    client_id, secret = _given(call, form)
    counted = (service_throttle(call.realm.name, call.origin.address),)
    async with call.provider.store.reading() as db:
        # The secret is too long to be guessed, so a right one need not wait for what
        # others tried from the same address: else they could lock the product out.
        is_right = await is_secret_of(db, call.realm.name, client_id, secret)
        is_program = not is_right and await is_secret_of_client(
            db, call.realm.name, client_id, secret
        )
        is_right = is_right or is_program
        if not is_right and await seconds_to_wait(db, counted, now=call.now):
            return None
    # Introspection comes often; a right secret is noted when it signs in.
    if is_right and "grant_type" not in form:
        return client_id
    kind = EventKind.SERVICE_SIGNED_IN if is_right else EventKind.SERVICE_REFUSED
    async with call.provider.store.writing() as db:
        if is_right:
            await forget_failures(db, counted[0])
        else:
            await count_failure(db, counted, now=call.now)
        await record(
            db,
            kind,
            realm=call.realm.name,
            now=call.now,
            # A wrong name might be a secret in the wrong field.
            client_id=client_id if is_program else SERVICE_CLIENT,
            address=call.origin.address,
        )
    return client_id if is_right else None


def _given(call: Call, form: Parameters) -> tuple[str, str]:
    scheme, _, encoded = call.request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return form.get("client_id", ""), form.get("client_secret", "")
    try:
        decoded = base64.b64decode(encoded, validate=True).decode()
    except (binascii.Error, ValueError):
        return "", ""
    client_id, _, secret = decoded.partition(":")
    return unquote_plus(client_id), unquote_plus(secret)
