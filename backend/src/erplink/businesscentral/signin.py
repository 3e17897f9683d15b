"""Signs in as an application by client credentials, and keeps the token while it lasts.

Tokens are kept for the process, so that each connector does not fetch its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock

from erplink import _json
from erplink._answers import Answer, judged, said
from erplink._fields import Fields
from erplink._http import Line
from erplink._requests import as_form
from erplink.errors import (
    ContractChanged,
    ErpError,
    Invalid,
    SignInRefused,
    Unavailable,
)
from erplink.surroundings import Clock

_SCOPE = "https://api.businesscentral.dynamics.com/.default"
_EARLY = timedelta(minutes=2)
"""A token is replaced before it ends, so that none ends on the way."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a call is made with, and until when."""

    secret: str = field(repr=False)
    until: datetime


class Tokens:
    """The tokens of a process, by what they were given for."""

    def __init__(self) -> None:
        self._known: dict[str, Token] = {}
        self._lock = Lock()

    def token(
        self, line: Line, settings: Mapping[str, str], clock: Clock, *, is_new: bool
    ) -> str:
        """A token that is still good; another one than before where `is_new`.

        Raises:
            SignInRefused: The directory does not know the application or its secret.
        """
        key = _key(settings)
        with self._lock:
            known = self._known.get(key)
            if known is None or is_new or known.until <= clock() + _EARLY:
                known = _fetched(line, settings, clock)
                self._known[key] = known
            return known.secret


def judged_sign_in(answer: Answer) -> ErpError | None:
    """What the directory's answer says; it refuses with 400 as well as with 401."""
    error = judged(answer)
    if isinstance(error, Invalid | SignInRefused):
        return SignInRefused("erp_link.entra", _reason(answer))
    return error


def _reason(answer: Answer) -> str:
    """The sentence that says why, which begins with a number to look for."""
    try:
        told = Fields(_json.parsed(answer.body), "The refusal")
        return told.text("error_description")
    except (ContractChanged, Unavailable):
        return said(answer)


def _fetched(line: Line, settings: Mapping[str, str], clock: Clock) -> Token:
    form = {
        "grant_type": "client_credentials",
        "client_id": settings["client_id"],
        "client_secret": settings["client_secret"],
        "scope": _SCOPE,
    }
    answer = line.ask(
        f"{settings['tenant']}/oauth2/v2.0/token",
        as_form(form),
        operation="sign_in",
        reply_is_secret=True,
    )
    told = Fields(answer.data, "The answer of the sign-in")
    lasts = timedelta(seconds=told.whole("expires_in"))
    return Token(told.given("access_token"), clock() + lasts)


def _key(settings: Mapping[str, str]) -> str:
    names = ("sign_in_address", "tenant", "client_id", "client_secret")
    told = "\0".join(settings[name] for name in names)
    return hashlib.sha256(told.encode()).hexdigest()
