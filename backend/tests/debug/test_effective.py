"""The settings on screen: all of them, with where each comes from and no secret."""

import pytest

from giroscope.features.debug.effective import SettingOrigin, effective
from giroscope.settings import Settings, variable_of

SECRET = "a-secret-that-nobody-sees"


@pytest.fixture
def everything_set(monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name, value in {
        "MASTER_KEY": SECRET,
        "ADMIN_PASSWORD": SECRET,
        "SMTP_PASSWORD": SECRET,
        "SMTP_USERNAME": SECRET,
        "IDENTITY_SERVICE_SECRET": SECRET,
        "DATABASE_URL": f"postgresql://giroscope:{SECRET}@db.example:5432/g?x={SECRET}",
        "DOCUMENTS_URL": f"s3://{SECRET}@bucket/path",
        "IDENTITY_URL": f"https://id.example/?token={SECRET}",
        "PORT": "9000",
        "ALLOW_PUBLIC_SIGN_IN": "true",
    }.items():
        monkeypatch.setenv(f"GIROSCOPE_{name}", value)
    return Settings()


def test_no_secret_is_told_in_any_setting(everything_set: Settings) -> None:
    found = effective(everything_set)
    assert SECRET not in repr(found)
    assert {one.name for one in found} == {
        variable_of(name) for name in Settings.model_fields
    }


def test_every_secret_says_whether_it_is_set(everything_set: Settings) -> None:
    found = {one.name: one for one in effective(everything_set)}
    key = found["GIROSCOPE_MASTER_KEY"]
    assert (key.is_secret, key.is_set, key.value) == (True, True, None)
    old = found["GIROSCOPE_OLD_MASTER_KEY"]
    assert (old.is_secret, old.is_set, old.value) == (True, False, None)
    name = found["GIROSCOPE_SMTP_USERNAME"]
    assert (name.is_secret, name.value) == (True, None)


def test_where_each_comes_from(everything_set: Settings) -> None:
    found = {one.name: one for one in effective(everything_set)}
    port, workers = found["GIROSCOPE_PORT"], found["GIROSCOPE_WORKERS"]
    assert (port.value, port.origin) == ("9000", SettingOrigin.ENVIRONMENT)
    assert (workers.value, workers.origin) == ("1", SettingOrigin.DEFAULT)
    assert found["GIROSCOPE_ALLOW_PUBLIC_SIGN_IN"].value == "true"
    assert found["GIROSCOPE_DATABASE_URL"].value == ("postgresql://…@db.example:5432/g")
    assert found["GIROSCOPE_IDENTITY_URL"].value == "https://id.example/"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (f"postgresql:///g?host=db&password={SECRET}", "postgresql:///g"),
        (f"postgresql://u:p/{SECRET}@db.example/g", "postgresql://…@db.example/g"),
        (f"postgresql://u:p?{SECRET}@db.example/g", "postgresql://…@db.example/g"),
        (f"postgresql://db:{SECRET}/g", "…"),
        ("sqlite:////var/lib/giroscope", "sqlite:////var/lib/giroscope"),
    ],
)
def test_an_oddly_written_address_tells_no_password(
    monkeypatch: pytest.MonkeyPatch, address: str, shown: str
) -> None:
    monkeypatch.setenv("GIROSCOPE_DATABASE_URL", address)
    found = {one.name: one.value for one in effective(Settings())}
    assert found["GIROSCOPE_DATABASE_URL"] == shown
