"""Stories taken back in every order: what is left is as if the rest never came."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, permutations

import pytest
from sqlalchemy import select, text

from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.ledger_book import Book, book
from tests.journals.test_ledger_stories import STORIES, Story, number_of_order
from tests.statements.statement_factory import ACCOUNT

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]
_NOTHING = (
    "SELECT count(*) FROM {table} WHERE account_id ="
    " (SELECT id FROM accounts WHERE number = :number)"
)


@dataclass
class Teller:
    """Tells a story, or a part of it, on accounts that nobody used before."""

    story: Story
    import_bytes: Import
    undo: Undo
    database: Database
    realm: str
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _books: dict[tuple[int, ...], Book] = field(default_factory=dict)

    def tell(self, order: Sequence[int]) -> tuple[str, dict[int, Upload]]:
        """Import these files on a new account; tells which."""
        number = number_of_order(next(self._numbers))
        return number, {at: self.bring(at, number) for at in order}

    def bring(self, at: int, number: str) -> Upload:
        """Import one file."""
        data = self.story.files[at].replace(ACCOUNT.encode(), number.encode())
        return self.import_bytes(data, f"{at}.txt")

    def book(self, number: str) -> Book:
        """What is shown of an account, whatever its number and what came first."""
        found = book(self.database, self.realm, number)
        return found._replace(number="", statements=sorted(found.statements))

    def book_of(self, order: Sequence[int]) -> Book | None:
        """What is shown of an account for which only these files came."""
        key = tuple(order)
        if key and key not in self._books:
            number, uploads = self.tell(key)
            if all(upload.state == "REFUSED" for upload in uploads.values()):
                return None
            self._books[key] = self.book(number)
        return self._books.get(key)

    def take_back(self, upload: Upload) -> bool:
        """Undo an import; False where it brought nothing that could be undone."""
        with self.database.job_session(self.realm) as session:
            own = select(Upload.state).where(Upload.id == upload.id)
            state = session.scalars(own).one()
        if state != "IMPORTED":
            assert state in {"KNOWN", "REFUSED"}
            return False
        assert self.undo(upload) is None
        return True

    def left(self, number: str) -> dict[str, int]:
        """How many rows of each table an account still has."""
        tables = ("statements", "transactions", "report_entries", "possible_duplicates")
        with self.database.job_connection(self.realm) as connection:
            found = {
                table: connection.execute(
                    text(_NOTHING.format(table=table)), {"number": number}
                ).scalar_one()
                for table in tables
            }
            connection.rollback()
        return {table: rows for table, rows in found.items() if rows}


@pytest.fixture
def teller(
    request: pytest.FixtureRequest, import_bytes: Import, undo: Undo,
    database: Database, realm: str,
) -> Teller:  # fmt: skip
    """Tells the story that the test is about."""
    return Teller(STORIES[request.param], import_bytes, undo, database, realm)


@pytest.mark.dealt(8)
@pytest.mark.parametrize("teller", STORIES, indirect=True)
def test_a_story_undone_in_any_order_shows_what_the_rest_tells(teller: Teller) -> None:
    files = tuple(range(len(teller.story.files)))
    whole = teller.book_of(files)
    orders = [(files, order) for order in permutations(files)]
    for told, order in [*orders, (files[::-1], files)]:
        number, uploads = teller.tell(told)
        here, waiting = list(told), list(order)
        while any(uploads[at].state != "REFUSED" for at in waiting):
            at = next(at for at in waiting if teller.take_back(uploads[at]))
            waiting.remove(at)
            here.remove(at)
            expected = teller.book_of(here)
            if expected is not None:
                assert teller.book(number) == expected, (told, order, here)
        assert teller.left(number) == {}, (told, order)
    for at in files:
        teller.bring(at, number)
    assert teller.book(number) == whole


@pytest.mark.full
@pytest.mark.parametrize("teller", STORIES, indirect=True)
def test_a_file_that_comes_again_after_its_undo_tells_the_same(teller: Teller) -> None:
    files = tuple(range(len(teller.story.files)))
    whole = teller.book_of(files)
    for at in files:
        number, uploads = teller.tell(files)
        if teller.take_back(uploads[at]):
            assert teller.bring(at, number).state in {"IMPORTED", "KNOWN"}
            assert teller.book(number) == whole, at
