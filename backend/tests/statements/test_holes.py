"""A statement missing between two others is told once, and cleared when it comes."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import select, update

from giroscope.features.banks import Account
from giroscope.features.messages.tables import Alarm, SystemMessage
from giroscope.features.statements import due
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.messages.told import said
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
NOW = datetime(2026, 3, 10, 9, 30, tzinfo=UTC)


def _statement(day: int, opening: int) -> bytes:
    on = date(2026, 3, day).isoformat()
    line = Line("-1.00", day=on, reference=f"FEE-{day}")
    sheet = Sheet([line], str(day), f"{opening}.00", first=on, last=on)
    return camt(sheet, message=f"STMT-{day}")


def _look(
    database: Database, realm: str, now: datetime = NOW
) -> list[tuple[str, bool]]:
    """Each alarm's sentence, and whether it is over."""
    with database.job_connection(realm) as connection:
        due(realm, connection, now)
        connection.commit()
        rows = connection.execute(
            select(SystemMessage.code, SystemMessage.values, Alarm.cleared)
            .join(Alarm, Alarm.message_id == SystemMessage.id)
            .where(Alarm.kind == "alarm.statement_gap")
            .order_by(Alarm.id)
        )
        return [(said(*told), cleared is not None) for *told, cleared in rows]


def test_a_hole_is_told_once_and_cleared_when_it_is_filled(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(_statement(2, 1000), "2.xml")
    import_bytes(_statement(3, 999), "3.xml")
    assert _look(database, realm) == []
    import_bytes(_statement(5, 997), "5.xml")
    import_bytes(_statement(6, 996), "6.xml")
    [(text, is_over)] = _look(database, realm)
    assert "before that of 2026-03-05 (5)" in text
    assert not is_over
    assert len(_look(database, realm)) == 1
    import_bytes(_statement(4, 998), "4.xml")
    assert _look(database, realm) == [(text, True)]


def test_the_account_is_called_what_people_call_it(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(_statement(2, 1000), "2.xml")
    import_bytes(_statement(5, 700), "5.xml")
    with database.job_connection(realm) as connection:
        connection.execute(update(Account).values(nickname="Wages"))
        connection.commit()
    [(text, _)] = _look(database, realm)
    assert text.startswith("A statement of Wages is missing")


def test_what_is_long_past_and_minutes_between_looks_are_left_alone(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(_statement(2, 1000), "2.xml")
    import_bytes(_statement(5, 700), "5.xml")
    assert _look(database, realm, NOW.replace(minute=31)) == []
    assert _look(database, realm, NOW.replace(month=6)) == []
    assert len(_look(database, realm)) == 1


def test_nothing_is_missed_while_files_are_being_brought_in(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(_statement(2, 1000), "2.xml")
    import_bytes(_statement(5, 700), "5.xml")
    _bring_in(database, realm, NOW)
    assert _look(database, realm) == []
    # One that stands still for an hour holds up nothing.
    _bring_in(database, realm, NOW - timedelta(hours=1))
    assert len(_look(database, realm)) == 1


def _bring_in(database: Database, realm: str, since: datetime) -> None:
    """Have an upload of this moment stand in the queue."""
    with database.job_connection(realm) as connection:
        connection.execute(update(Upload).values(state="QUEUED", created=since))
        connection.commit()
