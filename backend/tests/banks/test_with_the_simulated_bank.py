"""The whole way by the banks' own protocols: activate, test, fetch, renew."""

from typing import Any

import httpx2
import pytest

import banksim
from giroscope.features.banks.connections import Served
from giroscope.features.banks.diagnose import TestKind, begin_test
from giroscope.features.banks.due import due
from giroscope.features.banks.renew import begin_renewal
from giroscope.features.banks.tables import (
    BankCertificate,
    BankFile,
    BankKey,
    BankTest,
)
from giroscope.features.uploads.tables import Upload
from giroscope.kernel.clock import system_clock
from giroscope.kernel.schedule import take_turns
from tests.banks.bank_desk import ANNA, LETTER, BankDesk

NORDEA = banksim.NORDEA_DEMO
CENTRES = {
    "bank-connect-bankdata-simulated": banksim.BANKDATA_DEMO,
    "bank-connect-sdc-simulated": banksim.SDC_DEMO,
    "bank-connect-bec-simulated": banksim.BEC_DEMO,
}


def _set(bank: banksim.Running, kind: str, **more: object) -> None:
    told = {"kind": kind, "times": 1, **more}
    httpx2.post(f"{bank.url}/api/faults", json=told).raise_for_status()


def _nordea(desk: BankDesk, **wish: Any) -> int:
    bank_id = desk.connect(parameters=LETTER, **wish)
    done = desk.activate(bank_id, NORDEA.activation_code)
    assert (done.state, done.message) == ("SUCCEEDED", None)
    return bank_id


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_nordea_issues_and_answers(real: BankDesk) -> None:
    bank_id = _nordea(real)
    assert real.bank(bank_id).state == "ACTIVE"
    own = real.one(BankCertificate, BankCertificate.kind == "OWN")
    assert NORDEA.signer_id in own.subject
    job_id = real.act(
        lambda s: begin_test(s, ANNA, bank_id, TestKind.TEST, system_clock())
    )
    assert real.work(job_id).state == "SUCCEEDED"
    steps = real.one(BankTest).steps
    assert [one["stage"] for one in steps] == [
        "address", "tls", "certificate", "signature", "agreement"
    ]  # fmt: skip
    assert {one["outcome"] for one in steps} <= {"ok", "skipped"}


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_nordea_tells_the_right_name_once(real: BankDesk) -> None:
    bank_id = real.connect(parameters={**LETTER, "name": "Havnens Handel"})
    done = real.activate(bank_id, NORDEA.activation_code)
    assert (done.state, done.message) == ("SUCCEEDED", None)
    assert real.bank(bank_id).parameters["name"] == NORDEA.name


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_a_reply_that_is_lost_is_asked_for_again(
    real: BankDesk, bank: banksim.Running
) -> None:
    _set(bank, "drop-before-accept")
    bank_id = real.connect(parameters=LETTER)
    assert real.activate(bank_id, NORDEA.activation_code).state == "FAILED"
    assert real.bank(bank_id).state == "KEY_CREATED"
    done = real.activate(bank_id, None)
    assert (done.state, done.message) == ("SUCCEEDED", None)


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("profile", CENTRES)
async def test_bank_connect_issues_answers_and_renews(
    real: BankDesk, profile: str
) -> None:
    demo = CENTRES[profile]
    bank_id = real.connect(
        profile,
        parameters={
            "functionId": demo.function_id,
            "regNo": demo.reg_no,
            "countryCode": demo.country_code,
        },
    )
    done = real.activate(bank_id, demo.activation_code)
    assert (done.state, done.message) == ("SUCCEEDED", None)
    first = real.one(BankKey).fingerprint
    assert real.all(BankCertificate, BankCertificate.kind == "BANK")
    for kind in TestKind:
        job_id = real.act(lambda s, k=kind: begin_test(s, ANNA, bank_id, k, real.now))
        assert real.work(job_id).state == "SUCCEEDED"
    for test in real.all(BankTest):
        assert "failed" not in {one["outcome"] for one in test.steps}, test.steps
    job_id = real.act(lambda s: begin_renewal(s, ANNA, real.banks, bank_id))
    done = real.work(job_id)
    assert (done.state, done.message) == ("SUCCEEDED", None)
    keys = real.all(BankKey)
    assert [one.state for one in keys] == ["RETIRED", "CURRENT"]
    assert (keys[0].wrapped, keys[0].fingerprint) == (None, first)
    assert real.bank(bank_id).state == "ACTIVE"


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_nordea_renews_with_the_present_key(real: BankDesk) -> None:
    bank_id = _nordea(real)
    job_id = real.act(lambda s: begin_renewal(s, ANNA, real.banks, bank_id))
    done = real.work(job_id)
    assert (done.state, done.message) == ("SUCCEEDED", None)
    job_id = real.act(
        lambda s: begin_test(s, ANNA, bank_id, TestKind.TEST, system_clock())
    )
    real.work(job_id)
    assert "failed" not in {one["outcome"] for one in real.one(BankTest).steps}


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_a_days_statements_come_and_are_imported(
    real: BankDesk, bank: banksim.Running
) -> None:
    _nordea(real)
    moved = httpx2.post(f"{bank.url}/api/clock", json={"to": "next-day"})
    moved.raise_for_status()
    take_turns(real.database, {"banks": due}, system_clock())
    ended = real.work_all()
    assert {one.state for one in ended} == {"SUCCEEDED"}, ended
    files = real.all(BankFile)
    assert {one.kind for one in files} >= {"camt.053"}
    assert all(one.refusal is None and one.upload_id for one in files)
    assert {one.state for one in real.all(Upload)} == {"IMPORTED"}


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_another_agreements_answer_is_kept_and_told(
    real: BankDesk, bank: banksim.Running
) -> None:
    accounts = [Served(one.iban) for one in NORDEA.accounts]
    _nordea(real, accounts=accounts)
    _set(bank, "other-agreement", operation="downloadFile", times=100)
    take_turns(real.database, {"banks": due}, system_clock())
    real.work_all()
    files = real.all(BankFile)
    assert files
    assert all("does not serve" in one.refusal for one in files)
    assert real.all(Upload) == []
    assert "banks.file_refused" in real.codes()
    content = b"".join(real.vault.chunks("giroscope", files[0].sha256))
    theirs = [one.iban.encode() for one in banksim.BANKDATA_DEMO.accounts]
    assert any(number in content for number in theirs)
