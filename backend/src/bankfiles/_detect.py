"""What kind of file this is, from its first bytes and never from its name."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple
from xml.parsers import expat

from bankfiles._encoding import Decoder, sniff
from bankfiles.errors import WrongEncoding

HEAD_BYTES = 64 * 1024

BODIES = {
    "BkToCstmrAcctRpt": "camt.052",
    "BkToCstmrStmt": "camt.053",
    "BkToCstmrDbtCdtNtfctn": "camt.054",
    "CstmrCdtTrfInitn": "pain.001",
    "CstmrPmtStsRpt": "pain.002",
    "RsltnOfInvstgtn": "camt.029",
    # The Italian banks' own name for it.
    "CBIPaymentRequest": "pain.001",
}
READABLE = frozenset({*BODIES.values(), "mt940", "mt942"})
_OTHER_BODIES = {
    "CstmrDrctDbtInitn": "pain.008",
    "CstmrPmtRvsl": "pain.007",
    "CdtrPmtActvtnReq": "pain.013",
    "CdtrPmtActvtnReqStsRpt": "pain.014",
    "MndtInitnReq": "pain.009",
    "CstmrPmtCxlReq": "camt.055",
    "FIToFIPmtCxlReq": "camt.056",
    "NtfctnToRcv": "camt.057",
    "AcctRptgReq": "camt.060",
    "BkSvcsBllgStmt": "camt.086",
    "FIToFIPmtStsRpt": "pacs.002",
    "FIToFICstmrDrctDbt": "pacs.003",
    "PmtRtr": "pacs.004",
    "FIToFICstmrCdtTrf": "pacs.008",
    "FICdtTrf": "pacs.009",
}
_OFX = re.compile(rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<\s*\?OFX|<\s*OFX>|OFXHEADER)")
_MESSAGE = re.compile(r"([a-z]{4}\.\d{3})\.\d{3}\.\d{2}(?:\.[a-z]{2}\.\d{2})?")
_ANY_BODY = re.compile(rf"<(?:[\w.-]+:)?({'|'.join(BODIES)})[\s/>]".encode())
_WIDE = frozenset({b"\xff\xfe", b"\xfe\xff"})
_VERSION_SUFFIX = re.compile(r"V\d\d$")
# The first edition names the body after the message: `<pain.001.001.02>`.
_FIRST_EDITION = re.compile(r"(pain\.00[12])\.001\.02")
_MAX_LEVELS = 8


class Detected(NamedTuple):
    """The kind of a file, as far as its first bytes tell."""

    format: str
    version: str | None = None
    encoding: str | None = None


UNKNOWN = Detected("unknown")


class _Found(Exception):
    """The element that tells the kind has come."""


def detect(head: bytes, name: str | None = None) -> Detected:  # noqa: ARG001
    """Tell the kind from the first bytes (64 KiB are plenty).

    The name is taken so that callers can pass what they have; it is not
    trusted, and the same bytes give the same answer under any name.
    """
    head = head[:HEAD_BYTES]
    if head[:2] in _WIDE and not _text_of_wide(head).startswith(b"<"):
        text = _text_of_wide(head)
        kind = _swift(text) or Detected(_other(text))
        if kind.format == "unknown":
            return UNKNOWN
        return kind._replace(encoding=sniff(head).name)
    stripped = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if head[:2] in {b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"} or stripped[:1] == b"<":
        return _detect_xml(head)
    return _detect_text(head)


def _text_of_wide(head: bytes) -> bytes:
    """The beginning of a text in UTF-16, as UTF-8."""
    with suppress(WrongEncoding):
        return Decoder(sniff(head)).feed(head).lstrip()
    return b""


def _detect_xml(head: bytes) -> Detected:
    try:
        encoding = sniff(head)
        plain = Decoder(encoding).feed(head)
    except WrongEncoding:
        return Detected("ofx") if _OFX.match(head) else UNKNOWN
    if _OFX.match(plain):
        return Detected("ofx", encoding=encoding.name)
    tags = first_tags(plain)
    for tag in tags:
        local = tag.rpartition("}")[2]
        if kind := body_kind(local):
            return Detected(kind, _version(tags, kind), encoding.name)
        if local == "OFX":
            return Detected("ofx", encoding=encoding.name)
    kind = _behind_doctype(plain)
    if kind is not None:
        return Detected(
            kind, message_version(plain.decode("utf-8", "replace")), encoding.name
        )
    # An ISO message that is known by its namespace, but of another kind.
    for tag in tags:
        version = message_version(tag.rpartition("}")[0])
        if version and not version.startswith("head."):
            return Detected("unknown", version, encoding.name)
    bodies = (_OTHER_BODIES.get(tag.rpartition("}")[2]) for tag in tags)
    return Detected("unknown", next(filter(None, bodies), None), encoding.name)


def _behind_doctype(plain: bytes) -> str | None:
    """The kind of a message with a document type, which no reader will take.

    It is looked for so that the refusal names the true reason.
    """
    match = _ANY_BODY.search(plain) if b"<!DOCTYPE" in plain else None
    return BODIES[match[1].decode()] if match else None


def body_kind(name: str) -> str | None:
    """The kind of message whose body has this local name; None if none has."""
    first = _FIRST_EDITION.fullmatch(name)
    return first[1] if first else BODIES.get(_VERSION_SUFFIX.sub("", name))


def _version(tags: list[str], kind: str) -> str | None:
    """The version in the body's namespace, else in that of what stands around it."""
    told = [message_version(tag.rpartition("}")[0]) for tag in reversed(tags)]
    around = (each for each in told[1:] if each and each.startswith(kind))
    return told[0] or next(around, None)


def message_version(namespace: str) -> str | None:
    """`camt.053.001.08` out of any namespace that carries it."""
    match = _MESSAGE.search(namespace)
    return match[0] if match else None


def first_tags(plain: bytes) -> list[str]:
    """The first elements of UTF-8 XML, as `namespace}name`, down to the body."""
    tags: list[str] = []
    parser = expat.ParserCreate("UTF-8", "}")

    def start(tag: str, _attributes: dict[str, str]) -> None:
        tags.append(tag)
        if body_kind(tag.rpartition("}")[2]) or len(tags) > _MAX_LEVELS * 32:
            raise _Found

    def stop(*_anything: Any) -> None:
        raise _Found

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = stop
    with suppress(_Found, expat.ExpatError):
        parser.Parse(plain)
    return tags


_MT_FIELD = re.compile(
    rb"(?:^|[\r\n:\x01]|@@)[ \t]*:(20|25|28C?|60[FM]|61|62[FM]|34F|13D?|90[CD]):"
)
_OF_ACCOUNTS = frozenset({b"28", b"28C", b"60F", b"60M", b"61", b"62F", b"62M", b"34F"})
_ADVICE = re.compile(rb"[\r\n][ \t]*:32A:\d{6}[A-Z]{3}\d")
_MT_BLOCK = re.compile(rb"\{2:[IO](94[012])")
_MT_OTHER = re.compile(rb"\{2:[IO](?!94[012])(\d{3})")
_MT_HEAD = 1024
_MT_BALANCE = re.compile(rb":6([02])[FM]:([CDcd])[RrCcDd]?\s?\d{6}\s?([^\r\n@]*)")
_BALANCE_REPORT = Detected("mt942", "MT941")
_BAI = re.compile(rb"01,[^,\r\n]*,[^,\r\n]*,\d{6},")
_QUOTED = re.compile(rb'"[^"]*"')
_MOST_PREAMBLE = 40
_CODA = re.compile(rb"0000[ 0-9]\d{9}")


def _detect_text(head: bytes) -> Detected:
    # Some files are filled up to the length of a block.
    body = head.lstrip(b"\xef\xbb\xbf \t\r\n\x01").rstrip(b"\0")
    if b"\0" in body[:4096]:
        return UNKNOWN
    kind = None if _is_advice(body) else _swift(body)
    if kind is None and (version := _other_swift(body)):
        return Detected("unknown", version)
    kind = kind or Detected(_other(body))
    return kind if kind.format == "unknown" else kind._replace(encoding=_guess(head))


def _is_advice(body: bytes) -> bool:
    """Whether the messages each tell of one entry and of no balance."""
    if _ADVICE.search(body) is None:
        return False
    fields = _fields(body)
    return b"20" in fields and not fields & _OF_ACCOUNTS


def _other_swift(body: bytes) -> str | None:
    """The number of a SWIFT message that has no reader, as `MT103`."""
    block = _MT_OTHER.search(body[:_MT_HEAD])
    if block is not None and block[1] not in {b"900", b"910"}:
        return f"MT{block[1].decode()}"
    return "MT900" if _is_advice(body) else None


def _fields(body: bytes) -> set[bytes]:
    return {match[1] for match in _MT_FIELD.finditer(b"\n" + body)}


def _swift(body: bytes) -> Detected | None:
    fields = _fields(body)
    block = _MT_BLOCK.search(body)
    if b"20" not in fields and not fields >= {b"25", b"61"} and b"60F" not in fields:
        return None
    if not fields & {b"25", b"28", b"28C", b"60F", b"60M", b"34F"}:
        return None
    if block is not None:
        number = block[1].decode()
        return _BALANCE_REPORT if number == "941" else Detected(f"mt{number}")
    interim = fields & {b"34F", b"13", b"13D"}
    booked = fields & {b"60F", b"60M", b"62F", b"62M"}
    if booked and b"61" not in fields and _is_balance_report(fields, body):
        return _BALANCE_REPORT
    return Detected("mt942" if interim and not booked else "mt940")


def _is_balance_report(fields: set[bytes], body: bytes) -> bool:
    """Whether messages without entries are MT941: their balances moved all the same."""
    if not fields & {b"13", b"13D", b"90C", b"90D"}:
        return False
    balances = {match[1]: match.groups()[1:] for match in _MT_BALANCE.finditer(body)}
    return len(balances) == 2 and balances[b"0"] != balances[b"2"]


def _other(body: bytes) -> str:
    lines = body[:8192].splitlines()
    first = lines[0] if lines else b""
    if first.startswith((b"OFXHEADER", b"<OFX>")):
        return "ofx"
    if first.startswith(b"01BGMAX"):
        return "bgmax"
    if _CODA.match(first) and len(first.rstrip()) > 100:
        return "coda"
    if _BAI.match(first):
        return "bai2"
    return "csv" if _is_table(lines) else "unknown"


def _is_table(lines: list[bytes]) -> bool:
    """Whether lines are a table, perhaps below some lines about the account."""
    unquoted = [_QUOTED.sub(b"", line) for line in lines if line.strip()]
    for delimiter in (b";", b",", b"\t", b"|"):
        counts = [line.count(delimiter) for line in unquoted[:_MOST_PREAMBLE]]
        if len(counts) > 1 and counts[0] >= 2 and abs(counts[0] - counts[1]) <= 2:
            return True
        rows = zip(counts, counts[1:], counts[2:], strict=False)
        if any(
            first >= 2 and first == second == third for first, second, third in rows
        ):
            return True
        # Prose has commas; the only row of a quiet account has other separators.
        if delimiter != b"," and any(
            first >= 3 and first == second for first, second in pairwise(counts)
        ):
            return True
    return False


def _guess(head: bytes) -> str:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        # A character cut in two by the end of the head is no proof.
        if len(head) == HEAD_BYTES and error.start > len(head) - 4:
            return "utf-8"
        return "cp1252"
    return "utf-8"
