"""While the operator's file has an error, people see what was sold; no more."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from giroscope.features.billing.desk import Desk
from giroscope.features.billing.errors import BadCatalogue
from giroscope.kernel.access import system_actor
from giroscope.settings import Settings
from tests.billing.billed_tenant import Tenant

READ = datetime(2026, 11, 20, 9, tzinfo=UTC)
MANUAL = Path(__file__).parents[3] / "docs" / "billing.md"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The operator's file, as the manual has it."""
    told = MANUAL.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    path = tmp_path / "plans.toml"
    path.write_text(told, "utf-8")
    return path


@pytest.fixture
def sells(file: Path, tmp_path: Path) -> Settings:
    return Settings(billing_file=file, data_dir=tmp_path / "installation")


@pytest.fixture
def broken(sells: Settings, file: Path) -> Settings:
    """The file was read once, and has an error since."""
    assert Desk(sells, lambda: READ).catalogue.trial_days == 30
    file.write_text("trial_days = 0", "utf-8")
    return sells


def test_what_was_read_is_shown_with_its_age_until_the_file_is_mended(
    sells: Settings, file: Path
) -> None:
    good = file.read_text("utf-8")
    first = Desk(sells, lambda: READ)
    assert first.shown == (first.catalogue, None)
    file.write_text("trial_days = 0", "utf-8")
    # Another process begins; this one goes on with what it knows.
    desk = Desk(sells)
    assert desk.shown == (first.catalogue, READ)
    with pytest.raises(BadCatalogue, match="cannot be used: trial_days"):
        _ = desk.catalogue
    file.write_text(good, "utf-8")
    assert desk.shown == (first.catalogue, None)


def test_what_was_never_read_or_is_not_understood_is_not_shown(
    sells: Settings, file: Path
) -> None:
    good = file.read_text("utf-8")
    file.write_text("trial_days = 0", "utf-8")
    with pytest.raises(BadCatalogue):
        _ = Desk(sells).shown
    file.write_text(good, "utf-8")
    assert Desk(sells).catalogue.trial_days == 30
    (kept,) = sells.data_dir.glob("billing-*")
    kept.write_text('{"at": "2026-11-20T09:00:00+00:00", "catalogue": {}}')
    file.unlink()
    with pytest.raises(BadCatalogue):
        _ = Desk(sells).shown


def test_what_is_sold_is_sold_where_no_copy_of_it_can_be_kept(sells: Settings) -> None:
    (sells.data_dir / "billing-last-read.json").mkdir(parents=True)
    assert Desk(sells).catalogue.trial_days == 30


async def test_people_may_look_and_not_change(tenant: Tenant, broken: Settings) -> None:
    desk, actor = Desk(broken), system_actor(tenant.realm)
    async with tenant.database.reading(tenant.realm) as session:
        seller = await desk.look(
            session, actor, tenant.now, lambda billing: billing.catalogue.seller.name
        )
    assert seller == "Eksempel Software ApS"
    with pytest.raises(BadCatalogue):
        async with tenant.database.writing(tenant.realm) as session:
            await desk.act(session, actor, tenant.now, lambda _billing: None)
