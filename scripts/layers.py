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

import setting_up
from chromium import find_chromium
from product import HOME, IDENTITY, TENANT, Product, running_product
from setting_up import BACKEND, FRONTEND, PYTHON, ROOT, VENV, CannotSetUp
from tally import Tally

# The server that the backend's tests start too.
sys.path.insert(0, str(BACKEND / "tests" / "servers"))

from backstage import running_backstage
from keycloak import (
    Keycloak,
    KeycloakUnavailable,
    Person,
    add_people,
    running_keycloak,
)
from mail_sink import Mailbox, running_mailbox

_STEP_SECONDS = 1800
_MOST_AT_ONCE = 4
_SHARDS = 3

# Journeys by their tags and files.
_STOPPING = "@stops-the-sign-in"
_OF_PEOPLE = rf"(identity|users|week)\.spec\.ts|@both-providers|{_STOPPING}"

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


def check(tally: Tally) -> None:
    """Style, types, import rules, and generated files that must be fresh."""
    tools = VENV / "bin"
    steps: list[tuple[str, Sequence[str | Path], Path]] = [
        ("ruff check", [tools / "ruff", "check", "."], BACKEND),
        ("ruff format", [tools / "ruff", "format", "--check", "."], BACKEND),
        ("ruff check beside", [tools / "ruff", "check", *_BESIDE], ROOT),
        ("ruff format beside", [tools / "ruff", "format", "--check", *_BESIDE], ROOT),
        ("mypy", [tools / "mypy"], BACKEND),
        ("import rules", [tools / "lint-imports"], BACKEND),
        ("graph schema is fresh", [PYTHON, ROOT / "scripts" / "schema_fresh.py"], ROOT),
        ("lock files are fresh", [PYTHON, ROOT / "scripts" / "locks_fresh.py"], ROOT),
    ]
    for name, command, cwd in steps:
        _count(tally, name, _run(command, cwd, dict(os.environ)))
    web = _web()
    for name in _web_checks():
        _count(tally, name, _run(["npm", "run", "--silent", name], FRONTEND, web))


def _web_checks() -> list[str]:
    """The parts of the console's own check, each a step of its own."""
    package = json.loads((FRONTEND / "package.json").read_text("utf-8"))
    return [name for name in package["scripts"] if name.startswith("check:")]


def unit(tally: Tally) -> None:
    """Everything that needs no server."""
    _pytest(tally, "unit", "not integration")


def integration(tally: Tally) -> None:
    """The same on a real PostgreSQL, Keycloak and Tryton, and whole processes."""
    try:
        setting_up.tryton()
    except CannotSetUp as reason:
        # Its tests skip, and say so each.
        setting_up.say(str(reason))
        tally.skip("integration: Tryton: it could not be installed")
    _pytest(tally, "integration", "integration")


def _pytest(tally: Tally, name: str, marked: str) -> None:
    with _report() as report:
        status = _run(
            [PYTHON, "-m", "pytest", "-q", "-m", marked, f"-n{_at_once()}",
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
    """The product as people start it, in a real browser; two at a time."""
    browser = find_chromium()
    if browser is None:
        tally.skip("e2e: Chromium is neither installed nor could be")
        return
    env = {**_web(), "CHROMIUM": browser}
    setting_up.console(env)
    shards = (f"{part}/{_SHARDS}" for part in range(1, _SHARDS + 1))
    stages = [
        *(partial(_e2e_whole, shard=shard) for shard in shards),
        _e2e_at_keycloak,
        _e2e_in_parts,
    ]
    # A journey mostly waits for what the product does by itself.
    with ThreadPoolExecutor(min(2, _at_once())) as lanes:
        for counted in lanes.map(partial(_staged, env), stages):
            tally.add(counted)


def _staged(env: Mapping[str, str], stage: Callable[..., None]) -> Tally:
    """Journeys at a product and with mails of their own."""
    tally = Tally()
    with running_mailbox() as mailbox:
        stage(tally, env, mailbox)
    return tally


def _e2e_whole(
    tally: Tally, env: Mapping[str, str], mailbox: Mailbox, *, shard: str
) -> None:
    """All journeys but those that stop the sign-in; the product as people start it."""
    with (
        running_product(_mailing(mailbox)) as product,
        running_backstage(mailbox, product.command) as backstage,
    ):
        chosen = (f"--grep-invert={_STOPPING}", f"--shard={shard}")
        _journeys(tally, env, product, backstage, *chosen)
    _count(tally, "e2e: the product stops cleanly", product.status or 0)


def _e2e_in_parts(tally: Tally, env: Mapping[str, str], mailbox: Mailbox) -> None:
    """The journeys that stop the sign-in, which is a process of its own for them."""
    with (
        running_product(_mailing(mailbox), in_parts=True) as product,
        running_backstage(mailbox, product.command, product.sign_in) as backstage,
    ):
        _journeys(tally, env, product, backstage, f"--grep={_STOPPING}")
    _count(tally, "e2e: the product's parts stop cleanly", product.status or 0)


def _e2e_at_keycloak(tally: Tally, env: Mapping[str, str], mailbox: Mailbox) -> None:
    """Whatever has to do with people once more, with a real Keycloak as provider."""
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


LAYERS: dict[str, Callable[[Tally], None]] = {
    "check": check,
    "unit": unit,
    "integration": integration,
    "web": web,
    "e2e": e2e,
}


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


def _run(command: Sequence[str | Path], cwd: Path, env: dict[str, str]) -> int:
    """Run a tool in sight; tells its status, 124 when it took too long."""
    sys.stdout.flush()
    words = [str(word) for word in command]
    try:
        return subprocess.run(  # noqa: S603 - our own commands
            words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, check=False,
            timeout=_STEP_SECONDS,
        ).returncode  # fmt: skip
    except subprocess.TimeoutExpired:
        setting_up.say(f"{words[0]} took over {_STEP_SECONDS} s")
        return 124
    except OSError as error:
        raise CannotSetUp(f"{words[0]}: {error.strerror}") from error
