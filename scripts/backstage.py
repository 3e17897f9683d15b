"""What browser tests need beside the browser: mail, the operator, a provider to stop.

A small server on loopback, for the tests alone: `GET /mail?to=…` tells what somebody
got, oldest first; `POST /operator` runs a command of the product, a JSON list of words;
`POST /clock` lets so many seconds pass for the product, a JSON list of one number;
`POST /provider/stop` and `/provider/start` answer when it is done.
"""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

from mail_sink import Mailbox
from setting_up import CannotSetUp


class Provider(Protocol):
    """An identity provider that can be stopped and started again."""

    def stop(self) -> None:
        """End it."""

    def start(self) -> None:
        """Run it again with all it knew."""


Operator = Callable[..., str]
"""Runs one of the product's own commands; tells what it printed."""
PassTime = Callable[[float], None]
"""Lets so many seconds pass for the product."""


@contextmanager
def running_backstage(
    mailbox: Mailbox,
    operator: Operator,
    pass_time: PassTime,
    provider: Provider | None = None,
) -> Iterator[str]:
    """Serve for as long as needed; lend the address."""
    acts: dict[str, Callable[..., object]] = {
        "/operator": operator,
        "/clock": pass_time,
    }
    if provider is not None:
        acts["/provider/stop"] = provider.stop
        acts["/provider/start"] = provider.start
    answers = partial(_Answers, mailbox, acts)
    with ThreadingHTTPServer(("127.0.0.1", 0), answers) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


class _Answers(BaseHTTPRequestHandler):
    def __init__(
        self, mailbox: Mailbox, acts: dict[str, Callable[..., object]], *connection: Any
    ) -> None:
        self._mailbox = mailbox
        self._acts = acts
        super().__init__(*connection)

    def do_GET(self) -> None:
        """Tell what somebody got."""
        asked = urlsplit(self.path)
        (address,) = parse_qs(asked.query).get("to", [""])
        mails = [asdict(mail) for mail in self._mailbox.of(address)]
        self._answer(200, json.dumps(mails).encode())

    def do_POST(self) -> None:
        """Do what the address says, with the words of the body."""
        act = self._acts.get(self.path)
        if act is None:
            self._answer(404, b"")
            return
        size = int(self.headers.get("content-length") or 0)
        words = json.loads(self.rfile.read(size)) if size else []
        try:
            told = act(*words)
        except CannotSetUp as error:
            self._answer(500, str(error).encode())
        else:
            self._answer(200, str(told or "").encode())

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """The tests speak for themselves."""
