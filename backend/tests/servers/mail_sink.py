"""A mail server on loopback that keeps what it is given, for tests that follow links.

It speaks as much SMTP (RFC 5321) as a provider needs to hand a mail over, without
encryption, and delivers nothing to anybody. Uses the standard library alone.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import cast

_LONGEST_LINE = 65_536
_QUIET_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail, as whoever gets it reads it."""

    to: str
    subject: str
    text: str


@dataclass(slots=True)
class Mailbox:
    """Everybody's mail, oldest first."""

    port: int
    _mails: list[Mail] = field(default_factory=list)

    def of(self, address: str) -> list[Mail]:
        """What somebody got."""
        return [mail for mail in self._mails if mail.to == address.lower()]

    def take(self, addresses: list[str], body: bytes) -> None:
        """Keep a mail for each of those it is sent to."""
        message = message_from_bytes(body, policy=policy.default)
        plain = message.get_body(("plain", "html"))
        text = str(plain.get_content()) if plain else ""
        for address in addresses:
            self._mails.append(Mail(address.lower(), str(message["subject"]), text))


@contextmanager
def running_mailbox() -> Iterator[Mailbox]:
    """Listen on a free port for as long as needed."""
    with _Server(("127.0.0.1", 0), _Conversation) as server:
        server.mailbox = Mailbox(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.mailbox
        server.shutdown()
        thread.join()


class _Server(ThreadingTCPServer):
    daemon_threads = True
    mailbox: Mailbox


class _Conversation(StreamRequestHandler):
    """One client, who may hand over several mails."""

    timeout = _QUIET_SECONDS

    def setup(self) -> None:
        super().setup()
        self._to: list[str] = []

    def handle(self) -> None:
        self._say("220 localhost")
        while line := self.rfile.readline(_LONGEST_LINE):
            verb, _, rest = line.decode("utf-8", "replace").strip().partition(" ")
            if verb.upper() == "QUIT":
                self._say("221 bye")
                return
            self._answer(verb.upper(), rest)

    def _answer(self, verb: str, rest: str) -> None:
        if verb in {"EHLO", "HELO", "NOOP"}:
            self._say("250 localhost")
        elif verb in {"MAIL", "RSET"}:
            self._to = []
            self._say("250 ok")
        elif verb == "RCPT":
            self._to.append(rest.partition("<")[2].partition(">")[0])
            self._say("250 ok")
        elif verb == "DATA":
            self._say("354 go on")
            cast("_Server", self.server).mailbox.take(self._to, self._body())
            self._say("250 kept")
        else:
            self._say("502 not here")

    def _body(self) -> bytes:
        """The lines up to a lone dot; a dot in front of another is the sender's."""
        lines = []
        while (line := self.rfile.readline(_LONGEST_LINE)) not in {b".\r\n", b""}:
            lines.append(line[1:] if line.startswith(b"..") else line)
        return b"".join(lines)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())
