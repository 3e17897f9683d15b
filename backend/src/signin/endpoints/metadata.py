"""What everybody may know: discovery, public keys, the realm, style and icon."""

from __future__ import annotations

import base64
import hashlib

import orjson
from sqlalchemy import select
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signin.endpoints.authorization_request import SCOPES
from signin.endpoints.call import call_of
from signin.keys import ALGORITHM
from signin.pages.layout import ASSET_VERSION, ICON, STYLE_SHEETS
from signin.tables import schema_version

_ASSETS = {
    **{name: (it, "text/css; charset=utf-8") for name, it in STYLE_SHEETS.items()},
    "icon.svg": (ICON, "image/svg+xml"),
}

# Short enough that a new signing key is known before the old one's tokens have expired.
_PUBLIC_SECONDS = 300


async def discovery(request: Request) -> Response:
    """Describe the realm's endpoints (OpenID Connect Discovery §4.2)."""
    call = await call_of(request)
    protocol = f"{call.issuer}/protocol/openid-connect"
    document = {
        "issuer": call.issuer,
        "authorization_endpoint": f"{protocol}/auth",
        "token_endpoint": f"{protocol}/token",
        "userinfo_endpoint": f"{protocol}/userinfo",
        "end_session_endpoint": f"{protocol}/logout",
        "introspection_endpoint": f"{protocol}/token/introspect",
        "jwks_uri": f"{protocol}/certs",
        "grant_types_supported": [
            "authorization_code", "client_credentials", "refresh_token",
        ],
        "response_types_supported": ["code"],
        "response_modes_supported": ["fragment"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": [ALGORITHM],
        "token_endpoint_auth_methods_supported": [
            "none", "client_secret_basic", "client_secret_post",
        ],
        "code_challenge_methods_supported": ["S256"],
        "scopes_supported": list(SCOPES),
        "prompt_values_supported": ["none", "login", "consent", "select_account"],
        "claims_supported": [
            "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "sid", "name",
            "preferred_username", "given_name", "family_name", "email",
            "email_verified", "realm_access",
        ],
        "ui_locales_supported": ["en", "da"],
        "authorization_response_iss_parameter_supported": True,
        "backchannel_logout_supported": True,
        "backchannel_logout_session_supported": True,
        "request_parameter_supported": False,
        "request_uri_parameter_supported": False,
        "claims_parameter_supported": False,
    }  # fmt: skip
    return _public_json(request, document)


async def certs(request: Request) -> Response:
    """Publish the realm's public keys as a JWK set (RFC 7517 §5)."""
    call = await call_of(request)
    keys = await call.provider.keyring.of_realm(call.realm.name)
    return _public_json(request, {"keys": list(keys.published)})


async def realm_info(request: Request) -> Response:
    """Tell what Keycloak tells of a realm."""
    call = await call_of(request)
    keys = await call.provider.keyring.of_realm(call.realm.name)
    info = {
        "realm": call.realm.name,
        "public_key": base64.b64encode(keys.signing.as_der(private=False)).decode(),
        "token-service": f"{call.issuer}/protocol/openid-connect",
        "account-service": f"{call.issuer}/account",
        "tokens-not-before": 0,
    }
    return _public_json(request, info)


async def resource(request: Request) -> Response:
    """Serve the style sheet or the icon; their address names their content."""
    found = _ASSETS.get(request.path_params["name"])
    if found is None or request.path_params["version"] != ASSET_VERSION:
        raise HTTPException(404)
    content, media_type = found
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(content, media_type=media_type, headers=headers)


async def ready(request: Request) -> Response:
    """Tell whether the provider and its database answer."""
    async with request.app.state.provider.store.reading() as db:
        await db.scalar(select(schema_version.c.version))
    return JSONResponse({"status": "UP"}, headers={"Cache-Control": "no-store"})


def _public_json(request: Request, document: object) -> Response:
    body = orjson.dumps(document)
    etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": f"public, max-age={_PUBLIC_SECONDS}", "ETag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
