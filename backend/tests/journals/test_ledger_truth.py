"""Whatever files tell a month, in whatever order: the ledger is what happened."""

import os
from collections.abc import Callable

import pytest

from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.ledger_book import book
from tests.journals.ledger_truth import Told, month
from tests.journals.test_ledger_stories import number_of_order

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]
_MONTHS = 18
_AT_ONCE = 3
# Elsewhere the tests see nothing of the environment they were started in.
_REPLAYED = os.environ.get("GIROSCOPE_TEST_MONTH")
"""The seed of a month that failed."""


class _Teller:
    """Brings a month's files as people do, and compares what comes of them."""

    def __init__(
        self, import_bytes: Import, undo: Undo, database: Database, realm: str
    ) -> None:
        self._import_bytes, self._undo = import_bytes, undo
        self._database, self._realm = database, realm

    def tell(self, seed: int) -> None:
        account = number_of_order(seed)
        made = month(seed, account)
        uploads = [bring(self._import_bytes, told) for told in made.files]
        for at in made.again:
            if uploads[at].state == "IMPORTED":
                self._undo(uploads[at])
        for at in made.again:
            bring(self._import_bytes, made.files[at])
        for truth in made.truths:
            found = book(self._database, self._realm, account, truth.currency)
            said = (seed, truth.currency, [told.what for told in made.files])
            assert found.breaches == [], said
            assert found.booked == truth.booked, said
            assert found.current == truth.statements, (said, found.statements)
            assert found.of("pending") == [], said
            assert found.of("information") == [], said


@pytest.fixture
def teller(import_bytes: Import, undo: Undo, database: Database, realm: str) -> _Teller:
    return _Teller(import_bytes, undo, database, realm)


@pytest.mark.dealt(6)
@pytest.mark.parametrize("first", range(0, _MONTHS, _AT_ONCE))
def test_months_end_as_they_happened(first: int, teller: _Teller) -> None:
    seeds = [int(_REPLAYED)] if _REPLAYED else range(first, first + _AT_ONCE)
    for seed in seeds:
        teller.tell(seed)


@pytest.mark.parametrize("seed", [20451, 20738])
def test_a_batch_in_a_part_of_a_day_is_no_other_booking_than_its_payments_in_the_month(
    seed: int, teller: _Teller
) -> None:
    """The parts go forth and back between two balances, so none of them tells it."""
    teller.tell(seed)


def bring(import_bytes: Import, told: Told) -> Upload:
    """Import a file of a month."""
    upload = import_bytes(told.data, f"{told.what}.txt")
    assert upload.state in {"IMPORTED", "KNOWN"} or told.is_cut, told.what
    return upload
