"""What an import costs, end to end, against reading plus bare staging.

1.0 is one bare expat pass over the same file. The goal compares with the sum
of two parts measured in the same run: reading the file to typed values, and
the store's own staging path for the rows of the same file.
Three such paths are measured, see `bare_paths`:

- *20 columns*: 20 of the columns and 4 indexes, with the file's own values, as
  the goal's authors took their figures. The goal is held against this one.
- *no word index*: all columns and indexes of `transactions` but the index that
  the text filter needs.
- *table*: all columns and all indexes. The three tell where the excess lies.
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
from bare_paths import BarePath  # noqa: E402
from reading import bankfiles_read, bare_expat  # noqa: E402

GOAL, GOAL_KNOWN = 1.5, 0.5
NARROW = "20 columns"
BARE = {
    "table": BarePath(is_whole=True, has_words=True),
    "no word index": BarePath(is_whole=True, has_words=False),
    NARROW: BarePath(is_whole=False, has_words=False),
}


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
    # Looking at the servers costs time itself, so it stays outside.
    servers, mine = server_seconds(), cpu_seconds()
    work()
    spent = cpu_seconds() - mine
    return spent + server_seconds() - servers


def rounds(which: str, small: Path, path: Path, again: Path) -> dict[str, float]:
    """One interleaved round on one store: CPU seconds per part."""
    with store.installation(which) as installation:
        # Loading code and opening connections is not importing.
        installation.import_file(small)
        return {
            "expat": measured(lambda: bare_expat(str(path))),
            "reading": measured(lambda: bankfiles_read(str(path))),
            **{name: bare.spent(installation, path, measured)
               for name, bare in BARE.items()},
            "import": measured(lambda: installation.import_file(path)),
            "known": measured(lambda: installation.import_file(again)),
            "same bytes": measured(lambda: installation.import_file(path)),
        }  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """Measure and print; returns 1 when a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    asked = parser.parse_args(argv)
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        names = ("small.xml", "first.xml", "again.xml")
        small, path, again = (Path(folder) / name for name in names)
        generate.generate_camt053(small, 10, account="DK5000400440116200")
        generate.generate_camt053(path, asked.entries)
        generate.generate_camt053(again, asked.entries, message_id="SENT-AGAIN")
        for which in asked.stores:
            began = time.perf_counter()
            runs = [rounds(which, small, path, again) for _ in range(asked.rounds)]
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
        print(f"  {name:<14} {cpu:7.2f} CPU s   {cpu / part['expat']:6.2f} passes")
    ratio = {
        name: median(r["import"] / (r["reading"] + r[name]) for r in runs)
        for name in BARE
    }
    repeat = median(r["known"] / r["import"] for r in runs)
    for name, times in ratio.items():
        goal = f"   goal at most {GOAL}" if name == NARROW else ""
        print(f"  import / (reading + {name})".ljust(40) + f"{times:5.2f}{goal}")
    print("  known file / first import".ljust(40)
          + f"{repeat:5.2f}   goal at most {GOAL_KNOWN}")  # fmt: skip
    return ratio[NARROW] > GOAL or repeat > GOAL_KNOWN


if __name__ == "__main__":
    raise SystemExit(main())
