"""Whose hand an account is in, what a review says, how a sign-in is written down."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, select

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.users import copy_directory, hands, history, policy, review
from giroscope.features.users.snapshot import Snapshot
from giroscope.features.users.tables import (
    AccountTie,
    HeldRole,
    KnownPerson,
    TieAct,
    UserState,
)
from giroscope.kernel.access import (
    ACCOUNT_MANAGEMENT,
    APPROVER,
    UPLOAD,
    Actor,
    shell_actor,
)
from giroscope.kernel.database import Database, WriteSession
from giroscope.kernel.identity import Event, Person
from giroscope.settings import Settings

REALM = "giroscope"
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


class People:
    """As much of them as a tie asks."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def writing(self, realm: str) -> AbstractAsyncContextManager[WriteSession]:
        return self.database.writing(realm)

    def clock(self) -> datetime:
        return NOW


@pytest.fixture
async def people(sqlite_settings: Settings) -> AsyncIterator[Any]:
    database = Database(sqlite_settings)
    yield People(database)
    await database.close()


def _actor(name: str) -> Actor:
    return Actor(name, REALM, name, name.capitalize(), frozenset())


async def _hands(people: Any, *names: str) -> dict[str, set[str]]:
    async with people.database.reading(REALM) as session:
        found = await hands.hands_of(session, names)
    return {name: set(hand) for name, hand in found.items()}


async def test_an_account_is_in_the_hands_of_all_who_made_who_made_it(
    people: Any,
) -> None:
    await hands.tie(people, _actor("anna"), "bert", TieAct.MADE)
    await hands.tie(people, _actor("bert"), "carl", TieAct.MAIL)
    await hands.tie(people, _actor("eva"), "finn", TieAct.PASSWORD)
    assert await _hands(people, "anna", "bert", "carl", "finn", "nobody") == {
        "anna": {"anna"}, "bert": {"anna", "bert"}, "carl": {"anna", "bert", "carl"},
        "finn": {"eva", "finn"}, "nobody": {"nobody"},
    }  # fmt: skip


async def test_a_chain_of_ties_that_were_made_in_any_order_is_followed(
    people: Any,
) -> None:
    # The one above is tied only afterwards.
    await hands.tie(people, _actor("bert"), "carl", TieAct.MADE)
    await hands.tie(people, _actor("anna"), "bert", TieAct.MAIL)
    await hands.tie(people, _actor("carl"), "anna", TieAct.MAIL)
    every = {"anna", "bert", "carl"}
    assert await _hands(people, *every) == dict.fromkeys(every, every)
    for name in every:
        assert await _hands(people, name) == {name: every}


async def test_nobody_is_tied_by_the_operator_or_to_themselves(people: Any) -> None:
    await hands.tie(people, shell_actor(REALM), "bert", TieAct.MADE)
    await hands.tie(people, _actor("bert"), "bert", TieAct.PASSWORD)
    assert await _hands(people, "bert") == {"bert": {"bert"}}


async def test_only_the_ties_of_who_was_stood_for_are_let_go(people: Any) -> None:
    for name in ("bert", "carl"):
        await hands.tie(people, _actor("anna"), name, TieAct.MADE)
    await hands.let_go(people, REALM, "bert")
    assert await _hands(people, "bert", "carl") == {
        "bert": {"bert"}, "carl": {"anna", "carl"}
    }  # fmt: skip
    async with people.database.reading(REALM) as session:
        ties = await hands.ties_of(session, ["bert", "carl"])
        acts = list(await session.scalars(select(AccountTie.act)))
    assert [one.hand_name for one in ties["carl"]] == ["Anna"]
    assert "bert" not in ties
    assert acts == ["MADE"]


def _person(**more: Any) -> KnownPerson:
    told = {
        "id": 1, "person_id": "p", "username": "olga", "given_name": "O",
        "family_name": "O", "name": "Olga", "sort_name": "olga", "email": "o@x.dk",
        "state": UserState.ACTIVE.value, "has_second_factor": True, "other_roles": 2,
        "created": NOW - 400 * DAY, "active_at": NOW, "last_sign_in": None,
    } | more  # fmt: skip
    return KnownPerson(**told)


@pytest.mark.parametrize(
    ("days", "is_inactive"), [(0, False), (90, False), (90.001, True), (400, True)]
)
def test_a_review_says_who_was_not_here_for_ninety_days(
    days: float, is_inactive: bool
) -> None:
    person = _person(active_at=NOW - timedelta(days=days))
    row = dict(zip(review.COLUMNS, review.row_of(person, [], NOW), strict=True))
    assert row["inactive over 90 days"] is is_inactive
    assert (row["second factor"], row["roles of other products"]) == (True, 2)


def test_a_review_says_since_when_and_by_whom_and_what_conflicts() -> None:
    held = [
        HeldRole(person_id="p", role=UPLOAD, since=NOW, given_by_name="Anna"),
        HeldRole(person_id="p", role=APPROVER, since=NOW - DAY),
    ]
    told = review.row_of(_person(), held, NOW)
    row = dict(zip(review.COLUMNS, told, strict=True))
    assert row[UPLOAD] == "since 2026-11-02 by Anna"
    assert row[APPROVER] == "since 2026-11-01 at the latest"
    assert row[ACCOUNT_MANAGEMENT] is None
    assert row["conflicting duties"] == "UPLOAD_AND_APPROVE"


def _event(kind: str, error: str = "", number: int = 1) -> Event:
    return Event(
        id=f"e{number}", time=NOW, kind=kind, person_id="p", session_id="s",
        client_id="c", address="192.0.2.1", error=error,
    )  # fmt: skip


async def test_what_happened_at_the_sign_in_is_written_as_it_went(people: Any) -> None:
    events = [
        _event("LOGIN"), _event("LOGIN_ERROR", "invalid_user_credentials", 2),
        _event("SOMETHING_ELSE", number=3), _event("REMOVE_TOTP", number=4),
    ]  # fmt: skip
    async with people.database.writing(REALM) as session:
        await history.record_sign_ins(session, events, {"p": "Olga"})
        await history.record_sign_ins(session, events, {"p": "Olga"})
        rows = list(await session.scalars(select(AuditEvent).order_by(AuditEvent.id)))
    assert [(row.verb, row.outcome, row.actor_name) for row in rows] == [
        ("users.signed_in", "DONE", "Olga"),
        ("users.sign_in_failed", "REFUSED", "Olga"),
        ("users.second_factor_removed", "DONE", "Olga"),
    ]
    assert rows[1].now == '{"reason":"invalid_user_credentials"}'


@pytest.mark.parametrize(
    ("state", "is_locked", "after"),
    [
        ("ACTIVE", True, "LOCKED"), ("ACTIVE", False, "ACTIVE"),
        ("LOCKED", False, "ACTIVE"), ("LOCKED", True, "LOCKED"),
        ("DISABLED", True, "DISABLED"), ("DISABLED", False, "DISABLED"),
    ],
)  # fmt: skip
async def test_who_has_to_wait_is_locked_unless_they_may_not_come_at_all(
    people: Any, state: str, is_locked: bool, after: str
) -> None:
    async with people.database.writing(REALM) as session:
        await session.execute(
            insert(KnownPerson).values(
                person_id="p", username="o", given_name="", family_name="", name="O",
                sort_name="o", email="", state=state, has_second_factor=False,
                created=NOW, active_at=NOW, has_mail_failed=False,
                required_actions=[],
            )
        )  # fmt: skip
        await copy_directory.set_locked(session, {"p": is_locked, "other": True})
        await session.flush()
        assert await session.scalar(select(KnownPerson.state)) == after


def _snapshot(*names: str, is_complete: bool = True, **roles: str) -> Snapshot:
    def person(name: str) -> Person:
        return Person(
            id=name, username=name, given_name="", family_name="", email="",
            is_enabled=True, is_email_verified=True, required_actions=(),
            has_second_factor=False, locale=None, created=NOW,
        )  # fmt: skip

    return Snapshot(
        {name: person(name) for name in names},
        {name: {role} for name, role in roles.items()},
        is_complete=is_complete,
    )


@pytest.mark.parametrize(
    ("is_complete", "gone", "holders"),
    [(True, ["bert"], ["anna"]), (False, [], ["anna", "bert", "carl"])],
)
async def test_only_a_whole_copy_tells_who_is_gone(
    people: Any, is_complete: bool, gone: list[str], holders: list[str]
) -> None:
    async def write(found: Snapshot) -> None:
        async with people.database.writing(REALM) as session:
            await copy_directory.write(session, found, NOW)

    await write(_snapshot("anna", "bert", anna=UPLOAD, bert=UPLOAD))
    # Somebody may hold a role who is not among the people that fitted.
    beyond = {} if is_complete else {"carl": UPLOAD}
    for _ in range(2):
        await write(_snapshot("anna", is_complete=is_complete, anna=UPLOAD, **beyond))
    async with people.database.reading(REALM) as session:
        asked = select(KnownPerson.person_id).where(KnownPerson.gone.is_not(None))
        assert list(await session.scalars(asked)) == gone
        held = select(HeldRole.person_id).order_by(HeldRole.person_id)
        assert list(await session.scalars(held)) == holders


def test_who_may_be_one_person_is_not_independent() -> None:
    assert policy.are_independent({"a", "b"}, {"c"})
    assert not policy.are_independent({"a", "b"}, {"b", "c"})
