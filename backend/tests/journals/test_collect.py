"""What banks have sent is put up for import once, by whom it came, and written down."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import BankFile
from giroscope.features.documents import Vault
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.uploads import Upload
from giroscope.features.uploads.tables import UploadBatch
from giroscope.kernel import jobs
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from tests.journals.bank_inbox import bank_file, collect, connection_row
from tests.messages.told import said
from tests.statements.statement_factory import OTHER_ACCOUNT, Line, Sheet, camt

DAY = camt(Sheet([Line("1.00", reference="R1")]), message="M1")
NEXT = camt(Sheet([Line("2.00", reference="R2")], sequence="2"), message="M2")


def rows(database: Database, realm: str, table: Any) -> list[Any]:
    """Rows of a table by id."""
    with database.job_connection(realm) as connection:
        key = table.__mapper__.primary_key[0]
        return list(connection.execute(select(table).order_by(key)))


def test_each_file_of_a_connection_is_handed_on_once_and_in_order(
    database: Database, realm: str, vault: Vault
) -> None:
    bank, other = (connection_row(database, realm, name) for name in ("A", "B"))
    for place, name, data in ((bank, "1.xml", DAY), (bank, "2.xml", NEXT)):
        bank_file(database, vault, realm, place, name, data)
    apart = bank_file(database, vault, realm, other, "3.xml", b"of the other bank")
    for _ in range(2):
        collect(database, realm, bank)
    uploads = rows(database, realm, Upload)
    (batch,) = rows(database, realm, UploadBatch)
    assert (batch.size, {one.batch_id for one in uploads}) == (2, {batch.id})
    assert [(one.name, one.kind, one.source, one.state) for one in uploads] == [
        ("1.xml", "STATEMENT", "BANK", "QUEUED"),
        ("2.xml", "STATEMENT", "BANK", "QUEUED"),
    ]
    assert {one.created_by_name for one in uploads} == {"A"}
    files = rows(database, realm, BankFile)
    assert [one.upload_id for one in files] == [uploads[0].id, uploads[1].id, None]
    assert [one.id for one in files if one.collected_at is None] == [apart]
    assert [job.subject for job in rows(database, realm, Job)] == [
        one.id for one in uploads
    ]


@pytest.mark.parametrize("is_demo", [False, True])
def test_the_trail_tells_whose_file_it_was_and_whether_it_is_made_up(
    database: Database, realm: str, vault: Vault, *, is_demo: bool
) -> None:
    bank = connection_row(database, realm, "Nordea", is_demo=is_demo)
    bank_file(database, vault, realm, bank, "day.xml", DAY)
    collect(database, realm, bank)
    (event,) = rows(database, realm, AuditEvent)
    (upload,) = rows(database, realm, Upload)
    told = json.loads(event.now)
    assert (event.verb, event.subject_id) == ("uploads.hand_in", str(upload.id))
    assert (told["bank"], told["source"]) == ("Nordea", "DEMO" if is_demo else "BANK")
    assert told.get("demo", False) is is_demo
    assert upload.source == told["source"]


def test_a_file_that_another_bank_gave_too_is_told_and_not_imported_again(
    database: Database, realm: str, vault: Vault
) -> None:
    banks = [connection_row(database, realm, name) for name in ("A", "B")]
    for bank in banks:
        bank_file(database, vault, realm, bank, "day.xml", DAY)
        collect(database, realm, bank)
    earlier, again = rows(database, realm, Upload)
    assert (again.state, again.duplicate_of, again.job_id) == (
        "KNOWN",
        earlier.id,
        None,
    )
    assert len(rows(database, realm, Job)) == 1


def test_several_files_of_one_look_are_told_of_by_one_message(
    database: Database, realm: str, vault: Vault, works: dict[str, jobs.Work]
) -> None:
    bank = connection_row(database, realm, "Nordea")
    elsewhere = camt(Sheet([Line("5.00")], account=OTHER_ACCOUNT), message="M3")
    for name, data in (("1.xml", DAY), ("2.xml", elsewhere)):
        bank_file(database, vault, realm, bank, name, data)
    collect(database, realm, bank)
    for job in rows(database, realm, Job):
        jobs.perform(database, works, realm, job.id)
    alone = camt(Sheet([Line("5.00")], account="SE4550000000058398257466"))
    bank_file(database, vault, realm, bank, "alone.xml", alone)
    collect(database, realm, bank)
    jobs.perform(database, works, realm, rows(database, realm, Job)[-1].id)
    texts = [said(one.code, one.values) for one in rows(database, realm, SystemMessage)]
    assert texts[0] == "2 files from Nordea: 2 imported; new entries: 2"
    assert len(texts) == 2
    assert texts[1].startswith("alone.xml is imported")
