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
    Column("enabled", Boolean, nullable=False, default=True),
    # What the realm sets for itself, as JSON under Keycloak's names, and which version
    # of its template that came from.
    Column("settings", Text, nullable=False, default="{}"),
    Column("template_version", Integer, nullable=False, default=0),
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
    Column("email_verified", Boolean, nullable=False, default=False),
    # A person made by an administrator has no password until they choose one.
    Column("password_hash", String(255)),
    Column("enabled", Boolean, nullable=False),
    Column("created_at", Integer, nullable=False),
    Column("password_changed_at", Integer, nullable=False),
    # JSON: what has to be done before the next sign-in is complete, and free fields.
    Column("required_actions", Text, nullable=False, default="[]"),
    Column("attributes", Text, nullable=False, default="{}"),
    UniqueConstraint("realm", "username", name="uq_users_username"),
    Index("ix_users_email", "realm", "email"),
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


def _user_column() -> Column[str]:
    return Column(
        "user_id",
        String(36),
        ForeignKey("users.id", ondelete="CASCADE"),
        nullable=False,
    )


second_factors = Table(
    "second_factors",
    metadata,
    Column("id", String(36), primary_key=True),
    _user_column(),
    Column("label", String(100), nullable=False),
    Column("sealed_secret", LargeBinary, nullable=False),
    Column("created_at", Integer, nullable=False),
    # A code is good for one sign-in; its time step and all before it are spent.
    Column("last_step", Integer, nullable=False),
    Index("ix_second_factors_user", "user_id"),
)

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    _user_column(),
    Column("created_at", Integer, nullable=False),
    Column("used_at", Integer),
    Index("ix_recovery_codes_user", "user_id"),
)

pending_sign_ins = Table(
    "pending_sign_ins",
    metadata,
    Column("secret_hash", String(64), primary_key=True),
    _realm_column(),
    _user_column(),
    Column("purpose", String(20), nullable=False),
    # JSON: what was asked for beyond what the person has to do anyway.
    Column("actions", Text, nullable=False),
    Column("needs_second_factor", Boolean, nullable=False),
    # Where a mailed link leads to in the end.
    Column("client_id", String(100), nullable=False),
    Column("redirect_uri", Text, nullable=False),
    Column("expires_at", Integer, nullable=False),
    Index("ix_pending_sign_ins_expires_at", "expires_at"),
)

action_tokens = Table(
    "action_tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _realm_column(),
    _user_column(),
    # The address the mail went to: a link proves that address and no later one.
    Column("email", String(320), nullable=False),
    Column("actions", Text, nullable=False),
    Column("client_id", String(100), nullable=False),
    Column("redirect_uri", Text, nullable=False),
    Column("expires_at", Integer, nullable=False),
    Column("used_at", Integer),
    Index("ix_action_tokens_user", "user_id"),
)

service_clients = Table(
    "service_clients",
    metadata,
    Column(
        "realm",
        String(63),
        ForeignKey("realms.name", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("client_id", String(100), primary_key=True),
    Column("secret_hash", String(64), nullable=False),
)

# Programs of the realm's own, which sign in by themselves and have no rights here.
api_clients = Table(
    "api_clients",
    metadata,
    Column("id", String(36), primary_key=True),
    _realm_column(),
    Column("client_id", String(100), nullable=False),
    Column("name", String(255), nullable=False),
    Column("secret_hash", String(64), nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("created_at", Integer, nullable=False),
    UniqueConstraint("realm", "client_id", name="uq_api_clients_client_id"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("sid", String(36), primary_key=True),
    _realm_column(),
    _user_column(),
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
    Column("client_id", String(100), nullable=False, default=""),
    Column("user_id", String(36)),
    Column("sid", String(36)),
    Column("address", String(64), nullable=False),
    Column("detail", String(200), nullable=False),
    Index("ix_events_realm_at", "realm", "at"),
    Index("ix_events_user_at", "user_id", "at"),
    Index("ix_events_at", "at"),
)

admin_events = Table(
    "admin_events",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Integer, nullable=False),
    _realm_column(),
    Column("client_id", String(100), nullable=False),
    Column("address", String(64), nullable=False),
    Column("operation", String(20), nullable=False),
    Column("resource_type", String(40), nullable=False),
    Column("resource_path", String(300), nullable=False),
    Index("ix_admin_events_realm_at", "realm", "at"),
    Index("ix_admin_events_at", "at"),
)

# Sessions that have ended and of which the application has still to be told. No key
# leads to the person, who may be gone by then.
logout_notices = Table(
    "logout_notices",
    metadata,
    Column("sid", String(36), primary_key=True),
    Column("realm", String(63), nullable=False),
    Column("user_id", String(36), nullable=False),
    Column("ended_at", Integer, nullable=False),
    Column("due_at", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Index("ix_logout_notices_due_at", "due_at"),
)
