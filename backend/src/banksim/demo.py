"""The customers the simulated bank has from the beginning.

One company with an agreement at each bank. Names and numbers are made up; the
activation codes are those of letters that a bank would have sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from banksim.danish_iban import danish_iban
from banksim.paths import Centre

COMPANY = "Havnens Handel ApS"
ACTIVATION_CODES_VALID_DAYS = 7


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """An account as it is opened."""

    name: str
    currency: str
    bank_code: str
    number: str
    bic: str
    opening: int
    """In minor units."""
    overdraft: int = 0
    statements: int = 0
    """How many days' statements were given before; the next one counts on."""

    @property
    def iban(self) -> str:
        """Danish, 18 characters, with its check digits."""
        return danish_iban(self.bank_code, self.number)


@dataclass(frozen=True, slots=True)
class NordeaDemo:
    """An agreement on Corporate Access, as on the bank's paper."""

    id: str
    agreement_id: str
    sender_id: str
    signer_id: str
    name: str
    country_code: str
    activation_code: str
    accounts: tuple[DemoAccount, ...]


@dataclass(frozen=True, slots=True)
class BankConnectDemo:
    """An agreement on Bank Connect, as in the bank's letter."""

    id: str
    centre: Centre
    bank: str
    function_id: str
    reg_no: str
    country_code: str
    activation_code: str
    accounts: tuple[DemoAccount, ...]


NORDEA_DEMO = NordeaDemo(
    id="nordea",
    agreement_id="5300048211",
    sender_id="10428836015",
    signer_id="20931174406",
    name=COMPANY,
    country_code="DK",
    activation_code="7392051846",
    accounts=(
        DemoAccount("Drift", "DKK", "2999", "0004281101", "NDEADKSIXXX", 184_250_000),
        DemoAccount("Euro", "EUR", "2999", "0004281102", "NDEADKSIXXX", 14_620_000),
        DemoAccount("Kronor", "SEK", "2999", "0004281103", "NDEADKSIXXX", 48_100_000),
    ),
)

BANKDATA_DEMO = BankConnectDemo(
    id="bankdata",
    centre=Centre.BANKDATA,
    bank="Kystbanken",
    function_id="FI48210975",
    reg_no="7998",
    country_code="DK",
    activation_code="4K7M-92QX-RT51",
    accounts=(
        DemoAccount("Drift", "DKK", "7998", "0001200345", "KYSTDKSIXXX", 96_400_000),
        DemoAccount("Euro", "EUR", "7998", "0001200346", "KYSTDKSIXXX", 8_215_000),
    ),
)

SDC_DEMO = BankConnectDemo(
    id="sdc",
    centre=Centre.SDC,
    bank="Landsparekassen",
    function_id="FS90334127",
    reg_no="9798",
    country_code="DK",
    activation_code="8P3D-61WL-ZN40",
    accounts=(
        DemoAccount("Løn", "DKK", "9798", "0007712340", "LANDDKSIXXX", 52_075_000),
        DemoAccount("Euro", "EUR", "9798", "0007712341", "LANDDKSIXXX", 3_904_000),
    ),
)

BEC_DEMO = BankConnectDemo(
    id="bec",
    centre=Centre.BEC,
    bank="Broens Bank",
    function_id="FB27715580",
    reg_no="5998",
    country_code="DK",
    activation_code="2H9V-58CB-KY73",
    accounts=(
        DemoAccount(
            "Kreditorer", "DKK", "5998", "0003344501", "BROEDKSIXXX", 73_300_000
        ),
        DemoAccount("Dollar", "USD", "5998", "0003344502", "BROEDKSIXXX", 6_150_000),
    ),
)

BANK_CONNECT_DEMOS = (BANKDATA_DEMO, SDC_DEMO, BEC_DEMO)
