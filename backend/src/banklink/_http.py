"""One request to a bank, attempted exactly once over a connection of its own.

What matters for money is known for certain here alone: whether a byte of the
request has left. A connection is never reused, since the failure of a stale one
looks like the failure of a request; nothing is repeated and no redirect followed.
"""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import ip_address
from socket import SHUT_RDWR
from typing import Any

import httpx2

from banklink._witness import tell
from banklink.endpoints import Endpoint
from banklink.errors import LinkError, NotReady, NotSent, OutcomeUnknown
from banklink.values import Exchange, Sealed, Witness

_LONGEST_IN_ALL = 4
_OK = 200
_NO_AUTHORITIES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For connections within this machine, which are not encrypted."""
_FIRST_BYTES = frozenset({"http11.send_request_headers.started"})


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, whatever it is."""

    status: int
    body: bytes = field(repr=False)


class Line:
    """The way to one bank's addresses, telling a witness of every exchange."""

    def __init__(self, endpoint: Endpoint, witness: Witness) -> None:
        self._endpoint = endpoint
        self._witness = witness

    def post(self, sealed: Sealed, action: str) -> Reply:
        """Send a SOAP request once and give back what came.

        Raises:
            NotReady: The address is not fit for a bank.
            NotSent: No byte of the request left.
            OutcomeUnknown: Bytes left and no whole answer came.
        """
        ensure_fit(sealed.address)
        is_secure = sealed.address.lower().startswith("https:")
        began = time.monotonic()
        try:
            context = self._context if is_secure else _NO_AUTHORITIES
            reply = _Attempt(self._endpoint, context).made(sealed, action)
        except LinkError as error:
            self._tell(sealed, began, None, error.message)
            raise
        self._tell(sealed, began, reply, "")
        # A fault comes with 500 or 400; anything else than 200 is no bank's answer.
        if reply.status != _OK and b"Fault" not in reply.body:
            raise OutcomeUnknown(
                f"Instead of the bank's answer came HTTP status {reply.status}."
            )
        return reply

    @cached_property
    def _context(self) -> ssl.SSLContext:
        # Reading the system's authorities takes longer than many a request.
        return tls_context(self._endpoint.tls_roots)

    def _tell(
        self, sealed: Sealed, began: float, reply: Reply | None, failure: str
    ) -> None:
        exchange = Exchange(
            uri=sealed.address,
            operation=sealed.operation,
            request_id=sealed.ids.request_id,
            request=sealed.body,
            reply=None if reply is None else reply.body,
            status=None if reply is None else reply.status,
            seconds=time.monotonic() - began,
            failure=failure,
        )
        tell(self._witness, exchange)


class _Attempt:
    """One attempt, with what is known about how far it came."""

    def __init__(self, endpoint: Endpoint, context: ssl.SSLContext) -> None:
        self._endpoint = endpoint
        self._context = context
        self._has_left = False
        self._socket: Any = None
        self._is_late = False

    def made(self, sealed: Sealed, action: str) -> Reply:
        watch = threading.Timer(
            self._endpoint.read_seconds * _LONGEST_IN_ALL, self._give_up
        )
        watch.daemon = True
        watch.start()
        try:
            with self._client() as client:
                return self._read(client, sealed, action)
        except (httpx2.HTTPError, ssl.SSLError, OSError) as error:
            raise self._judged(error) from error
        finally:
            watch.cancel()

    def _client(self) -> httpx2.Client:
        transport = httpx2.HTTPTransport(
            verify=self._context,
            retries=0,
            http2=False,
            trust_env=False,
        )
        timeout = httpx2.Timeout(
            self._endpoint.read_seconds, connect=self._endpoint.connect_seconds
        )
        return httpx2.Client(
            transport=transport,
            timeout=timeout,
            follow_redirects=False,
            trust_env=False,
        )

    def _read(self, client: httpx2.Client, sealed: Sealed, action: str) -> Reply:
        headers = {
            "Content-Type": "text/xml; charset=utf-8",
            "SOAPAction": f'"{action}"',
            "Accept": "text/xml",
            # A compressed answer could grow without bounds.
            "Accept-Encoding": "identity",
            "Connection": "close",
            "User-Agent": self._endpoint.software_id,
        }
        with client.stream(
            "POST",
            sealed.address,
            content=sealed.body,
            headers=headers,
            extensions={"trace": self._traced},
        ) as response:
            if response.headers.get("Content-Encoding", "identity") != "identity":
                raise OutcomeUnknown("The bank answered in a form that is not read.")
            body = bytearray()
            for chunk in response.iter_raw():
                body += chunk
                if len(body) > self._endpoint.largest_reply:
                    raise OutcomeUnknown("The bank's answer is larger than may be.")
            return Reply(response.status_code, bytes(body))

    def _traced(self, event: str, info: dict[str, Any]) -> None:
        if event in _FIRST_BYTES:
            self._has_left = True
        elif event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self._socket = info["return_value"].get_extra_info("socket")

    def _give_up(self) -> None:
        self._is_late = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(SHUT_RDWR)

    def _judged(self, error: Exception) -> LinkError:
        if not self._has_left:
            return NotSent(f"The bank could not be reached: {_said(error)}.")
        if self._is_late or isinstance(error, httpx2.TimeoutException):
            return OutcomeUnknown("The bank did not answer in time.")
        return OutcomeUnknown(f"The bank's answer broke off: {_said(error)}.")


def _said(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__


def ensure_fit(address: str) -> None:
    """Let an address pass that a bank may be spoken to at.

    Raises:
        NotReady: It is not encrypted, and leads away from this machine.
    """
    try:
        url = httpx2.URL(address)
    except httpx2.InvalidURL as error:
        raise NotReady("The bank's address is no address.") from error
    if url.scheme == "https" and url.host:
        return
    if url.scheme != "http" or not _is_loopback(url.host):
        raise NotReady("A bank is spoken to over https only.")


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def tls_context(roots: Sequence[bytes]) -> ssl.SSLContext:
    """TLS 1.2 or later, believing the system's authorities or only those given."""
    if roots:
        try:
            data = "".join(root.decode() for root in roots)
            context = ssl.create_default_context(cadata=data)
        except (ValueError, ssl.SSLError) as error:
            raise NotReady("A root for the connection cannot be read.") from error
    else:
        context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
