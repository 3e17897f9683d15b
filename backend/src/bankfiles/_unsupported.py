"""What a file is that has no reader, in words: decides nothing about those that have.

Two refusals: a kind that banks or finance systems exchange is `UnsupportedFormat`, any
other is `NotABankFile`. Both name the kind as far as the first bytes tell it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bankfiles._detect import BODIES, Detected, first_tags
from bankfiles.errors import BankFileError, NotABankFile, UnsupportedFormat

_MESSAGES = {
    "acmt": "account management",
    "admi.002": "message rejection",
    "admi.004": "system event",
    "admi.007": "receipt acknowledgement",
    "auth": "report to an authority",
    "camt.026": "unable to apply",
    "camt.027": "claim of non-receipt",
    "camt.028": "additional payment information",
    "camt.055": "recall request of a customer",
    "camt.056": "recall request between banks",
    "camt.057": "notification to receive",
    "camt.060": "account reporting request",
    "camt.086": "bank services billing statement",
    "camt.087": "request to modify a payment",
    "camt.110": "investigation request",
    "camt.111": "investigation response",
    "head.001": "business application header without a message",
    "pacs.002": "payment status report between banks",
    "pacs.003": "direct debit between banks",
    "pacs.004": "payment return",
    "pacs.007": "payment reversal between banks",
    "pacs.008": "credit transfer between banks",
    "pacs.009": "credit transfer of banks",
    "pacs.028": "payment status request",
    "pain.007": "payment reversal",
    "pain.008": "direct debit",
    "pain.009": "mandate initiation",
    "pain.010": "mandate amendment",
    "pain.011": "mandate cancellation",
    "pain.012": "mandate acceptance",
    "pain.013": "request to pay",
    "pain.014": "status report on a request to pay",
    "remt.001": "remittance advice",
}
_KINDS = {
    "ofx": "OFX",
    "coda": "CODA (Belgium)",
    "bai2": "BAI2",
    "bgmax": "BgMax (Sweden)",
    "csv": "CSV table",
    "MT900": "MT900 or MT910 (confirmation of a single entry)",
}
_CONTENTS = {kind: body for body, kind in reversed(BODIES.items())}
_INSTEAD = "Ask the bank for camt.053 or MT940."


class _Kind(NamedTuple):
    """A kind of file, told by how it begins."""

    begins: re.Pattern[bytes]
    name: str
    advice: str = ""


def _kind(begins: bytes, name: str, advice: str = "") -> _Kind:
    return _Kind(re.compile(begins, re.DOTALL), name, advice)


_EXCHANGED = (
    _kind(rb"!(?:Type|Account|Option):", "QIF"),
    _kind(rb"11\d{18}[^\r\n]{50,62}\r?\n(?:22|24|33)", "AEB43 (Spain)"),
    _kind(rb"0\d{3}A[A-Z]{2}\d", "DTAUS (Germany)"),
    _kind(rb"UN[AB][+:]", "EDIFACT"),
    _kind(rb"T00[0-9]{3}", "TITO (Finland)"),
    _kind(rb"NY000010", "OCR giro (Norway)"),
    _kind(rb"#FLAGGA", "SIE (Sweden)"),
)
_FOREIGN = (
    _kind(rb"%PDF-", "PDF document", _INSTEAD),
    _kind(rb"PK\x03\x04.{,4000}?\bxl/", "Excel workbook", _INSTEAD),
    _kind(rb"PK\x03\x04.{26,80}?opendocument\.spreadsheet", "spreadsheet", _INSTEAD),
    _kind(rb"PK(?:\x03\x04|\x05\x06)", "ZIP archive", "Upload the files in it."),
    _kind(rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Excel or other Office file", _INSTEAD),
    _kind(rb"\x1f\x8b", "gzip archive", "Unpack it first."),
    _kind(
        rb"7z\xbc\xaf|Rar!|BZh\d|\xfd7zXZ|\x28\xb5\x2f\xfd",
        "compressed archive",
        "Upload the files in it.",
    ),
    _kind(
        rb"\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|BM.{4}\0\0\0\0", "image", _INSTEAD
    ),
    _kind(rb"\{\\rtf", "text document (RTF)", _INSTEAD),
    _kind(rb"-----BEGIN PGP", "encrypted file (PGP)", "Decrypt it first."),
    _kind(rb"-----BEGIN ", "key, certificate or signed file (PEM)"),
    _kind(
        rb"(?i)(?:<!--.*?-->\s*)?<(?:!doctype\s+)?html[\s>]",
        "web page",
        "The site may show it when the session has ended: sign in and fetch the file"
        " again.",
    ),
    _kind(rb"[\[{]\s*(?:[\"\[{\]}])", "JSON document"),
)
_ROOTS = {
    "urn:schemas-microsoft-com:office:spreadsheet": "Excel workbook (XML)",
    "urn:oasis:names:specification:ubl": "invoice or other document (UBL)",
    "ebics": "EBICS message",
}
_LONGEST_NAME = 60


def unsupported(kind: Detected, head: bytes) -> BankFileError:
    """The refusal that names the kind of a file without reader."""
    if kind.format != "unknown":
        return UnsupportedFormat(_words(_KINDS[kind.format]))
    if kind.version is not None:
        return UnsupportedFormat(_words(_message(kind.version)))
    body = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    for known, refusal in ((_EXCHANGED, UnsupportedFormat), (_FOREIGN, NotABankFile)):
        for each in known:
            if each.begins.match(body):
                return refusal(_words(each.name, each.advice))
    if body[:1] == b"<":
        return NotABankFile(_words(_xml(body)))
    return NotABankFile(
        _words("neither an ISO 20022 message that is known here nor MT940 or MT942")
    )


def _words(name: str, advice: str = "") -> str:
    return f"Unsupported file format: {name}.{advice and ' '}{advice}"


def _message(version: str) -> str:
    """A message by its id, with what it is for."""
    kind = version[:8]
    if kind in _CONTENTS:
        return f"{version} without content; its element {_CONTENTS[kind]} is missing"
    if version in _KINDS:
        return _KINDS[version]
    purpose = _MESSAGES.get(kind) or _MESSAGES.get(version[:4])
    if purpose:
        return f"{version} ({purpose})"
    return version if version.startswith("MT") else f"ISO 20022 message {version}"


def _xml(body: bytes) -> str:
    tags = first_tags(body)
    if not tags:
        return "XML document that cannot be read"
    namespace, _, root = tags[0].rpartition("}")
    for part, name in _ROOTS.items():
        if part in namespace.lower():
            return name
    return f"XML document with the root element <{root[:_LONGEST_NAME]}>"
