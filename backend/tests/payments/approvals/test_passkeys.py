"""Approving by passkey: registered, confirmed, signed, and verified at sending."""

import json
import time
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.passkeys.tables import Passkey, PasskeyChallenge, PasskeyProof
from giroscope.features.payments import Payment
from giroscope.features.payments.approvals import ensure_released, evidence
from giroscope.features.payments.approvals.errors import NotProven
from giroscope.features.payments.approvals.rules import Rule, Step
from giroscope.features.payments.approvals.step_up import (
    Decision,
    Document,
    content_of,
)
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    ApprovalPolicyVersion,
    Release,
)
from giroscope.features.payments.sending import Sending
from tests.messages.told import said
from tests.passkeys.software_device import Device
from tests.payments.approvals.approval_desk import REALM, Desk, Paper

pytestmark = [pytest.mark.usefixtures("bank"), pytest.mark.every_run]


async def _begin(desk: Desk, who: str) -> Any:
    told = await desk.do(
        who, "beginPasskeyRegistration", "", "... on PasskeyRequest { options }"
    )
    return told if isinstance(told, str) else told["options"]


async def _finish(desk: Desk, who: str, answer: str, name: str = "Phone") -> Any:
    arguments = f'name: "{name}", answer: {json.dumps(answer)}'
    told = await desk.do(
        who, "finishPasskeyRegistration", arguments, "... on Success { id }"
    )
    return told if isinstance(told, str) else told["id"]


async def _register(desk: Desk, who: str, *, by: str | None = "max") -> Device:
    """A passkey of somebody, confirmed by an account manager."""
    device = Device()
    made = await _finish(desk, who, device.make(await _begin(desk, who)))
    if by is not None:
        await desk.do(by, "confirmPasskey", f'id: "{made}"')
    return device


async def _options(desk: Desk, who: str, paper: Paper, decision: str) -> Any:
    arguments = (
        f'correlationId: "{paper.correlation_id}", sha256: "{paper.sha256}",'
        f" decision: {decision}"
    )
    told = await desk.do(
        who, "beginPasskeyDecision", arguments, "... on PasskeyRequest { options }"
    )
    return told if isinstance(told, str) else told["options"]


async def _approve(desk: Desk, who: str, paper: Paper, device: Device) -> Any:
    answer = device.sign(await _options(desk, who, paper, "APPROVE"))
    return await desk.approve(who, paper, passkey=answer)


async def _sign(desk: Desk, who: str, paper: Paper, device: Device) -> Any:
    answer = device.sign(await _options(desk, who, paper, "SIGN"))
    return await desk.sign(who, paper, passkey=answer)


def _put_in_force(desk: Desk, **asked: Any) -> None:
    """One rule for every document."""
    rule = Rule("All", (Step(),), **asked)
    with desk.connection() as held:
        held.execute(
            insert(ApprovalPolicyVersion).values(
                state="ACTIVE", rules=[rule.as_data()], proposed=desk.now,
                proposed_by="max", proposed_by_name="Max",
            )
        )  # fmt: skip
        held.commit()


@pytest.fixture
def asks_for_passkeys(desk: Desk) -> None:
    _put_in_force(desk, needs_passkey=True)


def _sending(desk: Desk) -> Any:
    with desk.connection() as held:
        return held.execute(select(Sending)).one()


def _ensure_released(desk: Desk) -> None:
    """What the process that sends asks, just before bytes leave."""
    sending = _sending(desk)
    with desk.connection() as held:
        ensure_released(held, REALM, sending)


def _tamper(desk: Desk, change: Any) -> None:
    with desk.connection() as held:
        held.execute(change)
        held.commit()


async def test_a_registered_passkey_waits_for_an_independent_account_manager(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    device = await _register(desk, "alba", by=None)
    assert await _options(desk, "alba", paper, "APPROVE") == "passkeys.none"
    seen = await desk.ask(
        "max", "{ passkeysOfPeople { id person state obstacle { code } } }"
    )
    (waiting,) = seen["passkeysOfPeople"]
    assert (waiting["person"], waiting["state"]) == ("Alba Test", "PENDING")
    assert waiting["obstacle"] is None
    which = f'id: "{waiting["id"]}"'
    assert await desk.do("alba", "confirmPasskey", which) == "forbidden"
    desk.tie("alba", "mia")
    refused = await desk.do("mia", "confirmPasskey", which)
    assert refused == "passkeys.manager_not_independent"
    desk.managers.discard("max")
    assert await desk.do("max", "confirmPasskey", which) == "users.no_manager"
    desk.managers.add("max")
    await desk.do("max", "confirmPasskey", which)
    assert await desk.do("max", "confirmPasskey", which) == "passkeys.decided"
    assert (await _approve(desk, "alba", paper, device))["id"] == paper.correlation_id
    own = await desk.ask("alba", "{ passkeys { name state usedAt confirmedBy } }")
    assert own["passkeys"][0]["confirmedBy"] == "Max Test"
    assert own["passkeys"][0]["usedAt"] is not None
    with desk.connection() as held:
        told = held.execute(select(SystemMessage.code, SystemMessage.values)).all()
    assert [code for code, _ in told].count("passkey.registered") == 1
    assert any("Alba Test registered the passkey Phone" in said(*row) for row in told)
    acts = [verb for verb in desk.trail() if verb.startswith("passkeys.")]
    assert acts == ["passkeys.registered", "passkeys.confirmed"]


async def test_an_account_manager_never_confirms_a_passkey_of_their_own(
    desk: Desk,
) -> None:
    device = Device()
    made = await _finish(desk, "max", device.make(await _begin(desk, "max")))
    assert await desk.do("max", "confirmPasskey", f'id: "{made}"') == "passkeys.own"


async def test_a_session_that_is_old_registers_nothing(desk: Desk) -> None:
    # Whoever stole a session has no password to sign in with once more.
    options, device = await _begin(desk, "alba"), Device()
    desk.proved["alba"] = time.time() - 400
    assert await _begin(desk, "alba") == "passkeys.sign_in_again"
    stale = await _finish(desk, "alba", device.make(options))
    assert stale == "passkeys.sign_in_again"
    desk.proved["alba"] = 0
    assert await _begin(desk, "alba") == "passkeys.sign_in_again"


async def test_a_registration_is_held_to_its_challenge_person_and_address(
    desk: Desk,
) -> None:
    options = await _begin(desk, "alba")
    other = await _finish(desk, "bo", Device().make(options))
    assert other == "passkeys.challenge_over"
    elsewhere = Device(origin="https://evil.example")
    assert await _finish(desk, "alba", elsewhere.make(options)) == "passkeys.bad_answer"
    unverified = Device(verifies=False)
    assert (
        await _finish(desk, "alba", unverified.make(options)) == "passkeys.bad_answer"
    )
    for nonsense in (
        "",
        "{}",
        "[]",
        '{"id": 1, "response": {"clientDataJSON": "e30"}}',
    ):
        assert await _finish(desk, "alba", nonsense) == "passkeys.bad_answer"
    device = Device()
    answer = device.make(options)
    assert (await _finish(desk, "alba", answer)).isdigit()
    assert await _finish(desk, "alba", answer) == "passkeys.challenge_over"
    again = device.make(await _begin(desk, "bo"))
    assert await _finish(desk, "bo", again) == "passkeys.known"
    late = await _begin(desk, "cia")
    desk.now += timedelta(minutes=3)
    assert await _finish(desk, "cia", Device().make(late)) == "passkeys.challenge_over"


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_a_rule_asks_for_passkeys_and_the_evidence_shows_what_they_signed(
    desk: Desk,
) -> None:
    paper = desk.hand_in("PAY-1", "100.00", "52.50")
    alba, bo = await _register(desk, "alba"), await _register(desk, "bo")
    assert await desk.approve("alba", paper) == "approvals.passkey_needed"
    assert (await _approve(desk, "alba", paper, alba))["id"] == paper.correlation_id
    assert await desk.sign("bo", paper) == "approvals.passkey_needed"
    assert "id" in await _sign(desk, "bo", paper, bo)
    _ensure_released(desk)
    question = (
        f'{{ journal(correlationId: "{paper.correlation_id}") {{ approval {{'
        " needsPasskey approvals { proof { passkey statement challenge } }"
        " release { proof { statement } } } } }"
    )
    seen = (await desk.ask("cia", question))["journal"]["approval"]
    assert seen["needsPasskey"] is True
    said = json.loads(seen["approvals"][0]["proof"]["statement"])
    assert (said["decision"], said["document"]) == ("APPROVE", paper.sha256)
    assert (said["payments"], said["totals"]) == (2, [["DKK", "152.5"]])
    assert (said["person"], said["realm"]) == ("alba", REALM)
    signed = json.loads(seen["release"]["proof"]["statement"])
    assert (signed["decision"], signed["person"]) == ("SIGN", "bo")
    assert signed["payees"] == said["payees"]
    with desk.connection() as held:
        kept = held.execute(select(AuditEvent.now)).scalars()
        assert any('"proof":' in (one or "") for one in kept)


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_many_at_once_are_not_approved_where_a_passkey_is_asked_for(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    which = (
        f'documents: [{{correlationId: "{paper.correlation_id}",'
        f' sha256: "{paper.sha256}"}}]'
    )
    told = await desk.do(
        "alba", "approveJournals", which,
        "... on BulkResults { results { code } }",
    )  # fmt: skip
    assert told["results"][0]["code"] == "approvals.passkey_needed"


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_an_answer_counts_once_for_its_person_document_and_decision(
    desk: Desk,
) -> None:
    paper, other = desk.hand_in("PAY-1"), desk.hand_in("PAY-2", "77.00")
    alba, bo = await _register(desk, "alba"), await _register(desk, "bo")
    answer = alba.sign(await _options(desk, "alba", paper, "APPROVE"))
    stolen = await desk.approve("bo", paper, passkey=answer)
    assert stolen == "passkeys.challenge_over"
    elsewhere = await desk.approve("alba", other, passkey=answer)
    assert elsewhere == "passkeys.other_content"
    await desk.approve("alba", paper, passkey=answer)
    await desk.undo("alba", paper)
    replayed = await desk.approve("alba", paper, passkey=answer)
    assert replayed == "passkeys.challenge_over"
    for_sending = alba.sign(await _options(desk, "alba", paper, "SIGN"))
    wrong = await desk.approve("alba", paper, passkey=for_sending)
    assert wrong == "passkeys.other_content"
    # Bo's device answers what Alba was asked: her session, his key.
    foreign = bo.sign(await _options(desk, "alba", paper, "APPROVE"))
    assert await desk.approve("alba", paper, passkey=foreign) == "passkeys.unknown"
    forged = Device(id=alba.id, count=alba.count)
    answer = forged.sign(await _options(desk, "alba", paper, "APPROVE"))
    assert await desk.approve("alba", paper, passkey=answer) == "passkeys.bad_answer"
    late = alba.sign(await _options(desk, "alba", paper, "APPROVE"))
    desk.now += timedelta(minutes=3)
    assert await desk.approve("alba", paper, passkey=late) == "passkeys.challenge_over"


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_a_device_that_verifies_nobody_or_was_copied_counts_for_nothing(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    device = await _register(desk, "alba")
    device.verifies = False
    assert await _approve(desk, "alba", paper, device) == "passkeys.bad_answer"
    device.verifies = True
    device.origin = "http://elsewhere.localhost:8087"
    assert await _approve(desk, "alba", paper, device) == "passkeys.bad_answer"
    device.origin = "http://localhost:8087"
    await _approve(desk, "alba", paper, device)
    await desk.undo("alba", paper)
    device.count -= 1
    assert await _approve(desk, "alba", paper, device) == "passkeys.bad_answer"


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_what_the_file_pays_must_be_what_was_signed(desk: Desk) -> None:
    paper = desk.hand_in("PAY-1", "100.00", "50.00")
    device = await _register(desk, "alba")
    for change in (
        {"amount": 900}, {"creditor_account": "DK0000000000000000"},
        {"creditor_name": "Mallory"},
    ):  # fmt: skip
        answer = device.sign(await _options(desk, "alba", paper, "APPROVE"))
        with desk.connection() as held:
            before = held.execute(
                select(Payment).where(Payment.document_id == paper.document_id)
            ).first()
            assert before is not None
        which = update(Payment).where(Payment.id == before.id)
        _tamper(desk, which.values(**change))
        other = await desk.approve("alba", paper, passkey=answer)
        assert other == "passkeys.other_content"
        was = {name: getattr(before, name) for name in change}
        _tamper(desk, which.values(**was))
    assert "id" in await _approve(desk, "alba", paper, device)


async def test_all_payments_are_signed_however_many_are_read_at_once(
    desk: Desk,
) -> None:
    paper = desk.hand_in("PAY-1", "1.00", "2.00", "3.00", "4.50")
    document = Document(paper.correlation_id, paper.document_id, paper.sha256)
    with desk.connection() as held:
        whole = content_of(held, document, Decision.APPROVE)
        assert (whole["payments"], whole["totals"]) == (4, [["DKK", "10.5"]])
        for at_once in (1, 2, 3, 4):
            read = content_of(held, document, Decision.APPROVE, at_once=at_once)
            assert read == whole, at_once
        held.rollback()


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_a_removed_passkey_counts_no_more_and_is_told_with_its_reason(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    device = await _register(desk, "alba")
    await _approve(desk, "alba", paper, device)
    bo = await _register(desk, "bo")
    with desk.connection() as held:
        which = held.execute(
            select(Passkey.id).where(Passkey.person_id == "alba")
        ).scalar_one()
    remove = f'id: "{which}", reason: "Phone lost"'
    assert await desk.do("bo", "removePasskey", remove) == "not_found"
    blank = f'id: "{which}", reason: " "'
    assert await desk.do("alba", "removePasskey", blank) == "passkeys.reason_needed"
    await desk.do("alba", "removePasskey", remove)
    # Whoever holds a lost key may have used it: what it approved is asked anew.
    assert await _sign(desk, "bo", paper, bo) == "approvals.incomplete"
    assert "approval.voided" in desk.timeline(paper)
    assert await _options(desk, "alba", paper, "APPROVE") == "passkeys.none"
    with desk.connection() as held:
        told = held.execute(
            select(SystemMessage.code, SystemMessage.values).where(
                SystemMessage.code == "passkey.removed"
            )
        ).one()
    assert said(*told) == "Alba Test removed the passkey Phone of Alba Test: Phone lost"
    assert "passkeys.removed" in desk.trail()


async def test_rules_that_come_to_ask_for_passkeys_void_approvals_without(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    device = await _register(desk, "bo")
    _put_in_force(desk, needs_passkey=True)
    assert await _sign(desk, "bo", paper, device) == "approvals.incomplete"
    assert desk.state(paper) == "AWAITING_APPROVAL"


async def test_a_fresh_sign_in_is_asked_for_where_no_passkey_is_used(
    desk: Desk,
) -> None:
    _put_in_force(desk, sign_in_minutes=10)
    paper = desk.hand_in()
    desk.proved["alba"] = time.time() - 700
    assert await desk.approve("alba", paper) == "approvals.fresh_sign_in_needed"
    desk.proved["alba"] = time.time() - 500
    assert "id" in await desk.approve("alba", paper)
    # A provider that does not say when somebody signed in says nothing.
    desk.proved["bo"] = 0
    assert await desk.sign("bo", paper) == "approvals.fresh_sign_in_needed"
    del desk.proved["bo"]
    device = await _register(desk, "bo")
    desk.proved["bo"] = time.time() - 700
    assert "id" in await _sign(desk, "bo", paper, device)
    _ensure_released(desk)


_CHANGES: dict[str, Any] = {
    "approver": update(Approval).values(person_id="cia"),
    "proof": update(Approval).values(proof_id=None),
    "hash": update(Approval).values(sha256="0" * 64),
    "rules": update(ApprovalCase).values(rules=[Rule("", (Step(),)).as_data()]),
    "signature": update(PasskeyProof).values(signature=b"0" * 70),
    "statement": update(PasskeyProof).values(statement="{}"),
    "key": update(Passkey).values(public_key=b"0" * 77),
    "confirmer": update(Passkey).values(confirmed_by="mia"),
    "payee": update(Payment).values(creditor_account="DK0000000000000000"),
    "signer": update(Release).values(signed_by="cia"),
    "bank": update(Release).values(connection_id=99),
    "seal": update(Release).values(seal=None),
    "proof of the release": update(Release).values(proof_id=None),
    "taken back": update(Approval).values(undone=datetime(2026, 1, 1, tzinfo=UTC)),
}


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_nothing_leaves_after_the_evidence_was_changed_in_the_database(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    alba, bo = await _register(desk, "alba"), await _register(desk, "bo")
    await _approve(desk, "alba", paper, alba)
    await _sign(desk, "bo", paper, bo)
    _ensure_released(desk)
    sending = _sending(desk)
    let_through = []
    for name, change in _CHANGES.items():
        with desk.connection() as held:
            held.execute(change)
            try:
                ensure_released(held, REALM, sending)
            except NotProven:
                pass
            else:
                let_through.append(name)
            held.rollback()
    assert let_through == []


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_a_seal_of_ones_own_does_not_stand_for_a_signature(desk: Desk) -> None:
    # Even who has the realm's key cannot sign for a device.
    paper = desk.hand_in()
    alba, bo = await _register(desk, "alba"), await _register(desk, "bo")
    await _approve(desk, "alba", paper, alba)
    await _sign(desk, "bo", paper, bo)
    sending = _sending(desk)
    for change in (
        update(PasskeyProof).values(signature=b"0" * 70),
        update(PasskeyProof).values(statement="{}"),
        update(Payment).values(amount=900),
        update(Approval).values(proof_id=None),
        update(Release).values(proof_id=None),
    ):
        with desk.connection() as held:
            held.execute(change)
            evidence.seal(held, paper.document_id)
            with pytest.raises(NotProven):
                ensure_released(held, REALM, sending)
            held.rollback()


async def test_what_was_signed_before_seals_is_sealed_when_an_approver_sends_it_again(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    await desk.sign("bo", paper)
    _tamper(desk, update(Release).values(seal=None))
    _tamper(desk, update(Sending).values(state="NOT_TAKEN", held="not_released"))
    with pytest.raises(NotProven):
        _ensure_released(desk)
    which = f'correlationId: "{paper.correlation_id}"'
    with desk.connection() as held:
        kept = held.execute(select(Approval.id)).scalar_one()
    _tamper(desk, update(Approval).values(undone=desk.now))
    assert await desk.do("cia", "sendAgain", which) == "approvals.not_proven"
    _tamper(desk, update(Approval).where(Approval.id == kept).values(undone=None))
    assert (await desk.do("cia", "sendAgain", which))["__typename"] == "Success"
    _ensure_released(desk)
    # A seal that does not fit is not made anew.
    _tamper(desk, update(Release).values(signed_by="mallory"))
    _tamper(desk, update(Sending).values(state="NOT_TAKEN", held="not_released"))
    await desk.do("cia", "sendAgain", which)
    with pytest.raises(NotProven):
        _ensure_released(desk)


async def test_what_somebody_wrote_into_the_database_as_signed_is_sealed_for_nobody(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    await desk.approve("alba", paper)
    await desk.sign("bo", paper)
    which = f'correlationId: "{paper.correlation_id}"'
    forged = {"seal": None, "signed_by": "cia", "signed_by_name": "Cia Test"}
    _tamper(desk, update(Release).values(forged))
    _tamper(desk, update(Sending).values(state="NOT_TAKEN", held="not_released"))
    assert await desk.do("alba", "sendAgain", which) == "approvals.not_proven"
    # An event that somebody wrote there to say so tells nothing.
    signed = select(AuditEvent.__table__).where(AuditEvent.verb == "payments.signed")
    with desk.connection() as held:
        event = {**held.execute(signed).one()._mapping}
        event |= {"sequence": 9_999, "actor_id": "cia"}
        held.execute(insert(AuditEvent.__table__).values(event))
        held.commit()
    assert await desk.do("alba", "sendAgain", which) == "approvals.not_proven"


async def test_a_file_that_nobody_released_does_not_leave(desk: Desk) -> None:
    paper = desk.hand_in()
    made_up = SimpleNamespace(
        id=1, document_id=paper.document_id, sha256=paper.sha256, connection_id=1,
        correlation_id=paper.correlation_id,
    )  # fmt: skip
    with desk.connection() as held, pytest.raises(NotProven):
        ensure_released(held, REALM, made_up)


@pytest.mark.usefixtures("asks_for_passkeys")
async def test_challenges_that_are_over_are_not_kept(desk: Desk) -> None:
    paper = desk.hand_in()
    await _register(desk, "alba")
    for _ in range(3):
        await _options(desk, "alba", paper, "APPROVE")
        desk.now += timedelta(minutes=3)
    with desk.connection() as held:
        assert len(held.execute(select(PasskeyChallenge.id)).all()) == 1
