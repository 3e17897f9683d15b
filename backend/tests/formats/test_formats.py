"""Which versions go to and come from banks, and who is told before one ends."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.features.banks import BankConnection, BankFile
from giroscope.features.documents import Document
from giroscope.features.formats.ends import ENDS, OFFERS, End, Source
from giroscope.features.formats.watch import watch_formats
from giroscope.features.messages import Alarm
from giroscope.features.messages.tables import SystemMessage
from giroscope.features.payments.sending import Sending
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from giroscope.kernel.graph import Context
from giroscope.kernel.jobs import JobStarter

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 6, 1, 9, tzinfo=UTC)
V3, V9 = "pain.001.001.03", "pain.001.001.09"
FORMATS = """{ bankFormats { lookedAt rows { bank direction format version files first
  last state ends endsInMonth daysLeft instead source sourceUrl } } }"""


class _World:
    """Connections, and the files that went over them."""

    def __init__(self, database: Database, realm: str) -> None:
        self.database, self.realm = database, realm
        self._made = 0

    def bank(self, name: str, country: str = "DK", protocol: str = "FOLDER") -> int:
        with self.database.job_connection(self.realm) as held:
            made = held.execute(
                insert(BankConnection)
                .values(
                    name=name, sort_name=name.lower(), type=protocol, profile="folder",
                    environment="PRODUCTION", country=country, state="ACTIVE",
                    created=NOW, created_by="u", created_by_name="U", parameters={},
                    version=1, renews_itself=True, fetch_to=20, renew_days_before=45,
                    fetch_minutes=15, fetch_from=6, fetches_on_weekends=False,
                )
                .returning(BankConnection.id)
            ).scalar_one()  # fmt: skip
            held.commit()
            return int(made)

    def _document(self, held: Any, version: str | None, format_: str | None) -> int:
        self._made += 1
        return int(
            held.execute(
                insert(Document)
                .values(
                    sha256=f"{self._made:064}", name="x.xml", size=1, kind="OTHER",
                    format=format_, version=version, source="UPLOAD", received=NOW,
                )
                .returning(Document.id)
            ).scalar_one()
        )  # fmt: skip

    def send(self, bank: int, version: str, day: date, *, left: bool = True) -> None:
        at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        with self.database.job_connection(self.realm) as held:
            document = self._document(held, version, version[:8])
            held.execute(
                insert(Sending).values(
                    correlation_id=f"c{self._made}", document_id=document,
                    sha256="0" * 64, connection_id=bank, state="SENT", since=at,
                    asked=at, tries=1, left=at if left else None,
                )
            )  # fmt: skip
            held.commit()

    def receive(
        self, bank: int, version: str | None, format_: str | None, day: date
    ) -> None:
        at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        with self.database.job_connection(self.realm) as held:
            document = self._document(held, version, format_)
            held.execute(
                insert(BankFile).values(
                    connection_id=bank, reference=f"r{self._made}", kind="STATEMENT",
                    sha256="0" * 64, document_id=document, name="x", received=at,
                )
            )  # fmt: skip
            held.commit()

    async def rows(self, now: datetime = NOW) -> list[dict[str, Any]]:
        context = Context(
            shell_actor(self.realm), self.database, JobStarter(self.database),
            lambda: now,
        )  # fmt: skip
        answer = await schema.execute(FORMATS, context_value=context)
        assert answer.errors is None, answer.errors
        assert answer.data is not None
        return list(answer.data["bankFormats"]["rows"])

    def told(
        self, now: datetime = NOW, ends: tuple[End, ...] = ENDS
    ) -> list[tuple[str, str, bool]]:
        """What people are told after two looks: what, how gravely, and if still so."""
        with self.database.job_connection(self.realm) as held:
            for minutes in range(2):
                watch_formats(held, now + timedelta(minutes=minutes), ends)
            held.commit()
            found = held.execute(
                select(Alarm.kind, SystemMessage.level, Alarm.cleared)
                .join(SystemMessage, SystemMessage.id == Alarm.message_id)
                .where(Alarm.kind.like("alarm.format%"))
                .order_by(Alarm.id)
            ).all()
        return [
            (kind.partition(".")[2], level, cleared is None)
            for kind, level, cleared in found
        ]


@pytest.fixture
def world(database: Database, realm: str) -> _World:
    return _World(database, realm)


async def test_each_version_is_told_by_connection_and_way_with_its_files(
    world: _World,
) -> None:
    nordea = world.bank("Nordea", protocol="NORDEA_CA")
    world.send(nordea, V3, date(2026, 5, 4))
    world.send(nordea, V3, date(2026, 5, 20))
    # Nothing of it has left, and what left long ago tells of nothing that is used.
    world.send(nordea, V9, date(2026, 5, 30), left=False)
    world.send(nordea, "pain.001.001.02", date(2026, 3, 2))
    world.receive(nordea, "camt.053.001.02", "camt.053", date(2026, 5, 5))
    world.receive(world.bank("Aros"), None, "mt940", date(2026, 5, 6))
    world.receive(nordea, None, None, date(2026, 5, 5))
    rows = await world.rows()
    assert [
        (row["bank"], row["direction"], row["version"], row["files"], row["state"])
        for row in rows
    ] == [
        ("Aros", "RECEIVED", "MT940", 1, "NO_END"),
        ("Nordea", "SENT", V3, 2, "NO_END"),
        ("Nordea", "RECEIVED", "camt.053.001.02", 1, "NO_END"),
    ]  # fmt: skip
    assert (rows[1]["first"][:10], rows[1]["last"][:10]) == ("2026-05-04", "2026-05-20")
    # No date is known, and a newer one is offered: told with who says so.
    assert (rows[1]["ends"], rows[1]["instead"]) == (None, V9)
    assert rows[1]["sourceUrl"].startswith("https://www.nordea.com/")
    assert (rows[0]["instead"], rows[0]["source"]) == (None, None)


async def test_a_banks_own_date_stands_before_that_of_its_country(
    world: _World,
) -> None:
    names = ("Commerzbank AG", "VR Bank", "SEB Vilnius", "Sebra", "SEB Danmark")
    countries = ("DE", "DE", "LT", "LT", "DK")
    for name, country in zip(names, countries, strict=True):
        bank = world.bank(name, country)
        if country == "DE":
            world.receive(bank, None, "mt940", date(2026, 5, 20))
        else:
            world.send(bank, V3, date(2026, 5, 20))
    rows = {row["bank"]: row for row in await world.rows()}
    assert [(rows[name]["ends"], rows[name]["state"]) for name in names] == [
        ("2026-03-31", "ENDED"), ("2025-11-30", "ENDED"), ("2026-11-14", "ENDS"),
        (None, "NO_END"), (None, "NO_END"),
    ]  # fmt: skip
    assert [rows[name]["endsInMonth"] for name in names] == [
        False, True, False, False, False,
    ]  # fmt: skip
    assert rows["SEB Vilnius"]["daysLeft"] == 166
    assert rows["SEB Vilnius"]["instead"] == V9


async def test_what_another_version_has_replaced_ends_unnoticed(world: _World) -> None:
    bank = world.bank("VR Bank", "DE")
    world.receive(bank, None, "mt940", date(2026, 5, 4))
    assert world.told() == [("format_ended", "ERROR", True)]
    world.receive(bank, "camt.053.001.08", "camt.053", date(2026, 5, 5))
    # What goes the other way, or over another connection, replaces nothing.
    seb = world.bank("SEB", "LT")
    world.send(seb, V3, date(2026, 5, 4))
    world.send(bank, V9, date(2026, 5, 5))
    rows = {row["version"]: row["state"] for row in await world.rows()}
    assert rows == {
        "MT940": "SUPERSEDED", "camt.053.001.08": "NO_END", V3: "ENDS", V9: "NO_END",
    }  # fmt: skip
    assert world.told() == [("format_ended", "ERROR", False)]


END = End(
    frozenset({V3}), date(2026, 8, 30), "DK", None, V9, Source("A", "https://a.example")
)


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (91, []), (90, ["WARNING"]), (31, ["WARNING"]), (30, ["WARNING"]),
        (7, ["ERROR"]), (1, ["ERROR"]), (0, ["ERROR"]),
    ],
)  # fmt: skip
async def test_people_are_told_ninety_thirty_and_seven_days_before(
    world: _World, days: int, told: list[str]
) -> None:
    now = datetime(2026, 8, 30, 9, tzinfo=UTC) - timedelta(days=days)
    world.send(world.bank("Aros"), V3, now.date() - timedelta(days=1))
    found = world.told(now, (END,))
    assert [(kind, level) for kind, level, _ in found] == [
        ("format_ends", level) for level in told
    ]


async def test_each_step_is_told_once_and_takes_the_place_of_the_one_before(
    world: _World,
) -> None:
    bank = world.bank("Aros")
    last = datetime(2026, 8, 30, 9, tzinfo=UTC)
    for days in (60, 29, 5, -2):
        at = last - timedelta(days=days)
        world.send(bank, V3, at.date())
        found = world.told(at + timedelta(hours=4), (END,))
    assert [(kind, level) for kind, level, _ in found] == [
        ("format_ends", "WARNING"), ("format_ends", "WARNING"),
        ("format_ends", "ERROR"), ("format_ended", "ERROR"),
    ]  # fmt: skip
    assert [is_open for *_, is_open in found] == [False, False, False, True]


def test_every_date_stands_with_its_source() -> None:
    for known in (*ENDS, *OFFERS):
        assert known.source.name
        assert known.source.url.startswith("https://")
        assert known.instead
