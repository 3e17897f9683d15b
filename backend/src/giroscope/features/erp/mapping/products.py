"""What each product of a bank asks for, and which of them a bank carries: facts.

SEPA is euro to an IBAN at shared charges (EPC SCT rulebook). Payment slips are kroner
to a creditor number; cards 71, 75 and 04 carry an id with a check digit, 73 and 01 a
text (common rules of the Danish banks). Codes are those of the banks' pain.001 guides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sqlalchemy import Connection

from giroscope.features.banks import normalised, sending_connection
from giroscope.features.banks.directory import PROFILES
from giroscope.features.erp.mapping.tables import ReferenceRule, Target
from giroscope.features.payments.checks.kinds import Kind
from giroscope.features.payments.checks.profiles import (
    Profile,
    profile_of,
    profile_of_connection,
)

INSTANT = "INST"
_SHARED = ("SHAR", "SLEV")


@dataclass(frozen=True, slots=True)
class Product:
    """One product: the first of each choice is what stands where nobody chose."""

    target: Target
    kind: Kind
    currency: str
    """The only one it carries; empty: any."""
    bearers: tuple[str, ...]
    levels: tuple[str, ...]
    instruments: tuple[str, ...]
    """Empty: whichever the bank uses for this level."""
    references: tuple[ReferenceRule, ...]
    card: str = ""
    """Of a payment slip."""
    digits: int = 0
    """Of the card's id."""

    @property
    def is_slip(self) -> bool:
        """Whether it goes to a creditor number."""
        return bool(self.card)

    @property
    def is_danish(self) -> bool:
        """Whether it stays within Denmark."""
        return self.currency == "DKK"

    @property
    def is_instant(self) -> bool:
        """Whether the money is there within seconds."""
        return self.instruments == (INSTANT,)


def _slip(target: Target, card: str, digits: int) -> Product:
    rule = ReferenceRule.OCR if digits else ReferenceRule.FREE
    return Product(
        target, Kind.SLIP, "DKK", _SHARED, ("NURG",), ("",), (rule,), card, digits
    )


_FREE_OR_RF = (ReferenceRule.FREE, ReferenceRule.RF)
_ALL = (
    Product(
        Target.SEPA_CT, Kind.SEPA, "EUR", ("SLEV",), ("SEPA",), ("",), _FREE_OR_RF
    ),
    Product(
        Target.SEPA_INSTANT, Kind.SEPA, "EUR", ("SLEV",), ("SEPA",), (INSTANT,),
        _FREE_OR_RF,
    ),
    Product(
        Target.DK_DOMESTIC, Kind.DANISH, "DKK", _SHARED, ("NURG", "SDVA", "URGP"), (),
        (ReferenceRule.FREE,),
    ),
    Product(
        Target.DK_INSTANT, Kind.INSTANT, "DKK", _SHARED, ("NURG",), (INSTANT,),
        (ReferenceRule.FREE,),
    ),
    _slip(Target.DK_FIK_01, "01", 0),
    _slip(Target.DK_FIK_04, "04", 16),
    _slip(Target.DK_FIK_71, "71", 15),
    _slip(Target.DK_FIK_73, "73", 0),
    _slip(Target.DK_FIK_75, "75", 16),
    Product(
        Target.CROSS_BORDER, Kind.CROSS_BORDER, "", ("SHAR", "DEBT", "CRED"),
        ("NURG", "URGP", "SDVA"), ("",), _FREE_OR_RF,
    ),
)  # fmt: skip
PRODUCTS: Mapping[Target, Product] = MappingProxyType(
    {product.target: product for product in _ALL}
)
"""Every product, in the order in which they are offered."""

PURPOSES = ("SUPP", "SALA", "TAXS", "INTC")
PRIORITIES = ("NORM", "HIGH")
_SAME_DAY = frozenset({"SDVA", "URGP"})


@dataclass(frozen=True, slots=True)
class PayingBank:
    """The bank that an account of ours is paid from."""

    connection_id: int
    name: str
    country: str
    account: str
    profile: Profile | None
    """None where nothing is known of what it takes."""

    def carries(self, product: Product) -> bool:
        """Whether the bank has the product at all."""
        if product.is_danish and self.country != "DK":
            return False
        if self.profile is None:
            return True
        return not product.is_instant or INSTANT in self.profile.local_instruments

    def instrument(self, product: Product, level: str) -> str:
        """The local instrument this bank uses for the product at that level."""
        if product.instruments:
            return product.instruments[0]
        wanted = "SDCL" if level in _SAME_DAY else "ONCL"
        known = self.profile.local_instruments if self.profile else frozenset()
        return wanted if wanted in known else ""


def paying_bank(connection: Connection, account: str) -> PayingBank | None:
    """The bank whose connection sends from the account, if there is one."""
    number = normalised(account)
    found = sending_connection(connection, number)
    if found is None:
        return None
    listed = PROFILES.get(found.profile)
    is_iban = number[:2].isalpha()
    profile = profile_of_connection(found.profile)
    return PayingBank(
        found.id,
        found.name,
        listed.country if listed else number[:2] if is_iban else "DK",
        number,
        profile or profile_of(None, number if is_iban else None),
    )
