"""How fast the one search over all rooms answers among a million transactions.

Each question is a GraphQL operation run in this process: what the server does for one
request, without network. Lists leave as files from the same rows: how long, how much
memory, and what both cost a page of another list meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import lists  # noqa: E402 - its folder was just made importable
import store  # noqa: E402

from giroscope.app import settle  # noqa: E402
from giroscope.features.statements.export import TRANSACTIONS  # noqa: E402
from giroscope.graphql_schema import schema  # noqa: E402
from giroscope.kernel.access import shell_actor  # noqa: E402
from giroscope.kernel.clock import system_clock  # noqa: E402
from giroscope.kernel.export import (  # noqa: E402
    EXCEL_DA,
    Asked,
    csv_chunks,
    xlsx_chunks,
)
from giroscope.kernel.graph import Context  # noqa: E402
from giroscope.kernel.jobs import JobStarter  # noqa: E402

GOAL_MILLISECONDS = 50.0
SEARCH = """
query Search($text: String!) { search(text: $text, first: 5) { groups { kind more
  hits { kind id title detail address exact date amount { amount currency } } } } }
"""
TEXTS = (
    "DK50 0040 0440 1162 03", "dk5000400440116202", "00000777", "0000 0777",
    "grønlund", "kystens faktura", "fak", "gr", "havnens fisk overførsel", "zzzz",
    "kystens fjordblik", "1.234,56", "1,234.56", "1234.56 DKK", "1500", "24.999,99",
    "#4711", "6d5a2b34-66c1-4f5e-9f1c-0a3a52f6c1d7", "E2E-00000777", "bageri 12",
    "lindegård kunde", "NOTPROVIDED",
)  # fmt: skip


async def searched(installation: store.Installation, runs: int) -> float:
    """Ask every text several times over and print; give back the p95."""
    settle()
    database = installation.database
    spent: list[tuple[float, float, str]] = []
    for run in range(runs + 1):
        for text in TEXTS:
            actor = shell_actor(store.REALM)
            context = Context(actor, database, JobStarter(database), system_clock)
            began, worked = time.perf_counter(), time.process_time()
            result = await schema.execute(
                SEARCH, variable_values={"text": text}, context_value=context
            )
            took = (time.perf_counter() - began) * 1000
            cpu = (time.process_time() - worked) * 1000
            if result.errors:
                raise RuntimeError(f"{text}: {result.errors}")
            # The first round opens connections and compiles statements.
            if run:
                spent.append((took, cpu, text))
    spent.sort()
    p95 = spent[int(len(spent) * 0.95)][0]
    median = spent[len(spent) // 2][0]
    busy = sorted(cpu for _, cpu, _ in spent)
    print(
        f"  {len(spent)} searches: median {median:.1f}, p95 {p95:.1f} ms; CPU of the"
        f" web process: median {busy[len(busy) // 2]:.1f},"
        f" p95 {busy[int(len(busy) * 0.95)]:.1f} ms",
        flush=True,
    )
    for took, cpu, text in spent[-5:]:
        print(f"  {took:7.1f} ms ({cpu:.1f} CPU)  {text}", flush=True)
    return p95


async def taken_out(installation: store.Installation, form: str) -> None:
    """Write the whole list of transactions to nowhere, and print what it took."""
    actor = shell_actor(store.REALM)
    asked = Asked(actor, system_clock())
    read = TRANSACTIONS.reader(asked)
    columns = TRANSACTIONS.columns
    cells = [column.reader("da") for column in columns]

    async def rows() -> Any:
        async with installation.database.still(store.REALM) as session:
            async for portion in read(session):
                for line in portion:
                    yield [cell(line) for cell in cells]

    headings = [column.heading("da") for column in columns]
    csv = csv_chunks(headings, rows(), EXCEL_DA)
    chunks = csv if form == "csv" else xlsx_chunks("Posteringer", headings, rows())
    began, worked, size, first = time.perf_counter(), time.process_time(), 0, 0.0
    before = peak = own_memory()
    async for chunk in chunks:
        first = first or time.perf_counter() - began
        size += len(chunk)
        peak = max(peak, own_memory())
    print(
        f"  {form}: {time.perf_counter() - began:.0f} s"
        f" ({time.process_time() - worked:.0f} s CPU), {size / 1e6:.0f} MB, first bytes"
        f" after {first * 1000:.0f} ms, memory at most + {peak - before:.0f} MB",
        flush=True,
    )


def own_memory() -> float:
    """Megabytes of this process; pages of a mapped database file are not its own."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("RssAnon:")[2].split()[0]) / 1024


async def measure(
    installation: store.Installation, runs: int, forms: list[str]
) -> float:
    """Search, then take the list out in both forms."""
    p95 = await searched(installation, runs)
    for form in forms:
        await taken_out(installation, form)
    await installation.database.close()
    return p95


def main(argv: list[str] | None = None) -> int:
    """Measure and print; returns 1 when the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    parser.add_argument("--forms", nargs="*", default=["csv", "xlsx"])
    parser.add_argument("--keep", type=Path, help="data directory to fill or use again")
    asked = parser.parse_args(argv)
    missed = False
    for which in asked.stores:
        print(f"\n{which}, {asked.entries:,} entries")
        with (
            tempfile.TemporaryDirectory() as folder,
            store.installation(which, asked.keep) as installation,
        ):
            if not (asked.keep and (asked.keep / "filled").exists()):
                lists.build(installation, asked.entries, Path(folder))
                lists.tidy(installation)
                if asked.keep:
                    (asked.keep / "filled").touch()
            p95 = asyncio.run(measure(installation, asked.runs, asked.forms))
            print(f"  p95 {p95:.1f} ms; goal at most {GOAL_MILLISECONDS:.0f} ms")
            missed |= p95 > GOAL_MILLISECONDS
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
