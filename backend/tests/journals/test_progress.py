"""Over the graph: a journal's next step, the bank's answers, and comments on it."""

from datetime import timedelta
from typing import Any

import pytest

from giroscope.app import create_app
from giroscope.features.journals import tie
from giroscope.settings import Settings
from tests.uploads.bank_samples import payments, status

pytestmark = pytest.mark.served

STEP = """query ($id: ID!) { journal(correlationId: $id) { correlationId state
  nextStep { step values { name value } acts }
  answers { counting stated document { name }
    lines { batch status { code meaning isNameCheck } reasons { code remedy advice } }
    payments { code count } }
  comments { by text } } }"""
COMMENT = """mutation ($id: ID!, $text: String!) {
  commentOnJournal(correlationId: $id, text: $text) {
    __typename ... on Success { id } ... on Problem { code path } } }"""


async def _journal(api: Any) -> Any:
    wanted = tie.of_payment_message("PAY-1")
    return (await api.data(STEP, variables={"id": wanted}))["journal"]


async def test_refused_file_says_why_and_what_to_do(
    api: Any, import_bytes: Any
) -> None:
    import_bytes(payments(), "pay.xml", "PAYMENT")
    import_bytes(status(code="RJCT"), "status.xml", "PAYMENT")
    journal = await _journal(api)
    assert journal["nextStep"]["step"] in {"REJECTED", "PARTLY_REJECTED"}
    assert "OPEN_PAYMENTS" in journal["nextStep"]["acts"]
    answer = journal["answers"][0]
    assert answer["document"]["name"] == "status.xml"
    assert answer["counting"] > 0


async def test_anybody_comments_and_the_trail_tells(
    api: Any, import_bytes: Any
) -> None:
    import_bytes(payments(), "pay.xml", "PAYMENT")
    wanted = (await _journal(api))["correlationId"]
    said = await api.data(
        COMMENT, variables={"id": wanted, "text": " Ole asks the bank. "}
    )
    assert said["commentOnJournal"]["__typename"] == "Success"
    journal = await _journal(api)
    assert [each["text"] for each in journal["comments"]] == ["Ole asks the bank."]
    longest = "x" * 2000
    said = await api.data(COMMENT, variables={"id": wanted, "text": longest})
    assert said["commentOnJournal"]["__typename"] == "Success"
    written = (await _journal(api))["comments"]
    assert [each["text"] for each in written] == ["Ole asks the bank.", longest]
    for text in ("  ", "x" * 2001):
        refused = await api.data(COMMENT, variables={"id": wanted, "text": text})
        assert refused["commentOnJournal"] == {
            "__typename": "Problem", "code": "invalid_input", "path": "text",
        }  # fmt: skip
    strange = await api.data(COMMENT, variables={"id": "none", "text": "x"})
    assert strange["commentOnJournal"]["code"] == "not_found"
    trail = await api.data(
        """{ auditEvents(filter: { subjectKind: "journal" }) {
          edges { node { verb } } } }""",
        "giroscope-account-management",
    )
    verbs = [edge["node"]["verb"] for edge in trail["auditEvents"]["edges"]]
    assert "journals.comment" in verbs


async def test_one_person_writes_half_of_a_days_comments_and_a_tenant_no_more(
    api: Any, settings: Settings, issuer: Any, import_bytes: Any, world_clock: Any
) -> None:
    import_bytes(payments(), "pay.xml", "PAYMENT")
    wanted = (await _journal(api))["correlationId"]
    tight = settings.model_copy(update={"realm_comments_per_day": 4})
    now = [world_clock()]
    app = create_app(tight, lambda: now[0], fetch_keys=issuer.fetch)
    api.app = app

    async def write(who: str) -> str:
        asked = {"id": wanted, "text": "x"}
        said = await api.data(COMMENT, variables=asked, user=who)
        return said["commentOnJournal"].get("code", "written")

    async with app.router.lifespan_context(app):
        first = [await write("p") for _ in range(3)]
        second = [await write("q") for _ in range(2)]
        full = await write("r")
        now[0] += timedelta(days=1, seconds=1)
        later = await write("p")
    full_up = "journals.too_many_comments"
    assert first == ["written", "written", full_up]
    assert second == ["written", "written"]
    assert (full, later) == (full_up, "written")
