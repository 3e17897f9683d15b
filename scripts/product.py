"""Runs the whole product for the browser tests, on free ports and empty data.

As people start it, or in parts, of which the sign-in can be stopped and started again.
"""

import http.client
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from setting_up import BACKEND, PYTHON, CannotSetUp

# What the backend's tests use too.
sys.path.insert(0, str(BACKEND / "tests" / "servers"))

from in_memory import temporary

TENANT = "acme"
HOME = "giroscope"
_STRANGER = "stranger"
IDENTITY = "GIROSCOPE_IDENTITY_URL"
# Beside other work a machine takes its time; one that does not start has ended.
_START_SECONDS = 300
_STOP_SECONDS = 20
_ROOM = 2 * 1024**3
_WHOLE = ""
_SIGN_IN = "sign-in"
_PARTS = (_SIGN_IN, "web", "worker")
# Whole hours, to see at night what it does on the morning of a banking day.
_AHEAD_HOURS = int(os.environ.get("GIROSCOPE_E2E_AHEAD_HOURS", "0"))
# Several at once would all be late; one after the other, the first are soon at work.
_STARTING = threading.Lock()
# Whoever reads the people, as soon as it runs.
_READERS = (_WHOLE, "web")


@dataclass(slots=True)
class Part:
    """A process of the product that can be stopped and started again."""

    name: str
    environment: Mapping[str, str] = field(repr=False)
    log: Path
    addresses: Mapping[int, str]
    """What answers when it is ready, by port."""
    status: int | None = None
    _process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        """Run it; nothing where it runs.

        Raises:
            CannotSetUp: It does not come up; its log goes before the sentence.
        """
        if self._process is not None:
            return
        only = ["--only", self.name] if self.name else []
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                [PYTHON, "-m", "giroscope.cli", "serve", *only],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env=dict(self.environment),
            )  # fmt: skip
        for port, path in self.addresses.items():
            _wait(self._process, port, path, self.log)

    def stop(self) -> None:
        """End it as Ctrl-C does; nothing where it has ended."""
        if self._process is not None:
            self.status = self.status or _stop(self._process)
            self._process = None


@dataclass
class Product:
    """A running product; `status` is known once it has ended."""

    url: str
    identity_url: str
    password: str
    tenant_url: str
    """The console of a tenant other than the default one."""
    bank_url: str = ""
    """The simulated bank beside it."""
    erp_url: str = ""
    """The simulated ERP beside it."""
    stranger_password: str = ""
    """The first one of the stranger, who is made where that is asked for."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    parts: Mapping[str, Part] = field(default_factory=dict)
    status: int | None = None
    _clock: Path = Path()
    _ahead: float = 0

    def command(self, *words: str) -> str:
        """Run one of the product's own commands; tells what it printed.

        Raises:
            CannotSetUp: It failed; what it said goes before the sentence.
        """
        return _command(self.environment, *words)

    def pass_time(self, seconds: float) -> None:
        """Let so many seconds pass for it; sign-in and browsers keep the real time."""
        self._ahead += seconds
        _set_clock(self._clock, self._ahead)

    def make_stranger(self) -> None:
        """Somebody whom the default tenant alone knows, with a password to change."""
        self.command(
            "user", "create", f"{_STRANGER}@example.com", "--realm", HOME,
            "--username", _STRANGER, "--given-name", "Signe",
            "--family-name", "Fremmed", "--temporary-password",
        )  # fmt: skip
        told = self.command(
            "user", "reset", _STRANGER, "temporary-password", "--realm", HOME, "--json"
        )
        self.stranger_password = json.loads(told)["password"]

    @property
    def sign_in(self) -> Part:
        """The embedded sign-in, where the product runs in parts."""
        return self.parts[_SIGN_IN]


@dataclass(frozen=True, slots=True)
class Beginning:
    """The data of a product with its two tenants, to be copied: that takes no time."""

    data: Path
    password: str = field(repr=False)


@contextmanager
def beginning() -> Iterator[Beginning]:
    """Make both tenants at the embedded sign-in, once for several products.

    Raises:
        CannotSetUp: They cannot be made; what was said goes before the sentence.
    """
    with temporary("giroscope-e2e-", _ROOM) as folder:
        made = Beginning(Path(folder) / "var", secrets.token_urlsafe(12))
        environment = {
            **_clean_environment(),
            # What listens at the usual one is somebody else's.
            "GIROSCOPE_IDENTITY_PORT": str(_free_port()),
            "GIROSCOPE_DATA_DIR": str(made.data),
            "GIROSCOPE_ADMIN_PASSWORD": made.password,
        }
        _make_tenants(environment)
        yield made


def _make_tenants(environment: Mapping[str, str]) -> None:
    for tenant in (HOME, TENANT):
        _command(environment, "realm", "create", tenant)


def _clean_environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if "GIROSCOPE_" not in k}


@contextmanager
def running_product(
    settings: Mapping[str, str] = MappingProxyType({}),
    begun: Beginning | None = None,
    *,
    in_parts: bool = False,
    peopled: Callable[["Product"], None] | None = None,
) -> Iterator[Product]:
    """Start it with one tenant beside the default one, lend it, stop it as Ctrl-C does.

    With the settings of a Keycloak, people sign in there; else it may go on from what
    was begun. What makes people at the sign-in does so before the product reads them.

    Raises:
        CannotSetUp: It does not come up; its log goes before the sentence.
    """
    port, identity_port, bank_port, erp_port = (_free_port() for _ in range(4))
    with temporary("giroscope-e2e-", _ROOM) as folder:
        product = Product(
            f"http://localhost:{port}",
            settings.get(IDENTITY, f"http://localhost:{identity_port}"),
            begun.password if begun else secrets.token_urlsafe(12),
            f"http://{TENANT}.localhost:{port}",
            f"http://127.0.0.1:{bank_port}",
            f"http://127.0.0.1:{erp_port}",
            _clock=Path(folder) / "clock",
        )
        product.pass_time(_AHEAD_HOURS * 3600)
        environment = {
            **_clean_environment(),
            "GIROSCOPE_DATA_DIR": f"{folder}/var",
            "GIROSCOPE_PORT": str(port),
            "GIROSCOPE_IDENTITY_PORT": str(identity_port),
            "GIROSCOPE_BANK_SIMULATOR_PORT": str(bank_port),
            "GIROSCOPE_ERP_SIMULATOR_PORT": str(erp_port),
            "GIROSCOPE_ADMIN_PASSWORD": product.password,
            "GIROSCOPE_CLOCK_FILE": f"{folder}/clock",
            **settings,
        }
        if begun:
            shutil.copytree(begun.data, f"{folder}/var")
        else:
            _make_tenants(environment)
        # What makes realms is for that command alone.
        serving = {k: v for k, v in environment.items() if "IDENTITY_ADMIN" not in k}
        product.environment = serving
        answering = {port: "/healthz/ready"}
        if IDENTITY not in settings:
            answering[identity_port] = "/health/ready"
        product.parts = _parts(serving, Path(folder), answering, in_parts=in_parts)
        try:
            with _STARTING:
                for part in product.parts.values():
                    if peopled and part.name in _READERS:
                        peopled(product)
                    part.start()
            yield product
        finally:
            for part in reversed(product.parts.values()):
                part.stop()
            product.status = 0
            for part in product.parts.values():
                if part.status:
                    product.status = part.status
                    sys.stdout.write(
                        f"{_tail(part.log)}\nIt ended with {part.status}\n"
                    )


def _parts(
    environment: Mapping[str, str],
    folder: Path,
    answering: Mapping[int, str],
    *,
    in_parts: bool,
) -> dict[str, Part]:
    """What is to run: the whole, or part by part, each with what it answers."""
    if not in_parts:
        return {_WHOLE: Part(_WHOLE, environment, folder / "log", answering)}
    web, sign_in = answering.items()
    answers = {"web": dict([web]), _SIGN_IN: dict([sign_in])}
    return {
        name: Part(name, environment, folder / name, answers.get(name, {}))
        for name in _PARTS
    }


def _set_clock(file: Path, seconds: float) -> None:
    """Say how far the product's clock is ahead; whoever reads finds all or nothing."""
    draft = file.with_suffix(".draft")
    draft.write_text(f"{seconds}\n", "ascii")
    draft.replace(file)


def _command(environment: Mapping[str, str], *words: str) -> str:
    """Run a command of the product with these settings."""
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
    raise CannotSetUp(f"{_tail(log)}\n\nThe product did not start")


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-30:])


def _stop(process: "subprocess.Popen[bytes]") -> int:
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        return process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
