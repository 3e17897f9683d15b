"""What Bank Connect gives once: read again after a kill, told where it was cut off."""

from datetime import timedelta
from typing import Any

import httpx2
import pytest
from sqlalchemy import update

import banksim
from banklink import BankConnectChannel, FileKind
from giroscope.features.banks.answers import AnswerSafe
from giroscope.features.banks.due import due
from giroscope.features.banks.tables import (
    BankAnswer,
    BankConnection,
    BankFile,
    BankKey,
)
from giroscope.kernel.clock import system_clock
from giroscope.kernel.schedule import take_turns
from giroscope.kernel.tables import Job
from tests.banks.bank_desk import BankDesk

KYST = banksim.BANKDATA_DEMO
ONLY_SQLITE = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


class Killed(BaseException):
    """Stands for a signal that nobody catches."""


@pytest.fixture
def connected(real: BankDesk) -> int:
    """A connection to Kystbanken that has fetched nothing yet."""
    bank_id = real.connect(
        "bank-connect-bankdata-simulated",
        parameters={
            "functionId": KYST.function_id,
            "regNo": KYST.reg_no,
            "countryCode": KYST.country_code,
        },
    )
    assert real.activate(bank_id, KYST.activation_code).message is None
    return bank_id


def _look(desk: BankDesk) -> None:
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(BankConnection).values(next_fetch=system_clock()))
        connection.commit()
    _turn(desk)
    desk.work_all()


def _turn(desk: BankDesk) -> None:
    """A minute of the schedule, whichever it is."""
    with desk.database.job_connection("giroscope") as connection:
        connection.exec_driver_sql("DELETE FROM schedule_turns")
        connection.commit()
    take_turns(desk.database, {"banks": due}, system_clock())


def _killed_look(desk: BankDesk, monkeypatch: pytest.MonkeyPatch, *where: Any) -> None:
    """A look that dies at the first call of a method for a statement."""
    owner, name = where

    def die(_self: Any, *called: Any) -> Any:
        if any(getattr(one, "kind", None) is FileKind.STATEMENT for one in called):
            raise Killed
        return method(_self, *called)

    method = getattr(owner, name)
    monkeypatch.setattr(owner, name, die)
    with pytest.raises(Killed):
        _look(desk)
    monkeypatch.undo()
    with desk.database.job_connection("giroscope") as connection:
        # The engine runs again what a killed worker was doing.
        connection.execute(
            update(Job).where(Job.state == "RUNNING").values(state="QUEUED")
        )
        connection.commit()


def _laid_out(bank: banksim.Running, kind: str) -> int:
    files = httpx2.get(f"{bank.url}/api/files").json()
    return sum(one["agreement"] == KYST.id and one["kind"] == kind for one in files)


@ONLY_SQLITE
async def test_an_answer_that_was_kept_is_read_after_a_kill(
    real: BankDesk, bank: banksim.Running, connected: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    _killed_look(real, monkeypatch, BankConnectChannel, "_read")
    (kept,) = real.all(BankAnswer)
    assert (kept.state, kept.kind) == ("KEPT", "camt.053")
    answer = b"".join(real.vault.chunks("giroscope", kept.reply_sha256))
    assert b"EncryptedData" in answer
    real.work_all()
    statements = real.all(BankFile, BankFile.kind == "camt.053")
    assert len(statements) == _laid_out(bank, "STATEMENT") > 1
    assert real.all(BankAnswer) == []
    assert "banks.answer_cut_off" not in real.codes()
    assert real.bank(connected).fetch_began is None


@ONLY_SQLITE
async def test_no_renewal_takes_the_key_from_an_answer_that_waits(
    real: BankDesk, connected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _killed_look(real, monkeypatch, BankConnectChannel, "_read")
    with real.database.job_connection("giroscope") as connection:
        connection.execute(update(BankConnection).values(renew_days_before=100_000))
        day_before = system_clock() - timedelta(days=1)
        connection.execute(update(BankKey).values(asked=day_before))
        connection.commit()
    _turn(real)
    assert "bank-renew" not in {one.verb for one in real.all(Job)}
    real.work_all()
    assert real.all(BankAnswer) == []
    _turn(real)
    real.work_all()
    assert [one.state for one in real.all(BankKey)] == ["RETIRED", "CURRENT"]
    assert real.bank(connected).state in {"ACTIVE", "EXPIRING"}


@ONLY_SQLITE
async def test_an_answer_that_never_came_whole_is_told_when_no_more_comes(
    real: BankDesk, bank: banksim.Running, connected: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    del connected
    _look(real)
    httpx2.post(f"{bank.url}/api/clock", json={"to": "next-day"}).raise_for_status()
    # Both accounts' statements of the day: one is lost, the other comes.
    _killed_look(real, monkeypatch, AnswerSafe, "keep")
    assert [one.state for one in real.all(BankAnswer)] == ["ASKED"]
    real.work_all()
    assert "banks.answer_cut_off" not in real.codes()
    httpx2.post(f"{bank.url}/api/clock", json={"to": "next-day"}).raise_for_status()
    _killed_look(real, monkeypatch, AnswerSafe, "keep")
    _killed_look(real, monkeypatch, AnswerSafe, "keep")
    real.work_all()
    (told,) = [one for one in real.told() if one.code == "banks.answer_cut_off"]
    assert "camt.053" in str(told)
    assert real.all(BankAnswer) == []
    here = len(real.all(BankFile, BankFile.kind == "camt.053"))
    assert here == _laid_out(bank, "STATEMENT") - 3
    # The bank lays them out again, as it was asked to.
    again = f"{bank.url}/api/agreements/{KYST.id}/files"
    httpx2.post(again, json={"state": "NEW"}).raise_for_status()
    _look(real)
    here = len(real.all(BankFile, BankFile.kind == "camt.053"))
    assert here == _laid_out(bank, "STATEMENT")
