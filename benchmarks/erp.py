"""What a connector adds to the time that an ERP takes: payments from a real Tryton.

The same requests are sent twice: by the connector, which checks, reads and judges
every payment, and bare, by the standard library, which throws the answers away.
Ratios of one run; the ERP's own time is what it is on this machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from datetime import UTC, datetime
from decimal import Decimal
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

BACKEND = Path(__file__).resolve().parents[1] / "backend"
sys.path.insert(0, str(BACKEND / "tests" / "servers"))

from tryton_server import (  # noqa: E402 - its folder was just made importable
    Books,
    TrytonUnavailable,
    running_tryton,
)

from erplink import Call, Connector, Surroundings  # noqa: E402
from erplink.tryton import TrytonMaker  # noqa: E402
from erplink.tryton.client import packed  # noqa: E402

PAGE = 1000


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--payments", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    try:
        with running_tryton() as tryton:
            books = tryton.books()
            books.more_payments(
                [Decimal(n) / 100 for n in range(1, asked.payments + 1)]
            )
            fetching(books, asked.payments, asked.rounds)
    except TrytonUnavailable as reason:
        print(f"Tryton: {reason}")
        return 1
    return 0


def fetching(books: Books, payments: int, rounds: int) -> None:
    """Fetch everything by turns, with the connector and bare."""
    ratios, seconds = [], []
    calls: list[Call] = []
    # The first time warms what the ERP remembers.
    fetched(connector_of(books, calls))
    before = asked_again(books, calls)
    for _ in range(rounds):
        calls = []
        began, used = time.perf_counter(), time.process_time()
        found = fetched(connector_of(books, calls))
        took, spent = time.perf_counter() - began, time.process_time() - used
        if found < payments:
            raise SystemExit(f"{found} of {payments} payments came")
        after = asked_again(books, calls)
        # The machine may have other work; both sides of a round are looked at.
        bare, before = (before + after) / 2, after
        ratios.append(took / bare)
        seconds.append(spent)
        print(
            f"  {found} payments in {len(calls)} calls: connector {took:.1f} s,"
            f" bare {bare:.1f} s, CPU of this process {spent:.1f} s"
        )
    ratio, spent = statistics.median(ratios), statistics.median(seconds)
    print(
        f"Tryton, {payments} payments fetched: {ratio:.2f} times its own answer time,"
        f" {spent / payments * 1e6:.0f} µs of our CPU for each"
    )


def connector_of(books: Books, calls: list[Call]) -> Connector:
    """A connector that remembers what it asked."""
    surroundings = Surroundings(
        calls.append, lambda: datetime.now(UTC), frozenset({"127.0.0.1"})
    )
    return TrytonMaker().open(books.settings, surroundings)


def fetched(connector: Connector) -> int:
    """How many payments came, page by page."""
    cursor: str | None = None
    found = 0
    while True:
        page = connector.fetch_payments(cursor, PAGE)
        found += len(page.items)
        cursor = page.cursor
        if cursor is None:
            return found


def asked_again(books: Books, calls: list[Call]) -> float:
    """How long Tryton takes to answer the same questions to somebody who only waits."""
    headers = {
        "Authorization": f"Bearer {books.key}",
        "X-Tryton-Context": packed({"company": books.company, "language": "en"}),
        "Content-Type": "application/json",
    }
    began = time.perf_counter()
    for call in calls:
        parts = urlsplit(call.uri)
        line = HTTPConnection(parts.netloc, timeout=300)
        line.request(call.method, f"{parts.path}?{parts.query}", call.request, headers)
        if line.getresponse().read() != call.reply:
            raise SystemExit("Tryton answers the same question in two ways")
        line.close()
    return time.perf_counter() - began


if __name__ == "__main__":
    sys.exit(main())
