"""Whether an entry is matched is looked up, however many payments there are."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, text

from giroscope.features.statements import IS_MATCHED, Transaction
from giroscope.features.statements.match_rule import matches
from giroscope.kernel.database import Database
from tests.payments.payment_factory import Order, pain001
from tests.statements.statement_factory import Line, Part, Sheet, camt

Import = Callable[..., Any]


@pytest.mark.both_stores
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
async def test_no_entry_reads_all_payments_where_none_ever_came_back(
    import_bytes: Import, database: Database, realm: str
) -> None:
    orders = [Order(f"E{number}", "1.00") for number in range(400)]
    import_bytes(pain001({"B1": orders}), "pay.xml", "PAYMENT")
    line = Line("-1.00", parts=[Part("1.00", "A", "E1")], reference="R")
    import_bytes(camt(Sheet([line])), "day.xml")
    with database.job_connection(realm) as connection:
        connection.execute(text("ANALYZE"))
        connection.commit()
        asked = select(Transaction.id).where(IS_MATCHED)
        compiled = asked.compile(
            connection.engine, compile_kwargs={"literal_binds": True}
        )
        plan = connection.execute(text(f"EXPLAIN QUERY PLAN {compiled}")).all()
    steps = [row[3] for row in plan]
    assert any("ix_payments_return_id" in step for step in steps), steps
    assert not [step for step in steps if step.startswith("SCAN payment")], steps
    async with database.reading(realm) as session:
        assert len(await matches(session, [1])) == 1
