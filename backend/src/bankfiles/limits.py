"""How much a reader takes before it refuses. Nothing here reads."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB

LARGEST_AMOUNT = Decimal("92233720368547.75807")
AMOUNT_FRACTION_DIGITS = 5
"""What amounts of a statement can be kept exactly: a 64-bit number of hundred-
thousandths. ISO 20022 allows 18 digits in all, so a few it allows are refused."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one file; over any of them a reader raises `TooLarge`.

    Two more bounds are libxml2's own and cannot be raised: elements nest at
    most 256 deep and one text holds at most 10,000,000 bytes (`HostileXml`).
    """

    file_bytes: int = 8 * GIB
    """Size of the file. Ten million entries are about 16 GB; a day's
    statement of the largest customers stays below 2 GB."""

    head_bytes: int = 4 * MIB
    """What may stand before, between and after statements. An envelope with
    its signatures is a few kilobytes."""

    tag_bytes: int = 128 * KIB
    """One start tag with its attributes, one comment, or one instruction."""

    entry_bytes: int = 512 * KIB
    """Up to this size an entry is read as one tree. A larger one is read
    detail by detail, so that only its typed values stay in memory."""

    element_bytes: int = 4 * MIB
    """What may come without one entry, detail or payment ending in it. More
    would be junk that fills the memory."""

    balances: int = 10_000
    """Balances of one statement."""

    details: int = 200_000
    """Details of one entry. They are one value together, so they must fit in
    memory: 100,000 details take about 150 MB."""

    line_bytes: int = 64 * KIB
    """One line of an MT940 or MT942 file (SWIFT allows 65 characters)."""

    field_lines: int = 2_000
    """Lines of one MT940 field; `:86:` has six by the book, some banks send
    dozens."""
