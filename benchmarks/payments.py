"""How fast pages and sums of all payments are answered among a million, on both stores.

The payments are put into the tables directly, and how far each is, is kept by the
product's own function. Each question is a GraphQL operation run in this process, with
its count, as the console asks it; the sums of what is shown are asked by themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import store  # noqa: E402 - its folder was just made importable

from giroscope.app import settle  # noqa: E402
from giroscope.features.documents import Document  # noqa: E402
from giroscope.features.payments import (  # noqa: E402
    Payment,
    PaymentBatch,
    PaymentProgress,
    keep_progress,
)
from giroscope.graphql_schema import schema  # noqa: E402
from giroscope.kernel.access import shell_actor  # noqa: E402
from giroscope.kernel.clock import Clock, system_clock  # noqa: E402
from giroscope.kernel.graph import Context  # noqa: E402
from giroscope.kernel.jobs import JobStarter  # noqa: E402

OF_FILE = 200
NAMES = 900
DAYS = 250
SIZE = 50
GOAL_MILLISECONDS = 50.0
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
# How many of a hundred payments are how far: status, and whether it is booked.
SHARES = (
    *[("ACSC", True)] * 90, *[("ACSP", False)] * 4, *[(None, False)] * 3,
    *[("RJCT", False)] * 2, ("CANC", False),
)  # fmt: skip
LIST = """
query ($first: Int, $after: String, $last: Int, $filter: PaymentFilter,
       $orderBy: PaymentOrder) {
  payments(first: $first, after: $after, last: $last, filter: $filter,
           orderBy: $orderBy) {
    edges { cursor node { ...Row __typename } __typename }
    pageInfo { hasNextPage endCursor __typename } totalCount totalIsExact __typename } }
fragment Row on Payment {
  id correlationId creditor { name account agent __typename }
  amount { amount currency __typename } executionDate progress statusCode
  statusMeaning doubt reasons { code text meaning remedy advice __typename }
  account { id number name nickname __typename } debtorAccount bank
  document { id name __typename } endToEndId remittance reference
  transactionId bookedOn returnId returnedOn
  marks { labelId label rule version __typename } __typename }
"""
TABS = "{ paymentTabs { name count sums { currency amount count } } }"
TOTALS = """query ($filter: PaymentFilter) {
  paymentTotals(filter: $filter) { currency amount count } }"""
FILTERS: dict[str, dict[str, Any]] = {
    "everything": {},
    "unpaid": {"outcome": "UNPAID"},
    "in flight": {"outcome": "IN_FLIGHT"},
    "paid": {"outcome": "PAID"},
    "returned": {"progress": ["RETURNED"]},
    "sent": {"progress": ["SENT"]},
    "a week": {"executionDate": {"from": "2026-03-02", "to": "2026-03-08"}},
    "unpaid in a week": {
        "outcome": "UNPAID",
        "executionDate": {"from": "2026-03-02", "to": "2026-03-08"},
    },
    "an amount": {"amount": {"from": "1234.56", "to": "1234.56"}},
    "unpaid in euros": {"outcome": "UNPAID", "currency": "EUR"},
}
# These read every payment where hardly any fits.
WORDS: dict[str, dict[str, Any]] = {
    "a common word": {"text": "smedje"},
    "a word nobody wrote": {"text": "zzzz"},
    "a word among the unpaid": {"text": "zzzz", "outcome": "UNPAID"},
}


def build(installation: store.Installation, payments: int, names: int = NAMES) -> None:
    """Fill the realm, a file after the other, with payments to so many payees."""
    chance = random.Random(7)  # noqa: S311 - only mixes the payments
    database = installation.database
    with database.job_connection(store.REALM) as connection:
        for number in range(1, payments // OF_FILE + 1):
            correlation_id = _file(connection, number, chance, names)
            keep_progress(
                connection, correlation_id, PaymentProgress.SENT, is_overdue=False
            )
            if number % 500 == 0:
                connection.commit()
                print(f"  {number * OF_FILE:,} payments in", flush=True)
        store.vacuum(connection)


def _file(
    connection: Connection, number: int, chance: random.Random, names: int
) -> str:
    correlation_id = f"bench-{number:08}"
    day = date(2025, 9, 1) + timedelta(days=number % DAYS)
    document_id = connection.execute(
        insert(Document)
        .values(sha256=f"{number:064x}", size=1, name=f"pay-{number}.xml",
                source="UPLOAD", received=NOW, kind="PAYMENT")
        .returning(Document.id)
    ).scalar_one()  # fmt: skip
    batch_id = connection.execute(
        insert(PaymentBatch)
        .values(document_id=document_id, correlation_id=correlation_id, position=1,
                execution_date=day, debtor_account="DK5000400440116243")
        .returning(PaymentBatch.id)
    ).scalar_one()  # fmt: skip
    rows = []
    for position in range(1, OF_FILE + 1):
        row_id = number * OF_FILE + position
        status, is_booked = chance.choice(SHARES)
        rows.append({
            "id": row_id, "document_id": document_id, "batch_id": batch_id,
            "correlation_id": correlation_id, "position": position,
            "amount": Decimal(chance.randrange(100, 5_000_000)) / 100,
            "currency": "EUR" if chance.random() < 0.2 else "DKK",
            "creditor_name": f"Havnens Smedje {row_id % names}",
            "creditor_account": f"DK{row_id % max(4000, names):016}",
            "end_to_end_id": f"E2E-{row_id}", "remittance": f"Faktura {row_id}",
            "execution_date": day, "execution_day": day, "status": status,
            "transaction_id": row_id if is_booked else None,
        })  # fmt: skip
    connection.execute(insert(Payment), rows)
    return correlation_id


class Asker:
    """Asks as one signed-in person, each time in a request of its own."""

    def __init__(
        self, installation: store.Installation, clock: Clock = system_clock
    ) -> None:
        self._clock = clock
        self._database = installation.database
        self._jobs = JobStarter(installation.database)
        self.spent: dict[str, list[float]] = {}

    async def ask(
        self, what: str, question: str, operation: str | None = None, **variables: Any
    ) -> Any:
        """The answer; the milliseconds go to the record."""
        context = Context(
            shell_actor(store.REALM), self._database, self._jobs, self._clock
        )
        began = time.perf_counter()
        result = await schema.execute(
            question, variable_values=variables, context_value=context,
            operation_name=operation,
        )  # fmt: skip
        self.spent.setdefault(what, []).append((time.perf_counter() - began) * 1000)
        if result.errors:
            raise RuntimeError(f"{what}: {result.errors}")
        return result.data


async def measure(installation: store.Installation, runs: int) -> list[Asker]:
    """Every filter in every order, from the start, on, and from the end; and sums."""
    settle()
    lists, words, sums = (Asker(installation) for _ in range(3))
    for _ in range(runs):
        for asker, filters in ((lists, FILTERS), (words, WORDS)):
            for name, narrowed in filters.items():
                await _pages(asker, name, narrowed)
        await sums.ask("tabs", TABS)
        for name, narrowed in {**FILTERS, **WORDS}.items():
            await sums.ask(f"sums of {name}", TOTALS, filter=narrowed)
    await installation.database.close()
    return [lists, words, sums]


async def _pages(asker: Asker, name: str, narrowed: dict[str, Any]) -> None:
    for field in ("EXECUTION_DATE", "AMOUNT"):
        order = {"field": field, "direction": "DESC"}
        what = f"{name}, {field}"
        asked = {"filter": narrowed, "orderBy": order}
        told = await asker.ask(what, LIST, first=SIZE, **asked)
        info = told["payments"]["pageInfo"]
        if info["hasNextPage"]:
            await asker.ask(
                f"{what}, on", LIST, first=SIZE, after=info["endCursor"], **asked
            )
        await asker.ask(f"{what}, last page", LIST, last=SIZE, **asked)


def tell(title: str, asker: Asker) -> float:
    """Print what a kind of question took; gives back its p95."""
    every = sorted(spent for some in asker.spent.values() for spent in some)
    p95 = every[int(len(every) * 0.95)]
    print(
        f"  {title}: {len(every)} requests, median {every[len(every) // 2]:.1f},"
        f" p95 {p95:.1f}, longest {every[-1]:.1f} ms"
    )
    slowest = sorted(asker.spent.items(), key=lambda item: -min(item[1]))
    for what, some in slowest[:6]:
        print(f"  {min(some):9.1f} ms  {what}")
    return p95


def main(argv: list[str] | None = None) -> int:
    """Measure and print; returns 1 when the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--payments", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    asked = parser.parse_args(argv)
    missed = False
    for which in asked.stores:
        print(f"\n{which}, {asked.payments:,} payments")
        with store.installation(which) as installation:
            build(installation, asked.payments)
            lists, words, sums = asyncio.run(measure(installation, asked.runs))
            p95 = tell("pages", lists)
            tell("pages by words", words)
            tell("sums", sums)
            print(f"  p95 of pages {p95:.1f} ms; goal {GOAL_MILLISECONDS:.0f} ms")
            missed |= p95 > GOAL_MILLISECONDS
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
