"""Stands between a connector and its ERP, and loses what it is told to lose."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

import httpx2


@dataclass
class Passed:
    """A request on its way; `number` counts those that write."""

    method: str
    path: str
    body: bytes
    number: int


Choice = Callable[[Passed], bool]


@dataclass
class Proxy:
    """Where it listens, what went through, and what is lost from now on."""

    url: str
    passed: list[Passed] = field(default_factory=list)
    loses_request: Choice = lambda _: False
    loses_reply: Choice = lambda _: False
    before: Callable[[Passed], None] = lambda _: None
    """Runs before a request is passed on, such as somebody else's work."""


@contextmanager
def lossy_proxy(upstream: str) -> Iterator[Proxy]:
    """Pass everything on to a server until the end of the block."""
    lock = Lock()
    plain = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with httpx2.Client(base_url=upstream, timeout=120, verify=plain) as client:

        class Handler(BaseHTTPRequestHandler):
            def _pass(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                with lock:
                    number = sum(one.method != "GET" for one in proxy.passed)
                    passed = Passed(self.command, self.path, body, number)
                    proxy.passed.append(passed)
                self.close_connection = True
                proxy.before(passed)
                if proxy.loses_request(passed):
                    return
                answer = self._upstream(body)
                if proxy.loses_reply(passed):
                    return
                self.send_response(answer.status_code)
                for name, value in answer.headers.items():
                    if name.lower() not in {"connection", "transfer-encoding"}:
                        self.send_header(name, value)
                self.end_headers()
                self.wfile.write(answer.content)

            def _upstream(self, body: bytes) -> httpx2.Response:
                kept = ("Authorization", "Content-Type", "X-Tryton-Context", "Accept")
                headers = {
                    name: self.headers[name] for name in kept if name in self.headers
                }
                return client.request(
                    self.command, self.path, content=body, headers=headers
                )

            do_GET = do_POST = do_PUT = do_DELETE = _pass  # noqa: N815 - the base's names

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        proxy = Proxy(f"http://127.0.0.1:{server.server_port}")
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield proxy
        finally:
            server.shutdown()
            thread.join()
            server.server_close()
