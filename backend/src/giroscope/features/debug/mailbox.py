"""Mails that the embedded sign-in laid into the data directory, each reader's own.

A mail holds a link that works: whoever has it becomes whom it is for. So nobody is
shown another's, and all of it only where everybody who reaches the product sits at the
machine that has the files anyway.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from giroscope.kernel.errors import NotFound
from giroscope.settings import Settings

REALM_HEADER = "X-Realm"
SHOWN = 100
_LOOKED_AT = 1_000
_MOST_BYTES = 256 << 10
_NAME = re.compile(r"(\d{8}T\d{6})\d{6}-[0-9a-f]{8}")
_LINK = re.compile(r"https?://[^\s<>\"]+")
_PARSER = BytesParser(policy=policy.default)


class MailWay(StrEnum):
    """Where mails of this installation go."""

    FOLDER = "FOLDER"
    SERVER = "SERVER"
    KEYCLOAK = "KEYCLOAK"
    WITHHELD = "WITHHELD"
    """Into the folder, but others than this machine reach the product."""


@dataclass(frozen=True, slots=True)
class MailLine:
    """A mail in the list."""

    id: str
    to: str
    subject: str
    time: datetime


@dataclass(frozen=True, slots=True)
class OpenedMail:
    """A mail with what it says."""

    line: MailLine
    text: str
    links: tuple[str, ...]
    """Addresses of the sign-in in it; others are text."""


def way_of(settings: Settings) -> MailWay:
    """Where mails go, and whether they are shown."""
    if not settings.is_embedded_identity:
        return MailWay.KEYCLOAK
    if settings.smtp_host is not None:
        return MailWay.SERVER
    public = settings.public_url
    # A proxy on this machine may stand between it and everybody else.
    is_here = public is None or _is_own_machine(urlsplit(public).hostname or "")
    is_own = is_here and _is_own_machine(settings.host)
    return MailWay.FOLDER if is_own else MailWay.WITHHELD


def mails(folder: Path, realm: str, address: str) -> list[MailLine]:
    """The latest mails to this address of the realm, newest first."""
    found: list[MailLine] = []
    for path in _newest(folder):
        message = _read(path, headers_only=True)
        if message is not None and _is_to(message, realm, address):
            found.append(_line(path, message))
        if len(found) == SHOWN:
            break
    return found


def mail(
    folder: Path, realm: str, address: str, mail_id: str, sign_in: str
) -> OpenedMail:
    """One mail to this address of the realm.

    Raises:
        NotFound: There is none of this name, or it is another's or another realm's.
    """
    path = folder / f"{mail_id}.eml"
    is_name = _NAME.fullmatch(mail_id) is not None
    message = _read(path, headers_only=False) if is_name else None
    if message is None or not _is_to(message, realm, address):
        raise NotFound("There is no such mail here")
    body = message.get_body(preferencelist=("plain",))
    text = "" if body is None else str(body.get_content())
    links = tuple(
        one for one in _LINK.findall(text) if _origin(one) == _origin(sign_in)
    )
    return OpenedMail(_line(path, message), text, links)


def _newest(folder: Path) -> Iterator[Path]:
    try:
        names = sorted((one.stem for one in folder.glob("*.eml")), reverse=True)
    except OSError:
        return
    for name in [one for one in names if _NAME.fullmatch(one)][:_LOOKED_AT]:
        yield folder / f"{name}.eml"


def _read(path: Path, *, headers_only: bool) -> EmailMessage | None:
    """What the file says; None where it is gone or is no file of ours."""
    try:
        if path.is_symlink() or path.stat().st_size > _MOST_BYTES:
            return None
        content = path.read_bytes()
    except OSError:
        return None
    return _PARSER.parsebytes(content, headersonly=headers_only)


def _is_to(message: EmailMessage, realm: str, address: str) -> bool:
    """Whether it is one realm's, to this address and to nobody else."""
    fields = message.get_all("To", [])
    to = [one.addr_spec for field in fields for one in field.addresses]
    own = address.strip().casefold()
    is_own = bool(own) and [one.casefold() for one in to] == [own]
    return is_own and message.get_all(REALM_HEADER) == [realm]


def _line(path: Path, message: EmailMessage) -> MailLine:
    stamp = cast("re.Match[str]", _NAME.fullmatch(path.stem))[1]
    return MailLine(
        id=path.stem,
        to=str(message.get("To", "")),
        subject=str(message.get("Subject", "")),
        time=datetime.strptime(stamp, "%Y%m%dT%H%M%S").replace(tzinfo=UTC),
    )


def _origin(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    return parts.scheme, parts.netloc


def _is_own_machine(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
