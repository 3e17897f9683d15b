"""What exists once in the installation cannot be claimed by two tenants."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from giroscope.kernel.claims import Claims, Holder
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.settings import Settings

pytestmark = pytest.mark.both_stores

ACME, BETA = Holder("acme", "bank 1"), Holder("beta", "bank 1")


async def test_a_second_holder_is_told_who_has_it(database: Database) -> None:
    claims, now = Claims(database), system_clock()
    assert claims.claim(["certificate aa", "key bb"], ACME, now) is None
    assert claims.claim(["certificate aa", "key bb"], ACME, now) is None
    assert claims.claim(["key cc", "key bb"], BETA, now) == ACME
    # What could not be had whole is not had in part.
    assert claims.claim(["key cc"], Holder("gamma", "bank 9"), now) is None


async def test_another_place_of_the_same_tenant_is_another_holder(
    database: Database,
) -> None:
    claims, now = Claims(database), system_clock()
    assert claims.claim(["key aa"], ACME, now) is None
    assert claims.claim(["key aa"], Holder("acme", "bank 2"), now) == ACME


async def test_what_is_given_up_or_deleted_is_free_again(database: Database) -> None:
    claims, now = Claims(database), system_clock()
    assert claims.claim(["key aa", "key bb"], ACME, now) is None
    claims.release(["key aa"], BETA)
    assert claims.claim(["key aa"], BETA, now) == ACME
    claims.release(["key aa"], ACME)
    assert claims.claim(["key aa"], BETA, now) is None
    claims.forget("acme")
    assert claims.claim(["key bb"], BETA, now) is None


async def test_of_two_at_one_moment_one_gets_it(database: Database) -> None:
    claims, now = Claims(database), system_clock()

    def claim(holder: Holder) -> Holder | None:
        return claims.claim(["key aa"], holder, now)

    holders = [Holder(f"tenant-{number}", "bank 1") for number in range(6)]
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(claim, holders))
    assert answers.count(None) == 1
    assert len({answer for answer in answers if answer is not None}) == 1


async def test_the_store_keeps_no_name_of_what_is_claimed(database: Database) -> None:
    claims = Claims(database)
    claims.claim(["certificate deadbeef"], ACME, system_clock())
    with database.shared_connection() as connection:
        rows = connection.exec_driver_sql("SELECT digest, realm FROM claims").all()
    assert [(len(row[0]), row[1]) for row in rows] == [(64, "acme")]
    assert "deadbeef" not in rows[0][0]


async def test_what_cannot_be_had_whole_is_not_had_in_part(database: Database) -> None:
    claims, now = Claims(database), system_clock()
    gamma = Holder("gamma", "bank 9")
    for number in range(3):
        taken = f"key {number}"
        others = [f"key {number} {other}" for other in range(15)]
        assert claims.claim([taken], ACME, now) is None
        assert claims.claim([taken, *others], BETA, now) == ACME
        # In whatever order they were tried, none is held.
        assert claims.claim(others, gamma, now) is None


async def test_each_installation_keeps_another_hash_of_the_same(
    sqlite_settings: Settings, tmp_path: Path
) -> None:
    found = []
    for folder in ("a", "b"):
        own = sqlite_settings.model_copy(update={"data_dir": tmp_path / folder})
        database = Database(own)
        Claims(database).claim(["certificate deadbeef"], ACME, system_clock())
        with database.shared_connection() as connection:
            found += connection.exec_driver_sql("SELECT digest FROM claims").all()
        await database.close()
    assert len(set(found)) == 2
