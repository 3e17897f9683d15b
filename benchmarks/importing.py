"""What an import costs, end to end, against reading plus bare staging.

1.0 is one bare expat pass over the same file. The goal compares with the sum
of two parts measured in the same run: reading the file to typed values, and
the store's own staging path (temporary table, then insert where new) for the
same number of rows with 20 columns and 4 indexes.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402 - its folder was just made importable
import store  # noqa: E402
from reading import bankfiles_read, bare_expat  # noqa: E402

from giroscope.kernel.bulk import Staging  # noqa: E402

DETAILS = 1.2
COLUMNS = 20


def cpu_seconds() -> float:
    """CPU of this process and its ended children, servers included."""
    mine = resource.getrusage(resource.RUSAGE_SELF)
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def server_seconds() -> float:
    """CPU of the PostgreSQL server this process started; it ends only later."""
    spent: dict[int, tuple[int, float]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks = sum(int(field) for field in fields[11:15])
        spent[int(stat.parent.name)] = (int(fields[1]), ticks / 100)
    servers = {pid for pid, (parent, _) in spent.items() if parent == os.getpid()}
    backends = {pid for pid, (parent, _) in spent.items() if parent in servers}
    return sum(spent[pid][1] for pid in servers | backends)


def measured(work: Callable[[], Any]) -> float:
    """CPU seconds of the work, the database server's included."""
    before = cpu_seconds() + server_seconds()
    work()
    return cpu_seconds() + server_seconds() - before


def staging_path(installation: store.Installation, rows: int) -> None:
    """The bare path of performance notes: 20 columns, 4 indexes, nothing else."""
    names = [f"c{number}" for number in range(COLUMNS)]
    columns = [("id", "BIGINT"), *((name, "TEXT") for name in names[1:])]
    listed = ", ".join(name for name, _ in columns)
    with installation.database.job_connection(store.REALM) as connection:
        connection.exec_driver_sql("DROP TABLE IF EXISTS bare")
        kinds = ", ".join(f"{name} {kind}" for name, kind in columns)
        connection.exec_driver_sql(f"CREATE TABLE bare ({kinds}, UNIQUE (c1))")
        for name in ("c2", "c3", "c4"):
            connection.exec_driver_sql(f"CREATE INDEX ix_bare_{name} ON bare ({name})")
        connection.commit()
        staging = Staging(connection, "staged_bare", columns)
        text = "Faktura 2026-11"
        for number in range(rows):
            varied = (f"{number % 365:04}", f"{number:08}", f"{number % 1000:05}")
            staging.add((number, f"key {number:012}", *varied, *[text] * 15))
        staging.flush()
        connection.exec_driver_sql(
            f"INSERT INTO bare ({listed}) SELECT {listed} FROM staged_bare"  # noqa: S608
            " WHERE true ON CONFLICT (c1) DO NOTHING"
        )
        connection.exec_driver_sql("DROP TABLE bare")
        connection.commit()


def rounds(which: str, path: Path, again: Path, entries: int) -> dict[str, float]:
    """One interleaved round on one store: CPU seconds per part."""
    with store.installation(which) as installation:
        return {
            "expat": measured(lambda: bare_expat(str(path))),
            "reading": measured(lambda: bankfiles_read(str(path))),
            "staging": measured(
                lambda: staging_path(installation, round(entries * DETAILS))
            ),
            "import": measured(lambda: installation.import_file(path)),
            "known": measured(lambda: installation.import_file(again)),
            "same bytes": measured(lambda: installation.import_file(path)),
        }


def main(argv: list[str] | None = None) -> int:
    """Measure and print; returns 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    asked = parser.parse_args(argv)
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        path, again = Path(folder) / "first.xml", Path(folder) / "again.xml"
        generate.generate_camt053(path, asked.entries)
        generate.generate_camt053(again, asked.entries, message_id="SENT-AGAIN")
        for which in asked.stores:
            began = time.perf_counter()
            runs = [rounds(which, path, again, asked.entries)
                    for _ in range(asked.rounds)]  # fmt: skip
            missed |= report(which, asked.entries, runs, time.perf_counter() - began)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"Peak memory of this process: {peak} MB")
    return int(missed)


def report(
    which: str, entries: int, runs: list[dict[str, float]], seconds: float
) -> bool:
    """Print the medians as ratios; tell whether a goal is missed."""
    part = {name: median(run[name] for run in runs) for name in runs[0]}
    print(f"\n{which}, {entries:,} entries, {len(runs)} rounds, {seconds:.0f} s")
    for name, cpu in part.items():
        print(f"  {name:<12} {cpu:7.2f} CPU s   {cpu / part['expat']:6.2f} passes")
    whole = median(r["import"] / (r["reading"] + r["staging"]) for r in runs)
    repeat = median(r["known"] / r["import"] for r in runs)
    print(f"  import / (reading + staging)  {whole:5.2f}   goal at most 1.5")
    print(f"  known file / first import     {repeat:5.2f}   goal at most 0.5")
    return whole > 1.5 or repeat > 0.5


if __name__ == "__main__":
    raise SystemExit(main())
