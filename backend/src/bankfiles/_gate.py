"""The gate: one expat pass over all the bytes, beside whoever reads values.

Fast readers see fragments, so something must see the whole: one root,
matching ends, no DTD and hence no entities, valid UTF-8, no duplicate
attributes, only declared prefixes, nothing after the root, a real end. Expat
without handlers does this at the price of a scan.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn
from xml.parsers import expat
from xml.parsers.expat import errors

from bankfiles.errors import (
    BankFileError,
    HostileXml,
    MalformedXml,
    Truncated,
    WrongEncoding,
)
from bankfiles.limits import KIB, Limits

# A tag as long as a slice is parsed twice at most, so a long one costs little.
_SLICE = 64 * KIB
# So much is kept of what was fed, to show the sign or the name that is wrong.
_TAIL = 128
_TAG_NAME = re.compile(rb"<([^\s/>]+)")

_ENDS_EARLY = frozenset(
    errors.codes[text]
    for text in (
        errors.XML_ERROR_NO_ELEMENTS,
        errors.XML_ERROR_UNCLOSED_TOKEN,
        errors.XML_ERROR_PARTIAL_CHAR,
        errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
)
_INVALID = errors.codes[errors.XML_ERROR_INVALID_TOKEN]
_UNBOUND = errors.codes[errors.XML_ERROR_UNBOUND_PREFIX]
_MORE = errors.codes[errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
_HOSTILE = frozenset(
    errors.codes[text]
    for text in (
        errors.XML_ERROR_UNDEFINED_ENTITY,
        errors.XML_ERROR_RECURSIVE_ENTITY_REF,
    )
)


class Gate:
    """Refuses bytes that are not one well-formed, harmless XML document."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._fed = 0
        # What is wrong may only show with the bytes after it.
        self._tail = b""
        # A separator would forbid names of namespaces that hold it.
        self._parser = expat.ParserCreate("UTF-8", "")
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    def feed(self, data: bytes) -> None:
        """Check the next bytes (UTF-8)."""
        view = memoryview(data)
        for start in range(0, len(data), _SLICE):
            piece = view[start : start + _SLICE]
            self._parse(piece, data, start)
            self._fed += len(piece)
            if self._fed - self._parser.CurrentByteIndex > self._limits.tag_bytes:
                raise HostileXml(
                    f"A tag is longer than {self._limits.tag_bytes} bytes.",
                    line=self._parser.CurrentLineNumber,
                )
        self._tail = (self._tail + data if len(data) < _TAIL else data)[-_TAIL:]

    def close(self) -> None:
        """Check that the document is at its end."""
        self._parse(b"", b"", 0, final=True)

    def _parse(
        self, piece: bytes | memoryview, data: bytes, start: int, *, final: bool = False
    ) -> None:
        try:
            self._parser.Parse(piece, final)
        except expat.ExpatError as error:
            at = start + self._parser.ErrorByteIndex - self._fed + len(self._tail)
            seen = self._tail + data
            raise _translated(error, seen[max(at, 0) :], final=final) from error

    def _refuse_doctype(self, name: str, *_rest: Any) -> NoReturn:
        raise HostileXml(
            f"The file declares a document type ({name}). Bank files have none; "
            "it could make the reader load or multiply text.",
            line=self._parser.CurrentLineNumber,
        )


def unbound_prefix(head: bytes) -> MalformedXml | None:
    """What there is to say of a prefix without namespace in the first bytes."""
    try:
        Gate(Limits()).feed(head)
    except BankFileError as error:
        if isinstance(error.__cause__, expat.ExpatError) and isinstance(
            error, MalformedXml
        ):
            return error if error.__cause__.code == _UNBOUND else None
    return None


def _translated(error: expat.ExpatError, wrong: bytes, *, final: bool) -> BankFileError:
    """The same error in our words; `wrong` begins with what it is about."""
    words = expat.ErrorString(error.code)
    if final and error.code in _ENDS_EARLY:
        return Truncated(
            "The file ends before its last element is closed.", line=error.lineno
        )
    if error.code == _INVALID and wrong > b"\x7f":
        return WrongEncoding(
            f"The byte 0x{wrong[0]:02X} is not UTF-8. The file may be in another "
            "encoding than it says.",
            line=error.lineno,
        )
    if error.code in _HOSTILE:
        return HostileXml(f"The file uses an entity: {words}.", line=error.lineno)
    if error.code == _UNBOUND:
        return _unbound(wrong, error.lineno)
    if error.code == _MORE:
        return MalformedXml(
            "Something follows the end of the document, perhaps another document: a "
            "file holds one, so divide it.",
            line=error.lineno,
        )
    return MalformedXml(f"The file is not well-formed XML: {words}.", line=error.lineno)


def _unbound(tag: bytes, line: int) -> MalformedXml:
    match = _TAG_NAME.match(tag)
    name = match[1].decode("utf-8", "replace") if match else None
    return MalformedXml(
        "An XML namespace prefix is used but not declared"
        f"{f' in <{name}>' if name else ''}.",
        line=line,
        path=name,
    )
