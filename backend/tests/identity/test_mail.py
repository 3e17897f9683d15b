"""One mail server for both providers, from the product's own settings."""

from pathlib import Path

import pytest
from keycloak import Keycloak
from pydantic import SecretStr

from giroscope.kernel.database import Database
from giroscope.kernel.identity.calls import IdentityCalls, new_client
from giroscope.kernel.identity.keycloak_realms import master_grant
from giroscope.kernel.identity.template import mail_server
from giroscope.serve import (
    NotPossible,
    create_tenant,
    ensure_possible,
    open_identity_realms,
    sign_in_settings,
)
from giroscope.settings import Settings
from tests.identity.standing import keycloak_settings

SERVER = {
    "smtp_host": "mail.example.com",
    "smtp_sender": "giroscope@example.com",
    "smtp_username": "giroscope",
    "smtp_password": SecretStr("mail-secret"),
}


def test_without_a_mail_server_mails_go_into_a_folder(tmp_path: Path) -> None:
    settings = sign_in_settings(Settings(data_dir=tmp_path))
    assert settings.smtp is None
    assert settings.mail_folder == tmp_path / "mail"
    assert mail_server(Settings()) is None


def test_the_embedded_provider_is_told_of_the_mail_server(tmp_path: Path) -> None:
    smtp = sign_in_settings(Settings(data_dir=tmp_path, **SERVER)).smtp
    assert smtp is not None
    assert (smtp.host, smtp.port, smtp.security) == (
        "mail.example.com",
        587,
        "starttls",
    )
    assert (smtp.sender, smtp.username) == ("giroscope@example.com", "giroscope")
    assert smtp.password == "mail-secret"


def test_a_mail_server_without_a_sender_is_refused() -> None:
    with pytest.raises(NotPossible, match="GIROSCOPE_SMTP_SENDER"):
        ensure_possible(Settings(smtp_host="mail.example.com"))


@pytest.mark.integration
async def test_keycloak_is_told_of_the_mail_server(
    keycloak: Keycloak, tmp_path: Path
) -> None:
    settings = keycloak_settings(keycloak).model_copy(
        update={"data_dir": tmp_path, **SERVER}
    )
    database = Database(settings)
    await create_tenant(settings, database, "mailing")
    async with new_client() as client:
        calls = IdentityCalls(client, keycloak.url, master_grant(settings))
        realm = await calls.get("/admin/realms/mailing")
    assert realm["resetPasswordAllowed"] is True
    stored = {k: v for k, v in realm["smtpServer"].items() if k != "password"}
    assert stored == {
        "host": "mail.example.com",
        "port": "587",
        "from": "giroscope@example.com",
        "fromDisplayName": "Giroscope",
        "starttls": "true",
        "ssl": "false",
        "auth": "true",
        "user": "giroscope",
    }
    async with open_identity_realms(settings) as realms:
        exported = await realms.export("mailing")
        assert "mail-secret" not in str(exported)
        await realms.delete("mailing")
    await database.close()
