"""Mails of the product reach a server, or the folder that the sign-in lays mail in."""

from collections.abc import Iterator

import pytest
from mail_sink import Mailbox, running_mailbox

from giroscope.kernel.errors import Unavailable
from giroscope.kernel.mail import Mail, MailNotSent, SmtpMailer, mailer_of
from giroscope.settings import Settings

REALM = "giroscope"


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with running_mailbox() as made:
        yield made


def test_a_mail_reaches_the_server_of_the_settings(
    mailbox: Mailbox, sqlite_settings: Settings
) -> None:
    changes = {
        "smtp_host": "127.0.0.1", "smtp_port": mailbox.port, "smtp_security": "none",
        "smtp_sender": "giroscope@example.com",
    }  # fmt: skip
    mailer = mailer_of(sqlite_settings.model_copy(update=changes))
    assert isinstance(mailer, SmtpMailer)
    mailer.send(REALM, Mail("bo@example.com", "Hej Bo", "æøå\n.\nslut\n"))
    (mail,) = mailbox.of("bo@example.com")
    assert mail.subject == "Hej Bo"
    assert mail.text.split() == ["æøå", ".", "slut"]
    mailer.greet()
    assert len(mailbox.of("bo@example.com")) == 1
    with pytest.raises(MailNotSent):
        mailer.send(REALM, Mail("nobody", "x", "y"))
    changes["smtp_port"] = 9
    silent = mailer_of(sqlite_settings.model_copy(update=changes))
    assert isinstance(silent, SmtpMailer)
    with pytest.raises(Unavailable):
        silent.greet()
    with pytest.raises(Unavailable):
        silent.send(REALM, Mail("bo@example.com", "x", "y"))


def test_a_mail_that_has_a_name_keeps_it_and_may_be_read_as_a_page(
    sqlite_settings: Settings,
) -> None:
    mailer = mailer_of(sqlite_settings)
    assert mailer is not None
    mailer.send(REALM, Mail("bo@example.com", "Hej", "tekst\n", html="<p>tekst</p>",
                            name="r-1"))  # fmt: skip
    (laid,) = (sqlite_settings.data_dir / "mail").glob("*.eml")
    content = laid.read_text("utf-8")
    assert "Message-ID: <r-1@localhost.localdomain>" in content
    assert "multipart/alternative" in content
    assert "<p>tekst</p>" in content


def test_on_a_laptop_a_mail_lies_in_the_folder_of_the_sign_in(
    sqlite_settings: Settings,
) -> None:
    mailer = mailer_of(sqlite_settings)
    assert mailer is not None
    mailer.send(REALM, Mail("bo@example.com", "Hej", "tekst\n"))
    (laid,) = (sqlite_settings.data_dir / "mail").glob("*.eml")
    content = laid.read_text("utf-8")
    assert f"X-Realm: {REALM}" in content
    assert laid.stat().st_mode & 0o777 == 0o600
