"""Secrets from files: `GIROSCOPE_…_FILE` names one for every secret there is."""

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from giroscope.cli import main
from giroscope.features.debug.effective import effective
from giroscope.settings import Settings, variable_of

SECRETS = [
    "metrics_token", "identity_admin_client_secret", "identity_admin_password",
    "identity_service_secret", "smtp_password", "admin_password", "vault_token",
]  # fmt: skip
_GUIDE = Path(__file__).parents[3] / "docs" / "operator-guide.md"


def _shown(value: Any) -> Any:
    return value.get_secret_value() if isinstance(value, SecretStr) else value


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Writes a secret to a file and names it for a setting."""

    def write(name: str, data: bytes) -> Path:
        path = tmp_path / "a secret"
        path.write_bytes(data)
        monkeypatch.setenv(f"{variable_of(name)}_FILE", str(path))
        return path

    return write


@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize(
    ("written", "read"),
    [("s3cret", "s3cret"), ("s3cret\n", "s3cret"), ("s3cret\r\n", "s3cret"),
     (" two words \n\n", " two words \n"), ("pæn", "pæn")],
)  # fmt: skip
def test_a_secret_is_read_from_its_file(
    name: str, written: str, read: str, secret: Any
) -> None:
    secret(name, written.encode())
    assert _shown(getattr(Settings(), name)) == read


def test_an_address_with_a_password_and_settings_in_json_are_read_as_well(
    secret: Any,
) -> None:
    secret("database_url", b"postgresql://giroscope:pw@db/giroscope\n")
    assert Settings().database_url == "postgresql://giroscope:pw@db/giroscope"
    secret("erp_settings", b'{"tryton.key": "k"}\n')
    assert _shown(Settings().erp_settings["tryton.key"]) == "k"


def test_every_secret_can_be_in_a_file_and_the_guide_says_so() -> None:
    typed = {
        name for name, field in Settings.model_fields.items()
        if "SecretStr" in str(field.annotation)
    }  # fmt: skip
    keys = {"master_key", "old_master_key"}
    assert typed == {*SECRETS, "erp_settings", *keys}
    assert {f"{name}_file" for name in keys} <= set(Settings.model_fields)
    told = re.findall(r"GIROSCOPE_\w+", _paragraph())
    assert {variable_of(name) for name in (*typed - keys, "database_url")} <= set(told)


def _paragraph() -> str:
    text = _GUIDE.read_text("utf-8")
    return next(part for part in text.split("\n\n") if "`…_FILE`" in part)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [("smtp_password", b"", "is empty"),
     ("smtp_password", b" \n", "is empty"),
     ("smtp_password", b"x" * 65_537, "is empty, or over 65536"),
     ("smtp_password", b"\xff\xfe", "is not UTF-8"),
     ("erp_settings", b"tryton.key = k", "is not JSON")],
)  # fmt: skip
def test_a_file_that_holds_no_secret_is_refused_by_its_name(
    name: str,
    data: bytes,
    reason: str,
    secret: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = secret(name, data)
    assert main(["doctor"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"giroscope: {variable_of(name)}_FILE: {path} {reason}")
    assert "tryton.key" not in said


def test_one_that_is_not_there_or_is_given_twice_is_refused(
    secret: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = secret("smtp_password", b"from the file")
    path.unlink()
    assert main(["doctor"]) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err
    path.write_bytes(b"from the file")
    monkeypatch.setenv("GIROSCOPE_SMTP_PASSWORD", "from the environment")
    assert main(["doctor"]) == 2
    said = capsys.readouterr().err
    assert "GIROSCOPE_SMTP_PASSWORD is set as well" in said
    assert "from the" not in said


def test_what_came_from_a_file_is_told_as_set_and_not_shown(secret: Any) -> None:
    secret("smtp_password", b"s3cret")
    found = {one.name: one for one in effective(Settings())}["GIROSCOPE_SMTP_PASSWORD"]
    assert (found.value, found.is_secret, found.is_set) == (None, True, True)
    assert found.origin == "ENVIRONMENT"
