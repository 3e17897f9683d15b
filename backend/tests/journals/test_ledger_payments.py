"""What books a payment may go by a file that has nothing to do with the payment."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import text

from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

Import = Callable[..., Upload]
Undo = Callable[[Upload], str | None]

RIGHT = Line("-40.00", parts=[Part("40.00", "Bo", "E1")])
WRONG = Line("-45.00", parts=[Part("45.00", "Carl", "E2")])
DAY = Sheet([RIGHT])
NEXT = Sheet([], "2", "960.00", first="2026-03-03", last="2026-03-03")
REPORT = Sheet(
    [replace(RIGHT, status="PDNG")], "R", None, created="2026-03-02T12:00:00"
)
PAYMENTS = pain001({"B1": [Order("E1", "40.00")], "B2": [Order("E2", "45.00")]})


def booked(database: Database, realm: str) -> list[str]:
    """The payments that entries book, by their ids."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            text(
                "SELECT p.end_to_end_id FROM payments p"
                " JOIN transactions t ON t.id = p.transaction_id AND t.state = 0"
                " WHERE t.end_to_end_id = p.end_to_end_id ORDER BY 1"
            )
        )
        return list(rows.scalars())


def tied(database: Database, realm: str) -> int:
    """How many payments name an entry, whether it is shown or not."""
    with database.job_connection(realm) as connection:
        rows = connection.execute(
            text("SELECT count(*) FROM payments WHERE transaction_id IS NOT NULL")
        )
        return int(rows.scalar_one())


@pytest.mark.parametrize("is_reported", [False, True])
def test_a_neighbour_that_tells_which_statement_is_right_ties_what_that_books(
    import_bytes: Import, undo: Undo, database: Database, realm: str, *,
    is_reported: bool,
) -> None:  # fmt: skip
    import_bytes(PAYMENTS, "pay.xml", "PAYMENT")
    if is_reported:
        import_bytes(camt(REPORT, kind="camt.052"), "report.xml")
    import_bytes(camt(replace(DAY, lines=[WRONG])), "wrong.xml")
    import_bytes(camt(DAY), "right.xml")
    assert booked(database, realm) == ["E2"]
    following = import_bytes(camt(NEXT), "next.xml")
    assert (booked(database, realm), tied(database, realm)) == (["E1"], 1)
    assert undo(following) is None
    assert (booked(database, realm), tied(database, realm)) == (["E2"], 1)


def test_words_that_only_a_report_tells_find_no_entry_of_the_statement(
    import_bytes: Import, database: Database, realm: str
) -> None:
    if not database.is_sqlite:
        pytest.skip("PostgreSQL's word index follows its table")
    for kind, name in (("camt.052", "Bo Holm"), ("camt.053", "Bo")):
        line = replace(RIGHT, parts=[Part("40.00", name, "E1")])
        import_bytes(camt(replace(DAY, lines=[line]), kind=kind), f"{kind}.xml")
    found = []
    with database.job_connection(realm) as connection:
        for word in ("holm", "bo"):
            rows = connection.execute(
                text(
                    "SELECT rowid FROM transaction_words"
                    " WHERE transaction_words MATCH :word"
                ),
                {"word": word},
            )
            found.append(len(rows.all()))
    assert found == [0, 1]
