"""Two who act on a connection at the same moment: the second sees the first."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, insert, update

from banklink import Fetched, FileKind
from giroscope.features.banks import inbox, replace_key
from giroscope.features.banks.connections import Change, change
from giroscope.features.banks.errors import (
    ChangedMeanwhile,
    NotPossibleNow,
    RequestClosed,
)
from giroscope.features.banks.fetch import VERB, run_fetch
from giroscope.features.banks.outcomes import note_failure
from giroscope.features.banks.tables import (
    BankConnection,
    BankFile,
    BankKey,
    BankKeyRequest,
)
from giroscope.features.documents import note_document
from giroscope.kernel.jobs import JobRun
from tests.banks.bank_desk import ANNA, BO, MANAGERS, NOON, BankDesk
from tests.journals.two_at_once import ON_POSTGRES, first
from tests.uploads.bank_samples import statement

pytestmark = ON_POSTGRES
REALM = "giroscope"


def changed(table: Any, **values: Any) -> Any:
    """What the first has done and not committed yet."""

    def act(connection: Connection) -> None:
        connection.execute(update(table).values(**values))

    return act


def test_of_two_changes_of_one_version_the_second_is_refused(desk: BankDesk) -> None:
    bank_id = desk.connect()
    seen = desk.bank(bank_id).version
    wish = Change(name="Second")
    with (
        first(desk.database, REALM, changed(BankConnection, version=seen + 1)) as then,
        pytest.raises(ChangedMeanwhile),
    ):
        then(lambda: desk.act(lambda s: change(s, ANNA, bank_id, wish, seen, NOON)))
    assert desk.bank(bank_id).name == "Nordea"


def test_a_request_for_a_new_key_is_decided_once(desk: BankDesk) -> None:
    bank_id = desk.connected()
    asked = desk.act(lambda s: replace_key.ask(s, ANNA, bank_id, "Stolen", NOON))
    with (
        first(desk.database, REALM, changed(BankKeyRequest, state="REJECTED")) as then,
        pytest.raises(RequestClosed),
    ):
        then(
            lambda: desk.act(
                lambda s: replace_key.confirm(
                    s, BO, desk.banks, asked, managers=MANAGERS
                )
            )
        )
    assert desk.one(BankKey).state == "CURRENT"


def test_a_bank_that_is_being_paused_is_not_looked_at(desk: BankDesk) -> None:
    bank_id = desk.connected()
    desk.paper.files = [
        Fetched(FileKind.STATEMENT, "F1", statement(), b"<reply>", name="F1")
    ]
    run = JobRun(desk.database, REALM, 1, bank_id)
    with first(desk.database, REALM, changed(BankConnection, paused=NOON)) as then:
        then(lambda: run_fetch(desk.banks, desk.vault, run))
    assert VERB
    assert (desk.paper.listed, desk.all(BankFile)) == ([], [])


def test_a_bank_that_is_away_is_told_by_one_of_two(desk: BankDesk) -> None:
    bank_id = desk.connect()
    with desk.database.job_connection(REALM) as connection:
        connection.execute(
            update(BankConnection).values(failing_since=NOON - timedelta(hours=1))
        )
        connection.commit()

    def fail() -> None:
        with desk.database.job_connection(REALM) as connection:
            note_failure(connection, bank_id, "No line.", NOON)
            connection.commit()

    told = changed(BankConnection, failure_told=NOON)
    with first(desk.database, REALM, told) as then:
        then(fail)
    assert desk.codes() == []


def test_a_file_that_was_kept_aside_is_taken_in_once(desk: BankDesk) -> None:
    bank_id = desk.connect()
    stored = desk.vault.keep_now(REALM, [b"what came"])
    with desk.database.job_connection(REALM) as connection:
        document = note_document(connection, stored, "x.xml", "BANK", NOON)
        connection.execute(
            insert(BankFile).values(
                connection_id=bank_id, kind="camt.053", sha256=stored.sha256,
                document_id=document, name="x.xml", received=NOON,
                refusal="Not ours", collected_at=NOON,
            )
        )  # fmt: skip
        connection.commit()
    accepted = changed(BankFile, refusal=None, collected_at=None)
    with (
        first(desk.database, REALM, accepted) as then,
        pytest.raises(NotPossibleNow),
    ):
        then(lambda: desk.act(lambda s: inbox.accept(s, ANNA, 1, NOON)))
