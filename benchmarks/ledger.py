"""Made-up months told in any mix of files: does the ledger end as what happened?

    ./bench ledger --months 20000 [--first 0] [--store sqlite] [--processes 2]

Each month has an account of its own, in a realm that it shares with hundreds of others;
databases lie in memory where that can be had. A month that ends otherwise is named with
its seed; `GIROSCOPE_TEST_MONTH=SEED` replays it in tests/journals/test_ledger_truth.py.
Figures: months and files, months per second, months that failed; told so far, too.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import io
import multiprocessing
import sys
import time
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
BACKEND = HERE.parent / "backend"
sys.path[:0] = [str(HERE), str(BACKEND), str(BACKEND / "tests" / "servers")]

import store  # noqa: E402 - its folder was just made importable
from in_memory import temporary  # noqa: E402
from sqlalchemy import Connection, insert  # noqa: E402

import bankfiles  # noqa: E402
from giroscope.features.documents import Document  # noqa: E402
from giroscope.features.journals.read_file import Reading  # noqa: E402
from giroscope.features.payments import PaymentLoader, StatusLoader  # noqa: E402
from giroscope.features.payments.recalls import ResolutionLoader  # noqa: E402
from giroscope.features.statements import StatementLoader, remove  # noqa: E402
from giroscope.features.uploads import Kind  # noqa: E402
from tests.journals.ledger_book import book_of  # noqa: E402
from tests.journals.ledger_truth import Month, Told, month  # noqa: E402
from tests.journals.test_ledger_stories import number_of_order  # noqa: E402

NOW = datetime(2026, 4, 1, tzinfo=UTC)
REALM_MONTHS = 500
"""So many months share a realm."""
ROOM = 4 << 30
"""Bytes that have to be free in memory, or the realms lie on disk."""


class Figures(NamedTuple):
    """What came of some months."""

    months: int
    files: int
    faults: list[str]


def load(connection: Connection, told: Told, number: int) -> int | None:
    """Bring a file into the ledger as its import does, without journals.

    Gives its document's id, or None for one that breaks off and is refused.
    """
    document_id = connection.execute(
        insert(Document)
        .values(
            sha256=hashlib.sha256(told.data + str(number).encode()).hexdigest(),
            size=len(told.data), name=told.what, source="BENCH", received=NOW,
            kind="STATEMENT",
        )
        .returning(Document.id)
    ).scalar_one()  # fmt: skip
    connection.commit()
    statements = StatementLoader(
        connection, document_id, "", "bench", NOW, bankfiles.READER_VERSION
    )
    reading = Reading(
        Kind.STATEMENT,
        statements,
        PaymentLoader(connection, document_id),
        StatusLoader(connection, document_id),
        ResolutionLoader(connection, document_id),
    )
    try:
        for value in bankfiles.read_plainly(io.BytesIO(told.data)):
            reading.take(value)
    except bankfiles.BankFileError:
        if not told.is_cut:
            raise
        return None
    if reading.is_unfit:
        return None
    statements.finish()
    statements.move(lambda done, total: None)  # noqa: ARG005
    connection.commit()
    return int(document_id)


def tell(connection: Connection, made: Month, numbers: Iterator[int]) -> None:
    """Bring all files of a month; some are taken back then, and come again."""
    brought = [load(connection, told, next(numbers)) for told in made.files]
    for at in made.again:
        document_id = brought[at]
        if document_id is not None:
            remove(connection, document_id)
            connection.commit()
    for at in made.again:
        load(connection, made.files[at], next(numbers))


def fault_of(connection: Connection, made: Month, account: str) -> str | None:
    """What differs from what happened; None where nothing does."""
    for truth in made.truths:
        found = book_of(connection, account, truth.currency)
        for name, seen, true in (
            ("breaches", found.breaches, []),
            ("booked", found.booked, truth.booked),
            ("pending", found.of("pending"), []),
            ("information", found.of("information"), []),
            ("statements", found.current, truth.statements),
        ):
            if seen != true:
                return f"{truth.currency} {name}: {seen} for {true}"
    return None


def tell_all(store_name: str, seeds: range) -> Figures:
    """Tell these months into one realm."""
    numbers, faults = count(), []
    with (
        temporary("ledger-", ROOM) as folder,
        store.installation(store_name, Path(folder)) as installed,
        installed.database.job_connection(store.REALM) as connection,
    ):
        for seed in seeds:
            account = number_of_order(seed)
            made = month(seed, account)
            try:
                tell(connection, made, numbers)
                fault = fault_of(connection, made, account)
            except Exception as error:  # noqa: BLE001 - a month that breaks is one that failed
                connection.rollback()
                fault = traceback.format_exception_only(error)[-1].partition("\n")[0]
            if fault is not None:
                faults.append(f"month {seed}: {fault}")
    return Figures(len(seeds), next(numbers), faults)


def main() -> int:
    """Tell months, and name those that end otherwise than they happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--months", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first month")
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    until = arguments.first + arguments.months
    realms = [
        range(first, min(first + REALM_MONTHS, until))
        for first in range(arguments.first, until, REALM_MONTHS)
    ]
    began, months, files, failed = time.perf_counter(), 0, 0, 0
    # What was imported stays: the collector need not look through it again.
    gc.freeze()
    with multiprocessing.Pool(arguments.processes) as pool:
        for told in pool.imap_unordered(partial(tell_all, arguments.store), realms):
            months, files = months + told.months, files + told.files
            failed += len(told.faults)
            taken = time.perf_counter() - began
            print(
                *told.faults,
                f"{months} months, {files} files on {arguments.store}"
                f" in {taken:.0f} s: {months / taken:.1f} months/s,"
                f" {failed} end otherwise than they happened",
                sep="\n", flush=True,
            )  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
