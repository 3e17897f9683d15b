"""The gate: one expat pass over all the bytes, beside whoever reads values.

Fast readers see fragments, so something must see the whole: one root,
matching ends, no DTD and hence no entities, valid UTF-8, no duplicate
attributes, nothing after the root, a real end. Expat without handlers does
this at the price of a scan.
"""

from __future__ import annotations

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
_LONGEST_SIGN = 4

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
        self._parser = expat.ParserCreate("UTF-8")
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
        self._tail = data[-_LONGEST_SIGN:]

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
            raise _translated(error, seen[max(at, 0) : at + 1], final=final) from error

    def _refuse_doctype(self, name: str, *_rest: Any) -> NoReturn:
        raise HostileXml(
            f"The file declares a document type ({name}). Bank files have none; "
            "it could make the reader load or multiply text.",
            line=self._parser.CurrentLineNumber,
        )


def _translated(error: expat.ExpatError, byte: bytes, *, final: bool) -> BankFileError:
    """The same error in our words."""
    words = expat.ErrorString(error.code)
    if final and error.code in _ENDS_EARLY:
        return Truncated(
            "The file ends before its last element is closed.", line=error.lineno
        )
    if error.code == _INVALID and byte > b"\x7f":
        return WrongEncoding(
            f"The byte 0x{byte[0]:02X} is not UTF-8. The file may be in another "
            "encoding than it says.",
            line=error.lineno,
        )
    if error.code in _HOSTILE:
        return HostileXml(f"The file uses an entity: {words}.", line=error.lineno)
    if error.code == _MORE:
        return MalformedXml(
            "Something follows the end of the document, perhaps another document: a "
            "file holds one, so divide it.",
            line=error.lineno,
        )
    return MalformedXml(f"The file is not well-formed XML: {words}.", line=error.lineno)
