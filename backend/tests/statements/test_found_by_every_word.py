"""Whatever a file says of an entry in words finds that entry, on both databases."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.statements import Transaction, sampling, search
from giroscope.features.statements.narrowing import Filter, is_entry
from giroscope.features.statements.word_index import WORDS
from giroscope.kernel.database import Database
from giroscope.kernel.paging import PageRequest
from giroscope.kernel.words import searchable
from tests.shares import SomeOf
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

NAMES = ("Nørrebro Cykler ApS", "Grønlund og Sønner A/S", "Straße 5b", "ΣΊΣΥΦΟΣ")
# Capitals, small letters and both; with gaps and without; too long for an index.
SHAPES = (
    "E2E{:08}", "as{:05}", "Inv{}", "INV-2026/{}", "{:016}", "Æ{}", "NOTPROVIDED",
    "RF18{}", "X{}" + "9" * 400, "7{} 8", "ref. {}",
)  # fmt: skip


def lines(count: int) -> list[Line]:
    """Entries that say all that is searched, in every shape."""
    source = random.Random(17)  # noqa: S311 - made-up entries are no secrets

    def reference() -> str:
        return source.choice(SHAPES).format(source.randrange(10**5))

    def part(amount: str) -> Part:
        return Part(amount, source.choice(NAMES), reference(), f"Faktura {reference()}")

    made = []
    for number in range(1, count + 1):
        parts = [part("1.00") for _ in range(2 if number % 5 == 0 else 1)]
        made.append(
            Line(
                f"{len(parts)}.00",
                reference=f"{reference()}{number}",
                parts=parts,
                information=f"Overførsel {number}",
            )
        )
    return made


@pytest.fixture
def told(import_bytes: Callable[..., Any]) -> list[set[str]]:
    """The words of each imported entry, in the order of the file."""
    entries = lines(120)
    upload = import_bytes(camt(Sheet(entries)), "day.xml", "STATEMENT")
    assert upload.state == "IMPORTED"
    return [_words(entry) for entry in entries]


def _words(entry: Line) -> set[str]:
    texts = [entry.reference, entry.information]
    for part in entry.parts:
        # Who gave no end-to-end id is not looked for by the word for that.
        given = None if part.end_to_end == "NOTPROVIDED" else part.end_to_end
        texts += [part.name, given, part.text]
    return set(searchable(*texts).split())


WAYS: dict[str, list[tuple[Any, str, int]]] = {
    "walked": [],
    "looked up": [(search, "_NEAR", 1)],
    "looked up among many": [(search, "_NEAR", 1), (sampling, "_COUNTED", 0)],
}


@pytest.mark.parametrize("way", WAYS)
async def test_every_word_of_an_entry_finds_it(
    database: Database,
    realm: str,
    told: list[set[str]],
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    some_of: SomeOf,
) -> None:
    for module, name, value in WAYS[way]:
        monkeypatch.setattr(module, name, value)
    source = random.Random(way)  # noqa: S311 - made-up questions are no secrets
    for words in some_of(source.sample(told, 8), 6):
        for word in sorted(words):
            for asked in {word, word.upper(), word[: source.randint(1, len(word))]}:
                await _finds_all(database, realm, told, asked)
        await _finds_all(database, realm, told, " ".join(sorted(words)[:4]))


async def _finds_all(
    database: Database, realm: str, told: list[set[str]], asked: str
) -> None:
    """The entries found are those of which every word asked for begins a word."""
    sought = searchable(asked).split()
    expected = [
        position
        for position, words in enumerate(told, 1)
        if all(any(held.startswith(word) for held in words) for word in sought)
    ]
    order = search.order_by("BOOKING_DATE", is_descending=False)
    async with database.reading(realm) as session:
        request = PageRequest(first=len(told))
        found = await search.find(session, Filter(text=asked), order, request)
        ids = [row.id for row in found.rows]
        chosen = select(Transaction.position).where(Transaction.id.in_(ids))
        positions = (await session.execute(chosen)).scalars().all()
    assert sorted(positions) == expected, asked


@pytest.mark.usefixtures("told")
async def test_references_are_looked_up_in_their_indexes(
    database: Database, realm: str
) -> None:
    async with database.reading(realm) as session:
        connection = await session.connection()
        if database.is_sqlite:
            asked = WORDS.ids(session, ["e2e17"], is_entry()).compile(connection.engine)
            values = tuple(asked.params[name] for name in asked.positiontup or ())
            plan = await connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {asked}", values
            )
        else:
            # Which plan it takes for a few rows says nothing; by this operator class
            # an index knows beginnings, whatever the language of the database.
            plan = await connection.execute(
                text(
                    "SELECT indexname FROM pg_indexes WHERE tablename = 'transactions'"
                    " AND indexdef LIKE '%text_pattern_ops%'"
                )
            )
        steps = str(plan.all())
    for column in ("end_to_end", "bank_reference"):
        assert f"ix_transactions_{column}" in steps, steps
