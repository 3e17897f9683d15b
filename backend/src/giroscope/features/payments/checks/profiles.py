"""What each bank, or family of banks, takes: dated facts in tables.

Cut-off times are those of the agreement where a connection tells them, else these,
which banks publish as usual. Sources are named beside each fact.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from giroscope.features.payments.checks.kinds import Kind

_SHAR = frozenset({"SHAR", "SLEV"})
_ANY_BEARER = frozenset({"SHAR", "SLEV", "DEBT", "CRED"})

# EPC217-08: the characters of the SEPA schemes.
SEPA_CHARACTERS = re.compile(r"[A-Za-z0-9/\-?:().,'+ ]*", re.ASCII)
# The same with what Nordic banks carry between themselves (their ISO 20022 guides).
NORDIC_CHARACTERS = re.compile(
    r"[A-Za-z0-9/\-?:().,'+ &*_%@!\"#=;$§ÆØÅæøåÄÖÜäöüÉé\[\]{}|~^`½£]*"
)


@dataclass(frozen=True, slots=True)
class AddressDate:
    """From when on a bank wants addresses in fields, for one kind of payment."""

    kind: Kind
    since: date
    source: str


@dataclass(frozen=True, slots=True)
class Profile:
    """One bank, or one family that reads files alike."""

    key: str
    name: str
    versions: frozenset[str]
    """Versions of pain.001 it takes."""
    service_levels: frozenset[str]
    local_instruments: frozenset[str]
    category_purposes: frozenset[str]
    instructions: frozenset[str] | None
    """Codes to the debtor's bank; None where they are not known."""
    text_lines: int
    text_width: int
    initiator_schemes: frozenset[str]
    cut_offs: Mapping[Kind, str]
    addresses: tuple[AddressDate, ...]
    source: str
    most_bytes: int | None = None
    takes_hybrid: bool = True
    """A bank that takes hybrid addresses on paper may refuse them in practice."""
    slip_with_text: bool = True
    """Whether a payment slip with a payment id may carry a text as well."""
    bearers: Mapping[Kind, frozenset[str]] = field(
        default_factory=lambda: {Kind.SEPA: frozenset({"SLEV", "SHAR"})}
    )

    def bearers_for(self, kind: Kind) -> frozenset[str]:
        """Who may bear the charges."""
        usual = _ANY_BEARER if kind is Kind.CROSS_BORDER else _SHAR
        return self.bearers.get(kind, usual)

    def address_date(self, kind: Kind) -> AddressDate | None:
        """From when on an address must be in fields; None: no date is told."""
        for one in self.addresses:
            if one.kind is kind:
                return one
        return next((one for one in SCHEME_DATES if one.kind is kind), None)


SCHEME_DATES = (
    AddressDate(
        Kind.SEPA, date(2026, 11, 22), "EPC SCT rulebook, addresses from 22 Nov 2026"
    ),
    AddressDate(
        Kind.CROSS_BORDER, date(2026, 11, 14), "SWIFT CBPR+, addresses from 14 Nov 2026"
    ),
)
"""What holds where the bank has told no date of its own."""

_NORDEA_DATE = date(2026, 11, 15)
_NORDEA_SAYS = "Nordea: addresses in SEPA, cross-border and SEK from 15 Nov 2026"
_NORDEA_ADDRESSES = (
    AddressDate(Kind.SEPA, _NORDEA_DATE, _NORDEA_SAYS),
    AddressDate(Kind.CROSS_BORDER, _NORDEA_DATE, _NORDEA_SAYS),
    AddressDate(Kind.SWEDISH, _NORDEA_DATE, _NORDEA_SAYS),
    # Told as the first half of 2027, so it must hold at its end at the latest.
    *(
        AddressDate(
            kind, date(2027, 7, 1),
            "Nordea: addresses in Danish payments in the first half of 2027",
        )
        for kind in (Kind.DANISH, Kind.SAME_DAY, Kind.INSTANT, Kind.SLIP)
    ),
)  # fmt: skip
_DANSKE_SAYS = "Danske Bank: addresses, Danish instant payments included, Nov 2026"
_SEB_SAYS = "SEB: addresses, DKK credit transfers included, 15 Nov 2026"

_DANISH_TIMES = {
    Kind.DANISH: "23:00",
    Kind.SLIP: "23:00",
    Kind.SAME_DAY: "13:30",
    Kind.SEPA: "15:00",
    Kind.CROSS_BORDER: "14:00",
}
_ISO_03_09 = frozenset({"pain.001.001.03", "pain.001.001.09"})
_PURPOSES = frozenset({"SUPP", "SALA", "PENS", "INTC"})
_LEVELS = frozenset({"NURG", "SDVA", "URGP", "SEPA"})

NORDEA = Profile(
    key="nordea",
    name="Nordea",
    versions=_ISO_03_09,
    service_levels=_LEVELS,
    local_instruments=frozenset(),
    category_purposes=_PURPOSES,
    instructions=None,
    text_lines=10,
    text_width=140,
    initiator_schemes=frozenset({"CUST"}),
    cut_offs=_DANISH_TIMES,
    addresses=_NORDEA_ADDRESSES,
    source="Nordea Corporate Access, pain.001 guide",
    most_bytes=50 * 1000 * 1000,
    slip_with_text=False,
)
DANSKE = Profile(
    key="danske",
    name="Danske Bank",
    versions=_ISO_03_09,
    service_levels=_LEVELS,
    local_instruments=frozenset({"ONCL", "SDCL", "INST"}),
    category_purposes=_PURPOSES,
    instructions=None,
    text_lines=4,
    text_width=35,
    initiator_schemes=frozenset({"BANK"}),
    cut_offs=_DANISH_TIMES,
    addresses=(AddressDate(Kind.INSTANT, date(2026, 11, 15), _DANSKE_SAYS),),
    source="Danske Bank, pain.001 guide",
)
SEB = Profile(
    key="seb",
    name="SEB",
    versions=frozenset({"pain.001.001.09"}),
    service_levels=_LEVELS,
    local_instruments=frozenset({"ONCL", "SDCL", "INST"}),
    category_purposes=_PURPOSES,
    instructions=None,
    text_lines=4,
    text_width=140,
    initiator_schemes=frozenset({"CUST", "BANK"}),
    cut_offs=_DANISH_TIMES,
    addresses=tuple(
        AddressDate(kind, date(2026, 11, 15), _SEB_SAYS)
        for kind in (Kind.DANISH, Kind.SAME_DAY, Kind.INSTANT)
    ),
    source="SEB, pain.001 guide",
)


def _bank_connect(
    centre: str, name: str, instructions: frozenset[str] | None
) -> Profile:
    return Profile(
        key=f"bank-connect-{centre}",
        name=f"Bank Connect · {name}",
        versions=_ISO_03_09,
        service_levels=_LEVELS,
        local_instruments=frozenset({"ONCL", "SDCL", "INST"}),
        category_purposes=_PURPOSES,
        instructions=instructions,
        text_lines=5,
        text_width=35,
        initiator_schemes=frozenset({"CUST"}),
        cut_offs=_DANISH_TIMES,
        addresses=(),
        source="Bank Connect, pain.001 guide",
    )


BANKDATA = _bank_connect(
    "bankdata", "Bankdata", frozenset({"53", "57", "97", "83", "84", "85", "86"})
)
SDC = _bank_connect("sdc", "SDC", None)
BEC = _bank_connect("bec", "BEC", frozenset({"00", "01", "02", "03", "04", "97", "99"}))

PROFILES = (NORDEA, DANSKE, SEB, BANKDATA, SDC, BEC)

# The first four signs of a BIC name the bank. Danish banks by their data centre.
_BY_BANK_CODE = {
    "NDEA": NORDEA,
    "DABA": DANSKE,
    "ESSE": SEB,
    "JYBA": BANKDATA,
    "SYBK": BANKDATA,
    "RING": BANKDATA,
    "SPNO": BEC,
    "ALBA": BEC,
    "LOSA": SDC,
}
# The bank's number in a Danish IBAN (digits 5 to 8) where one bank holds the range.
_BY_REGISTRATION = ((2000, 2999, NORDEA), (3000, 4999, DANSKE), (5290, 5299, SEB))


@lru_cache(maxsize=512)
def profile_of(bic: str | None, iban: str | None) -> Profile | None:
    """The profile of the bank that keeps an account, by BIC, else by Danish IBAN."""
    if bic is not None:
        return _BY_BANK_CODE.get(bic[:4].upper())
    if iban is not None and iban.startswith("DK") and iban[4:8].isdecimal():
        number = int(iban[4:8])
        for first, last, profile in _BY_REGISTRATION:
            if first <= number <= last:
                return profile
    return None


def profile_of_connection(key: str) -> Profile | None:
    """The profile of the bank a connection of this kind speaks to."""
    return next((one for one in PROFILES if key.startswith(one.key)), None)
