"""Nobody who stands behind a payment file is its second person."""

from typing import Any

import pytest
from sqlalchemy import insert, select, update

from erplink import ErpUser
from giroscope.features.banks import Banks
from giroscope.features.documents import Vault
from giroscope.features.erp.exchange.actions import begin
from giroscope.features.erp.exchange.actors import has_part_in_waiting
from giroscope.features.erp.mapping.tables import ErpMappingVersion
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.features.erp.tables import ErpVersion
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.features.payments.behind import BehindFile, Part, keep_behind
from giroscope.features.payments.sending import SEND_JOB, Sending
from giroscope.features.rules.tables import Rule as PaymentRule
from giroscope.features.rules.tables import RuleDemand, RuleVersion
from giroscope.features.uploads import Upload
from giroscope.kernel.access import APPROVER, UPLOAD, Actor
from giroscope.kernel.jobs import JobRun
from giroscope.settings import Settings
from giroscope.worker import works
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import LedgerErp, to_bank
from tests.payments.approvals.approval_desk import PEOPLE, REALM, Desk, Paper

pytestmark = pytest.mark.every_run

_BEHIND = "behind { part person isOwn hasAccount }"


def keep(desk: Desk, paper: Paper, *people: tuple[Part, str]) -> None:
    with desk.connection() as held:
        keep_behind(
            held, paper.document_id,
            [BehindFile(part, who, f"{who.title()} Test", desk.now)
             for part, who in people],
        )  # fmt: skip
        held.commit()


async def behind(desk: Desk, who: str, paper: Paper) -> list[tuple[str, str]]:
    question = (
        f'{{ journal(correlationId: "{paper.correlation_id}")'
        f" {{ approval {{ {_BEHIND} }} }} }}"
    )
    found = (await desk.ask(who, question))["journal"]["approval"]["behind"]
    assert all(
        one["isOwn"] == (one["person"] == f"{who.title()} Test") for one in found
    )
    return [(one["part"], one["person"]) for one in found]


@pytest.mark.usefixtures("bank")
async def test_nobody_decides_about_a_file_they_stand_behind(desk: Desk) -> None:
    parts = [one for one in Part if one is not Part.UPLOADED]
    papers = {one: desk.hand_in(one.value, by="system") for one in parts}
    for part, paper in papers.items():
        keep(desk, paper, (part, "alba"))
        assert await behind(desk, "alba", paper) == [(part.value, "Alba Test")]
        assert await desk.approve("alba", paper) == "approvals.behind_file"
    assert await desk.mine("alba") == []
    assert len(await desk.mine("bo")) == len(parts)
    paper = papers[Part.ADDRESS]
    assert await desk.reject("alba", paper) == "approvals.behind_file"
    await desk.approve("bo", paper)
    assert await desk.sign("alba", paper) == "approvals.behind_file"
    assert (await desk.sign("bo", paper))["__typename"] == "Success"


@pytest.mark.usefixtures("bank")
async def test_accounts_in_the_hand_of_somebody_behind_decide_nothing_either(
    desk: Desk,
) -> None:
    paper = desk.hand_in(by="system")
    keep(desk, paper, (Part.ADDRESS, "max"))
    desk.tie("alba", "max")
    assert await desk.approve("alba", paper) == "approvals.behind_file"


@pytest.mark.usefixtures("bank")
async def test_an_approval_goes_once_its_giver_is_found_behind_the_file(
    desk: Desk,
) -> None:
    paper = desk.hand_in(by="system")
    await desk.approve("alba", paper)
    keep(desk, paper, (Part.CREDENTIALS, "alba"))
    assert await desk.sign("bo", paper) == "approvals.incomplete"
    assert "approval.voided" in desk.timeline(paper)


@pytest.mark.usefixtures("bank")
async def test_whoever_brings_back_what_its_uploader_withdrew_stands_behind_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PEOPLE, "alba", (APPROVER, UPLOAD))
    papers = [desk.hand_in(name) for name in ("RETRIED", "REIMPORTED", "KEPT")]
    retried, reimported, kept = papers
    with desk.connection() as held:
        withdrawn = (retried.document_id, reimported.document_id)
        held.execute(
            update(Upload)
            .where(Upload.document_id.in_(withdrawn))
            .values(state="UNDONE", job_id=Upload.id)
        )
        job_id = held.execute(
            select(Upload.job_id).where(Upload.document_id == retried.document_id)
        ).scalar_one()
        held.commit()
    await desk.do("alba", "retryJob", f'id: "{job_id}"')
    async with desk.client("alba") as alba:
        for paper in (reimported, kept):
            asked = {"documentId": str(paper.document_id)}
            await alba.post("/api/reimport", json=asked)
    for paper in (retried, reimported):
        told = await behind(desk, "alba", paper)
        assert told == [("UPLOADED", "Uma"), ("RESTARTED", "Alba Test")]
        assert await desk.approve("alba", paper) == "approvals.behind_file"
    # The same bytes again change nothing of what was not withdrawn.
    assert (await desk.approve("alba", kept))["__typename"] == "Success"


@pytest.mark.usefixtures("bank")
async def test_people_that_an_erp_names_are_shown_though_they_have_no_account(
    desk: Desk,
) -> None:
    paper = desk.hand_in(by="system")
    keep(desk, paper, (Part.ERP_AUTHOR, ""))
    with desk.connection() as held:
        keep_behind(
            held, paper.document_id,
            [BehindFile(Part.ERP_AUTHOR, "", "Rosa of the ledger", desk.now)],
        )  # fmt: skip
        held.commit()
    assert ("ERP_AUTHOR", "Rosa of the ledger") in await behind(desk, "alba", paper)
    assert (await desk.approve("alba", paper))["__typename"] == "Success"


@pytest.mark.usefixtures("bank")
async def test_the_author_of_a_rule_that_asked_for_approvals_is_none_of_them(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    told = {"created": desk.now, "created_by": "alba", "created_by_name": "Alba Test"}
    with desk.connection() as held:
        held.execute(
            insert(PaymentRule).values(
                id=1, key="k", subject="PAYMENT", rank=1, state="ACTIVE", name="Large",
                version_id=1, revision=1, owner_id="alba", owner_name="Alba",
                created=desk.now, changed=desk.now,
            )
        )  # fmt: skip
        held.execute(
            insert(RuleVersion).values(
                id=1, rule_id=1, number=1, name="Large", body={}, **told
            )
        )
        held.execute(
            insert(RuleDemand).values(
                document_id=paper.document_id, rule_id=1, version=1, approvals=2,
                at=desk.now,
            )
        )  # fmt: skip
        held.commit()
    assert ("RULE", "Alba Test") in await behind(desk, "bo", paper)
    assert await desk.approve("alba", paper) == "approvals.behind_file"


@pytest.mark.usefixtures("bank")
async def test_the_process_that_sends_looks_at_the_second_person_itself(
    desk: Desk, settings: Settings, vault: Vault
) -> None:
    """What the worker runs, with a bank behind that would take the file."""
    papers = [desk.hand_in(name, by="system") for name in ("GOOD", "BAD")]
    for paper in papers:
        await desk.approve("alba", paper)
        await desk.sign("bo", paper)
    keep(desk, papers[1], (Part.FETCHED, "bo"))
    made = works(
        settings, vault, Banks(settings, desk.database), Erp(settings, desk.database)
    )
    for paper in papers:
        with desk.connection() as held:
            sending_id = held.execute(
                select(Sending.id).where(Sending.document_id == paper.document_id)
            ).scalar_one()
        made[SEND_JOB](JobRun(desk.database, REALM, 1, sending_id))
    with desk.connection() as held:
        rows = held.execute(
            select(Sending.state, Sending.held, Sending.held_text).order_by(Sending.id)
        ).all()
    assert [tuple(row) for row in rows] == [
        ("SENT", None, None),
        (
            "NOT_TAKEN",
            "not_released",
            "Bo Test stands behind the payment file and decided about it.",
        ),
    ]


async def test_one_person_gets_nothing_out_through_the_erp(
    desk: Desk, settings: Settings, vault: Vault, tmp_path: Any
) -> None:
    """Manages accounts and approves: maps, fetches, approves, signs; and is stopped."""
    eve = Actor("alba", REALM, "alba", "Alba Test", frozenset())
    books = LedgerErp(tmp_path / "ledger.sqlite3")
    erp = ExchangeDesk(settings, desk.database, vault, books, now=desk.now)
    erp.set_up()
    erp.map_all()
    named = ErpUser("Cia T.", "cia", "CIA@example.com"), ErpUser("Rosa of the ledger")
    books.offer(to_bank("7", author=named[0], approver=named[1]))
    own = {"at": desk.now.isoformat(), "id": eve.id, "name": eve.name}
    erp.change(
        lambda c: c.execute(
            update(ErpVersion).values(
                activated=desk.now, activated_by=eve.id, activated_by_name=eve.name,
                setters={"company": own},
            )
        )
    )  # fmt: skip
    erp.change(
        lambda c: c.execute(
            update(ErpMappingVersion).values(by_id=eve.id, by_name=eve.name)
        )
    )
    erp.change(lambda c: begin(c, eve, "erp_fetch", erp.now))
    erp.settle()
    upload = erp.one(Upload)
    (case,) = erp.all(ApprovalCase)
    paper = Paper(upload.correlation_id, upload.document_id, case.sha256)
    people = await behind(desk, "alba", paper)
    assert {part for part, name in people if name == "Alba Test"} == {
        "ACTIVATED", "BOOKS", "MAPPED", "FETCHED",
    }  # fmt: skip
    # Whom the ERP names is somebody here by mail or user name, or only shown.
    assert ("ERP_AUTHOR", "Cia Test") in people
    assert ("ERP_APPROVER", "Rosa of the ledger") in people
    assert await desk.approve("cia", paper) == "approvals.behind_file"
    assert await desk.approve("alba", paper) == "approvals.behind_file"
    assert await desk.sign("alba", paper) == "approvals.behind_file"
    assert (await desk.approve("bo", paper))["__typename"] == "Success"
    assert needed(desk) == {"alba", "bo", "cia"}
    assert (await desk.sign("bo", paper))["__typename"] == "Success"
    assert needed(desk) == set()
    # What is in no file yet will ask who its author is.
    erp.change(
        lambda c: c.execute(update(ErpPayment).values(state=ErpPaymentState.HELD.value))
    )
    assert needed(desk) == {"cia"}


@pytest.mark.usefixtures("bank")
async def test_whoever_has_a_part_in_an_undecided_file_is_needed_until_it_is_signed(
    desk: Desk,
) -> None:
    paper = desk.hand_in()
    keep(desk, paper, (Part.RULE, "max"))
    uploader = "uma"
    await desk.approve("bo", paper)
    assert needed(desk) == {"max", "bo", uploader}
    assert (await desk.sign("bo", paper))["__typename"] == "Success"
    assert needed(desk) == set()


def needed(desk: Desk) -> set[str]:
    """Who is not erased now, since payments wait in which they have a part."""
    with desk.connection() as held:
        return {who for who in (*PEOPLE, "uma") if has_part_in_waiting(held, who)}
