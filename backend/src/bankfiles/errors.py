"""Why a file could not be read: one named class per reason.

What a file says wrongly but readably is a `Finding`; these are for bytes that
cannot be taken as a bank file at all. Nothing here reads.
"""

from __future__ import annotations

from bankfiles.parts import Finding, Severity


class BankFileError(Exception):
    """The file cannot be read. `message` is a sentence fit for a person."""

    code = "unreadable"

    def __init__(
        self, message: str, *, line: int | None = None, path: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.path = path

    @property
    def finding(self) -> Finding:
        """The same as a finding, for lists that hold both."""
        return Finding(Severity.ERROR, self.code, self.message, self.line, self.path)


class EmptyFile(BankFileError):
    """The file has no bytes, or nothing but white space."""

    code = "empty_file"


class NotABankFile(BankFileError):
    """The bytes are no bank file."""

    code = "not_a_bank_file"


class UnsupportedFormat(BankFileError):
    """A bank file of a kind or version that has no reader."""

    code = "unsupported_format"


class WrongEncoding(BankFileError):
    """The bytes are not in the encoding the file declares, or it is refused."""

    code = "wrong_encoding"


class Malformed(BankFileError):
    """The file breaks the grammar of its format."""

    code = "malformed"


class MalformedXml(Malformed):
    """The XML is not well-formed."""

    code = "malformed_xml"


class Truncated(Malformed):
    """The file ends before its end."""

    code = "truncated"


class HostileXml(BankFileError):
    """The XML uses what only attacks need: a DTD, entities, extreme depth."""

    code = "hostile_xml"


class TooLarge(BankFileError):
    """The file, or one element of it, is over a limit."""

    code = "too_large"
