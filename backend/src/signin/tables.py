"""The provider's tables. Instants are whole seconds since 1970 in UTC.

Secrets that a browser holds (cookies, codes, refresh tokens) are stored as SHA-256
only; a copy of the database lets nobody sign in.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _realm_column() -> Column[str]:
    return Column(
        "realm",
        String(63),
        ForeignKey("realms.name", ondelete="CASCADE"),
        nullable=False,
    )


schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
)

realms = Table(
    "realms",
    metadata,
    Column("name", String(63), primary_key=True),
    Column("display_name", String(200), nullable=False),
    Column("created_at", Integer, nullable=False),
)

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("kid", String(64), primary_key=True),
    _realm_column(),
    Column("public_jwk", Text, nullable=False),
    Column("sealed_private", LargeBinary, nullable=False),
    Column("created_at", Integer, nullable=False),
    # A retired key signs nothing more but stays published until its last token has
    # expired.
    Column("retired_at", Integer),
    Index("ix_signing_keys_realm", "realm"),
)

users = Table(
    "users",
    metadata,
    Column("id", String(36), primary_key=True),
    _realm_column(),
    Column("username", String(255), nullable=False),
    Column("given_name", String(255), nullable=False),
    Column("family_name", String(255), nullable=False),
    Column("email", String(320), nullable=False),
    Column("password_hash", String(255), nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("created_at", Integer, nullable=False),
    Column("password_changed_at", Integer, nullable=False),
    UniqueConstraint("realm", "username", name="uq_users_username"),
)

user_roles = Table(
    "user_roles",
    metadata,
    Column(
        "user_id",
        String(36),
        ForeignKey("users.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("role", String(100), primary_key=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("sid", String(36), primary_key=True),
    _realm_column(),
    Column(
        "user_id",
        String(36),
        ForeignKey("users.id", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("cookie_hash", String(64), nullable=False, unique=True),
    Column("started_at", Integer, nullable=False),
    Column("used_at", Integer, nullable=False),
    Column("idle_until", Integer, nullable=False),
    Column("absolute_until", Integer, nullable=False),
    Column("ended_at", Integer),
    Column("end_reason", String(40)),
    Column("address", String(64), nullable=False),
    Column("user_agent", String(300), nullable=False),
    Index("ix_sessions_user", "user_id"),
    Index("ix_sessions_absolute_until", "absolute_until"),
)

families = Table(
    "families",
    metadata,
    Column("id", String(36), primary_key=True),
    Column(
        "sid",
        String(36),
        ForeignKey("sessions.sid", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("client_id", String(100), nullable=False),
    Column("scope", String(200), nullable=False),
    Column("started_at", Integer, nullable=False),
    Column("ended_at", Integer),
    Index("ix_families_sid", "sid"),
)

refresh_tokens = Table(
    "refresh_tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column(
        "family_id",
        String(36),
        ForeignKey("families.id", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("expires_at", Integer, nullable=False),
    Column("used_at", Integer),
    Index("ix_refresh_tokens_family", "family_id"),
)

codes = Table(
    "codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column(
        "sid",
        String(36),
        ForeignKey("sessions.sid", ondelete="CASCADE"),
        nullable=False,
    ),
    # The family is named when the code is made, so that a replay knows what to revoke.
    Column("family_id", String(36), nullable=False),
    Column("client_id", String(100), nullable=False),
    Column("redirect_uri", Text, nullable=False),
    Column("challenge", String(128), nullable=False),
    Column("nonce", Text),
    Column("scope", String(200), nullable=False),
    Column("expires_at", Integer, nullable=False),
    Column("used_at", Integer),
    Index("ix_codes_sid", "sid"),
)

throttles = Table(
    "throttles",
    metadata,
    # A hash, because people type passwords into the name field.
    Column("key", String(64), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("blocked_until", Integer, nullable=False),
    Column("forget_at", Integer, nullable=False),
    Index("ix_throttles_forget_at", "forget_at"),
)

events = Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Integer, nullable=False),
    Column("realm", String(63), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("user_id", String(36)),
    Column("sid", String(36)),
    Column("address", String(64), nullable=False),
    Column("detail", String(200), nullable=False),
    Index("ix_events_realm_at", "realm", "at"),
    Index("ix_events_at", "at"),
)
