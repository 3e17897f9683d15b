"""The Debug screen's questions, for the role that has them and no other."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from anyio import to_thread
from sqlalchemy import insert

from giroscope.features.debug import mailbox
from giroscope.features.debug.mailbox import MailWay
from giroscope.features.users import People
from giroscope.features.users.hands import hand_of
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.access import DEBUG, UPLOAD
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from signin.mail import FolderMailer, Mail
from tests.kernel.issuer import IDENTITY

pytestmark = pytest.mark.served

QUESTIONS = (
    "{ debugHealth { product } }", "{ debugSettings { name } }", "{ debugClock }",
    "{ debugMails { way } }", '{ debugMail(id: "x") { text } }',
)  # fmt: skip
CHECKS = "checks { code isWell fact }"


@pytest.mark.parametrize("question", QUESTIONS)
async def test_only_who_supports_the_product_asks(api: Any, question: str) -> None:
    assert await api.code(question, UPLOAD) == "FORBIDDEN"


async def _checks(api: Any) -> dict[str, Any]:
    data = await api.data(f"{{ debugHealth {{ {CHECKS} }} }}", DEBUG)
    return {one["code"]: one for one in data["debugHealth"]["checks"]}


async def test_versions_and_checks_are_told(api: Any) -> None:
    question = f"{{ debugHealth {{ product python database realm checked {CHECKS} }} }}"
    told = (await api.data(question, DEBUG))["debugHealth"]
    assert told["database"].startswith("SQLite 3.")
    assert told["realm"] == "giroscope"
    checks = {one["code"]: one for one in told["checks"]}
    assert list(checks) == [
        "PYTHON", "CONSOLE", "DATA_DIRECTORY", "DISK_SPACE", "MASTER_KEY", "DATABASE",
        "TABLES", "REALM_KEY", "WORKERS", "JOBS", "JOBS_HELD", "JOBS_FAILED",
        "SCHEDULE", "BANKS", "ERP", "SIGN_IN",
    ]  # fmt: skip
    assert checks["PYTHON"] == {
        "code": "PYTHON",
        "isWell": True,
        "fact": told["python"],
    }
    assert checks["TABLES"]["isWell"]
    # Nobody stands at the provider's address in these tests.
    assert not checks["SIGN_IN"]["isWell"]


async def test_a_job_that_nobody_takes_is_not_well(
    api: Any, settings: Settings
) -> None:
    database = Database(settings)
    async with database.writing("giroscope") as session:
        await session.execute(
            insert(Job).values(
                verb="import", subject=1, state="QUEUED", done=0, total=0, attempts=1,
                created=datetime(2026, 11, 1, tzinfo=UTC),
            )
        )  # fmt: skip
    await database.close()
    jobs = (await _checks(api))["JOBS"]
    assert (jobs["isWell"], jobs["fact"]) == (False, "1")


async def test_a_console_that_is_gone_is_not_well(api: Any, settings: Settings) -> None:
    (settings.console_dir / "index.html").unlink()
    console = (await _checks(api))["CONSOLE"]
    assert (console["isWell"], console["fact"]) == (False, str(settings.console_dir))


async def test_settings_come_without_secrets(api: Any, settings: Settings) -> None:
    assert settings.master_key is not None
    response = await api.graph(
        "{ debugSettings { name value origin isSecret isSet } }", DEBUG
    )
    assert settings.master_key.get_secret_value() not in response.text
    found = {one["name"]: one for one in response.json()["data"]["debugSettings"]}
    assert found["GIROSCOPE_IDENTITY_URL"]["value"] == IDENTITY
    assert found["GIROSCOPE_MASTER_KEY"]["isSet"]


async def test_the_clock_is_the_servers(api: Any) -> None:
    told = (await api.data("{ debugClock }", DEBUG))["debugClock"]
    assert abs((datetime.now(UTC) - datetime.fromisoformat(told)).total_seconds()) < 60


async def test_without_a_folder_no_mail_is_shown(api: Any) -> None:
    data = await api.data("{ debugMails { way mails { id } } }", DEBUG)
    assert data["debugMails"] == {"way": "KEYCLOAK", "mails": []}
    assert await api.code('{ debugMail(id: "x") { text } }', DEBUG) == "NOT_FOUND"


@pytest.fixture
def folder(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The mails of a laptop."""
    monkeypatch.setattr(mailbox, "way_of", lambda _settings: MailWay.FOLDER)
    return settings.data_dir.absolute() / "mail"


@pytest.fixture
async def people(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader, an approver, and a second account with the reader's address."""

    async def known(*_: object) -> None:
        """The copy is what the provider would say."""

    monkeypatch.setattr(People, "note", known)
    now = datetime(2026, 11, 1, tzinfo=UTC)
    database = Database(settings)
    async with database.writing("giroscope") as session:
        for who, mail in (
            ("user-1", "Eva@example.com"), ("approver", "alba@example.com"),
            ("twin", "eva@example.com"),
        ):  # fmt: skip
            await session.execute(
                insert(KnownPerson).values(
                    person_id=who, username=who, given_name=who, family_name="Test",
                    name=f"{who} Test", sort_name=who, email=mail, state="ACTIVE",
                    has_second_factor=False, required_actions=[], other_roles=0,
                    has_mail_failed=False, created=now, active_at=now,
                )
            )  # fmt: skip
    await database.close()


@pytest.mark.usefixtures("people")
async def test_a_mail_is_opened_by_whom_it_is_for_and_that_is_written_down(
    api: Any, folder: Path, settings: Settings
) -> None:
    link = f"{IDENTITY}/realms/giroscope/login-actions/action-token?key=k"
    for to in ("alba@example.com", "eva@example.com"):
        await FolderMailer(folder, sender_name="G").send(
            Mail(to=to, subject="Hej", text=f"{link}\n", realm="giroscope")
        )
    names = await to_thread.run_sync(lambda: {one.stem for one in folder.iterdir()})
    listed = await api.data("{ debugMails { mails { id to subject time } } }", DEBUG)
    (mail,) = listed["debugMails"]["mails"]
    assert (mail["to"], mail["subject"]) == ("eva@example.com", "Hej")
    (others,) = names - {mail["id"]}
    assert await api.code(f'{{ debugMail(id: "{others}") {{ text }} }}', DEBUG) == (
        "NOT_FOUND"
    )

    opened = f'{{ debugMail(id: "{mail["id"]}") {{ text links mail {{ to }} }} }}'
    told = (await api.data(opened, DEBUG))["debugMail"]
    assert told["links"] == [link]
    trail = await api.data(
        '{ auditEvents(filter: {verbs: ["debug.mail_opened"]})'
        " { edges { node { subject { name } now } } } }",
        DEBUG,
    )
    (event,) = trail["auditEvents"]["edges"]
    assert event["node"]["subject"]["name"] == "Hej"
    assert "eva@example.com" in str(event["node"]["now"])
    assert "twin Test" in str(event["node"]["now"])
    assert "key=k" not in str(event)
    database = Database(settings)
    async with database.reading("giroscope") as session:
        assert await hand_of(session, "twin") == {"twin", "user-1"}
        assert await hand_of(session, "approver") == {"approver"}
    await database.close()

    other = await api.data("{ debugMails { mails { id } } }", DEBUG, realm="acme")
    assert other["debugMails"]["mails"] == []
    assert await api.code(opened, DEBUG, realm="acme") == "NOT_FOUND"
