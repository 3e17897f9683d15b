"""Mail: through a server or into a folder, and never more than one header a line."""

from __future__ import annotations

import asyncio
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from signin import SmtpSettings
from signin.mail import FolderMailer, Mail, MailNotSent, NoMailer, SmtpMailer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from .conftest import Login, World

NO_FOLDER = Path("/dev/null")
MAIL = Mail(
    to="eva@example.com", subject="Hej på dig", text="Blåbærgrød\n", realm="acme"
)


class MailServer:
    """Takes mail on this machine and keeps it."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.mail = b""
        self.refuses = False

    async def talk(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        writer.write(b"220 here\r\n")
        while line := (await reader.readline()).decode().strip().upper():
            self.heard.append(line)
            if line == "QUIT":
                writer.write(b"221 bye\r\n")
                break
            if line == "DATA":
                writer.write(b"354 go on\r\n")
                self.mail = await reader.readuntil(b"\r\n.\r\n")
            is_refused = self.refuses and line.startswith("RCPT")
            writer.write(b"550 nobody here\r\n" if is_refused else b"250 fine\r\n")
        writer.close()


@pytest.fixture
async def mail_server() -> AsyncIterator[tuple[MailServer, int]]:
    made = MailServer()
    server = await asyncio.start_server(made.talk, "127.0.0.1", 0)
    async with server:
        yield made, server.sockets[0].getsockname()[1]


def smtp(port: int, **changes: Any) -> SmtpMailer:
    values = {"host": "127.0.0.1", "port": port, "security": "none"} | changes
    return SmtpMailer(SmtpSettings(sender="no-reply@example.com", **values))


async def test_mail_goes_through_a_server(
    mail_server: tuple[MailServer, int],
) -> None:
    server, port = mail_server

    await smtp(port).send(MAIL)

    message = message_from_bytes(server.mail, policy=SMTP)
    assert message["To"] == "eva@example.com"
    assert message["From"] == "Giroscope <no-reply@example.com>"
    assert message["Subject"] == "Hej på dig"
    assert message["Auto-Submitted"] == "auto-generated"
    assert "Blåbærgrød" in message.get_content()


async def test_server_that_refuses_or_is_away_is_said(
    mail_server: tuple[MailServer, int],
) -> None:
    server, port = mail_server
    server.refuses = True

    with pytest.raises(MailNotSent, match="SMTPRecipientsRefused"):
        await smtp(port).send(MAIL)
    with pytest.raises(MailNotSent):
        await smtp(1).send(MAIL)


async def test_no_password_goes_over_an_unsafe_line(
    mail_server: tuple[MailServer, int],
) -> None:
    server, port = mail_server

    # The server offers no STARTTLS, so nothing more is said to it.
    with pytest.raises(MailNotSent):
        await smtp(port, security="starttls", username="u", password="p").send(MAIL)
    assert not any("AUTH" in line or "MAIL" in line for line in server.heard)


async def test_mail_on_a_laptop_is_a_file_for_its_owner(tmp_path: Path) -> None:
    folder = tmp_path / "mail"

    await FolderMailer(folder, sender_name="Giroscope").send(MAIL)

    path = next(folder.iterdir())
    assert path.suffix == ".eml"
    assert path.stat().st_mode & 0o777 == 0o600
    message = message_from_bytes(path.read_bytes(), policy=SMTP)
    assert "Blåbærgrød" in message.get_content()
    # All realms share the folder; the product shows each its own.
    assert message["X-Realm"] == "acme"


@pytest.mark.parametrize(
    "changes",
    [
        {"to": "eva@example.com\r\nBcc: all@example.com"},
        {"to": "eva@example.com, all@example.com"},
        {"to": "Eva <eva@example.com>"},
        {"to": ""},
        {"subject": "Hello\r\nBcc: all@example.com"},
    ],
)
async def test_headers_cannot_be_injected(
    tmp_path: Path, changes: dict[str, str]
) -> None:
    folder = tmp_path / "mail"
    values = {"to": MAIL.to, "subject": MAIL.subject, "text": MAIL.text} | changes

    with pytest.raises(MailNotSent):
        await FolderMailer(folder, sender_name="Giroscope").send(Mail(**values))
    assert list_of(tmp_path) == []


def list_of(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_folder_that_cannot_be_written_is_said() -> None:
    with pytest.raises(MailNotSent):
        await FolderMailer(NO_FOLDER, sender_name="Giroscope").send(MAIL)


async def test_without_mail_nothing_is_offered_that_needs_it(
    start: Callable[..., World], login: Login
) -> None:
    world = start(mail_folder=None)
    async with world.app.router.lifespan_context(world.app):
        browser = world.browser()
        async with browser.http:
            page = await browser.ask(login)
            assert "Forgotten" not in page.text
            address = "/realms/giroscope/login-actions/reset-credentials"
            assert (await browser.http.get(address)).status_code == 404
        assert isinstance(world.provider.mailer, NoMailer)
        with pytest.raises(MailNotSent):
            await world.provider.mailer.send(MAIL)


def test_smtp_password_does_not_show() -> None:
    settings = SmtpSettings(host="h", sender="a@b.dk", password="given phrase")

    assert "given phrase" not in repr(settings)
