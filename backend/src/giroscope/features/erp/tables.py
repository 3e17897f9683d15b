"""What is kept about the ERP: connections, configurations, secrets, what was checked.

Secrets stand in a table of their own, encrypted with the realm's key; nothing that a
screen reads ever selects them.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any

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
from giroscope.kernel.text import MessageColumn
from localization import Message

_ACTIVE = text("state = 'ACTIVE'")
_DRAFT = text("state = 'DRAFT'")


class BooksState(StrEnum):
    """Whether a set of books is the one in use."""

    ACTIVE = "ACTIVE"
    ENDED = "ENDED"


class VersionState(StrEnum):
    """What a version of the configuration is at present."""

    DRAFT = "DRAFT"
    ACTIVE = "ACTIVE"
    SUPERSEDED = "SUPERSEDED"


class Outcome(StrEnum):
    """How a check ended."""

    PASSED = "PASSED"
    WARNING = "WARNING"
    FAILED = "FAILED"
    SKIPPED = "SKIPPED"
    """There is nothing to check, or what it stands on has failed."""
    NOT_RUN = "NOT_RUN"
    UNKNOWN = "UNKNOWN"
    """No answer came in time: neither well nor ill."""


class Verdict(StrEnum):
    """What the checks say together."""

    VALID = "VALID"
    WARNINGS = "WARNINGS"
    INVALID = "INVALID"
    UNKNOWN = "UNKNOWN"
    """The ERP did not answer."""


class ErpConnection(Table):
    """One set of books in one ERP; made when a configuration for it is activated."""

    __tablename__ = "erp_connections"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        contacts=("company", "company_name", "company_number"),
        nothing=("name", "failure"),
    )
    __table_args__ = (
        Index(
            "ux_erp_connections_active", "state", unique=True,
            sqlite_where=_ACTIVE, postgresql_where=_ACTIVE,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    """The connector's key."""
    name: Mapped[str] = mapped_column(String(80))
    company: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """The settings that say which books; others of them make another connection."""
    company_name: Mapped[str | None] = mapped_column(String(200))
    """What the company was called when these books were last put to use."""
    company_number: Mapped[str | None] = mapped_column(String(40))
    """The number it was registered under then."""
    state: Mapped[str] = mapped_column(String(8))
    began: Mapped[datetime] = mapped_column(UtcDateTime)
    ended: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_contact: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the ERP last answered as it should."""
    failing_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    failure: Mapped[str | None] = mapped_column(String(500))
    failure_told: Mapped[datetime | None] = mapped_column(UtcDateTime)
    verdict: Mapped[str | None] = mapped_column(String(8))
    """What the checks said when people were last told."""
    is_demo: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether they are a made-up company's; what comes from them says so."""


class ErpVersion(Table):
    """A configuration: the draft, the one in use, or one that was."""

    __tablename__ = "erp_versions"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("created_by", "changed_by", "activated_by", "requested_by"),
        quotes=("setters",),
        texts=("note",),
        contacts=("values",),
    )
    __table_args__ = (
        Index(
            "ux_erp_versions_active", "state", unique=True,
            sqlite_where=_ACTIVE, postgresql_where=_ACTIVE,
        ),
        Index(
            "ux_erp_versions_draft", "state", unique=True,
            sqlite_where=_DRAFT, postgresql_where=_DRAFT,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    number: Mapped[int | None] = mapped_column(unique=True)
    """Given when it is activated, so that no number is ever missing."""
    connection_id: Mapped[int | None] = mapped_column(
        BigId, ForeignKey("erp_connections.id"), index=True
    )
    kind: Mapped[str] = mapped_column(String(40))
    state: Mapped[str] = mapped_column(String(10))
    values: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    """What the tenant has said itself, without any secret."""
    setters: Mapped[dict[str, Any]] = mapped_column(
        JSON, default=dict, server_default=text("'{}'")
    )
    """Who gave each setting the value it has, by its name: `id`, `name` and `at`."""
    note: Mapped[str | None] = mapped_column(String(500))
    revision: Mapped[int] = mapped_column(default=1)
    """Counts changes, so that two people do not overwrite each other."""
    restored_from: Mapped[int | None]
    """The number of the version it was made from."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str]
    changed: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_by: Mapped[str] = mapped_column(String(64))
    changed_by_name: Mapped[str]
    activated: Mapped[datetime | None] = mapped_column(UtcDateTime)
    activated_by: Mapped[str | None] = mapped_column(String(64))
    activated_by_name: Mapped[str | None]
    """Who confirmed it, where another account manager had asked for it."""
    requested_by: Mapped[str | None] = mapped_column(String(64))
    requested_by_name: Mapped[str | None]
    superseded: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ErpSecret(Table):
    """A secret that somebody gave, encrypted; replaced and never read by people."""

    __tablename__ = "erp_secrets"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("created_by",), nothing=("reference", "wrapped")
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reference: Mapped[str] = mapped_column(String(36), unique=True)
    """What the encryption is bound to, so that rows cannot change places."""
    wrapped: Mapped[bytes | None] = mapped_column(LargeBinary)
    """Gone once no version in use has needed it for a while."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(64))
    created_by_name: Mapped[str]
    destroyed: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ErpVersionSecret(Table):
    """Which secret a version signs in with."""

    __tablename__ = "erp_version_secrets"
    __personal_data__ = PersonalData(nothing=("name",))
    __table_args__ = (UniqueConstraint("version_id", "name"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    version_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("erp_versions.id", ondelete="CASCADE")
    )
    name: Mapped[str] = mapped_column(String(60))
    """The setting it is the value of."""
    secret_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("erp_secrets.id"), index=True
    )


class ErpCheckRun(Table):
    """Some checks of one version, done one after the other."""

    __tablename__ = "erp_check_runs"
    __personal_data__ = PersonalData(
        Purpose.OPERATION, users=("started_by",), nothing=("checks",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    version_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("erp_versions.id", ondelete="CASCADE"), index=True
    )
    revision: Mapped[int]
    """Of the version when it was asked for; a later one is another configuration."""
    checks: Mapped[list[str]] = mapped_column(JSON)
    started: Mapped[datetime] = mapped_column(UtcDateTime)
    started_by: Mapped[str] = mapped_column(String(64))
    started_by_name: Mapped[str]
    finished: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ErpCheckResult(Table):
    """How one check ended, with what it saw."""

    __tablename__ = "erp_check_results"
    __personal_data__ = PersonalData(
        Purpose.OPERATION,
        contacts=("values", "items", "said", "detail"),
        nothing=("name", "finding", "field", "call_ids"),
    )
    __table_args__ = (
        UniqueConstraint("run_id", "name"),
        Index("ix_erp_check_results_latest", "version_id", "name", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    run_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("erp_check_runs.id", ondelete="CASCADE")
    )
    version_id: Mapped[int] = mapped_column(
        BigId, ForeignKey("erp_versions.id", ondelete="CASCADE")
    )
    revision: Mapped[int]
    name: Mapped[str] = mapped_column(String(24))
    outcome: Mapped[str] = mapped_column(String(8))
    started: Mapped[datetime] = mapped_column(UtcDateTime)
    seconds: Mapped[float]
    finding: Mapped[str] = mapped_column(String(40))
    """The code of the sentence that says what was found."""
    values: Mapped[dict[str, str]] = mapped_column(JSON, default=dict)
    items: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    """What it is about, one by one: accounts, rights, companies."""
    said: Mapped[Message | None] = mapped_column(MessageColumn)
    """What the connector met."""
    detail: Mapped[str | None] = mapped_column(String(1000))
    """What the ERP said itself, word for word."""
    field: Mapped[str | None] = mapped_column(String(60))
    """The setting that mends it."""
    call_ids: Mapped[list[str]] = mapped_column(JSON, default=list)


class RequestKind(StrEnum):
    """What somebody asks for and another account manager confirms."""

    ACTIVATION = "ACTIVATION"
    """A draft becomes the configuration in use."""
    DEBTOR_ACCOUNT = "DEBTOR_ACCOUNT"
    """A mapping pays from another account."""


class RequestState(StrEnum):
    """What became of a request."""

    PENDING = "PENDING"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    WITHDRAWN = "WITHDRAWN"
    REPLACED = "REPLACED"
    """What it was about was changed since; it has to be asked for anew."""


class ErpRequest(Table):
    """A change of where payments come from that waits for a second person."""

    __tablename__ = "erp_requests"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("requested_by", "decided_by"),
        nothing=("rule", "changes"),
    )
    __table_args__ = (Index("ix_erp_requests_pending", "state", "id"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(14))
    state: Mapped[str] = mapped_column(String(9))
    version_id: Mapped[int | None] = mapped_column(
        BigId, ForeignKey("erp_versions.id", ondelete="CASCADE")
    )
    revision: Mapped[int | None]
    """The draft's when it was asked for, or the mapping's version."""
    connection_id: Mapped[int | None] = mapped_column(
        BigId, ForeignKey("erp_connections.id")
    )
    mapping_id: Mapped[int | None] = mapped_column(
        BigId, ForeignKey("erp_mappings.id", ondelete="CASCADE")
    )
    rule: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """The mapping as it is to be."""
    changes: Mapped[list[str]] = mapped_column(JSON)
    """What of it a second person has to confirm, as codes."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    expires: Mapped[datetime] = mapped_column(UtcDateTime)
    requested_by: Mapped[str] = mapped_column(String(64))
    requested_by_name: Mapped[str]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
