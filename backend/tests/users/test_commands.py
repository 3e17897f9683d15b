"""`giroscope user`: the room's actions at a shell, with their guards and trail."""

import asyncio
import json
import re
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from giroscope.cli import main
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, APPROVER, LOGS, UPLOAD
from giroscope.kernel.identity import NewPerson
from giroscope.settings import Settings
from tests.users.desk import PASSWORD, REALM, SECRET, Desk

Shell = Callable[..., Awaitable[tuple[int, str, str]]]


@pytest.fixture
def shell(
    desk: Desk,
    desk_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Shell:
    """Run `giroscope user …` beside the product that is at work."""
    assert desk_settings.master_key is not None
    for name, value in {
        "DATA_DIR": str(desk_settings.data_dir),
        "MASTER_KEY": desk_settings.master_key.get_secret_value(),
        "DATABASE_URL": desk_settings.database_url,
        "IDENTITY_URL": desk.url,
        "IDENTITY_SERVICE_SECRET": SECRET,
        "LOG_FORMAT": "json",
    }.items():
        if value is not None:
            monkeypatch.setenv(f"GIROSCOPE_{name}", value)

    async def run(*words: str, realm: str = REALM) -> tuple[int, str, str]:
        capsys.readouterr()
        code = await asyncio.to_thread(main, ["user", *words, "--realm", realm])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


async def told(shell: Shell, *words: str) -> Any:
    code, out, err = await shell(*words, "--json")
    assert code == 0, err
    return json.loads(out)


async def trail(desk: Desk, verb: str, asks: str = "anna") -> list[dict[str, Any]]:
    """Events of a verb as the console shows them, newest first."""
    question = (
        f'{{ auditEvents(filter: {{verbs: ["{verb}"]}}) {{ edges {{ node {{'
        " actor { kind name } subject { name } now } } } }"
    )
    data = await desk.ask(question, asks)
    return [edge["node"] for edge in data["auditEvents"]["edges"]]


EACH_PROVIDER = pytest.mark.parametrize(
    "provider",
    ["signin", pytest.param("keycloak", marks=pytest.mark.integration)],
    indirect=True,
)


@EACH_PROVIDER
async def test_a_person_from_making_to_disabling(desk: Desk, shell: Shell) -> None:
    words = ("--given-name", "Carla", "--family-name", "Bohr")
    code, out, err = await shell(
        "create", "carla@example.com", *words, "--username", "carla",
        "--role", "logs", "--temporary-password", "--json",
    )  # fmt: skip
    assert code == 0, err
    desk.ids["carla"] = json.loads(out)["id"]
    assert await desk.roles("carla") == {LOGS}
    shown = await told(shell, "show", "Carla@Example.com")
    assert (shown["id"], shown["state"]) == (desk.ids["carla"], "INVITED")

    # Uploading at once; approving is for an account manager on the screen to confirm.
    code, out, _ = await shell(
        "roles", "carla", "--give", "upload", "--give", APPROVER, "--take", "logs"
    )
    assert (code, out.splitlines()) == (
        0,
        [
            "upload is given",
            "logs is taken",
            "payment-approver waits for an account manager",
        ],
    )
    assert await desk.roles("carla") == {UPLOAD}
    requests = await desk.ask("{ roleRequests { edges { node { id } } } }")
    number = requests["roleRequests"]["edges"][0]["node"]["id"]
    confirmed = await desk.do("confirmRoleRequest", f'id: "{number}"')
    assert confirmed["__typename"] == "Success"
    assert await desk.roles("carla") == {UPLOAD, APPROVER}

    for verb in ("disable", "enable", "unlock", "sign-out"):
        stands = await told(shell, verb, "carla")
        assert (stands["state"] == "DISABLED") is (verb == "disable")
    listed = await told(shell, "list", "--search", "bohr")
    assert [one["username"] for one in listed] == ["carla"]
    assert "Carla Bohr" in (await shell("list"))[1]
    code, out, _ = await shell("show", "carla")
    assert (code, "payment-approver, upload" in out) == (0, True)

    (event,) = await trail(desk, "users.disabled")
    assert event["actor"] == {"kind": "SHELL", "name": "Command line"}
    assert event["subject"]["name"] == "Carla Bohr"


@EACH_PROVIDER
async def test_the_guards_of_the_screen_hold(desk: Desk, shell: Shell) -> None:
    assert (await shell("disable", "bert"))[0] == 0
    for words in (
        ("disable", "anna"), ("roles", "anna", "--take", "account-management"),
    ):  # fmt: skip
        code, _, err = await shell(*words)
        assert (code, "last account manager" in err) == (1, True), words
    code, _, err = await shell("roles", "anna", "--give", "realm-admin")
    assert (code, "Only the roles of Giroscope" in err) == (2, True)
    assert await desk.roles("anna") == {ACCOUNT_MANAGEMENT}


async def test_without_a_second_person_is_asked_for_and_written_down(
    desk: Desk, shell: Shell
) -> None:
    await desk.person("carla", UPLOAD, password=True)
    give = ("roles", "carla", "--give", "payment-approver")
    assert (await told(shell, *give))["requestedRoles"] == [APPROVER]
    stands = await told(shell, *give, "--without-second-person")
    assert (stands["requestedRoles"], await desk.roles("carla")) == (
        [], {UPLOAD, APPROVER},
    )  # fmt: skip
    (event,) = await trail(desk, "users.roles_changed")
    assert event["actor"]["kind"] == "SHELL"
    assert "withoutSecondPerson" in json.dumps(event["now"])

    reset = ("reset", "carla", "temporary-password")
    code, _, err = await shell(*reset)
    assert (code, "approver" in err) == (1, True)
    assert (await told(shell, *reset, "--without-second-person"))["password"]
    (event,) = await trail(desk, "users.password_reset")
    assert APPROVER in json.dumps(event["now"])


async def test_the_operator_stands_for_a_manager_who_was_made_alone(
    desk: Desk, shell: Shell
) -> None:
    await desk.api.disable(desk.ids["bert"])
    await desk.person("carla")
    await desk.person("dora")
    carla, dora = desk.ids["carla"], desk.ids["dora"]
    await desk.do("changeUserRoles", f'id: "{carla}", give: [ACCOUNT_MANAGEMENT]')
    assert await desk.user("carla", "ties { by act }") == {
        "ties": [{"by": "Anna", "act": "ROLE"}]
    }
    await desk.do("changeUserRoles", f'id: "{dora}", give: [PAYMENT_APPROVER]')
    requests = await desk.ask("{ roleRequests { edges { node { id } } } }")
    given = f'id: "{requests["roleRequests"]["edges"][0]["node"]["id"]}"'
    told = await desk.do("confirmRoleRequest", given, "carla")
    assert told["code"] == "users.not_independent"

    stand = ("roles", "carla", "--give", "account-management")
    code, out, _ = await shell(*stand)
    assert (code, out) == (0, "There was nothing to change\n")
    code, out, _ = await shell(*stand, "--without-second-person")
    assert (code, out) == (0, "account-management is given\n")
    assert await desk.user("carla", "ties { by }") == {"ties": []}
    newest = (await trail(desk, "users.roles_changed"))[0]
    assert newest["actor"]["kind"] == "SHELL"
    assert "withoutSecondPerson" in json.dumps(newest["now"])
    told = await desk.do("confirmRoleRequest", given, "carla")
    assert told["__typename"] == "Success"


@EACH_PROVIDER
async def test_a_lost_password_is_replaced_by_one_that_is_told_once(
    desk: Desk, shell: Shell
) -> None:
    anna = desk.ids["anna"]
    await desk.api.set_password(anna, PASSWORD, is_temporary=False)
    stands = await told(shell, "reset", "anna", "temporary-password")
    assert len(stands["password"]) >= 16
    assert stands["requiredSteps"] == ["UPDATE_PASSWORD"]
    # With the password Anna's sessions ended.
    (event,) = await trail(desk, "users.password_reset", asks="bert")
    assert stands["password"] not in json.dumps(event)
    code, _, err = await shell("reset", "anna", "second-factor")
    assert (code, "no second factor" in err) == (1, True)


async def test_who_is_nobody_is_bad_input(desk: Desk, shell: Shell) -> None:
    # Her user name is the mail address of Anna.
    other = await desk.api.create(
        NewPerson(
            username="anna@example.com",
            given_name="Ane",
            family_name="Test",
            email="ane@example.com",
        )
    )
    for words, reason in (
        (("show", "nobody"), "Nobody in giroscope"),
        (("show", "anna@example.com"), "2 people"),
        (("show", ""), "Nobody"),
        (("roles", "bert"), "--give"),
        (("create", "no mail", "--given-name", "A", "--family-name", "B"), "mail"),
    ):
        code, _, err = await shell(*words)
        assert (code, reason in err) == (2, True), (words, err)
    code, _, err = await shell("list", realm="nowhere")
    assert (code, "no realm named nowhere" in err) == (2, True)
    assert (await shell("show", other))[0] == 0


async def test_a_silent_provider_is_named(
    desk: Desk, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.stop_provider()
    code, _, err = await shell("disable", "bert")
    assert (code, f"Keycloak does not answer at {desk.url}" in err) == (1, True)
    monkeypatch.delenv("GIROSCOPE_IDENTITY_URL")
    monkeypatch.setenv("GIROSCOPE_IDENTITY_PORT", "1")
    code, _, err = await shell("list")
    assert (code, "It must be running" in err) == (1, True)


async def test_personal_data_is_a_file_and_erasing_asks_first(
    desk: Desk, shell: Shell, tmp_path: Path
) -> None:
    await desk.person("carla", UPLOAD)
    file = tmp_path / "carla.zip"
    code, out, _ = await shell(
        "export", "carla", "--output", str(file), "--language", "da"
    )
    assert (code, out) == (0, f"{file}: what is kept of carla\n")
    assert file.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(file) as archive:
        readme = archive.read("README.txt").decode()
    assert readme.startswith("Personoplysninger om Carla Test\n")
    code, _, err = await shell("export", "carla", "--output", str(file))
    assert (code, "is there already" in err) == (1, True)

    code, out, _ = await shell("erase", "carla", "--preview")
    assert code == 0
    assert re.search(r"(?m)^people  +1  Deleted$", out)
    assert out.endswith("Nothing was changed\n")
    code, _, err = await shell("erase", "carla")
    assert (code, "say --yes" in err) == (2, True)
    code, _, err = await shell("erase", "carla", "--yes")
    assert (code, "Disable this person first" in err) == (1, True)
    await shell("disable", "carla")
    done = await told(shell, "erase", "carla", "--yes")
    assert done["erased"]
    assert {"people", "people_roles"} <= {one["table"] for one in done["items"]}
    code, _, err = await shell("show", "carla")
    assert code == 2
    (event,) = await trail(desk, "users.erased")
    assert event["actor"]["kind"] == "SHELL"
    assert await desk.names("") == ["anna", "bert"]


async def test_somebody_whom_the_provider_forgot_is_erased_by_their_name(
    desk: Desk, shell: Shell
) -> None:
    await desk.person("carla", UPLOAD)
    assert (await told(shell, "show", "carla"))["username"] == "carla"
    await desk.api.delete(desk.ids["carla"])
    code, _, _ = await shell("show", "carla")
    assert code == 2
    assert (await told(shell, "erase", "carla", "--yes"))["erased"]
    code, _, err = await shell("erase", "carla", "--yes")
    assert (code, "Nobody" in err) == (2, True)
