"""`giroscope bank-simulator` and `erp-simulator`: each in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from giroscope.cli import BAD_INPUT, FAILED, OK, main


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_it_runs_alone_until_it_is_interrupted(tmp_path: Path) -> None:
    port = free_port()
    environment = {k: v for k, v in os.environ.items() if "GIROSCOPE_" not in k}
    # Asked for by name it also runs where the product would have none.
    environment["GIROSCOPE_BANK_SIMULATOR_PORT"] = "0"
    process = subprocess.Popen(  # noqa: S603 - our own command
        [
            sys.executable, "-m", "giroscope.cli", "bank-simulator", "--by-hand",
            "--port", str(port), "--data-dir", str(tmp_path),
        ],
        env=environment,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        clock = answer_of(f"http://127.0.0.1:{port}/api/clock")
        assert clock.json()["paceSeconds"] is None
        assert (tmp_path / "bank-simulator" / "roots" / "nordea.pem").exists()
    finally:
        process.send_signal(signal.SIGINT)
        said, _errors = process.communicate(timeout=60)
    assert process.returncode in {OK, 130}
    assert f"http://localhost:{port}" in said.decode()


def answer_of(url: str) -> httpx2.Response:
    deadline = time.monotonic() + 120
    while True:
        try:
            return httpx2.get(url)
        except httpx2.TransportError:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def test_the_erp_runs_alone_until_it_is_interrupted(tmp_path: Path) -> None:
    port = free_port()
    environment = {k: v for k, v in os.environ.items() if "GIROSCOPE_" not in k}
    environment["GIROSCOPE_ERP_SIMULATOR_PORT"] = "0"
    process = subprocess.Popen(  # noqa: S603 - our own command
        [
            sys.executable, "-m", "giroscope.cli", "erp-simulator", "--empty",
            "--port", str(port), "--data-dir", str(tmp_path),
        ],
        env=environment,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        payments = answer_of(f"http://127.0.0.1:{port}/control/payments")
        assert payments.json() == []
        assert (tmp_path / "erp-simulator" / "api-key").exists()
    finally:
        process.send_signal(signal.SIGINT)
        said, _errors = process.communicate(timeout=60)
    assert process.returncode in {OK, 130}
    assert f"http://localhost:{port}" in said.decode()


@pytest.mark.parametrize("command", ["bank-simulator", "erp-simulator"])
def test_a_port_that_is_taken_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        words = [command, "--port", port, "--data-dir", str(tmp_path)]

        assert main(words) == FAILED

    assert f"{command} --port" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["bank-simulator", "erp-simulator"])
def test_a_port_that_is_none_is_bad_input(tmp_path: Path, command: str) -> None:
    words = [command, "--port", "99999", "--data-dir", str(tmp_path)]

    assert main(words) == BAD_INPUT


@pytest.mark.parametrize(
    ("variable", "name"),
    [
        ("GIROSCOPE_BANK_SIMULATOR_PORT", "bank simulator"),
        ("GIROSCOPE_ERP_SIMULATOR_PORT", "ERP simulator"),
    ],
)
def test_the_doctor_looks_at_its_port(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variable: str,
    name: str,
) -> None:
    monkeypatch.setenv("GIROSCOPE_DATA_DIR", str(tmp_path))
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen(8)
        holder.settimeout(0.1)
        port = str(holder.getsockname()[1])
        monkeypatch.setenv(variable, port)
        assert main(["doctor", "--json"]) == FAILED
        taken = capsys.readouterr().out
    assert f"{port} is taken by something else" in taken

    monkeypatch.setenv(variable, "0")
    main(["doctor", "--json"])
    assert name not in capsys.readouterr().out
