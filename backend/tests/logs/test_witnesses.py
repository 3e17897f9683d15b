"""What the kernel itself says to the sign-in and the mail server is noted, masked."""

from typing import Any

import httpx2
import pytest
from sqlalchemy import select

from giroscope.features.logs import LogEntry, Recorder, Witnesses
from giroscope.kernel.database import Database
from giroscope.kernel.identity import AdminApi, IdentityDoesNotAnswer
from giroscope.kernel.mail import Mail, noted_mailer
from giroscope.settings import Settings
from tests.logs.log_desk import NOON


def rows(database: Database) -> list[Any]:
    with database.job_connection("giroscope") as connection:
        query = select(LogEntry.__table__).order_by(LogEntry.id)
        return list(connection.execute(query))


async def test_calls_to_the_provider_show_no_token_and_no_secret(
    database: Database, recorder: Recorder
) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith("/token"):
            given = {"access_token": "hush-token", "expires_in": 60}
            return httpx2.Response(200, json=given)
        person = {
            "id": "1",
            "username": "jane",
            "firstName": "Jane",
            "lastName": "Admin",
        }
        return httpx2.Response(200, json=[person])

    witness = Witnesses(recorder.take, lambda: NOON).of_own
    async with httpx2.AsyncClient(transport=httpx2.MockTransport(answer)) as client:
        api = AdminApi(client, "http://id.example", "giroscope", "hush-secret", witness)
        await api.people("jane.doe@example.com")
    assert recorder.flush()
    found = rows(database)
    assert len(found) == 4
    assert {row.log_type for row in found} == {"IDENTITY"}
    assert not any(row.has_bytes for row in found)
    said = " ".join(f"{row.uri} {row.data} {row.words}" for row in found)
    for hidden in ("hush", "Jane", "doe"):
        assert hidden not in said
    assert "client_secret=***" in said
    assert {row.operation for row in found} == {"POST token", "GET users"}
    assert "/admin/realms/giroscope/users" in said


async def test_a_provider_that_is_silent_is_noted(
    database: Database, recorder: Recorder
) -> None:
    def fail(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused", request=request)

    witness = Witnesses(recorder.take, lambda: NOON).of_own
    async with httpx2.AsyncClient(transport=httpx2.MockTransport(fail)) as client:
        api = AdminApi(client, "http://id.example", "giroscope", "s", witness)
        with pytest.raises(IdentityDoesNotAnswer):
            await api.count()
    assert recorder.flush()
    (asked,) = rows(database)
    assert asked.cause is not None
    assert asked.status is None


def test_a_mail_is_noted_without_its_address(
    database: Database, recorder: Recorder, settings: Settings
) -> None:
    witness = Witnesses(recorder.take, lambda: NOON).of_own
    mailer = noted_mailer(settings, witness)
    assert mailer is not None
    text = "Approve: https://x.example/a?token=hush"
    mailer.send("giroscope", Mail("jane.doe@example.com", "To approve", text))
    assert recorder.flush()
    (sent,) = rows(database)
    assert (sent.log_type, sent.direction, sent.cause) == ("MAIL", "OUT", None)
    assert "To approve" in sent.data
    assert "j***@example.com" in sent.data
    assert "hush" not in sent.data


def test_a_witness_that_fails_changes_nothing(settings: Settings) -> None:
    def fail(_exchange: object) -> None:
        raise RuntimeError

    mailer = noted_mailer(settings, fail)
    assert mailer is not None
    mailer.send("giroscope", Mail("jane.doe@example.com", "To approve", "x"))
