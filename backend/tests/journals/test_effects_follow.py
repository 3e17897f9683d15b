"""What rules did to a booking stands wherever the booking does, and comes back."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from giroscope.features.rules import label_actions
from giroscope.features.rules.tables import RuleFiring, RuleMark, RulePosting
from giroscope.features.statements.effects import bearing, effects_on
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.journals.test_ledger_decisions import Decider, entries
from tests.journals.test_ledger_stories import BARE, MONDAY, A, B
from tests.rules.rule_factory import DIA, FEES, NOW, RuleDesk
from tests.statements.statement_factory import Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]
_BORNE = ["Rent"]


class Marker:
    """Marks a booking as a rule does, and tells where that stands."""

    def __init__(self, database: Database, realm: str) -> None:
        self.database, self.realm = database, realm
        self.label_id = 0

    async def mark(self, entry_id: int) -> None:
        """Put a label and a proposal on it."""
        rule_id = await RuleDesk(self.database).draft("Rents", FEES)
        by = {"rule_id": rule_id, "version": 1, "record_id": entry_id, "at": NOW}
        async with self.database.writing(self.realm) as session:
            self.label_id = await label_actions.make(session, DIA, "Rent", NOW)
            session.add_all([
                RuleMark(label_id=self.label_id, subject="TRANSACTION", **by),
                RuleFiring(subject="TRANSACTION", is_shadow=False, **by),
                RulePosting(account="7220", text="Rent", **by),
            ])  # fmt: skip

    async def borne_by(self, entry_id: int) -> list[str]:
        """Labels of a booking, which the filter and the proposal say as well."""
        async with self.database.reading(self.realm) as session:
            found = await effects_on(session, [entry_id])
            rows = await session.execute(bearing([self.label_id]))
            bearers = set(rows.scalars())
        names = [label.name for label in found.labels.get(entry_id, [])]
        assert (entry_id in bearers) is bool(names) is (entry_id in found.postings)
        return names


@pytest.fixture
def marker(database: Database, realm: str) -> Marker:
    return Marker(database, realm)


@pytest.fixture
def decider(database: Database, realm: str) -> Decider:
    return Decider(database, realm)


async def test_two_bookings_said_to_be_one_bear_what_either_bore(
    import_bytes: Import, decider: Decider, marker: Marker
) -> None:
    for name in ("N1", "N2"):
        sheet = Sheet([BARE], "1", None, name=name)
        import_bytes(camt(sheet, kind="camt.054"), f"{name}.xml")
    left, right = entries(decider)
    await marker.mark(right)
    await decider.entries(left, right, same=True)
    (kept,) = entries(decider)
    assert await marker.borne_by(kept) == _BORNE
    await decider.undo()
    assert await marker.borne_by(left) == []
    assert await marker.borne_by(right) == _BORNE


async def test_what_a_correction_took_away_comes_back_with_its_undo(
    import_bytes: Import, undo: Undo, decider: Decider, marker: Marker
) -> None:
    import_bytes(camt(MONDAY), "first.xml")
    (own,) = [
        row[0] for row in decider.rows("SELECT id FROM transactions WHERE amount < 0")
    ]
    await marker.mark(own)
    lines = [A, replace(B, amount="-45.00", reference="R-X")]
    corrected = replace(MONDAY, lines=lines, created="2026-03-04T06:00:00")
    correction = import_bytes(camt(corrected), "second.xml")
    assert own not in entries(decider)
    assert undo(correction) is None
    assert await marker.borne_by(own) == _BORNE


async def test_what_no_report_tells_of_any_more_bears_nothing(
    import_bytes: Import, undo: Undo, decider: Decider, marker: Marker
) -> None:
    upload = import_bytes(camt(MONDAY), "only.xml")
    await marker.mark(entries(decider)[0])
    assert undo(upload) is None
    left = (
        "SELECT record_id FROM rule_marks UNION SELECT record_id FROM rule_firings"
        " UNION SELECT record_id FROM rule_postings"
    )
    assert decider.rows(left) == []
