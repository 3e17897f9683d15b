"""Starts a real OpenSSH server of its own on a loopback port, for one test or many.

Its programs come from the machine, or from the distribution where this may install
them. It knows one user, whoever runs the tests, and one key of theirs.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import debian
import pytest

_PACKAGES = ("openssh-server", "openssh-sftp-server", "openssh-client")
_PLACES = ("/usr/sbin/sshd", "/usr/local/sbin/sshd")
_SFTP = ("/usr/lib/openssh/sftp-server", "/usr/libexec/sftp-server")
_START_SECONDS = 20.0


@dataclass
class SftpServer:
    """A server that runs: where, as whom, and what it shows."""

    root: Path
    port: int
    user: str
    host_key: str
    """The SHA-256 fingerprint of its key."""
    command: list[str]
    process: subprocess.Popen[bytes]

    def started(self) -> subprocess.Popen[bytes]:
        """Its process, begun anew after it was stopped."""
        self.process = _started(self.root, self.command)
        _wait(self)
        return self.process

    def folder(self, name: str) -> Path:
        """One of its folders, as this machine sees it."""
        return self.root / "home" / name

    def let_in(self, public_key: str) -> None:
        """Whose key it takes from now on."""
        place = self.root / "authorized_keys"
        place.write_text(f"{public_key}\n")
        place.chmod(0o600)


def programs() -> tuple[str, str]:
    """The server and its SFTP part; the test is skipped where there are none."""
    found = _found()
    if found is None:
        debian.install(*_PACKAGES)
        found = _found()
    if found is None:
        pytest.skip("OpenSSH's server is not installed (apt install openssh-server)")
    return found


def _found() -> tuple[str, str] | None:
    server = shutil.which("sshd") or _first(_PLACES)
    sftp = _first(_SFTP)
    return (server, sftp) if server and sftp and shutil.which("ssh-keygen") else None


def _first(paths: tuple[str, ...]) -> str | None:
    return next((path for path in paths if Path(path).is_file()), None)


@contextmanager
def sftp_server(root: Path, *, key_kind: str = "ed25519") -> Iterator[SftpServer]:
    """A server below a folder, stopped at the end."""
    sshd, sftp = programs()
    home = root / "home"
    for name in ("to-bank", "from-bank", "archive"):
        (home / name).mkdir(parents=True)
    key = root / "host_key"
    _run("ssh-keygen", "-q", "-t", key_kind, "-N", "", "-f", str(key))
    printed = _run("ssh-keygen", "-lf", f"{key}.pub")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = root / "sshd_config"
    settings.write_text(
        f"ListenAddress 127.0.0.1:{port}\nHostKey {key}\nPidFile none\nUsePAM no\n"
        f"AuthorizedKeysFile {root}/authorized_keys\nStrictModes no\n"
        "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"
        "PermitRootLogin prohibit-password\nMaxStartups 100\nLogLevel ERROR\n"
        f"Subsystem sftp {sftp} -d {home}\n"
    )
    # It gives up its rights in this folder, where a system that runs it has made it.
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
    command = [sshd, "-D", "-e", "-f", str(settings)]
    user = pwd.getpwuid(os.geteuid()).pw_name
    server = SftpServer(
        root, port, user, printed.split()[1], command, _started(root, command)
    )
    try:
        _wait(server)
        yield server
    finally:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(10)


def _started(root: Path, command: list[str]) -> subprocess.Popen[bytes]:
    with (root / "sshd.log").open("ab") as log:
        return subprocess.Popen(  # noqa: S603 - the program found above
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )


def _wait(server: SftpServer) -> None:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        try:
            with socket.create_connection(("127.0.0.1", server.port), 1) as line:
                if line.recv(4) == b"SSH-":
                    return
        except OSError:
            time.sleep(0.05)
    log = (server.root / "sshd.log").read_text()
    raise AssertionError(f"the SSH server did not start: {log}")


def _run(*words: str) -> str:
    done = subprocess.run(  # noqa: S603 - the program found above
        words, check=True, capture_output=True, text=True
    )
    return done.stdout
