"""Takes secrets out of what is told about a call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from urllib.parse import quote, quote_plus

MASKED = "***"
_NAMES = rb"access_token|refresh_token|id_token|client_secret|client_assertion|password"
_IN_JSON = re.compile(rb'("(?:' + _NAMES + rb')"\s*:\s*)"(?:[^"\\]|\\.)*"')
_IN_FORM = re.compile(rb"(?:(?<=&)|^)(" + _NAMES + rb")=[^&\s]*")


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
        body = _IN_JSON.sub(rb'\1"***"', body)
        return _IN_FORM.sub(rb"\1=***", body)

    def text(self, words: str) -> str:
        """The same words without secrets."""
        return self.data(words.encode("utf-8", "replace")).decode("utf-8", "replace")
