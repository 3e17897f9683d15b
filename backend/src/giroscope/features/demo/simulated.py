"""Speaks to the desk of the simulated bank: a made-up company gets an agreement there.

Only the bank that runs beside the product on this machine is ever asked; there is no
other address in here.
"""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

import httpx2

from giroscope.features.demo.company import Account
from giroscope.kernel.errors import Unavailable
from giroscope.settings import Settings

_PATIENCE_SECONDS = 10.0


class NoSimulatedBank(Unavailable):
    """There is none beside this installation, or it does not answer."""

    code = "demo.no_bank"
    message = "The simulated bank does not answer"


class Evening(NamedTuple):
    """An account as a set of demo data leaves it."""

    account: Account
    balance: int
    """In minor units."""
    statements: int
    """How many came for it."""


class Letter(NamedTuple):
    """What the bank writes to a new customer."""

    parameters: dict[str, str]
    """As a connection is made of them."""
    code: str


class SimulatedBank:
    """The bank's desk."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_there(self) -> bool:
        """Whether it is part of this installation."""
        return self._settings.has_bank_simulator

    def open(self, agreement: str, customer: str, wanted: Sequence[Evening]) -> Letter:
        """The company's agreement; asking twice opens it once.

        Raises:
            NoSimulatedBank: It does not answer, or takes no such accounts.
        """
        told = self._ask(
            "PUT", f"agreements/{agreement}",
            {"customer": customer, "accounts": [_account(one) for one in wanted]},
        )  # fmt: skip
        names = ("agreementId", "senderId", "signerId", "countryCode")
        parameters = {name: str(told[name]) for name in names}
        return Letter(parameters | {"name": customer}, str(told["activationCode"]))

    def today(self) -> date:
        """The day on which the bank books.

        Raises:
            NoSimulatedBank: It does not answer.
        """
        return date.fromisoformat(self._ask("GET", "clock")["bookingDay"])

    def forget(self, agreement: str) -> None:
        """Have the bank know nothing of the company; what is gone stays gone.

        Raises:
            NoSimulatedBank: It does not answer.
        """
        self._ask("DELETE", f"agreements/{agreement}")

    def _ask(self, verb: str, path: str, told: Any = None) -> Any:
        if not self.is_there:
            raise NoSimulatedBank("There is no simulated bank in this installation")
        address = f"http://127.0.0.1:{self._settings.bank_simulator_port}/api/{path}"
        try:
            answer = httpx2.request(
                verb, address, json=told, timeout=_PATIENCE_SECONDS, trust_env=False
            )
            said = answer.json()
        except (httpx2.HTTPError, ValueError) as error:
            raise NoSimulatedBank from error
        is_gone = verb == "DELETE" and answer.status_code == httpx2.codes.NOT_FOUND
        if answer.is_success or is_gone:
            return said
        raise NoSimulatedBank(f"The simulated bank says: {said.get('detail', '?')}")


def _account(one: Evening) -> dict[str, Any]:
    return {
        "iban": one.account.iban, "name": one.account.name,
        "currency": one.account.currency, "statements": one.statements,
        "balance": str(Decimal(one.balance).scaleb(-2)),
    }  # fmt: skip
