"""How much a reader takes before it refuses. Nothing here reads."""

from __future__ import annotations

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB

AMOUNT_DIGITS = 18
AMOUNT_FRACTION_DIGITS = 5
"""Of an amount, as ISO 20022 allows them: digits in all, and after the point."""
SUM_DIGITS = 28
"""Of a sum or a balance that was added up, in all: so many whoever keeps it has room
for. A hundred thousand entries of the greatest amount there is make as much."""


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
    """Up to this size an entry is read as one text. A larger one is read
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
