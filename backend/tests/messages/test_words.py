"""Messages by their words: the index and the walk find the same, on both stores."""

import pytest
from sqlalchemy import delete, text

from giroscope.features.messages import queries, tell, word_index
from giroscope.features.messages.queries import Wanted
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel import word_index as kernel_index
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import upgrade
from giroscope.kernel.paging import PageRequest
from localization import Message

pytestmark = pytest.mark.both_stores

ANN = Actor("ann", "giroscope", "ann", "Ann", frozenset())
SAID = (
    ("Kontoudtog-2026-11.xml is imported", "K-77"),
    ("Ærøs Bådværft rejected the payment", None),
    ("kontoudtog_2026_10.XML was refused: 3 errors", "71/0004711"),
    ("Nothing new", None),
)


@pytest.fixture
def said(database: Database) -> None:
    with database.job_session("giroscope") as session:
        for sentence, reference in SAID:
            tell(
                session.connection(),
                "INFO",
                Message("x", text=sentence),
                reference=reference,
            )


async def _found(database: Database, asked: str) -> tuple[list[str], bool]:
    """What is found, and whether the index was asked."""
    async with database.reading("giroscope") as session:
        wanted = await queries.looked_up(session, Wanted(text=asked))
        rows = await queries.rows_of(
            session, ANN, wanted, queries.ORDER, PageRequest(first=10)
        )
        assert (await queries.count(session, ANN, wanted)).total == len(rows)
    return [str(seen.message.message) for seen in rows], wanted.few is not None


@pytest.mark.usefixtures("said")
@pytest.mark.parametrize(
    ("asked", "places"),
    [
        ("kontoudtog", [2, 0]), ("KONTO xml", [2, 0]), ("2026-11", [0]),
        ("bådv", [1]), ("ærø", [1]), ("k-77", [0]), ("0004711", [2]), ("4711", []),
        ("nothing new", [3]), ("refused imported", []), ("...", [3, 2, 1, 0]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_common", [True, False])
async def test_words_begin_words_of_the_sentence_or_the_reference(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    asked: str,
    places: list[int],
    is_common: bool,
) -> None:
    monkeypatch.setattr(kernel_index, "_COMMON", 0 if is_common else 100)
    found, is_asked = await _found(database, asked)
    assert found == [SAID[place][0] for place in places]
    assert is_asked == (asked != "..." and not is_common)


@pytest.mark.usefixtures("said")
async def test_words_that_many_hold_are_walked_to(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_index, "MOST", 1)
    assert await _found(database, "kontoudtog") == ([SAID[2][0], SAID[0][0]], False)
    assert await _found(database, "bådværft") == ([SAID[1][0]], True)


@pytest.mark.usefixtures("said")
async def test_a_message_that_is_gone_is_not_found(database: Database) -> None:
    with database.job_session("giroscope") as session:
        session.execute(delete(SystemMessage).where(SystemMessage.id == 1))
    found, _ = await _found(database, "kontoudtog")
    assert found == [SAID[2][0]]
    async with database.reading("giroscope") as session:
        ids = word_index.WORDS.ids(session, ["kontoudtog"])
        assert list((await session.execute(ids)).scalars()) == [3]


async def test_messages_of_an_older_release_are_found_too(database: Database) -> None:
    database.create_realm("older")
    with database.job_connection("older") as connection:
        upgrade(connection, "0015")
        connection.execute(
            text(
                "INSERT INTO system_messages"
                ' (created, level, code, text, "values", reference)'
                " VALUES (:at, 'INFO', 'x', :said, '{}', :about)"
            ),
            [
                {"at": "2026-11-21 08:00:00", "said": said, "about": about}
                for said, about in SAID
            ],
        )
        upgrade(connection)
        connection.commit()
    async with database.reading("older") as session:
        for word, place in (("bådværft", 2), ("0004711", 3)):
            ids = word_index.WORDS.ids(session, [word])
            assert list((await session.execute(ids)).scalars()) == [place]
            held = queries.matching(Wanted(text=word), ANN)
            assert [row.id for row in (await session.execute(held)).scalars()] == [
                place
            ]
