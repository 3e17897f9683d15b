"""Runs the whole product for the browser tests, on free ports and empty data."""

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from setting_up import PYTHON, CannotSetUp

TENANT = "acme"
_DEFAULT = "giroscope"
_STRANGER = "stranger"
IDENTITY = "GIROSCOPE_IDENTITY_URL"
_START_SECONDS = 90
_STOP_SECONDS = 20


@dataclass
class Product:
    """A running product; `status` is known once it has ended."""

    url: str
    identity_url: str
    password: str
    tenant_url: str
    """The console of a tenant other than the default one."""
    stranger_password: str = ""
    """The first one of a person whom the default tenant alone knows."""
    status: int | None = None


@contextmanager
def running_product(
    keycloak: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Product]:
    """Start it with one tenant beside the default one, lend it, stop it as Ctrl-C does.

    With the settings of a Keycloak, people sign in there.

    Raises:
        CannotSetUp: It does not come up; its log goes before the sentence.
    """
    port, identity_port = _free_port(), _free_port()
    identity = keycloak.get(IDENTITY, f"http://localhost:{identity_port}")
    with tempfile.TemporaryDirectory(prefix="giroscope-e2e-") as folder:
        product = Product(
            f"http://localhost:{port}",
            identity,
            secrets.token_urlsafe(12),
            f"http://{TENANT}.localhost:{port}",
        )
        environment = {
            **{k: v for k, v in os.environ.items() if "GIROSCOPE_" not in k},
            "GIROSCOPE_DATA_DIR": f"{folder}/var",
            "GIROSCOPE_PORT": str(port),
            "GIROSCOPE_IDENTITY_PORT": str(identity_port),
            "GIROSCOPE_ADMIN_PASSWORD": product.password,
            **keycloak,
        }
        for tenant in (_DEFAULT, TENANT):
            _command(environment, "realm", "create", tenant)
        # What makes realms is for that command alone.
        serving = {k: v for k, v in environment.items() if "IDENTITY_ADMIN" not in k}
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(  # noqa: S603 - our own command
                [PYTHON, "-m", "giroscope.cli", "serve"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=serving,
            )  # fmt: skip
        try:
            _wait(process, port, "/healthz/ready", log)
            if not keycloak:
                _wait(process, identity_port, "/health/ready", log)
            product.stranger_password = _make_stranger(serving)
            yield product
        finally:
            product.status = _stop(process)


def _make_stranger(environment: Mapping[str, str]) -> str:
    """Somebody of the default tenant; tells the password to be changed at once."""
    _command(
        environment, "user", "create", f"{_STRANGER}@example.com", "--realm", _DEFAULT,
        "--username", _STRANGER, "--given-name", "Signe", "--family-name", "Fremmed",
        "--temporary-password",
    )  # fmt: skip
    told = _command(
        environment, "user", "reset", _STRANGER, "temporary-password",
        "--realm", _DEFAULT, "--json",
    )  # fmt: skip
    password: str = json.loads(told)["password"]
    return password


def _command(environment: Mapping[str, str], *words: str) -> str:
    """Run one of the product's own commands; tells what it printed.

    Raises:
        CannotSetUp: It failed; what it said goes before the sentence.
    """
    done = subprocess.run(  # noqa: S603 - our own command
        [PYTHON, "-m", "giroscope.cli", *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        env=dict(environment),
    )  # fmt: skip
    if done.returncode != 0:
        verb = " ".join(words[:2])
        raise CannotSetUp(f"{done.stderr.strip()}\n\n`giroscope {verb}` failed")
    return done.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait(process: "subprocess.Popen[bytes]", port: int, path: str, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        with suppress(OSError, http.client.HTTPException):
            connection.request("GET", path)
            if connection.getresponse().status == http.client.OK:
                connection.close()
                return
        connection.close()
        time.sleep(0.2)
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-30:])
    raise CannotSetUp(f"{tail}\n\nThe product did not start")


def _stop(process: "subprocess.Popen[bytes]") -> int:
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        return process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
