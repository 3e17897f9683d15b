"""The banks that can be connected: what each can do, asks for and when it closes.

Facts about banks are data here. Addresses and root certificates come from the
operator's file and, where it runs, from the simulated bank; never from a form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from banklink import DataCentre, FileKind
from giroscope.features.banks.tables import ConnectionType
from giroscope.kernel.errors import NotFound


class Capability(StrEnum):
    """What a bank can do over a connection."""

    PAYMENT = "PAYMENT"
    """Takes pain.001."""
    STATUS = "STATUS"
    """Gives pain.002."""
    REPORT = "REPORT"
    """Gives camt.052."""
    STATEMENT = "STATEMENT"
    """Gives camt.053."""
    NOTIFICATION = "NOTIFICATION"
    """Gives camt.054."""
    RECALL = "RECALL"
    """Takes camt.055 and answers with camt.029."""
    PAYEE_CHECK = "PAYEE_CHECK"
    """Verifies payees (VoP)."""
    INSTANT = "INSTANT"


class Product(StrEnum):
    """A kind of payment that has its own cut-off."""

    DOMESTIC = "DOMESTIC"
    SAME_DAY = "SAME_DAY"
    INSTANT = "INSTANT"
    SEPA = "SEPA"
    CROSS_BORDER = "CROSS_BORDER"


@dataclass(frozen=True, slots=True)
class CutOff:
    """The time of day, in Copenhagen, until which a bank takes a payment for the day.

    An agreement may say otherwise; these are for telling people, not for refusing.
    """

    product: Product
    time: str


@dataclass(frozen=True, slots=True)
class Field:
    """One number of the bank's letter: how it is written and recognised."""

    name: str
    """As in the bank's own words of the specification, such as `senderId`."""
    pattern: str
    longest: int
    example: str
    mask: bool = True
    """Whether it is shown in part only to those who may not change it."""


@dataclass(frozen=True, slots=True)
class BankProfile:
    """A bank, or a family of banks, that is connected in one way."""

    key: str
    name: str
    type: ConnectionType
    country: str
    capabilities: frozenset[Capability]
    cut_offs: tuple[CutOff, ...] = ()
    data_centre: DataCentre | None = None
    reg_no: str | None = None
    """The bank's own number, where the profile is one bank."""
    is_simulated: bool = False


_NAME = Field("name", r"[^/<>&\"']{2,70}", 70, "Havnens Handel ApS", mask=False)
_COUNTRY = Field("countryCode", r"[A-Z]{2}", 2, "DK", mask=False)

FIELDS: Mapping[ConnectionType, tuple[Field, ...]] = MappingProxyType(
    {
        # Signer ID and Sender ID have 10 or 11 digits on the agreement's paper.
        ConnectionType.NORDEA_CA: (
            Field("agreementId", r"\d{5,20}", 20, "5300048211"),
            Field("senderId", r"\d{10,11}", 11, "10428836015"),
            Field("signerId", r"\d{10,11}", 11, "20931174406"),
            _NAME,
            _COUNTRY,
        ),
        ConnectionType.BANK_CONNECT: (
            Field("functionId", r"[A-Za-z0-9]{4,35}", 35, "FI48210975"),
            Field("regNo", r"\d{4}", 4, "7998", mask=False),
            _COUNTRY,
        ),
        ConnectionType.FOLDER: (),
    }
)
"""What a connection of each type asks for, in the order of the bank's letter."""

CODES: Mapping[ConnectionType, Field] = MappingProxyType(
    {
        ConnectionType.NORDEA_CA: Field(
            "activationCode", r"\d{10}", 10, "7392051846"
        ),
        ConnectionType.BANK_CONNECT: Field(
            "activationCode", r"[A-Za-z0-9]{4}(?:-?[A-Za-z0-9]{2,8}){1,5}", 48,
            "4K7M-92QX-RT51",
        ),
    }
)  # fmt: skip
"""What the activation code of each type looks like."""

_FILES = frozenset(
    {
        Capability.PAYMENT,
        Capability.STATUS,
        Capability.STATEMENT,
        Capability.REPORT,
        Capability.NOTIFICATION,
    }
)
# Bank Connect has no operation that is published as one for a camt.055.
_WITH_RECALL = _FILES | {Capability.RECALL}
_DANISH_TIMES = (
    CutOff(Product.DOMESTIC, "23:00"),
    CutOff(Product.SAME_DAY, "13:30"),
    CutOff(Product.INSTANT, "24:00"),
    CutOff(Product.SEPA, "15:00"),
    CutOff(Product.CROSS_BORDER, "14:00"),
)
_NORDIC_TIMES = (
    CutOff(Product.DOMESTIC, "17:00"),
    CutOff(Product.SEPA, "15:00"),
    CutOff(Product.CROSS_BORDER, "14:00"),
)


def _nordea(country: str, name: str, *, is_simulated: bool = False) -> BankProfile:
    own = "simulated" if is_simulated else country.lower()
    return BankProfile(
        key=f"nordea-{own}",
        name=name,
        type=ConnectionType.NORDEA_CA,
        country=country,
        capabilities=_WITH_RECALL,
        cut_offs=_DANISH_TIMES if country == "DK" else _NORDIC_TIMES,
        is_simulated=is_simulated,
    )


def _bank_connect(
    centre: DataCentre,
    name: str,
    *,
    reg_no: str | None = None,
    is_simulated: bool = False,
) -> BankProfile:
    own = f"bank-connect-{centre.value.lower()}"
    return BankProfile(
        key=f"{own}-simulated" if is_simulated else own,
        name=name,
        type=ConnectionType.BANK_CONNECT,
        country="DK",
        capabilities=_FILES,
        cut_offs=_DANISH_TIMES,
        data_centre=centre,
        reg_no=reg_no,
        is_simulated=is_simulated,
    )


_ALL = (
    _nordea("DK", "Nordea Danmark"),
    _nordea("SE", "Nordea Sverige"),
    _nordea("NO", "Nordea Norge"),
    _nordea("FI", "Nordea Suomi"),
    _bank_connect(DataCentre.BANKDATA, "Bank Connect · Bankdata"),
    _bank_connect(DataCentre.SDC, "Bank Connect · SDC"),
    _bank_connect(DataCentre.BEC, "Bank Connect · BEC"),
    BankProfile(
        key="folder",
        name="Folder",
        type=ConnectionType.FOLDER,
        country="DK",
        capabilities=_WITH_RECALL,
    ),
    _nordea("DK", "Nordea (simulated)", is_simulated=True),
    _bank_connect(
        DataCentre.BANKDATA, "Kystbanken (simulated)", reg_no="7998",
        is_simulated=True,
    ),
    _bank_connect(
        DataCentre.SDC, "Landsparekassen (simulated)", reg_no="9798",
        is_simulated=True,
    ),
    _bank_connect(
        DataCentre.BEC, "Broens Bank (simulated)", reg_no="5998", is_simulated=True
    ),
)  # fmt: skip

PROFILES: Mapping[str, BankProfile] = MappingProxyType({one.key: one for one in _ALL})
"""Every bank by its key, in the order in which they are offered."""

RECEIVED: Mapping[FileKind, Capability] = MappingProxyType(
    {
        FileKind.STATUS: Capability.STATUS,
        FileKind.RESOLUTION: Capability.RECALL,
        FileKind.REPORT: Capability.REPORT,
        FileKind.STATEMENT: Capability.STATEMENT,
        FileKind.NOTIFICATION: Capability.NOTIFICATION,
    }
)


def profile_of(key: str) -> BankProfile:
    """The bank of that key.

    Raises:
        NotFound: The directory knows none.
    """
    found = PROFILES.get(key)
    if found is None:
        raise NotFound("The directory of banks knows no such bank", path="profile")
    return found


def able_to(capability: Capability) -> tuple[str, ...]:
    """The keys of the banks that can do this."""
    return tuple(one.key for one in _ALL if capability in one.capabilities)
