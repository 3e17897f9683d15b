"""Runs the whole product for the browser tests, on free ports and empty data."""

import http.client
import os
import secrets
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from setting_up import PYTHON, CannotSetUp

_START_SECONDS = 90
_STOP_SECONDS = 20


@dataclass
class Product:
    """A running product; `status` is known once it has ended."""

    url: str
    password: str
    status: int | None = None


@contextmanager
def running_product() -> Iterator[Product]:
    """Start it, lend it, stop it as Ctrl-C does.

    Raises:
        CannotSetUp: It does not come up; its log goes before the sentence.
    """
    port, identity_port = _free_port(), _free_port()
    with tempfile.TemporaryDirectory(prefix="giroscope-e2e-") as folder:
        product = Product(f"http://localhost:{port}", secrets.token_urlsafe(12))
        log = Path(folder) / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(  # noqa: S603 - our own command
                [PYTHON, "-m", "giroscope.cli", "serve"],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={
                    **{k: v for k, v in os.environ.items() if "GIROSCOPE_" not in k},
                    "GIROSCOPE_DATA_DIR": f"{folder}/var",
                    "GIROSCOPE_PORT": str(port),
                    "GIROSCOPE_IDENTITY_PORT": str(identity_port),
                    "GIROSCOPE_ADMIN_PASSWORD": product.password,
                },
            )  # fmt: skip
        try:
            _wait(process, port, "/healthz/ready", log)
            _wait(process, identity_port, "/health/ready", log)
            yield product
        finally:
            product.status = _stop(process)


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
