"""A bank that is killed at any moment has done a thing once, or not at all."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import httpx2
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from banksim import NORDEA_DEMO
from banksim.house import Bank
from banksim.store import Store, StoreIsNewer
from tests.banksim.kit.bank_line import Line, options
from tests.banksim.kit.bank_orders import Wish, pain001
from tests.banksim.kit.customer_signatures import b64
from tests.banksim.kit.nordea_customer import NordeaCustomer, read

DKK = NORDEA_DEMO.accounts[0].iban
CONTENT = pain001(DKK, [Wish("A", "100.00"), Wish("B", "50.00")])
_SERVE = (
    "import sys; from pathlib import Path; import banksim;"
    " banksim.serve(Path(sys.argv[1]), int(sys.argv[2]), banksim.Options(pace=None))"
)


class Killed(BaseException):
    """The process is gone; nothing after this line is run."""


def kill_at(bank: Bank, number: int) -> None:
    """Let the bank die at the so-manieth statement that writes."""
    left = [number]

    def dying(method: Callable[..., Any]) -> Callable[..., Any]:
        def called(*values: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return method(*values)

        return called

    for name in ("run", "changed", "run_many"):
        setattr(bank.store, name, dying(getattr(bank.store, name)))


def executed(bank: Bank) -> dict[str, int]:
    rows = bank.store.rows(
        "SELECT end_to_end_id, COUNT(*) n FROM postings WHERE kind = 'PAYMENT'"
        " GROUP BY end_to_end_id"
    )
    return {row["end_to_end_id"]: row["n"] for row in rows}


def test_killed_at_every_statement_of_an_upload_it_is_kept_whole_or_not_at_all(
    nordea: NordeaCustomer, bank: Bank, folder: Path, tmp_path: Path
) -> None:
    root = nordea.application("uploadFile", FileType="NDCAPXMLI", Content=b64(CONTENT))
    data = nordea.message("uploadFile", root)
    bank.close()
    outcomes = []
    for number in range(60):
        place = Path(shutil.copytree(folder, tmp_path / f"kill-{number}"))
        dying = Bank(place, options())
        kill_at(dying, number)
        try:
            reply = Line(dying)(nordea.files, data)
        except Killed:
            reply = None
        # A dead process keeps no connection: what was not committed is gone.
        dying.store._connection.close()
        again = Bank(place, options())
        kept = len(again.store.rows("SELECT id FROM uploads"))
        if reply is not None:
            assert kept == 1
        resent = read(Line(again)(nordea.files, data)).code
        assert resent == ("31" if kept else "00")
        again.settle()
        assert executed(again) == {"A": 1, "B": 1}
        again.close()
        shutil.rmtree(place)
        outcomes.append((kept, reply is not None))
        if reply is not None:
            break

    assert outcomes[-1] == (1, True)
    assert outcomes.count((0, False)) > 8


def test_killed_at_every_statement_of_paying_each_payment_is_made_once(
    bank: Bank, nordea: NordeaCustomer, folder: Path, tmp_path: Path
) -> None:
    nordea.upload(CONTENT)
    bank.do_stages()
    bank.close()
    kills = 0
    for number in range(200):
        place = Path(shutil.copytree(folder, tmp_path / f"pay-{number}"))
        dying = Bank(place, options())
        kill_at(dying, number)
        try:
            dying.next_day()
        except Killed:
            kills += 1
        else:
            dying.close()
            break
        dying.store._connection.close()
        again = Bank(place, options())
        again.settle()
        assert executed(again) == {"A": 1, "B": 1}
        assert set(again.ledger.totals().values()) == {0}
        paid = [one for one in again.mailbox.all() if b"ACSC" in one.content]
        assert len(paid) == 1
        again.close()
        shutil.rmtree(place)

    assert kills > 30


@pytest.mark.parametrize("seconds", [0.0, 0.02, 0.1])
def test_a_real_kill_while_it_answers_loses_and_doubles_nothing(
    folder: Path, keys: list[rsa.RSAPrivateKey], seconds: float
) -> None:
    before = Bank(folder, options())
    customer = NordeaCustomer(Line(before), keys[0])
    customer.activate()
    before.close()
    data = customer.message(
        "uploadFile",
        customer.application("uploadFile", FileType="NDCAPXMLI", Content=b64(CONTENT)),
    )
    with Serving(folder) as serving:
        answered = serving.post_and_kill(customer.files, data, seconds)

    again = Bank(folder, options())
    kept = len(again.store.rows("SELECT id FROM uploads"))
    if answered:
        assert kept == 1
    code = read(Line(again)(customer.files, data)).code
    assert code == ("31" if kept else "00")
    again.settle()
    assert executed(again) == {"A": 1, "B": 1}
    again.close()


class Serving:
    """A bank in a process of its own, which dies by SIGKILL."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.process = subprocess.Popen(  # noqa: S603 - our own bank
            [sys.executable, "-c", _SERVE, str(folder), str(self.port)]
        )

    def __enter__(self) -> Self:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                httpx2.get(f"http://127.0.0.1:{self.port}/healthz")
            except httpx2.TransportError:
                time.sleep(0.1)
            else:
                return self
        raise AssertionError("the bank does not answer")

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def post_and_kill(self, path: str, data: bytes, seconds: float) -> bool:
        """Send a request and kill the bank; tells whether it answered before."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
            f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.port)) as line:
            line.sendall(head.encode() + data)
            time.sleep(seconds)
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            answer = b""
            try:
                while part := line.recv(65_536):
                    answer += part
            except ConnectionResetError:
                return False
            return b"</soapenv:Envelope>" in answer


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_newer_folder_is_not_touched(tmp_path: Path) -> None:
    store = Store(tmp_path / "bank.sqlite3")
    store._connection.execute("PRAGMA user_version = 99")
    store.close()

    with pytest.raises(StoreIsNewer):
        Store(tmp_path / "bank.sqlite3")
