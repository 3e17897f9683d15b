"""An ERP in use for tests of the web: payments on their way, and a bank's statements.

The books are those of a file, under the name of a real connector, so that the console's
questions about settings, checks and pages have something to answer from.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from exchange_desk import ExchangeDesk
from ledger_erp import ACCOUNT, LedgerErp, to_bank
from pydantic import SecretStr
from statement_factory import Line, Part, Sheet, camt

from erplink import Description, PeriodClosed
from erplink.tryton import TrytonMaker
from giroscope.features.documents import Vault
from giroscope.features.erp.exchange import planning
from giroscope.features.erp.exchange.tables import ErpOrder
from giroscope.kernel.database import Database
from giroscope.settings import Settings

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
    monkeypatch.setattr(planning, "secrets", fake)
