"""The configuration and its checks in the graph: what each may ask, and no secret."""

from typing import Any

import pytest

from giroscope.features.erp.checking.catalogue import NAMES
from giroscope.kernel.access import ACCOUNT_MANAGEMENT, UPLOAD

pytestmark = pytest.mark.served

MANAGER = (ACCOUNT_MANAGEMENT,)
PAGE = """{
  erpConnectors { kind evidence settings { name kind section } }
  erpConfiguration {
    active { id } books { id }
    draft {
      id number revision validity impact { en da }
      sections { section state values {
        setting { name label { en da } } value hasValue isMissing source
        secret { setBy isGone } } }
    }
    versions { id }
  }
  erpValidation(of: DRAFT) { validity verdict checks { name result { outcome } }
    work { checks } runs { id } report(language: "da") }
}"""
SAVE = """mutation ($values: [ErpValueInput!], $secrets: [ErpValueInput!],
                    $revision: Int) {
  saveErpDraft(kind: "tryton", values: $values, secrets: $secrets,
               revision: $revision) {
    __typename ... on Problem { code path } } }"""


async def _ask(api: Any, question: str, *roles: str, **variables: Any) -> Any:
    content = (await api.graph(question, *roles, variables=variables)).json()
    assert "errors" not in content, content
    return content["data"]


@pytest.fixture
async def drafted(api: Any) -> Any:
    """A draft for Tryton with a secret."""
    saved = await _ask(
        api, SAVE, *MANAGER,
        values=[{"name": "address", "value": "https://tryton.example"}],
        secrets=[{"name": "key", "value": "hush-hush-hush"}],
    )  # fmt: skip
    assert saved["saveErpDraft"]["__typename"] == "Success", saved
    return api


async def test_everybody_reads_the_configuration_and_nobody_its_secret(
    drafted: Any,
) -> None:
    for roles in ((), MANAGER):
        response = await drafted.graph(PAGE, *roles)
        assert "hush-hush-hush" not in response.text
        page = response.json()["data"]
        draft = page["erpConfiguration"]["draft"]
        assert (draft["number"], draft["validity"]) == (None, "DRAFT")
        assert [one["section"] for one in draft["sections"]] == [
            "CONNECTION", "COMPANY", "ACCOUNTS", "POSTING", "SCHEDULE",
            "NOTIFICATIONS",
        ]  # fmt: skip
        values = {
            one["setting"]["name"]: one
            for section in draft["sections"]
            for one in section["values"]
        }
        assert values["address"]["value"] == "https://tryton.example"
        assert values["key"]["value"] is None
        assert values["key"]["secret"]["isGone"] is False
        assert values["fetch_minutes"]["source"] == "DEFAULT"
        kinds = {one["kind"]: one["evidence"] for one in page["erpConnectors"]}
        assert kinds["tryton"] == "REAL_SERVER"
        assert kinds["economic"] == "CONTRACT"
        assert len(page["erpValidation"]["checks"]) == len(NAMES)


async def test_a_refusal_names_its_field(drafted: Any) -> None:
    saved = await _ask(
        drafted, SAVE, *MANAGER, revision=1,
        values=[{"name": "address", "value": "ftp://tryton.example"}],
    )  # fmt: skip
    assert saved["saveErpDraft"] == {
        "__typename": "Problem", "code": "erp.bad_setting", "path": "address",
    }  # fmt: skip


async def test_a_run_is_asked_for_once_and_seen_while_it_waits(drafted: Any) -> None:
    told = "{ __typename ... on Problem { code } }"
    ask = f"mutation {{ validateErpDraft {told} }}"
    first = await _ask(drafted, ask, UPLOAD)
    assert first["validateErpDraft"]["__typename"] == "Success"
    second = await _ask(drafted, ask, *MANAGER)
    assert second["validateErpDraft"]["code"] == "erp.at_work"
    page = await _ask(drafted, PAGE)
    assert page["erpValidation"]["validity"] == "VALIDATING"
    assert len(page["erpValidation"]["work"]["checks"]) == len(NAMES)
    stop = f"mutation {{ cancelErpChecks(of: DRAFT) {told} }}"
    stopped = await _ask(drafted, stop, UPLOAD)
    assert stopped["cancelErpChecks"]["__typename"] == "Success"
    assert (await _ask(drafted, PAGE))["erpValidation"]["work"] is None


async def test_a_section_without_checks_cannot_be_tested(drafted: Any) -> None:
    tested = await _ask(
        drafted,
        "mutation { testErpSection(section: NOTIFICATIONS)"
        " { ... on Problem { code } } }",
        *MANAGER,
    )
    assert tested["testErpSection"]["code"] == "erp.nothing_to_check"


async def test_the_draft_leaves_as_a_file_and_comes_back(drafted: Any) -> None:
    page = await _ask(drafted, PAGE)
    draft = page["erpConfiguration"]["draft"]["id"]
    file = await _ask(drafted, f'{{ erpConfigurationFile(id: "{draft}") }}')
    text = file["erpConfigurationFile"]
    assert "hush" not in text
    taken = await _ask(
        drafted,
        "mutation ($d: String!) { importErpConfiguration(document: $d, revision: 1)"
        " { __typename } }",
        *MANAGER,
        d=text,
    )
    assert taken["importErpConfiguration"]["__typename"] == "Success"
    same = await _ask(
        drafted,
        f'{{ erpDifferences(before: "{draft}", after: "{draft}") {{ name }} }}',
    )
    assert same["erpDifferences"] == []
