"""A master key that lies open nowhere is unwrapped by AWS KMS, or by Vault."""

import os
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import httpx2
import pytest
from key_servers import (
    ACCESS_KEY,
    ARN,
    OTHER_ARN,
    POD_TOKEN,
    SECRET_KEY,
    TOKEN,
    KeyServer,
    key_server,
    kms,
    vault,
)
from pydantic import SecretStr, ValidationError
from structlog.testing import capture_logs

from giroscope import app
from giroscope.cli import BAD_INPUT, FAILED, OK, main
from giroscope.kernel import key_services, logs
from giroscope.kernel.key_services import KeyServiceRefuses, aws_kms, vault_transit
from giroscope.kernel.outage import KeyServiceAway, is_away
from giroscope.kernel.secrets import (
    BadMasterKey,
    is_own_key,
    load_master_key,
)
from giroscope.serve import parts, running
from giroscope.settings import Settings

KEY, OTHER = bytes(range(32)), bytes(range(1, 33))
KINDS = pytest.mark.parametrize("kind", ["aws-kms", "vault"])
NOTHING_MADE = pytest.mark.usefixtures("data_dir")


@pytest.fixture(autouse=True)
def _credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [
        name for name in os.environ if name.startswith(("AWS_", "GIROSCOPE_"))
    ]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setattr(key_services, "_GIVEN", {})


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "var"
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(folder))
    return folder


@pytest.fixture
def service(kind: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeyServer]:
    with _serving(kind) as served:
        monkeypatch.setenv("AWS_ENDPOINT_URL_KMS", served.address)
        for name, value in _variables(kind, served).items():
            monkeypatch.setenv(name, value)
        yield served


@contextmanager
def _serving(kind: str) -> Iterator[KeyServer]:
    with key_server(kms if kind == "aws-kms" else vault) as served:
        served.keys = (
            {ARN: os.urandom(32), OTHER_ARN: os.urandom(32)}
            if kind == "aws-kms"
            else {"giroscope:1": os.urandom(32), "other:1": os.urandom(32)}
        )
        yield served


def _variables(kind: str, served: KeyServer) -> dict[str, str]:
    if kind == "aws-kms":
        return {"GIROSCOPE_KEY_SERVICE": f"aws-kms:{ARN}"}
    address = f"vault:{served.address}/transit/giroscope"
    return {"GIROSCOPE_KEY_SERVICE": address, "GIROSCOPE_VAULT_TOKEN": TOKEN}


def _wrapped(key: bytes = KEY) -> str:
    return key_services.key_service(Settings()).wrap(key)


def _settings(**more: Any) -> Settings:
    return Settings(**{"master_key_wrapped": _wrapped(), **more})


@KINDS
def test_a_wrapped_key_is_given_back_and_asked_for_once(service: KeyServer) -> None:
    settings = _settings()
    assert KEY not in (settings.master_key_wrapped or "").encode()
    service.asked.clear()
    assert [load_master_key(settings) for _ in range(3)] == [KEY] * 3
    assert len(service.asked) == 1
    assert not is_own_key(settings), "nothing is looked for in the data directory"


@KINDS
@pytest.mark.usefixtures("service")
def test_the_key_before_can_be_wrapped_as_well() -> None:
    key = load_master_key(_settings(old_master_key_wrapped=f"{_wrapped(OTHER)}\n"))
    assert (bytes(key), key.older) == (KEY, (OTHER,))


@KINDS
def test_what_the_service_refuses_is_a_sentence(
    kind: str, service: KeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = _settings()
    for wrong in (
        {"master_key_wrapped": b64encode(bytes(80)).decode()},
        {"master_key_wrapped": "neither of both"},
    ):
        with pytest.raises(KeyServiceRefuses, match=r"refuses|is not of AWS KMS"):
            load_master_key(settings.model_copy(update=wrong))
    other = {"aws-kms": f"aws-kms:{OTHER_ARN}", "vault": "/transit/other"}[kind]
    if kind == "vault":
        other = f"vault:{service.address}{other}"
    with pytest.raises(KeyServiceRefuses, match="refuses: "):
        load_master_key(settings.model_copy(update={"key_service": other}))
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another")
    for token in (SecretStr("another"), None):
        told = {"vault_token": token}
        with pytest.raises(KeyServiceRefuses, match=r"InvalidSig|permission denied"):
            load_master_key(settings.model_copy(update=told))
    assert not is_away(KeyServiceRefuses("It says no"))


@KINDS
def test_what_does_not_answer_now_is_away(service: KeyServer) -> None:
    settings = _settings()
    for failure in (
        (503, {"errors": ["Vault is sealed"]}),
        (500, {"__type": "KMSInternalException", "message": "try again"}),
        (429, {"errors": ["request path rate limited"]}),
        (200, b"<html>Sign in to the network</html>"),
    ):
        service.failures = [failure]
        with pytest.raises(KeyServiceAway) as told:
            load_master_key(settings)
        assert is_away(told.value)
    assert load_master_key(settings) == KEY, "a failure is not remembered"


def test_aws_that_is_asked_too_much_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    with _serving("aws-kms") as served:
        monkeypatch.setenv("AWS_ENDPOINT_URL_KMS", served.address)
        service = aws_kms.AwsKms(ARN)
        wrapped = service.wrap(KEY)
        served.failures = [(400, {"__type": "ThrottlingException", "message": ""})]
        with pytest.raises(KeyServiceAway, match="ThrottlingException"):
            service.unwrap(wrapped)


@KINDS
def test_what_hangs_or_is_gone_is_away(
    service: KeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = _settings()
    monkeypatch.setattr(aws_kms, "ANSWER_SECONDS", 0.2)
    monkeypatch.setattr(vault_transit, "TIMEOUT", httpx2.Timeout(0.2))
    service.hangs = True
    with pytest.raises(KeyServiceAway, match="does not answer"):
        load_master_key(settings)
    monkeypatch.setenv("AWS_ENDPOINT_URL_KMS", "http://127.0.0.1:9")
    gone = {"key_service": "vault:http://127.0.0.1:9/transit/giroscope"}
    if (settings.key_service or "").startswith("aws"):
        gone = {}
    with pytest.raises(KeyServiceAway, match="does not answer"):
        load_master_key(settings.model_copy(update=gone))


def test_a_pod_is_who_its_token_says_and_nobody_waits_long_for_that(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    token = tmp_path / "token"
    token.write_text(POD_TOKEN)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_WEB_IDENTITY_TOKEN_FILE", str(token))
    monkeypatch.setenv("AWS_ROLE_ARN", "arn:aws:iam::111122223333:role/giroscope")
    service = aws_kms.AwsKms(ARN)
    with _serving("aws-kms") as served:
        for name in ("STS", "KMS"):
            monkeypatch.setenv(f"AWS_ENDPOINT_URL_{name}", served.address)
        assert service.unwrap(service.wrap(KEY)) == KEY
        assert served.sessions == ["session"] * 2
        token.write_text("of another cluster")
        with pytest.raises(KeyServiceRefuses, match="InvalidIdentityToken"):
            service.wrap(KEY)
        monkeypatch.setattr(aws_kms, "ANSWER_SECONDS", 0.2)
        served.hangs = True
        with pytest.raises(KeyServiceAway, match="does not answer"):
            service.wrap(KEY)


def test_nobody_in_particular_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    with pytest.raises(KeyServiceRefuses, match="Unable to locate credentials"):
        aws_kms.AwsKms(ARN).wrap(KEY)


@pytest.mark.parametrize("kind", ["vault"])
def test_what_another_key_wrapped_is_not_waited_for(service: KeyServer) -> None:
    settings = _settings()
    words = "1 error occurred:\n\t* cipher: message authentication failed\n\n"
    service.failures = [(500, {"errors": [words]})]
    with pytest.raises(KeyServiceRefuses, match="authentication failed"):
        load_master_key(settings)


@pytest.mark.parametrize("kind", ["vault"])
def test_a_new_version_of_the_services_key_opens_what_the_old_one_wrapped(
    service: KeyServer,
) -> None:
    settings = _settings(vault_namespace="finance/")
    service.keys["giroscope:2"] = os.urandom(32)
    assert load_master_key(settings) == KEY
    assert service.asked[-1] == "finance/decrypt"
    assert _wrapped().startswith("vault:v2:")


@pytest.mark.parametrize(
    "address",
    [
        "vault:http://vault.example.com/transit/giroscope",
        "vault:https://vault.example.com/giroscope",
        "aws-kms:giroscope",
        "arn:aws:kms:eu-north-1:111122223333:key/1",
        "azure:giroscope",
    ],
)
def test_an_address_that_names_no_key_is_refused(address: str) -> None:
    with pytest.raises(ValidationError):
        Settings(key_service=address)


@KINDS
@pytest.mark.usefixtures("service")
def test_a_key_given_in_two_ways_is_refused() -> None:
    with pytest.raises(BadMasterKey, match="unset one of them"):
        load_master_key(_settings(master_key=SecretStr(b64encode(KEY).decode())))
    with pytest.raises(BadMasterKey, match="no master key"):
        load_master_key(_settings(master_key_wrapped=_wrapped(b"short")))


@NOTHING_MADE
@pytest.mark.parametrize("kind", ["aws-kms"])
def test_data_of_another_key_is_served_by_nobody(
    service: KeyServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY_WRAPPED", _wrapped())
    assert main(["migrate"]) == OK
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY_WRAPPED", _wrapped(OTHER))
    for words in (["serve", "--only", "web"], ["worker"]):
        capsys.readouterr()
        assert main(words) == FAILED
        assert "encrypted with another master key" in capsys.readouterr().err
    # As in another process.
    monkeypatch.setattr(key_services, "_GIVEN", {})
    service.failures = [(503, {})]
    assert main(["migrate"]) == FAILED
    assert capsys.readouterr().err.startswith("giroscope: AWS KMS does not answer now")
    monkeypatch.delenv("GIROSCOPE_KEY_SERVICE")
    assert main(["migrate"]) == BAD_INPUT
    assert "GIROSCOPE_KEY_SERVICE" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["vault"])
def test_a_start_waits_for_the_service(
    service: KeyServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = _settings(data_dir=tmp_path)
    service.failures = [(503, {"errors": ["Vault is sealed"]})]
    began: list[Settings] = []
    monkeypatch.setitem(parts.PARTS, "web", began.append)
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    with capture_logs() as told:
        parts.run_part("web", settings)
    assert began == [settings]
    assert [line["event"] for line in told] == ["key_service.away", "key_service.back"]
    assert "503 Vault is sealed" in told[0]["reason"]


@NOTHING_MADE
@pytest.mark.parametrize("kind", ["vault"])
def test_every_process_that_opens_anything_waits_for_the_service(
    service: KeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Begun(Exception):
        pass

    def begin(*_: object) -> NoReturn:
        assert list(key_services._GIVEN.values()) == [KEY], "what is forked has it"
        raise Begun

    monkeypatch.setenv("GIROSCOPE_MASTER_KEY_WRAPPED", _wrapped())
    monkeypatch.setattr(app, "create_app", begin)
    monkeypatch.setattr(running, "_prepared", lambda _settings: None)
    monkeypatch.setattr(running, "_ensure_ports", lambda _settings: None)
    monkeypatch.setattr(running, "Supervisor", begin)
    monkeypatch.setattr(logs, "configure", lambda *_: None)
    # Of several web processes each is begun anew.
    for start in (app.asgi, lambda: running.serve(Settings())):
        key_services._GIVEN.clear()
        service.failures = [(503, {})]
        with capture_logs() as told, pytest.raises(Begun):
            start()
        assert [line["event"] for line in told] == [
            "key_service.away", "key_service.back",
        ]  # fmt: skip


@NOTHING_MADE
@KINDS
def test_the_command_wraps_the_present_key_and_the_doctor_tells_what_is_left(
    kind: str,
    service: KeyServer,
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["migrate"]) == OK
    capsys.readouterr()
    assert main(["key", "wrap"]) == OK
    wrapped = capsys.readouterr().out.strip()
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY_WRAPPED", wrapped)
    assert b64encode(load_master_key(Settings())) == (
        (data_dir / "master.key").read_bytes().strip()
    )

    def check() -> str:
        main(["doctor"])
        told = capsys.readouterr().out
        assert "up to date" in told, "the realm opens"
        return told[told.index("master key") :].partition("realm ")[0]

    assert f"{data_dir}/master.key elsewhere, and remove it here" in check()
    (data_dir / "master.key").unlink()
    told = check()
    assert "→" not in told
    assert f"unwrapped by {Settings().key_service}" in told
    # Another key of the service takes over: the same master key, wrapped anew.
    other = (
        f"aws-kms:{OTHER_ARN}" if kind == "aws-kms"
        else f"vault:{service.address}/transit/other"
    )  # fmt: skip
    assert main(["key", "wrap", "--by", other]) == OK
    anew = capsys.readouterr().out.strip()
    key = load_master_key(Settings())
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY_WRAPPED", anew)
    monkeypatch.setenv("GIROSCOPE_KEY_SERVICE", other)
    assert load_master_key(Settings()) == key
    assert main(["key", "wrap", "--new"]) == OK
    monkeypatch.setenv("GIROSCOPE_MASTER_KEY_WRAPPED", capsys.readouterr().out.strip())
    assert load_master_key(Settings()) != key
    service.failures = [(503, {})] * 2
    monkeypatch.setattr(key_services, "_GIVEN", {})
    assert main(["doctor"]) == FAILED
    assert "Check GIROSCOPE_KEY_SERVICE" in capsys.readouterr().out


@NOTHING_MADE
@pytest.mark.parametrize("kind", ["vault"])
def test_a_service_that_gives_something_else_wraps_nothing(
    service: KeyServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = b64encode(OTHER).decode()

    def replaced(*_: object) -> Any:
        return {"data": {"ciphertext": "vault:v1:x", "plaintext": other}}

    with key_server(replaced) as false:
        address = f"vault:{false.address}/transit/giroscope"
        monkeypatch.setenv("GIROSCOPE_KEY_SERVICE", address)
        assert main(["key", "wrap"]) == FAILED
    told = capsys.readouterr()
    assert told.out == ""
    assert "unwraps something else than it wrapped" in told.err
    assert service.asked == []
