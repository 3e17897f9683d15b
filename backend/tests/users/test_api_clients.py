"""API clients at the product and its provider: what each act does, and to whom."""

from datetime import timedelta
from pathlib import Path

import pytest

from giroscope.features.users.hands import hands_of
from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    APPROVER,
    AUDITOR,
    BILLING,
    DEBUG,
    LOGS,
    UPLOAD,
)
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.users.desk import REALM, Desk
from tests.users.programs import ALL, LIST, TOLD, Programs, programs_at


@pytest.fixture
async def programs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Programs:
    return await programs_at(desk, monkeypatch)


def _files(folder: Path) -> dict[str, bytes]:
    """All that the product and the provider keep."""
    return {one.name: one.read_bytes() for one in folder.rglob("*") if one.is_file()}


QUESTIONS = {
    "{ journals { totalCount } }": "JOURNALS_READ",
    "{ statements { totalCount } }": "JOURNALS_READ",
    "{ transactions { totalCount } }": "JOURNALS_READ",
    "{ documents { totalCount } }": "JOURNALS_READ",
    "{ payments { totalCount } }": "PAYMENTS_READ",
    "{ messages { totalCount } }": "MESSAGES_READ",
    "{ uploads { totalCount } }": "UPLOADS_CREATE",
}
FOR_PEOPLE = (
    "{ viewer { id } }",
    "{ users { totalCount } }",
    "{ apiClients { totalCount } }",
    "{ auditEvents { totalCount } }",
    "{ communicationLogs { totalCount } }",
    "{ invoices { totalCount } }",
    '{ savedViews(list: "journals") { id } }',
    '{ search(text: "x") { __typename } }',
    'mutation { deleteApiClient(id: "1") { ... on Problem { code } } }',
)


async def test_a_program_may_what_its_scopes_say_whatever_its_token_says(
    programs: Programs,
) -> None:
    for scope in ALL.split(", "):
        token = await programs.token(await programs.make(scope, scope))
        for question, needed in QUESTIONS.items():
            refused = await programs.ask(token, question)
            assert (refused is None) is (needed == scope), (scope, question, refused)

    # An answer that people without roles share is none of a program's.
    question = "/api/data/graphql?query={messageSummary{total}}"
    url = f"{programs.desk.url}/realms/{REALM}"
    shared = programs.desk.issuer.token(REALM, iss=url, sub="u-1", sid="s-1")
    assert "data" in (await programs.call(shared, "GET", question)).json()
    token = await programs.token(await programs.make("Payments", "PAYMENTS_READ"))
    assert "FORBIDDEN" in (await programs.call(token, "GET", question)).text

    # What is for people, although it has every scope.
    token = await programs.token(await programs.make())
    for question in FOR_PEOPLE:
        answer = await programs.call(
            token, "POST", "/api/data/graphql", json={"query": question}
        )
        assert "FORBIDDEN" in answer.text or '"forbidden"' in answer.text, question
    for method, path in (
        ("GET", "/api/account"),
        ("GET", "/api/account/openapi.json"),
        ("POST", "/api/preview"),
        ("POST", "/api/sign"),
        ("POST", "/api/export/journals"),
        ("POST", "/api/console-faults"),
        ("DELETE", "/api/upload"),
        ("GET", "/api/messages/stream"),
    ):
        answer = await programs.call(token, method, path, json={})
        assert answer.status_code == 403, (method, path, answer.status_code)
    assert (await programs.call(token, "GET", "/api/export/journals")).is_success
    assert (await programs.call(token, "GET", "/api/export/users")).status_code == 403

    # Whatever roles a token names.
    made = await programs.make("Capped", "PAYMENTS_READ")
    roles = (ACCOUNT_MANAGEMENT, APPROVER, AUDITOR, BILLING, DEBUG, LOGS, UPLOAD)
    token = programs.desk.issuer.token(
        REALM, *roles, azp=made["clientId"], iss=f"{programs.desk.url}/realms/{REALM}",
        sub=programs.desk.ids["anna"], sid="a-session", scope="uploads.create",
    )  # fmt: skip
    assert await programs.ask(token, "{ payments { totalCount } }") is None
    for question in ("{ users { totalCount } }", "{ uploads { totalCount } }"):
        assert await programs.ask(token, question) == "FORBIDDEN"


async def test_off_expired_rotated_and_deleted_count_for_tokens_that_live(
    programs: Programs,
) -> None:
    made = await programs.make()
    desk, named = programs.desk, f'id: "{made["id"]}"'
    question = "{ payments { totalCount } }"
    token = await programs.token(made)
    assert await programs.ask(token, question) is None

    await desk.do("switchApiClient", f"{named}, on: false")
    assert await programs.ask(token, question) == "UNAUTHENTICATED"
    assert (await programs.sign_in(made)).status_code == 401
    await desk.do("switchApiClient", f"{named}, on: true")
    assert await programs.ask(token, question) is None

    change = f'{named}, client: {{name: "Books", scopes: [JOURNALS_READ]'
    await desk.do("changeApiClient", f"{change}}}")
    assert await programs.ask(token, question) == "FORBIDDEN"
    today = day_of(desk.clock())
    changed = f'{change}, expires: "{today + timedelta(days=1)}"}}'
    assert (await desk.do("changeApiClient", changed))["__typename"] == "Success"
    question = "{ journals { totalCount } }"
    assert await programs.ask(token, question) is None
    desk.clock.turned = timedelta(days=3)
    assert await programs.ask(token, question) == "UNAUTHENTICATED"
    assert (await programs.listed())["Books"]["state"] == "EXPIRED"
    desk.clock.turned = timedelta()

    # Tokens tell whole seconds.
    desk.clock.turned = timedelta(seconds=2)
    told = await desk.do("rotateApiClientSecret", named, told=TOLD)
    desk.clock.turned = timedelta()
    assert await programs.ask(token, question) == "UNAUTHENTICATED"
    assert (await programs.sign_in(made)).status_code == 401
    assert (await programs.sign_in({**made, **told})).is_success

    assert (await desk.do("deleteApiClient", named))["__typename"] == "Success"
    assert await programs.listed() == {}
    assert (await programs.sign_in({**made, **told})).status_code == 401
    assert (await desk.do("switchApiClient", f"{named}, on: true"))["code"] == (
        "not_found"
    )

    # One that nobody made, and a token for somebody else.
    made = await programs.make()
    url = f"{desk.url}/realms/{REALM}"
    strange = desk.issuer.token(REALM, azp="giroscope-api-0", iss=url)
    elsewhere = desk.issuer.token(REALM, azp=made["clientId"], iss=url, aud="account")
    assert await programs.ask(await programs.token(made), question) is None
    for token in (strange, elsewhere):
        assert await programs.ask(token, question) == "UNAUTHENTICATED"


async def test_the_secret_is_nowhere_and_the_trail_tells_who_did_what(
    programs: Programs, desk_settings: Settings, tmp_path: Path
) -> None:
    made = await programs.make()
    again = await programs.desk.do(
        "rotateApiClientSecret", f'id: "{made["id"]}"', "bert", told=TOLD
    )
    told = {made["secret"], again["secret"]}
    made["secret"] = again["secret"]
    assert (await programs.sign_in(made)).is_success

    kept = _files(tmp_path)
    assert kept
    found = [
        name for name, held in kept.items() for one in told if one.encode() in held
    ]
    assert found == []
    told = await programs.desk.ask(
        '{ auditEvents(filter: {verbs: ["clients"]}) { edges { node {'
        " verb actor { name } subject { kind name } } } } }"
    )
    seen = [edge["node"] for edge in told["auditEvents"]["edges"]]
    assert [(one["verb"], one["actor"]["name"]) for one in seen] == [
        ("clients.secret_rotated", "Bert"),
        ("clients.created", "Anna"),
    ]
    assert seen[0]["subject"] == {"kind": "api-client", "name": "Ledger"}

    # What it does is told under its name, and the day is kept.
    assert (await programs.listed())["Ledger"]["lastUsed"] is None

    await programs.call(await programs.token(made), "GET", "/api/export/payments")

    today = day_of(programs.desk.clock())
    assert (await programs.listed())["Ledger"]["lastUsed"] == str(today)
    told = await programs.desk.ask(
        "{ auditEvents { edges { node { actor { id kind name } } } } }"
    )
    assert told["auditEvents"]["edges"][0]["node"]["actor"] == {
        "id": made["clientId"], "kind": "CLIENT", "name": "API client: Ledger",
    }  # fmt: skip

    # The access review tells it after the people.
    async with programs.desk.client("anna") as client:
        review = (await client.get("/api/account/review.csv")).text.splitlines()
    assert review[-1].startswith(f"Ledger,{made['clientId']},,API_CLIENT,,{today},")
    assert review[-1].endswith(
        "journals.read messages.read payments.read uploads.create"
    )

    # Whoever made it, and whoever knew its secret, could be who uploads by it.
    desk, named = programs.desk, made["clientId"]
    await desk.do("deleteApiClient", f'id: "{made["id"]}"')
    database = Database(desk_settings)
    async with database.reading(REALM) as session:
        hands = (await hands_of(session, [named]))[named]
    await database.close()
    assert hands == {named, desk.ids["anna"], desk.ids["bert"]}


NO_CLIENTS = (
    ("LEDGER", ALL, "", "clients.name_taken"),
    ("", ALL, "", "clients.bad"),
    ("x" * 81, ALL, "", "clients.bad"),
    ("Other", "", "", "clients.bad"),
    ("Other", ALL, ', expires: "2020-01-01"', "clients.bad"),
    ("Bearer abcdefghijkl", ALL, "", "invalid_input"),
)


async def test_only_account_managers_of_this_moment_administer(
    programs: Programs,
) -> None:
    made = await programs.make()
    desk = programs.desk
    given = f'client: {{name: "Mine", scopes: [{ALL}]}}'
    for role in (APPROVER, UPLOAD, DEBUG, AUDITOR, BILLING, LOGS):
        assert await desk.ask(LIST, "carla", role) == "FORBIDDEN"
        told = await desk.do("createApiClient", given, "carla", role)
        assert told["code"] == "forbidden"
    for name, scopes, more, code in NO_CLIENTS:
        assert (await programs.make(name, scopes, more=more))["code"] == code
    # A token that says more than the provider does.
    told = await desk.do("createApiClient", given, "carla", ACCOUNT_MANAGEMENT)
    assert told["code"] == "users.no_manager"

    # While the provider is silent, off and deleted count all the same.
    token = await programs.token(made)
    assert await programs.ask(token, "{ payments { totalCount } }") is None
    desk.stop_provider()
    named = f'id: "{made["id"]}"'
    told = await desk.do("switchApiClient", f"{named}, on: false")
    assert told["__typename"] == "Success"
    assert await programs.ask(token, "{ payments { totalCount } }") == "UNAUTHENTICATED"
    told = await desk.do("rotateApiClientSecret", named, told=TOLD)
    assert told["code"] == "identity_unavailable"
    assert (await desk.do("deleteApiClient", named))["__typename"] == "Success"
