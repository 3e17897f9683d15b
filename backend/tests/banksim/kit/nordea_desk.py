"""A Nordea customer with files to send, and an eye on the bank."""

import base64
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from lxml import etree

from banksim import NORDEA_DEMO, FaultKind
from banksim.bank import accounts
from banksim.bank.sample import payment_file
from banksim.house import Bank
from tests.banksim.kit.bank_line import NOW, Line
from tests.banksim.kit.nordea_customer import NordeaCustomer


@dataclass
class Desk:
    """A Nordea customer with files to send."""

    bank: Bank
    line: Line
    customer: NordeaCustomer

    def payments(self, count: int = 4, agreement: str = "nordea") -> bytes:
        account = accounts.of_agreement(self.bank.store, agreement)[0]
        today = self.bank.today()
        # A file of its own each time: its names come from the time it is made at.
        made = NOW + timedelta(microseconds=len(self.uploads()))
        return payment_file(account, NORDEA_DEMO.name, "09", count, today, made)

    def fault(self, kind: FaultKind, times: int | None = 1, **parameters: Any) -> None:
        self.bank.faults.set(
            kind, agreement="nordea", times=times, parameters=parameters
        )

    def uploads(self) -> list[Any]:
        return self.bank.store.rows("SELECT * FROM uploads")

    def groups(self) -> list[str | None]:
        """The status that each new pain.002 is about."""
        found = []
        for content in self.customer.statuses():
            root = etree.fromstring(content)
            group = root.findtext(".//{*}GrpSts")
            found.append(group or root.findtext(".//{*}PmtInfSts"))
        return found

    def inner(self) -> Any:
        """The application layer of the last answer, not verified."""
        envelope = etree.fromstring(self.line.last.body)
        text = envelope.findtext(".//{*}ApplicationResponse")
        return etree.fromstring(base64.b64decode(text))

    def paid(self) -> int:
        """How many payments were made."""
        query = "SELECT id FROM postings WHERE kind = 'PAYMENT'"
        return len(self.bank.store.rows(query))
