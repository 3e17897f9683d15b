"""Calls to the identity provider, with a token of their own and every size bounded.

Knows how to be let in, how an answer is read and what a refusal means; it does not
know what is asked. Secrets and tokens stay out of words and log lines.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlencode

import httpx2
import orjson
import structlog

from giroscope.kernel.authorities import believed
from giroscope.kernel.errors import (
    AppError,
    Conflict,
    InvalidInput,
    NotFound,
    Unavailable,
)
from giroscope.kernel.witness import Exchange, Witness, no_witness, tell

log = structlog.get_logger(__name__)

_TIMEOUT = httpx2.Timeout(10.0, connect=5.0)
MAILING = httpx2.Timeout(30.0, connect=5.0)
"""Keycloak itself waits ten seconds for its mail server to answer, and ten for it to
take the mail: who gives up before calls a mail lost that is sent."""
LONG = httpx2.Timeout(120.0, connect=5.0)
"""A new realm makes its keys, which takes Keycloak seconds."""
_KEPT_SECONDS = 2.0
"""A connection at rest is given up before uvicorn does, which waits five seconds."""
_REPEATABLE = frozenset({"GET", "PUT", "DELETE"})
"""Done twice they do no more than once (RFC 9110, section 9.2.2)."""
_CUT_OFF = (httpx2.ReadError, httpx2.RemoteProtocolError, httpx2.WriteError)
_MOST_BYTES = 4 << 20
_LONGEST_WORDS = 300
_RENEW_BEFORE_SECONDS = 15
_OK = range(200, 300)
# Keycloak answers 500 where its mail server is missing or refuses.
_MAIL_FAILED = "Failed to send"
# Keycloak answers with the keys of its own screens where a profile is wrong.
_SENTENCES = {
    "error-invalid-blank": "This may not be empty",
    "error-invalid-email": "This is no e-mail address",
    "error-invalid-length": "This is too short or too long",
    "error-invalid-length-too-long": "This is too long",
    "error-invalid-length-too-short": "This is too short",
    "error-person-name-invalid-character": "This sign cannot be part of a name",
    "error-user-attribute-read-only": "This cannot be changed",
    "error-user-attribute-required": "This is needed",
    "error-username-invalid-character": "This sign cannot be part of a user name",
}
Value = str | int | bool
Params = Mapping[str, Value | Sequence[str]]


class IdentityDoesNotAnswer(Unavailable):
    """The sign-in service does not answer; try again in a moment."""

    code = "identity_unavailable"


class IdentityLocked(Unavailable):
    """The sign-in service does not let Giroscope in: an operator has to mend it."""

    code = "identity_locked"


class IdentityForbids(IdentityLocked):
    """The sign-in service does not give our account this right."""


class IdentityRefused(InvalidInput):
    """The sign-in service refuses this."""

    code = "identity_refused"


class MailNotSent(Unavailable):
    """The sign-in service could not send the mail: its mail server has to be set up."""

    code = "identity_mail"


@dataclass(frozen=True, slots=True)
class Grant:
    """How to be let in: the form that the token endpoint of a realm is given."""

    realm: str
    form: Mapping[str, str] = field(repr=False)


def client_grant(realm: str, client_id: str, secret: str) -> Grant:
    """As a client with a service account."""
    form = {
        "grant_type": "client_credentials",
        "client_id": client_id,
        "client_secret": secret,
    }
    return Grant(realm, form)


def password_grant(realm: str, username: str, password: str) -> Grant:
    """As a person, at the client that Keycloak has for administrators."""
    form = {
        "grant_type": "password",
        "client_id": "admin-cli",
        "username": username,
        "password": password,
    }
    return Grant(realm, form)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: bytes = field(repr=False)
    location: str

    def json(self) -> Any:
        """The body.

        Raises:
            IdentityDoesNotAnswer: It is no JSON, as when a proxy answers instead.
        """
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError as error:
            raise IdentityDoesNotAnswer(
                "The sign-in service answers with something else than expected"
            ) from error


class IdentityCalls:
    """Calls with one grant; its token is kept and renewed."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        base: str,
        grant: Grant,
        *,
        now: Callable[[], float] = time.monotonic,
        witness: Witness = no_witness,
    ) -> None:
        self._client = client
        self._base = base
        self._grant = grant
        self._witness = witness
        self._now = now
        self._token: str | None = None
        self._renew_at = 0.0
        self._lock = asyncio.Lock()
        self._is_silent = False

    @property
    def is_silent(self) -> bool:
        """Whether the latest call got no answer."""
        return self._is_silent

    async def get(self, path: str, params: Params | None = None) -> Any:
        """What stands at an address.

        Raises:
            NotFound: Nothing does.
            IdentityDoesNotAnswer: The provider cannot be reached, or is in trouble.
            IdentityLocked: It does not let us in.
        """
        return (await self.send("GET", path, params=params)).json()

    async def send(
        self,
        method: str,
        path: str,
        *,
        params: Params | None = None,
        body: object = None,
        patience: httpx2.Timeout | None = None,
    ) -> Answer:
        """Ask or change something.

        Raises:
            NotFound: There is nothing at that address.
            Conflict: It exists already.
            IdentityRefused: The provider says why it will not.
            IdentityDoesNotAnswer: It cannot be reached, or is in trouble.
            IdentityLocked: It does not let us in.
        """
        asked = partial(self._authorized, method, path, params, body, patience=patience)
        answer = await asked()
        if answer.status == 401:
            # Its keys or our rights are newer than the token.
            self.forget_token()
            answer = await self._authorized(
                method, path, params, body, patience=patience
            )
        if answer.status not in _OK:
            raise _refusal(answer, f"{method} {path}")
        return answer

    async def form(self, path: str, form: Mapping[str, str]) -> Any:
        """Post a form of the protocol as the grant's client, without a token.

        Raises:
            IdentityDoesNotAnswer: The provider cannot be reached, or is in trouble.
            IdentityLocked: It does not let us in.
        """
        known = {
            name: self._grant.form[name]
            for name in ("client_id", "client_secret")
            if name in self._grant.form
        }
        answer = await self._exchange("POST", path, data={**known, **form})
        if answer.status not in _OK:
            raise _refusal(answer, f"POST {path}")
        return answer.json()

    def forget_token(self) -> None:
        """Ask for a new one next time: rights may have changed."""
        self._token = None

    async def _authorized(
        self,
        method: str,
        path: str,
        params: Params | None,
        body: object,
        *,
        patience: httpx2.Timeout | None,
    ) -> Answer:
        headers = {"authorization": f"Bearer {await self._fresh_token()}"}
        content = None
        if body is not None:
            headers["content-type"] = "application/json"
            content = orjson.dumps(body)
        return await self._exchange(
            method,
            path,
            headers=headers,
            params={name: _words_of(value) for name, value in (params or {}).items()},
            content=content,
            timeout=patience or _TIMEOUT,
        )

    async def _fresh_token(self) -> str:
        async with self._lock:
            if self._token is None or self._now() >= self._renew_at:
                asked = self._now()
                path = f"/realms/{self._grant.realm}/protocol/openid-connect/token"
                answer = await self._exchange("POST", path, data=self._grant.form)
                if answer.status not in _OK:
                    raise _not_let_in(answer)
                given = answer.json()
                self._token = str(given["access_token"])
                self._renew_at = asked + given["expires_in"] - _RENEW_BEFORE_SECONDS
            return self._token

    async def _exchange(self, method: str, path: str, **values: Any) -> Answer:
        began, answer, failure = time.monotonic(), None, ""
        try:
            answer = await self._answered(method, path, **values)
        except AppError as error:
            failure = error.message
            raise
        finally:
            seconds = time.monotonic() - began
            self._tell(method, path, values, answer, failure, seconds)
        return answer

    def _tell(
        self,
        method: str,
        path: str,
        values: Mapping[str, Any],
        answer: Answer | None,
        failure: str,
        seconds: float,
    ) -> None:
        form, params = values.get("data"), values.get("params")
        asked = urlencode(form).encode() if form else values.get("content") or b""
        query = f"?{urlencode(params, doseq=True)}" if params else ""
        exchange = Exchange(
            realm=self._grant.realm,
            uri=f"{self._base}{path}{query}",
            operation=method,
            request=asked,
            reply=None if answer is None else answer.body,
            status=None if answer is None else answer.status,
            seconds=seconds,
            failure=failure,
        )
        tell(self._witness, exchange)

    async def _answered(self, method: str, path: str, **values: Any) -> Answer:
        try:
            answer = await self._tried(method, path, **values)
        except httpx2.HTTPError as error:
            self._is_silent = True
            log.warning("identity.unreachable", path=path, reason=type(error).__name__)
            raise IdentityDoesNotAnswer from error
        self._is_silent = False
        return answer

    async def _tried(self, method: str, path: str, **values: Any) -> Answer:
        try:
            return await self._once(method, path, **values)
        except _CUT_OFF:
            # The provider closed a connection at rest while this was on its way to it.
            if method not in _REPEATABLE:
                raise
            return await self._once(method, path, **values)

    async def _once(self, method: str, path: str, **values: Any) -> Answer:
        body = bytearray()
        async with self._client.stream(
            method, f"{self._base}{path}", follow_redirects=False, **values
        ) as answer:
            async for chunk in answer.aiter_bytes():
                body += chunk
                if len(body) > _MOST_BYTES:
                    raise IdentityDoesNotAnswer(
                        "The sign-in service answers without end"
                    )
            return Answer(
                answer.status_code, bytes(body), answer.headers.get("location", "")
            )


def new_client() -> httpx2.AsyncClient:
    """A client that calls may share."""
    limits = httpx2.Limits(keepalive_expiry=_KEPT_SECONDS)
    return httpx2.AsyncClient(timeout=_TIMEOUT, limits=limits, verify=believed())


def _words_of(value: Value | Sequence[str]) -> str | list[str]:
    """As an address writes it; several words repeat their name."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int):
        return str(value)
    return list(value)


def _not_let_in(answer: Answer) -> Exception:
    if answer.status >= 500:
        return IdentityDoesNotAnswer()
    if answer.status == 404:
        return NotFound("The sign-in service has no such realm")
    return IdentityLocked(
        "The sign-in service does not let Giroscope in:"
        f" {_words(answer) or answer.status}. Check the client and its secret,"
        " or run `giroscope realm update`"
    )


def _refusal(answer: Answer, asked: str) -> Exception:
    words = _words(answer)
    log.info("identity.refused", asked=asked, status=answer.status, words=words)
    if answer.status >= 500 or answer.status == 429:
        is_mail = words.startswith(_MAIL_FAILED)
        return MailNotSent() if is_mail else IdentityDoesNotAnswer()
    if answer.status == 404:
        return NotFound()
    if answer.status == 409:
        return Conflict(words or None)
    if answer.status == 403:
        return IdentityForbids()
    if answer.status == 401:
        return IdentityLocked()
    return IdentityRefused(words or None, path=_field(answer))


def _words(answer: Answer) -> str:
    """Why, as Keycloak tells it in one of its several shapes."""
    told = _told(answer)
    for name in ("errorMessage", "error_description", "error"):
        if isinstance(told.get(name), str):
            words = str(told[name])
            return _SENTENCES.get(words, words)[:_LONGEST_WORDS]
    return ""


def _field(answer: Answer) -> str | None:
    named = _told(answer).get("field")
    return named if isinstance(named, str) else None


def _told(answer: Answer) -> dict[str, Any]:
    try:
        told = orjson.loads(answer.body)
    except orjson.JSONDecodeError:
        return {}
    if not isinstance(told, dict):
        return {}
    several = told.get("errors")
    if isinstance(several, list) and several and isinstance(several[0], dict):
        return several[0]
    return told
