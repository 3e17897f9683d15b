"""What is checked before anything starts, and what the terminal then shows."""

import socket
from pathlib import Path

import pytest
from pydantic import SecretStr

from giroscope.serve import (
    NotPossible,
    PortTaken,
    Prepared,
    ensure_possible,
    prepare,
    sign_in_settings,
)
from giroscope.serve.ports import ensure_free
from giroscope.serve.welcome import welcome
from giroscope.settings import Settings


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "example.com"])  # noqa: S104 - refused
def test_embedded_sign_in_refuses_addresses_others_reach(
    tmp_path: Path, host: str
) -> None:
    settings = Settings(data_dir=tmp_path, host=host)
    with pytest.raises(NotPossible, match="GIROSCOPE_IDENTITY_URL"):
        ensure_possible(settings)
    ensure_possible(settings.model_copy(update={"allow_public_sign_in": True}))
    ensure_possible(settings.model_copy(update={"identity_url": "https://id.test"}))


def test_several_web_processes_need_postgresql(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, workers=2)
    with pytest.raises(NotPossible, match="PostgreSQL"):
        ensure_possible(settings)
    ensure_possible(settings.model_copy(update={"database_url": "postgresql://db/x"}))


def test_first_start_gives_out_a_password_and_the_second_none(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "var")
    first, second = prepare(settings), prepare(settings)
    assert first.realms == ("giroscope",)
    assert first.users == ("admin", "operator", "approver", "manager", "viewer")
    assert first.is_password_generated
    assert first.password is not None
    assert first.password in welcome(settings, first)
    assert (second.users, second.password) == ((), None)
    assert "given out at the first start" in welcome(settings, second)


def test_password_that_was_set_is_not_shown(tmp_path: Path) -> None:
    settings = Settings(
        data_dir=tmp_path / "var", admin_password=SecretStr("four calm gyroscopes")
    )
    shown = welcome(settings, prepare(settings))
    assert "GIROSCOPE_ADMIN_PASSWORD" in shown
    assert "gyroscopes" not in shown


def test_keycloak_is_named_instead_of_people(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, identity_url="https://id.test/")
    shown = welcome(
        settings, Prepared(("giroscope",), (), None, is_password_generated=False)
    )
    assert "https://id.test\n" in shown
    assert "Password" not in shown


def test_sign_in_has_a_key_of_its_own(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    made = sign_in_settings(settings)
    assert made.public_url == "http://localhost:8088"
    assert made.encryption_key != (tmp_path / "master.key").read_bytes()
    assert made.encryption_key == sign_in_settings(settings).encryption_key


def test_port_that_is_taken_is_told_with_a_free_one() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(PortTaken, match=rf"Port {port} .* --port \d+"):
            ensure_free("127.0.0.1", port, "./run --port {free}")
    ensure_free("127.0.0.1", port, "./run --port {free}")


def test_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(PortTaken, match=r"Cannot listen on 192\.0\.2\.1"):
        ensure_free("192.0.2.1", 8087, "")


def test_the_simulated_bank_is_named_unless_there_is_none(tmp_path: Path) -> None:
    prepared = Prepared(("giroscope",), (), None, is_password_generated=False)
    settings = Settings(data_dir=tmp_path, bank_simulator_port=8095)

    assert "http://localhost:8095\n" in welcome(settings, prepared)
    for without in ({"bank_simulator_port": 0}, {"environment": "production"}):
        shown = welcome(settings.model_copy(update=without), prepared)
        assert "Bank to try" not in shown


def test_the_simulated_erp_is_named_unless_there_is_none(tmp_path: Path) -> None:
    prepared = Prepared(("giroscope",), (), None, is_password_generated=False)
    settings = Settings(data_dir=tmp_path, erp_simulator_port=8096)

    assert "http://localhost:8096\n" in welcome(settings, prepared)
    for without in ({"erp_simulator_port": 0}, {"environment": "production"}):
        shown = welcome(settings.model_copy(update=without), prepared)
        assert "ERP to try" not in shown


@pytest.mark.parametrize(
    ("set_up", "leads_to"),
    [
        ({}, {"http://localhost:8087/*", "http://127.0.0.1:8087/*",
              "http://{realm}.localhost:8087/*"}),
        ({"public_url": "https://{realm}.example.com"},
         {"https://{realm}.example.com/*"}),
    ],
)  # fmt: skip
def test_sign_in_leads_to_this_machine_only_where_the_console_is_on_it(
    tmp_path: Path, set_up: dict[str, str], leads_to: set[str]
) -> None:
    made = sign_in_settings(Settings(data_dir=tmp_path, **set_up))
    assert set(made.redirect_patterns()) == leads_to
