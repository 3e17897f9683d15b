"""What is kept here about people; who they are, the identity provider decides.

`people` is a copy for lists and for times when the provider does not answer. Role
requests, rules and the times roles were given are this room's own.
"""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose

ONLY_ROW = 1
"""The id of the row in tables that have one."""
_PENDING = text("state = 'PENDING'")


class UserState(StrEnum):
    """How somebody stands."""

    INVITED = "INVITED"
    ACTIVE = "ACTIVE"
    LOCKED = "LOCKED"
    DISABLED = "DISABLED"


class RequestState(StrEnum):
    """What became of a role request."""

    PENDING = "PENDING"
    CONFIRMED = "CONFIRMED"
    REJECTED = "REJECTED"
    WITHDRAWN = "WITHDRAWN"
    EXPIRED = "EXPIRED"


class KnownPerson(Table):
    """Somebody of the realm, as last seen at the identity provider."""

    __tablename__ = "people"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT,
        own=("person_id",),
        users=("created_by",),
        about=(
            "username",
            "given_name",
            "family_name",
            "name",
            "sort_name",
            "email",
            "required_actions",
        ),
    )
    __table_args__ = (
        Index("ix_people_name", "sort_name", "id"),
        Index("ix_people_active", "active_at", "id"),
        Index("ix_people_created", "created", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64), unique=True)
    """The provider's id, the subject of this person's tokens."""
    username: Mapped[str]
    given_name: Mapped[str]
    family_name: Mapped[str]
    name: Mapped[str]
    sort_name: Mapped[str]
    """The name in small letters, by which both databases sort alike."""
    email: Mapped[str]
    language: Mapped[str | None] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(8), index=True)
    has_second_factor: Mapped[bool]
    required_actions: Mapped[list[str]] = mapped_column(JSON, default=list)
    other_roles: Mapped[int] = mapped_column(default=0)
    """How many roles this person has that are not the product's."""
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str | None] = mapped_column(String(64))
    created_by_name: Mapped[str | None]
    last_sign_in: Mapped[datetime | None] = mapped_column(UtcDateTime)
    active_at: Mapped[datetime] = mapped_column(UtcDateTime)
    """The last sign-in, or the creation while there was none."""
    has_mail_failed: Mapped[bool] = mapped_column(default=False)
    """Whether the last mail to this person could not be sent."""
    gone: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when the provider knows nobody of this id."""


class HeldRole(Table):
    """A role somebody has, since when and by whom."""

    __tablename__ = "people_roles"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT, own=("person_id",), users=("given_by",)
    )
    __table_args__ = (UniqueConstraint("person_id", "role"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64))
    role: Mapped[str] = mapped_column(String(64), index=True)
    since: Mapped[datetime] = mapped_column(UtcDateTime)
    """When it was given here, or first seen where it was given elsewhere."""
    given_by: Mapped[str | None] = mapped_column(String(64))
    given_by_name: Mapped[str | None]


class RoleRequest(Table):
    """A role that waits for a second account manager."""

    __tablename__ = "role_requests"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("person_id", "requested_by", "decided_by"),
        texts=("reason",),
    )
    __table_args__ = (
        Index(
            "ix_role_requests_pending", "person_id", "role", unique=True,
            sqlite_where=_PENDING, postgresql_where=_PENDING,
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64), index=True)
    role: Mapped[str] = mapped_column(String(64))
    state: Mapped[str] = mapped_column(String(9), index=True)
    created: Mapped[datetime] = mapped_column(UtcDateTime)
    expires: Mapped[datetime] = mapped_column(UtcDateTime)
    requested_by: Mapped[str] = mapped_column(String(64))
    requested_by_name: Mapped[str]
    decided: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(64))
    decided_by_name: Mapped[str | None]
    reason: Mapped[str | None]


class TieAct(StrEnum):
    """How one account came into another's hand."""

    MADE = "MADE"
    MAIL = "MAIL"
    PASSWORD = "PASSWORD"  # noqa: S105 - a kind of act, not a password
    SECOND_FACTOR = "SECOND_FACTOR"
    ROLE = "ROLE"
    """Made an account manager without a second person."""
    LINK = "LINK"
    """Was shown a mail with a link that signs in to it."""
    THROUGH = "THROUGH"
    """By an account that was in this hand at the time."""


class AccountTie(Table):
    """That somebody alone had a say in how an account is signed in to.

    Kept until two people, or the operator, stand for the account.
    """

    __tablename__ = "account_ties"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, users=("person_id", "hand_id"), nothing=("act",)
    )
    __table_args__ = (UniqueConstraint("person_id", "hand_id"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64))
    hand_id: Mapped[str] = mapped_column(String(64))
    hand_name: Mapped[str]
    act: Mapped[str] = mapped_column(String(13))
    since: Mapped[datetime] = mapped_column(UtcDateTime)


class SignInEvent(Table):
    """Something that happened at the sign-in, told once by the provider."""

    __tablename__ = "sign_in_events"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT,
        own=("person_id",),
        about=("address", "error"),
        nothing=("event_id", "session_id", "client"),
    )
    __table_args__ = (Index("ix_sign_in_events_person", "person_id", "time"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    event_id: Mapped[str] = mapped_column(String(64), unique=True)
    time: Mapped[datetime] = mapped_column(UtcDateTime, index=True)
    kind: Mapped[str] = mapped_column(String(40))
    person_id: Mapped[str] = mapped_column(String(64))
    session_id: Mapped[str] = mapped_column(String(64))
    client: Mapped[str]
    address: Mapped[str]
    error: Mapped[str]


class DirectorySync(Table):
    """How fresh the copy is; one row."""

    __tablename__ = "people_sync"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    fetched: Mapped[datetime] = mapped_column(UtcDateTime)
    is_complete: Mapped[bool]
    """Whether the provider has no more people than were fetched."""


class AccessRules(Table):
    """What this realm wants of its account managers; one row, or the defaults."""

    __tablename__ = "people_rules"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE, names=("combined_by_name",), texts=("combine_reason",)
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    refuse_conflicts: Mapped[bool]
    combine_reason: Mapped[str | None] = mapped_column(String(500))
    """Why one person may manage accounts and approve payments; none refuses it."""
    combined_by_name: Mapped[str | None]
    combined: Mapped[datetime | None] = mapped_column(UtcDateTime)


class Erasure(Table):
    """That a person was erased, or is about to be.

    What was erased is not kept, but whose it was: what the provider, or a backup, still
    tells of them does not come in again.
    """

    __tablename__ = "erasures"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("person_id", "requested_by"),
        nothing=("pseudonym", "counts"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64), unique=True)
    pseudonym: Mapped[str | None] = mapped_column(String(64))
    """What stands for the person where a row stays; forgotten when all is done."""
    requested_at: Mapped[datetime] = mapped_column(UtcDateTime)
    requested_by: Mapped[str] = mapped_column(String(64))
    requested_by_name: Mapped[str] = mapped_column(String(200))
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    counts: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    """How many rows had each outcome."""
