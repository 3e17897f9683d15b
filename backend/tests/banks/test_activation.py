"""A first certificate: the key is safe before anything is asked, and no try is lost."""

import pytest

from banklink import (
    AnswerNotTrusted,
    OutcomeUnknown,
    RefusalKind,
    Refused,
    WrongName,
)
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks.activate import begin_activation
from giroscope.features.banks.errors import BadCode, NotPossibleNow
from giroscope.features.banks.keys import new_private_key, opened_secret, public_facts
from giroscope.features.banks.tables import BankCertificate, BankKey, KeyState
from giroscope.kernel.access import UPLOAD, Actor
from giroscope.kernel.claims import Claims, Holder
from giroscope.kernel.errors import Forbidden
from tests.banks.bank_desk import ANNA, BO, CODE, LETTER, NOON, BankDesk


def _lost() -> OutcomeUnknown:
    return OutcomeUnknown("The bank did not answer in time.")


async def test_a_code_brings_a_certificate_and_the_connection_to_work(
    desk: BankDesk,
) -> None:
    bank_id = desk.connect()
    assert desk.bank(bank_id).state == "NEW"
    assert desk.activate(bank_id).state == "SUCCEEDED"
    row = desk.bank(bank_id)
    assert (row.state, row.activated, row.next_fetch) == ("ACTIVE", NOON, NOON)
    assert row.expires == desk.paper.until
    key = desk.one(BankKey)
    assert (key.state, key.wrapped_code) == (KeyState.CURRENT, None)
    own = desk.one(BankCertificate)
    assert (own.kind, own.state, own.key_id) == ("OWN", "CURRENT", key.id)
    assert desk.codes() == ["banks.activated"]
    verbs = [one.verb for one in desk.all(AuditEvent)]
    assert verbs == ["banks.create", "banks.activate", "banks.activated"]


async def test_the_key_is_committed_before_the_request_leaves(desk: BankDesk) -> None:
    bank_id = desk.connect()
    desk.act(lambda s: begin_activation(s, ANNA, desk.banks, bank_id, CODE))
    key = desk.one(BankKey)
    assert (key.state, desk.paper.requests) == (KeyState.PENDING, [])
    private = opened_secret(
        desk.banks.key_of("giroscope"), key.wrapped, key.fingerprint
    )
    assert public_facts(private).fingerprint == key.fingerprint
    assert b"PRIVATE" not in key.wrapped
    assert CODE.encode() not in key.wrapped_code


async def test_a_lost_answer_loses_nothing(desk: BankDesk) -> None:
    bank_id = desk.connect()
    desk.paper.failures = [_lost()]
    failed = desk.activate(bank_id)
    assert (failed.state, failed.message) == ("FAILED", _lost().message)
    row = desk.bank(bank_id)
    assert (row.state, row.failing_since) == ("KEY_CREATED", NOON)
    assert desk.one(BankKey).asked == NOON
    # The same key, and the code that was typed before.
    assert desk.activate(bank_id, code=None).state == "SUCCEEDED"
    first, second = desk.paper.requests
    assert first == second
    assert desk.bank(bank_id).failing_since is None


async def test_a_wrong_name_is_put_right_and_asked_for_once_more(
    desk: BankDesk,
) -> None:
    bank_id = desk.connect(parameters={**LETTER, "name": "Havnens Handel"})
    wrong = WrongName(
        "The name is not the agreement's.",
        bank_code="33",
        bank_text='Name should be "Havnens Handel ApS"',
        right_name="Havnens Handel ApS",
    )
    desk.paper.failures = [wrong]
    assert desk.activate(bank_id).state == "SUCCEEDED"
    assert desk.paper.name_told == "Havnens Handel ApS"
    assert desk.bank(bank_id).parameters["name"] == "Havnens Handel ApS"
    assert desk.codes() == ["banks.name_corrected", "banks.activated"]
    assert [code for _, code in desk.paper.requests] == [CODE, CODE]


async def test_a_second_wrong_name_is_final(desk: BankDesk) -> None:
    bank_id = desk.connect()
    wrong = WrongName(
        "No.", bank_code="33", bank_text="Other", right_name="Andet Navn A/S"
    )
    desk.paper.failures = [wrong, wrong]
    assert desk.activate(bank_id).state == "FAILED"
    assert len(desk.paper.requests) == 2
    assert desk.one(BankKey).wrapped_code is None
    with pytest.raises(BadCode):
        desk.activate(bank_id, code=None)


async def test_a_refused_code_is_forgotten_and_the_bank_quoted(desk: BankDesk) -> None:
    bank_id = desk.connect()
    desk.paper.failures = [
        Refused(
            "The bank does not accept the code.",
            bank_code="34",
            bank_text="MAC error",
            kind=RefusalKind.AGREEMENT,
        )
    ]
    failed = desk.activate(bank_id)
    assert failed.message == "The bank does not accept the code. (34 MAC error)"
    key = desk.one(BankKey)
    assert (key.state, key.wrapped_code) == (KeyState.PENDING, None)


async def test_a_certificate_of_another_key_is_not_installed(desk: BankDesk) -> None:
    bank_id = desk.connect()
    desk.paper.issued_for = new_private_key()
    failed = desk.activate(bank_id)
    assert failed.state == "FAILED"
    assert "another key" in (failed.message or "")
    assert (desk.all(BankCertificate), desk.bank(bank_id).state) == ([], "KEY_CREATED")


async def test_an_answer_that_cannot_be_believed_changes_nothing(
    desk: BankDesk,
) -> None:
    bank_id = desk.connect()
    desk.paper.failures = [AnswerNotTrusted("Signed by nobody we know.")]
    assert desk.activate(bank_id).state == "FAILED"
    assert (desk.all(BankCertificate), desk.one(BankKey).state) == ([], "PENDING")


async def test_a_job_that_runs_again_after_its_end_asks_nothing(
    desk: BankDesk,
) -> None:
    bank_id = desk.connected()
    with desk.database.job_connection("giroscope") as connection:
        connection.exec_driver_sql("UPDATE jobs SET state = 'RUNNING'")
        connection.commit()
    assert desk.work(1).state == "SUCCEEDED"
    assert (len(desk.paper.requests), desk.bank(bank_id).state) == (1, "ACTIVE")


@pytest.mark.parametrize(
    ("holder", "said"),
    [
        (Holder("acme", "bank 1"), "Another realm"),
        (Holder("giroscope", "bank 99"), "Another connection here"),
    ],
)
async def test_one_key_serves_one_place_in_the_whole_installation(
    desk: BankDesk, holder: Holder, said: str
) -> None:
    bank_id = desk.connect()
    job_id = desk.act(lambda s: begin_activation(s, ANNA, desk.banks, bank_id, CODE))
    fingerprint = desk.one(BankKey).fingerprint
    Claims(desk.database).claim([f"key {fingerprint}"], holder, NOON)
    failed = desk.work(job_id)
    assert failed.state == "FAILED"
    assert said in (failed.message or "")
    assert (desk.all(BankCertificate), desk.bank(bank_id).state) == ([], "KEY_CREATED")


async def test_what_a_role_does_not_allow_is_refused(desk: BankDesk) -> None:
    bank_id = desk.connect()
    clerk = Actor("c", "giroscope", "c", "Clerk", frozenset({UPLOAD}))
    with pytest.raises(Forbidden):
        desk.act(lambda s: begin_activation(s, clerk, desk.banks, bank_id, CODE))


@pytest.mark.parametrize("code", ["123", "73920518467", "abcdefghij", ""])
async def test_a_code_that_cannot_be_one_is_refused(desk: BankDesk, code: str) -> None:
    bank_id = desk.connect()
    with pytest.raises(BadCode):
        desk.activate(bank_id, code)
    assert desk.all(BankKey) == []


async def test_an_active_connection_is_not_activated_again(desk: BankDesk) -> None:
    bank_id = desk.connected()
    with pytest.raises(NotPossibleNow):
        desk.act(lambda s: begin_activation(s, BO, desk.banks, bank_id, CODE))
