"""Speaks to the desk of the simulated ERP: a made-up company gets its own books there.

Only the ERP that runs beside the product on this machine is ever asked.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from giroscope.features.demo.company import Account, Partner
from giroscope.features.demo.desk import GONE, NOT_POSSIBLE, Desk
from giroscope.kernel.errors import Unavailable
from giroscope.settings import Settings

_BANK = "NDEADKSIXXX"
"""Of the simulated bank, where the accounts are."""


class NoSimulatedErp(Unavailable):
    """There is none beside this installation, or it does not answer."""

    code = "demo.no_erp"
    message = "The simulated ERP does not answer"


class Bill(NamedTuple):
    """A supplier's invoice that is approved for payment."""

    number: str
    supplier: int
    """The place among the company's suppliers."""
    amount: int
    """In minor units of kroner."""


class Company(NamedTuple):
    """Whose books are opened; the first account pays."""

    id: str
    name: str
    registration: str
    accounts: Sequence[Account]
    suppliers: Sequence[Partner]


class SimulatedErp:
    """The desk where books are opened, and where bills are entered."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def is_there(self) -> bool:
        """Whether it is part of this installation."""
        return self._settings.has_erp_simulator

    def open(self, company: Company) -> None:
        """The company's books; asking twice opens them once.

        Raises:
            NoSimulatedErp: It does not answer, or takes no such company.
        """
        self._ask(
            "PUT", f"companies/{company.id}",
            {
                "name": company.name, "registration": company.registration,
                "accounts": [_account(one) for one in company.accounts],
                "suppliers": [
                    _supplier(at, one) for at, one in enumerate(company.suppliers)
                ],
            },
        )  # fmt: skip

    def enter(self, company: str, bills: Iterable[Bill], due: date) -> None:
        """Enter and approve bills; one that is entered already stays as it is.

        Raises:
            NoSimulatedErp: It does not answer, or takes no such bill.
        """
        for one in bills:
            self._ask(
                "POST", "invoices",
                {
                    "supplier": f"{company}-{one.supplier}", "number": one.number,
                    "amount": str(Decimal(one.amount).scaleb(-2)),
                    "due": due.isoformat(), "approve": True,
                },
                NOT_POSSIBLE,
            )  # fmt: skip

    def forget(self, company: str) -> None:
        """Have the ERP know nothing of the company; what is gone stays gone.

        Raises:
            NoSimulatedErp: It does not answer.
        """
        self._ask("DELETE", f"companies/{company}", None, GONE)

    def _ask(self, verb: str, path: str, told: Any, *as_well: int) -> None:
        if not self.is_there:
            raise NoSimulatedErp("There is no simulated ERP in this installation")
        port = self._settings.erp_simulator_port
        desk = Desk("The simulated ERP", port, "control/", NoSimulatedErp)
        desk.ask(verb, path, told, as_well=as_well)


def _account(one: Account) -> dict[str, str]:
    return {
        "name": one.name, "currency": one.currency, "iban": one.iban, "bic": _BANK,
    }  # fmt: skip


def _supplier(at: int, one: Partner) -> dict[str, str]:
    address = one.address
    return {
        "id": str(at), "name": one.name, "street": address.street or "",
        "building": address.building or "", "postcode": address.post_code or "",
        "town": address.town or "", "iban": one.iban,
    }  # fmt: skip
