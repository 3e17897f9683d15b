"""What operators copy from `deploy/` fits the product: commands, settings, bounds."""

import json
import re
import shlex
import shutil
import stat
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from giroscope import cli
from giroscope.serve.bounded import Bounds
from giroscope.settings import Settings, variable_of

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
ANALYZE = shutil.which("systemd-analyze")
_PRODUCT = "/opt/giroscope/.venv/bin/giroscope"


_COMPOSE = DEPLOY / "compose"
_CONTAINERFILE = DEPLOY / "container" / "Containerfile"
_KNOWN = {variable_of(name) for name in Settings.model_fields}
_ADDRESSES = {"DOMAIN": "example.com", "SMTP_HOST": "smtp.example.com"}
# A name, and a tag that names one release.
_PINNED = re.compile(r"[\w.-]+(/[\w.-]+)+:(?=\S*\d\S*\d)[\w.-]+")


def ensure_understood(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Fail where the product has no such command."""
    # Help is told once all that stands before it is understood.
    with pytest.raises(SystemExit) as ended:
        cli.main([*words, "--help"])
    assert ended.value.code == 0, capsys.readouterr().err


def said(text: str, name: str) -> list[str]:
    """What a file says of one name, each time."""
    return re.findall(rf"^\s*{name}[ =]\s*(.+?);?$", text, re.MULTILINE)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_units_run_commands_there_are(
    unit: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = unit.read_text("utf-8")
    commands = said(text, "ExecStartPre") + said(text, "ExecStart")
    assert len(commands) == 2
    for command in commands:
        product, *words = shlex.split(command)
        assert product == _PRODUCT
        ensure_understood(words, capsys)


@pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_understands_units(unit: Path, tmp_path: Path) -> None:
    copy = tmp_path / unit.name
    # Where it will be installed there is nothing here.
    text = unit.read_text("utf-8").replace(_PRODUCT, "/bin/true")
    copy.write_text(text, "utf-8")
    assert ANALYZE is not None
    found = subprocess.run(  # noqa: S603 - our own words
        [ANALYZE, "verify", "--man=no", copy],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    told = [line for line in found.stderr.splitlines() if unit.name in line]
    assert (told, found.returncode) == ([], 0)


def test_each_night_a_backup_is_written_and_then_rehearsed() -> None:
    unit, timer = (
        (DEPLOY / "systemd" / f"giroscope-backup.{kind}").read_text("utf-8")
        for kind in ("service", "timer")
    )
    folder = said(unit, "ReadWritePaths")[0]
    assert [command.split()[1:] for command in said(unit, "ExecStart")] == [
        ["backup", "--to", folder], ["rehearse", "--from", folder],
    ]  # fmt: skip
    assert said(unit, "Type") == ["oneshot"], "the second waits for the first"
    assert said(timer, "OnCalendar") == ["*-*-* 02:00:00 UTC"]
    assert said(timer, "WantedBy") == ["timers.target"]


def test_the_example_of_settings_has_names_that_are_read() -> None:
    text = (DEPLOY / "systemd" / "giroscope.env").read_text("utf-8")
    names = re.findall(r"^(GIROSCOPE_\w+)=", text, re.MULTILINE)
    assert set(names) <= _KNOWN
    assert len(names) > 8


def test_proxies_bound_what_the_product_bounds() -> None:
    bounds, settings = Bounds(connections=1), Settings.model_fields
    nginx = (DEPLOY / "proxy" / "nginx.conf").read_text("utf-8")
    (number, size) = said(nginx, "large_client_header_buffers")[0].split()
    assert int(number) * int(size.removesuffix("k")) * 1024 == bounds.head_bytes
    assert said(nginx, "client_header_timeout") == [f"{bounds.seconds:.0f}s"]
    assert said(nginx, "client_max_body_size") == ["4g"]
    assert settings["max_upload_bytes"].default == 4 << 30
    connections = settings["connections_per_address"].default
    assert said(nginx, "limit_conn") == [f"giroscope_addresses {connections}"]
    for switch in ("proxy_buffering", "proxy_request_buffering"):
        assert said(nginx, switch) == ["off"]
    assert "Host $host" in said(nginx, "proxy_set_header")

    for folder in ("proxy", "compose"):
        caddy = (DEPLOY / folder / "Caddyfile").read_text("utf-8")
        assert said(caddy, "max_header_size") == [f"{bounds.head_bytes >> 10}KiB"]
        assert said(caddy, "read_header") == [f"{bounds.seconds:.0f}s"]
        assert said(caddy, "max_size") == ["4GiB"]
        assert said(caddy, "flush_interval") == ["-1"]


def instructions() -> list[tuple[str, str]]:
    """Of the recipe of the image, its continued lines joined."""
    text = _CONTAINERFILE.read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def of_image(name: str) -> str:
    """What the recipe says last of one thing."""
    return [rest for instruction, rest in instructions() if instruction == name][-1]


def test_the_image_is_of_a_pinned_base_and_runs_as_nobody_in_particular(
    capsys: pytest.CaptureFixture[str],
) -> None:
    base = of_image("ARG").removeprefix("PYTHON=")
    assert _PINNED.fullmatch(base)
    assert {rest.split()[0] for name, rest in instructions() if name == "FROM"} == {
        "${PYTHON}"
    }
    assert int(of_image("USER")) > 0
    entry, command = json.loads(of_image("ENTRYPOINT")), json.loads(of_image("CMD"))
    assert entry == ["giroscope"]
    ensure_understood(command, capsys)
    names = re.findall(r"\b(GIROSCOPE_\w+)=", of_image("ENV"))
    assert names
    assert set(names) <= _KNOWN
    port = Settings.model_fields["port"].default
    assert of_image("EXPOSE") == str(port)
    assert f"127.0.0.1:{port}/healthz/live" in of_image("HEALTHCHECK")


def test_what_the_image_copies_is_there() -> None:
    copied = [
        source
        for name, rest in instructions()
        if name == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    ]
    assert len(copied) > 10
    assert [one for one in copied if not (DEPLOY.parent / one).exists()] == []


def composed() -> Any:
    """The installation of containers, with addresses filled in."""
    text = (_COMPOSE / "compose.yaml").read_text("utf-8")

    def filled(found: re.Match[str]) -> str:
        return _ADDRESSES[found[1]]

    return yaml.safe_load(re.sub(r"\$\{(\w+)(?::\?[^}]*)?\}", filled, text))


def ours() -> dict[str, Any]:
    """The services that are the product's."""
    return {
        name: one
        for name, one in composed()["services"].items()
        if one["image"].startswith("giroscope:")
    }


def test_composed_services_run_commands_and_settings_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(ours()) == {"migrate", "web", "worker"}
    for one in ours().values():
        ensure_understood(one["command"], capsys)
        given = {
            name: value
            for name, value in one["environment"].items()
            if name.startswith("GIROSCOPE_")
        }
        assert set(given) <= _KNOWN
        with monkeypatch.context() as patched:
            for name, value in given.items():
                patched.setenv(name, value)
            # They have the values that the product takes.
            settings = Settings()
        assert settings.kind == "production"
        assert settings.database_url is not None
        parts = psycopg.conninfo.conninfo_to_dict(settings.database_url)
        secret = Path(str(parts["passfile"]))
        assert {secret.name, str(settings.master_key_file).rpartition("/")[2]} == set(
            one["secrets"]
        )


def test_composed_services_fit_together() -> None:
    whole = composed()
    services = whole["services"]
    images = [one["image"] for one in services.values() if not one.get("build")]
    assert len(images) == 5
    assert [image for image in images if not _PINNED.fullmatch(image)] == []
    for one in services.values():
        assert set(one.get("secrets", ())) <= set(whole["secrets"])
        for other, how in one.get("depends_on", {}).items():
            is_over = services[other].get("restart") == "on-failure"
            wanted = "completed_successfully" if is_over else "healthy"
            assert how == {"condition": f"service_{wanted}"}
        for volume in one.get("volumes", ()):
            source = volume.split(":")[0]
            is_file = source.startswith(".") and "certificates" not in source
            assert (_COMPOSE / source).exists() if is_file else True
            assert source.startswith(".") or source in whole["volumes"]
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    (network,) = whole["networks"]["default"]["ipam"]["config"]
    trusted = ours()["web"]["environment"]["GIROSCOPE_TRUSTED_PROXIES"]
    assert trusted == network["subnet"]
    told = (_COMPOSE / "env.example").read_text("utf-8")
    assert dict(re.findall(r"^(\w+)=(.*)$", told, re.MULTILINE)) == _ADDRESSES


def test_secrets_are_made_once_and_for_their_owner_alone(tmp_path: Path) -> None:
    script = shutil.copy(_COMPOSE / "make-secrets", tmp_path)
    made = tmp_path / "secrets"
    seen = []
    for _ in range(2):
        subprocess.run([script], check=True, timeout=60)  # noqa: S603 - our own
        seen.append({one.name: one.read_text("utf-8") for one in made.iterdir()})
    assert seen[0] == seen[1]
    files = seen[0]
    whole = composed()
    wanted = [one["file"] for one in whole["secrets"].values()]
    for one in whole["services"].values():
        wanted += one.get("env_file", ())
    assert {f"secrets/{name}" for name in files} == set(wanted)
    modes = {stat.S_IMODE(one.stat().st_mode) for one in [made, *made.iterdir()]}
    assert modes == {0o700, 0o600}
    assert len(b64decode(files["master.key"])) == 32
    password = files["postgres-password"]
    assert files["pgpass"] == f"db:*:*:giroscope:{password}\n"
    assert f"KC_DB_PASSWORD={password}\n" in files["keycloak.env"]
    assert len(set(re.findall(r"[0-9a-f]{48}", "".join(files.values())))) == 3
