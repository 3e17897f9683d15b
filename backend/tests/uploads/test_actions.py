"""What people do with uploads: cancel, try again, and what is refused them."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.uploads import Kind, Upload, actions
from giroscope.features.uploads.actions import Given, HandedIn
from giroscope.kernel import jobs
from giroscope.kernel.access import Actor, shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.errors import Conflict, Forbidden, NotFound
from giroscope.kernel.tables import Job
from giroscope.settings import Settings
from tests.statements.statement_factory import Line, Sheet, camt

Import = Callable[..., Upload]
Change = Callable[[Callable[[WriteSession, Actor], Awaitable[Any]]], Any]
DATA = camt(Sheet([Line("1.00")]), message="M")


@pytest.fixture
def change(settings: Settings, realm: str, in_own_loop: Callable[[Any], Any]) -> Change:
    """Do something in one transaction, as the person at the command line."""

    def run(action: Callable[[WriteSession, Actor], Awaitable[Any]]) -> Any:
        async def work() -> Any:
            own = Database(settings)
            try:
                async with own.writing(realm) as session:
                    return await action(session, shell_actor(realm))
            finally:
                await own.close()

        return in_own_loop(work())

    return run


def states(database: Database, realm: str, upload_id: int) -> tuple[str, str]:
    """State of the upload and of its latest job."""
    with database.job_session(realm) as session:
        row = session.execute(
            select(Upload.state, Job.state)
            .join(Job, Job.id == Upload.job_id)
            .where(Upload.id == upload_id)
        ).one()
        return row[0], row[1]


@pytest.fixture
def waiting(change: Change, vault: Any, realm: str) -> HandedIn:
    """A file whose import has not begun."""
    stored = vault.keep_now(realm, [DATA])
    given = Given("day.xml", Kind.STATEMENT, "SHELL", stored, system_clock(), "key")
    handed: HandedIn = change(lambda s, actor: actions.hand_in(s, actor, given))
    return handed


def test_waiting_import_is_cancelled_and_can_be_tried_again(
    change: Change,
    waiting: HandedIn,
    database: Database,
    realm: str,
    works: dict[str, jobs.Work],
) -> None:
    first = waiting.job_id
    assert first is not None
    change(lambda s, actor: actions.cancel(s, actor, first))
    assert states(database, realm, waiting.upload_id) == ("CANCELLED", "CANCELLED")
    jobs.perform(database, works, realm, first)
    assert states(database, realm, waiting.upload_id) == ("CANCELLED", "CANCELLED")
    again = change(lambda s, actor: actions.retry(s, actor, first, system_clock()))
    assert again.job_id != first
    jobs.perform(database, works, realm, again.job_id)
    assert states(database, realm, waiting.upload_id) == ("IMPORTED", "SUCCEEDED")
    with pytest.raises(Conflict):
        change(lambda s, actor: actions.cancel(s, actor, again.job_id))
    with pytest.raises(Conflict):
        change(lambda s, a: actions.retry(s, a, again.job_id, system_clock()))


def test_cancelled_repeat_leaves_the_import_it_would_have_repeated(
    change: Change, import_bytes: Import, database: Database, realm: str
) -> None:
    upload = import_bytes(DATA, "day.xml")
    (again,) = change(
        lambda s, actor: actions.reimport(
            s, actor, [upload.document_id], system_clock()
        )
    )
    assert states(database, realm, upload.id) == ("QUEUED", "QUEUED")
    change(lambda s, actor: actions.cancel(s, actor, again.job_id))
    assert states(database, realm, upload.id) == ("IMPORTED", "CANCELLED")


def test_undo_cannot_be_cancelled(
    change: Change, import_bytes: Import, database: Database, realm: str
) -> None:
    upload = import_bytes(DATA, "day.xml")
    asked = change(lambda s, actor: actions.undo(s, actor, upload.id, system_clock()))
    with pytest.raises(Conflict, match="Only an import"):
        change(lambda s, actor: actions.cancel(s, actor, asked.job_id))
    assert states(database, realm, upload.id) == ("IMPORTED", "QUEUED")


def test_same_key_gives_the_first_answer_again(
    change: Change, waiting: HandedIn, vault: Any, realm: str
) -> None:
    stored = vault.keep_now(realm, [b"something else"])
    given = Given("other.xml", Kind.STATEMENT, "SHELL", stored, system_clock(), "key")
    again = change(lambda s, actor: actions.hand_in(s, actor, given))
    assert (again.upload_id, again.name) == (waiting.upload_id, "day.xml")


def test_same_bytes_that_wait_already_are_not_imported_twice(
    change: Change, waiting: HandedIn, vault: Any, realm: str
) -> None:
    stored = vault.keep_now(realm, [DATA])
    given = Given("again.xml", Kind.STATEMENT, "SHELL", stored, system_clock())
    again = change(lambda s, actor: actions.hand_in(s, actor, given))
    assert (again.job_id, again.duplicate_of) == (None, waiting.upload_id)


def test_what_is_not_there_is_not_found_and_roles_are_needed(
    change: Change, waiting: HandedIn, realm: str
) -> None:
    with pytest.raises(NotFound):
        change(lambda s, actor: actions.cancel(s, actor, 999))
    with pytest.raises(NotFound):
        change(lambda s, actor: actions.undo(s, actor, 999, system_clock()))
    nobody = Actor("u1", realm, "viewer", "Viewer", frozenset())
    job_id = waiting.job_id or 0
    with pytest.raises(Forbidden):
        change(lambda s, _: actions.cancel(s, nobody, job_id))
    with pytest.raises(Forbidden):
        change(lambda s, _: actions.undo(s, nobody, waiting.upload_id, system_clock()))


@pytest.mark.parametrize(
    ("state", "is_known"),
    [
        ("QUEUED", True), ("RUNNING", True), ("IMPORTED", True), ("FAILED", False),
        ("CANCELLED", False), ("REFUSED", False), ("UNDONE", False),
    ],
)  # fmt: skip
def test_bytes_are_known_while_an_import_of_them_holds_or_goes_on(
    change: Change, waiting: HandedIn, database: Database, vault: Any, realm: str,
    state: str, *, is_known: bool,
) -> None:  # fmt: skip
    with database.job_session(realm) as session:
        session.execute(update(Upload).values(state=state))
    stored = vault.keep_now(realm, [DATA])
    given = Given("again.xml", Kind.STATEMENT, "SHELL", stored, system_clock())
    again = change(lambda s, actor: actions.hand_in(s, actor, given))
    assert again.duplicate_of == (waiting.upload_id if is_known else None)
    assert (again.job_id is None) is is_known


@pytest.mark.parametrize(
    ("state", "is_asked"),
    [("QUEUED", False), ("RUNNING", False), ("IMPORTED", True), ("FAILED", True)],
)
def test_an_import_under_way_is_not_asked_for_once_more(
    change: Change, waiting: HandedIn, database: Database, realm: str, state: str,
    *, is_asked: bool,
) -> None:  # fmt: skip
    with database.job_session(realm) as session:
        session.execute(update(Upload).values(state=state))
        document = session.get_one(Upload, waiting.upload_id).document_id
    asked = change(lambda s, a: actions.reimport(s, a, [document], system_clock()))
    assert [one.upload_id for one in asked] == ([waiting.upload_id] if is_asked else [])
    with database.job_session(realm) as session:
        assert len(session.scalars(select(Job)).all()) == 1 + is_asked


def test_a_document_is_imported_again_as_its_latest_upload_that_is_no_repeat(
    change: Change, import_bytes: Import, database: Database, realm: str
) -> None:
    old = import_bytes(DATA, "old.xml")
    with database.job_session(realm) as session:
        session.execute(update(Upload).values(state="UNDONE"))
    latest = import_bytes(DATA, "latest.xml")
    repeat = import_bytes(DATA, "repeat.xml")
    assert (repeat.duplicate_of, old.document_id) == (latest.id, latest.document_id)
    (again,) = change(
        lambda s, a: actions.reimport(s, a, [old.document_id], system_clock())
    )
    assert again.upload_id == latest.id


def test_every_act_needs_its_role(
    change: Change, waiting: HandedIn, vault: Any, realm: str, database: Database
) -> None:
    nobody = Actor("u1", realm, "viewer", "Viewer", frozenset())
    stored = vault.keep_now(realm, [b"more"])
    given = Given("more.xml", Kind.STATEMENT, "SHELL", stored, system_clock())
    with database.job_session(realm) as session:
        session.execute(update(Upload).values(state="FAILED", wrong_kind="PAYMENT"))
    now, job_id, upload_id = system_clock(), waiting.job_id or 0, waiting.upload_id
    acts: list[Callable[[WriteSession], Awaitable[Any]]] = [
        lambda s: actions.hand_in(s, nobody, given),
        lambda s: actions.cancel(s, nobody, job_id),
        lambda s: actions.retry(s, nobody, job_id, now),
        lambda s: actions.move(s, nobody, upload_id, now),
        lambda s: actions.undo(s, nobody, upload_id, now),
        lambda s: actions.reimport(s, nobody, [1], now),
    ]
    for act in acts:
        with pytest.raises(Forbidden):
            change(lambda s, _, act=act: act(s))  # type: ignore[misc]
