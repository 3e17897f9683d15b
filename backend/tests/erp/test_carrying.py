"""A set-up leaves as a file without secrets; another tenant takes it in as a draft."""

import httpx2
import orjson
import pytest
from pydantic import SecretStr

import erpsim
from giroscope.features.erp.configuration.draft import save
from giroscope.features.erp.configuration.effective import Source
from giroscope.features.erp.configuration.transfer_file import carried, change_of
from giroscope.features.erp.errors import BadDocument, NoConnector, NoSuchSetting
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.operator_settings import Operating
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


def test_each_tenant_is_given_a_key_to_its_own_companies(
    sqlite_settings: Settings,
) -> None:
    with erpsim.running(sqlite_settings.erp_simulator_folder) as erp:
        known = Operating(sqlite_settings)

        def seen(realm: str, company: str) -> bool:
            key = known.secrets("demo", realm)["key"]
            answer = httpx2.get(
                f"{erp.url}/api/v1/companies/{company}/bank-accounts",
                headers={"Authorization": f"Bearer {key}"},
            )
            assert answer.status_code in {200, 404}, answer.text
            return answer.status_code == 200

        for company in ("demo-giroscope-1", "demo-acme-1", "demo-acme-2-1"):
            opened = httpx2.put(
                f"{erp.url}/control/companies/{company}",
                json={
                    "name": company, "registration": "12345678", "suppliers": [],
                    "accounts": [
                        {"name": "Drift", "currency": "DKK", "bic": "NDEADKSIXXX",
                         "iban": f"DK500040044011624{len(company)}"},
                    ],
                },
            )  # fmt: skip
            assert opened.is_success, opened.text
        assert seen("giroscope", "10")
        assert seen("giroscope", "demo-giroscope-1")
        assert not seen("giroscope", "demo-acme-1")
        assert seen("acme", "demo-acme-1")
        for company in ("10", "20", "demo-giroscope-1", "demo-acme-2-1"):
            assert not seen("acme", company)
