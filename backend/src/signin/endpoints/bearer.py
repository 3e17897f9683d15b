"""Endpoints a script asks with an access token: who am I (OpenID Connect Core §5.3)."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signin.endpoints.call import Call, call_of
from signin.endpoints.problems import NO_STORE, ProtocolProblem
from signin.sessions import session_by_sid
from signin.tokens import profile_claims
from signin.users import User, user_by_id


async def userinfo(request: Request) -> Response:
    """Tell who the bearer is; raises `ProtocolProblem`."""
    call = await call_of(request)
    user = await bearer(call)
    return JSONResponse({"sub": user.id, **profile_claims(user)}, headers=NO_STORE)


async def account_profile(call: Call) -> Response:
    """Tell the bearer's profile in the shape `keycloak.loadUserProfile()` expects."""
    user = await bearer(call)
    profile = {
        "id": user.id,
        "username": user.username,
        "firstName": user.given_name,
        "lastName": user.family_name,
        "email": user.email,
        "emailVerified": user.email_verified,
        "attributes": dict(user.attributes),
    }
    return JSONResponse(profile, headers=NO_STORE)


async def bearer(call: Call) -> User:
    """Find who holds the access token of a living session."""
    scheme, _, token = call.request.headers.get("authorization", "").partition(" ")
    # keycloak-js writes "bearer", RFC 6750 "Bearer"; schemes do not depend on case.
    claims = None
    if scheme.lower() == "bearer" and token:
        claims = await call.provider.tokens.read_access_token(
            call.realm.name, call.issuer, token.strip(), now=call.now
        )
    if claims is None:
        raise ProtocolProblem(401, "invalid_token", "Token verification failed")
    async with call.provider.store.reading() as db:
        session = await session_by_sid(db, call.realm.name, claims["sid"], now=call.now)
        user = (
            await user_by_id(db, call.realm.name, session.user_id) if session else None
        )
    if user is None:
        raise ProtocolProblem(401, "invalid_token", "The session has ended")
    return user
