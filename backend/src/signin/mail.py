"""Mail: sent through an SMTP server, or laid into a folder on a laptop.

Headers cannot be injected: the library refuses line breaks in them, and a mail goes to
one plain address.
"""

from __future__ import annotations

import smtplib
import ssl
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import Protocol

from anyio import to_thread

from signin.settings import SigninSettings, SmtpSettings

_TIMEOUT_SECONDS = 10
_OWNER_ONLY = 0o600
REALM_HEADER = "X-Realm"
"""Says in the folder, which all realms share, whose mail it is."""


class MailNotSent(Exception):
    """The mail could not be handed over; the sentence is safe to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """A mail to one person."""

    to: str
    subject: str
    text: str
    realm: str = ""
    """Whose mail it is, for whoever reads the folder."""


class Mailer(Protocol):
    """Hands mail over."""

    @property
    def can_send(self) -> bool:
        """Whether there is any use in offering to send mail."""

    async def send(self, mail: Mail) -> None:
        """Hand a mail over; raises `MailNotSent`."""


class SmtpMailer:
    """Hands mail to an SMTP server."""

    can_send = True

    def __init__(self, settings: SmtpSettings) -> None:
        """Use the server of the settings."""
        self._settings = settings

    async def send(self, mail: Mail) -> None:
        """Hand a mail to the server, in a thread; raises `MailNotSent`."""
        message = _message(mail, self._settings.sender, self._settings.sender_name)
        try:
            await to_thread.run_sync(self._hand_over, message)
        except (OSError, smtplib.SMTPException) as problem:
            raise MailNotSent(
                f"The mail server refused: {type(problem).__name__}"
            ) from problem

    def _hand_over(self, message: EmailMessage) -> None:
        settings = self._settings
        context = ssl.create_default_context()
        if settings.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                settings.host, settings.port, timeout=_TIMEOUT_SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(
                settings.host, settings.port, timeout=_TIMEOUT_SECONDS
            )
        with server:
            if settings.security == "starttls":
                server.starttls(context=context)
            if settings.username:
                server.login(settings.username, settings.password or "")
            server.send_message(message)


class FolderMailer:
    """Lays mail into a folder, for a laptop without a mail server."""

    can_send = True

    def __init__(self, folder: Path, *, sender_name: str) -> None:
        """Use a folder, which is made when the first mail comes."""
        self._folder = folder
        self._sender_name = sender_name

    async def send(self, mail: Mail) -> None:
        """Write the mail as a file; raises `MailNotSent`."""
        message = _message(mail, "no-reply@localhost.localdomain", self._sender_name)
        message[REALM_HEADER] = mail.realm
        try:
            await to_thread.run_sync(self._write, message)
        except OSError as problem:
            raise MailNotSent("The mail could not be written") from problem

    def _write(self, message: EmailMessage) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        path = self._folder / f"{moment}-{uuid.uuid4().hex[:8]}.eml"
        # Written aside first, so that nobody reads half a mail. It holds a link that
        # works, so it is for the owner's eyes.
        aside = path.with_suffix(".part")
        aside.touch(mode=_OWNER_ONLY)
        aside.write_bytes(message.as_bytes())
        aside.rename(path)


class NoMailer:
    """Stands where mail has not been set up."""

    can_send = False

    async def send(self, mail: Mail) -> None:
        """Refuse; raises `MailNotSent`."""
        del mail
        raise MailNotSent("No mail server has been set up")


def mailer_of(settings: SigninSettings) -> Mailer:
    """Choose the way mail goes."""
    if settings.smtp is not None:
        return SmtpMailer(settings.smtp)
    if settings.mail_folder is not None:
        return FolderMailer(settings.mail_folder, sender_name=settings.branding)
    return NoMailer()


def _message(mail: Mail, sender: str, sender_name: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    try:
        message["From"] = Address(sender_name, addr_spec=sender)
        message["To"] = Address(addr_spec=mail.to)
        message["Subject"] = mail.subject
    except (ValueError, IndexError) as problem:
        raise MailNotSent("The address cannot be used") from problem
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    # Nobody's holiday notice shall answer a machine (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    return message
