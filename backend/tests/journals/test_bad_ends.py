"""An import that does not end well leaves every table as it was."""

import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

import bankfiles
from giroscope.features.statements import Statement, Transaction, load
from giroscope.features.uploads import Upload, UploadFinding, actions
from giroscope.kernel import jobs, units
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job, JobState
from giroscope.settings import Settings
from tests.journals.realm_tables import all_tables, everything
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import Line, Part, Sheet, camt

Import = Callable[..., Upload]

SEVERAL = Sheet(
    [
        Line(f"-{number}.00", day="2026-03-02", reference=f"R{number % 40}",
             parts=[Part(f"{number}.00", "Havnens Fisk ApS", f"E{number}")])
        for number in range(1, 61)
    ],
    opening="5000.00",
)  # fmt: skip
QUIET = Sheet([Line("7.00", day="2026-02-27")], sequence="0", first="2026-02-27",
              last="2026-02-27")  # fmt: skip


@pytest.fixture
def small_portions(monkeypatch: pytest.MonkeyPatch) -> int:
    """Moves are cut into portions of ten rows."""
    monkeypatch.setattr(load, "PORTION_ROWS", 10)
    return 10


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> int:
    """Balances and sums have no more room than amounts."""
    monkeypatch.setattr(units, "GREATEST", 10**23 - 1)
    return units.GREATEST


def state_of(database: Database, realm: str, upload: Upload) -> tuple[str, str | None]:
    """State and wrong kind of an upload as it stands now."""
    with database.job_session(realm) as session:
        row = session.scalars(select(Upload).where(Upload.id == upload.id)).one()
        return row.state, row.wrong_kind


def errors(database: Database, realm: str, upload: Upload) -> list[str]:
    """Codes of the errors found in an upload."""
    with database.job_session(realm) as session:
        rows = session.scalars(
            select(UploadFinding.code).where(
                UploadFinding.upload_id == upload.id, UploadFinding.severity == "ERROR"
            )
        )
        return list(rows)


WHOLE = camt(SEVERAL)
HUGE = "999999999999999999"
BAD = {
    "truncated": WHOLE[:-400],
    "cut in an entry": WHOLE[: len(WHOLE) // 2],
    "empty": b"",
    "not a bank file": b"Dear bank, we pay tomorrow.",
    "amount": camt(Sheet([Line("1.00"), Line("1.000001")])),
    "one entry of no amount": camt(
        Sheet([Line("1.00"), Line("one")], opening="0.00", closing="1.00")
    ),
    "digits": camt(Sheet([Line("1." + "0" * 28 + "1")], closing=None)),
    "sum": camt(Sheet([Line(HUGE), Line(HUGE)], opening="0.00", closing="0.00")),
    "balance": camt(Sheet([], opening=f"{HUGE}0")),
    "running balance": camt(Sheet([Line("1.00")], opening=HUGE, closing="0.00")),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_file_is_refused_in_words_and_nothing_is_stored(
    import_bytes: Import, database: Database, realm: str, little_room: int, name: str
) -> None:
    assert little_room
    import_bytes(camt(QUIET), "before.xml")
    before = all_tables(database, realm)
    upload = import_bytes(BAD[name], "bad.xml")
    assert upload.state == "REFUSED"
    assert len(errors(database, realm, upload)) >= 1
    assert all_tables(database, realm) == before


def test_payments_too_great_together_are_refused(
    import_bytes: Import, database: Database, realm: str, little_room: int
) -> None:
    assert little_room
    before = all_tables(database, realm)
    data = pain001({"B1": [Order("E1", HUGE), Order("E2", HUGE)]})
    upload = import_bytes(data, "pay.xml", "PAYMENT")
    assert upload.state == "REFUSED"
    assert errors(database, realm, upload) == ["amount_out_of_range"]
    assert all_tables(database, realm) == before


def test_file_on_the_wrong_page_is_refused_and_imports_once_moved(
    import_bytes: Import,
    database: Database,
    realm: str,
    works: dict[str, jobs.Work],
    settings: Settings,
    in_own_loop: Callable[[Any], Any],
) -> None:
    upload = import_bytes(WHOLE, "day.xml", "PAYMENT")
    assert state_of(database, realm, upload) == ("REFUSED", "STATEMENT")
    assert all_tables(database, realm)["transactions"] == []

    async def move() -> actions.HandedIn:
        own = Database(settings)
        async with own.writing(realm) as session:
            moved = await actions.move(
                session, shell_actor(realm), upload.id, system_clock()
            )
        await own.close()
        return moved

    moved = in_own_loop(move())
    jobs.perform(database, works, realm, moved.job_id)
    assert state_of(database, realm, upload) == ("IMPORTED", None)
    assert len(all_tables(database, realm)["transactions"]) == 60


@pytest.fixture
def stop_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, BaseException], None]:
    """Raise when a job reports its n-th time of a stage, such as `store:3`."""

    def arrange(place: str, error: BaseException) -> None:
        stage, _, number = place.partition(":")
        reports = itertools.count(1)

        def report(_run: Any, at: str, _done: int = 0, _total: int = 0) -> None:
            if at == stage and next(reports) == int(number):
                raise error

        monkeypatch.setattr(jobs.JobRun, "report", report)

    return arrange


# What tells of the same entries, so that the statement is settled in one go.
REPORT = camt(Sheet(SEVERAL.lines[:5], sequence="R", closing="5000.00"),
              kind="camt.052")  # fmt: skip


@pytest.mark.dealt(3)
@pytest.mark.parametrize(
    ("place", "before"),
    [
        ("read:1", REPORT), ("read:2", REPORT), ("store:1", REPORT),
        ("store:2", REPORT), ("tie:1", REPORT), ("store:1", camt(QUIET)),
        ("store:4", camt(QUIET)), ("tie:1", camt(QUIET)),
    ],
    ids=lambda told: told if isinstance(told, str) else (
        "settled" if told is REPORT else "alone"
    ),
)  # fmt: skip
@pytest.mark.parametrize(
    ("error", "state"),
    [(jobs.JobCancelled(), "CANCELLED"), (ZeroDivisionError(), "FAILED")],
    ids=["cancelled", "fault"],
)
def test_import_that_is_stopped_leaves_nothing(
    import_bytes: Import,
    database: Database,
    realm: str,
    small_portions: int,
    stop_at: Callable[[str, BaseException], None],
    place: str,
    before: bytes,
    error: BaseException,
    state: str,
) -> None:
    assert small_portions < len(SEVERAL.lines)
    import_bytes(before, "before.xml")
    was = all_tables(database, realm)
    stop_at(place, error)
    upload = import_bytes(WHOLE, "day.xml")
    assert state_of(database, realm, upload)[0] == state
    assert all_tables(database, realm) == was


def _again(
    database: Database, realm: str, works: dict[str, jobs.Work], upload: Upload
) -> None:
    """Run the upload's import once more, as a re-import does."""
    jobs.perform(database, works, realm, _ask(database, realm, upload))


@pytest.mark.parametrize("place", ["read:1", "store:1"])
def test_repeat_that_is_stopped_leaves_the_first_import_as_it_was(
    import_bytes: Import,
    database: Database,
    realm: str,
    works: dict[str, jobs.Work],
    small_portions: int,
    monkeypatch: pytest.MonkeyPatch,
    stop_at: Callable[[str, BaseException], None],
    place: str,
) -> None:
    assert small_portions
    upload = import_bytes(WHOLE, "day.xml")
    # A new reader reads every file anew, and finds what an earlier one left out.
    monkeypatch.setattr("bankfiles.READER_VERSION", 99)
    with database.job_connection(realm) as connection:
        connection.execute(update(Statement).values(entries=Statement.entries - 1))
        connection.commit()
    before = all_tables(database, realm)
    stop_at(place, jobs.JobCancelled())
    _again(database, realm, works, upload)
    assert state_of(database, realm, upload)[0] == "IMPORTED"
    assert all_tables(database, realm) == before


def test_repeat_brings_nothing_and_keeps_the_figures(
    import_bytes: Import,
    database: Database,
    realm: str,
    works: dict[str, jobs.Work],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    upload = import_bytes(WHOLE, "day.xml")
    before = everything(database, realm)
    for version in (bankfiles.READER_VERSION, 99):
        monkeypatch.setattr("bankfiles.READER_VERSION", version)
        _again(database, realm, works, upload)
        after = everything(database, realm)
        for changing in ("messages", "journal_events"):
            del after[changing]
            before.pop(changing, None)
        assert after == before


def test_reader_that_keys_entries_otherwise_brings_none_of_them_again(
    import_bytes: Import,
    database: Database,
    realm: str,
    works: dict[str, jobs.Work],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    upload = import_bytes(WHOLE, "day.xml")
    with database.job_connection(realm) as connection:
        rows = connection.execute(select(Transaction.id, Transaction.entry_key))
        for row in rows.all():
            if row.entry_key is not None:
                connection.execute(
                    update(Transaction)
                    .where(Transaction.id == row.id)
                    .values(entry_key=row.entry_key[::-1])
                )
        connection.commit()
    before = everything(database, realm)
    monkeypatch.setattr("bankfiles.READER_VERSION", 99)
    _again(database, realm, works, upload)
    after = everything(database, realm)
    for changing in ("messages", "journal_events"):
        del after[changing], before[changing]
    assert after == before


@pytest.fixture
def perform_and_die(settings: Settings, realm: str) -> Iterator[Callable[..., int]]:
    """Perform a job in another process, which dies at its n-th commit."""
    key = settings.master_key
    assert key is not None
    script = str(Path(__file__).with_name("mortal_worker.py"))
    arguments = [settings.data_dir, key.get_secret_value(), realm]
    with subprocess.Popen(  # noqa: S603 - this folder's own script
        [sys.executable, script, *arguments, settings.database_url or ""],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as worker:
        asked, told = worker.stdin, worker.stdout
        assert asked is not None
        assert told is not None

        def perform(job_id: int, commits: int) -> int:
            print(job_id, commits, file=asked, flush=True)
            return int(told.readline())

        yield perform


PAY = pain001({"B1": [Order("E1", "1.00"), Order("E2", "2.00")], "B2": []})
_WRONG = [replace(SEVERAL.lines[0], amount="-1.50"), *SEVERAL.lines[1:]]
_NEXT = Sheet(
    [Line(f"{number}.00", day="2026-03-03") for number in range(1, 21)], "2", "3170.00",
    first="2026-03-03", last="2026-03-03",
)  # fmt: skip
_LATER = "2026-03-04T06:00:00"


@dataclass(frozen=True)
class Case:
    """A file, what came before it, and how often its import commits at least."""

    data: bytes
    fewest: int
    kind: str = "STATEMENT"
    before: Sequence[tuple[bytes, str]] = ()


CASES = {
    "statement": Case(WHOLE, 12),
    "payments": Case(PAY, 5, "PAYMENT"),
    "statement of a report": Case(
        WHOLE, 5, before=[(PAY, "PAYMENT"), (REPORT, "STATEMENT")]
    ),
    "corrected statement": Case(
        camt(replace(SEVERAL, created=_LATER)), 5,
        before=[(PAY, "PAYMENT"), (camt(replace(SEVERAL, lines=_WRONG)), "STATEMENT")],
    ),
    "corrected statement that takes a booking away": Case(
        camt(replace(SEVERAL, lines=_WRONG, created=_LATER)), 5,
        before=[(PAY, "PAYMENT"), (WHOLE, "STATEMENT")],
    ),
    "two corrected statements": Case(
        camt(
            replace(SEVERAL, lines=_WRONG, created=_LATER),
            replace(_NEXT, lines=_NEXT.lines[1:], opening="3169.50", created=_LATER),
        ), 6,
        before=[(PAY, "PAYMENT"), (camt(SEVERAL, _NEXT), "STATEMENT")],
    ),
}  # fmt: skip


@pytest.mark.dealt(6)
@pytest.mark.parametrize("case", CASES)
def test_import_killed_at_any_commit_ends_with_the_same_rows(
    import_bytes: Import,
    database: Database,
    realm: str,
    works: dict[str, jobs.Work],
    small_portions: int,
    perform_and_die: Callable[..., int],
    case: str,
) -> None:
    assert small_portions
    told = CASES[case]
    for number, (data, kind) in enumerate(told.before):
        import_bytes(data, f"before {number}.xml", kind)
    upload = import_bytes(told.data, "day.xml", told.kind)
    assert upload.state == "IMPORTED"
    # What others said when they came is forgotten as well, once and for all.
    _undo(database, realm, works, upload)
    _forget_history(database, realm)
    jobs.perform(database, works, realm, _ask(database, realm, upload))
    expected = everything(database, realm)
    for commits in itertools.count():
        _undo(database, realm, works, upload)
        _forget_history(database, realm)
        job_id = _ask(database, realm, upload)
        code = perform_and_die(job_id, commits)
        jobs.perform(database, works, realm, job_id)
        assert everything(database, realm) == expected, f"killed after {commits}"
        if code == 0:
            break
    assert commits >= told.fewest


def _ask(database: Database, realm: str, upload: Upload) -> int:
    with database.job_session(realm) as session:
        job = Job(**jobs.new_job("import", upload.id, system_clock()))
        session.add(job)
        session.flush()
        session.execute(
            update(Upload)
            .where(Upload.id == upload.id)
            .values(job_id=job.id, state="QUEUED")
        )
        return job.id


def _undo(
    database: Database, realm: str, works: dict[str, jobs.Work], upload: Upload
) -> None:
    with database.job_session(realm) as session:
        job = Job(**jobs.new_job("undo", upload.id, system_clock()))
        session.add(job)
        session.flush()
        job_id = job.id
    jobs.perform(database, works, realm, job_id)
    with database.job_session(realm) as session:
        row = session.scalars(select(Job).where(Job.id == job_id)).one()
        assert (row.state, row.message) == (JobState.SUCCEEDED, None)


def _forget_history(database: Database, realm: str) -> None:
    """Undo leaves its message and the findings, which a first import has not."""
    with database.job_connection(realm) as connection:
        connection.exec_driver_sql("DELETE FROM system_messages")
        connection.exec_driver_sql("DELETE FROM upload_findings")
        connection.commit()
