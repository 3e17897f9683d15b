"""When banks stop taking or giving a version of a file format, each with its source.

Only what a bank or its community has published stands here. A bank that is not named
has said nothing that is known: its line says so, and promises nothing.
"""

from dataclasses import dataclass
from datetime import date

LOOKED_AT = date(2026, 11, 29)
"""When the sources were last read."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a date stands for everybody to read."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class End:
    """The last day of some versions, at one bank or at the banks of a country."""

    versions: frozenset[str]
    last_day: date
    country: str
    bank: str | None
    """A word of the bank's name; none means every bank of the country."""
    instead: str
    """What the bank takes or gives in its place."""
    source: Source
    is_month: bool = False
    """Whether only the month is named, in which each bank has a day of its own."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A newer version at the banks of a protocol; the older one has no known end."""

    version: str
    protocol: str
    instead: str
    source: Source


_SEB_LT = Source(
    "SEB Lithuania, changes to payment file upload",
    "https://www.seb.lt/en/node/104259",
)
_COMMERZBANK = Source(
    "Commerzbank, MT formats to camt formats in EBICS",
    "https://www.commerzbank.de/service/umstellung-von-mt-formaten-auf-camt-formate-in-ebics",
)
_GERMANY = Source(
    "Business-Logics, replacement of MT940 and MT942 by camt",
    "https://www.business-logics.de/german/news175.html",
)
_NORDEA = Source(
    "Nordea, Corporate Access documents",
    "https://www.nordea.com/en/en/our-services/cash-management/corporate-access-documents",
)

ENDS = (
    # The first day without it is 15 November.
    End(
        frozenset({"pain.001.001.03"}), date(2026, 11, 14), "LT", "SEB",
        "pain.001.001.09", _SEB_LT,
    ),
    End(
        frozenset({"MT940"}), date(2026, 3, 31), "DE", "Commerzbank", "camt.053",
        _COMMERZBANK,
    ),
    End(
        frozenset({"MT942"}), date(2026, 3, 31), "DE", "Commerzbank", "camt.052",
        _COMMERZBANK,
    ),
    End(
        frozenset({"MT940", "camt.053.001.02"}), date(2025, 11, 30), "DE", None,
        "camt.053.001.08", _GERMANY, is_month=True,
    ),
    End(
        frozenset({"MT942", "camt.052.001.02"}), date(2025, 11, 30), "DE", None,
        "camt.052.001.08", _GERMANY, is_month=True,
    ),
    End(
        frozenset({"camt.054.001.02"}), date(2025, 11, 30), "DE", None,
        "camt.054.001.08", _GERMANY, is_month=True,
    ),
)  # fmt: skip
"""A bank's own date stands before that of its country."""

OFFERS = (
    Offer("pain.001.001.03", "NORDEA_CA", "pain.001.001.09", _NORDEA),
    Offer("pain.002.001.03", "NORDEA_CA", "pain.002.001.10", _NORDEA),
)
