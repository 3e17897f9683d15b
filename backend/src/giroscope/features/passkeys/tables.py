"""Passkeys of people, challenges that wait for an answer, and proofs that were given.

A passkey that proved something is never deleted: what was approved with it has to be
provable afterwards.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    ForeignKey,
    FromClause,
    LargeBinary,
    String,
    Text,
    exists,
)
from sqlalchemy.orm import Mapped, mapped_column

from giroscope.kernel.columns import BigId, UtcDateTime
from giroscope.kernel.database import Table
from giroscope.kernel.personal_data import PersonalData, Purpose


def _has_proof(keys: FromClause) -> ColumnElement[bool]:
    proofs = PasskeyProof.__table__
    return exists().where(proofs.c.passkey_id == keys.c.id)


class Passkey(Table):
    """A public key whose private half is in a device of one person."""

    __tablename__ = "passkeys"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        own=("person_id",),
        users=("confirmed_by", "removed_by"),
        about=("name", "credential_id", "public_key", "aaguid", "transports"),
        texts=("reason",),
        nothing=("rp_id",),
        stays=_has_proof,
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64), index=True)
    person_name: Mapped[str]
    name: Mapped[str] = mapped_column(String(80))
    credential_id: Mapped[str] = mapped_column(String(1400), unique=True)
    """The device's name of the key, in base64url."""
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    """In COSE form."""
    sign_count: Mapped[int] = mapped_column(BigId)
    rp_id: Mapped[str] = mapped_column(String(255))
    """The host it was made for; it answers no other."""
    aaguid: Mapped[str] = mapped_column(String(36))
    is_synced: Mapped[bool]
    """Whether its maker keeps copies of it, so that it is in several devices."""
    transports: Mapped[list[Any]] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    confirmed_by: Mapped[str | None] = mapped_column(String(64))
    confirmed_by_name: Mapped[str | None]
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    removed_by: Mapped[str | None] = mapped_column(String(64))
    removed_by_name: Mapped[str | None]
    reason: Mapped[str | None] = mapped_column(String(500))
    """Of its removal."""
    seal: Mapped[str] = mapped_column(String(100))
    """Keyed hash of whose it is and who confirmed it; see `seals`."""


class PasskeyChallenge(Table):
    """What a device was asked to sign, until it has or the time is over."""

    __tablename__ = "passkey_challenges"
    __personal_data__ = PersonalData(
        Purpose.ACCOUNT,
        own=("person_id",),
        about=("statement",),
        nothing=("challenge",),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    person_id: Mapped[str] = mapped_column(String(64), index=True)
    challenge: Mapped[str] = mapped_column(String(64), unique=True)
    """32 bytes in hexadecimal digits."""
    statement: Mapped[str | None] = mapped_column(Text)
    """What it is the hash of; a registration signs nothing but the challenge."""
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class PasskeyProof(Table):
    """That a device signed a statement: all that it takes to verify it again."""

    __tablename__ = "passkey_proofs"
    __personal_data__ = PersonalData(
        Purpose.EVIDENCE,
        users=("person_id",),
        about=("statement", "client_data", "authenticator_data", "signature"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    passkey_id: Mapped[int] = mapped_column(BigId, ForeignKey("passkeys.id"))
    person_id: Mapped[str] = mapped_column(String(64))
    statement: Mapped[str] = mapped_column(Text)
    client_data: Mapped[bytes] = mapped_column(LargeBinary)
    authenticator_data: Mapped[bytes] = mapped_column(LargeBinary)
    signature: Mapped[bytes] = mapped_column(LargeBinary)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
