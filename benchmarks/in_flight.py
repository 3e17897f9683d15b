"""What the poll costs one web process while a thousand journals are on their way.

A worker beside it imports a thousand payment files, sends each to a bank's folder and
imports the bank's first answer. Meanwhile consoles ask for messages every two seconds,
and nobody may wait long; a bare Starlette answer in JSON, asked in turns with them,
tells how much of it is the machine's own doing. With all of them on their way an
unchanged poll may cost the web process no more CPU than that bare answer does.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import store  # noqa: E402 - its folder was just made importable
import uvicorn  # noqa: E402
from sqlalchemy import func, select  # noqa: E402
from starlette.applications import Starlette  # noqa: E402
from starlette.requests import Request  # noqa: E402
from starlette.responses import (  # noqa: E402
    JSONResponse,
    PlainTextResponse,
    Response,
)
from starlette.routing import Route  # noqa: E402
from starlette.types import ASGIApp, Receive, Scope, Send  # noqa: E402
from tokens import keys, token  # noqa: E402
from validating import order  # noqa: E402

from banklink import Environment  # noqa: E402
from giroscope.app import create_app  # noqa: E402
from giroscope.features.banks import Banks  # noqa: E402
from giroscope.features.banks.connections import Served, Wish, create  # noqa: E402
from giroscope.features.documents import Document, open_vault  # noqa: E402
from giroscope.features.journals.dispatch_events import follow, sender  # noqa: E402
from giroscope.features.journals.policy import DONE  # noqa: E402
from giroscope.features.journals.tables import Journal, JournalDocument  # noqa: E402
from giroscope.features.payments.sending import (  # noqa: E402
    SEND_JOB,
    Order,
    Outlet,
    begin,
)
from giroscope.features.uploads import Kind  # noqa: E402
from giroscope.kernel import jobs  # noqa: E402
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, Actor  # noqa: E402
from giroscope.kernel.clock import system_clock  # noqa: E402
from giroscope.kernel.database import Database  # noqa: E402
from giroscope.kernel.signing_keys import FetchKeys  # noqa: E402
from giroscope.settings import Settings  # noqa: E402

ACCOUNT = "DK5000400440116243"
PAYMENTS = 5
EVERY = 2.0
"""Seconds between two polls of one console."""
GOAL = 1.0
"""Of the cost of a bare answer."""
GROWTH = 1.25
"""Of the cost in a realm where nothing happens."""
PATIENCE = 0.050
"""Seconds; ninety-five of a hundred polls are quicker, changed or not."""
ROUNDS, TIMES = 35, 100
ASKED = "/api/data/graphql?" + urlencode(
    {
        "query": "query SystemMessagePoll($read: Boolean, $page: Int, $size: Int) {"
        " systemMessages(read: $read, page: $page, size: $size) { ...MessageLine } }"
        " fragment MessageLine on SystemMessage { id correlationId created message"
        " level reference code values { name value } read }",
        "operationName": "SystemMessagePoll",
        "variables": '{"read":true,"page":0,"size":200}',
    }
)
"""What every console asks."""
_UNLIMITED = 1_000_000_000
_STATUS = (
    '<?xml version="1.0"?>\n'
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>'
    "<GrpHdr><MsgId>S-{0}</MsgId><CreDtTm>2026-11-21T08:00:00</CreDtTm></GrpHdr>"
    "<OrgnlGrpInfAndSts><OrgnlMsgId>M-{0}</OrgnlMsgId>"
    "<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>ACTC</GrpSts>"
    "</OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>"
)


def settings_of(folder: str, address: str) -> Settings:
    """The same installation for the web process and the worker."""
    return Settings(
        data_dir=Path(folder), master_key=store.KEY, database_url=address or None,
        realm_requests_per_second=_UNLIMITED, person_requests_per_second=_UNLIMITED,
    )  # fmt: skip


def work(folder: str, address: str, count: int) -> None:
    """The worker: a thousand files in, out to the bank, and its answers in."""
    settings = settings_of(folder, address)
    installation = store.Installation(settings)
    database, vault = installation.database, open_vault(settings, installation.database)
    banks = Banks(settings, database)
    connection_id = _connect(settings, banks)
    day = system_clock().date() + timedelta(days=7)
    path = Path(folder) / "file.xml"
    for number in range(count):
        path.write_text("".join(order(number, PAYMENTS, day=day)), encoding="utf-8")
        installation.import_file(path, Kind.PAYMENT)
    # They are put in the queue here without having been approved.
    outlet = Outlet(banks, vault, follow, lambda *_: None)
    works = {SEND_JOB: sender(outlet)}
    for made, job_id in _signed(database, connection_id):
        jobs.perform(database, works, store.REALM, job_id)
        del made
    for number in range(count):
        path.write_text(_STATUS.format(number), encoding="utf-8")
        installation.import_file(path, Kind.PAYMENT)


def _connect(settings: Settings, banks: Banks) -> int:
    anna = Actor("a", store.REALM, "anna", "Anna", frozenset({ACCOUNT_MANAGEMENT}))
    wish = Wish("Bank", "folder", Environment.PRODUCTION, {}, [Served(ACCOUNT)])

    async def connect() -> int:
        own = Database(settings)
        async with own.writing(store.REALM) as session:
            made = await create(session, anna, banks, wish, system_clock())
        await own.close()
        return made

    return asyncio.run(connect())


def _signed(database: Database, connection_id: int) -> list[tuple[int, int]]:
    """Put every document in the queue; tells each sending and the job that sends."""
    with database.job_connection(store.REALM) as connection:
        rows = connection.execute(
            select(
                Document.id, Document.sha256, Journal.correlation_id, Journal.message_id
            )
            .join(JournalDocument, JournalDocument.document_id == Document.id)
            .join(Journal, Journal.correlation_id == JournalDocument.correlation_id)
        ).all()
        made = []
        for row in rows:
            wanted = Order(
                row.correlation_id, row.id, row.sha256, connection_id, row.message_id
            )
            made.append(begin(connection, wanted, system_clock()))
        connection.commit()
        found = connection.execute(
            select(jobs.Job.subject, jobs.Job.id).where(
                jobs.Job.verb == SEND_JOB, jobs.Job.subject.in_(made)
            )
        )
        return [(row.subject, row.id) for row in found]


def in_flight(database: Database) -> int:
    """The journals that are neither booked nor refused."""
    with database.job_connection(store.REALM) as connection:
        done = [state.value for state in DONE]
        found = connection.execute(
            select(func.count(Journal.id)).where(Journal.state.not_in(done))
        )
        return int(found.scalar_one())


async def bare(request: Request) -> Response:
    """As little as an answer in JSON can be."""
    del request
    return JSONResponse({"data": {"systemMessages": []}})


class Metered:
    """Tells on `/cpu` what its process has spent, and else does what it is to do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        app = self._app
        if scope["type"] == "http" and scope["path"] == "/cpu":
            app = PlainTextResponse(repr(time.process_time()))
        await app(scope, receive, send)


class Web:
    """A server in a process of its own, and one connection to it."""

    def __init__(self, make: Callable[[], ASGIApp]) -> None:
        listening = socket.create_server(("127.0.0.1", 0))
        self._process = get_context("fork").Process(
            target=_serve, args=(make, listening)
        )
        self._process.start()
        self.port = int(listening.getsockname()[1])
        self._line = http.client.HTTPConnection(*listening.getsockname())
        listening.close()
        self.cpu()

    def ask(
        self, bearer: str = "", tag: str = "", path: str = ASKED
    ) -> tuple[int, str]:
        """One GET; tells the status and the answer's tag."""
        headers = {
            "Authorization": bearer, "If-None-Match": tag, "Host": "localhost",
            "Accept-Encoding": "gzip, br",
        }  # fmt: skip
        self._line.request("GET", path, headers=headers)
        answer = self._line.getresponse()
        self._body = answer.read()
        return answer.status, answer.headers.get("etag", "")

    def cpu(self) -> float:
        """The CPU seconds of its process until now."""
        self.ask(path="/cpu")
        return float(self._body)

    def close(self) -> None:
        """End it."""
        self._line.close()
        # Whoever listens to a stream would keep it from ending.
        self._process.kill()
        self._process.join()


def _serve(make: Callable[[], ASGIApp], listening: socket.socket) -> None:
    config = uvicorn.Config(
        Metered(make()), access_log=False, log_level="warning", timeout_keep_alive=3600
    )
    uvicorn.Server(config).run([listening])


class Asked(NamedTuple):
    """What one server is asked, and how it answers."""

    web: Web
    bearer: str
    tag: str
    expected: int


def costs(*asked: Asked) -> list[float]:
    """CPU seconds of one answer of each, the median of many rounds, taken in turns."""
    rounds: list[list[float]] = [[] for _ in asked]
    for _ in range(ROUNDS):
        for taken, (web, bearer, tag, expected) in zip(rounds, asked, strict=True):
            before = web.cpu()
            for _ in range(TIMES):
                status, _tag = web.ask(bearer, tag)
                if status != expected:
                    raise RuntimeError(f"{status} instead of {expected}")
            taken.append((web.cpu() - before) / TIMES)
    return [statistics.median(taken) for taken in rounds]


class Waited(NamedTuple):
    """Seconds until each answer, of the polls and of the bare ones between them."""

    polls: list[float]
    changed: list[float]
    bare: list[float]


def poll(
    web: Web, plain: Web, worker: subprocess.Popen[bytes], bearers: list[str]
) -> Waited:
    """Ask as consoles do until the worker is done."""
    waited = Waited([], [], [])
    tags = [""] * len(bearers)
    while worker.poll() is None:
        for number, bearer in enumerate(bearers):
            began = time.perf_counter()
            status, tags[number] = web.ask(bearer, tags[number])
            if status not in {200, 304}:
                raise RuntimeError(f"a poll was answered with {status}")
            answered = time.perf_counter()
            plain.ask()
            done = time.perf_counter()
            waited.polls.append(answered - began)
            waited.bare.append(done - answered)
            if status == 200:
                waited.changed.append(answered - began)
            time.sleep(max(EVERY / len(bearers) - (done - began), 0))
    return waited


def p95(waited: list[float]) -> float:
    """What ninety-five of a hundred did not wait for."""
    return statistics.quantiles(waited, n=20)[-1]


def signed_in(consoles: int) -> tuple[FetchKeys, list[str]]:
    """The keys of a provider, and what so many people show of it."""
    realm_keys = keys()

    async def fetch(_realm: str) -> dict[str, Any]:
        return {"keys": [key.as_dict(private=False) for key in realm_keys.values()]}

    people = [token("RS256", realm_keys["RS256"], n) for n in range(consoles)]
    return fetch, [f"Bearer {one}" for one in people]


def measured(name: str, count: int, consoles: int) -> bool:
    """Measure on one store and print; tells whether the goals are met."""
    fetch, bearers = signed_in(consoles)
    with store.installation(name) as made, store.installation(name) as empty:
        busy, quiet = (
            settings_of(str(one.settings.data_dir), one.settings.database_url or "")
            for one in (made, empty)
        )
        web, idle = (
            Web(partial(create_app, one, fetch_keys=fetch)) for one in (busy, quiet)
        )
        plain = Web(lambda: Starlette(routes=[Route("/api/data/graphql", bare)]))
        arguments = map(str, (busy.data_dir, busy.database_url or "", count))
        worker = subprocess.Popen([sys.executable, __file__, "--work", *arguments])  # noqa: S603 - ourselves
        try:
            began = time.perf_counter()
            waited = poll(web, plain, worker, bearers)
            took = time.perf_counter() - began
            one = bearers[0]
            costing = costs(
                *(Asked(each, one, each.ask(one)[1], 304) for each in (web, idle)),
                Asked(plain, "", "", 200),
            )
        finally:
            worker.terminate()
            worker.wait()
            for each in (web, idle, plain):
                each.close()
        flying = in_flight(made.database)
    print(f"{name}: {flying:,} journals on their way after {took:.0f} s")
    tell(consoles, waited, costing)
    cost, idle_cost, bare_cost = costing
    is_cheap = cost <= GROWTH * idle_cost and cost <= GOAL * bare_cost
    return flying >= count and is_cheap and p95(waited.polls) <= PATIENCE


def tell(consoles: int, waited: Waited, costing: list[float]) -> None:
    """Print what was found."""
    load = os.getloadavg()[1] / (os.cpu_count() or 1)
    cost, idle_cost, bare_cost = costing
    print(
        f"  {consoles} consoles, {len(waited.polls):,} polls meanwhile,"
        f" {len(waited.changed):,} of them changed, {load:.1f} at work for each core:"
        f" waited for {statistics.median(waited.polls) * 1e3:.1f} ms,"
        f" p95 {p95(waited.polls) * 1e3:.1f} ms (limit {PATIENCE * 1e3:.0f}),"
        f" of the changed {p95(waited.changed) * 1e3:.1f} ms,"
        f" of bare answers {p95(waited.bare) * 1e3:.1f} ms\n"
        f"  unchanged poll {cost * 1e6:.0f} µs CPU: against one of an empty realm"
        f" {cost / idle_cost:.2f} (limit {GROWTH:.2f}), against a bare answer"
        f" {cost / bare_cost:.2f} (limit {GOAL:.2f})",
        flush=True,
    )


def main() -> int:
    """Measure on each store; fail where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--journals", type=int, default=1_000)
    parser.add_argument("--consoles", type=int, default=50)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    parser.add_argument("--work", nargs=3, metavar=("FOLDER", "ADDRESS", "COUNT"))
    asked = parser.parse_args()
    if asked.work:
        folder, address, count = asked.work
        work(folder, address, int(count))
        return 0
    made = partial(measured, count=asked.journals, consoles=asked.consoles)
    met = [made(name) for name in asked.stores]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
