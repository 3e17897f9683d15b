"""Takes secrets out of what is told about a call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

MASKED = "***"
_NAMES = (
    b"access_token",
    b"refresh_token",
    b"id_token",
    b"client_secret",
    b"client_assertion",
    b"password",
)
_ANY_NAME = b"|".join(_NAMES)
_IN_JSON = re.compile(rb'("(?:' + _ANY_NAME + rb')"\s*:\s*)"(?:[^"\\]|\\.)*"')
_IN_FORM = re.compile(rb"(?:(?<=&)|^)(" + _ANY_NAME + rb")=[^&\s]*")


class Mask:
    """Knows the secrets of one line, and hides them wherever they stand."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._forms: list[bytes] = []
        for secret in secrets:
            self.learn(secret)

    def learn(self, secret: str) -> None:
        """Hide this one too from now on, however it is escaped."""
        if not secret:
            return
        forms = {
            secret,
            quote(secret, safe=""),
            quote_plus(secret),
            json.dumps(secret)[1:-1],
            json.dumps(secret, ensure_ascii=False)[1:-1],
        }
        # Longer ones first, so that none leaves its tail behind.
        everything = {*self._forms, *(form.encode() for form in forms)}
        self._forms = sorted(everything, key=len, reverse=True)

    def data(self, body: bytes) -> bytes:
        """The same bytes without secrets."""
        for form in self._forms:
            body = body.replace(form, MASKED.encode())
        # Looked for first, since a pattern takes far longer over a large answer.
        if not any(name in body for name in _NAMES):
            return body
        body = _IN_JSON.sub(rb'\1"***"', body)
        return _IN_FORM.sub(rb"\1=***", body)

    def text(self, words: str) -> str:
        """The same words without secrets."""
        return self.data(words.encode("utf-8", "replace")).decode("utf-8", "replace")
