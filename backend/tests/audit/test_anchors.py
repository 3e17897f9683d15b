"""The trail's head is anchored outside by itself, and what was cut off is found."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.audit.anchors import AnchorStore, AnchorsUnreadable
from giroscope.features.audit.daily_anchor import (
    Recipient,
    anchor_now,
    anchorer,
    due,
)
from giroscope.features.audit.errors import ChainBroken
from giroscope.features.audit.verify import (
    Fault,
    FaultKind,
    Verdict,
    accept_restore,
    verify_and_note,
)
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.mail import Mail
from giroscope.kernel.tables import ChainHead, Job, JobState
from giroscope.settings import Settings

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 11, 24, 3, 0, tzinfo=UTC)
DAY = timedelta(days=1)


class Post:
    """A mail server that remembers."""

    def __init__(self) -> None:
        self.sent: list[Mail] = []

    def send(self, _realm: str, mail: Mail) -> None:
        """Take one."""
        self.sent.append(mail)


@pytest.fixture
def store(settings: Settings) -> AnchorStore:
    return AnchorStore(settings)


@pytest.fixture
def anchor(
    store: AnchorStore, database: Database, realm: str
) -> Callable[[datetime], Any]:
    """Anchor the chain at some time, as the job does."""

    def run(at: datetime) -> Any:
        with database.snapshot(realm) as connection:
            return anchor_now(connection, realm, store, at)

    return run


@pytest.fixture
def verified(
    store: AnchorStore, database: Database, realm: str
) -> Callable[[], Verdict]:
    """Verify as the button does, without saying any anchor."""
    return lambda: verify_and_note(database, shell_actor(realm), store)


@pytest.fixture
def put_back(intrude: Any) -> Callable[[Any], None]:
    """Cut off what came after a head, and put that head back."""

    def run(old: Any) -> None:
        intrude(
            "DELETE FROM audit_events WHERE sequence > :length",
            "UPDATE chain_heads SET length = :length, hash = :hash, seal = :seal",
            length=old.length, hash=old.hash, seal=old.seal,
        )  # fmt: skip

    return run


def _head(database: Database, realm: str) -> Any:
    with database.job_connection(realm) as connection:
        return connection.execute(select(ChainHead)).one()


def test_a_tail_that_was_cut_is_found_without_being_told(
    say: Any, anchor: Any, verified: Any, put_back: Any, database: Database, realm: str
) -> None:
    say(3)
    old = _head(database, realm)
    say(2)
    anchor(NOW)
    assert (verified().is_intact, verified().anchors) == (True, 1)
    put_back(old)
    assert verified().fault == Fault(4, FaultKind.ROLLED_BACK)
    # The chain goes on past what was cut off; the anchor still says otherwise.
    say(4)
    assert verified().fault == Fault(5, FaultKind.ROLLED_BACK)
    # The daily job finds it, too, and anchors no chain that is not the old one.
    done = anchor(NOW + DAY)
    assert done.fault == Fault(5, FaultKind.ROLLED_BACK)
    assert verified().anchors == 1


def test_an_operator_says_that_a_backup_was_put_back(
    say: Any, anchor: Any, verified: Any, put_back: Any, database: Database, realm: str
) -> None:
    say(1)
    old = _head(database, realm)
    say(2)
    anchor(datetime.now(UTC) - DAY)
    put_back(old)
    assert not verified().is_intact
    accept_restore(database, shell_actor(realm), "the disk was lost")
    assert verified().is_intact
    # What is noted from then on counts again.
    anchor(datetime.now(UTC) + DAY)
    kept = _head(database, realm)
    say(1)
    anchor(datetime.now(UTC) + 2 * DAY)
    put_back(kept)
    assert verified().fault == Fault(kept.length + 1, FaultKind.ROLLED_BACK)


def test_an_anchor_that_was_changed_is_told(
    say: Any, anchor: Any, verified: Any, settings: Settings
) -> None:
    say(2)
    anchor(NOW)
    (path,) = (settings.data_dir / "anchors").rglob("*.json")
    path.rename(path.with_name(path.name.replace("-2-", "-1-")))
    assert verified().fault == Fault(2, FaultKind.ANCHOR_CHANGED)


def test_a_day_is_anchored_once(say: Any, anchor: Any, verified: Any) -> None:
    say(1)
    first = anchor(NOW)
    say(1)
    assert anchor(NOW + timedelta(hours=20)) == first
    assert anchor(NOW + DAY).anchor.length == 2
    assert verified().anchors == 2


def test_anchors_of_a_realm_that_was_deleted_are_another_chains(
    say: Any, anchor: Any, verified: Any, settings: Settings
) -> None:
    say(1)
    anchor(NOW)
    (path,) = (settings.data_dir / "anchors").rglob("*.json")
    other = path.parent.with_name("0" * 16)
    other.mkdir()
    path.rename(other / path.name)
    assert (verified().is_intact, verified().anchors) == (True, 0)


def test_a_store_that_does_not_answer_is_a_refusal(
    say: Any, database: Database, realm: str, settings: Settings
) -> None:
    say(1)
    away = settings.model_copy(update={"anchors_url": "http://127.0.0.1:9/none"})
    with pytest.raises(AnchorsUnreadable):
        verify_and_note(database, shell_actor(realm), AnchorStore(away))


def _jobs(database: Database, realm: str, now: datetime) -> list[tuple[int, str]]:
    with database.job_connection(realm) as connection:
        due(realm, connection, now)
        connection.commit()
        rows = connection.execute(select(Job.subject, Job.state).order_by(Job.id))
        return [(subject, state) for subject, state in rows]


def _end(database: Database, realm: str, state: JobState, at: datetime) -> None:
    with database.job_connection(realm) as connection:
        connection.execute(update(Job).values(state=state.value, finished=at))
        connection.commit()


def test_the_job_is_due_once_a_day_and_again_an_hour_after_it_failed(
    say: Any, database: Database, realm: str
) -> None:
    assert _jobs(database, realm, NOW) == []
    say(1)
    assert _jobs(database, realm, NOW) == [(20261124, "QUEUED")]
    assert len(_jobs(database, realm, NOW)) == 1
    _end(database, realm, JobState.FAILED, NOW)
    assert len(_jobs(database, realm, NOW + timedelta(minutes=59))) == 1
    assert len(_jobs(database, realm, NOW + timedelta(minutes=61))) == 2
    _end(database, realm, JobState.SUCCEEDED, NOW)
    assert len(_jobs(database, realm, NOW + timedelta(hours=20))) == 2
    assert _jobs(database, realm, NOW + DAY)[-1] == (20261125, "QUEUED")


def test_account_managers_are_mailed_what_the_log_says(
    say: Any, store: AnchorStore, database: Database, realm: str, put_back: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    say(1)
    old = _head(database, realm)
    say(1)
    post = Post()
    people = (Recipient("ann@example.com", "en"), Recipient("bo@example.com", "da"))
    run = JobRun(database, realm, 1, 20261124)
    anchorer(store, lambda _: people, post, lambda: NOW)(run)
    head = _head(database, realm)
    noted = f"2:{head.hash}"
    assert [(mail.to, noted in mail.text) for mail in post.sent] == [
        ("ann@example.com", True), ("bo@example.com", True)
    ]  # fmt: skip
    assert "Gem denne mail" in post.sent[1].text
    assert noted in capsys.readouterr().out
    put_back(old)
    with pytest.raises(ChainBroken, match="noted earlier"):
        anchorer(store, lambda _: people, post, lambda: NOW + DAY)(run)
    assert "not intact" in post.sent[2].subject
