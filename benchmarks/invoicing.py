"""An invoice run over many tenants: time and memory, from counting to the kept PDF.

Each tenant has a subscription whose period ends today and an audit trail with units
beyond what is included. The run counts them, ends the period, drafts, gives numbers,
draws the papers and looks for payments; mails are handed to nobody.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import store
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record_now
from giroscope.features.billing import details
from giroscope.features.billing.bill_job import Run, bill, newest
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.example import EXAMPLE
from giroscope.features.billing.pricing import Terms
from giroscope.features.billing.renewal import open_period
from giroscope.features.billing.tables import Invoice, InvoicePaper, InvoiceState
from giroscope.kernel.access import system_actor

if TYPE_CHECKING:
    from giroscope.kernel.database import Database

_FIRST = store.REALM
_ISSUED = Catalogue.model_validate({**EXAMPLE, "draft_days": 0})


def main() -> int:
    """Measure and print; fails where a tenant has not exactly one whole invoice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tenants", type=int, default=1_000)
    parser.add_argument("--units", type=int, default=120)
    asked = parser.parse_args()
    with store.installation("sqlite") as installation:
        database = installation.database
        day = _prepare(database, asked.units)
        names = _copied(database, asked.tenants)
        before = _peak()
        began = time.perf_counter()
        for name in names:
            bill(Run(database, name, _ISSUED, day), None)
        took = time.perf_counter() - began
        print(
            f"{asked.tenants} tenants with {asked.units} units: {took:.1f} s,"
            f" {took / asked.tenants * 1e3:.1f} ms each; {_peak() - before} MiB more"
            f" than before, {_peak()} MiB in all"
        )
        return 0 if all(_is_billed(database, name) for name in names) else 1


def _prepare(database: Database, units: int) -> datetime:
    """The tenant that the others are copies of; tells when its period ends."""
    now = datetime.now(UTC)
    with Run(database, _FIRST, _ISSUED, now).billing() as billing:
        details.change(
            billing, {"name": "Køber A/S", "address": "Storegade 7", "city": "Aarhus"}
        )
        own = newest(billing.session)
        own.anchor = billing.today.day
        open_period(billing, own, Terms("start", "MONTH", "DKK", 4), billing.today)
        end = own.period_end or billing.today
    with database.job_connection(_FIRST) as connection:
        actor = system_actor(_FIRST)
        for number in range(units):
            subject = Subject("upload", str(number), f"payments-{number}.xml")
            record_now(connection, actor, "uploads.hand_in", subject, now={"size": 1})
        connection.commit()
    return datetime.combine(end, now.time(), UTC) + timedelta(hours=1)


def _copied(database: Database, tenants: int) -> list[str]:
    """So many tenants with the same books."""
    with database.job_connection(_FIRST) as connection:
        path = connection.exec_driver_sql("PRAGMA database_list").first()[2]
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.exec_driver_sql("BEGIN")
    names = [f"tenant-{number}" for number in range(tenants)]
    for name in names:
        shutil.copy(path, Path(path).with_name(f"{name}.sqlite3"))
    return names


def _is_billed(database: Database, name: str) -> bool:
    with database.snapshot(name) as connection, Session(connection) as session:
        issued = session.scalars(
            select(Invoice).where(Invoice.state == InvoiceState.OPEN.value)
        ).all()
        papers = session.scalars(select(func.count(InvoicePaper.invoice_id))).one()
        return len(issued) == papers == 1 and issued[0].sequence == 1


def _peak() -> int:
    """The most memory that was ever held, in mebibytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    raise SystemExit(main())
