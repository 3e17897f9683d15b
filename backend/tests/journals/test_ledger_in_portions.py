"""A long statement is settled by portions of its amounts, and comes to the same."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from giroscope.features.documents import Vault
from giroscope.features.journals.rebuild import rebuild
from giroscope.features.statements import ledger, portions, versions
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.ledger_book import book
from tests.journals.test_ledger_stories import MONDAY, STORIES, A, B, C, number_of_order
from tests.journals.test_preview import shown
from tests.journals.test_rebuild import NOW, ids, ignore, told
from tests.statements.statement_factory import ACCOUNT, Line, camt

Import = Callable[..., Upload]
_CUT = (
    "it is made anew a day later",
    "a corrected statement",
    "one statement in two formats",
    "two days in two formats",
)
_WHOLE = (
    "a month over its days",
    "a batch that the other format lists singly",
    "a statement lists as pending what the next one books",
)
_TEXT = replace(C, day=A.day, amount="7.00", reference="R-F")
_AGAIN = "2026-03-04T06:00:00"
LISTED = replace(MONDAY, lines=[A, B, _TEXT, Line("9.00", A.day), Line("9.00", A.day)])
CORRECTED = replace(
    LISTED,
    lines=[A, replace(B, amount="-45.00"), replace(_TEXT, parts=C.parts),
           Line("9.00", A.day), Line("11.00", A.day)],
    created=_AGAIN,
)  # fmt: skip


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[set[int]]:
    """The amounts that are read together, of each portion; one by one if it can be."""
    amounts: list[set[int]] = []
    entries_in = portions.entries_in

    def noted(*asked: int) -> versions.Entries:
        found = entries_in(*asked)
        amounts.append({item.units for some in found.items.values() for item in some})
        return found

    monkeypatch.setattr(portions, "entries_in", noted)
    monkeypatch.setattr(portions, "AT_ONCE", 1)
    return amounts


@pytest.mark.both_stores
@pytest.mark.parametrize(("names", "is_cut"), [(_CUT, True), (_WHOLE, False)])
def test_settled_in_portions_the_ledger_is_the_same_to_the_id(
    names: tuple[str, ...], is_cut: bool, import_bytes: Import, database: Database,
    realm: str, vault: Vault, request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    for number, name in enumerate(names):
        for at, data in enumerate(STORIES[name].files):
            own = data.replace(ACCOUNT.encode(), number_of_order(number).encode())
            import_bytes(own, f"{number}-{at}.txt")
    before, known = told(database, realm), ids(database, realm)
    read: list[set[int]] = request.getfixturevalue("read")
    rebuilt = rebuild(database, realm, vault, NOW, ignore)
    assert rebuilt.verified.breaches == []
    assert ids(database, realm) == known
    assert told(database, realm) == before
    assert bool(read) == is_cut


@pytest.mark.both_stores
def test_a_correction_reads_one_amount_at_a_time_and_tells_all_that_changed(
    import_bytes: Import, database: Database, realm: str, read: list[set[int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    import_bytes(camt(LISTED), "listed.xml")
    known = ids(database, realm)
    monkeypatch.delattr(ledger, "entries_of")
    (statement,) = shown(database, realm, camt(CORRECTED))["statements"]
    upload = import_bytes(camt(CORRECTED), "corrected.xml")
    assert {len(amounts) for amounts in read} == {1}
    assert (statement["new"], statement["replaced"], statement["known"]) == (2, 2, 3)
    assert [
        (change["kind"], change["amount"], change["amountBefore"])
        for change in statement["changes"]
    ] == [
        ("CHANGED", "-45.00", "-40.00"), ("ADDED", "11.00", None),
        ("REMOVED", "9.00", None),
    ]  # fmt: skip
    assert upload.counts is not None
    assert (upload.counts["new"], upload.counts["replaced"]) == (2, 2)
    found = book(database, realm, ACCOUNT)
    assert found.breaches == []
    assert sorted(amount for _, amount in found.booked) == [-45, 7, 9, 11, 100]
    kept = {row.split(",")[0] for row in known} & {
        row.split(",")[0] for row in ids(database, realm)
    }
    assert len(kept) == 3
