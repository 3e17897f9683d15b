"""Bank files as typed, frozen values, read as a stream.

`detect` tells the kind, `read` gives the values (`read_plainly` flat ones where
there is little to say), `inspect` a summary, `statement_digests` what is needed
to know a statement again, and `validate_schema` what the official schema says.
Nothing here knows the product. What a file says wrongly is a `Finding` among
the values; what cannot be read at all is one of:

    BankFileError
    ├── EmptyFile            no bytes
    ├── NotABankFile         of no known kind
    ├── UnsupportedFormat    a known kind without a reader
    ├── WrongEncoding        bytes that are not in the declared encoding
    ├── Malformed            breaks the grammar of its format
    │   ├── MalformedXml     not well-formed
    │   └── Truncated        ends before its end
    ├── HostileXml           DTD, entities, extreme depth or length
    └── TooLarge             over one of the `Limits`
"""

from __future__ import annotations

from bankfiles._detect import Detected, detect
from bankfiles._inspect import inspect
from bankfiles._read import read, read_plainly, statement_digests
from bankfiles._schema import validate_schema
from bankfiles.errors import (
    BankFileError,
    EmptyFile,
    HostileXml,
    Malformed,
    MalformedXml,
    NotABankFile,
    TooLarge,
    Truncated,
    UnsupportedFormat,
    WrongEncoding,
)
from bankfiles.limits import Limits
from bankfiles.parts import (
    Account,
    Address,
    Balance,
    Charge,
    Direction,
    Exchange,
    Finding,
    Money,
    Named,
    Party,
    PaymentType,
    Severity,
)
from bankfiles.values import (
    Batch,
    Detail,
    Entry,
    FileHeader,
    GroupStatus,
    Payment,
    PaymentBatch,
    PaymentBatchStatus,
    PaymentStatus,
    PlainEntry,
    Resolution,
    ResolvedBatch,
    ResolvedPayment,
    StatementEnd,
    StatementHeader,
    StatusReason,
    Value,
)

READER_VERSION = 5
"""Grows when the same file would give other values; then it may be read again."""

__all__ = [
    "READER_VERSION",
    "Account",
    "Address",
    "Balance",
    "BankFileError",
    "Batch",
    "Charge",
    "Detail",
    "Detected",
    "Direction",
    "EmptyFile",
    "Entry",
    "Exchange",
    "FileHeader",
    "Finding",
    "GroupStatus",
    "HostileXml",
    "Limits",
    "Malformed",
    "MalformedXml",
    "Money",
    "Named",
    "NotABankFile",
    "Party",
    "Payment",
    "PaymentBatch",
    "PaymentBatchStatus",
    "PaymentStatus",
    "PaymentType",
    "PlainEntry",
    "Resolution",
    "ResolvedBatch",
    "ResolvedPayment",
    "Severity",
    "StatementEnd",
    "StatementHeader",
    "StatusReason",
    "TooLarge",
    "Truncated",
    "UnsupportedFormat",
    "Value",
    "WrongEncoding",
    "detect",
    "inspect",
    "read",
    "read_plainly",
    "statement_digests",
    "validate_schema",
]
