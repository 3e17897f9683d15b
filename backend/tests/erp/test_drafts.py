"""The draft: begun, changed, guarded, discarded, restored; its secrets stay hidden."""

from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.erp.configuration.draft import discard, restore
from giroscope.features.erp.configuration.secret_storage import (
    destroy_unneeded,
    secrets_of,
)
from giroscope.features.erp.errors import (
    BadSetting,
    ChangedMeanwhile,
    DraftInTheWay,
    LooksSecret,
    NoConnector,
    NoDraft,
    NoSuchSetting,
    NotComplete,
    SecretGone,
)
from giroscope.features.erp.tables import ErpSecret, ErpVersion, VersionState
from giroscope.kernel.errors import Forbidden
from tests.erp.erp_desk import ANNA, SECRET, SET_UP, VERA, ErpDesk


def test_a_draft_keeps_what_was_said_and_encrypts_its_secret(desk: ErpDesk) -> None:
    draft = desk.drafted()
    assert (draft.kind, draft.values, draft.revision) == ("paper", SET_UP, 1)
    secret = desk.one(ErpSecret)
    assert SECRET.encode() not in secret.wrapped
    assert desk.erp.opened_version("giroscope", draft.id).values["place"] == "north"
    assert desk.paper.opened == [{**SET_UP, "key": SECRET, "key_expires": "",
                                  "chart": "new"}]  # fmt: skip


def test_the_trail_tells_what_changed_and_never_the_secret(desk: ErpDesk) -> None:
    desk.drafted()
    event = desk.one(AuditEvent, AuditEvent.verb == "erp.change")
    assert "place = north" in event.now
    assert '"secretsSet":["key"]' in event.now
    assert SECRET not in event.now


def test_the_same_change_again_changes_nothing(desk: ErpDesk) -> None:
    desk.drafted()
    desk.save(SET_UP, {"key": SECRET}, revision=1)
    assert desk.draft().revision == 1
    assert len(desk.all(ErpSecret)) == 1
    assert len(desk.all(AuditEvent, AuditEvent.verb == "erp.change")) == 1


def test_somebody_who_looked_at_an_older_draft_overwrites_nothing(
    desk: ErpDesk,
) -> None:
    desk.drafted()
    desk.save({"place": "south"}, revision=1)
    for stale in (1, None):
        with pytest.raises(ChangedMeanwhile):
            desk.save({"place": "east"}, revision=stale)
    assert desk.draft().values["place"] == "south"


def test_an_empty_value_goes_back_to_the_default(desk: ErpDesk) -> None:
    desk.drafted({"chart": "old"})
    desk.save({"chart": ""}, revision=1)
    assert "chart" not in desk.draft().values
    opened = desk.erp.opened_version("giroscope", desk.draft().id)
    assert opened.values["chart"] == "new"


@pytest.mark.parametrize(
    ("values", "refusal", "path"),
    [
        ({"nonsense": "1"}, NoSuchSetting, "nonsense"),
        ({"key": "in the clear"}, NoSuchSetting, "key"),
        ({"chart": "third"}, BadSetting, "chart"),
        ({"key_expires": "tomorrow"}, BadSetting, "key_expires"),
        ({"fetch_from": "20:00", "fetch_to": "06:00"}, BadSetting, "fetch_to"),
        ({"tells_by_mail": "a@b.dk, nobody"}, BadSetting, "tells_by_mail"),
        ({"place": "x" * 501}, BadSetting, "place"),
        ({"place": "Bearer abcdefghijklmnop"}, LooksSecret, "place"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    desk: ErpDesk, values: dict[str, str], refusal: Any, path: str
) -> None:
    with pytest.raises(refusal) as refused:
        desk.save(values, kind="paper")
    assert refused.value.path == path
    assert desk.all(ErpVersion) == []


def test_an_erp_has_to_be_chosen_and_to_be_there(desk: ErpDesk) -> None:
    for kind in (None, "clay"):
        with pytest.raises(NoConnector):
            desk.save({}, kind=kind)


def test_who_has_no_role_changes_nothing(desk: ErpDesk) -> None:
    with pytest.raises(Forbidden):
        desk.save(SET_UP, kind="paper", actor=VERA)


def test_another_erp_begins_empty_and_without_the_secret(desk: ErpDesk) -> None:
    desk.drafted({"fetch_minutes": "60"})
    desk.save({}, kind="stone", revision=1)
    draft = desk.draft()
    assert (draft.kind, draft.values) == ("stone", {"fetch_minutes": "60"})
    assert desk.one(ErpSecret).wrapped is None
    with pytest.raises(NotComplete):
        desk.erp.opened_version("giroscope", draft.id)


def test_a_discarded_draft_takes_its_own_secret_along(desk: ErpDesk) -> None:
    desk.drafted()
    desk.act(lambda s: discard(s, ANNA, 1, desk.now))
    assert desk.all(ErpVersion) == []
    assert desk.one(ErpSecret).wrapped is None
    with pytest.raises(NoDraft):
        desk.act(lambda s: discard(s, ANNA, 1, desk.now))


def test_a_draft_of_what_is_in_use_leaves_that_alone(desk: ErpDesk) -> None:
    desk.activated()
    desk.save({"place": "south"}, {"key": "another"})
    active = desk.version(VersionState.ACTIVE)
    assert active.values["place"] == "north"
    desk.erp.opened("giroscope")
    assert desk.paper.opened[-1]["key"] == SECRET
    desk.erp.opened_version("giroscope", desk.draft().id)
    assert desk.paper.opened[-1]["key"] == "another"


def test_a_change_that_changes_nothing_begins_no_draft(desk: ErpDesk) -> None:
    desk.activated()
    assert desk.save(SET_UP, {"key": SECRET}) is None
    assert desk.all(ErpVersion, ErpVersion.state == "DRAFT") == []


def test_a_restored_version_keeps_its_secret_as_long_as_that_is_there(
    desk: ErpDesk,
) -> None:
    desk.activated()
    first = desk.version(VersionState.ACTIVE)
    desk.save({"place": "south"}, {"key": "another"})
    desk.check()
    desk.activate()
    desk.act(lambda s: restore(s, ANNA, first.id, desk.now))
    draft = desk.draft()
    assert (draft.values, draft.restored_from) == (SET_UP, 1)
    desk.erp.opened_version("giroscope", draft.id)
    assert desk.paper.opened[-1]["key"] == SECRET
    with pytest.raises(DraftInTheWay):
        desk.act(lambda s: restore(s, ANNA, first.id, desk.now))


def test_a_secret_that_is_gone_is_told(desk: ErpDesk) -> None:
    desk.activated()
    first = desk.version(VersionState.ACTIVE)
    desk.save({}, {"key": "another"})
    desk.check()
    desk.activate()
    desk.pass_time(days=29)
    _sweep(desk)
    assert all(one.wrapped for one in desk.all(ErpSecret))
    desk.pass_time(days=2)
    _sweep(desk)
    desk.act(lambda s: restore(s, ANNA, first.id, desk.now))
    draft = desk.draft()
    facts = desk.act(lambda s: secrets_of(s, [draft.id]))
    assert facts[draft.id]["key"].is_gone
    with pytest.raises(SecretGone):
        desk.erp.opened_version("giroscope", draft.id)


def test_no_secret_is_read_by_looking_at_the_configuration(desk: ErpDesk) -> None:
    draft = desk.drafted()
    statement = str(select(ErpVersion))
    assert "wrapped" not in statement
    facts = desk.act(lambda s: secrets_of(s, [draft.id]))
    assert facts[draft.id]["key"].set_by == "Anna"
    assert SECRET not in repr(facts)


def _sweep(desk: ErpDesk) -> None:
    with desk.database.job_connection("giroscope") as connection:
        destroy_unneeded(connection, desk.now)
        connection.commit()
