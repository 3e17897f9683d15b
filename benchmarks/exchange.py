"""Payments from a real Tryton to journals here: fetched, mapped, claimed, imported.

Beside it stands how long Tryton itself took to answer the same calls, as the line
measured it; the ratio says what we add. Mapping, claims, files, checks and import are
all in it. One run; the ERP's own time is what it is on this machine.
"""

from __future__ import annotations

import argparse
import base64
import sys
import tempfile
import time
from decimal import Decimal
from pathlib import Path

BACKEND = Path(__file__).resolve().parents[1] / "backend"
for folder in ("servers", "erp/exchange"):
    sys.path.insert(0, str(BACKEND / "tests" / folder))

import tryton_world  # noqa: E402 - its folder was just made importable
from exchange_desk import REALM, ExchangeDesk  # noqa: E402
from ledger_erp import ACCOUNT  # noqa: E402
from pydantic import SecretStr  # noqa: E402
from tryton_server import Books, TrytonUnavailable, running_tryton  # noqa: E402

from erplink.tryton import TrytonMaker  # noqa: E402
from giroscope.features.documents import Vault  # noqa: E402
from giroscope.features.erp.mapping.tables import ErpMethod, Target  # noqa: E402
from giroscope.features.journals.tables import Journal  # noqa: E402
from giroscope.kernel.clock import system_clock  # noqa: E402
from giroscope.kernel.database import Database  # noqa: E402
from giroscope.kernel.migrate import migrate_realm, realm_key  # noqa: E402
from giroscope.settings import Settings  # noqa: E402

KEY = bytes(range(32))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--payments", type=int, default=10_000)
    asked = parser.parse_args()
    try:
        with running_tryton() as tryton, tempfile.TemporaryDirectory() as folder:
            books = tryton.books()
            amounts = [Decimal(n) / 100 for n in range(1, asked.payments + 1)]
            books.more_payments(amounts)
            return measured(desk_of(books, Path(folder)), asked.payments)
    except TrytonUnavailable as reason:
        print(f"Tryton: {reason}")
        return 1


def desk_of(books: Books, folder: Path) -> ExchangeDesk:
    """A realm whose ERP is that Tryton, with the method of the payments mapped."""
    said = {f"tryton.{name}": SecretStr(text) for name, text in books.settings.items()}
    settings = Settings(
        data_dir=folder, master_key=SecretStr(base64.b64encode(KEY).decode()),
        erp_settings=said, erp_allowed_hosts="127.0.0.1",
    )  # fmt: skip
    database = Database(settings)
    migrate_realm(database, REALM, KEY)
    vault = Vault(settings, lambda realm: realm_key(database, realm, KEY))
    desk = ExchangeDesk(settings, database, vault, TrytonMaker(), system_clock())
    desk.set_up()
    desk.fetch_lists()
    for method in desk.all(ErpMethod, ErpMethod.name == tryton_world.DANISH):
        desk.map(method.native_id, Target.DK_DOMESTIC, debtor_account=ACCOUNT)
    return desk


def measured(desk: ExchangeDesk, payments: int) -> int:
    """From the first call to the last journal, in parts."""
    desk.calls.clear()
    began, used = time.perf_counter(), time.process_time()
    desk.fetch()
    fetched, erp_fetched = time.perf_counter(), _answers(desk)
    desk.run("erp_write")
    claimed, erp_claimed = time.perf_counter(), _answers(desk) - erp_fetched
    desk.settle()
    ended, spent = time.perf_counter(), time.process_time() - used
    journals = desk.all(Journal)
    found = sum(one.payments for one in journals)
    if found < payments:
        print(f"{found} of {payments} payments came into journals")
        return 1
    print(
        f"  fetched and planned {fetched - began:.1f} s, of it Tryton"
        f" {erp_fetched:.1f} s\n"
        f"  claimed and written as files {claimed - fetched:.1f} s, of it Tryton"
        f" {erp_claimed:.1f} s\n"
        f"  checked and imported {ended - claimed:.1f} s"
    )
    erp = erp_fetched + erp_claimed
    took = ended - began
    print(
        f"Tryton, {found} payments into {len(journals)} journals: {took:.1f} s,"
        f" {took / erp:.2f} times its own answer time of {erp:.1f} s,"
        f" {spent / found * 1e6:.0f} µs of our CPU for each"
    )
    return 0


def _answers(desk: ExchangeDesk) -> float:
    """How long the ERP took to answer all calls so far."""
    return sum(call.seconds for call in desk.calls)


if __name__ == "__main__":
    sys.exit(main())
