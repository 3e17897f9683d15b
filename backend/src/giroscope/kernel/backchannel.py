"""Hears from the provider that a session has ended (OIDC Back-Channel Logout 1.0).

The notice is a token signed by the realm's keys; each counts once and only while it is
fresh. From then on no access token of the session is accepted.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.kernel.database import Database
from giroscope.kernel.ended_sessions import (
    EndedSessions,
    Ending,
    NoticeUsed,
    store_ending,
)
from giroscope.kernel.errors import InvalidInput, Unauthenticated
from giroscope.kernel.signing_keys import LEEWAY_SECONDS, RealmKeys, Signed
from giroscope.kernel.tokens import audiences, header_type, is_instant, is_name
from giroscope.kernel.web import Services, problem, refusing, small_body

log = structlog.get_logger(__name__)

_EVENT = "http://schemas.openid.net/event/backchannel-logout"
_FRESH_SECONDS = 300
_LONGEST_NAME = 255
_MOST_BYTES = 32 * 1024
# An untyped token could be one of another kind (ASVS 5.0, 10.5.5).
_HEADER_TYPES = frozenset({"logout+jwt", "application/logout+jwt"})
# Keycloak marks what its tokens are for; those of another kind are no notice.
_CLAIM_TYPES = frozenset({None, "Logout"})


class NoticeRefused(InvalidInput):
    """This is no notice of a session's end from this tenant's provider."""

    code = "notice_refused"


class EndNotices:
    """Takes notices of ended sessions."""

    def __init__(
        self,
        issuer: Callable[[str], str],
        client_id: str,
        keys: RealmKeys,
        database: Database,
        ended: EndedSessions,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._issuer = issuer
        self._client_id = client_id
        self._keys = keys
        self._store = partial(store_ending, database)
        self._ended = ended
        self._now = now

    async def take(self, realm: str, token: str) -> None:
        """Believe the notice: from now on the session counts as ended.

        Raises:
            NoticeRefused: It is not from the realm's provider, or was given before.
            Unavailable: The realm's keys were never reached.
        """
        try:
            signed = await self._keys.read(realm, token)
        except Unauthenticated as error:
            raise NoticeRefused from error
        claims = signed.claims
        if not self._is_notice(realm, signed):
            raise NoticeRefused
        ending = Ending(claims.get("sid"), claims.get("sub"), self._now())
        try:
            await self._store(realm, ending, claims["jti"])
        except NoticeUsed as error:
            raise NoticeRefused from error
        self._ended.note(realm, ending)
        log.info("session.ended", realm=realm, is_whole_person=ending.session is None)

    def _is_notice(self, realm: str, signed: Signed) -> bool:
        claims = signed.claims
        return (
            header_type(signed) in _HEADER_TYPES
            and claims.get("typ") in _CLAIM_TYPES
            and claims.get("iss") == self._issuer(realm)
            and self._client_id in audiences(claims)
            and is_name(claims.get("jti"), _LONGEST_NAME)
            and _has_event(claims)
            # An ID token has a nonce, and must not pass for a notice.
            and "nonce" not in claims
            and self._is_fresh(claims)
            and _names_whose(claims)
        )

    def _is_fresh(self, claims: dict[str, Any]) -> bool:
        now, issued, expiry = self._now(), claims.get("iat"), claims.get("exp")
        return (
            is_instant(issued)
            and is_instant(expiry)
            and now - _FRESH_SECONDS <= issued <= now + LEEWAY_SECONDS
            and expiry + LEEWAY_SECONDS > now
        )


def _has_event(claims: dict[str, Any]) -> bool:
    events = claims.get("events")
    return isinstance(events, dict) and isinstance(events.get(_EVENT), dict)


def _names_whose(claims: dict[str, Any]) -> bool:
    """A session, a person, or both; each as a name where it is there."""
    named = [claims[name] for name in ("sid", "sub") if claims.get(name) is not None]
    return bool(named) and all(is_name(one, _LONGEST_NAME) for one in named)


def routes(services: Services, notices: EndNotices) -> list[Route]:
    """`POST /api/backchannel-logout`, which the provider calls; no token needed."""

    @refusing
    async def backchannel_logout(request: Request) -> Response:
        realm = await services.realm(request)
        try:
            await notices.take(realm, await _logout_token(request))
        except NoticeRefused as refusal:
            log.warning("session.notice_refused", realm=realm)
            return problem(refusal, error="invalid_request")
        return Response(headers={"cache-control": "no-store"})

    return [Route("/api/backchannel-logout", backchannel_logout, methods=["POST"])]


async def _logout_token(request: Request) -> str:
    """The one token of the form.

    Raises:
        NoticeRefused: There is none, or several.
        TooLarge: The form is no notice, however it ends.
        TooSlow: It was not here in time.
    """
    body = await small_body(request, _MOST_BYTES)
    try:
        form = parse_qs(body.decode("ascii"), max_num_fields=10, strict_parsing=True)
    except ValueError as error:
        raise NoticeRefused from error
    given = form.get("logout_token", [])
    if len(given) != 1:
        raise NoticeRefused
    return given[0]
