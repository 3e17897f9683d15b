"""A notice of an ended session is believed while it is fresh, and once."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from giroscope.kernel.access import Actor
from giroscope.kernel.backchannel import EndNotices, NoticeRefused
from giroscope.kernel.database import Database
from giroscope.kernel.ended_sessions import (
    EndedSessions,
    Ending,
    SessionEnded,
    stored_endings,
)
from giroscope.kernel.signing_keys import Signed
from giroscope.settings import Settings

NOW = 1_800_000_000
EVENT = "http://schemas.openid.net/event/backchannel-logout"
ISSUER = "https://id.test/realms/giroscope"
CONSOLE = "giroscope-console"


class Keys:
    """Reads whatever the test says was signed."""

    def __init__(self) -> None:
        self.header: dict[str, Any] = {}
        self.claims: dict[str, Any] = {}

    async def read(self, _realm: str, _token: str) -> Signed:
        return Signed(self.header, self.claims)


class World:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.keys: Any = Keys()
        self.ended = EndedSessions(self._nothing, now=lambda: NOW)
        self.notices = EndNotices(
            lambda realm: f"https://id.test/realms/{realm}", CONSOLE, self.keys,
            database, self.ended, now=lambda: NOW,
        )  # fmt: skip
        self._number = 0

    async def _nothing(self, _realm: str, _since: float) -> list[Ending]:
        return []

    async def takes(self, header: str | None = "logout+jwt", **changes: Any) -> bool:
        """Whether the notice is believed."""
        self._number += 1
        claims = {
            "iss": ISSUER, "aud": CONSOLE, "typ": "Logout", "iat": NOW, "exp": NOW + 60,
            "jti": f"n{self._number}", "sub": "u1", "sid": "s1", "events": {EVENT: {}},
        } | changes  # fmt: skip
        self.keys.header = {} if header is None else {"typ": header}
        self.keys.claims = {key: v for key, v in claims.items() if v != "left out"}
        try:
            await self.notices.take("giroscope", "token")
        except NoticeRefused:
            return False
        return True

    async def stored(self) -> list[Ending]:
        return await stored_endings(self.database, "giroscope", 0)


@pytest.fixture
async def world(sqlite_settings: Settings) -> AsyncIterator[World]:
    database = Database(sqlite_settings)
    yield World(database)
    await database.close()


@pytest.mark.parametrize(
    ("times", "is_fresh"),
    [
        ({"iat": -300}, True),
        ({"iat": -301}, False),
        ({"iat": 30}, True),
        ({"iat": 31}, False),
        ({"iat": -60, "exp": -29}, True),
        ({"iat": -60, "exp": -30}, False),
    ],
)
async def test_a_notice_is_believed_while_it_is_fresh(
    world: World, times: dict[str, int], is_fresh: bool
) -> None:
    told = {name: NOW + after for name, after in times.items()}
    assert await world.takes(**told) is is_fresh
    assert len(await world.stored()) == int(is_fresh)


@pytest.mark.parametrize(
    ("changes", "is_believed"),
    [
        ({}, True),
        ({"header": "application/LOGOUT+jwt"}, True),
        ({"header": None}, False),
        ({"header": "at+jwt"}, False),
        ({"typ": "left out"}, True),
        ({"typ": "Bearer"}, False),
        ({"iss": "https://id.test/realms/acme"}, False),
        ({"aud": ["x", CONSOLE]}, True),
        ({"aud": ["x"]}, False),
        ({"jti": "x" * 255}, True),
        ({"jti": "x" * 256}, False),
        ({"nonce": None}, False),
        ({"events": {EVENT: {}, "other": 1}}, True),
        ({"events": {EVENT: None}}, False),
        ({"events": [EVENT]}, False),
        ({"sid": "x" * 255}, True),
        ({"sid": "x" * 256}, False),
        ({"sub": "left out"}, True),
        ({"sub": ""}, False),
        ({"sub": "left out", "sid": "left out"}, False),
    ],
)
async def test_a_notice_is_believed_where_all_of_it_fits(
    world: World, changes: dict[str, Any], is_believed: bool
) -> None:
    assert await world.takes(**changes) is is_believed
    assert len(await world.stored()) == int(is_believed)


async def test_a_notice_counts_once_even_after_a_restart(world: World) -> None:
    assert await world.takes(jti="same")
    assert not await world.takes(jti="same", sid="s2")
    assert not await World(world.database).takes(jti="same", sid="s3")
    assert await world.stored() == [Ending("s1", "u1", NOW)]


def _actor(session: str, signed_in: float, person: str = "u1") -> Actor:
    return Actor(
        person, "giroscope", "u", "U", frozenset(), session=session, signed_in=signed_in
    )


async def test_a_notice_with_a_session_ends_that_one_and_without_all(
    world: World,
) -> None:
    assert await world.takes()
    with pytest.raises(SessionEnded):
        await world.ended.ensure_not_ended(_actor("s1", NOW + 100))
    await world.ended.ensure_not_ended(_actor("s2", NOW - 100))
    assert await world.takes(sid="left out")
    for signed_in in (NOW - 100, NOW):
        with pytest.raises(SessionEnded):
            await world.ended.ensure_not_ended(_actor("s2", signed_in))
    await world.ended.ensure_not_ended(_actor("s2", NOW + 1))
    await world.ended.ensure_not_ended(_actor("s2", NOW - 100, "u2"))
