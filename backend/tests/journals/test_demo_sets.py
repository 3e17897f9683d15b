"""A set goes through the real import, is tagged, and is removed without a trace."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from sqlalchemy import func, select

from giroscope.features.demo import actions
from giroscope.features.demo import remove as removal
from giroscope.features.demo.days import counted
from giroscope.features.demo.make import maker
from giroscope.features.demo.remove import remover
from giroscope.features.demo.tables import DemoFile, DemoSet
from giroscope.features.demo.wishes import Preset, Wish, usual
from giroscope.features.documents import Document, Vault
from giroscope.features.journals.tables import Journal
from giroscope.features.statements.tables import Transaction
from giroscope.features.uploads import Upload
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from tests.journals.realm_tables import everything

FIGURES = {"days": 4, "accounts": 2, "a_day": 3, "payments_a_day": 3}
TODAY = date(2026, 11, 21)
Run = Callable[[int], str | None]
Ask = Callable[..., tuple[int, int]]


@pytest.fixture(autouse=True)
def _no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are done by the tests, one after the other."""
    monkeypatch.setattr(jobs.JobStarter, "start", lambda *_: None)


@pytest.fixture
def run(
    settings: Settings, database: Database, vault: Vault, realm: str,
    works: dict[str, jobs.Work],
) -> Run:  # fmt: skip
    """Do one job as a worker does; tells why not."""
    doing = works | {
        actions.MAKE_JOB: maker(settings, vault),
        actions.REMOVE_JOB: remover(settings, vault),
    }

    def do(job_id: int) -> str | None:
        jobs.perform(database, doing, realm, job_id)
        with database.job_connection(realm) as connection:
            row = connection.execute(select(Job).where(Job.id == job_id)).one_or_none()
            return None if row is None else row.message

    return do


def _wish(preset: Preset, seed: int = 3) -> Wish:
    return usual(preset, TODAY, seed, None, FIGURES)


@pytest.fixture
def ask(
    database: Database, realm: str, settings: Settings,
    in_own_loop: Callable[[Any], Any],
) -> Ask:  # fmt: skip
    """Ask for a set; tells its id and its job."""

    async def make(wish: Wish, where: Settings) -> tuple[int, int]:
        async with database.writing(realm) as session:
            return await actions.make(
                session, shell_actor(realm), where, wish, system_clock()
            )

    def asked(wish: Wish, where: Settings = settings) -> tuple[int, int]:
        found: tuple[int, int] = in_own_loop(make(wish, where))
        return found

    return asked


@pytest.fixture
def take_away(
    database: Database, realm: str, run: Run, in_own_loop: Callable[[Any], Any]
) -> Callable[[int], None]:
    """Ask for a set to be removed, and do it."""

    async def remove(set_id: int) -> int:
        async with database.writing(realm) as session:
            return await actions.remove(
                session, shell_actor(realm), set_id, system_clock()
            )

    def removed(set_id: int) -> None:
        assert run(in_own_loop(remove(set_id))) is None

    return removed


def _import_all(database: Database, realm: str, run: Run) -> None:
    with database.job_connection(realm) as connection:
        waiting = select(Job.id).where(Job.state == "QUEUED", Job.verb == "import")
        found = list(connection.execute(waiting.order_by(Job.id)).scalars())
    for job_id in found:
        assert run(job_id) is None


def _count(database: Database, realm: str, table: Any) -> int:
    with database.job_connection(realm) as connection:
        found = connection.execute(select(func.count()).select_from(table))
        return int(found.scalar_one())


@pytest.mark.parametrize(
    "preset", [Preset.REJECTS, Preset.BATCH_BOOKINGS, Preset.DUPLICATES]
)
def test_a_set_is_imported_tagged_and_removed_exactly(
    database: Database,
    realm: str,
    settings: Settings,
    run: Run,
    preset: Preset,
    ask: Ask,
    take_away: Callable[[int], None],
) -> None:
    before = everything(database, realm)
    wish = _wish(preset)
    set_id, job_id = ask(wish)
    assert run(job_id) is None
    _import_all(database, realm, run)
    counts = counted(wish)
    assert _count(database, realm, Upload) == counts.files
    assert _count(database, realm, DemoFile) == counts.files
    with database.job_connection(realm) as connection:
        sources = connection.execute(select(Journal.source).distinct()).scalars().all()
        entries = connection.execute(
            select(func.count()).where(Transaction.parent_id.is_(None))
        ).scalar_one()
    assert sources == ["DEMO"]
    assert entries == counts.transactions
    take_away(set_id)
    after = everything(database, realm)
    # Only that it was removed is said.
    assert [one for one in after.pop("messages") if "demo" not in one.lower()] == []
    before.pop("messages")
    assert after == before
    assert _count(database, realm, Document) == 0
    with database.job_connection(realm) as connection:
        row = connection.execute(select(DemoSet)).one()
    assert (row.state, row.kept) == ("REMOVED", [])
    assert not list((settings.data_dir / "documents").rglob(f"{realm}/[0-9a-f]*"))


def test_a_maker_that_is_killed_goes_on_and_makes_nothing_twice(
    database: Database, realm: str, settings: Settings, vault: Vault,
    run: Run, ask: Ask, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    wish = _wish(Preset.REJECTS)
    set_id, job_id = ask(wish)
    told: list[int] = []

    class Killed(BaseException):
        pass

    def report(_self: jobs.JobRun, _stage: str, done: int = 0, _total: int = 0) -> None:
        told.append(done)
        if len(told) == 4:
            raise Killed

    monkeypatch.setattr(jobs.JobRun, "report", report)
    with pytest.raises(Killed):
        maker(settings, vault)(jobs.JobRun(database, realm, job_id, set_id))
    assert _count(database, realm, DemoFile) == 3
    assert run(job_id) is None
    assert _count(database, realm, Upload) == counted(wish).files


def test_what_is_still_on_its_way_is_kept_and_told(
    database: Database, realm: str, run: Run, ask: Ask,
    take_away: Callable[[int], None], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(removal, "_PATIENCE_SECONDS", 0.0)
    set_id, job_id = ask(_wish(Preset.REJECTS))
    run(job_id)
    # Nothing was imported: the files are still on their way.
    take_away(set_id)
    with database.job_connection(realm) as connection:
        row = connection.execute(select(DemoSet)).one()
    assert row.state == "MADE"
    assert "still being imported" in row.kept[0]
    _import_all(database, realm, run)
    take_away(set_id)
    assert _count(database, realm, Upload) == 0


def test_one_at_a_time_and_not_the_same_twice(run: Run, ask: Ask) -> None:
    _, job_id = ask(_wish(Preset.REJECTS))
    with pytest.raises(Conflict, match="wait for its end"):
        ask(_wish(Preset.DUPLICATES))
    run(job_id)
    with pytest.raises(Conflict, match="here already"):
        ask(_wish(Preset.REJECTS))
    ask(_wish(Preset.REJECTS, seed=4))


def test_production_refuses_whoever_asks(
    database: Database, realm: str, settings: Settings, ask: Ask
) -> None:
    real = settings.model_copy(update={"environment": "production"})
    with pytest.raises(actions.NotInProduction):
        ask(_wish(Preset.REJECTS), real)
    assert _count(database, realm, DemoSet) == 0


def test_what_somebody_imported_stays(
    database: Database, realm: str, run: Run, ask: Ask,
    take_away: Callable[[int], None], import_bytes: Callable[..., Upload],
) -> None:  # fmt: skip
    set_id, job_id = ask(_wish(Preset.CLEAN_MONTH))
    run(job_id)
    _import_all(database, realm, run)
    mine = import_bytes(_mine(), "mine.xml")
    take_away(set_id)
    with database.job_connection(realm) as connection:
        left = connection.execute(select(Upload.id)).scalars().all()
    assert left == [mine.id]


def _mine() -> bytes:
    return b"""<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-02T08:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-11-02T08:00:00</CreDtTm>
<Acct><Id><IBAN>DK5000400440116243</IBAN></Id><Ccy>DKK</Ccy></Acct></Stmt>
</BkToCstmrStmt></Document>"""
