"""What the communication log costs an exchange, and how fast a large one answers.

The first part sends the same requests to a server of this machine with a witness and
without one, in turns, and says what the log adds to an exchange. The second fills a
realm on PostgreSQL with five million entries and asks pages of it by every filter: as
GraphQL operations run in this process, without network.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

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
from giroscope.kernel.graph import Context  # noqa: E402
from giroscope.kernel.jobs import JobStarter  # noqa: E402

GOAL_MILLISECONDS = 100.0
GOAL_SHARE = 0.01
ENTRIES = 5_000_000
_AT_ONCE = 250_000
BODY = (
    b"<Envelope><Header/><Body>"
    + b"<Tx><Nm>Jane Doe</Nm><IBAN>DK5000400440116243</IBAN>"
    b"<Ustrd>Invoice 4711 of November</Ustrd></Tx>" * 150 + b"</Body></Envelope>"
)
PAGE = """
query Logs($filter: LogFilter, $after: String) {
  communicationLogs(filter: $filter, first: 50, after: $after) {
    edges { node { id created correlationId uri direction status durationMs size } }
    pageInfo { hasNextPage endCursor } totalCount totalIsExact } }
"""
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


def questions(entries: int) -> dict[str, dict[str, Any]]:
    """What people ask: by type, status, time, address, words rare and common."""
    middle = {"created": {"to": "2026-09-15T12:00:00Z"}}
    return {
        "all": {},
        "type": {"types": ["ERP"]},
        "type and direction": {"types": ["MAIL"], "directions": ["IN"]},
        "status": {"statuses": [500]},
        "failed": {"failed": True},
        "before a time": middle,
        "type before a time": {"types": ["BANK"], **middle},
        "one request": {"text": f"msg{entries // 8}"},
        "a customer": {"text": "customer4711"},
        "a town": {"text": "town333"},
        "in every entry": {"text": "envelope"},
        "a town and a bank": {"text": "town333 bank3"},
        "towns and a bank": {"text": "town12 bank3"},
        "none": {"text": "zzzz"},
        "address": {"uri": "bank4.example"},
        "address that failed": {"uri": "bank4.example", "statuses": [500]},
        "type and word": {"types": ["BANK"], "text": "town333"},
        "cause": {"cause": "HTTP 500: cause 7"},
    }


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
            " 'ix_communication_logs_words'"
        ).scalar_one()
        connection.exec_driver_sql("DROP INDEX ix_communication_logs_words")
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
    """Ask every question several times, its second page too; give back the p95."""
    settle()
    database = installation.database
    spent: list[tuple[float, str]] = []
    for run in range(runs + 1):
        for name, wanted in questions(entries).items():
            after = None
            for page in ("first page", "next page"):
                context = Context(
                    shell_actor(store.REALM), database, JobStarter(database),
                    system_clock,
                )  # fmt: skip
                began = time.perf_counter()
                result = await schema.execute(
                    PAGE,
                    variable_values={"filter": wanted, "after": after},
                    context_value=context,
                )
                took = (time.perf_counter() - began) * 1000
                if result.errors or result.data is None:
                    raise RuntimeError(f"{name}: {result.errors}")
                # The first round opens connections and compiles statements.
                if run:
                    spent.append((took, f"{name}, {page}"))
                info = result.data["communicationLogs"]["pageInfo"]
                if not info["hasNextPage"]:
                    break
                after = info["endCursor"]
    await database.close()
    spent.sort()
    p95 = spent[int(len(spent) * 0.95)][0]
    print(
        f"  {len(spent)} pages with their counts: median"
        f" {spent[len(spent) // 2][0]:.1f}, p95 {p95:.1f} ms",
        flush=True,
    )
    for took, name in spent[-6:]:
        print(f"  {took:7.1f} ms  {name}", flush=True)
    return p95


def main(argv: list[str] | None = None) -> int:
    """Measure and print; returns 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--exchanges", type=int, default=200)
    asked = parser.parse_args(argv)
    with store.installation("sqlite") as installation:
        part = share(installation, asked.exchanges)
        asyncio.run(installation.database.close())
    print(f"  goal at most {GOAL_SHARE:.0%} of an exchange")
    print(f"\npostgres, {asked.entries:,} entries")
    with store.installation("postgres") as installation:
        fill(installation, asked.entries)
        p95 = asyncio.run(searched(installation, asked.runs, asked.entries))
        print(f"  p95 {p95:.1f} ms; goal at most {GOAL_MILLISECONDS:.0f} ms")
    return int(p95 > GOAL_MILLISECONDS or part > GOAL_SHARE)


if __name__ == "__main__":
    raise SystemExit(main())
