"""What is refused at the door of the books: the role, what was not seen, other rows."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.erp.configuration.activate import activate
from giroscope.features.erp.configuration.secret_storage import destroy_unneeded, opened
from giroscope.features.erp.errors import ChangedMeanwhile, TooManyOrigins
from giroscope.features.erp.tables import ErpSecret, ErpVersion
from giroscope.features.erp.window.actions import MOST, allow, forbid
from giroscope.features.erp.window.tables import ErpWindowOrigin
from giroscope.kernel.errors import Forbidden
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.secrets import SecretDamaged
from tests.erp.erp_desk import ANNA, MORNING, SECRET, VERA, ErpDesk

pytestmark = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
KEY = bytes(range(32))


def _allow(desk: ErpDesk, origin: str, actor: Any = ANNA) -> Any:
    return desk.act(lambda s: allow(s, actor, origin, desk.now, allows_local=False))


def _origins(desk: ErpDesk) -> set[str]:
    return {row.origin for row in desk.all(ErpWindowOrigin)}


def test_who_has_no_role_lets_no_page_in_and_shuts_none_out(desk: ErpDesk) -> None:
    _allow(desk, "https://erp.example")
    with pytest.raises(Forbidden):
        _allow(desk, "https://other.example", VERA)
    with pytest.raises(Forbidden):
        desk.act(lambda s: forbid(s, VERA, "https://erp.example", desk.now))
    assert _origins(desk) == {"https://erp.example"}


def test_one_origin_is_taken_off_and_the_others_stay(desk: ErpDesk) -> None:
    for name in ("a", "b"):
        _allow(desk, f"https://{name}.example")
        _allow(desk, f"https://{name.upper()}.example:443/")
    for _ in range(2):
        desk.act(lambda s: forbid(s, ANNA, "https://a.example", desk.now))
    assert _origins(desk) == {"https://b.example"}
    verbs = [one.verb for one in desk.all(AuditEvent)]
    assert verbs == ["erp.window_allow", "erp.window_allow", "erp.window_forbid"]


def test_so_many_origins_stand_on_the_list_and_no_more(desk: ErpDesk) -> None:
    for number in range(MOST):
        _allow(desk, f"https://e{number}.example")
    _allow(desk, "https://e0.example")
    with pytest.raises(TooManyOrigins):
        _allow(desk, "https://more.example")
    assert (len(_origins(desk)), MOST) == (20, 20)


def test_a_draft_that_somebody_else_changed_is_not_put_to_use(desk: ErpDesk) -> None:
    desk.drafted()
    desk.check()
    revision = desk.draft().revision
    for stale in (revision - 1, revision + 1):
        with pytest.raises(ChangedMeanwhile):
            desk.act(lambda s, n=stale: activate(s, ANNA, desk.erp, n, desk.now))
    desk.activate()


def _opened(desk: ErpDesk, version: int) -> dict[str, str]:
    with desk.database.job_connection("giroscope") as connection:
        key = realm_key(desk.database, "giroscope", KEY)
        return opened(connection, key, version)


def test_a_secret_that_was_put_in_anothers_place_does_not_open(desk: ErpDesk) -> None:
    desk.drafted()
    version = desk.draft().id
    assert _opened(desk, version) == {"key": SECRET}
    desk.save({}, {"key": "another"}, revision=1)
    assert _opened(desk, version) == {"key": "another"}
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(ErpSecret).values(reference=ErpSecret.id))
        connection.commit()
    with pytest.raises(SecretDamaged):
        _opened(desk, version)


@pytest.mark.parametrize(
    ("state", "days", "stays"),
    [
        ("ACTIVE", None, True), ("DRAFT", None, True), ("SUPERSEDED", 29, True),
        ("SUPERSEDED", 30, False), ("SUPERSEDED", 31, False),
    ],
)  # fmt: skip
def test_a_secret_is_kept_while_it_is_used_and_a_month_longer(
    desk: ErpDesk, state: str, days: int | None, stays: bool
) -> None:
    desk.drafted()
    ended = None if days is None else MORNING - timedelta(days=days)
    with desk.database.job_connection("giroscope") as connection:
        connection.execute(update(ErpVersion).values(state=state, superseded=ended))
        assert destroy_unneeded(connection, MORNING) == int(not stays)
        kept = connection.execute(select(ErpSecret.wrapped)).scalars().one()
    assert (kept is not None) is stays
