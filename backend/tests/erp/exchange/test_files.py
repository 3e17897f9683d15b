"""An ERP that drops payment files is answered with what banks send, each file once."""

import os
from pathlib import Path

import pytest

from erplink.files import FILES
from giroscope.features.documents import Vault
from giroscope.features.journals.tables import Journal
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import REALM, ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT
from tests.payments.payment_factory import Answer, Order, pain001, pain002
from tests.statements.statement_factory import Line, Part, Sheet, camt


@pytest.fixture
def folders(settings: Settings) -> Path:
    """Where the tenant's files lie."""
    return settings.data_dir / "erp-folders" / REALM


@pytest.fixture
def desk(settings: Settings, database: Database, vault: Vault) -> ExchangeDesk:
    """A realm whose ERP writes files; what is dropped is whole at once."""
    made = ExchangeDesk(settings, database, vault, FILES)
    made.values = {"company": "Havnens Handel", "settled_seconds": "0"}
    made.set_up()
    made.turn()
    assert made.fetch().state == "SUCCEEDED"
    return made


def test_a_dropped_file_is_an_upload_and_its_answers_are_laid_out_once(
    desk: ExchangeDesk, folders: Path
) -> None:
    content = pain001({"B1": [Order("E-1", "100.00")]}, message="M-1", debtor=ACCOUNT)
    _drop(desk, folders, "pay.xml", content)
    desk.fetch()
    desk.settle()
    upload = desk.one(Upload)
    assert (upload.source, upload.kind, upload.state) == ("ERP", "PAYMENT", "IMPORTED")
    assert list((folders / "in").glob("*.xml")) == []
    answer = pain002(original="M-1", batches={"B1": (None, [Answer("E-1", "ACSC")])})
    desk.hand_in(answer, "status.xml")
    part = Part(end_to_end="E-1", amount="100.00")
    sheet = Sheet([Line("-100.00", parts=[part])], account=ACCOUNT)
    statement = camt(sheet)
    desk.hand_in(statement, "statement.xml")
    desk.settle()
    laid = {path.name.split("-")[0]: path for path in (folders / "out").glob("*.xml")}
    assert sorted(laid) == ["camt.053", "pain.002"]
    assert laid["pain.002"].read_bytes() == answer
    assert laid["camt.053"].read_bytes() == statement
    for path in laid.values():
        path.unlink()
    names = {path.name for path in laid.values()}
    assert {(row.label, row.state) for row in desk.outbox("FILE")} == {
        (name, "WRITTEN") for name in names
    }
    desk.pass_time(days=1)
    desk.settle()
    desk.fetch()
    desk.settle()
    assert list((folders / "out").glob("*.xml")) == []


def test_the_same_content_dropped_again_is_paid_once(
    desk: ExchangeDesk, folders: Path
) -> None:
    content = pain001({"B1": [Order("E-1", "100.00")]}, message="M-1", debtor=ACCOUNT)
    for name in ("pay.xml", "pay-again.xml"):
        _drop(desk, folders, name, content)
        desk.fetch()
        desk.settle()
    assert len(desk.all(Upload)) == 1
    assert len(desk.all(Journal)) == 1


def _drop(desk: ExchangeDesk, folders: Path, name: str, content: bytes) -> None:
    """As an ERP does, on the day of the test: under another name first."""
    draft = folders / "in" / f"{name}.part"
    draft.write_bytes(content)
    os.utime(draft, (desk.now.timestamp(), desk.now.timestamp()))
    draft.rename(folders / "in" / name)
