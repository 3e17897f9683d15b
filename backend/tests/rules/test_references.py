"""What conditions name by its id is shown as people call it."""

import pytest
from sqlalchemy import insert

from giroscope.features.banks import Account
from giroscope.features.rules.model import Field
from giroscope.features.rules.references import names
from giroscope.kernel.database import Database

pytestmark = pytest.mark.both_stores


@pytest.mark.parametrize(
    ("nickname", "name", "shown"),
    [
        ("Wages", "Lønkonto 7", "Wages · DK50 · DKK"),
        (None, "Lønkonto 7", "Lønkonto 7 · DK50 · DKK"),
        (None, None, "DK50 · DKK"),
    ],
)
async def test_an_account_goes_by_the_name_people_gave_it(
    database: Database, realm: str, nickname: str | None, name: str | None, shown: str
) -> None:
    with database.job_session(realm) as session:
        session.execute(
            insert(Account).values(
                number="DK50", currency="DKK", name=name, nickname=nickname
            )
        )
    async with database.reading(realm) as session:
        found = await names(session)
    assert list(found[Field.ACCOUNT].values()) == [shown]
