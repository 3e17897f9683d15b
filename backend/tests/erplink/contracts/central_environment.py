"""An environment of Business Central that runs, and the connectors to it."""

from __future__ import annotations

from datetime import UTC, datetime

from erplink import Call, Connector, Surroundings
from erplink.businesscentral import maker as making
from tests.erplink.contracts.central_books import COMPANY, CentralBooks

SECRET = "made~up.secret"


class Central:
    """The books it serves, the calls it heard, and the time it is there."""

    def __init__(self, url: str) -> None:
        self.books = CentralBooks()
        self.url = url
        self.calls: list[Call] = []
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
        self.maker = making._BusinessCentralMaker()

    def connector(self, **changed: str) -> Connector:
        settings = {
            "tenant": "my-tenant",
            "client_id": "my-client",
            "client_secret": SECRET,
            "company": COMPANY,
            "payment_journal": "UDBETAL",
            "balancing_account": "5990",
            "address": f"{self.url}/v2.0",
            "sign_in_address": f"{self.url}/sign-in",
            **changed,
        }
        hosts = frozenset({"127.0.0.1"})
        surroundings = Surroundings(self.calls.append, lambda: self.now, hosts)
        return self.maker.open(settings, surroundings)
