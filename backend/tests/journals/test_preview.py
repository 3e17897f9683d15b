"""What a preview shows is what the import then does, and a preview changes nothing."""

import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from giroscope.features.journals.preview import preview
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.realm_tables import everything
from tests.journals.test_ledger_stories import MONDAY, STORIES, TUESDAY, A, B
from tests.statements.statement_factory import camt

Import = Callable[..., Upload]
NOW = datetime(2026, 3, 10, tzinfo=UTC)
_NAMES = {"possibleDuplicates": "doubted"}
_FIGURES = ("read", "new", "known", "confirmed", "replaced", "possibleDuplicates")


def shown(database: Database, realm: str, data: bytes) -> dict[str, Any]:
    """The preview of a file."""
    return preview(database, realm, io.BytesIO(data), "x.xml", NOW).as_json("x.xml")


@pytest.mark.dealt(4)
@pytest.mark.parametrize("name", STORIES)
def test_the_import_does_what_was_shown_and_the_preview_nothing(
    name: str, import_bytes: Import, database: Database, realm: str
) -> None:
    for number, data in enumerate(STORIES[name].files):
        before = everything(database, realm)
        found = shown(database, realm, data)
        assert everything(database, realm) == before
        upload = import_bytes(data, f"{number}.txt")
        assert found["refused"] == (upload.state == "REFUSED")
        if upload.counts is None:
            continue
        for figure in _FIGURES:
            total = sum(statement[figure] for statement in found["statements"])
            assert total == upload.counts.get(_NAMES.get(figure, figure), 0), figure


def test_a_correction_is_shown_entry_by_entry(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(MONDAY), "monday.xml")
    corrected = replace(
        MONDAY, lines=[A, replace(B, amount="-45.00")], created="2026-03-04T06:00:00"
    )
    (statement,) = shown(database, realm, camt(corrected))["statements"]
    assert (statement["relation"], statement["other"]) == ("REPLACES", "1")
    (change,) = statement["changes"]
    assert (change["kind"], change["amount"], change["amountBefore"]) == (
        "CHANGED", "-45.00", "-40.00",
    )  # fmt: skip
    assert (statement["new"], statement["replaced"], statement["known"]) == (1, 1, 1)


def test_a_gap_and_a_bad_file_are_shown(
    import_bytes: Import, database: Database, realm: str
) -> None:
    import_bytes(camt(MONDAY), "monday.xml")
    late = replace(TUESDAY, opening="999.00")
    (statement,) = shown(database, realm, camt(late))["statements"]
    assert (statement["relation"], statement["link"]) == ("NEW", "GAP")
    # Side by side with what it should have opened with.
    assert (statement["opening"], statement["previousClosing"]) == ("999.00", "1060.00")
    within = replace(TUESDAY, opening="999.00", first="2026-03-03", last="2026-03-09")
    import_bytes(camt(replace(TUESDAY, last="2026-03-05")), "days.xml")
    inner = replace(within, first="2026-03-04", lines=[], sequence="9")
    (statement,) = shown(database, realm, camt(inner))["statements"]
    assert statement["link"] == "OVERLAPS"
    assert statement["previousClosing"] == TUESDAY.closes_with
    bad = shown(database, realm, b"<Document>")
    assert bad["refused"]
    assert bad["fingerprint"] is None
    assert bad["findings"][0]["severity"] == "error"
