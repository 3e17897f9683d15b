"""What a trial says of one record: which conditions hold, and what stands there."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.journals.rules import ruling
from giroscope.features.rules import Subject
from giroscope.features.rules.explain import Tried, tried
from giroscope.features.rules.model import Field
from giroscope.features.rules.parse import body_of
from giroscope.features.statements import Transaction
from giroscope.kernel.database import Database
from giroscope.kernel.errors import NotFound
from tests.rules.rule_factory import REALM, RuleDesk, asks, body
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)


@pytest.fixture
def look(database: Database, import_bytes: Callable[..., Any]) -> Callable[..., Tried]:
    """Tries a rule on a fee of 25 kroner."""
    line = Line("-25.00", parts=(Part(text="GEBYR  for Marts"),))
    import_bytes(camt(Sheet((line,))), "march.xml")
    desk = RuleDesk(database)

    def one(says: dict[str, Any], record: int | None = None) -> Tried:
        source = ruling().sources[Subject.TRANSACTION]
        with desk.database.job_connection(REALM) as own:
            known = own.execute(select(Transaction.id)).scalars().first()
            read = body_of(Subject.TRANSACTION, says)
            return tried(own, source, read, record or int(known or 0))

    return one


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (asks("TEXT", "CONTAINS", "gebyr for"), True),
        (asks("TEXT", "STARTS_WITH", "marts"), False),
        (asks("TEXT", "STARTS_WITH", "Gebyr"), True),
        (asks("TEXT", "CONTAINS", "gebyr", negated=True), False),
        (asks("DIRECTION", "ONE_OF", "DEBIT"), True),
        (asks("DIRECTION", "ONE_OF", "CREDIT"), False),
        (asks("AMOUNT", "AT_LEAST", "25", currency="DKK"), True),
        (asks("AMOUNT", "AT_LEAST", "25.01", currency="DKK"), False),
        (asks("AMOUNT", "AT_MOST", "25.00", currency="DKK"), True),
        (asks("AMOUNT", "AT_MOST", "24.99", currency="DKK"), False),
        (asks("AMOUNT", "AT_LEAST", "1", currency="EUR"), False),
        (asks("AMOUNT", "BETWEEN", "25", "25", currency="DKK"), True),
        (asks("DATE", "AT_LEAST", "2026-03-02"), True),
        (asks("DATE", "AT_LEAST", "2026-03-03"), False),
        (asks("DATE", "AT_MOST", "2026-03-02"), True),
        (asks("DATE", "AT_MOST", "2026-03-01"), False),
        (asks("WEEKDAY", "ONE_OF", "1"), True),
        (asks("WEEKDAY", "ONE_OF", "7"), False),
        (asks("COUNTERPARTY_NAME", "EMPTY"), True),
        (asks("TEXT", "EMPTY"), False),
        (asks("REVERSAL", "ONE_OF", "YES"), False),
    ],
)
def test_a_trial_says_what_holds(
    look: Callable[..., Tried], condition: dict[str, Any], holds: bool
) -> None:
    found = look(body(condition))
    assert (found.fits, found.blocks) == (holds, ((holds,),))


def test_a_trial_says_what_the_record_says_in_each_field(
    look: Callable[..., Tried],
) -> None:
    found = look(body(
        asks("TEXT", "CONTAINS", "x"), asks("AMOUNT", "AT_LEAST", "1", currency="DKK"),
        asks("COUNTERPARTY_NAME", "EMPTY"),
    ))  # fmt: skip
    assert found.said == {
        Field.TEXT: "gebyr for marts", Field.AMOUNT: "25.00 DKK",
        Field.COUNTERPARTY_NAME: "",
    }  # fmt: skip
    assert (found.fits, found.blocks) == (False, ((False, True, True),))


def test_a_record_that_is_none_is_not_tried(look: Callable[..., Tried]) -> None:
    with pytest.raises(NotFound):
        look(body(asks("TEXT", "EMPTY")), 99)
