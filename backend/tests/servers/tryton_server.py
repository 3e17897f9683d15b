"""A real Tryton, started by the tests: seeded once, copied for whoever wants its own.

Tryton stands in an environment of its own (`requirements-tryton.lock`), since it is
under the GPL and no part of the product; only HTTP leads from here to it. One server
process serves many books, each a database that is a copy of the seeded one.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import json
import os
import shutil
import signal
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import tryton_world
from in_memory import temporary
from own_clock import own_clock
from postgres import free_port

_HERE = Path(__file__).parent
_BACKEND = _HERE.parents[1]
HOME = _BACKEND.parent / ".venv" / "tryton"
PYTHON = HOME / "bin" / "python"
LOCK = _BACKEND / "requirements-tryton.lock"
MODULES = (
    "account_invoice",
    "account_payment_clearing",
    "account_payment_sepa",
    "account_statement",
    "account_statement_rule",
    "account_statement_sepa",
)
_AT_ONCE = 500
_BOOKS = tuple(f"books{number}" for number in range(1, 17))
_OWED = {"out": ("receivable", "revenue"), "in": ("payable", "expense")}
_START_SECONDS = 60.0
_STOP_SECONDS = 10.0
_ROOM = 1024**3


class TrytonUnavailable(Exception):
    """No Tryton could be had; the sentence says why."""


@dataclass
class Books:
    """One database of a running server, and who may work with it.

    `made` holds the ids of what the seed made; see `tryton_world` for what it is.
    """

    url: str
    database: str
    made: Mapping[str, Any]
    _session: str = ""
    key: str = tryton_world.KEY
    user: str = tryton_world.USER
    password: str = tryton_world.PASSWORD

    @property
    def company(self) -> int:
        return int(self.made["companies"][0]["id"])

    @property
    def settings(self) -> dict[str, str]:
        """What the connector is told."""
        return {
            "address": self.url,
            "database": self.database,
            "key": self.key,
            "user": self.user,
            "password": self.password,
            "company": str(self.company),
        }

    def payment(self, number: int) -> int:
        """The id of a payment of the world's, by the place of its invoice there."""
        return int(self.made["payments"][number]["id"])

    def call(self, method: str, *params: Any, **context: Any) -> Any:
        """Do something as the administrator: somebody who works in Tryton itself."""
        if not self._session:
            self._session = self._signed_in()
        more = {"company": self.company, "language": "en", **context}
        return self._asked(method, [*params, more], self._session)

    def read(self, model: str, native_id: int, *fields: str) -> dict[str, Any]:
        found = self.call(f"model.{model}.read", [native_id], list(fields))
        return dict(found[0])

    def find(self, model: str, domain: Sequence[Any], *fields: str) -> Any:
        """Records as the administrator sees them."""
        return self.call(
            f"model.{model}.search_read", domain, 0, None, [["id", "ASC"]], list(fields)
        )

    def press(self, model: str, native_id: int, button: str) -> None:
        """Press a button, as our own user: what needs a fresh sign-in else."""
        answer = _client().post(
            f"{self.url}/{self.database}/rest/model/{model}/{native_id}/{button}",
            json={},
            headers={"Authorization": f"Bearer {self.key}"},
        )
        assert answer.is_success, answer.text

    def more_payments(
        self,
        amounts: Sequence[Decimal],
        method: str = tryton_world.DANISH,
        supplier: str = tryton_world.PAPER,
        **more: Any,
    ) -> list[int]:
        """Approved payments without an invoice; their ids, in order."""
        values = {
            "company": self.company,
            "journal": self.made["companies"][0]["methods"][method],
            "kind": "payable",
            "party": self.made["suppliers"][supplier],
            "date": day(date.today()),  # noqa: DTZ011 - Tryton's own day
            **more,
        }
        ids: list[int] = []
        for start in range(0, len(amounts), _AT_ONCE):
            part = amounts[start : start + _AT_ONCE]
            rows = [{**values, "amount": money(one)} for one in part]
            made = self.call("model.account.payment.create", rows)
            for step in ("submit", "approve"):
                self.call(f"model.account.payment.{step}", made)
            ids += made
        return ids

    def invoice(self, kind: str, amount: Decimal, party: str, **more: Any) -> int:
        """A posted invoice to a customer (`out`) or from a supplier (`in`); its id."""
        of_party = self.made["suppliers"][party]
        address = self.read("party.party", of_party, "addresses")["addresses"][0]
        company = self.read("company.company", self.company, "currency")
        [term, *_] = self.find("account.invoice.payment_term", [], "id")
        owed, kept = _OWED[kind]
        values = {
            "company": self.company, "type": kind, "party": of_party,
            "invoice_address": address, "payment_term": term["id"],
            "currency": company["currency"], "account": self._account(owed),
            "journal": self.find("account.journal", [["type", "=", kept]], "id")[0][
                "id"
            ],
            "invoice_date": day(date.today()),  # noqa: DTZ011 - Tryton's own day
            **more,
        }  # fmt: skip
        line = {
            "company": self.company, "currency": values["currency"], "quantity": 1.0,
            "account": self._account(kept), "unit_price": money(amount),
            "description": "-",
        }  # fmt: skip
        values["lines"] = [["create", [line]]]
        [made] = self.call("model.account.invoice.create", [values])
        self.press("account.invoice", made, "post")
        return int(made)

    def _account(self, kind: str) -> int:
        domain = [
            ["company", "=", self.company],
            [f"type.{kind}", "=", True],
            ["closed", "!=", True],
        ]
        return int(self.find("account.account", domain, "id")[0]["id"])

    def _signed_in(self) -> str:
        # Only a REST call makes the server get a database ready; a sign-in fails.
        _client().get(f"{self.url}/{self.database}/rest/model/res.user")
        login = "admin"
        secret = {"password": tryton_world.ADMINISTRATOR_PASSWORD}
        user, token, *_ = self._asked("common.db.login", [login, secret, "en"], "")
        return base64.b64encode(f"{login}:{user}:{token}".encode()).decode()

    def _asked(self, method: str, params: Sequence[Any], session: str) -> Any:
        headers = {"Authorization": f"Session {session}"} if session else {}
        answer = _client().post(
            f"{self.url}/{self.database}/rpc/",
            json={"id": 1, "method": method, "params": list(params)},
            headers=headers,
        )
        data = answer.raise_for_status().json()
        if "error" in data:
            raise AssertionError(f"{method}: {data['error']}")
        return data["result"]


@cache
def _client() -> httpx2.Client:
    """One for all: to read the system's authorities takes longer than a call."""
    believes_nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return httpx2.Client(timeout=120, verify=believes_nobody)


def money(amount: Decimal) -> dict[str, str]:
    """An amount as Tryton's JSON has it."""
    return {"__class__": "Decimal", "decimal": str(amount)}


def day(when: date) -> dict[str, Any]:
    """A day as Tryton's JSON has it."""
    return {
        "__class__": "date",
        "year": when.year,
        "month": when.month,
        "day": when.day,
    }


@dataclass
class Tryton:
    """A running server, and the databases that nobody has taken yet."""

    url: str
    made: Mapping[str, Any]
    _databases: Iterator[str]

    def books(self) -> Books:
        """The seeded books once more, as a database of their own."""
        return Books(self.url, next(self._databases), self.made)


@contextmanager
def running_tryton(
    port: int = 0,
    databases: Iterable[str] = _BOOKS,
    home: Path | None = None,
    client: Path | None = None,
) -> Iterator[Tryton]:
    """Run a server with seeded databases until the end of the block.

    With a home the databases stay there and are found again; a client is a folder
    of files that the server gives to browsers.

    Raises:
        TrytonUnavailable: It is not installed, or does not start.
    """
    if not PYTHON.exists():
        raise TrytonUnavailable(
            "it is not installed; ./test integration does that from"
            f" {LOCK.relative_to(_BACKEND.parent)}"
        )
    seeded = _seeded()
    with ExitStack() as stack:
        folder = home or Path(stack.enter_context(_temporary()))
        # A server looks for databases once in five minutes, so they are all there.
        names = list(databases)
        copies = {folder / f"{name}.sqlite": seeded for name in names}
        copies[folder / "made.json"] = seeded.with_suffix(".json")
        for copy, original in copies.items():
            if not copy.exists():
                shutil.copyfile(original, copy)
        made = json.loads((folder / "made.json").read_text("utf-8"))
        number = port or free_port()
        configuration = _configured(folder, number, client)
        with _server(configuration, folder, number) as url:
            yield Tryton(url, made, iter(names))


def _seeded() -> Path:
    """The seeded database; made once for each month, lock file and seed."""
    month = date.today().isoformat()[:7]  # noqa: DTZ011 - Tryton's own day
    told = json.dumps(tryton_world.WORLD, sort_keys=True) + month
    digest = hashlib.sha256(told.encode())
    for source in (LOCK, _HERE / "tryton_seed.py", _HERE / "trytond_quick.py"):
        digest.update(source.read_bytes())
    wanted = HOME / f"seeded-{digest.hexdigest()[:16]}.sqlite"
    with (HOME / "seeding.lock").open("w") as lock:
        # Several runs may begin at once; the first makes it for all.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not wanted.exists():
            for old in HOME.glob("seeded-*"):
                old.unlink()
            _seed(wanted)
    return wanted


def _seed(wanted: Path) -> None:
    with _temporary() as place:
        folder = Path(place)
        configuration = _configured(folder, 0, None)
        database = folder / "seed.sqlite"
        database.touch()
        secret = folder / "password"
        secret.write_text(tryton_world.ADMINISTRATOR_PASSWORD)
        _run(
            [HOME / "bin" / "trytond-admin", "-c", configuration, "-d", "seed", "-u",
             *MODULES, "--activate-dependencies", "--email", "admin@example.com"],
            {"TRYTONPASSFILE": str(secret)},
        )  # fmt: skip
        made = _run(
            [PYTHON, _HERE / "tryton_seed.py", configuration, "seed"],
            {},
            json.dumps(tryton_world.WORLD),
        )
        wanted.with_suffix(".json").write_text(made, "utf-8")
        database.rename(folder / "done.sqlite")
        shutil.copyfile(folder / "done.sqlite", wanted.with_suffix(".part"))
        wanted.with_suffix(".part").rename(wanted)


def _run(command: Sequence[Any], more: Mapping[str, str], said: str = "") -> str:
    done = subprocess.run(  # noqa: S603 - our own server's programs
        [str(word) for word in command],
        env={**_environment(), **more},
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise TrytonUnavailable(f"it could not be seeded: {done.stderr[-800:]}")
    return done.stdout


def _environment() -> dict[str, str]:
    path = os.environ.get("PATH", "")
    return {"PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(HOME), **own_clock()}


def _temporary() -> tempfile.TemporaryDirectory[str]:
    return temporary("giroscope-tryton-", _ROOM)


def _configured(folder: Path, port: int, client: Path | None) -> Path:
    configuration = folder / "tryton.conf"
    configuration.write_text(
        # The path stands apart: one inside the address is ignored.
        f"[database]\nuri = sqlite://\npath = {folder}\n"
        f"[web]\nlisten = 127.0.0.1:{port}\n" + (f"root = {client}\n" if client else "")
    )
    return configuration


@contextmanager
def _server(configuration: Path, folder: Path, port: int) -> Iterator[str]:
    log = folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(  # noqa: S603 - our own server
            [str(PYTHON), str(_HERE / "trytond_quick.py"), "-c", str(configuration)],
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_ready(server, url, log)
        yield url
    finally:
        _stop(server)


def _wait_ready(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    question = {"id": 1, "method": "common.server.version", "params": []}
    while time.monotonic() < deadline and server.poll() is None:
        try:
            if httpx2.post(f"{url}/rpc/", json=question, timeout=10).is_success:
                return
        except httpx2.HTTPError:
            time.sleep(0.1)
    tail = log.read_text(errors="replace").strip()[-500:]
    raise TrytonUnavailable(f"it did not start: {tail}")


def _stop(server: subprocess.Popen[bytes]) -> None:
    if server.poll() is None:
        server.send_signal(signal.SIGTERM)
        try:
            server.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
