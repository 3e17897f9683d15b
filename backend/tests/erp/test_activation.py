"""From a validated draft to what is in use: who may, when, and what it ends."""

from typing import Any

import pytest

from erplink import SignInRefused, Unavailable
from giroscope.features.erp.configuration.activate import activate, configured
from giroscope.features.erp.configuration.impact import impact
from giroscope.features.erp.errors import (
    ChangedMeanwhile,
    Invalid,
    NoDraft,
    NotComplete,
    NotValidated,
)
from giroscope.features.erp.tables import ErpConnection, ErpVersion, VersionState
from giroscope.kernel.errors import Forbidden
from tests.erp.erp_desk import ANNA, SET_UP, VERA, ErpDesk


def test_a_validated_draft_is_put_to_use_under_the_next_number(desk: ErpDesk) -> None:
    done = desk.activated()
    assert (done.number, done.is_new_connection) == (1, True)
    active = desk.version(VersionState.ACTIVE)
    assert (active.number, active.activated_by_name) == (1, "Anna")
    books = desk.one(ErpConnection)
    assert (books.kind, books.company, books.state) == (
        "paper", {"company": "1"}, "ACTIVE",
    )  # fmt: skip
    assert desk.erp.opened("giroscope").connection_id == books.id
    assert "erp.activated" in desk.codes()


def test_a_draft_that_was_never_validated_is_not_put_to_use(desk: ErpDesk) -> None:
    desk.drafted()
    with pytest.raises(NotValidated):
        desk.activate()


def test_a_draft_that_was_edited_after_validation_is_stale(desk: ErpDesk) -> None:
    desk.drafted()
    desk.check()
    desk.save({"place": "south"}, revision=1)
    with pytest.raises(NotValidated):
        desk.activate()
    with pytest.raises(ChangedMeanwhile):
        desk.activate(revision=1)


def test_a_draft_with_a_failed_check_is_not_put_to_use(desk: ErpDesk) -> None:
    desk.drafted()
    desk.paper.failures["test_connection"] = SignInRefused("The key is wrong")
    desk.check()
    with pytest.raises(Invalid):
        desk.activate()


def test_an_erp_that_did_not_answer_leaves_the_draft_unvalidated(
    desk: ErpDesk,
) -> None:
    desk.drafted()
    desk.paper.failures["test_connection"] = Unavailable("No answer")
    desk.check()
    with pytest.raises(NotValidated):
        desk.activate()


def test_a_draft_that_lacks_something_is_not_put_to_use(desk: ErpDesk) -> None:
    desk.save({"place": "north"}, kind="paper")
    with pytest.raises(NotComplete) as refused:
        desk.activate()
    assert refused.value.path == "key"


def test_who_has_no_role_puts_nothing_to_use(desk: ErpDesk) -> None:
    desk.drafted()
    with pytest.raises(Forbidden):
        desk.act(lambda s: activate(s, VERA, desk.erp, 1, desk.now))


def test_without_a_draft_there_is_nothing_to_put_to_use(desk: ErpDesk) -> None:
    with pytest.raises(NoDraft):
        desk.activate(revision=1)


def test_another_setting_goes_on_with_the_same_books(desk: ErpDesk) -> None:
    desk.activated()
    desk.save({"place": "south"})
    desk.check()
    done = desk.activate()
    assert (done.number, done.is_new_connection) == (2, False)
    states = [(one.number, one.state) for one in desk.all(ErpVersion)]
    assert states == [(1, "SUPERSEDED"), (2, "ACTIVE")]


def test_another_company_ends_the_books_and_both_can_be_opened(desk: ErpDesk) -> None:
    first = desk.activated()
    desk.save({"company": "2", "place": "south"})
    desk.paper.companies = [type(desk.paper.companies[0])("2", "Ejendomme", "DKK")]
    desk.check()
    second = desk.activate()
    assert second.is_new_connection
    states = {one.id: one.state for one in desk.all(ErpConnection)}
    assert states == {first.connection_id: "ENDED", second.connection_id: "ACTIVE"}
    assert desk.erp.opened("giroscope").values["company"] == "2"
    former = desk.erp.opened("giroscope", first.connection_id)
    assert (former.values["company"], former.values["place"]) == ("1", "north")


def _impact(desk: ErpDesk) -> list[str]:
    rows = {one.state: one for one in desk.all(ErpVersion)}

    async def told(session: Any) -> list[str]:
        active = rows.get("ACTIVE")
        after = await configured(session, desk.erp, rows["DRAFT"])
        before = active and await configured(session, desk.erp, active)
        return [one.en for one in impact(before, after)]

    found: list[str] = desk.act(told)
    return found


def test_the_impact_of_a_first_configuration_names_the_erp_and_the_pace(
    desk: ErpDesk,
) -> None:
    desk.drafted({"fetch_minutes": "30", "fetches_on_weekends": "true"})
    assert _impact(desk) == [
        "Paper ERP becomes the company's ERP.",
        "Payments are fetched every 30 minutes, 06:00-20:00, every day.",
    ]


def test_the_impact_of_a_change_names_each_thing_that_becomes_another(
    desk: ErpDesk,
) -> None:
    desk.activated()
    desk.save(
        {"place": "south", "writes_status": "false", "check_time": "never"},
        {"key": "another"},
    )
    assert _impact(desk) == [
        "“Place” becomes “south”.",
        "Paper ERP is signed in to with the new “Key”.",
        "The checks no longer run by themselves.",
        "The ERP is no longer told what becomes of payments.",
    ]


def test_the_impact_of_another_company_says_that_the_mapping_begins_anew(
    desk: ErpDesk,
) -> None:
    desk.activated()
    desk.save({**SET_UP, "company": "2"}, actor=ANNA)
    told = _impact(desk)
    assert told[0] == "The books of another company are opened."
    assert any("mapped anew" in one for one in told)
