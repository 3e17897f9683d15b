"""What is kept about banks: accounts, connections, keys, certificates, their inbox.

Private keys and codes stand here encrypted with the realm's key; nothing that a
screen or a list reads ever selects them.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy import (
    JSON,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    UniqueConstraint,
    false,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

ONLY_ROW = 1
"""The id of the row in tables that have one."""
_PENDING = text("state = 'PENDING'")
_CURRENT = text("state = 'CURRENT'")
_WITH_REFERENCE = text("reference IS NOT NULL")
UNKNOWN_CURRENCY = "XXX"
"""The currency of an account that no file has stated one for (ISO 4217)."""


class ConnectionState(StrEnum):
    """How far a connection is; whether it is paused stands beside it."""

    NEW = "NEW"
    KEY_CREATED = "KEY_CREATED"
    ACTIVATING = "ACTIVATING"
    ACTIVE = "ACTIVE"
    EXPIRING = "EXPIRING"
    RENEWING = "RENEWING"
    EXPIRED = "EXPIRED"
    REVOKED = "REVOKED"


class KeyState(StrEnum):
    """What a private key is to its connection."""

    PENDING = "PENDING"
    """Made, and no certificate for it yet."""
    CURRENT = "CURRENT"
    RETIRED = "RETIRED"


class CertificateKind(StrEnum):
    """Whose certificate it is."""

    OWN = "OWN"
    BANK = "BANK"
    CHAIN = "CHAIN"


class RequestState(StrEnum):
    """What became of a request that a second person decides."""

    PENDING = "PENDING"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    WITHDRAWN = "WITHDRAWN"
    EXPIRED = "EXPIRED"


class Learned(StrEnum):
    """How a name of an account was learned."""

    STATED = "stated"
    """A file has called the account so."""
    DERIVED = "derived"
    """It follows from what a file has said, or was compared with."""
    JOINED = "joined"
    """A person has said that both are one account."""


class Named(Protocol):
    """An account's names, of its row or of what a question found of it."""

    @property
    def nickname(self) -> str | None:
        """What people of the realm call it."""

    @property
    def name(self) -> str | None:
        """What the bank's files call it."""

    @property
    def number(self) -> str:
        """IBAN or domestic number."""


def called(account: Named) -> str:
    """What people know an account by: their name for it, the bank's, or the number."""
    return account.nickname or account.name or account.number


class Account(Table):
    """One account in one currency."""

    __tablename__ = "accounts"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING,
        contacts=("number", "iban", "name", "nickname", "owner", "servicer"),
    )
    __table_args__ = (UniqueConstraint("number", "currency"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    number: Mapped[str] = mapped_column(String(70))
    """IBAN or domestic number, without spaces, in capitals."""
    iban: Mapped[str | None] = mapped_column(String(34))
    name: Mapped[str | None]
    """What the bank's files call it."""
    nickname: Mapped[str | None] = mapped_column(String(40))
    """What people of the realm call it."""
    owner: Mapped[str | None]
    currency: Mapped[str] = mapped_column(String(3))
    servicer: Mapped[str | None] = mapped_column(String(40))
    joined_into: Mapped[int | None] = mapped_column(BigId, ForeignKey("accounts.id"))
    """The account that a person has joined it into; lists leave it out then."""

    @property
    def called(self) -> str:
        """What people know it by."""
        return called(self)


class AccountAlias(Table):
    """A name of an account, in the currency in which it means this account."""

    __tablename__ = "account_aliases"
    __personal_data__ = PersonalData(
        Purpose.BOOKKEEPING, contacts=("name",), nothing=("learned",)
    )
    __table_args__ = (UniqueConstraint("name", "currency"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    name: Mapped[str] = mapped_column(String(80))
    """IBAN or national number, without spaces, in capitals; the latter behind its
    bank's BIC and a slash where the file names the bank."""
    currency: Mapped[str] = mapped_column(String(3))
    learned: Mapped[str] = mapped_column(String(7))


class AccountJoin(Table):
    """An account that a person has joined into another, and how to undo it."""

    __tablename__ = "account_joins"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("joined_by", "undone_by"),
        contacts=("aliases", "kept_iban"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kept_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    joined_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    aliases: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """The joined account's names as they were: id, currency, learned."""
    last_alias_id: Mapped[int] = mapped_column(BigId)
    """Names with a higher id were learned after the join."""
    kept_iban: Mapped[str | None] = mapped_column(String(34))
    """What the kept account's IBAN was."""
    joined_at: Mapped[datetime] = mapped_column(UtcDateTime)
    joined_by: Mapped[str] = mapped_column(String(64))
    joined_by_name: Mapped[str]
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by: Mapped[str | None] = mapped_column(String(64))
    undone_by_name: Mapped[str | None]


class BankConnection(Table):
    """One agreement with one bank: what to call, as whom, and how it stands."""

    __tablename__ = "bank_connections"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("created_by",),
        names=("paused_by_name",),
        texts=("pause_reason",),
        contacts=("parameters",),
        nothing=("name", "sort_name", "profile", "environment", "country", "failure"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    sort_name: Mapped[str] = mapped_column(String(80), index=True)
    type: Mapped[str] = mapped_column(String(12))
    """The kind of its protocol."""
    profile: Mapped[str] = mapped_column(String(40))
    """The bank's place in the directory, which knows its endpoints."""
    environment: Mapped[str] = mapped_column(String(10))
    country: Mapped[str] = mapped_column(String(2))
    parameters: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What the bank's letter says, without any secret."""
    state: Mapped[str] = mapped_column(String(12), index=True)
    version: Mapped[int] = mapped_column(default=1)
    """Counts changes by people, so that two of them do not overwrite each other."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str]
    activated: Mapped[datetime | None] = mapped_column(UtcDateTime)
    expires: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the certificate in use ends."""
    renews_itself: Mapped[bool] = mapped_column(default=True)
    renew_days_before: Mapped[int] = mapped_column(default=45)
    fetch_minutes: Mapped[int] = mapped_column(default=15)
    """Minutes between two looks at the bank; 0 looks only when somebody asks."""
    fetch_from: Mapped[int] = mapped_column(default=6)
    fetch_to: Mapped[int] = mapped_column(default=20)
    """Banking hours, in whole hours of the day in Copenhagen."""
    fetches_on_weekends: Mapped[bool] = mapped_column(default=False)
    next_fetch: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)
    fetch_began: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Set while files are fetched: found set at the next look, some may be lost."""
    listed_all: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When everything the bank has was last asked for, new or not."""
    last_sent: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_received: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_contact: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the bank last answered as it should."""
    failing_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    failure: Mapped[str | None]
    failure_told: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_by_name: Mapped[str | None]
    pause_reason: Mapped[str | None] = mapped_column(String(500))
    is_demo: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether a made-up company pays over it; what it brings is demo data."""


class BankPause(Table):
    """All connections of the realm stand still; one row while they do."""

    __tablename__ = "bank_pauses"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("paused_by",), texts=("reason",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    paused: Mapped[datetime] = mapped_column(UtcDateTime)
    paused_by: Mapped[str] = mapped_column(String(64))
    paused_by_name: Mapped[str]
    reason: Mapped[str | None] = mapped_column(String(500))


class BankKey(Table):
    """A private key of a connection, encrypted; never read by anything shown."""

    __tablename__ = "bank_keys"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("created_by",),
        nothing=("wrapped", "wrapped_code", "algorithm", "public", "asked_id"),
    )
    __table_args__ = (
        Index(
            "ux_bank_keys_current", "connection_id", unique=True,
            sqlite_where=_CURRENT, postgresql_where=_CURRENT,
        ),
        Index(
            "ux_bank_keys_pending", "connection_id", unique=True,
            sqlite_where=_PENDING, postgresql_where=_PENDING,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("bank_connections.id", ondelete="CASCADE"), index=True
    )
    state: Mapped[str] = mapped_column(String(8))
    fingerprint: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the public key, which tells nothing about the private one."""
    wrapped: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Gone once the key is retired."""
    wrapped_code: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The activation code, only until the bank has answered."""
    algorithm: Mapped[str] = mapped_column(String(20))
    public: Mapped[str | None]
    """The public half as the bank is given it, where people give it."""
    asked: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When a certificate was last asked for with it."""
    asked_id: Mapped[str | None] = mapped_column(String(64))
    """The request's own name, written before it left."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str]
    retired: Mapped[datetime | None] = mapped_column(UtcDateTime)


class BankCertificate(Table):
    """A certificate in use or used before: the connection's own, or the bank's."""

    __tablename__ = "bank_certificates"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        contacts=("pem", "subject"),
        nothing=("purpose", "serial", "issuer"),
    )
    __table_args__ = (
        UniqueConstraint("connection_id", "kind", "fingerprint"),
        Index("ix_bank_certificates_fingerprint", "fingerprint"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("bank_connections.id", ondelete="CASCADE"), index=True
    )
    key_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("bank_keys.id"))
    kind: Mapped[str] = mapped_column(String(6))
    purpose: Mapped[str] = mapped_column(String(40))
    state: Mapped[str] = mapped_column(String(8))
    """CURRENT or FORMER."""
    pem: Mapped[str]
    fingerprint: Mapped[str] = mapped_column(String(64))
    serial: Mapped[str] = mapped_column(String(64))
    subject: Mapped[str]
    issuer: Mapped[str]
    valid_from: Mapped[datetime] = mapped_column(UtcDateTime)
    valid_to: Mapped[datetime] = mapped_column(UtcDateTime)
    obtained: Mapped[datetime] = mapped_column(UtcDateTime)
    replaced: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ServedAccount(Table):
    """An account that a connection fetches for, and may pay from."""

    __tablename__ = "bank_served_accounts"
    __personal_data__ = PersonalData(Purpose.BOOKKEEPING, contacts=("number", "name"))
    __table_args__ = (UniqueConstraint("connection_id", "number"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("bank_connections.id", ondelete="CASCADE"), index=True
    )
    number: Mapped[str] = mapped_column(String(70), index=True)
    """As accounts are compared: no spaces, capitals."""
    name: Mapped[str | None] = mapped_column(String(80))
    pays: Mapped[bool] = mapped_column(default=True)


class BankFile(Table):
    """A file a bank gave: safe in the documents, and collected or not."""

    __tablename__ = "bank_files"
    __personal_data__ = PersonalData(nothing=("reference", "name", "refusal"))
    __table_args__ = (
        Index(
            "ux_bank_files_reference", "connection_id", "reference", unique=True,
            sqlite_where=_WITH_REFERENCE, postgresql_where=_WITH_REFERENCE,
        ),
        Index("ix_bank_files_content", "connection_id", "sha256"),
        Index("ix_bank_files_collected", "collected_at", "id"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(BigId, ForeignKey("bank_connections.id"))
    reference: Mapped[str | None] = mapped_column(String(80))
    """The bank's name of the file, where its channel has one."""
    kind: Mapped[str] = mapped_column(String(12))
    sha256: Mapped[str] = mapped_column(String(64))
    """Of the content, by which a file without a name is known again."""
    document_id: Mapped[int] = mapped_column(BigId, ForeignKey("documents.id"))
    raw_document_id: Mapped[int | None] = mapped_column(
        BigId, ForeignKey("documents.id")
    )
    """The whole answer with its signatures, for evidence."""
    name: Mapped[str] = mapped_column(String(120))
    received: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    collected_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was handed on for import; also set for what is refused."""
    refusal: Mapped[str | None]
    """Why it is kept but never imported."""
    upload_id: Mapped[int | None] = mapped_column(BigId)


class BankAnswer(Table):
    """A question to a bank that gives each file once, until its answer was taken."""

    __tablename__ = "bank_answers"
    __table_args__ = (UniqueConstraint("connection_id", "request_id"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("bank_connections.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[str] = mapped_column(String(12))
    request_id: Mapped[str] = mapped_column(String(35))
    stamped: Mapped[datetime] = mapped_column(UtcDateTime)
    """The time that the request itself carries."""
    state: Mapped[str] = mapped_column(String(8))
    asked: Mapped[datetime] = mapped_column(UtcDateTime)
    reply_sha256: Mapped[str | None] = mapped_column(String(64))
    """The answer as it came; its bytes are in the vault."""


class BankTest(Table):
    """One test of a connection, step by step."""

    __tablename__ = "bank_tests"
    __personal_data__ = PersonalData(
        Purpose.OPERATION, names=("started_by_name",), nothing=("steps",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("bank_connections.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[str] = mapped_column(String(8))
    """TEST of the connection, or a dry run of its RENEWAL."""
    started: Mapped[datetime] = mapped_column(UtcDateTime)
    started_by_name: Mapped[str]
    finished: Mapped[datetime | None] = mapped_column(UtcDateTime)
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)


class BankAlarm(Table):
    """An alarm that was given, so that it is given once."""

    __tablename__ = "bank_alarms"
    __table_args__ = (UniqueConstraint("certificate_id", "days"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    certificate_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("bank_certificates.id", ondelete="CASCADE")
    )
    days: Mapped[int]
    given: Mapped[datetime] = mapped_column(UtcDateTime)


class BankKeyRequest(Table):
    """A key that is to be replaced, waiting for a second account manager."""

    __tablename__ = "bank_key_requests"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("requested_by", "decided_by"),
        texts=("reason",),
        contacts=("parameters",),
    )
    __table_args__ = (
        Index(
            "ux_bank_key_requests_pending", "connection_id", unique=True,
            sqlite_where=_PENDING, postgresql_where=_PENDING,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    connection_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("bank_connections.id", ondelete="CASCADE"), index=True
    )
    state: Mapped[str] = mapped_column(String(9))
    reason: Mapped[str] = mapped_column(String(500))
    parameters: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True))
    """What the connection is to be, where that is confirmed and no key replaced."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    expires: Mapped[datetime] = mapped_column(UtcDateTime)
    requested_by: Mapped[str] = mapped_column(String(64))
    requested_by_name: Mapped[str]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
