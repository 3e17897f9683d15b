"""What operators copy from `deploy/` fits the product: commands, settings, bounds."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from giroscope import cli
from giroscope.serve.bounded import Bounds
from giroscope.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
ANALYZE = shutil.which("systemd-analyze")
_PRODUCT = "/opt/giroscope/.venv/bin/giroscope"


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
        # Help is told once all that stands before it is understood.
        with pytest.raises(SystemExit) as ended:
            cli.main([*words, "--help"])
        assert ended.value.code == 0, capsys.readouterr().err


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


def test_the_example_of_settings_has_names_that_are_read() -> None:
    text = (DEPLOY / "systemd" / "giroscope.env").read_text("utf-8")
    names = re.findall(r"^(GIROSCOPE_\w+)=", text, re.MULTILINE)
    known = {f"GIROSCOPE_{name.upper()}" for name in Settings.model_fields}
    assert set(names) <= known
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

    caddy = (DEPLOY / "proxy" / "Caddyfile").read_text("utf-8")
    assert said(caddy, "max_header_size") == [f"{bounds.head_bytes >> 10}KiB"]
    assert said(caddy, "read_header") == [f"{bounds.seconds:.0f}s"]
    assert said(caddy, "max_size") == ["4GiB"]
    assert said(caddy, "flush_interval") == ["-1"]
