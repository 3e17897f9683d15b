"""`giroscope realm` on both identity providers and both stores."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2
import pytest
from keycloak import Keycloak
from pydantic import SecretStr
from sqlalchemy import insert

from giroscope.cli import main
from giroscope.features.documents import Document, Vault, open_vault
from giroscope.kernel.access import GRANTS
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.identity import IdentityLocked, PeopleDirectory
from giroscope.kernel.identity.calls import IdentityCalls, new_client
from giroscope.kernel.identity.keycloak_realms import master_grant
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.mail import FolderMailer, Mail, mail_folder
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.tenancy import KnownRealms, UnknownRealm
from giroscope.serve import (
    create_tenant,
    delete_tenant,
    open_identity_realms,
    update_tenant,
)
from giroscope.settings import Settings
from tests.identity.standing import PASSWORD, keycloak_settings
from tests.identity.visitor import Provider, Visitor

# A tenant is made in each, with its database and its people.
pytestmark = pytest.mark.dealt(3)

FILE = b"<Document>what came in</Document>" * 1000
Giroscope = Callable[..., tuple[int, str, str]]


@pytest.fixture(
    params=[
        "sqlite+signin",
        pytest.param("postgres+signin", marks=pytest.mark.integration),
        pytest.param("sqlite+keycloak", marks=pytest.mark.integration),
    ]
)
def setting(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Settings:
    """The environment of an installation with nothing in it."""
    values = {"DATA_DIR": str(tmp_path / "var"), "PORT": "1", "LOG_FORMAT": "json"}
    store, _, identity = request.param.partition("+")
    if store == "postgres":
        values["DATABASE_URL"] = request.getfixturevalue("empty_postgres")
    if identity == "keycloak":
        server: Keycloak = request.getfixturevalue("keycloak")
        values |= {
            "IDENTITY_URL": server.url,
            "IDENTITY_ADMIN_USER": server.username,
            "IDENTITY_ADMIN_PASSWORD": server.password,
            "PUBLIC_URL": "http://{realm}.localhost:8087",
        }
    for name, value in values.items():
        monkeypatch.setenv(f"GIROSCOPE_{name}", value)
    return Settings()


@pytest.fixture
def giroscope(setting: Settings, capsys: pytest.CaptureFixture[str]) -> Giroscope:
    """Run a command in that environment."""
    del setting

    def run(*words: str) -> tuple[int, str, str]:
        code = main(words)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def tenant(giroscope: Giroscope) -> Iterator[dict[str, Any]]:
    """A tenant that was just made."""
    code, out, err = giroscope("realm", "create", "borealis", "--json")
    assert code == 0, err
    yield json.loads(out)
    giroscope("realm", "delete", "borealis", "--yes")


def names(giroscope: Giroscope) -> list[str]:
    rows = json.loads(giroscope("realm", "list", "--json")[1])
    assert all(row["signIn"] for row in rows)
    return [row["name"] for row in rows]


def test_a_tenant_is_made_once_however_often_it_is_asked_for(
    giroscope: Giroscope, tenant: dict[str, Any]
) -> None:
    assert tenant["created"]
    assert "admin" in tenant["users"]
    assert len(tenant["password"]) >= 12
    code, out, _ = giroscope("realm", "create", "borealis", "--json")
    again = json.loads(out)
    assert (code, again["created"], again["password"]) == (0, False, None)
    assert names(giroscope) == ["borealis"]


def test_an_update_changes_what_is_asked_and_works_twice(
    giroscope: Giroscope, setting: Settings, tenant: dict[str, Any]
) -> None:
    del tenant
    words = ("realm", "update", "borealis", "--display-name", "Borealis A/S")
    assert giroscope(*words)[0] == 0
    assert giroscope("realm", "update")[1] == "Realm borealis is up to date\n"
    exported = archive_of(giroscope, setting)
    realm = json.loads(exported["identity/realm.json"])
    assert realm["displayName"] == "Borealis A/S"
    assert realm["accessTokenLifespan"] == 300
    roles = {role["name"] for role in realm["roles"]["realm"]}
    assert set(GRANTS) <= roles


def archive_of(giroscope: Giroscope, setting: Settings) -> dict[str, bytes]:
    """Every member of an export, each compared with the manifest."""
    target = setting.data_dir / "export.zip"
    target.unlink(missing_ok=True)
    code, _, err = giroscope("realm", "export", "borealis", "--output", str(target))
    assert code == 0, err
    assert target.stat().st_mode & 0o077 == 0
    with zipfile.ZipFile(io.BytesIO(target.read_bytes())) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(members.pop("manifest.json"))
    told = {m["name"]: (m["size"], m["sha256"]) for m in manifest["members"]}
    assert told == {
        name: (len(data), sha256(data).hexdigest()) for name, data in members.items()
    }
    assert manifest["realm"] == "borealis"
    # The word indexes are made anew from the rows.
    made = ("transaction_words", "system_message_words")
    left_out = {name for name in manifest["leftOut"] if not name.startswith(made)}
    assert left_out == {"alembic_version", "realm_keys"}
    return members


def test_an_export_holds_rows_documents_and_people_and_no_secret(
    giroscope: Giroscope,
    setting: Settings,
    tenant: dict[str, Any],
    in_own_loop: Callable[[Any], Any],
) -> None:
    stored = store_document(setting, in_own_loop)
    members = archive_of(giroscope, setting)
    assert members[f"documents/{stored}"] == FILE
    rows = [json.loads(line) for line in members["data/documents.ndjson"].splitlines()]
    assert [(row["sha256"], row["name"]) for row in rows] == [(stored, "in.xml")]
    realm = json.loads(members["identity/realm.json"])
    people = {person["username"]: person for person in realm["users"]}
    assert set(people["admin"]["realmRoles"]) >= set(GRANTS)
    assert "giroscope-console" in {client["clientId"] for client in realm["clients"]}
    everything = b"".join(members.values())
    assert tenant["password"].encode() not in everything
    assert b'"secretData"' not in everything


def store_document(setting: Settings, in_own_loop: Callable[[Any], Any]) -> str:
    database = Database(setting)
    vault: Vault = open_vault(setting, database)
    stored = vault.keep_now("borealis", [FILE])
    with database.job_connection("borealis") as connection:
        row = {
            "sha256": stored.sha256,
            "name": "in.xml",
            "size": stored.size,
            "kind": "OTHER",
            "source": "SHELL",
            "received": system_clock(),
        }
        connection.execute(insert(Document).values(row))
        connection.commit()
    in_own_loop(database.close())
    return stored.sha256


def test_new_signing_keys_are_made_here_or_the_place_is_told(
    giroscope: Giroscope, setting: Settings, tenant: dict[str, Any]
) -> None:
    del tenant
    code, out, err = giroscope("realm", "rotate-keys", "borealis", "--json")
    if not setting.is_embedded_identity:
        assert (code, "Realm settings, Keys" in err) == (1, True)
        return
    first = json.loads(out)["keyId"]
    assert code == 0
    code, out, _ = giroscope("realm", "rotate-keys", "borealis")
    assert (code, "signs with the new key" in out, first in out) == (0, True, False)
    # The keys of before are still needed by whoever signed in a moment ago.
    code, out, _ = giroscope("realm", "rotate-keys", "borealis", "--retire", "--json")
    assert (code, json.loads(out)["dropped"]) == (0, 0)
    assert giroscope("realm", "rotate-keys", "nowhere")[0] == 2
    target = setting.data_dir / "trail.csv"
    words = ("audit", "export", "--realm", "borealis", "--output", str(target))
    assert giroscope(*words)[0] == 0
    trail = target.read_text()
    assert trail.count("realms.rotate_keys") == 2
    assert trail.count("realms.retire_keys") == 1
    assert first in trail


def test_a_file_that_is_there_is_not_written_over(
    giroscope: Giroscope, tenant: dict[str, Any], tmp_path: Path
) -> None:
    del tenant
    target = tmp_path / "kept.zip"
    target.write_bytes(b"kept")
    code, _, err = giroscope("realm", "export", "borealis", "--output", str(target))
    assert (code, "already" in err) == (1, True)
    assert target.read_bytes() == b"kept"


def test_deleting_takes_database_documents_and_people(
    giroscope: Giroscope,
    setting: Settings,
    tenant: dict[str, Any],
    in_own_loop: Callable[[Any], Any],
) -> None:
    del tenant
    store_document(setting, in_own_loop)
    assert giroscope("realm", "create", "boreal")[0] == 0
    mailer = FolderMailer(mail_folder(setting))
    for realm in ("boreal", "borealis"):
        mailer.send(realm, Mail("ida@example.com", "Hello", realm))
        for kind in ("bank", "erp"):
            folder = setting.data_dir / f"{kind}-folders" / realm / "1"
            folder.mkdir(parents=True)
            (folder / "payment.xml").write_bytes(FILE)
    code, _, err = giroscope("realm", "delete", "borealis")
    assert (code, "--yes" in err) == (2, True)
    code, out, _ = giroscope("realm", "delete", "borealis", "--yes", "--json")
    assert (code, json.loads(out)) == (0, {"name": "borealis", "documents": 1})
    assert names(giroscope) == ["boreal"]
    left = [str(path) for path in setting.data_dir.rglob("*borealis*")]
    assert not any(Path(path).is_file() for path in left)
    assert not any(setting.data_dir.rglob("*borealis*/**/*.xml"))
    assert len([*setting.data_dir.rglob("*boreal/**/*.xml")]) == 2
    (mail,) = mail_folder(setting).glob("*.eml")
    assert b"X-Realm: boreal\r\n" in mail.read_bytes()
    code, _, err = giroscope("realm", "delete", "borealis", "--yes")
    assert (code, "no realm named borealis" in err) == (2, True)
    assert giroscope("realm", "delete", "boreal", "--yes")[0] == 0


def test_a_tenant_whose_folder_cannot_be_deleted_is_there_to_be_deleted_again(
    giroscope: Giroscope, setting: Settings, tenant: dict[str, Any], tmp_path: Path
) -> None:
    del tenant
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "payment.xml").write_bytes(FILE)
    link = setting.data_dir / "bank-folders" / "borealis"
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(elsewhere)
    code, _, err = giroscope("realm", "delete", "borealis", "--yes")
    assert (code, f"{link} cannot be deleted" in err) == (1, True)
    listed = json.loads(giroscope("realm", "list", "--json")[1])
    assert [row["name"] for row in listed] == ["borealis"]
    link.unlink()
    assert giroscope("realm", "delete", "borealis", "--yes")[0] == 0
    assert names(giroscope) == []


def test_what_runs_notices_that_a_tenant_was_deleted_and_made_again(
    giroscope: Giroscope,
    setting: Settings,
    tenant: dict[str, Any],
    in_own_loop: Callable[[Any], Any],
) -> None:
    del tenant
    running, now = Database(setting), [0.0]
    vault, starter = open_vault(setting, running), JobStarter(running)
    realms = KnownRealms(running.realms, now=lambda: now[0])
    assert in_own_loop(realms.ensure("borealis")) == "borealis"
    starter.start("borealis", 1)
    if not running.is_sqlite:
        # On SQLite the product is stopped while a tenant is deleted.
        vault.keep_now("borealis", [FILE])
    assert giroscope("realm", "delete", "borealis", "--yes")[0] == 0
    now[0] += 6
    with pytest.raises(UnknownRealm):
        in_own_loop(realms.ensure("borealis"))
    starter.sweep()

    assert giroscope("realm", "create", "borealis")[0] == 0
    now[0] += 6
    assert in_own_loop(realms.ensure("borealis")) == "borealis"
    assert starter._connected().list_workflows(workflow_id_prefix="borealis:") == []
    stored = vault.keep_now("borealis", [FILE])
    afterwards = Database(setting)
    found = b"".join(open_vault(setting, afterwards).chunks("borealis", stored.sha256))
    assert found == FILE
    starter.close()
    for database in (running, afterwards):
        in_own_loop(database.close())


def test_the_default_realm_is_not_deleted(giroscope: Giroscope) -> None:
    assert giroscope("realm", "create", "giroscope")[0] == 0
    code, _, err = giroscope("realm", "delete", "giroscope", "--yes")
    assert (code, "default realm" in err) == (1, True)


@pytest.mark.parametrize("name", ["../acme", "Acme", "-a", "x" * 64, ""])
def test_what_cannot_name_a_tenant_is_bad_input(
    giroscope: Giroscope, name: str
) -> None:
    assert giroscope("realm", "create", "--", name)[0] == 2


@pytest.mark.integration
def test_keycloaks_own_realm_is_never_touched(
    giroscope: Giroscope, keycloak: Keycloak, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {
        "IDENTITY_URL": keycloak.url,
        "IDENTITY_ADMIN_USER": keycloak.username,
        "IDENTITY_ADMIN_PASSWORD": keycloak.password,
    }.items():
        monkeypatch.setenv(f"GIROSCOPE_{name}", value)
    for verb in (["create"], ["delete", "--yes"]):
        assert giroscope("realm", *verb, "master")[0] == 2
    assert httpx2.get(f"{keycloak.url}/realms/master").status_code == 200


def test_a_keycloak_that_is_not_there_is_noticed_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("GIROSCOPE_IDENTITY_URL", "http://127.0.0.1:9")
    assert main(["realm", "create", "acme"]) == 1
    assert "GIROSCOPE_IDENTITY_ADMIN_CLIENT_ID" in capsys.readouterr().err
    monkeypatch.setenv("GIROSCOPE_IDENTITY_ADMIN_USER", "a")
    monkeypatch.setenv("GIROSCOPE_IDENTITY_ADMIN_PASSWORD", "b")
    assert main(["realm", "create", "acme"]) == 1
    assert "does not answer" in capsys.readouterr().err
    assert list(tmp_path.rglob("*.sqlite3")) == []


@pytest.mark.integration
async def test_the_running_product_reaches_the_people_it_made(
    keycloak: Keycloak, tmp_path: Path
) -> None:
    settings = Settings(
        data_dir=tmp_path / "var",
        identity_url=keycloak.url,
        identity_admin_user=keycloak.username,
        identity_admin_password=SecretStr(keycloak.password),
        admin_password=SecretStr(PASSWORD),
    )
    database = Database(settings)
    made = await create_tenant(settings, database, "reached")
    directory = PeopleDirectory(settings, database, load_master_key(settings))
    api = await directory.of("reached")
    (person,) = await api.people()
    assert (person.username, made.people) == ("admin", ("admin",))
    # The password that was given out is good for one thing: choosing another.
    given = Provider(
        "keycloak", keycloak.url, "reached", "http://reached.localhost:8087", "", ""
    )
    visitor = Visitor(given)
    page = visitor.fill_in(visitor.ask(), "admin", PASSWORD)
    assert "UPDATE_PASSWORD" in page.headers["location"]
    async with open_identity_realms(settings) as realms:
        await realms.delete("reached")
    await directory.close()
    await database.close()


@pytest.mark.integration
async def test_an_account_that_may_only_make_realms_is_enough(
    keycloak: Keycloak, tmp_path: Path
) -> None:
    client_id, secret = "giroscope-tenants", "tenants-secret"
    every = keycloak_settings(keycloak)
    async with new_client() as client:
        calls = IdentityCalls(client, keycloak.url, master_grant(every))
        body = {
            "clientId": client_id,
            "secret": secret,
            "serviceAccountsEnabled": True,
            "standardFlowEnabled": False,
        }
        made = await calls.send("POST", "/admin/realms/master/clients", body=body)
        path = f"/admin/realms/master/clients/{made.location.rpartition('/')[2]}"
        account = await calls.get(f"{path}/service-account-user")
        role = await calls.get("/admin/realms/master/roles/create-realm")
        mapping = f"/admin/realms/master/users/{account['id']}/role-mappings/realm"
        await calls.send("POST", mapping, body=[role])
        await calls.send("POST", "/admin/realms", body={"realm": "foreign"})
        settings = Settings(
            data_dir=tmp_path / "var",
            identity_url=keycloak.url,
            identity_admin_client_id=client_id,
            identity_admin_client_secret=SecretStr(secret),
        )
        database = Database(settings)
        made_realm = await create_tenant(settings, database, "limited")
        assert (made_realm.is_new, made_realm.people) == (True, ("admin",))
        await update_tenant(settings, database, "limited")
        async with open_identity_realms(settings) as realms:
            assert await realms.names() == ["limited"]
            with pytest.raises(IdentityLocked):
                await realms.delete("foreign")
        deleted = await delete_tenant(settings, database, "limited")
        assert deleted.is_realm_deleted
        await calls.send("DELETE", "/admin/realms/foreign")
        await calls.send("DELETE", path)
    await database.close()
