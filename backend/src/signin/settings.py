"""What the starter decides about the provider: addresses, lifetimes, secrets and costs.

Nothing here reads the environment; the starter passes one `SigninSettings` down.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Clock = Callable[[], float]
"""Seconds since 1970 in UTC; tests hand in their own."""

system_clock: Clock = time.time

ENCRYPTION_KEY_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifetimes:
    """How long, in seconds, each thing that stands for a person may be used.

    The refresh lifetime is also the idle limit of the sign-in session: a session that
    nobody uses for that long is over, and none outlives `session`.
    """

    access: int = 300
    code: int = 60
    idle: int = 1_800
    session: int = 36_000
    # Links that an administrator has sent, and links that people ask for themselves.
    admin_link: int = 43_200
    own_link: int = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class HashCost:
    """Cost of one argon2id hash; the defaults are OWASP's for interactive sign-in."""

    time_cost: int = 2
    memory_kib: int = 19_456
    parallelism: int = 1
    threads: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpSettings:
    """A mail server, and the name that mail comes from."""

    host: str
    sender: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    username: str = ""
    password: str | None = field(default=None, repr=False)
    sender_name: str = "Giroscope"


@dataclass(frozen=True, slots=True, kw_only=True)
class SigninSettings:
    """Everything the provider needs to know before it starts.

    `public_url` fixes the issuer; None derives it from the request's host, which is
    then accepted only when it is a loopback name. `redirect_uris` are exact addresses,
    or end in `/*` for every path below, and may contain `{realm}`; the console's
    loopback addresses on `console_port` come on top unless it is None. At
    `window_paths` of the console another page may have opened the window and has to
    find it again after signing in.

    Mail goes through `smtp`; without it, into `mail_folder`; without either, nothing is
    offered that needs mail. `backchannel_logout_url` is where the product wants to hear
    of ended sessions, and may contain `{realm}`.
    """

    database_url: str
    encryption_key: bytes = field(repr=False)
    public_url: str | None = "http://localhost:8088"
    client_id: str = "giroscope-console"
    audience: str = "giroscope-api"
    console_port: int | None = 8087
    redirect_uris: tuple[str, ...] = ()
    window_paths: tuple[str, ...] = ()
    lifetimes: Lifetimes = field(default_factory=Lifetimes)
    hash_cost: HashCost = field(default_factory=HashCost)
    first_password: str | None = field(default=None, repr=False)
    branding: str = "Giroscope"
    smtp: SmtpSettings | None = None
    mail_folder: Path | None = None
    backchannel_logout_url: str | None = None

    def __post_init__(self) -> None:
        """Refuse a key that AES-256 cannot use, before anything is stored under it."""
        if len(self.encryption_key) != ENCRYPTION_KEY_BYTES:
            message = f"encryption_key must be {ENCRYPTION_KEY_BYTES} bytes long"
            raise ValueError(message)
        if self.backchannel_logout_url and not self.public_url:
            # Nobody's request is there to take the issuer's name from.
            raise ValueError("back-channel logout needs a public_url")

    def redirect_patterns(self) -> tuple[str, ...]:
        """Where the console may be sent back to, still with `{realm}` inside."""
        if self.console_port is None:
            return self.redirect_uris
        hosts = ("localhost", "127.0.0.1", "{realm}.localhost")
        derived = tuple(f"http://{host}:{self.console_port}/*" for host in hosts)
        return (*self.redirect_uris, *derived)


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address (without port) can only mean this machine."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
