"""What the communication log costs an exchange, and how fast a large one answers.

The first part sends the same requests to a server of this machine with a witness and
without one, in turns, and says what the log adds to an exchange. The second fills a
realm on PostgreSQL with five million entries and asks of it whatever the screen can
ask, as GraphQL operations run in this process, without network. With `--database` a
server that is there already keeps the entries, so that only the first run fills it.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import UUID

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import httpx2  # noqa: E402 - its folder was just made importable
import store  # noqa: E402

from banklink import Exchange  # noqa: E402
from giroscope.app import settle  # noqa: E402
from giroscope.features.logs import Recorder, Witnesses  # noqa: E402
from giroscope.graphql_schema import schema  # noqa: E402
from giroscope.kernel.access import shell_actor  # noqa: E402
from giroscope.kernel.clock import system_clock  # noqa: E402
from giroscope.kernel.database import Database  # noqa: E402
from giroscope.kernel.graph import Context  # noqa: E402
from giroscope.kernel.jobs import JobStarter  # noqa: E402
from giroscope.settings import Settings  # noqa: E402

GOAL_MILLISECONDS = 100.0
GOAL_SHARE = 0.01
ENTRIES = 5_000_000
_AT_ONCE = 250_000
BODY = (
    b"<Envelope><Header/><Body>"
    + b"<Tx><Nm>Jane Doe</Nm><IBAN>DK5000400440116243</IBAN>"
    b"<Ustrd>Invoice 4711 of November</Ustrd></Tx>" * 150 + b"</Body></Envelope>"
)
LIST = """
query Logs($filter: LogFilter, $first: Int, $after: String, $skip: Int,
    $order: LogOrder) {
  communicationLogs(filter: $filter, first: $first, after: $after, skip: $skip,
      orderBy: $order) {
    edges { cursor node { id created correlationId uri direction logType peer operation
      status durationMs size isReply isCut hasBytes failure cause requestId } }
    pageInfo { hasNextPage endCursor } totalCount totalIsExact } }
"""
NUMBERED = """
query Numbered($page: Int) { logs(logType: BANK, page: $page, size: 50) {
  id created uri direction status durationMs } }
"""
ONE = """
query One($id: ID!) { communicationLog(id: $id) {
  id data counterpart { id data } } }
"""
TABS = "{ logTypeCounts { logType count isExact } }"
CAUSES = """
{ logCauses { isWhole causes { logType cause count firstSeen lastSeen latestId } } }
"""
SHOWN = 200
"""As many rows as the console asks for at once."""
# Words as masking leaves them: some in every entry, some in few, one id in one.
FILL = """
INSERT INTO communication_logs (created, exchange, is_reply, direction, log_type, peer,
  operation, uri, status, duration_ms, size, stored, data, is_cut, has_bytes, failure,
  cause, correlation_id, request_id, trace, sha256, words)
SELECT timestamptz '2026-08-01' + n * interval '2 seconds', md5((n / 2)::text),
  n %% 2 = 1,
  (ARRAY['OUT','IN'])[1 + n %% 2],
  (ARRAY['BANK','BANK','BANK','ERP','ERP','IDENTITY','MAIL'])[1 + n / 2 %% 7],
  'bank:' || n / 2 %% 9, 'UploadFile',
  'https://bank' || n / 2 %% 9 || '.example/corporate',
  (ARRAY[200,200,200,200,200,200,200,200,200,500])[1 + n / 2 %% 10], n %% 900,
  4000, 400,
  '<Envelope><Tx>' || md5(n::text) || '</Tx></Envelope>', false, false, NULL,
  CASE WHEN n / 2 %% 10 = 9 AND n %% 2 = 1 THEN 'HTTP 500: cause ' || n / 20 %% 40 END,
  md5((n / 20)::text)::uuid::text, md5('r' || n / 2), NULL, md5('s' || n),
  ' envelope tx uploadfile https bank' || n / 2 %% 9 || ' example corporate invoice msg'
  || n / 4 || ' r' || substr(md5('r' || n / 2), 1, 12) || ' customer' || n / 2 %% 20000
  || ' town' || n / 2 %% 700 || ' '
  || replace(md5((n / 20)::text)::uuid::text, '-', ' ')
FROM generate_series(%s::bigint, %s::bigint) AS n
"""


def filters(entries: int) -> dict[str, dict[str, Any]]:
    """What people narrow the list to: each filter of the screen, alone and together."""
    middle = {"created": {"to": "2026-09-15T12:00:00Z"}}
    day = {"created": {"from": "2026-08-10T00:00:00Z", "to": "2026-08-10T23:59:59Z"}}
    journal = str(UUID(hashlib.md5(str(entries // 40).encode()).hexdigest()))  # noqa: S324 - as the database makes its ids, no secret
    return {
        "all": {},
        "type": {"types": ["ERP"]},
        "type, none of it": {"types": ["WEBHOOK"]},
        "type and direction": {"types": ["MAIL"], "directions": ["IN"]},
        "status": {"statuses": [500]},
        "status, none of it": {"statuses": [418]},
        "statuses": {"statuses": [500, 404]},
        "type and status": {"types": ["IDENTITY"], "statuses": [500]},
        "type and status, none of both": {"types": ["MAIL"], "statuses": [404]},
        "failed": {"failed": True},
        "type and failed": {"types": ["ERP"], "failed": True},
        "failed on the way out, none": {"failed": True, "directions": ["OUT"]},
        "to a time": middle,
        "a day": day,
        "type to a time": {"types": ["BANK"], **middle},
        "a correlation id": {"correlationId": journal},
        "a correlation id and a word": {"correlationId": journal, "text": "envelope"},
        "its beginning as a word": {"text": journal[:8]},
        "one request": {"text": f"msg{entries // 8}"},
        "a customer": {"text": "customer4711"},
        "a town": {"text": "town333"},
        "in every entry": {"text": "envelope"},
        "a bank, in one of nine": {"text": "bank3"},
        "a town and a bank": {"text": "town333 bank3"},
        "towns and a bank": {"text": "town12 bank3"},
        "a town and what all hold": {"text": "town333 envelope uploadfile"},
        "two banks, never together": {"text": "bank3 bank4"},
        "no word": {"text": "zzzz"},
        "no word, and what all hold": {"text": "envelope zzzz"},
        "address": {"uri": "bank4.example"},
        "address, none": {"uri": "bank77.example"},
        "address and status": {"uri": "bank4.example", "statuses": [500]},
        "type and town": {"types": ["BANK"], "text": "town333"},
        "type, status and bank": {
            "types": ["MAIL"], "statuses": [500], "text": "bank3",
        },
        "a town to a time": {"text": "town333", **middle},
        "a customer of a day": {"text": "customer7", **day},
        "towns and a bank of a day": {"text": "town12 bank3", **day},
        "cause": {"cause": "HTTP 500: cause 7"},
        "cause and town": {"cause": "HTTP 500: cause 7", "text": "town12"},
        "peer and direction": {"peer": "bank:5", "directions": ["IN"]},
        "all at once": {
            "types": ["BANK"], "directions": ["IN"], "statuses": [500],
            "failed": True, "uri": "bank4.example", "text": "town1", **middle,
        },
    }  # fmt: skip


def questions(entries: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """All that the screen asks; a list is read on from its first page."""
    for name, wanted in filters(entries).items():
        yield name, LIST, {"filter": wanted, "first": SHOWN}
    oldest = {"order": {"direction": "ASC"}, "first": SHOWN}
    for name in ("type", "towns and a bank", "a customer"):
        wanted = filters(entries)[name]
        yield f"{name}, oldest first", LIST, {"filter": wanted, **oldest}
    for name in ("all", "type", "a town", "towns and a bank", "in every entry"):
        wanted = filters(entries)[name]
        yield f"{name}, 800 rows on", LIST, {
            "filter": wanted, "first": SHOWN, "skip": 800,
        }  # fmt: skip
    for page in (0, 20, 200):
        yield f"numbered page {page}", NUMBERED, {"page": page}
    yield "one exchange", ONE, {"id": str(entries // 3)}
    yield "counts of the tabs", TABS, {}
    yield "errors by cause", CAUSES, {}


class _Server(BaseHTTPRequestHandler):
    """Answers as a bank does, after the time a near one takes."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        time.sleep(0.02)
        self.send_response(200)
        self.send_header("content-length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *_values: object) -> None:
        """Say nothing."""


def share(installation: store.Installation, exchanges: int) -> float:
    """What the log adds to an exchange, as a part of it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    uri = f"http://127.0.0.1:{server.server_port}/"
    recorder = Recorder(installation.database, bytes(32))
    see = Witnesses(recorder.take, system_clock).of_bank(store.REALM, 1)
    spent: dict[bool, list[float]] = {True: [], False: []}
    taking: list[float] = []
    for number in range(exchanges * 2):
        is_seen = number % 2 == 0
        began = time.perf_counter()
        with httpx2.Client(trust_env=False) as client:
            reply = client.post(uri, content=BODY)
        if is_seen:
            seen = time.perf_counter()
            see(
                Exchange(
                    uri=uri, operation="UploadFile", request_id=f"r{number}",
                    request=BODY, reply=reply.content, status=200, seconds=0.1,
                )
            )  # fmt: skip
            taking.append(time.perf_counter() - seen)
        spent[is_seen].append(time.perf_counter() - began)
    is_written = recorder.flush(120)
    recorder.close()
    server.shutdown()
    with_log, without = (statistics.median(spent[seen]) for seen in (True, False))
    taken = statistics.median(taking)
    part = taken / without
    print(
        f"  {exchanges} exchanges of twice {len(BODY) // 1000} kB: median"
        f" {without * 1000:.2f} ms without, {with_log * 1000:.2f} ms with a log that"
        f" is written meanwhile\n  taking one in: median {taken * 1e6:.0f} µs,"
        f" p95 {statistics.quantiles(taking, n=20)[-1] * 1e6:.0f} µs:"
        f" {part:.3%} of an exchange; all written: {is_written}",
        flush=True,
    )
    return part


def fill(installation: store.Installation, entries: int) -> None:
    """Five million entries, made by the database itself; its word index made last."""
    began = time.perf_counter()
    with installation.database.job_connection(store.REALM) as connection:
        index = connection.exec_driver_sql(
            "SELECT indexdef FROM pg_indexes WHERE indexname ="
            " 'ix_communication_logs_days'"
        ).scalar_one()
        connection.exec_driver_sql("DROP INDEX ix_communication_logs_days")
        connection.commit()
        for first in range(1, entries + 1, _AT_ONCE):
            last = min(first + _AT_ONCE - 1, entries)
            connection.exec_driver_sql(FILL, (first, last))
            connection.commit()
        print(f"  {entries:,} entries in {time.perf_counter() - began:.0f} s")
        connection.exec_driver_sql("SET LOCAL maintenance_work_mem = '512MB'")
        connection.exec_driver_sql(str(index))
        connection.commit()
        # As the server does by itself, some time after so many rows came.
        driver = connection.connection.dbapi_connection
        driver.autocommit = True
        driver.execute(f'VACUUM ANALYZE "realm_{store.REALM}".communication_logs')
        driver.autocommit = False
    print(f"  indexed after {time.perf_counter() - began:.0f} s", flush=True)


async def searched(installation: store.Installation, runs: int, entries: int) -> float:
    """Ask every question several times, second pages too; give back the p95."""
    settle()
    spent: dict[str, list[float]] = {}
    for run in range(runs + 1):
        for name, question, asked in questions(entries):
            after: dict[str, Any] = {}
            for page in ("", ", next page"):
                variables = asked | after
                took, answer = await _asked(installation.database, question, variables)
                # The first round opens connections and compiles statements.
                if run:
                    spent.setdefault(f"{name}{page}", []).append(took)
                info = answer.get("communicationLogs", {}).get("pageInfo")
                if info is None or not info["hasNextPage"] or "skip" in variables:
                    break
                after = {"after": info["endCursor"]}
    await installation.database.close()
    every = sorted(took for each in spent.values() for took in each)
    p95 = every[int(len(every) * 0.95)]
    for name, each in sorted(spent.items(), key=lambda kind: -_p95(kind[1])):
        print(f"  {statistics.median(each):7.1f} {_p95(each):7.1f} ms  {name}")
    print(
        f"  {len(every)} answers, lists with their counts: median"
        f" {every[len(every) // 2]:.1f}, p95 {p95:.1f}, longest {every[-1]:.1f} ms",
        flush=True,
    )
    return p95


def _p95(each: list[float]) -> float:
    return sorted(each)[int(len(each) * 0.95)]


async def _asked(
    database: Database, question: str, variables: dict[str, Any]
) -> tuple[float, dict[str, Any]]:
    """How many milliseconds an answer took, and the answer."""
    actor = shell_actor(store.REALM)
    context = Context(actor, database, JobStarter(database), system_clock)
    began = time.perf_counter()
    result = await schema.execute(
        question, variable_values=variables, context_value=context
    )
    took = (time.perf_counter() - began) * 1000
    if result.errors or result.data is None:
        raise RuntimeError(f"{variables}: {result.errors}")
    return took, result.data


@contextmanager
def _filled(address: str | None, entries: int) -> Iterator[store.Installation]:
    """A realm with so many entries: of a server that stays, or of one that goes."""
    if address is None:
        with store.installation("postgres") as installation:
            fill(installation, entries)
            yield installation
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data_dir=Path(folder), master_key=store.KEY, database_url=address
        )
        installation = store.Installation(settings)
        with installation.database.job_connection(store.REALM) as connection:
            there = connection.exec_driver_sql("SELECT max(id) FROM communication_logs")
            is_empty = there.scalar_one() is None
        if is_empty:
            fill(installation, entries)
        yield installation


def main(argv: list[str] | None = None) -> int:
    """Measure and print; returns 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--exchanges", type=int, default=200)
    parser.add_argument(
        "--database", help="a PostgreSQL that keeps the entries for the next run"
    )
    asked = parser.parse_args(argv)
    with store.installation("sqlite") as installation:
        part = share(installation, asked.exchanges)
        asyncio.run(installation.database.close())
    print(f"  goal at most {GOAL_SHARE:.0%} of an exchange")
    print(f"\npostgres, {asked.entries:,} entries: median and p95 of each question")
    with _filled(asked.database, asked.entries) as installation:
        p95 = asyncio.run(searched(installation, asked.runs, asked.entries))
        print(f"  p95 {p95:.1f} ms; goal at most {GOAL_MILLISECONDS:.0f} ms")
    return int(p95 > GOAL_MILLISECONDS or part > GOAL_SHARE)


if __name__ == "__main__":
    raise SystemExit(main())
