"""Mails of a laptop: the reader's own, newest first, and links of the sign-in alone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from giroscope.features.debug import mailbox
from giroscope.features.debug.mailbox import MailWay
from giroscope.kernel.errors import NotFound
from giroscope.settings import Settings
from signin.mail import REALM_HEADER, FolderMailer, Mail

EVA = "Eva@example.com"
SIGN_IN = "http://localhost:8088"
LINK = f"{SIGN_IN}/realms/acme/login-actions/action-token?key=abc"


async def lay(folder: Path, realm: str, subject: str, text: str = "Hej\n") -> str:
    """A mail as the sign-in lays it; tells its name."""
    before = _names(folder)
    mailer = FolderMailer(folder, sender_name="Giroscope")
    await mailer.send(Mail(to="eva@example.com", subject=subject, text=text,
                           realm=realm))  # fmt: skip
    (made,) = _names(folder) - before
    return made


def _names(folder: Path) -> set[str]:
    return {one.stem for one in folder.glob("*.eml")}


async def test_a_realm_sees_its_own_mails_newest_first(tmp_path: Path) -> None:
    for realm, subject in (("acme", "Første"), ("other", "Fremmed"), ("acme", "Anden")):
        await lay(tmp_path, realm, subject)
    found = mailbox.mails(tmp_path, "acme", EVA)
    assert [one.subject for one in found] == ["Anden", "Første"]
    assert {one.to for one in found} == {"eva@example.com"}
    assert abs((datetime.now(UTC) - found[0].time).total_seconds()) < 60
    assert mailbox.mails(tmp_path, "nobody", EVA) == []


async def test_a_mail_is_read_with_the_links_of_the_sign_in(tmp_path: Path) -> None:
    text = f"Kære Eva\n\n{LINK}\n\nhttps://elsewhere.example/x\n"
    made = await lay(tmp_path, "acme", "Vælg en adgangskode", text)
    found = mailbox.mail(tmp_path, "acme", EVA, made, SIGN_IN)
    assert "Kære Eva" in found.text
    assert found.links == (LINK,)
    assert found.line.subject == "Vælg en adgangskode"


async def test_another_realms_mail_is_not_there(tmp_path: Path) -> None:
    made = await lay(tmp_path, "other", "Fremmed")
    for name in (made, "../master", "20261121T000000000000-00000000", "", "*"):
        with pytest.raises(NotFound):
            mailbox.mail(tmp_path, "acme", EVA, name, SIGN_IN)


@pytest.mark.parametrize("reader", ["bo@example.com", "example.com", "", "@", "eva@e"])
async def test_nobody_sees_the_mails_of_others(tmp_path: Path, reader: str) -> None:
    made = await lay(tmp_path, "acme", "Vælg en adgangskode", LINK)
    assert mailbox.mails(tmp_path, "acme", reader) == []
    with pytest.raises(NotFound):
        mailbox.mail(tmp_path, "acme", reader, made, SIGN_IN)


async def test_what_is_no_mail_of_ours_is_passed_over(tmp_path: Path) -> None:
    made = await lay(tmp_path, "acme", "Vores")
    stamp = "20991121T000000000000"
    whole = (tmp_path / f"{made}.eml").read_bytes()
    (tmp_path / "notes.eml").write_text(f"{REALM_HEADER}: acme\n\nx")
    (tmp_path / f"{stamp}-00000001.eml").write_text("Subject: nobody's\n\nx")
    (tmp_path / f"{stamp}-00000002.eml").write_bytes(whole + b"x" * (300 << 10))
    (tmp_path / f"{stamp}-00000003.eml").symlink_to(tmp_path / f"{made}.eml")
    two = whole.replace(b"X-Realm: acme", b"X-Realm: other\r\nX-Realm: acme")
    (tmp_path / f"{stamp}-00000004.eml").write_bytes(two)
    (tmp_path / f"{stamp}-00000005.eml").mkdir()
    assert [one.id for one in mailbox.mails(tmp_path, "acme", EVA)] == [made]
    assert mailbox.mails(tmp_path / "nowhere", "acme", EVA) == []


@pytest.mark.parametrize(
    ("values", "way"),
    [
        ({}, MailWay.FOLDER),
        ({"host": "localhost"}, MailWay.FOLDER),
        ({"host": "::1"}, MailWay.FOLDER),
        ({"host": "0.0.0.0"}, MailWay.WITHHELD),  # noqa: S104 - an address, not bound
        ({"host": "giroscope.example"}, MailWay.WITHHELD),
        ({"public_url": "https://giroscope.example"}, MailWay.WITHHELD),
        ({"public_url": "https://{realm}.example"}, MailWay.WITHHELD),
        ({"public_url": "http://localhost:8087"}, MailWay.FOLDER),
        ({"public_url": "http://{realm}.localhost:8087"}, MailWay.FOLDER),
        ({"public_url": "http://localhost", "host": "0.0.0.0"}, MailWay.WITHHELD),  # noqa: S104
        ({"smtp_host": "mail.example", "smtp_password": SecretStr("x")},
         MailWay.SERVER),
        ({"identity_url": "https://id.example"}, MailWay.KEYCLOAK),
    ],
)  # fmt: skip
def test_mails_are_shown_on_ones_own_machine_alone(
    values: dict[str, object], way: MailWay
) -> None:
    assert mailbox.way_of(Settings.model_validate(values)) is way
