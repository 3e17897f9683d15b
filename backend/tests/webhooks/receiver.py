"""A receiver of webhooks over real HTTP, on loopback; and a desk to send from."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from sqlalchemy import select

from giroscope.features.messages import tell
from giroscope.features.webhooks import EventType, actions
from giroscope.features.webhooks.deliver import Deliverer
from giroscope.features.webhooks.events import CHOSEN, DELIVER_JOB
from giroscope.features.webhooks.tables import (
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
    WebhookEvent,
)
from giroscope.kernel import jobs
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.tables import Job, JobState
from giroscope.settings import Settings

REALM = "giroscope"
ANNA = Actor("anna", REALM, "anna", "Anna", frozenset({ACCOUNT_MANAGEMENT}))
MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)


@dataclass
class Got:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """Keeps what it gets; answers as it is told."""

    port: int = 0
    got: list[Got] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    """What the next are answered with, then 204."""
    headers: Mapping[str, str] = field(default_factory=dict)
    answer: bytes = b""
    holds: bool = False
    """Whether it answers only once `may_go` is set."""
    has_come: Event = field(default_factory=Event)
    may_go: Event = field(default_factory=Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hooks?key=1"

    @property
    def ids(self) -> list[str]:
        return [one.headers["webhook-id"] for one in self.got]

    @property
    def types(self) -> list[str]:
        return [one.said["type"] for one in self.got]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Be there for what comes."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            sent = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append(Got(self.path, sent, body))
            receiver.has_come.set()
            if receiver.holds:
                assert receiver.may_go.wait(20)
            self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(receiver.answer)))
            self.end_headers()
            self.wfile.write(receiver.answer)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_port
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield receiver
    receiver.may_go.set()
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass
class Moving:
    """A clock that moves when somebody waits."""

    now: datetime = MONDAY

    def __call__(self) -> datetime:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def pass_(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass
class Desk:
    """An account manager's hands, and a worker's."""

    settings: Settings
    database: Database
    clock: Moving
    in_own_loop: Callable[[Any], Any]

    def deliverer(self, clock: Clock | None = None, **more: Any) -> Deliverer:
        return Deliverer(
            self.settings, tell, clock=clock or self.clock, sleep=self.clock.sleep,
            spread=lambda: 0.0, **more,
        )  # fmt: skip

    @property
    def key(self) -> bytes:
        return realm_key(self.database, REALM, load_master_key(self.settings))

    def wanted(self, url: str, *types: EventType, **more: Any) -> actions.Wanted:
        told = {"name": "Books", "is_on": True} | more
        return actions.Wanted(
            url=url, types=types or CHOSEN,
            allowed_hosts=self.settings.webhook_host_set, **told,
        )  # fmt: skip

    def endpoint(self, url: str, *types: EventType, **more: Any) -> tuple[int, str]:
        """A new endpoint: its id and its secret."""
        wanted = self.wanted(url, *types, **more)
        found: tuple[int, str] = self.act(
            lambda s: actions.add(s, ANNA, wanted, self.key, self.clock())
        )
        return found

    def act(self, action: Callable[[WriteSession], Any]) -> Any:
        """Do something in one transaction."""

        async def work() -> Any:
            own = Database(self.settings)
            try:
                async with own.writing(REALM) as session:
                    return await action(session)
            finally:
                await own.close()

        return self.in_own_loop(work())

    def test(self, endpoint_id: int) -> None:
        self.act(lambda s: actions.test(s, ANNA, endpoint_id, self.clock()))

    def work(self, deliverer: Deliverer | None = None) -> None:
        """Do the job that waits, or one that the minute brings."""
        with self.database.job_connection(REALM) as connection:
            waiting = connection.execute(
                select(Job.id).where(
                    Job.verb == DELIVER_JOB, Job.state == JobState.QUEUED.value
                )
            ).scalar()
            if waiting is None:
                row = jobs.new_job(DELIVER_JOB, 0, self.clock())
                waiting = connection.execute(
                    Job.__table__.insert().values(**row).returning(Job.id)
                ).scalar_one()
                connection.commit()
        deliver = (deliverer or self.deliverer()).deliver
        jobs.perform(self.database, {DELIVER_JOB: deliver}, REALM, waiting)

    def rows(self, table: Any) -> list[Any]:
        with self.database.job_connection(REALM) as connection:
            return list(connection.execute(select(table).order_by(table.id)).all())

    @property
    def deliveries(self) -> list[Any]:
        return self.rows(WebhookDelivery)

    @property
    def attempts(self) -> list[Any]:
        return self.rows(WebhookAttempt)

    @property
    def endpoints(self) -> list[Any]:
        return self.rows(WebhookEndpoint)

    @property
    def events(self) -> list[Any]:
        """What was written of all events, but not the tests."""
        return [json.loads(one.body) for one in self.rows(WebhookEvent)]
