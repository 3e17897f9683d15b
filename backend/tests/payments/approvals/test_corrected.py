"""Refused and returned payments, corrected and paid again; nothing is paid twice."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select, update

import bankfiles
from giroscope.features.documents import Document, Vault
from giroscope.features.journals import approval_wait, tie
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.approvals import ensure_released
from giroscope.features.payments.approvals.tables import ApprovalCase
from giroscope.features.payments.corrections.tables import PaymentReplacement
from giroscope.features.payments.sending import Sending
from giroscope.features.uploads import Upload, UploadState
from giroscope.kernel import jobs
from giroscope.kernel.banking_days import calendars_of, next_open
from giroscope.kernel.errors import AppError
from giroscope.kernel.tables import Job
from tests.payments.approvals.approval_desk import REALM, Desk, Paper
from tests.payments.payment_factory import Answer, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt

IBAN, OTHER = "DK1930003330157765", "DK5000400440116243"
MADE = "... on PaymentsCorrected { files { uploadId jobId correlationId payments } }"
LINK = "correlationId position isLive isHeld changes { field before after }"
ROWS = (
    "query ($id: ID!) { journal(correlationId: $id) { payments(first: 9) { edges { node"
    " { id position progress outcome endToEndId flags { code value note { en }"
    f" journal }} replacedBy {{ {LINK} }} replaces {{ {LINK} }} }} }} }} }} }}"
)


class Room:
    """The desk, and what becomes of payments that it corrects."""

    def __init__(self, desk: Desk, works: Any, vault: Vault) -> None:
        self.desk, self.works, self.vault = desk, works, vault
        self.day = _banking_day(desk)
        self._reports = 0

    def report(self, original: str, *answers: Answer) -> None:
        """The bank says something of payments of a file."""
        self._reports += 1
        created = (
            f"{self.desk.now + timedelta(minutes=self._reports):%Y-%m-%dT%H:%M:%S}"
        )
        self.desk.import_bytes(
            pain002(
                original=original, batches={f"{original}-B": (None, answers)},
                message=f"ST-{self._reports}", created=created,
            ),
            f"st-{self._reports}.xml", "PAYMENT",
        )  # fmt: skip

    def refused(self, message: str, *amounts: str, reason: str = "AC03") -> Paper:
        """A file whose first payment the bank refuses."""
        paper = self.desk.hand_in(message, *(amounts or ("100.00", "40.25")))
        self.report(message, Answer(f"{message}-0", "RJCT", reason))
        return paper

    async def rows(self, correlation_id: str) -> Any:
        """The payments of a journal."""
        journal = (await self.desk.ask("alba", ROWS, id=correlation_id))["journal"]
        return [edge["node"] for edge in journal["payments"]["edges"]]

    async def correct(self, *ids: str, who: str = "uma", **changes: Any) -> Any:
        """Correct payments as the form does: a problem's code, or the new files."""
        wishes = [
            {"paymentId": one, "executionDate": self.day} | changes for one in ids
        ]
        question = (
            "mutation ($payments: [PaymentCorrection!]!) {"
            f" correctPayments(payments: $payments) {{ __typename {MADE}"
            " ... on Problem { code path } } }"
        )
        done = await self.desk.ask(who, question, payments=wishes)
        told = done["correctPayments"]
        return (told["code"], told["path"]) if "code" in told else told["files"]

    def take_in(self, made: Any) -> Paper:
        """Import the new file, as the job that was started does."""
        jobs.perform(self.desk.database, self.works, REALM, int(made["jobId"]))
        with self.desk.connection() as held:
            found = held.execute(
                select(Upload.document_id, Upload.state, Document.sha256)
                .join(Document, Document.id == Upload.document_id)
                .where(Upload.id == int(made["uploadId"]))
            ).one()
        assert found.state == UploadState.IMPORTED, found
        return Paper(made["correlationId"], found.document_id, found.sha256)

    def undo(self, upload: Any) -> None:
        """Take an import back, as its job does."""
        with self.desk.connection() as held:
            job_id = held.execute(
                insert(Job)
                .values(**jobs.new_job("undo", upload.id, self.desk.now))
                .returning(Job.id)
            ).scalar_one()
            held.commit()
        jobs.perform(self.desk.database, self.works, REALM, job_id)

    def values(self, paper: Paper) -> list[Any]:
        """What the new file says, read as banks do."""
        with self.vault.open(REALM, paper.sha256) as stream:
            return list(bankfiles.read(stream))

    def messages(self) -> list[str]:
        """The codes of what people are told."""
        with self.desk.connection() as held:
            rows = held.execute(select(SystemMessage.code).order_by(SystemMessage.id))
            return [one for one in rows.scalars() if one.startswith("correction.")]


def _banking_day(desk: Desk) -> str:
    day = desk.now.date() + timedelta(days=2)
    return next_open(day, calendars_of("DK", "DKK")).isoformat()


@pytest.fixture
def room(desk: Desk, works: Any, vault: Vault) -> Room:
    desk.connect_bank()
    return Room(desk, works, vault)


async def test_a_refused_payment_is_paid_again_by_a_new_file_that_two_release(
    room: Room,
) -> None:
    paper = room.refused("PAY-1")
    refused, other = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"], account=OTHER, bic="")
    assert made["payments"] == 1
    new = room.take_in(made)
    assert new.correlation_id == made["correlationId"]
    header, batch, payment, *_ = room.values(new)
    assert header.message_id.startswith("CR")
    assert (header.stated_count, header.stated_sum) == ("1", "100.00")
    assert batch.id != "PAY-1-B"
    assert batch.debtor.account == "DK5050010099887766"
    assert batch.execution_date.isoformat() == room.day
    assert f"{payment.amount:f} {payment.currency}" == "100.00 DKK"
    assert payment.creditor.account == OTHER
    assert payment.end_to_end_id not in {"PAY-1-0", "PAY-1-1"}
    # Linked both ways, and counted once.
    refused, other = await room.rows(paper.correlation_id)
    assert (refused["progress"], refused["outcome"]) == ("REPLACED", "REPLACED")
    assert refused["replacedBy"]["correlationId"] == new.correlation_id
    assert not await _needs_attention(room, paper)
    assert other["replacedBy"] is None
    (again,) = await room.rows(new.correlation_id)
    assert (again["replaces"]["correlationId"], again["replaces"]["position"]) == (
        paper.correlation_id, 1,
    )  # fmt: skip
    changes = {one["field"]: one for one in again["replaces"]["changes"]}
    assert changes["account"] == {"field": "account", "before": IBAN, "after": OTHER}
    # The account is shown as changed, old beside new; it is no duplicate of its own.
    flags = {flag["code"]: flag for flag in again["flags"]}
    assert flags["payee_account_corrected"]["value"] == OTHER
    assert flags["payee_account_corrected"]["note"]["en"] == f"before: {IBAN}"
    assert flags["payee_account_corrected"]["journal"] == paper.correlation_id
    assert not {code for code in flags if code.startswith("duplicate")}
    # Whoever corrected it is not its second person, even as an approver.
    look = (await room.desk.look("alba", new))["approval"]
    assert look["required"] == 2
    assert await _approved(room, new) == "Success"
    assert "payments.correct" in room.desk.trail()
    assert "correction.made" in room.desk.timeline(paper)


async def _needs_attention(room: Room, paper: Paper) -> bool:
    asked = '{ journal(correlationId: "%s") { needsAttention nextStep { step } } }'
    found = (await room.desk.ask("alba", asked % paper.correlation_id))["journal"]
    steps = {"REJECTED", "PARTLY_REJECTED", "RETURNED"}
    assert found["needsAttention"] == (found["nextStep"]["step"] in steps), found
    return bool(found["needsAttention"])


async def _approved(room: Room, paper: Paper) -> str:
    needed = (await room.desk.look("alba", paper))["approval"]["required"]
    for who in ("alba", "bo")[:needed]:
        done = await room.desk.approve(who, paper, "Called the payee")
        assert done["__typename"] == "Success", done
    done = await room.desk.sign("cia", paper)
    return done if isinstance(done, str) else str(done["__typename"])


async def test_whoever_corrected_stands_behind_and_so_do_those_of_the_original(
    room: Room,
) -> None:
    paper = room.refused("PAY-1")
    with room.desk.connection() as held:
        held.execute(
            update(Upload)
            .where(Upload.document_id == paper.document_id)
            .values(created_by="bo", created_by_name="Bo")
        )
        held.commit()
    (made,) = await room.correct((await room.rows(paper.correlation_id))[0]["id"])
    new = room.take_in(made)
    behind = '{ journal(correlationId: "%s") { approval { behind { part person } } } }'
    found = (await room.desk.ask("cia", behind % new.correlation_id))["journal"]
    people = {(one["part"], one["person"]) for one in found["approval"]["behind"]}
    assert people == {
        ("CORRECTED", "Uma Test"), ("UPLOADED", "Uma Test"), ("UPLOADED", "Bo"),
    }  # fmt: skip
    assert await room.desk.approve("bo", new, "x") == "approvals.behind_file"


async def test_what_is_not_refused_for_good_is_not_corrected(room: Room) -> None:
    paper = room.refused("PAY-1")
    refused, pending = await room.rows(paper.correlation_id)
    assert await room.correct(pending["id"]) == ("corrections.not_final", None)
    # One that may not is enough: nothing of the others is written either.
    both = await room.correct(refused["id"], pending["id"])
    assert both == ("corrections.not_final", None)
    assert await room.correct() == ("corrections.nothing_chosen", "payments")
    assert (await room.correct("999999"))[0] == "not_found"
    assert await room.correct(refused["id"], who="alba") == ("forbidden", None)
    room.report("PAY-1", Answer("PAY-1-0", "ACSP"))
    assert await room.correct(refused["id"]) == ("corrections.in_doubt", None)
    duplicate = room.refused("PAY-2", reason="AM05")
    (first, _) = await room.rows(duplicate.correlation_id)
    assert (await room.correct(first["id"]))[0] == "corrections.seen_before"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"account": "DK1930003330157766"}, ("invalid_account", "account")),
        ({"account": "1234567890"}, ("invalid_account", "account")),
        ({"bic": "NDEA"}, ("invalid_bic", "bic")),
        ({"executionDate": "2020-01-02"}, ("day_past", "executionDate")),
        ({"executionDate": "2199-12-24"}, ("day_past", "executionDate")),
        ({"address": {"town": " ", "country": "DK"}}, ("invalid_address", "town")),
        ({"address": {"town": "Å", "country": "DNK"}}, ("invalid_address", "country")),
    ],
)  # fmt: skip
async def test_what_cannot_be_written_is_told_at_its_field(
    room: Room, changes: dict[str, Any], told: tuple[str, str]
) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    code, field = told
    expected = (f"corrections.{code}", f"payments.0.{field}")
    assert await room.correct(refused["id"], **changes) == expected
    assert (await room.rows(paper.correlation_id))[0]["progress"] == "REJECTED"


async def test_a_day_on_which_banks_are_closed_is_refused(room: Room) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    day = room.desk.now.date()
    saturday = day + timedelta(days=(5 - day.weekday()) % 7 or 7)
    done = await room.correct(refused["id"], executionDate=saturday.isoformat())
    assert done == ("corrections.day_closed", "payments.0.executionDate")


async def test_of_two_who_correct_one_payment_one_wins(room: Room) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    done = await asyncio.gather(*(room.correct(refused["id"]) for _ in range(4)))
    lost = [one for one in done if isinstance(one, tuple)]
    assert lost == [("corrections.already", None)] * 3
    with room.desk.connection() as held:
        assert len(held.execute(select(PaymentReplacement.id)).all()) == 1
    uploads = [one for one in done if not isinstance(one, tuple)]
    # The form of whoever comes later says so before anything is entered.
    asked = "query ($ids: [ID!]) { paymentsToCorrect(ids: $ids) { refusal } }"
    shown = await room.desk.ask("uma", asked, ids=[refused["id"]])
    assert shown["paymentsToCorrect"] == [{"refusal": "corrections.already"}]
    room.take_in(uploads[0][0])
    assert (await room.correct(refused["id"]))[0] == "corrections.already"


async def test_a_stopped_replacement_frees_its_original(room: Room) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    first = room.take_in(made)
    assert (await room.desk.reject("alba", first))["__typename"] == "Success"
    (refused, _) = await room.rows(paper.correlation_id)
    assert (refused["progress"], refused["replacedBy"]) == ("REJECTED", None)
    assert await _needs_attention(room, paper)
    (made,) = await room.correct(refused["id"])
    second = room.take_in(made)
    # The first cannot come back while the second stands.
    with room.desk.connection() as held:
        held.execute(
            update(ApprovalCase)
            .where(ApprovalCase.correlation_id == first.correlation_id)
            .values(state="OPEN")
        )
        tie.refresh(held, [first.correlation_id], room.desk.now)
        held.commit()
    assert (await room.desk.approve("bo", first, "x"))["__typename"] == "Success"
    assert await room.desk.sign("cia", first) == "corrections.original_paid"
    assert await _approved(room, second) == "Success"


async def test_an_import_that_never_comes_frees_the_original(room: Room) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    later = room.desk.now + timedelta(minutes=1)
    for state, progress in ((None, "REPLACED"), ("CANCELLED", "REJECTED")):
        with room.desk.connection() as held:
            if state is not None:
                held.execute(
                    update(Upload)
                    .where(Upload.id == int(made["uploadId"]))
                    .values(state=state)
                )
            approval_wait.due(REALM, held, later)
            held.commit()
        (refused, _) = await room.rows(paper.correlation_id)
        assert refused["progress"] == progress


async def test_a_refused_replacement_is_what_is_corrected_next(room: Room) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    first = room.take_in(made)
    (again,) = await room.rows(first.correlation_id)
    header, batch, *_ = room.values(first)
    room.desk.import_bytes(
        pain002(
            original=header.message_id, message="ST-R", created="2027-01-02T08:00:00",
            batches={batch.id: (None, [Answer(again["endToEndId"], "RJCT", "AC06")])},
        ),
        "st-r.xml", "PAYMENT",
    )  # fmt: skip
    (again,) = await room.rows(first.correlation_id)
    assert again["progress"] == "REJECTED"
    # The original stays replaced: of the two one is unpaid, and one is corrected.
    assert await room.correct(refused["id"]) == ("corrections.already", None)
    assert await _unpaid(room) == [("DKK", "100.00", 1)]
    (made,) = await room.correct(again["id"])
    second = room.take_in(made)
    assert await _unpaid(room) == []
    # Whatever happens to the first original holds the last of them.
    room.report("PAY-1", Answer("PAY-1-0", "ACSC"))
    assert room.messages() == ["correction.held"]
    for who in ("alba", "bo"):
        await room.desk.approve(who, second, "x")
    assert await room.desk.sign("cia", second) == "corrections.original_paid"


async def _unpaid(room: Room) -> list[tuple[str, str, int]]:
    tabs = (
        await room.desk.ask(
            "alba", "{ paymentTabs { name sums { currency amount count } } }"
        )
    )["paymentTabs"]
    (found,) = [tab for tab in tabs if tab["name"] == "UNPAID"]
    return [(one["currency"], one["amount"], one["count"]) for one in found["sums"]]


async def test_sums_count_a_payment_and_its_replacement_once(room: Room) -> None:
    paper = room.refused("PAY-1")
    assert await _unpaid(room) == [("DKK", "100.00", 1)]
    (refused, _) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    room.take_in(made)
    assert await _unpaid(room) == []
    asked = "{ paymentTotals%s { currency amount count } }"
    for filter_, amount, count in (
        ("", "140.25", 3),
        ("(filter: {amount: {from: 50}})", "100", 2),
        ("(filter: {progress: [REPLACED]})", "100", 1),
    ):
        (found,) = (await room.desk.ask("alba", asked % filter_))["paymentTotals"]
        assert (float(found["amount"]), found["count"]) == (float(amount), count)


async def test_an_original_that_was_paid_after_all_holds_its_replacement(
    room: Room,
) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    new = room.take_in(made)
    assert await _approved(room, new) == "Success"
    with room.desk.connection() as held:
        sending = held.execute(select(Sending)).one()
        ensure_released(held, REALM, sending)
    room.report("PAY-1", Answer("PAY-1-0", "ACSC"))
    (refused, _) = await room.rows(paper.correlation_id)
    assert refused["progress"] == "ACCEPTED"
    (again,) = await room.rows(new.correlation_id)
    assert again["replaces"]["isHeld"]
    assert room.messages() == ["correction.held"]
    assert "correction.held" in room.desk.timeline(paper)
    assert "correction.held" in room.desk.timeline(new)
    with room.desk.connection() as held:
        with pytest.raises(AppError) as caught:
            ensure_released(held, REALM, sending)
        assert caught.value.code == "corrections.original_paid"
    # It is told once.
    with room.desk.connection() as held:
        tie.refresh(held, [paper.correlation_id], room.desk.now)
        held.commit()
    assert room.messages() == ["correction.held"]


async def test_a_replacement_is_a_duplicate_of_any_other_payment_but_not_of_its_own(
    room: Room,
) -> None:
    paper = room.desk.hand_in("PAY-1", "100.00", text="Faktura 1001")
    room.report("PAY-1", Answer("PAY-1-0", "RJCT", "AC03"))
    (refused,) = await room.rows(paper.correlation_id)
    for _ in range(2):
        (made,) = await room.correct(refused["id"])
        stopped = room.take_in(made)
        assert not await _duplicates(room, stopped)
        assert (await room.desk.reject("alba", stopped))["__typename"] == "Success"
    other = room.desk.hand_in("PAY-2", "100.00", text="Faktura 1001")
    (made,) = await room.correct(refused["id"])
    assert await _duplicates(room, room.take_in(made)) == [
        ("duplicate_earlier", other.correlation_id)
    ]


async def _duplicates(room: Room, paper: Paper) -> list[tuple[str, str]]:
    (again,) = await room.rows(paper.correlation_id)
    return [
        (flag["code"], flag["journal"])
        for flag in again["flags"]
        if flag["code"].startswith("duplicate")
    ]


def _statement(*lines: Line, day: str, opening: str, sequence: str) -> bytes:
    sheet = Sheet(lines, sequence=sequence, opening=opening, first=day, last=day)
    return camt(sheet, message=f"STMT-{sequence}")


async def test_a_returned_payment_is_paid_again_until_its_return_is_taken_back(
    room: Room,
) -> None:
    paper = room.desk.hand_in("PAY-1", "100.00")
    part = Part("100.00", "Fjordblik Ejendomme A/S", "PAY-1-0")
    debit = Line("-100.00", day="2026-03-02", parts=[part], reference="PAY-1-0")
    credit = Line("100.00", day="2026-03-03", parts=[part], reference="R-PAY-1-0")
    for line, day, opening, sequence in (
        (debit, "2026-03-02", "1000.00", "1"), (credit, "2026-03-03", "900.00", "2"),
    ):  # fmt: skip
        (payment,) = await room.rows(paper.correlation_id)
        if payment["progress"] == "BOOKED":
            assert await room.correct(payment["id"]) == ("corrections.not_final", None)
        data = _statement(line, day=day, opening=opening, sequence=sequence)
        upload = room.desk.import_bytes(data, f"{sequence}.xml", "STATEMENT")
    (payment,) = await room.rows(paper.correlation_id)
    assert payment["progress"] == "RETURNED"
    assert await _needs_attention(room, paper)
    (made,) = await room.correct(payment["id"])
    assert not await _needs_attention(room, paper)
    new = room.take_in(made)
    assert not await _duplicates(room, new)
    (payment,) = await room.rows(paper.correlation_id)
    assert payment["progress"] == "REPLACED"
    # The day's statement turns out to be another company's: the money is away again.
    room.undo(upload)
    (payment,) = await room.rows(paper.correlation_id)
    assert payment["progress"] == "BOOKED"
    assert room.messages() == ["correction.held"]
    assert await _approved(room, new) == "corrections.original_paid"


async def test_an_entry_that_books_a_refused_payment_holds_its_replacement(
    room: Room,
) -> None:
    paper = room.refused("PAY-1", "100.00")
    (refused,) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    new = room.take_in(made)
    part = Part("100.00", "Fjordblik Ejendomme A/S", "PAY-1-0")
    debit = Line("-100.00", day="2026-03-02", parts=[part], reference="PAY-1-0")
    data = _statement(debit, day="2026-03-02", opening="1000.00", sequence="1")
    room.desk.import_bytes(data, "1.xml", "STATEMENT")
    (refused,) = await room.rows(paper.correlation_id)
    assert refused["progress"] == "BOOKED"
    assert await _approved(room, new) == "corrections.original_paid"


async def test_a_replacement_that_has_left_asks_for_a_recall(room: Room) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    new = room.take_in(made)
    assert await _approved(room, new) == "Success"
    with room.desk.connection() as held:
        held.execute(update(Sending).values(state="SENT"))
        tie.refresh(held, [new.correlation_id], room.desk.now)
        held.commit()
    room.report("PAY-1", Answer("PAY-1-0", "ACSC"))
    assert room.messages() == ["correction.paid_twice"]


async def test_an_import_that_is_undone_frees_the_original(room: Room) -> None:
    paper = room.refused("PAY-1")
    (refused, _) = await room.rows(paper.correlation_id)
    (made,) = await room.correct(refused["id"])
    new = room.take_in(made)
    with room.desk.connection() as held:
        upload = held.execute(
            select(Upload.id).where(Upload.document_id == new.document_id)
        ).one()
    room.undo(upload)
    (refused, _) = await room.rows(paper.correlation_id)
    assert (refused["progress"], refused["replacedBy"]) == ("REJECTED", None)
