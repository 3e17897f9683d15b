"""Mails of the product itself: through the mail server, or into a folder on a laptop.

The same settings and the same folder as the sign-in's. Blocks; jobs send mail.
"""

import smtplib
import ssl
import time
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from pathlib import Path
from typing import Protocol

from giroscope.kernel.errors import Unavailable
from giroscope.kernel.witness import Exchange, Witness, tell
from giroscope.settings import Settings

REALM_HEADER = "X-Realm"
"""Says in the folder, which all realms share, whose mail it is."""
_SENDER_NAME = "Giroscope"
_NOBODY = "no-reply@localhost.localdomain"
_TIMEOUT_SECONDS = 10
_OWNER_ONLY = 0o600


class MailNotSent(Exception):
    """This mail cannot be sent to this address; others may be."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a mail."""

    name: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one person."""

    to: str
    subject: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    html: str = ""
    """The same for readers that show more than letters."""
    name: str = ""
    """What it is known by where it may be handed over twice: unlike any other."""


class Mailer(Protocol):
    """Hands mail over."""

    def send(self, realm: str, mail: Mail) -> None:
        """Hand one over.

        Raises:
            MailNotSent: It cannot be sent to this address.
            Unavailable: No mail can be sent at the moment.
        """


def mail_folder(settings: Settings) -> Path:
    """Where mails lie on a laptop without a mail server."""
    return settings.data_dir.absolute() / "mail"


def mailer_of(settings: Settings) -> Mailer | None:
    """The way mails go, if there is one."""
    if settings.smtp_host is not None:
        return SmtpMailer(settings)
    if settings.is_embedded_identity:
        return FolderMailer(mail_folder(settings))
    return None


def forget_mails(
    folder: Path, realm: str, addresses: Collection[str] | None = None
) -> int:
    """Delete a realm's mails from the folder, or those to some; tells how many.

    The sign-in's lie there as well. What is no mail stays.
    """
    wanted = None if addresses is None else {one.casefold() for one in addresses}
    count = 0
    for path in folder.glob("*.eml"):
        try:
            with path.open("rb") as file:
                message = BytesHeaderParser(policy=SMTP).parse(file)
            told = getattr(message["To"], "addresses", ())
            receivers = {one.addr_spec.casefold() for one in told}
            if message[REALM_HEADER] == realm and (
                wanted is None or receivers & wanted
            ):
                path.unlink(missing_ok=True)
                count += 1
        except FileNotFoundError:
            continue
    return count


def noted_mailer(settings: Settings, witness: Witness) -> Mailer | None:
    """The same, telling a witness of every mail."""
    mailer = mailer_of(settings)
    return None if mailer is None else _NotedMailer(mailer, settings, witness)


class _NotedMailer:
    """Hands mail over in some way, and tells what came of it."""

    def __init__(self, mailer: Mailer, settings: Settings, witness: Witness) -> None:
        self._mailer = mailer
        host = settings.smtp_host
        self._uri = f"smtp://{host}:{settings.smtp_port}" if host else "smtp+folder:"
        self._witness = witness

    def send(self, realm: str, mail: Mail) -> None:
        """Hand one over."""
        began, failure = time.monotonic(), ""
        try:
            self._mailer.send(realm, mail)
        except (MailNotSent, Unavailable) as error:
            failure = str(error)
            raise
        finally:
            exchange = Exchange(
                realm=realm,
                uri=self._uri,
                operation="send",
                request=_told(mail),
                reply=None,
                status=None,
                seconds=time.monotonic() - began,
                failure=failure,
            )
            tell(self._witness, exchange)


def _told(mail: Mail) -> bytes:
    """A mail as it is noted; of a file that goes with it, name and length."""
    files = "".join(
        f"\n[{one.name}, {len(one.content)} bytes]" for one in mail.attachments
    )
    text = f"To: {mail.to}\nSubject: {mail.subject}\n\n{mail.text}{files}"
    return text.encode("utf-8", "replace")


class SmtpMailer:
    """Hands mail to an SMTP server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def send(self, realm: str, mail: Mail) -> None:
        """Hand one to the server."""
        del realm
        message = _message(mail, self._settings.smtp_sender or _NOBODY)
        try:
            self._hand_over(message)
        except smtplib.SMTPRecipientsRefused as error:
            raise MailNotSent(f"The mail server refused {mail.to}") from error
        except (OSError, smtplib.SMTPException) as error:
            raise Unavailable("The mail server does not answer") from error

    def greet(self) -> None:
        """Connect and sign in, and send nothing.

        Raises:
            Unavailable: The server does not answer, or not as it should.
        """
        try:
            with self._connected() as server:
                server.noop()
        except (OSError, smtplib.SMTPException) as error:
            raise Unavailable("The mail server does not answer") from error

    def _hand_over(self, message: EmailMessage) -> None:
        with self._connected() as server:
            server.send_message(message)

    @contextmanager
    def _connected(self) -> Iterator[smtplib.SMTP]:
        settings = self._settings
        context = ssl.create_default_context()
        host, port = settings.smtp_host or "", settings.smtp_port
        server: smtplib.SMTP
        if settings.smtp_security == "tls":
            server = smtplib.SMTP_SSL(
                host, port, timeout=_TIMEOUT_SECONDS, context=context
            )
        else:
            server = smtplib.SMTP(host, port, timeout=_TIMEOUT_SECONDS)
        with server:
            if settings.smtp_security == "starttls":
                server.starttls(context=context)
            if settings.smtp_username and settings.smtp_password:
                password = settings.smtp_password.get_secret_value()
                server.login(settings.smtp_username, password)
            yield server


class FolderMailer:
    """Lays mail into a folder, for a laptop without a mail server."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, realm: str, mail: Mail) -> None:
        """Write one as a file, whole or not at all, for its owner's eyes."""
        message = _message(mail, _NOBODY)
        message[REALM_HEADER] = realm
        moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        path = self._folder / f"{moment}-{uuid.uuid4().hex[:8]}.eml"
        aside = path.with_suffix(".part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            aside.touch(mode=_OWNER_ONLY)
            aside.write_bytes(message.as_bytes())
            aside.rename(path)
        except OSError as error:
            raise Unavailable("The mail could not be written") from error


def _message(mail: Mail, sender: str) -> EmailMessage:
    message = EmailMessage(policy=SMTP)
    try:
        message["From"] = Address(_SENDER_NAME, addr_spec=sender)
        message["To"] = Address(addr_spec=mail.to)
        message["Subject"] = mail.subject
    except (ValueError, IndexError) as error:
        raise MailNotSent(f"{mail.to} cannot be used") from error
    message["Date"] = format_datetime(datetime.now(UTC))
    domain = sender.rpartition("@")[2]
    own = f"<{mail.name}@{domain}>" if mail.name else make_msgid(domain=domain)
    message["Message-ID"] = own
    # Nobody's holiday notice shall answer a machine (RFC 3834).
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text)
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    for one in mail.attachments:
        main, _, sub = one.media_type.partition("/")
        message.add_attachment(
            one.content, maintype=main, subtype=sub, filename=one.name
        )
    return message
