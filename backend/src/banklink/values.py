"""What goes to a bank and comes from it, as frozen values. Nothing here speaks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from uuid import uuid4

LONGEST_ID = 35
"""Both protocols give an id of a request 35 characters."""


class Environment(StrEnum):
    """Whether money moves."""

    PRODUCTION = "PRODUCTION"
    TEST = "TEST"


class FileKind(StrEnum):
    """What a file says, whatever the bank calls it."""

    PAYMENT = "pain.001"
    CANCELLATION = "camt.055"
    STATUS = "pain.002"
    RESOLUTION = "camt.029"
    """What came of a cancellation."""
    STATEMENT = "camt.053"
    REPORT = "camt.052"
    NOTIFICATION = "camt.054"
    OTHER = "other"
    """Something the bank has put out that no setting gives a meaning."""


@dataclass(frozen=True, slots=True)
class OutgoingFile:
    """A file for the bank, as it stands."""

    kind: FileKind
    content: bytes = field(repr=False)
    name: str = ""


@dataclass(frozen=True, slots=True)
class Ids:
    """What makes a request unlike all others; its sender notes it before sending.

    Raises:
        ValueError: The id is empty or longer than both protocols allow, or the
            time has no zone.
    """

    request_id: str
    timestamp: datetime

    def __post_init__(self) -> None:
        if not 0 < len(self.request_id) <= LONGEST_ID:
            raise ValueError(f"A request id has 1 to {LONGEST_ID} characters.")
        if self.timestamp.utcoffset() is None:
            raise ValueError("A request's time needs its zone.")


def fresh_ids() -> Ids:
    """Ids nobody has used: a random number and the present time."""
    return Ids(uuid4().hex, datetime.now(UTC))


@dataclass(frozen=True, slots=True)
class Sealed:
    """A request as it will leave, byte for byte. It can be stored and made again.

    `content_digest` is the SHA-256 of the file inside, in hexadecimal; empty
    where there is none. `address` is where the bytes go.
    """

    body: bytes = field(repr=False)
    ids: Ids
    operation: str
    address: str
    content_digest: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes that leave, in hexadecimal."""
        return sha256(self.body)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The bank has taken a file in; whether it carries it out is said later.

    `reference` is the bank's name for it, which many banks do not give: an
    answer in a pain.002 is matched on the file's own message id.
    """

    bank_code: str
    bank_text: str
    reference: str | None
    reply: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A file the bank holds ready. `bank_type` is the bank's name for its kind."""

    kind: FileKind
    reference: str
    bank_type: str = ""
    name: str = ""
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file from the bank: `content` as the bank made it, `reply` as it travelled."""

    kind: FileKind
    reference: str
    content: bytes = field(repr=False)
    reply: bytes = field(repr=False)
    bank_type: str = ""
    name: str = ""

    @property
    def digest(self) -> str:
        """SHA-256 of the content, in hexadecimal."""
        return sha256(self.content)


@dataclass(frozen=True, slots=True)
class Issued:
    """Certificates a bank gave, PEM, leaf first.

    `bank_certificates` are the bank's own, where the protocol has them.
    """

    certificates: tuple[bytes, ...]
    bank_certificates: tuple[bytes, ...] = ()


class ProbeStage(StrEnum):
    """What a probe looks at, in order."""

    ADDRESS = "address"
    TLS = "tls"
    CERTIFICATE = "certificate"
    SIGNATURE = "signature"
    AGREEMENT = "agreement"
    OUTBOX = "outbox"
    INBOX = "inbox"


class ProbeOutcome(StrEnum):
    """How one step of a probe went."""

    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class ProbeStep:
    """One step of a probe: what was seen, in a sentence, and how long it took."""

    stage: str
    """A `ProbeStage`, or one of the protocol's own with a label in its catalogue."""
    outcome: ProbeOutcome
    seconds: float
    found: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """One call to a bank as it went over the wire, for the communication log.

    `reply` is None when none came, `failure` says why in that case.
    """

    uri: str
    operation: str
    request_id: str
    request: bytes = field(repr=False)
    reply: bytes | None = field(repr=False)
    status: int | None
    seconds: float
    failure: str = ""


Witness = Callable[[Exchange], None]
"""Sees each exchange after it ended. What it raises is logged and changes nothing."""

NewIds = Callable[[], Ids]
Clock = Callable[[], datetime]


def no_witness(exchange: Exchange) -> None:
    """See nothing."""
    del exchange


def utc_now() -> datetime:
    """The present, with its zone."""
    return datetime.now(UTC)


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
