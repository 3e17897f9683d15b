"""An ERP in use for tests of the web: payments on their way, and a bank's statements.

The books are those of a file, under the name of a real connector, so that the console's
questions about settings, checks and pages have something to answer from.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import Connection, insert

from erplink import Description, PeriodClosed
from erplink.tryton import TrytonMaker
from giroscope.features.documents import Vault
from giroscope.features.erp.checking.result import Item, Tone
from giroscope.features.erp.exchange import plan_orders
from giroscope.features.erp.exchange.tables import ErpOrder
from giroscope.features.erp.tables import ErpCheckResult, ErpCheckRun, Outcome
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from localization import Message
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, LedgerErp, to_bank
from tests.statements.statement_factory import Line, Part, Sheet, camt

_VALUES = {
    "address": "https://tryton.example/", "database": "books", "user": "giroscope",
    "company": "1",
}  # fmt: skip
_SECRETS = {"tryton.key": SecretStr("key"), "tryton.password": SecretStr("word")}


class TrytonOfFile(LedgerErp):
    """The file's books, called Tryton."""

    @property
    def description(self) -> Description:
        return replace(TrytonMaker.description, operations=self.able)


class ErpInUse:
    """A tenant that pays from an ERP."""

    def __init__(
        self, settings: Settings, database: Database, vault: Vault, folder: Path
    ) -> None:
        self.ledger = TrytonOfFile(folder / "ledger.sqlite3")
        told = settings.model_copy(update={"erp_settings": _SECRETS})
        self.desk = ExchangeDesk(told, database, vault, self.ledger)
        self.desk.values = _VALUES
        self.desk.set_up()
        self.desk.map_all()

    def pay(self) -> str:
        """Two payments in a journal, the second of which nobody took the status of.

        A third is held. The first is booked, by a statement that was written.
        """
        desk, ledger = self.desk, self.ledger
        ledger.offer(
            to_bank("1", end_to_end_id="OWN-1"), to_bank("2", end_to_end_id="OWN-2"),
            to_bank("3", method="M9"),
        )  # fmt: skip
        desk.fetch()
        desk.settle()
        desk.hand_in(_booked("1", "OWN-1"), "statement-1.xml")
        desk.settle()
        ledger.faults["status"] = [PeriodClosed("Period 11 is closed")]
        desk.hand_in(_booked("2", "OWN-2"), "statement-2.xml")
        desk.settle()
        return str(desk.one(ErpOrder).correlation_id)

    def check(self) -> None:
        """The checks ran: the ERP refuses the key, and the company has a new name."""
        at = self.desk.now
        found = {
            "sign_in": {
                "outcome": Outcome.FAILED.value, "finding": "sign_in_refused",
                "said": Message("erp_link.tryton_key"), "call_ids": ["call-1"],
            },
            "company": {
                "outcome": Outcome.WARNING.value, "finding": "company_renamed",
                "values": {"name": "Havnen ApS", "was": "Havnens Handel ApS"},
                "items": [Item.same("1", "Havnen ApS", Tone.WELL)._asdict()],
                "field": "company",
            },
        }  # fmt: skip
        self.desk.change(lambda connection: _kept(connection, found, at))


def _kept(
    connection: Connection, found: dict[str, dict[str, Any]], at: datetime
) -> None:
    run = connection.execute(
        insert(ErpCheckRun)
        .values(
            version_id=1, revision=1, checks=list(found), started=at, finished=at,
            started_by="u", started_by_name="U",
        )
        .returning(ErpCheckRun.id)
    ).scalar_one()  # fmt: skip
    for name, row in found.items():
        told = {"values": {}, "items": [], "call_ids": [], **row}
        connection.execute(
            insert(ErpCheckResult).values(
                run_id=run, version_id=1, revision=1, name=name, started=at,
                seconds=0.5, **told,
            )
        )  # fmt: skip


def _booked(number: str, end_to_end: str) -> bytes:
    line = Line(
        "-1250.00", day="2026-11-24", reference=f"R{number}",
        parts=[Part(end_to_end=end_to_end, amount="1250.00")],
    )  # fmt: skip
    day = f"2026-11-{23 + int(number)}"
    return camt(Sheet([line], number, first=day, last=day, account=ACCOUNT))


def same_names_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is made up at random is counted, so that answers can be kept."""
    numbers: Iterator[int] = count(1)

    class Counting:
        @staticmethod
        def token_hex(size: int) -> str:
            return f"{next(numbers):0{2 * size}x}"

    fake: Any = Counting
    monkeypatch.setattr(plan_orders, "secrets", fake)
