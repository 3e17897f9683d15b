"""How long the check of a payment file takes, with all it compares in the history.

10,000 payments against a realm that holds ten times as many: reading, schema, rules,
duplicates, payees. The parts are told apart, so that what grows is seen.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import store  # noqa: E402 - its folder was just made importable

import bankfiles  # noqa: E402
from giroscope.features.payments.checks import (  # noqa: E402
    Case,
    Examination,
    History,
    case_at,
)
from giroscope.features.uploads import Kind  # noqa: E402
from giroscope.kernel.clock import system_clock  # noqa: E402

GOAL_SECONDS = 2.0
PAYEES = 8_000
FILES = 10
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">'
    "<CstmrCdtTrfInitn><GrpHdr><MsgId>{message}</MsgId>"
    "<CreDtTm>2026-11-21T08:00:00</CreDtTm><NbOfTxs>{count}</NbOfTxs>"
    "<InitgPty><Nm>Havnens Handel</Nm></InitgPty></GrpHdr>\n"
    "<PmtInf><PmtInfId>B-1</PmtInfId><PmtMtd>TRF</PmtMtd>"
    "<ReqdExctnDt><Dt>{day}</Dt></ReqdExctnDt><Dbtr><Nm>Havnens Handel</Nm></Dbtr>"
    "<DbtrAcct><Id><IBAN>DK5000400440116243</IBAN></Id></DbtrAcct>"
    "<DbtrAgt><FinInstnId><BICFI>NDEADKKK</BICFI></FinInstnId></DbtrAgt>\n"
)
_ONE = (
    "<CdtTrfTxInf><PmtId><EndToEndId>{id}</EndToEndId></PmtId><Amt>"
    '<InstdAmt Ccy="DKK">{amount}</InstdAmt></Amt><Cdtr><Nm>{name}</Nm><PstlAdr>'
    "<TwnNm>Aarhus</TwnNm><Ctry>DK</Ctry></PstlAdr></Cdtr><CdtrAcct><Id>"
    "<IBAN>{account}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Faktura {bill}</Ustrd>"
    "</RmtInf></CdtTrfTxInf>\n"
)
_TAIL = "</PmtInf></CstmrCdtTrfInitn></Document>\n"
_WORDS = "Nordhavn Kystens Fjord Birke Sol Mølle Bro Lund Eng Skov Havre Sten".split()  # noqa: SIM905 - reads best


def iban(number: int) -> str:
    """A Danish IBAN with right check digits."""
    bban = f"0040{number:010d}"
    rest = int(f"{bban}132000") % 97
    return f"DK{98 - rest:02d}{bban}"


def name_of(payee: int) -> str:
    """A name that is nobody's."""
    first, second = _WORDS[payee % 12], _WORDS[payee // 12 % 12]
    return f"{first}{second.lower()} {payee} ApS"


def order(
    number: int, count: int, *, changed: float = 0.0, day: date | None = None
) -> Iterator[str]:
    """A payment file; some payees have another account, some bills were paid before."""
    chance = random.Random(number)  # noqa: S311 - figures, no secrets
    day = day or date(2026, 1, 5) + timedelta(days=28 * number)
    yield _HEAD.format(message=f"M-{number}", count=count, day=day)
    for line in range(count):
        is_old = chance.random() < changed
        is_changed = not is_old and chance.random() < changed
        bill = (0 if is_old else number) * count + line
        payee = bill * 7919 % PAYEES
        yield _ONE.format(
            id=f"E-{number}-{line}", name=name_of(payee), bill=100_000 + bill,
            amount=f"{bill * 104729 % 900_000 / 100 + 1:.2f}",
            account=iban(payee + (PAYEES if is_changed else 0)),
        )  # fmt: skip
    yield _TAIL


def measured(installation: store.Installation, data: bytes, runs: int) -> float:
    """Check the file several times over and print; give back the median."""
    spent: list[tuple[float, float]] = []
    worked: list[float] = []
    for _ in range(runs):
        with installation.database.snapshot(store.REALM) as connection:
            began, busy = time.perf_counter(), time.process_time()
            case = case_at(connection, system_clock)
            connection.rollback()
            history = History(connection)
            examination = Examination("file.xml", case, history)
            examination.read(lambda: io.BytesIO(data))
            read = time.perf_counter() - began
            told = examination.conclude().told()
            spent.append((time.perf_counter() - began, read))
            worked.append(time.process_time() - busy)
            history.close()
    whole = statistics.median(total for total, _ in spent)
    read = statistics.median(part for _, part in spent)
    worst = max(total for total, _ in spent)
    found = ", ".join(f"{one['code']} {one['count']}" for one in told["groups"])
    print(
        f"  {whole:.2f} s (longest {worst:.2f}): {read:.2f} s file, schema and rules,"
        f" {whole - read:.2f} s history and report; {statistics.median(worked):.2f} s"
        f" CPU of this process\n  found: {found}",
        flush=True,
    )
    return whole


def alone(data: bytes) -> None:
    """What reading and the schema take by themselves, and a large file's memory."""
    began = time.perf_counter()
    for _ in bankfiles.read(io.BytesIO(data)):
        pass
    read = time.perf_counter() - began
    began = time.perf_counter()
    bankfiles.validate_schema(io.BytesIO(data))
    schema = time.perf_counter() - began
    print(f"  bare: reading {read:.2f} s, schema {schema:.2f} s")


def large(count: int) -> None:
    """A file of over 50 MB, without a realm: time and memory."""
    with tempfile.NamedTemporaryFile("w+", suffix=".xml", encoding="utf-8") as file:
        file.writelines(order(99, count))
        file.flush()
        path = Path(file.name)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.perf_counter()
        examination = Examination("large.xml", Case(system_clock()))
        examination.read(lambda: path.open("rb"))
        examination.conclude()
        took = time.perf_counter() - began
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        size = path.stat().st_size / 1e6
    print(
        f"{size:.0f} MB, {count:,} payments: {took:.1f} s, {grown:.0f} MB more memory"
    )


def main() -> int:
    """Measure on each store; fail where the goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--payments", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--stores", nargs="*", default=["sqlite", "postgres"])
    arguments = parser.parse_args()
    count = arguments.payments
    data = "".join(order(FILES, count, changed=0.03)).encode()
    print(f"{count:,} payments, {len(data) / 1e6:.1f} MB")
    alone(data)
    missed = False
    for name in arguments.stores:
        with tempfile.TemporaryDirectory() as folder, store.installation(name) as made:
            for number in range(FILES):
                path = Path(folder) / f"{number}.xml"
                path.write_text("".join(order(number, count)), encoding="utf-8")
                made.import_file(path, Kind.PAYMENT)
            print(f"{name}, {FILES * count:,} payments before")
            missed |= measured(made, data, arguments.runs) > GOAL_SECONDS
    large(150_000)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
