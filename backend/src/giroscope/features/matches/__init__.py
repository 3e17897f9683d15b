"""What people have matched with which entry of the ledger. Lends its tables and rules.

Who may match, with what, and what it does to payments is the reconciliation's.
"""

from giroscope.features.matches.follow import (
    KEEPS_PAYMENT,
    TAKES_ENTRY,
    end,
    end_vanished,
    together,
    untie,
)
from giroscope.features.matches.parts import know, learn, parts_of
from giroscope.features.matches.tables import (
    IS_DUE,
    IS_FIRST,
    STANDS,
    DifferenceReason,
    EntryMatch,
    ErpState,
    MatchKind,
    MatchSide,
)

__all__ = [
    "IS_DUE",
    "IS_FIRST",
    "KEEPS_PAYMENT",
    "STANDS",
    "TAKES_ENTRY",
    "DifferenceReason",
    "EntryMatch",
    "ErpState",
    "MatchKind",
    "MatchSide",
    "end",
    "end_vanished",
    "know",
    "learn",
    "parts_of",
    "together",
    "untie",
]
