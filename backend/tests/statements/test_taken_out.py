"""Transactions taken out as lines of a file."""

from collections.abc import Callable
from decimal import Decimal

import pytest

from giroscope.features.statements.export import TRANSACTION_COLUMNS, transactions
from giroscope.features.uploads import Upload
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.export import Asked
from giroscope.settings import Settings
from tests.statements.statement_factory import Line, Sheet, camt


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


async def test_what_was_paid_has_a_sign(
    import_bytes: Callable[..., Upload], database: Database, realm: str
) -> None:
    lines = [Line("-30.05", reference="R1"), Line("0.00"), Line("100.10")]
    import_bytes(camt(Sheet(lines)), "day.xml")
    read = transactions(Asked(shell_actor(realm), system_clock()))
    columns = {column.key: column.read for column in TRANSACTION_COLUMNS}
    async with database.reading(realm) as session:
        found = [
            (columns["amount"](line), columns["runningBalance"](line))
            async for portion in read(session)
            for line in portion
        ]
    assert set(found) == {
        (Decimal("-30.05"), Decimal("969.95")), (Decimal(0), Decimal("969.95")),
        (Decimal("100.10"), Decimal("1070.05")),
    }  # fmt: skip
