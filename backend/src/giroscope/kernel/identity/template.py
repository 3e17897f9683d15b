"""The realm as Giroscope wants it: the template of `deploy/keycloak`, filled in.

A word between at signs is a place to fill; a list item with `@address@` is
repeated for each address of the console.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from giroscope.settings import Settings

TEMPLATE = Path(__file__).parents[5] / "deploy" / "keycloak" / "realm.json"
_EACH = "@address@"
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class RealmPlan:
    """What is particular to one realm."""

    realm: str
    display_name: str | None
    """None leaves it as it is, or calls a new realm by its name."""
    client_id: str
    addresses: tuple[str, ...]
    """Origins of the console, the one the provider itself can reach first."""
    secret: str = field(repr=False)
    """Of the client that administers the realm's people."""
    blocklist: str | None = None
    """File of common passwords that the operator gave Keycloak."""
    mail: Mapping[str, str] | None = field(default=None, repr=False)
    """The mail server, in Keycloak's words."""


def console_addresses(settings: Settings, realm: str) -> tuple[str, ...]:
    """The origins at which people open this realm's console."""
    if settings.public_url is not None:
        return (settings.public_url.replace("{realm}", realm).rstrip("/"),)
    if settings.host not in _LOOPBACK:
        return (f"http://{settings.host}:{settings.port}",)
    hosts = [f"{realm}.localhost"]
    if realm == settings.default_realm:
        hosts = ["localhost", "127.0.0.1", *hosts]
    return tuple(f"http://{host}:{settings.port}" for host in hosts)


def rendered(plan: RealmPlan) -> dict[str, Any]:
    """The realm as Keycloak imports it."""
    words = {
        "@realm@": plan.realm,
        "@name@": plan.display_name or plan.realm.capitalize(),
        "@console@": plan.client_id,
        "@secret@": plan.secret,
        "@product@": plan.addresses[0],
    }
    template = orjson.loads(TEMPLATE.read_bytes())
    realm: dict[str, Any] = _filled(template, words, plan.addresses)
    if plan.blocklist is not None:
        # Keycloak refuses a realm whose list it does not find, so only where
        # somebody says that it is there.
        realm["passwordPolicy"] += f" and passwordBlacklist({plan.blocklist})"
    if plan.mail is not None:
        realm["smtpServer"] = dict(plan.mail)
        # Whoever forgot a password is mailed a link, which needs the server.
        realm["resetPasswordAllowed"] = True
    return realm


def mail_server(settings: Settings) -> dict[str, str] | None:
    """The mail server of the settings, in Keycloak's words."""
    if settings.smtp_host is None:
        return None
    server = {
        "host": settings.smtp_host,
        "port": str(settings.smtp_port),
        "from": settings.smtp_sender or "",
        "fromDisplayName": "Giroscope",
        "starttls": str(settings.smtp_security == "starttls").lower(),
        "ssl": str(settings.smtp_security == "tls").lower(),
        "auth": "false",
    }
    if settings.smtp_username and settings.smtp_password:
        server |= {
            "auth": "true",
            "user": settings.smtp_username,
            "password": settings.smtp_password.get_secret_value(),
        }
    return server


def _filled(value: Any, words: Mapping[str, str], addresses: tuple[str, ...]) -> Any:
    if isinstance(value, str):
        for place, word in words.items():
            value = value.replace(place, word)
        return value
    if isinstance(value, list):
        repeated = [one for item in value for one in _repeated(item, addresses)]
        return [_filled(item, words, addresses) for item in repeated]
    if isinstance(value, dict):
        return {name: _filled(item, words, addresses) for name, item in value.items()}
    return value


def _repeated(item: Any, addresses: tuple[str, ...]) -> Iterator[Any]:
    if isinstance(item, str) and _EACH in item:
        yield from (item.replace(_EACH, address) for address in addresses)
    else:
        yield item
