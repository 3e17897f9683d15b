"""The one way all connectors speak HTTP: a line to one address.

Reads are attempted again where that can help; a write is attempted exactly once,
and what is known about it afterwards is told. Redirects are refused, answers are
bounded in size and time, and a witness sees every call without its secrets.
"""

from __future__ import annotations

import logging
import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from types import MappingProxyType
from typing import Any
from urllib.parse import quote, urlencode
from uuid import uuid4
from weakref import finalize

import httpcore2

from erplink import _json
from erplink._addresses import Lookup, looked_up, places_of, site_of
from erplink._answers import Answer, Judge, judged
from erplink._mask import MASKED, Mask
from erplink._network import Network, tls_context
from erplink._patience import Limits, Waits
from erplink._requests import Body, Query, Request
from erplink.errors import (
    ContractChanged,
    ErpError,
    NotConfigured,
    Throttled,
    Unavailable,
)
from erplink.surroundings import Call, Surroundings

_LOG = logging.getLogger(__name__)
_NOTHING: Mapping[str, str] = MappingProxyType({})
_FIRST_BYTES = "http11.send_request_headers.started"
_SAFE_IN_PATH = "/:@!$&'()*,;=~%-._"


class Line:
    """The way to one base address, over one connection that is kept open.

    A path may also be a whole address below the base address, as in a link to the
    next page. Calls from several threads wait for each other. An answer's data is
    read with exact decimals; `revive` makes values of objects that stand for one.
    """

    def __init__(
        self,
        address: str,
        surroundings: Surroundings,
        *,
        headers: Mapping[str, str] = _NOTHING,
        secrets: Iterable[str] = (),
        judge: Judge = judged,
        revive: _json.Revive | None = None,
        limits: Limits | None = None,
        sleep: Callable[[float], None] = time.sleep,
        lookup: Lookup = looked_up,
    ) -> None:
        """Open nothing yet.

        Raises:
            NotConfigured: No ERP may stand at this address.
        """
        allowed = surroundings.allowed_hosts
        self._site = site_of(address, allowed)
        self._surroundings = surroundings
        self._headers = dict(headers)
        self._mask = Mask(secrets)
        self._judge = judge
        self._revive = revive
        self._limits = limits or Limits()
        self._sleep = sleep
        self._network = Network(lambda h, p: places_of(h, p, allowed, lookup))
        self._pool: httpcore2.ConnectionPool | None = None
        self._lock = Lock()

    def get(
        self,
        path: str,
        *,
        operation: str,
        query: Query = (),
        headers: Mapping[str, str] = _NOTHING,
        wants_json: bool = True,
        judge: Judge | None = None,
    ) -> Answer:
        """Read; attempted again while the ERP is unavailable.

        Raises:
            ErpError: As the answer is judged, or why none came.
        """
        return self._read(
            Request(
                method="GET",
                address=self._address_of(path, query),
                operation=operation,
                headers=headers,
                wants_json=wants_json,
                judge=judge,
            )
        )

    def ask(
        self,
        path: str,
        body: Body,
        *,
        operation: str,
        headers: Mapping[str, str] = _NOTHING,
        reply_is_secret: bool = False,
        judge: Judge | None = None,
    ) -> Answer:
        """POST something that changes nothing; attempted again like a read.

        Raises:
            ErpError: As `get`.
        """
        return self._read(
            Request(
                method="POST",
                address=self._address_of(path),
                operation=operation,
                headers=headers,
                body=body,
                reply_is_secret=reply_is_secret,
                judge=judge,
            )
        )

    def write(
        self,
        method: str,
        path: str,
        body: Body | None = None,
        *,
        operation: str,
        query: Query = (),
        headers: Mapping[str, str] = _NOTHING,
        wants_json: bool = True,
        judge: Judge | None = None,
    ) -> Answer:
        """POST, PATCH, PUT or DELETE once.

        Raises:
            Unavailable: `may_have_written` tells whether it may have been done.
            ErpError: As the answer is judged.
        """
        return self._attempted(
            Request(
                method=method,
                address=self._address_of(path, query),
                operation=operation,
                headers=headers,
                body=body,
                is_write=True,
                wants_json=wants_json,
                judge=judge,
            )
        )

    def keep_secret(self, secret: str) -> None:
        """Hide this from the witness too from now on, such as a token that came."""
        self._mask.learn(secret)

    def set_header(self, name: str, value: str) -> None:
        """Send this with every further call."""
        self._headers[name] = value

    def close(self) -> None:
        """End the connection; a later call opens another."""
        with self._lock:
            if self._pool is not None:
                self._ends()
                self._pool = None

    def _read(self, request: Request) -> Answer:
        waits = Waits(self._limits)
        while True:
            try:
                return self._attempted(request)
            except Unavailable as error:
                wait = waits.following(error)
                if wait is None:
                    raise
                self._sleep(wait)

    def _address_of(self, path: str, query: Query = ()) -> str:
        base = self._site.base
        if path.startswith(("http://", "https://")):
            if not path.startswith(f"{base}/"):
                raise ContractChanged("erp_link.led_elsewhere")
            path = path[len(base) + 1 :]
        place, mark, rest = path.partition("?")
        if any(part in {".", ".."} for part in place.split("/")):
            raise ContractChanged("erp_link.led_elsewhere")
        address = f"{base}/{quote(place.lstrip('/'), _SAFE_IN_PATH)}{mark}{rest}"
        asked = urlencode(list(query))
        return f"{address}{'&' if mark else '?'}{asked}" if asked else address

    def _attempted(self, request: Request) -> Answer:
        began = time.monotonic()
        answer: Answer | None = None
        failure = ""
        try:
            with self._lock:
                answer = self._exchanged(request)
            answer = self._judged(request, answer)
        except ErpError as error:
            failure = self._mask.text(error.message)
            raise
        finally:
            self._tell(request, answer, time.monotonic() - began, failure)
        return answer

    def _judged(self, request: Request, answer: Answer) -> Answer:
        error = (request.judge or self._judge)(answer)
        if error is not None:
            raise self._completed(error, answer, request)
        if not request.wants_json:
            return answer
        try:
            return answer.read(self._revive)
        except ErpError as failure:
            raise self._completed(failure, answer, request) from failure.__cause__

    def _completed(self, error: ErpError, answer: Answer, request: Request) -> ErpError:
        error.message = self._mask.text(error.message)
        error.detail = self._mask.text(error.detail)
        error.args = (error.message,)
        if isinstance(error, Throttled):
            error.retry_after = answer.retry_after(self._surroundings.clock())
        if isinstance(error, Unavailable):
            # Only this status says that nothing was looked at.
            error.may_have_written = request.is_write and answer.status != 429
        return error

    def _exchanged(self, request: Request) -> Answer:
        has_left = False

        def follow(event: str, _: Mapping[str, Any]) -> None:
            nonlocal has_left
            has_left = has_left or event == _FIRST_BYTES

        self._network.until = time.monotonic() + self._limits.answer_seconds
        try:
            return self._streamed(request, follow)
        except ssl.SSLError as error:
            raise _untrusted(error) from error
        except (
            httpcore2.TimeoutException,
            httpcore2.NetworkError,
            httpcore2.ProtocolError,
            OSError,
        ) as error:
            if not has_left and error.args and isinstance(error.args[0], ssl.SSLError):
                raise _untrusted(error.args[0]) from error
            raise _unanswered(error, request, has_left=has_left) from error

    def _streamed(
        self, request: Request, follow: Callable[[str, Mapping[str, Any]], None]
    ) -> Answer:
        timeouts = {
            "connect": self._limits.connect_seconds,
            "pool": self._limits.connect_seconds,
            "read": self._limits.silence_seconds,
            "write": self._limits.silence_seconds,
        }
        with self._opened().stream(
            request.method,
            request.address,
            headers=list(self._headers_of(request).items()),
            content=b"" if request.body is None else request.body.data,
            extensions={"timeout": timeouts, "trace": follow},
        ) as response:
            headers = {
                name.decode("latin-1").lower(): value.decode("latin-1")
                for name, value in response.headers
            }
            if headers.get("content-encoding", "identity") != "identity":
                raise ContractChanged("erp_link.other_form")
            body = bytearray()
            for chunk in response.iter_stream():
                body += chunk
                if len(body) > self._limits.largest_answer:
                    raise ContractChanged("erp_link.too_large")
            return Answer(response.status, headers, bytes(body))

    def _headers_of(self, request: Request) -> Mapping[str, str]:
        return {
            "User-Agent": "Giroscope",
            "Accept": "application/json" if request.wants_json else "*/*",
            # A compressed answer could grow without bounds.
            "Accept-Encoding": "identity",
            **({} if request.body is None else {"Content-Type": request.body.kind}),
            **self._headers,
            **request.headers,
        }

    def _opened(self) -> httpcore2.ConnectionPool:
        if self._pool is None:
            # Reading the system's authorities takes longer than many a call.
            is_secure = self._site.scheme == "https"
            context = tls_context(self._surroundings.authorities) if is_secure else None
            self._pool = httpcore2.ConnectionPool(
                ssl_context=context,
                max_connections=1,
                keepalive_expiry=10.0,
                retries=0,
                network_backend=self._network,
            )
            # Whoever drops a connector need not remember that it held a connection.
            self._ends = finalize(self, self._pool.close)
        return self._pool

    def _tell(
        self, request: Request, answer: Answer | None, seconds: float, failure: str
    ) -> None:
        sent = b"" if request.body is None else self._mask.data(request.body.data)
        reply: bytes | None = None
        if answer is not None:
            reply = self._mask.data(answer.body)
            if request.reply_is_secret and answer.status < 400:
                reply = MASKED.encode()
        call = Call(
            method=request.method,
            uri=self._mask.text(request.address),
            operation=request.operation,
            call_id=uuid4().hex,
            request=sent,
            reply=reply,
            status=None if answer is None else answer.status,
            seconds=seconds,
            failure=failure,
        )
        try:
            self._surroundings.witness(call)
        except Exception:  # noqa: BLE001 - whatever it is, the ERP has decided already
            _LOG.exception("A call to an ERP could not be noted.")


def _untrusted(error: ssl.SSLError) -> NotConfigured:
    reason = getattr(error, "verify_message", "") or error.reason or "TLS failed"
    return NotConfigured("erp_link.untrusted", str(reason))


def _unanswered(error: Exception, request: Request, *, has_left: bool) -> Unavailable:
    said = str(error).rstrip(".") or type(error).__name__
    if not has_left:
        return Unavailable("erp_link.unreached", said)
    saying = "erp_link.broke_off"
    if isinstance(error, httpcore2.TimeoutException):
        saying = "erp_link.too_late"
    return Unavailable(saying, said, may_have_written=request.is_write)
