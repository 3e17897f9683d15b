"""What is kept of a person is told to them, and erased but for what the law keeps."""

import asyncio
import io
import json
import zipfile
from typing import Any

import pytest
from sqlalchemy import func, select, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.audit.verify import verify
from giroscope.features.logs.tables import LogEntry, LogKeeping
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.features.payments.behind.tables import Part, PaymentActor
from giroscope.features.users import copy_directory
from giroscope.features.users.personal_data import erase
from giroscope.features.users.tables import Erasure, KnownPerson, SignInEvent
from giroscope.features.views.tables import SavedView
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, LOGS, UPLOAD
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound, Unavailable
from giroscope.kernel.identity import Event, PersonChange
from giroscope.kernel.mail import FolderMailer, Mail, mail_folder
from giroscope.kernel.personal_data import KEPT, Purpose, register
from giroscope.settings import Settings
from tests.users.desk import REALM, Desk
from tests.users.test_sign_in_methods import visitor
from tests.users.traces_of_people import (
    NAMING,
    careless,
    leave_everywhere,
    rows_with,
)

pytestmark = pytest.mark.both_stores
NAME = "Carla Test"
KEPT_TABLES = {table.name for table in register() if table.says.purpose in KEPT}


@pytest.fixture
def desk_settings(settings: Settings) -> Settings:
    """Both stores."""
    return settings


async def _carla(desk: Desk) -> str:
    """Somebody with an account and a sign-in, seen by the product."""
    person_id = await desk.person("carla", UPLOAD, LOGS, password=True)
    visitor(desk).sign_in("carla")
    assert (await desk.do("refreshUsers"))["__typename"] == "Success"
    return person_id


async def _disabled(desk: Desk) -> str:
    person_id = await _carla(desk)
    told = await desk.do("disableUser", f'id: "{person_id}"')
    assert told["__typename"] == "Success"
    return person_id


async def _cut_off(*_arguments: object) -> None:
    raise Unavailable("cut off")


async def _logged(database: Database, person_id: str) -> None:
    """What was said to the provider is written down a moment later."""
    query = select(func.count()).where(LogEntry.uri.contains(person_id))
    for _ in range(600):
        async with database.reading(REALM) as session:
            if (await session.execute(query)).scalar_one() > 1:
                return
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was logged")


async def _get(desk: Desk, path: str, who: str = "anna", *roles: str) -> Any:
    async with desk.client(who, *roles) as client:
        return await client.get(f"/api/account/{desk.ids.get('carla', 'x')}/{path}")


async def _erase(desk: Desk, who: str = "anna", whom: str = "carla") -> Any:
    async with desk.client(who) as client:
        response = await client.post(
            f"/api/account/{desk.ids[whom]}/actions", json={"action": "erase"}
        )
    return response.json()


def _outcomes(told: Any) -> dict[tuple[str, str], int]:
    return {(one["table"], one["outcome"]): one["rows"] for one in told["items"]}


def _but(outcomes: dict[tuple[str, str], int], tables: set[str]) -> Any:
    return {key: rows for key, rows in outcomes.items() if key[0] not in tables}


async def _trail(desk: Desk, verb: str) -> list[Any]:
    data = await desk.ask(
        f'{{ auditEvents(filter: {{verbs: ["{verb}"]}}) {{ edges {{ node {{'
        " actor { name } subject { id name } now outcome } } } }"
    )
    return [edge["node"] for edge in data["auditEvents"]["edges"]]


async def test_of_an_erased_person_only_what_the_law_keeps_names_them(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    database = Database(desk_settings)
    await _logged(database, person_id)
    leave_everywhere(database, person_id, NAME)
    before = rows_with(database, [person_id, NAME])
    assert {table.name for table in NAMING} <= before.keys()
    preview = (await _get(desk, "erasure")).json()
    after = rows_with(database, [person_id, NAME])
    # Asking the provider who asks is logged meanwhile.
    assert {**after, "communication_logs": 0} == {**before, "communication_logs": 0}

    told = await _erase(desk)
    outcomes = _outcomes(told)
    assert outcomes.pop(("communication_logs", "DELETED")) >= 1
    assert {
        ("people", "DELETED"),
        ("mail_choices", "DELETED"),
        ("passkeys", "DELETED"),
        ("message_resolutions", "REPLACED"),
        ("system_messages", "REPLACED"),
        ("approvals", "KEPT"),
        ("payment_actors", "KEPT"),
    } <= outcomes.keys()
    # Asking for it, and ending all sessions, leaves rows of its own.
    moved = {"audit_events", "communication_logs", "ended_sessions", "erasures"}
    moved.add("people_roles")  # the made-up one is no role at the provider
    assert _but(outcomes, moved) == _but(_outcomes(preview), moved)

    # What was said to the provider to erase them is logged, and goes with its time.
    left = rows_with(database, [person_id, NAME])
    assert left.keys() - {"communication_logs"} <= KEPT_TABLES
    by_name = rows_with(database, [NAME, "carla@example.com"])
    assert by_name.keys() <= KEPT_TABLES
    assert left.keys() >= {"approvals", "audit_events", "payment_actors", "uploads"}
    async with database.reading(REALM) as session:
        row = (await session.execute(select(Erasure))).scalar_one()
        assert (row.pseudonym, row.requested_by_name) == (None, "Anna")
        assert row.finished_at is not None
        assert row.counts.keys() == {"deleted", "replaced", "kept", "expires"}
    with pytest.raises(NotFound):
        await desk.api.person(person_id)
    assert await desk.api.events(person_id=person_id) == []
    assert await desk.names("") == ["anna", "bert"]
    await database.close()


async def test_the_trail_tells_of_it_without_what_was_erased_and_stays_whole(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    database = Database(desk_settings)
    await _erase(desk)
    (event,) = await _trail(desk, "users.erased")
    assert event["actor"]["name"] == "Anna"
    assert event["subject"]["id"] == person_id
    assert event["subject"]["name"] in {None, "", person_id}
    assert "arla" not in json.dumps(event)
    with database.job_connection(REALM) as connection:
        assert verify(connection).fault is None
        connection.rollback()
    await database.close()


async def test_one_pseudonym_stands_for_the_person_in_what_others_use(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    database, now = Database(desk_settings), system_clock()
    async with database.writing(REALM) as session:
        for name, is_shared in (("ours", True), ("mine", False)):
            session.add(
                SavedView(
                    list="payments", name=name, owner=person_id, owner_name=NAME,
                    shared=is_shared, state="{}", version=1, created=now, updated=now,
                )
            )  # fmt: skip
        await session.execute(
            update(KnownPerson)
            .where(KnownPerson.person_id == desk.ids["bert"])
            .values(created_by=person_id, created_by_name=NAME)
        )
    await _erase(desk)
    async with database.reading(REALM) as session:
        (view,) = (await session.execute(select(SavedView))).scalars()
        query = select(KnownPerson).where(KnownPerson.username == "bert")
        bert = (await session.execute(query)).scalar_one()
    assert view.name == "ours"
    assert view.owner.startswith("erased-")
    assert view.owner == view.owner_name == bert.created_by == bert.created_by_name
    await database.close()


async def test_a_name_of_two_people_stays_where_no_id_says_whose_it_is(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    database = Database(desk_settings)
    leave_everywhere(database, person_id, NAME)
    await desk.api.change(desk.ids["bert"], PersonChange(given_name="Carla"))
    outcomes = _outcomes(await _erase(desk))
    assert ("message_resolutions", "REPLACED") in outcomes
    assert ("bank_tests", "REPLACED") not in outcomes
    assert ("system_messages", "REPLACED") not in outcomes
    await database.close()


@pytest.mark.parametrize("after", ["the provider", "the intention"])
async def test_who_is_cut_off_goes_on_where_they_were(
    desk: Desk, desk_settings: Settings, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    person_id = await _disabled(desk)

    with monkeypatch.context() as patched:
        patched.setattr(
            erase, "finish" if after == "the provider" else "end_all_sessions", _cut_off
        )
        assert (await _erase(desk))["status"] == 503
    database = Database(desk_settings)
    assert "people" in rows_with(database, ["carla"])
    assert await _trail(desk, "users.erased") == []
    if after == "the provider":
        # Nobody sees the person any more: the product ends it by itself.
        assert (await desk.do("refreshUsers"))["__typename"] == "Success"
    else:
        assert "items" in await _erase(desk)
    assert "people" not in rows_with(database, ["carla", person_id])
    (event,) = await _trail(desk, "users.erased")
    assert event["actor"]["name"] == (
        "Giroscope" if after == "the provider" else "Anna"
    )
    assert json.loads(event["now"])["requestedBy"] == desk.ids["anna"]
    (begun,) = await _trail(desk, "users.erasure_begun")
    assert begun["actor"]["name"] == "Anna"
    await database.close()


async def test_what_waits_for_the_person_is_over_before_the_provider_forgets_them(
    desk: Desk, desk_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    person_id = await _carla(desk)
    give = f'id: "{person_id}", give: [PAYMENT_APPROVER]'
    assert (await desk.do("changeUserRoles", give))["__typename"] == "RolesChanged"
    await desk.do("disableUser", f'id: "{person_id}"')
    folder = mail_folder(desk_settings)
    FolderMailer(folder).send(REALM, Mail("carla@example.com", "Hello", "for carla"))

    monkeypatch.setattr(erase, "end_all_sessions", _cut_off)
    assert (await _erase(desk))["status"] == 503
    data = await desk.ask("{ roleRequests { edges { node { state } } } }")
    assert [one["node"]["state"] for one in data["roleRequests"]["edges"]] == [
        "WITHDRAWN"
    ]
    assert [
        one for one in folder.glob("*.eml") if b"for carla" in one.read_bytes()
    ] == []


async def test_who_is_enabled_again_is_watched_as_before(
    desk: Desk, desk_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    person_id = await _disabled(desk)

    with monkeypatch.context() as patched:
        patched.setattr(erase, "end_all_sessions", _cut_off)
        assert (await _erase(desk))["status"] == 503
    database = Database(desk_settings)
    event = Event("e-1", system_clock(), "LOGIN", person_id, "", "", "127.0.0.1", "")
    async with database.writing(REALM) as session:
        assert len(await copy_directory.write_events(session, [event])) == 1
    told = await desk.do("enableUser", f'id: "{person_id}"')
    assert told["__typename"] == "Success"
    async with database.reading(REALM) as session:
        assert (await session.execute(select(Erasure))).first() is None
    # Nothing completes by itself what was given up.
    await desk.api.delete(person_id)
    assert (await desk.do("refreshUsers"))["__typename"] == "Success"
    assert await _trail(desk, "users.erased") == []
    await database.close()


async def test_who_is_at_the_provider_again_is_seen_again(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    await _erase(desk)
    database = Database(desk_settings)
    # As after an older dump of the provider was restored.
    desk.ids["carla"] = returned = await desk.person("carla", UPLOAD, password=True)
    async with database.writing(REALM) as session:
        await session.execute(update(Erasure).values(person_id=returned))
    assert (await desk.do("refreshUsers"))["__typename"] == "Success"
    assert await desk.names("") == ["anna", "bert", "carla"]
    (event,) = await _trail(desk, "users.returned")
    assert event["subject"]["id"] == returned
    await desk.do("disableUser", f'id: "{returned}"')
    assert "items" in await _erase(desk)
    assert await desk.names("") == ["anna", "bert"]
    del person_id
    await database.close()


async def test_nobody_is_asked_to_give_an_erased_person_a_role(desk: Desk) -> None:
    person_id = await _carla(desk)
    give = f'id: "{person_id}", give: [PAYMENT_APPROVER]'
    assert (await desk.do("changeUserRoles", give))["__typename"] == "RolesChanged"
    await desk.do("disableUser", f'id: "{person_id}"')
    assert "items" in await _erase(desk)
    data = await desk.ask("{ roleRequests { edges { node { state } } } }")
    assert [one["node"]["state"] for one in data["roleRequests"]["edges"]] == [
        "WITHDRAWN"
    ]


async def test_erased_twice_is_erased_once(desk: Desk) -> None:
    await _disabled(desk)
    await _erase(desk)
    again = _outcomes(await _erase(desk))
    # What was said to the provider the first time is in the log.
    again.pop(("communication_logs", "DELETED"), None)
    assert {outcome for _, outcome in again} <= {"KEPT", "EXPIRES"}
    assert len(await _trail(desk, "users.erased")) == 1


async def test_what_the_provider_goes_on_telling_does_not_come_in_again(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    await _erase(desk)
    database = Database(desk_settings)
    events = [
        Event(
            f"event-{number}", system_clock(), "LOGIN", whose, "", "", "127.0.0.1", ""
        )
        for number, whose in enumerate([person_id, desk.ids["bert"]])
    ]
    async with database.writing(REALM) as session:
        new = await copy_directory.write_events(session, events)
        assert [one.person_id for one in new] == [desk.ids["bert"]]
    async with database.reading(REALM) as session:
        query = select(SignInEvent).where(SignInEvent.person_id == person_id)
        assert (await session.execute(query)).scalars().all() == []
    await database.close()


async def test_what_the_log_stores_is_counted_without_what_was_erased(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    database = Database(desk_settings)
    await _logged(database, person_id)
    outcomes = _outcomes(await _erase(desk))
    assert outcomes[("communication_logs", "DELETED")] > 1
    async with database.reading(REALM) as session:
        stored = (await session.execute(select(LogKeeping.stored))).scalar_one()
        kept = await session.execute(select(func.sum(LogEntry.stored)))
        assert stored == kept.scalar_one()
    await database.close()


async def test_mails_to_the_person_leave_the_folder(
    desk: Desk, desk_settings: Settings
) -> None:
    await _disabled(desk)
    folder = mail_folder(desk_settings)
    mailer = FolderMailer(folder)
    mailer.send(REALM, Mail("Carla@example.com", "Hello", "for carla"))
    mailer.send(REALM, Mail("bert@example.com", "Hello", "for bert"))
    mailer.send("another", Mail("carla@example.com", "Hello", "of another company"))
    await _erase(desk)
    left = b"".join(path.read_bytes() for path in folder.glob("*.eml"))
    assert b"for carla" not in left
    assert left.count(b"Hello") == 2


async def test_nobody_is_erased_who_may_sign_in_or_must_stay(desk: Desk) -> None:
    await _carla(desk)
    assert (await _erase(desk))["code"] == "users.not_disabled"
    assert (await _erase(desk, whom="anna"))["code"] == "users.own_account"
    desk.ids["nobody"] = "00000000-0000-4000-8000-000000000000"
    assert (await _erase(desk, whom="nobody"))["code"] == "not_found"
    desk.ids["carla"] = desk.ids["nobody"]
    assert (await _get(desk, "erasure")).json()["code"] == "not_found"
    assert (await _get(desk, "personal-data")).json()["code"] == "not_found"


async def test_nobody_is_erased_in_whose_payments_somebody_has_to_decide(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    database = Database(desk_settings)
    leave_everywhere(database, person_id, NAME)

    def stands(state: str) -> None:
        with careless(database) as connection:
            connection.execute(update(ApprovalCase).values(document_id=1, state=state))
            connection.execute(
                update(PaymentActor).values(document_id=1, part=Part.FETCHED.value)
            )
            connection.commit()

    stands("OPEN")
    assert (await _erase(desk))["code"] == "users.still_needed"
    assert (await desk.api.person(person_id)).username == "carla"
    assert await _trail(desk, "users.erasure_begun") == []
    stands("RELEASED")
    assert "items" in await _erase(desk)
    await database.close()


async def test_who_manages_no_more_neither_erases_nor_is_told(desk: Desk) -> None:
    await _disabled(desk)
    bert = await desk.api.roles()
    await desk.api.take(
        desk.ids["bert"], [one for one in bert if one.name == ACCOUNT_MANAGEMENT]
    )
    # The copy of the provider may know of it by itself meanwhile.
    refused = {"users.no_manager", "forbidden"}
    assert (await _erase(desk, "bert"))["code"] in refused
    for path in ("erasure", "personal-data"):
        answer = await _get(desk, path, "bert")
        assert answer.json()["code"] in refused
        answer = await _get(desk, path, "dora", UPLOAD)
        assert answer.status_code == 403


async def _taken(desk: Desk, language: str = "en") -> zipfile.ZipFile:
    answer = await _get(desk, f"personal-data?language={language}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["cache-control"] == "private, no-store"
    return zipfile.ZipFile(io.BytesIO(answer.content))


async def test_a_person_is_given_every_row_that_names_them(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _carla(desk)
    database = Database(desk_settings)
    leave_everywhere(database, person_id, NAME)
    archive = await _taken(desk)
    quoted_only = {
        "alarms", "communication_logs", "export_tickets", "system_messages",
    }  # fmt: skip
    files = {f"tables/{table.name}.json" for table in NAMING} - {
        f"tables/{name}.json" for name in quoted_only
    }
    assert set(archive.namelist()) == files | {
        "README.txt", "account.json", "tables/people.json", "tables/audit_events.json",
    }  # fmt: skip
    account = json.loads(archive.read("account.json"))
    assert (account["username"], account["email"]) == ("carla", "carla@example.com")
    assert [one["kind"] for one in account["signInMethods"]] == ["password"]
    assert {"giroscope-upload", "giroscope-logs"} <= set(account["roles"])
    (own,) = json.loads(archive.read("tables/people.json"))
    assert own["email"] == "carla@example.com"
    readme = archive.read("README.txt").decode()
    assert readme.startswith(f"Personal data of {NAME}\n")
    assert "tables/approvals.json: Approvals, 1 row\n" in readme
    danish = (await _taken(desk, "da")).read("README.txt").decode()
    assert "tables/approvals.json: Godkendelser, 1 række\n" in danish
    assert len(await _trail(desk, "users.personal_data_exported")) == 2
    await database.close()


async def test_what_a_row_tells_of_others_is_left_out(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _carla(desk)
    database = Database(desk_settings)
    leave_everywhere(database, person_id, NAME)
    async with database.writing(REALM) as session:
        tables = {table.name: table.table for table in register()}
        await session.execute(
            update(tables["approvals"])
            .where(tables["approvals"].c.person_id == person_id)
            .values(for_id="someone-else", for_name="Ida Else", reason="Ida is away")
        )
        await session.execute(
            update(tables["journal_comments"]).values(text="paid by hand")
        )
        await session.execute(
            update(tables["payment_replacements"]).values(account_before="DK50-PAYEE")
        )
    archive = await _taken(desk)
    (approval,) = json.loads(archive.read("tables/approvals.json"))
    assert approval["person_name"] == NAME
    assert not {"for_id", "for_name", "reason"} & approval.keys()
    (comment,) = json.loads(archive.read("tables/journal_comments.json"))
    assert comment["text"] == "paid by hand"
    (secret,) = json.loads(archive.read("tables/erp_secrets.json"))
    assert "wrapped" not in secret
    everything = b"".join(archive.read(name) for name in archive.namelist())
    assert b"DK50-PAYEE" not in everything
    assert b"Ida Else" not in everything
    await database.close()


async def test_of_whom_somebody_invited_they_are_told_only_that_they_did(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _carla(desk)
    database = Database(desk_settings)
    leave_everywhere(database, person_id, NAME)
    async with database.writing(REALM) as session:
        await session.execute(
            update(KnownPerson)
            .where(KnownPerson.person_id == desk.ids["bert"])
            .values(created_by=person_id, created_by_name=NAME)
        )
        await session.execute(update(ApprovalCase).values(told=["a-colleague"]))
    archive = await _taken(desk)
    own, invited = sorted(json.loads(archive.read("tables/people.json")), key=len)[::-1]
    assert own["email"] == "carla@example.com"
    assert invited == {"created_by": person_id, "created_by_name": NAME}
    (case,) = json.loads(archive.read("tables/approval_cases.json"))
    assert not {"told", "rules"} & case.keys()
    await database.close()


async def test_a_name_that_evidence_has_of_another_is_not_taken_for_the_person_s(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    database = Database(desk_settings)
    leave_everywhere(database, person_id, NAME)
    # Somebody of that name was erased before: only what is kept of them names them.
    with careless(database) as connection:
        connection.execute(update(PaymentActor).values(person_id="another-carla"))
        connection.commit()
    outcomes = _outcomes(await _erase(desk))
    assert ("message_resolutions", "REPLACED") in outcomes
    assert ("bank_tests", "REPLACED") not in outcomes
    await database.close()


async def test_an_address_of_the_trail_is_told_to_whose_act_it_was_alone(
    desk: Desk, desk_settings: Settings
) -> None:
    person_id = await _disabled(desk)
    archive = await _taken(desk)
    events = json.loads(archive.read("tables/audit_events.json"))
    own = [one for one in events if one.get("actor_id") == person_id]
    others = [one for one in events if "actor_id" not in one]
    assert own
    assert others
    assert all("address" in one for one in own)
    assert not any({"address", "agent", "actor_name"} & one.keys() for one in others)
    assert Purpose.EVIDENCE.value in {
        one["purpose"] for one in (await _get(desk, "erasure")).json()["items"]
    }
    database = Database(desk_settings)
    async with database.reading(REALM) as session:
        query = select(AuditEvent.actor_name).where(AuditEvent.actor_id == person_id)
        assert set((await session.execute(query)).scalars()) == {NAME}
    await database.close()
