"""A set-up leaves as a file without secrets; another tenant takes it in as a draft."""

import orjson
import pytest
from pydantic import SecretStr

from giroscope.features.erp.configuration.carrying import carried, change_of
from giroscope.features.erp.configuration.drafting import save
from giroscope.features.erp.configuration.effective import Source
from giroscope.features.erp.connecting import Erp
from giroscope.features.erp.errors import BadDocument, NoConnector, NoSuchSetting
from giroscope.features.erp.operating import Operating
from giroscope.features.erp.tables import ErpSecret
from giroscope.settings import Settings
from tests.erp.erp_desk import ANNA, SECRET, SET_UP, ErpDesk


def test_the_file_names_the_secrets_and_holds_none(desk: ErpDesk) -> None:
    desk.drafted({"fetch_minutes": "60"})
    text = carried(desk.erp, desk.draft())
    assert orjson.loads(text) == {
        "format": "giroscope erp configuration", "version": 1, "erp": "paper",
        "settings": {**SET_UP, "fetch_minutes": "60"}, "secrets": ["key"],
    }  # fmt: skip
    assert SECRET not in text


def test_a_file_makes_the_draft_what_it_says_and_nothing_stays_by_chance(
    desk: ErpDesk,
) -> None:
    desk.drafted()
    text = carried(desk.erp, desk.draft())
    desk.save({"chart": "old", "place": "south"}, revision=1)
    change = change_of(desk.erp, text)
    desk.act(lambda s: save(s, ANNA, desk.erp, change, 2, desk.now))
    assert desk.draft().values == SET_UP
    assert desk.one(ErpSecret).wrapped is not None


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", BadDocument),
        ("[]", BadDocument),
        ('{"format": "another"}', BadDocument),
        ('{"format": "giroscope erp configuration", "version": 2}', BadDocument),
        (('{"format": "giroscope erp configuration", "version": 1, "erp": "paper",'
         ' "settings": {"place": 1}}'), BadDocument),
        (('{"format": "giroscope erp configuration", "version": 1, "erp": "clay",'
         ' "settings": {}}'), NoConnector),
        ("x" * 100_001, BadDocument),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_refused(
    desk: ErpDesk, text: str, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal):
        change_of(desk.erp, text)


def test_a_file_cannot_bring_a_secret(desk: ErpDesk) -> None:
    text = (
        '{"format": "giroscope erp configuration", "version": 1, "erp": "paper",'
        ' "settings": {"key": "in the clear"}}'
    )
    change = change_of(desk.erp, text)
    with pytest.raises(NoSuchSetting):
        desk.act(lambda s: save(s, ANNA, desk.erp, change, None, desk.now))


def _with(desk: ErpDesk, **said: str) -> Erp:
    told = {f"paper.{name}": SecretStr(value) for name, value in said.items()}
    settings = desk.settings.model_copy(update={"erp_settings": told})
    return Erp(settings, desk.database, lambda: desk.now, makers=desk.erp.makers)


def test_what_the_operator_says_counts_until_the_tenant_says_otherwise(
    desk: ErpDesk,
) -> None:
    erp = _with(desk, place="north", key="of-the-operator")
    found = {
        one.setting.name: one for one in erp.effective("paper", {"company": "1"}, {})
    }
    assert (found["place"].value, found["place"].source) == ("north", Source.OPERATOR)
    assert (found["key"].value, found["key"].has_value) == ("", True)
    assert (found["company"].source, found["chart"].source) == (
        Source.TENANT, Source.DEFAULT,
    )  # fmt: skip
    assert found["chart"].value == "new"
    own = {
        one.setting.name: one for one in erp.effective("paper", {"place": "south"}, {})
    }
    assert (own["place"].value, own["place"].fallback) == ("south", "north")


def test_the_operators_secret_opens_the_door_and_the_tenants_goes_before_it(
    desk: ErpDesk,
) -> None:
    desk.erp = _with(desk, key="of-the-operator")
    desk.save(SET_UP, kind="paper")
    desk.erp.opened_version("giroscope", desk.draft().id)
    assert desk.paper.opened[-1]["key"] == "of-the-operator"
    desk.save({}, {"key": SECRET}, revision=1)
    desk.erp.opened_version("giroscope", desk.draft().id)
    assert desk.paper.opened[-1]["key"] == SECRET


def test_the_erp_of_a_laptop_is_known_where_it_runs_and_nowhere_else(
    sqlite_settings: Settings,
) -> None:
    folder = sqlite_settings.erp_simulator_folder
    folder.mkdir(parents=True)
    (folder / "api-key").write_text("made-by-itself\n", "ascii")
    here = Operating(sqlite_settings)
    assert here.offers("demo")
    assert here.values("demo")["key"] == "made-by-itself"
    off = Operating(sqlite_settings.model_copy(update={"erp_simulator_port": 0}))
    assert not off.offers("demo")
    assert dict(off.values("demo")) == {}
    assert off.offers("tryton")
