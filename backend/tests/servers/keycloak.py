"""Starts a real Keycloak of its own, on a free loopback port, for as long as needed.

The distribution comes by its Maven coordinates, is compared with the hash written
here and unpacked once below `.venv`. Its database is a file that outlasts a stop and
goes with the run. Uses the standard library alone, so that scripts may start it too.
"""

import fcntl
import hashlib
import http.client
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path

import debian
from own_clock import own_clock

VERSION = "26.7.3"
SHA256 = "27a6535553c3cdcd083872ba40629efafb3475e3b758e0c6f691395561dd0f1f"
LEAST_JAVA = 17
_ROOT = Path(__file__).parents[3]
_CACHE = _ROOT / ".venv" / "keycloak"
_BLOCKLIST = _ROOT / "deploy" / "keycloak" / "common-passwords.txt"
_FETCH_SECONDS = 600
_START_SECONDS = 480
_STOP_SECONDS = 20
_CALL_SECONDS = 120
_PACKAGES = ("maven", "openjdk-17-jre-headless")
# Half the time of a start is compiling what will run once.
_JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -Xshare:auto"


class KeycloakUnavailable(Exception):
    """No Keycloak could be had; the sentence says why."""


@dataclass(slots=True)
class Keycloak:
    """A server, and who may administer all of it."""

    folder: Path
    """Where its database and its log are."""
    java: str
    home: Path
    port: int
    management_port: int
    username: str = "keycloak-admin"
    password: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    _process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Run it, with all it knew when it was stopped; nothing where it runs.

        Raises:
            KeycloakUnavailable: It does not start.
        """
        if self._process is not None:
            return
        log = self.folder / "server.log"
        with _first_alone(self.home), log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - the program we unpacked
                [
                    str(self.home / "bin" / "kc.sh"), "start-dev", "--db=dev-file",
                    f"--db-url=jdbc:h2:file:{self.folder}/people;NON_KEYWORDS=VALUE",
                    "--http-host=127.0.0.1", f"--http-port={self.port}",
                    f"--http-management-port={self.management_port}",
                    f"--hostname={self.url}",
                ],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output,
                stderr=output, env=_environment(self),
                # Its script starts Java beside itself: both are ended together.
                start_new_session=True,
            )  # fmt: skip
            _wait_ready(self._process, self.port, log)

    def stop(self) -> None:
        """End it; nothing where it has ended."""
        if self._process is not None:
            _stop(self._process)
            self._process = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can sign in."""

    username: str
    given_name: str
    family_name: str
    roles: tuple[str, ...] = ()


@contextmanager
def running_keycloak() -> Iterator[Keycloak]:
    """Run a server with an empty database; lend its address and administrator.

    Raises:
        KeycloakUnavailable: It cannot be had or does not start.
    """
    java = _java()
    home = _installation()
    with tempfile.TemporaryDirectory(prefix="giroscope-keycloak-") as folder:
        server = Keycloak(Path(folder), java, home, _free_port(), _free_port())
        try:
            server.start()
            yield server
        finally:
            server.stop()


@contextmanager
def lent_keycloak(told: Path) -> Iterator[Keycloak]:
    """The server of a run, which is still starting while the file is not there.

    Raises:
        KeycloakUnavailable: It could not be had or did not start.
    """
    deadline = time.monotonic() + _START_SECONDS + _FETCH_SECONDS
    while not told.exists():
        if time.monotonic() > deadline:
            raise KeycloakUnavailable("nobody told where the run's Keycloak is")
        time.sleep(0.2)
    server = json.loads(told.read_text("utf-8"))
    if "unavailable" in server:
        raise KeycloakUnavailable(server["unavailable"])
    yield Keycloak(told.parent, "", Path(), management_port=0, **server)


def add_people(
    server: Keycloak, realm: str, password: str, people: Iterable[Person]
) -> None:
    """Make people who all have one password; who has the name already is replaced."""
    users = [
        {
            "username": one.username,
            "enabled": True,
            "firstName": one.given_name,
            "lastName": one.family_name,
            "email": f"{one.username}@example.com",
            "emailVerified": True,
            "credentials": [
                {"type": "password", "value": password, "temporary": False}
            ],
            # The realm's own let people see their account.
            "realmRoles": [f"default-roles-{realm}", *one.roles],
        }
        for one in people
    ]
    _call(
        "POST",
        f"{server.url}/admin/realms/{realm}/partialImport",
        json.dumps({"ifResourceExists": "OVERWRITE", "users": users}).encode(),
        {"content-type": "application/json", **_administrator(server)},
    )


def remove_realm(server: Keycloak, realm: str) -> None:
    """Leave nothing of it; nothing where there is none."""
    address = f"{server.url}/admin/realms/{realm}"
    try:
        _call("DELETE", address, None, _administrator(server))
    except urllib.error.HTTPError as error:
        if error.code != HTTPStatus.NOT_FOUND:
            raise


def _administrator(server: Keycloak) -> dict[str, str]:
    form = {
        "grant_type": "password",
        "client_id": "admin-cli",
        "username": server.username,
        "password": server.password,
    }
    told = _call(
        "POST",
        f"{server.url}/realms/master/protocol/openid-connect/token",
        urllib.parse.urlencode(form).encode(),
        {"content-type": "application/x-www-form-urlencoded"},
    )
    return {"authorization": f"Bearer {json.loads(told)['access_token']}"}


def _call(
    verb: str, address: str, body: bytes | None, headers: Mapping[str, str]
) -> bytes:
    request = urllib.request.Request(  # noqa: S310 - ours
        address, body, dict(headers), method=verb
    )
    with urllib.request.urlopen(request, timeout=_CALL_SECONDS) as answer:  # noqa: S310
        told: bytes = answer.read()
        return told


def _environment(server: Keycloak) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": os.environ.get("HOME", "/"),
        "LC_ALL": "C.UTF-8",
        **own_clock(),
        "JAVA": server.java,
        "JAVA_OPTS_APPEND": _JAVA_OPTIONS,
        "KC_BOOTSTRAP_ADMIN_USERNAME": server.username,
        "KC_BOOTSTRAP_ADMIN_PASSWORD": server.password,
    }


def _java() -> str:
    """A Java that is new enough, installed where we may.

    Raises:
        KeycloakUnavailable: There is none.
    """
    if not _is_java_usable() or shutil.which("mvn") is None:
        debian.install(*_PACKAGES)
    if not _is_java_usable():
        raise KeycloakUnavailable(
            f"Java {LEAST_JAVA} or newer is neither installed nor could be"
        )
    return shutil.which("java") or "java"


def _is_java_usable() -> bool:
    java = shutil.which("java")
    if java is None:
        return False
    told = subprocess.run(  # noqa: S603 - found on the path
        [java, "-version"], capture_output=True, text=True, check=False
    ).stderr
    major = re.search(r'version "(\d+)', told)
    return major is not None and int(major[1]) >= LEAST_JAVA


def _installation() -> Path:
    """The unpacked distribution, of this version and no other.

    Raises:
        KeycloakUnavailable: It cannot be fetched, or is not what it should be.
    """
    home = _CACHE / f"keycloak-{VERSION}"
    _CACHE.mkdir(parents=True, exist_ok=True)
    with (_CACHE / "lock").open("a") as lock:
        # Two runs at once would unpack into each other.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not home.exists():
            with tempfile.TemporaryDirectory(dir=_CACHE) as folder:
                archive = _fetched(Path(folder))
                _ensure_genuine(archive)
                _unpack(archive, Path(folder))
                (Path(folder) / home.name).rename(home)
    return home


@contextmanager
def _first_alone(home: Path) -> Iterator[None]:
    """The first start builds the installation in place: no other reads it meanwhile."""
    built = home / "built"
    with (_CACHE / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if built.exists():
            fcntl.flock(lock, fcntl.LOCK_UN)
        yield
    built.touch()


def _fetched(folder: Path) -> Path:
    maven = shutil.which("mvn")
    if maven is None:
        raise KeycloakUnavailable("Maven is neither installed nor could be")
    coordinates = f"org.keycloak:keycloak-quarkus-dist:{VERSION}:zip"
    command = [
        maven, "--batch-mode", "--quiet", "dependency:copy",
        f"-Dartifact={coordinates}", f"-DoutputDirectory={folder}",
    ]  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 - found on the path
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False, timeout=_FETCH_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise KeycloakUnavailable(f"Maven did not fetch {coordinates}") from error
    archive = folder / f"keycloak-quarkus-dist-{VERSION}.zip"
    if not archive.exists():
        reason = next(
            (line for line in done.stdout.splitlines() if "ERROR" in line), ""
        )
        raise KeycloakUnavailable(
            f"Maven could not fetch {coordinates}: {_without_addresses(reason)}"
        )
    return archive


def _without_addresses(text: str) -> str:
    return re.sub(r"\(?https?://\S+", "", text).strip()


def _ensure_genuine(archive: Path) -> None:
    with archive.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != SHA256:
        raise KeycloakUnavailable(
            f"the fetched Keycloak has another hash than expected: {found}"
        )


def _unpack(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
    home = folder / f"keycloak-{VERSION}"
    for script in (home / "bin").glob("*.sh"):
        script.chmod(0o755)
    lists = home / "data" / "password-blacklists"
    lists.mkdir(parents=True)
    shutil.copy(_BLOCKLIST, lists)


def _wait_ready(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        if _answers(port):
            return
        time.sleep(0.2)
    tail = log.read_text(errors="replace").strip()[-500:]
    raise KeycloakUnavailable(f"Keycloak did not start: {tail}")


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/realms/master")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _stop(process: "subprocess.Popen[bytes]") -> None:
    """Ask the script, which asks Java; then end the whole group."""
    with suppress(ProcessLookupError, subprocess.TimeoutExpired):
        process.terminate()
        process.wait(_STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Run a server until interrupted, for work by hand."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with running_keycloak() as server, suppress(KeyboardInterrupt):
        sys.stdout.write(f"{server.url} {server.username} {server.password}\n")
        sys.stdout.flush()
        signal.pause()


if __name__ == "__main__":
    main()
