"""The token endpoint: a code or refresh token in, three tokens out.

The product itself gets an access token for its secret (`client_credentials`).

`invalid_grant` is the only refusal of a refresh token and has status 400, because
keycloak-js signs people out on 400 and on nothing else.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signin.endpoints.call import Call, call_of
from signin.endpoints.problems import NO_STORE, ProtocolProblem
from signin.endpoints.service import sign_in_service
from signin.events import EventKind, record
from signin.grants import (
    Grant,
    Replay,
    redeem_code,
    redeem_refresh_token,
    store_refresh_token,
)
from signin.parameters import Parameters, form_parameters
from signin.sessions import session_by_sid, touch_session
from signin.tokens import TokenSet, TokenSubject
from signin.users import user_by_id


async def token(request: Request) -> Response:
    """Answer a grant with tokens; raises `ProtocolProblem`."""
    form = await form_parameters(request)
    call = await call_of(request, form)
    if form.get("grant_type") == "client_credentials":
        return await sign_in_service(call, form)
    if form.get("client_id") != call.provider.settings.client_id:
        raise ProtocolProblem(401, "invalid_client", "unknown client")
    match form.required("grant_type"):
        case "authorization_code":
            tokens = await _exchange_code(call, form)
        case "refresh_token":
            tokens = await _refresh(call, form)
        case _:
            raise ProtocolProblem(400, "unsupported_grant_type", "not supported")
    return JSONResponse(tokens.as_json(), headers=NO_STORE)


async def _exchange_code(call: Call, form: Parameters) -> TokenSet:
    code, verifier = form.required("code"), form.required("code_verifier")
    async with call.provider.store.writing() as db:
        grant = await redeem_code(
            db,
            call.realm.name,
            code,
            client_id=form["client_id"],
            redirect_uri=form.required("redirect_uri"),
            verifier=verifier,
            now=call.now,
        )
        if isinstance(grant, Replay):
            await _record_replay(call, db, EventKind.CODE_REPLAYED, grant)
        tokens = await _issue(call, db, grant) if isinstance(grant, Grant) else None
    # Refused only after the block, so that what a replay revokes is kept.
    if tokens is None:
        raise ProtocolProblem(400, "invalid_grant", "Code not valid")
    return tokens


async def _refresh(call: Call, form: Parameters) -> TokenSet:
    refresh_token = form.required("refresh_token")
    if not call.provider.tokens.is_refresh_token(call.realm.name, refresh_token):
        raise ProtocolProblem(400, "invalid_grant", "Invalid refresh token")
    async with call.provider.store.writing() as db:
        grant = await redeem_refresh_token(
            db, call.realm.name, refresh_token, now=call.now
        )
        if isinstance(grant, Replay):
            await _record_replay(call, db, EventKind.REFRESH_TOKEN_REUSED, grant)
        tokens = await _issue(call, db, grant) if isinstance(grant, Grant) else None
    if tokens is None:
        raise ProtocolProblem(400, "invalid_grant", "Token is not active")
    return tokens


async def _issue(call: Call, db: AsyncConnection, grant: Grant) -> TokenSet | None:
    """Make tokens for a living session, and remember the refresh token's hash."""
    realm, now = call.realm.name, call.now
    session = await session_by_sid(db, realm, grant.sid, now=now)
    user = await user_by_id(db, realm, session.user_id) if session else None
    if session is None or user is None:
        return None
    await touch_session(db, session.sid, call.realm.lifetimes, now=now)
    subject = TokenSubject(
        user=user,
        session=session,
        issuer=call.issuer,
        scope=grant.scope,
        nonce=grant.nonce,
    )
    tokens = await call.provider.tokens.issue(subject, call.realm.lifetimes, now=now)
    await store_refresh_token(
        db,
        grant.family_id,
        tokens.refresh_token,
        expires_at=now + tokens.refresh_lifetime,
    )
    return tokens


async def _record_replay(
    call: Call, db: AsyncConnection, kind: EventKind, replay: Replay
) -> None:
    await record(
        db,
        kind,
        realm=call.realm.name,
        now=call.now,
        client_id=call.provider.settings.client_id,
        sid=replay.sid,
        address=call.origin.address,
    )
