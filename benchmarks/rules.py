"""How long a back-test of many rules over a long history takes, on both stores.

The realm is filled through the import as an upload would fill it. The test runs as the
job of a worker does, from its row to its result, and every rule's hits are told.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402 - its folder was just made importable
import lists  # noqa: E402
import store  # noqa: E402

from giroscope.features.journals.rules import ruling  # noqa: E402
from giroscope.features.rules.draft import Wish, create  # noqa: E402
from giroscope.features.rules.model import Subject  # noqa: E402
from giroscope.features.rules.run import rule_works  # noqa: E402
from giroscope.features.rules.run_requests import backtest  # noqa: E402
from giroscope.features.rules.tables import RuleRun  # noqa: E402
from giroscope.kernel import jobs  # noqa: E402
from giroscope.kernel.access import shell_actor  # noqa: E402
from giroscope.kernel.clock import system_clock  # noqa: E402

GOAL_SECONDS = 10.0
WORDS = ("faktura", "løn", "gebyr", "renter", "husleje", "overførsel", "0777", "kunde")
CODES = ("PMNT-RCDT", "PMNT-ICDT", "ACMT", "PMNT-IRCT")


def condition(field: str, operator: str, *values: str, **more: Any) -> dict[str, Any]:
    """One condition as a rule has it."""
    asked = {"field": field, "operator": operator, "values": list(values)}
    return {**asked, "currency": "", "negated": False, **more}


def conditions(source: random.Random) -> list[dict[str, Any]]:
    """One condition of every kind that people use, each with values of its own."""
    low = source.randrange(100, 20_000)
    day = f"2026-0{source.randrange(1, 4)}-{source.randrange(10, 28)}"
    name = source.choice(generate.NAMES)
    return [
        condition("TEXT", "CONTAINS", source.choice(WORDS)),
        condition("TEXT", "CONTAINS", f"{source.randrange(100, 9_999)}"),
        condition("COUNTERPARTY_NAME", "STARTS_WITH", name[:6]),
        condition("COUNTERPARTY_NAME", "ONE_OF", name, source.choice(generate.NAMES)),
        condition("AMOUNT", "BETWEEN", str(low), str(low * 2), currency="DKK"),
        condition("AMOUNT", "AT_LEAST", str(low), currency="DKK"),
        condition("DIRECTION", "ONE_OF", source.choice(("CREDIT", "DEBIT"))),
        condition("BANK_TRANSACTION_CODE", "STARTS_WITH", source.choice(CODES)),
        condition("ACCOUNT", "ONE_OF", str(source.randrange(1, 6))),
        condition("DATE", "AT_LEAST", day),
        condition("WEEKDAY", "ONE_OF", str(source.randrange(1, 8))),
        condition("COUNTERPARTY_COUNTRY", "ONE_OF", "DK", "SE", negated=True),
        condition("END_TO_END_ID", "EMPTY"),
        condition("REFERENCE", "CONTAINS", f"{source.randrange(100, 999)}"),
    ]


def wish(number: int) -> Wish:
    """A rule of two blocks with three conditions each."""
    source = random.Random(number)  # noqa: S311 - made-up rules are no secrets
    blocks = [
        {"match": "ALL", "conditions": source.sample(conditions(source), 3)}
        for _ in range(2)
    ]
    action = {"kind": "POSTING", "account": f"{6000 + number}", "text": "Proposed"}
    return Wish(
        f"Rule {number}", {"match": "ANY", "blocks": blocks, "actions": [action]}
    )


def measured(name: str, *, entries: int, count: int, keep: Path | None) -> bool:
    """Fill a realm, test the rules over all of it, and tell how long that took."""
    with (
        store.installation(name, keep) as made,
        tempfile.TemporaryDirectory() as folder,
    ):
        if not (keep and (keep / "filled").exists()):
            lists.build(made, entries, Path(folder))
            lists.tidy(made)
            if keep:
                (keep / "filled").touch()
        actor, works = shell_actor(store.REALM), rule_works(ruling())

        async def ask(*, with_rules: bool) -> tuple[int, int]:
            async with made.database.writing(store.REALM) as session:
                now = system_clock()
                if with_rules:
                    for number in range(count):
                        await create(
                            session, actor, Subject.TRANSACTION, wish(number), now
                        )
                begun = await backtest(
                    session, actor, Subject.TRANSACTION, (None, None), now
                )
            await made.database.close()
            return begun.job_id, begun.run_id

        took, cpu, run_id = [], [], 0
        for attempt in range(3):
            job_id, run_id = asyncio.run(ask(with_rules=attempt == 0))
            began, worked = time.perf_counter(), time.process_time()
            jobs.perform(made.database, works, store.REALM, job_id)
            took.append(time.perf_counter() - began)
            cpu.append(time.process_time() - worked)
        with made.database.job_session(store.REALM) as session:
            result = session.get_one(RuleRun, run_id).result or {}
    hits = [rule["hits"] for rule in result["rules"]]
    print(
        f"{name}: {count} rules over {result['read']:,} transactions in"
        f" {took[0]:.2f} s at first, then {' and '.join(f'{t:.2f}' for t in took[1:])}"
        f" s, of which {max(cpu):.2f} CPU (limit {GOAL_SECONDS:.0f})\n"
        f"  {result['fitting']:,} fit a rule,"
        f" {sum(map(bool, hits))} rules fit something, {len(result['overlaps'])} pairs"
        " fit the same",
        flush=True,
    )
    return max(took) <= GOAL_SECONDS and result["read"] > 0


def main() -> int:
    """Measure on each store; fail where the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--rules", type=int, default=50)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    parser.add_argument("--keep", type=Path, help="data directory to fill or use again")
    asked = parser.parse_args()
    met = [
        measured(name, entries=asked.entries, count=asked.rules, keep=asked.keep)
        for name in asked.stores
    ]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
