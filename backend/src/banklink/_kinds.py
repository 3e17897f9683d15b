"""Tells what kind a bank's file is by its first bytes, without reading it."""

from __future__ import annotations

import re

from banklink.values import FileKind

LOOKED_AT = 4096
_ISO = re.compile(
    rb"urn:iso:std:iso:20022:tech:xsd:(pain\.00[12]|camt\.(?:029|05[2345]))\.001\.\d{2}"
)
_MT = re.compile(rb"^(?:\xef\xbb\xbf)?\s*(?:\{1:[^}]*\}\s*\{2:[IO](94[0-2]))")
_MT_BARE = re.compile(rb"^(?:\xef\xbb\xbf)?\s*:20:[^\r\n]*\r?\n(?:.*\r?\n)*?:(60|34)F")
_SWIFT = {
    b"940": FileKind.STATEMENT,
    b"941": FileKind.REPORT,
    b"942": FileKind.REPORT,
    # An MT940 opens with a balance, an MT942 with a floor limit.
    b"60": FileKind.STATEMENT,
    b"34": FileKind.REPORT,
}


def kind_of(content: bytes) -> FileKind:
    """The kind that the beginning of a file names; OTHER when it names none."""
    head = content[:LOOKED_AT]
    if found := _ISO.search(head):
        return FileKind(found[1].decode())
    if found := _MT.search(head) or _MT_BARE.search(head):
        return _SWIFT[found[1]]
    return FileKind.OTHER
