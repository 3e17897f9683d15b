"""What rules read of a transaction."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from giroscope.features.rules import Field
from giroscope.features.statements import Transaction
from giroscope.features.statements.ruled import RULED
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.statements.statement_factory import Line, Sheet, camt


@pytest.fixture
def settings(sqlite_settings: Settings) -> Settings:
    """None of this depends on the store."""
    return sqlite_settings


def test_only_what_left_the_account_was_paid(
    import_bytes: Callable[..., Upload], database: Database, realm: str
) -> None:
    lines = [Line("-1.00", reversal=True), Line("0.00"), Line("1.00")]
    import_bytes(camt(Sheet(lines)), "day.xml")
    with database.job_connection(realm) as connection:
        readings = RULED.readings(connection)
        told = {
            field: [
                readings[field].read(raw)
                for (raw,) in connection.execute(
                    select(*readings[field].columns).order_by(Transaction.amount)
                )
            ]
            for field in (Field.DIRECTION, Field.REVERSAL)
        }
    assert told[Field.DIRECTION] == ["DEBIT", "CREDIT", "CREDIT"]
    assert told[Field.REVERSAL] == ["YES", None, None]
