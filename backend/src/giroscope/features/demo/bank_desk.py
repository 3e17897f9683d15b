"""Speaks to the desk of the simulated bank: a made-up company gets an agreement there.

Only the bank that runs beside the product on this machine is ever asked.
"""

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from giroscope.features.demo.company import Account
from giroscope.features.demo.desk import GONE, Desk
from giroscope.kernel.errors import Unavailable
from giroscope.settings import Settings


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
        self._ask("DELETE", f"agreements/{agreement}", as_well={GONE})

    def _ask(
        self, verb: str, path: str, told: Any = None, as_well: Collection[int] = ()
    ) -> Any:
        if not self.is_there:
            raise NoSimulatedBank("There is no simulated bank in this installation")
        port = self._settings.bank_simulator_port
        desk = Desk("The simulated bank", port, "api/", NoSimulatedBank)
        return desk.ask(verb, path, told, as_well=as_well)


def _account(one: Evening) -> dict[str, Any]:
    return {
        "iban": one.account.iban, "name": one.account.name,
        "currency": one.account.currency, "statements": one.statements,
        "balance": str(Decimal(one.balance).scaleb(-2)),
    }  # fmt: skip
