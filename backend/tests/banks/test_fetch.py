"""Files from banks: bytes first, each once, imported by themselves, strangers kept."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from banklink import (
    AnswerNotTrusted,
    Fetched,
    FileKind,
    NotSent,
    RefusalKind,
    Refused,
)
from giroscope.features.banks import Banks
from giroscope.features.banks.connections import Served, revoke
from giroscope.features.banks.directory import PROFILES
from giroscope.features.banks.due import due
from giroscope.features.banks.errors import NotPossibleNow
from giroscope.features.banks.inbox import accept
from giroscope.features.banks.tables import BankConnection, BankFile
from giroscope.features.documents.tables import Document
from giroscope.features.journals.tables import Journal
from giroscope.features.uploads.tables import Upload
from giroscope.kernel.schedule import take_turns
from giroscope.kernel.text import in_both
from giroscope.settings import Settings
from tests.banks.bank_desk import ANNA, NOON, BankDesk
from tests.uploads.bank_samples import statement, status


def _file(
    content: bytes, reference: str, kind: FileKind = FileKind.STATEMENT
) -> Fetched:
    return Fetched(kind, reference, content, b"<reply>" + content, name=reference)


def _turn(desk: BankDesk) -> None:
    take_turns(desk.database, {"banks": due}, desk.now)
    desk.work_all()


async def test_what_the_bank_holds_becomes_a_journal_by_itself(desk: BankDesk) -> None:
    bank_id = desk.connected()
    content = statement()
    desk.paper.files = [_file(content, "F1")]
    _turn(desk)
    file = desk.one(BankFile)
    assert (file.reference, file.refusal, file.collected_at) == ("F1", None, NOON)
    assert b"".join(desk.vault.chunks("giroscope", file.sha256)) == content
    raw = desk.one(Document, Document.id == file.raw_document_id)
    assert b"".join(desk.vault.chunks("giroscope", raw.sha256)).startswith(b"<reply>")
    upload = desk.one(Upload)
    assert (upload.source, upload.state, upload.id) == (
        "BANK", "IMPORTED", file.upload_id
    )  # fmt: skip
    assert desk.one(Journal).source == "BANK"
    row = desk.bank(bank_id)
    assert (row.last_received, row.last_contact) == (NOON, NOON)
    assert row.next_fetch == NOON + timedelta(minutes=15)
    assert desk.paper.taken_names == ["F1"]


async def test_a_file_comes_once_by_reference_and_by_content(desk: BankDesk) -> None:
    desk.connected()
    desk.paper.files = [_file(statement(), "F1"), _file(statement(), "F2")]
    _turn(desk)
    desk.now += timedelta(minutes=16)
    desk.paper.fetched.clear()
    _turn(desk)
    assert [one.reference for one in desk.all(BankFile)] == ["F1"]
    assert len(desk.all(Upload)) == 1
    # By its reference the first is not even asked for again.
    assert desk.paper.fetched == ["F2"]


async def test_a_look_that_was_cut_short_is_made_good(desk: BankDesk) -> None:
    bank_id = desk.connected()
    _turn(desk)
    # The bank had counted the file as fetched when the worker was killed.
    desk.paper.files, desk.paper.fetched = [_file(statement(), "F1")], ["F1"]
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(BankConnection).values(fetch_began=desk.now))
        connection.commit()
    desk.now += timedelta(minutes=16)
    desk.paper.listed.clear()
    _turn(desk)
    assert all(desk.paper.listed)
    assert desk.one(BankFile).reference == "F1"
    assert desk.bank(bank_id).fetch_began is None


async def test_everything_is_listed_once_a_day(desk: BankDesk) -> None:
    desk.connected()
    _turn(desk)
    desk.now += timedelta(minutes=16)
    _turn(desk)
    assert desk.paper.listed == [True, True, False, False]


@pytest.mark.parametrize("number", ["0040-0440116243", "0440116243", "440116243"])
async def test_a_statement_by_iban_is_of_the_account_that_is_served_by_number(
    desk: BankDesk, number: str
) -> None:
    desk.connected(accounts=[Served(number)])
    desk.paper.files = [_file(statement(), "F1")]
    _turn(desk)
    assert desk.one(BankFile).refusal is None


async def test_a_statement_of_a_strangers_account_is_kept_told_and_not_imported(
    desk: BankDesk,
) -> None:
    desk.connected(accounts=[Served("DK61 2999 0004 2811 01")])
    desk.paper.files = [_file(statement(), "F1")]
    _turn(desk)
    file = desk.one(BankFile)
    assert "does not serve" in file.refusal
    assert "ikke betjener" in in_both(file.refusal).da
    assert desk.all(Upload) == []
    assert desk.codes() == ["banks.activated", "banks.file_refused"]
    assert b"".join(desk.vault.chunks("giroscope", file.sha256)) == statement()
    # An account manager looked at it: it was the company's after all.
    desk.act(lambda s: accept(s, ANNA, file.id, desk.now))
    desk.work_all()
    assert desk.one(Upload).state == "IMPORTED"


async def test_an_answer_that_cannot_be_believed_stops_no_other(desk: BankDesk) -> None:
    bank_id = desk.connected()
    # Statements are asked for first, and fail; status reports come after them.
    desk.paper.files = [_file(status(), "S1", FileKind.STATUS)]
    desk.paper.failures = [AnswerNotTrusted("Signed by nobody we know.")]
    _turn(desk)
    assert [one.reference for one in desk.all(BankFile)] == ["S1"]
    row = desk.bank(bank_id)
    assert (row.failure, row.failing_since) == ("Signed by nobody we know.", NOON)
    assert row.fetch_began is not None


async def test_a_bank_that_is_away_is_told_once_and_so_is_its_return(
    desk: BankDesk,
) -> None:
    bank_id = desk.connected()
    for _ in range(3):
        desk.paper.failures = [NotSent("The bank cannot be reached.")]
        _turn(desk)
        desk.now += timedelta(minutes=16)
    row = desk.bank(bank_id)
    assert (row.failing_since, row.failure) == (NOON, "The bank cannot be reached.")
    assert desk.codes() == ["banks.activated", "banks.failing"]
    _turn(desk)
    assert desk.codes()[-1] == "banks.recovered"
    assert desk.bank(bank_id).failing_since is None


async def test_nothing_is_fetched_while_it_is_paused_or_ended(desk: BankDesk) -> None:
    bank_id = desk.connected()
    desk.paper.files = [_file(statement(), "F1")]
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(BankConnection).values(paused=NOON))
        connection.commit()
    _turn(desk)
    assert desk.paper.listed == []
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(BankConnection).values(paused=None, state="REVOKED"))
        connection.commit()
    _turn(desk)
    assert (desk.paper.listed, desk.bank(bank_id).state) == ([], "REVOKED")


async def test_a_status_report_is_imported_too(desk: BankDesk) -> None:
    desk.connected()
    desk.paper.files = [_file(status(), "S1", FileKind.STATUS)]
    _turn(desk)
    assert desk.one(Upload).state == "IMPORTED"


async def test_a_folder_gives_its_files_by_content(desk: BankDesk) -> None:
    bank_id = desk.connect("folder", parameters={}, name="Folder")
    desk.banks.__class__ = desk.banks.__class__.__mro__[1]
    inbox = desk.settings.data_dir / "bank-folders" / "giroscope" / str(bank_id)
    desk.banks.addresses.folder("giroscope", bank_id, PROFILES["folder"])
    (inbox / "inbox" / "day.xml").write_bytes(statement())
    desk.now = desk.now.now(desk.now.tzinfo) + timedelta(minutes=1)
    _turn(desk)
    file = desk.one(BankFile)
    assert (file.reference, file.name) == (None, "day.xml")
    assert desk.one(Upload).state == "IMPORTED"
    # Another day's file of the same name is another file.
    (inbox / "inbox" / "day.xml").write_bytes(statement(number="2"))
    desk.now += timedelta(days=3)
    _turn(desk)
    assert len(desk.all(BankFile)) == 2


async def test_through_a_folder_that_has_ended_nothing_goes(
    desk: BankDesk, settings: Settings
) -> None:
    bank_id = desk.connect("folder", parameters={}, name="Folder")
    real = Banks(settings, desk.database)
    assert real.open_channel("giroscope", bank_id).receives
    desk.act(lambda session: revoke(session, ANNA, bank_id, desk.now))
    with pytest.raises(NotPossibleNow):
        real.open_channel("giroscope", bank_id)


async def test_a_certificate_that_the_bank_refuses_is_told_at_once(
    desk: BankDesk,
) -> None:
    bank_id = desk.connected()
    for _ in range(2):
        desk.paper.failures = [
            Refused(
                "The bank says no.", bank_code="04", bank_text="revoked",
                kind=RefusalKind.CERTIFICATE,
            )
        ]  # fmt: skip
        _turn(desk)
        assert desk.codes().count("banks.certificate_refused") == 1
        desk.now += timedelta(minutes=16)
    assert "04 revoked" in str(desk.bank(bank_id).failure)
    _turn(desk)
    assert desk.codes()[-1] == "banks.recovered"
