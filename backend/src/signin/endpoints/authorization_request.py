"""What an application asks for when it sends a browser to sign in.

Only the code flow with S256 and answers in the fragment exist (RFC 9700 §2.1). Nothing
is redirected before client and address are known to be good.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from signin.endpoints.call import Call
from signin.endpoints.problems import PageProblem
from signin.grants import CodeRequest
from signin.parameters import Parameters
from signin.required_actions import REQUIRED_ACTIONS

# keycloak-js asks for `openid` alone; as with Keycloak's default client scopes, profile
# and email come with it.
SCOPES = ("openid", "profile", "email")
_PROMPTS = frozenset({"none", "login", "consent", "select_account"})

# A SHA-256 digest in base64url without padding (RFC 7636 §4.2).
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
# Keycloak's, too: what changes an account needs a sign-in of the last five minutes.
_ACTION_AGE = 300

_MAX_AGE = re.compile(r"[0-9]{1,9}")


class RedirectedProblem(Exception):
    """An error the application is told, by the redirect it asked for."""

    def __init__(self, error: str, description: str) -> None:
        """Use the codes of RFC 6749 §4.1.2.1 and OpenID Connect Core §3.1.2.6."""
        super().__init__(error)
        self.error = error
        self.description = description


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnAddress:
    """Where the answer goes, known to be allowed, and the state that goes with it."""

    uri: str
    state: str | None

    def with_answer(self, answer: dict[str, str]) -> str:
        """The address to send the browser to; the state comes first, as in Keycloak."""
        fields = answer if self.state is None else {"state": self.state, **answer}
        return f"{self.uri}#{urlencode(fields, quote_via=quote)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorizationRequest:
    """A request that may be granted once somebody has signed in."""

    code: CodeRequest
    prompts: frozenset[str]
    max_age: int | None
    login_hint: str
    # What the application wants the person to do, under Keycloak's name.
    action: str | None = None

    def is_satisfied_by(self, started_at: int, now: int) -> bool:
        """Tell whether an existing sign-in is good enough, or has to be made again."""
        if self.prompts & {"login", "select_account"}:
            return False
        if self.action in REQUIRED_ACTIONS and now - started_at > _ACTION_AGE:
            return False
        return self.max_age is None or now - started_at <= self.max_age


def return_address(call: Call, asked: Parameters) -> ReturnAddress:
    """Check the client and where it wants to return; raises `PageProblem`."""
    if asked.get("client_id") != call.provider.settings.client_id:
        raise PageProblem(400, lambda words: words.unknown_client)
    uri = asked.get("redirect_uri", "")
    if not call.provider.redirects.allow(uri, call.realm.name):
        raise PageProblem(400, lambda words: words.unknown_redirect)
    return ReturnAddress(uri=uri, state=asked.get("state"))


def authorization_request(asked: Parameters, uri: str) -> AuthorizationRequest:
    """Check everything else; raises `RedirectedProblem`."""
    _refuse_unsupported(asked)
    scopes = asked.get("scope", "").split(" ")
    if "openid" not in scopes:
        raise RedirectedProblem("invalid_scope", "scope must contain openid")
    challenge = asked.get("code_challenge", "")
    if asked.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(
        challenge
    ):
        raise RedirectedProblem("invalid_request", "PKCE with S256 is required")
    prompts = frozenset(asked.get("prompt", "").split())
    if not prompts <= _PROMPTS or ("none" in prompts and len(prompts) > 1):
        raise RedirectedProblem("invalid_request", "invalid prompt")
    max_age = asked.get("max_age")
    if max_age is not None and not _MAX_AGE.fullmatch(max_age):
        raise RedirectedProblem("invalid_request", "invalid max_age")
    return AuthorizationRequest(
        code=CodeRequest(
            client_id=asked["client_id"],
            redirect_uri=uri,
            challenge=challenge,
            nonce=asked.get("nonce"),
            scope=" ".join(SCOPES),
        ),
        prompts=prompts,
        max_age=None if max_age is None else int(max_age),
        login_hint=asked.get("login_hint", ""),
        action=asked.get("kc_action"),
    )


def _refuse_unsupported(asked: Parameters) -> None:
    if asked.get("response_type") != "code":
        raise RedirectedProblem("unsupported_response_type", "only code is supported")
    if asked.get("response_mode") != "fragment":
        raise RedirectedProblem("invalid_request", "response_mode must be fragment")
    if "request" in asked:
        raise RedirectedProblem(
            "request_not_supported", "request objects are not supported"
        )
    if "request_uri" in asked:
        raise RedirectedProblem(
            "request_uri_not_supported", "request_uri is not supported"
        )
