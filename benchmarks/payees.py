"""How fast payees are derived and listed among 200,000 of them, on both stores.

The payments of `payments.py` are put in as an earlier release loaded them: deriving
their payees is what the first start after an upgrade does. Then come pages of the list
by every filter and order, a payee's page, and the payments it leads to.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from typing import Any

from sqlalchemy import update

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import payments  # noqa: E402 - its folder was just made importable
import store  # noqa: E402

from giroscope.app import settle  # noqa: E402
from giroscope.features.payments import Payment  # noqa: E402
from giroscope.features.payments.payees.keep import keep_payees  # noqa: E402

PAYEES = 200_000
SIZE = 50
GOAL_MILLISECONDS = 50.0
LIST = """
query ($first: Int, $after: String, $last: Int, $filter: PayeeFilter,
       $orderBy: PayeeOrder) {
  payees(first: $first, after: $after, last: $last, filter: $filter,
         orderBy: $orderBy) {
    edges { cursor node { id name account trust payments accountCount lastPayment
      accountChanged address addressSince looksLike { id name }
      sums { outcome amount { amount currency } count }
      addresses { bank rail state since fault { en da }
        refused { executionDate reason { code meaning } } } } }
    pageInfo { hasNextPage endCursor } totalCount totalIsExact } }
"""
ONE = """query ($id: ID!) { payee(id: $id) { id name looksLike { id }
  sums { amount { amount currency } } addresses { bank }
  accounts { account isKnown } changes { paymentId approvals { by } } } }"""
FILTERS: dict[str, dict[str, Any]] = {
    "everybody": {},
    "known": {"trust": ["KNOWN"]},
    "new or with a new account": {"trust": ["NEW", "NEW_ACCOUNT"]},
    "an address to correct": {"address": ["REFUSED", "UPCOMING"]},
    "refused now": {"address": ["REFUSED"]},
    "addresses that are taken": {"address": ["READY"]},
    "changed lately": {"changed": {"from": "2026-02-01"}},
    "paid in euros": {"currency": "EUR"},
    "paid in yen": {"currency": "JPY"},
    "to correct in euros": {"address": ["REFUSED", "UPCOMING"], "currency": "EUR"},
}
WORDS: dict[str, dict[str, Any]] = {
    "a common word": {"text": "smedje"},
    "one payee": {"text": "smedje 177777"},
    "a word nobody wrote": {"text": "zzzz"},
}


def _spread(installation: store.Installation) -> None:
    """Give one in ten an address of free lines, and one in twenty one in fields."""
    with installation.database.job_connection(store.REALM) as connection:
        for nth, form in ((10, "unstructured"), (20, "structured")):
            connection.execute(
                update(Payment)
                .where(Payment.id % nth == 1)
                .values(address_form=form, currency="EUR")
            )
        connection.commit()


async def measure(installation: store.Installation, runs: int) -> list[payments.Asker]:
    """Every filter in every order; payees, and the payments of each."""
    settle()
    lists, words, pages = (payments.Asker(installation) for _ in range(3))
    for _ in range(runs):
        for asker, filters in ((lists, FILTERS), (words, WORDS)):
            for name, narrowed in filters.items():
                await _pages(asker, name, narrowed)
        for payee in range(1, 20):
            asked = str(payee * 9_001 % PAYEES + 1)
            await pages.ask("a payee", ONE, id=asked)
            await pages.ask(
                "its payments", payments.LIST, first=SIZE, filter={"payeeId": asked}
            )
            await pages.ask(
                "what they come to", payments.TOTALS, filter={"payeeId": asked}
            )
    await installation.database.close()
    return [lists, words, pages]


async def _pages(asker: payments.Asker, name: str, narrowed: dict[str, Any]) -> None:
    for field in ("NAME", "LAST_PAYMENT", "PAYMENTS", "ADDRESS"):
        what = f"{name}, {field}"
        asked = {
            "filter": narrowed,
            "orderBy": {"field": field, "direction": "ASC"},
        }
        told = await asker.ask(what, LIST, first=SIZE, **asked)
        info = told["payees"]["pageInfo"]
        if info["hasNextPage"]:
            await asker.ask(
                f"{what}, on", LIST, first=SIZE, after=info["endCursor"], **asked
            )
        await asker.ask(f"{what}, last page", LIST, last=SIZE, **asked)


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
            payments.build(installation, asked.payments, PAYEES)
            _spread(installation)
            began = time.perf_counter()
            keep_payees(installation.database, store.REALM)
            print(f"  derived in {time.perf_counter() - began:.0f} s", flush=True)
            lists, words, pages = asyncio.run(measure(installation, asked.runs))
            p95 = payments.tell("pages", lists)
            payments.tell("pages by words", words)
            payments.tell("one payee", pages)
            print(f"  p95 of pages {p95:.1f} ms; goal {GOAL_MILLISECONDS:.0f} ms")
            missed |= p95 > GOAL_MILLISECONDS
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
