"""`giroscope doctor` beside a Keycloak: what is wrong, and what mends it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from keycloak import Keycloak

from giroscope.cli import main
from giroscope.kernel.identity.calls import IdentityCalls, new_client, password_grant

REALM = "mended"
Doctor = Callable[[], dict[str, str]]


@pytest.fixture
def doctor(
    keycloak: Keycloak,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Doctor:
    """What is said of the realm's sign-in, in an installation that is just that."""
    for name, value in {
        "DATA_DIR": str(tmp_path / "var"),
        "DEFAULT_REALM": REALM,
        "IDENTITY_URL": keycloak.url,
        "IDENTITY_ADMIN_USER": keycloak.username,
        "IDENTITY_ADMIN_PASSWORD": keycloak.password,
    }.items():
        monkeypatch.setenv(f"GIROSCOPE_{name}", value)

    def look() -> dict[str, str]:
        capsys.readouterr()
        main(["doctor", "--json"])
        checks = json.loads(capsys.readouterr().out)["checks"]
        (found,) = [c for c in checks if c["name"] == f"sign-in of {REALM}"]
        told: dict[str, str] = found
        return told

    return look


@pytest.mark.integration
async def test_each_fault_is_named_with_what_mends_it(
    doctor: Doctor,
    keycloak: Keycloak,
    monkeypatch: pytest.MonkeyPatch,
    in_own_thread: Callable[..., object],
) -> None:
    def said() -> tuple[str, str]:
        told = in_own_thread(doctor)
        assert isinstance(told, dict)
        return told["found"], told["remedy"]

    assert said() == (
        f"{keycloak.url} has no realm {REALM}", f"giroscope realm create {REALM}"
    )  # fmt: skip
    assert in_own_thread(main, ["realm", "create", REALM]) == 0
    assert said() == (f"{keycloak.url}/realms/{REALM} is ready", "")

    async with new_client() as client:
        grant = password_grant("master", keycloak.username, keycloak.password)
        calls = IdentityCalls(client, keycloak.url, grant)
        root = f"/admin/realms/{REALM}"
        await calls.send("DELETE", f"{root}/roles/giroscope-upload")
        assert "giroscope-upload" in said()[0]
        assert in_own_thread(main, ["realm", "update", REALM]) == 0
        assert said()[1] == ""

        rows = await calls.get(f"{root}/clients", {"clientId": "giroscope-service"})
        changed = {**rows[0], "secret": "changed-by-hand"}
        await calls.send("PUT", f"{root}/clients/{rows[0]['id']}", body=changed)
        assert said() == (
            "does not let the product manage people", f"giroscope realm update {REALM}"
        )  # fmt: skip
        assert in_own_thread(main, ["realm", "update", REALM]) == 0
        assert said()[1] == ""

        with monkeypatch.context() as moved:
            moved.setenv("GIROSCOPE_PUBLIC_URL", "https://{realm}.example.com")
            found, remedy = said()
            assert f"https://{REALM}.example.com" in found
            assert "GIROSCOPE_PUBLIC_URL" in remedy
            assert in_own_thread(main, ["realm", "update", REALM]) == 0
            assert said()[1] == ""

        with monkeypatch.context() as renamed:
            other = keycloak.url.replace("localhost", "127.0.0.1")
            renamed.setenv("GIROSCOPE_IDENTITY_URL", other)
            found, remedy = said()
            assert f"issued by {keycloak.url}/realms/{REALM}" in found
            assert "hostname" in remedy
        await calls.send("DELETE", root)


def test_a_keycloak_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("GIROSCOPE_IDENTITY_URL", "http://127.0.0.1:9")
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "http://127.0.0.1:9 does not answer" in out
    assert "GIROSCOPE_IDENTITY_URL" in out
