"""The layers of tests: what each runs, and what it needs."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import setting_up
from chromium import find_headless
from product import (
    HOME,
    IDENTITY,
    TENANT,
    Beginning,
    Product,
    beginning,
    running_product,
)
from setting_up import BACKEND, FRONTEND, PYTHON, ROOT, VENV, CannotSetUp
from tally import Tally

# The server that the backend's tests start too.
sys.path.insert(0, str(BACKEND / "tests" / "servers"))

from backstage import running_backstage
from in_memory import temporary
from keycloak import (
    Keycloak,
    KeycloakUnavailable,
    Person,
    add_people,
    running_keycloak,
)
from mail_sink import Mailbox, running_mailbox

# The backend's tests in one step, or half the journeys beside a Keycloak and three
# browsers, on two cores that others use as well.
_STEP_SECONDS = 3600
_MOST_AT_ONCE = 4
_SHARDS = 2
_ROOM = 6 * 1024**3

# Journeys by their tags and files.
_STOPPING = "@stops-the-sign-in"
_OF_PEOPLE = rf"(identity|users|week)\.spec\.ts|@both-providers|{_STOPPING}"
# Most of their time somebody waits: for a bank, for the next minute, for a mail that
# is written once it has been quiet for two.
_WAITING = r"(money|payments-approved|recall|supplier-invoice)\.spec\.ts"

# The embedded sign-in makes the same people by itself.
_PEOPLE = (
    Person(
        "admin",
        "Agnes",
        "Admin",
        (
            "giroscope-account-management",
            "giroscope-billing",
            "giroscope-debug",
            "giroscope-logs",
            "giroscope-payment-approver",
            "giroscope-upload",
        ),
    ),
    Person("operator", "Oskar", "Operator", ("giroscope-upload",)),
    Person("approver", "Astrid", "Approver", ("giroscope-payment-approver",)),
    Person("viewer", "Viggo", "Viewer"),
)

# Python that is no part of the backend, under the same rules.
_BESIDE = ("scripts", "benchmarks")


_Step = tuple[str, Sequence[str | Path], Path]
"""What a tool is called here, its command, and where it runs."""


def check(tally: Tally) -> None:
    """Style, types, import rules, and generated files that must be fresh."""
    tools = VENV / "bin"
    web = _web()
    # Whatever takes longest begins first.
    steps: list[_Step] = [
        ("mypy", [tools / "mypy"], BACKEND),
        *((name, ["npm", "run", "--silent", name], FRONTEND) for name in _web_checks()),
        ("ruff check", [tools / "ruff", "check", "."], BACKEND),
        ("ruff format", [tools / "ruff", "format", "--check", "."], BACKEND),
        ("ruff check beside", [tools / "ruff", "check", *_BESIDE], ROOT),
        ("ruff format beside", [tools / "ruff", "format", "--check", *_BESIDE], ROOT),
        ("import rules", [tools / "lint-imports"], BACKEND),
        ("graph schema is fresh", [PYTHON, ROOT / "scripts" / "schema_fresh.py"], ROOT),
        ("Danish is fresh", [PYTHON, ROOT / "scripts" / "danish_fresh.py"], ROOT),
        ("lock files are fresh", [PYTHON, ROOT / "scripts" / "locks_fresh.py"], ROOT),
    ]
    # A tool mostly uses one processor.
    with ThreadPoolExecutor(_at_once()) as lanes:
        done = lanes.map(partial(_told, env=web), steps)
        for (name, _, _), (status, said) in zip(steps, done, strict=True):
            sys.stdout.write(said)
            _count(tally, name, status)


def _web_checks() -> list[str]:
    """The parts of the console's own check, each a step of its own."""
    package = json.loads((FRONTEND / "package.json").read_text("utf-8"))
    return [name for name in package["scripts"] if name.startswith("check:")]


def unit(tally: Tally) -> None:
    """Everything that needs no server."""
    _pytest(tally, "unit", "not integration", _at_once())


def integration(tally: Tally) -> None:
    """The same on a real PostgreSQL, Keycloak and Tryton, and whole processes."""
    _with_servers(tally, "integration", "integration")


def backend(tally: Tally) -> None:
    """Both at once: whoever waits for a server leaves the machine to the others."""
    _with_servers(tally, "backend", "")


def _with_servers(tally: Tally, name: str, marked: str) -> None:
    try:
        setting_up.tryton()
    except CannotSetUp as reason:
        # Its tests skip, and say so each.
        setting_up.say(str(reason))
        tally.skip(f"{name}: Tryton: it could not be installed")
    # Each waits for servers a quarter of its time.
    _pytest(tally, name, marked, _at_once() + 1)


def _pytest(tally: Tally, name: str, marked: str, processes: int) -> None:
    # What a test has passed with is of no more use, and there is a lot of it.
    with _report() as report, temporary("giroscope-tests-", _ROOM) as folder:
        status = _run(
            [PYTHON, "-m", "pytest", "-q", "-m", marked, f"-n{processes}",
             f"--basetemp={folder}/tests", "-o", "tmp_path_retention_policy=failed",
             f"--junitxml={report}"],
            BACKEND, dict(os.environ),
        )  # fmt: skip
        tally.add_report(report, name, status)


def _at_once() -> int:
    """How many processes run the backend's tests, each with a database of its own."""
    return min(_MOST_AT_ONCE, len(os.sched_getaffinity(0)))


def web(tally: Tally) -> None:
    """The console's own tests."""
    env = _web()
    with _report() as report:
        status = _run(
            ["npm", "run", "--silent", "test", "--", "--reporter=default",
             "--reporter=junit", f"--outputFile.junit={report}"],
            FRONTEND, env,
        )  # fmt: skip
        tally.add_report(report, "web", status)


def e2e(tally: Tally) -> None:
    """The product as people start it, in a real browser; several side by side."""
    browser = find_headless()
    if browser is None:
        tally.skip("e2e: Chromium is neither installed nor could be")
        return
    env = {**_web(), "CHROMIUM": browser}
    setting_up.console(env)
    others = f"--grep-invert={_STOPPING}|{_WAITING}"
    stages = [
        *(
            partial(_e2e_whole, chosen=(others, f"--shard={part}/{_SHARDS}"))
            for part in range(1, _SHARDS + 1)
        ),
        _e2e_at_keycloak,
        _e2e_in_parts,
    ]
    waiting = partial(_e2e_whole, chosen=(f"--grep={_WAITING}",))
    # The journeys that wait leave the machine to those beside them.
    with beginning() as begun, ThreadPoolExecutor(_at_once() + 1) as lanes:
        staged = partial(_staged, env, begun)
        for counted in lanes.map(staged, [waiting, *stages]):
            tally.add(counted)


def _staged(
    env: Mapping[str, str], begun: Beginning, stage: Callable[..., None]
) -> Tally:
    """Journeys at a product and with mails of their own."""
    tally = Tally()
    with running_mailbox() as mailbox:
        stage(tally, env, begun, mailbox)
    return tally


def _e2e_whole(
    tally: Tally,
    env: Mapping[str, str],
    begun: Beginning,
    mailbox: Mailbox,
    *,
    chosen: Sequence[str],
) -> None:
    """Some journeys, at the product as people start it."""
    with (
        running_product(_mailing(mailbox), begun) as product,
        running_backstage(mailbox, product.command) as backstage,
    ):
        _journeys(tally, env, product, backstage, *chosen)
    _count(tally, "e2e: the product stops cleanly", product.status or 0)


def _e2e_in_parts(
    tally: Tally, env: Mapping[str, str], begun: Beginning, mailbox: Mailbox
) -> None:
    """The journeys that stop the sign-in, which is a process of its own for them."""
    with (
        running_product(_mailing(mailbox), begun, in_parts=True) as product,
        running_backstage(mailbox, product.command, product.sign_in) as backstage,
    ):
        _journeys(tally, env, product, backstage, f"--grep={_STOPPING}")
    _count(tally, "e2e: the product's parts stop cleanly", product.status or 0)


def _e2e_at_keycloak(
    tally: Tally, env: Mapping[str, str], begun: Beginning, mailbox: Mailbox
) -> None:
    """Whatever has to do with people once more, with a real Keycloak as provider."""
    # Its people are made there and nowhere else.
    del begun
    try:
        with (
            running_keycloak() as server,
            running_product(_settings_of(server) | _mailing(mailbox)) as product,
            running_backstage(mailbox, product.command, server) as backstage,
        ):
            add_people(server, HOME, product.password, _PEOPLE)
            # The administrator made with this one has a password to choose first.
            others = [one for one in _PEOPLE if one.username != "admin"]
            add_people(server, TENANT, product.password, others)
            at_keycloak = {**env, "GIROSCOPE_E2E_IDENTITY": "keycloak"}
            _journeys(tally, at_keycloak, product, backstage, f"--grep={_OF_PEOPLE}")
    except KeycloakUnavailable as reason:
        tally.skip(f"e2e: Keycloak: {reason}")
        return
    _count(tally, "e2e: the product stops cleanly beside Keycloak", product.status or 0)


def _settings_of(server: Keycloak) -> dict[str, str]:
    return {
        IDENTITY: server.url,
        "GIROSCOPE_IDENTITY_ADMIN_USER": server.username,
        "GIROSCOPE_IDENTITY_ADMIN_PASSWORD": server.password,
    }


def _mailing(mailbox: Mailbox) -> dict[str, str]:
    return {
        "GIROSCOPE_SMTP_HOST": "127.0.0.1",
        "GIROSCOPE_SMTP_PORT": str(mailbox.port),
        "GIROSCOPE_SMTP_SECURITY": "none",
        "GIROSCOPE_SMTP_SENDER": "giroscope@example.com",
    }


def _journeys(
    tally: Tally,
    env: Mapping[str, str],
    product: Product,
    backstage: str,
    *chosen: str,
) -> None:
    with _report() as report:
        pictures = FRONTEND / "test-results" / re.sub(r"\W+", "-", chosen[-1])
        status = _run(
            ["npm", "run", "--silent", "e2e", "--", "--reporter=list,junit",
             f"--output={pictures}", *chosen],
            FRONTEND,
            {
                **env,
                "GIROSCOPE_E2E_BACKSTAGE_URL": backstage,
                "GIROSCOPE_E2E_BANK_URL": product.bank_url,
                "GIROSCOPE_E2E_ERP_URL": product.erp_url,
                "GIROSCOPE_E2E_URL": product.url,
                "GIROSCOPE_E2E_TENANT_URL": product.tenant_url,
                "GIROSCOPE_E2E_IDENTITY_URL": product.identity_url,
                "GIROSCOPE_E2E_PASSWORD": product.password,
                "GIROSCOPE_E2E_STRANGER_PASSWORD": product.stranger_password,
                "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(report),
                "PLAYWRIGHT_JUNIT_OUTPUT_NAME": str(report),
            },
        )  # fmt: skip
        tally.add_report(report, "e2e", status)


Layer = Callable[[Tally], None]
WHOLE: dict[str, Layer] = {
    "check": check,
    "backend": backend,
    "web": web,
    "e2e": e2e,
}
"""All there is, as it takes the least time."""
LAYERS: dict[str, Layer] = {**WHOLE, "unit": unit, "integration": integration}


def _web() -> dict[str, str]:
    env = setting_up.web_environment()
    setting_up.web_libraries(env)
    return env


@contextmanager
def _report() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="giroscope-test-") as folder:
        yield Path(folder) / "report.xml"


def _count(tally: Tally, name: str, status: int) -> None:
    setting_up.say(f"{'ok  ' if status == 0 else 'FAIL'} {name}")
    if status == 0:
        tally.succeed()
    else:
        tally.fail(name)


def _run(command: Sequence[str | Path], cwd: Path, env: Mapping[str, str]) -> int:
    """Run a tool in sight; tells its status, 124 when it took too long."""
    sys.stdout.flush()
    return _done(command, cwd, env).returncode


def _told(step: _Step, env: Mapping[str, str]) -> tuple[int, str]:
    """Run a tool beside others; tells its status and what it said."""
    _, command, cwd = step
    done = _done(
        command, cwd, env,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )  # fmt: skip
    return done.returncode, done.stdout or ""


def _done(
    command: Sequence[str | Path], cwd: Path, env: Mapping[str, str], **output: Any
) -> "subprocess.CompletedProcess[str]":
    words = [str(word) for word in command]
    try:
        return subprocess.run(  # noqa: S603 - our own commands
            words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, check=False,
            timeout=_STEP_SECONDS, **output,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        setting_up.say(f"{words[0]} took over {_STEP_SECONDS} s")
        return subprocess.CompletedProcess(words, 124)
    except OSError as error:
        raise CannotSetUp(f"{words[0]}: {error.strerror}") from error
