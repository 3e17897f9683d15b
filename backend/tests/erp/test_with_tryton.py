"""The checks against a real Tryton: all well, then one thing wrong at a time."""

from collections.abc import Callable
from typing import Any

import pytest
from tryton_server import Tryton

from erplink import SettingKind
from erplink.registry import makers
from giroscope.features.erp.open_connection import Erp
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.erp_desk import ErpDesk

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def books(tryton: Tryton) -> dict[str, str]:
    """What has to be told of a company's books in Tryton, which nobody changes."""
    return dict(tryton.books().settings)


@pytest.fixture
async def desk(
    sqlite_settings: Settings,
    in_own_loop: Callable[[Any], Any],
    books: dict[str, str],
) -> Any:
    """A desk with a draft for these books."""
    settings = sqlite_settings.model_copy(update={"erp_allowed_hosts": "127.0.0.1"})
    database = Database(settings)
    made = ErpDesk(settings, database, in_own_loop)
    made.now = system_clock()
    made.erp = Erp(settings, database, system_clock)
    values, secrets = _parted(books)
    made.save(values, secrets, kind="tryton")
    yield made
    await database.close()


def _parted(told: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    kinds = {one.name: one.kind for one in makers()["tryton"].description.settings}
    secret = {name for name, kind in kinds.items() if kind is SettingKind.SECRET}
    return (
        {name: value for name, value in told.items() if name not in secret},
        {name: value for name, value in told.items() if name in secret},
    )


def _findings(results: dict[str, Any]) -> dict[str, str]:
    return {name: f"{row.outcome} {row.finding}" for name, row in results.items()}


async def test_tryton_is_validated_and_put_to_use(desk: ErpDesk) -> None:
    found = _findings(desk.check())
    assert found == {
        "endpoint": "PASSED endpoint_plain",
        "sign_in": "PASSED signed_in",
        "version": "PASSED version_fits",
        "company": "PASSED company_right",
        "read_rights": "PASSED rights_read_there",
        "write_rights": "PASSED rights_write_there",
        "accounts": "WARNING accounts_none_here",
        "statement_journals": "PASSED journals_there",
        "period": "PASSED period_open",
        "methods_mapped": "NOT_RUN mapping_not_there",
        "mapping_legal": "NOT_RUN mapping_not_there",
        "sample": "PASSED sample_read",
        "clock": "PASSED clock_agrees",
        "secret_expiry": "PASSED secret_age",
        "headroom": "SKIPPED calls_not_told",
    }
    assert desk.activate().number == 1


@pytest.mark.parametrize(
    ("values", "secrets", "check", "finding"),
    [
        ({}, {"key": "0" * 32}, "sign_in", "FAILED sign_in_refused"),
        ({}, {"key": "0" * 32}, "company", "SKIPPED no_sign_in"),
        ({"company_registration": "11111111"}, {}, "company", "FAILED company_other"),
        ({"database": "nowhere"}, {}, "sign_in", "FAILED not_there"),
    ],
)
async def test_one_thing_that_is_wrong_is_told_by_its_check(
    desk: ErpDesk,
    values: dict[str, str],
    secrets: dict[str, str],
    check: str,
    finding: str,
) -> None:
    desk.save(values, secrets, revision=1)
    assert _findings(desk.check())[check] == finding


async def test_a_company_that_is_not_there_is_told_with_those_that_are(
    desk: ErpDesk,
) -> None:
    desk.save({"company": "999"}, revision=1)
    company = desk.check()["company"]
    assert company.finding == "company_not_there"
    assert any("Havnens Handel ApS" in one["en"] for one in company.items)


async def test_somebody_who_took_the_address_is_told_at_the_address(
    desk: ErpDesk,
) -> None:
    desk.save({"address": "http://127.0.0.1:9"}, revision=1)
    assert _findings(desk.check())["endpoint"] == "FAILED endpoint_no_port"
