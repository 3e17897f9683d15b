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


@pytest.mark.dealt(6)
@pytest.mark.parametrize("first", range(0, _MONTHS, _AT_ONCE))
def test_months_end_as_they_happened(
    first: int, import_bytes: Import, undo: Undo, database: Database, realm: str
) -> None:
    """A seed that fails is replayed by GIROSCOPE_TEST_MONTH."""
    replayed = os.environ.get("GIROSCOPE_TEST_MONTH")
    seeds = [int(replayed)] if replayed else range(first, first + _AT_ONCE)
    for seed in seeds:
        account = number_of_order(seed)
        made = month(seed, account)
        uploads = [bring(import_bytes, told) for told in made.files]
        for at in made.again:
            if uploads[at].state == "IMPORTED":
                undo(uploads[at])
        for at in made.again:
            bring(import_bytes, made.files[at])
        for truth in made.truths:
            found = book(database, realm, account, truth.currency)
            said = (seed, truth.currency, [told.what for told in made.files])
            assert found.breaches == [], said
            assert found.booked == truth.booked, said
            assert found.current == truth.statements, (said, found.statements)
            assert found.of("pending") == [], said
            assert found.of("information") == [], said


def bring(import_bytes: Import, told: Told) -> Upload:
    """Import a file of a month."""
    upload = import_bytes(told.data, f"{told.what}.txt")
    assert upload.state in {"IMPORTED", "KNOWN"} or told.is_cut, told.what
    return upload
