"""Which realms there are, as a process knows them: new ones soon, deleted ones not."""

import asyncio

import pytest

from giroscope.kernel.tenancy import (
    BadRealmName,
    KnownRealms,
    UnknownRealm,
    realm_name,
    realm_of_host,
)


class World:
    """Realms that come and go, and how often somebody looked."""

    def __init__(self) -> None:
        self.names = {"acme"}
        self.now = 1000.0
        self.looks = 0
        self.fails = False
        self.realms = KnownRealms(self._look, now=lambda: self.now)

    def _look(self) -> set[str]:
        self.looks += 1
        if self.fails:
            raise OSError("gone")
        return set(self.names)

    async def knows(self, name: str) -> bool:
        try:
            return await self.realms.ensure(name) == name
        except UnknownRealm:
            return False


@pytest.fixture
def world() -> World:
    return World()


async def test_a_deleted_realm_is_unknown_after_five_seconds(world: World) -> None:
    assert await world.knows("acme")
    assert world.realms.knows("acme")
    world.names.clear()
    world.now += 4.9
    assert world.realms.knows("acme")
    assert await world.knows("acme"), "it is looked for every five seconds"
    world.now += 0.1
    assert not world.realms.knows("acme")
    assert not await world.knows("acme")
    assert not world.realms.knows("acme")


async def test_a_new_realm_is_known_after_two_seconds(world: World) -> None:
    assert not await world.knows("beta")
    world.names.add("beta")
    world.now += 1.9
    assert not await world.knows("beta"), "made-up names cost one look in two seconds"
    assert world.looks == 1
    world.now += 0.1
    assert await world.knows("beta")
    assert world.looks == 2
    assert not world.realms.knows("gamma")


async def test_a_known_realm_is_looked_for_once_in_five_seconds(world: World) -> None:
    for after, looks in ((0, 1), (4.9, 1), (5, 2), (9.9, 2), (10, 3)):
        world.now = 1000.0 + after
        assert await world.knows("acme")
        assert world.looks == looks, after


async def test_what_cannot_be_looked_at_stays_as_it_was_known(world: World) -> None:
    world.fails = True
    with pytest.raises(OSError, match="gone"):
        await world.realms.ensure("acme")
    world.fails = False
    assert await world.knows("acme")
    world.fails = True
    world.now += 5
    assert await world.knows("acme")
    assert world.realms.knows("acme")
    world.now += 2
    with pytest.raises(OSError, match="gone"):
        await world.realms.ensure("beta")
    world.fails = False
    world.names.clear()
    world.now += 5
    assert not await world.knows("acme")


async def test_many_who_ask_at_once_look_once(world: World) -> None:
    found = await asyncio.gather(*(world.knows("acme") for _ in range(20)))
    assert (found, world.looks) == ([True] * 20, 1)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("a", True), ("acme", True), ("a-1", True), ("a" * 41, True),
        ("a" * 42, False), ("", False), ("1a", False), ("-a", False), ("a-", False),
        ("A", False), ("a_b", False), ("a.b", False), ("a\n", False), ("æ", False),
    ],
)  # fmt: skip
def test_a_realm_is_named_so_that_files_schemas_and_hosts_can_be(
    name: str, is_one: bool
) -> None:
    if is_one:
        assert realm_name(name) == name
        assert realm_of_host(f"{name}.example.com", "home") == name
        return
    with pytest.raises(BadRealmName):
        realm_name(name)


@pytest.mark.parametrize(
    ("host", "realm"),
    [
        ("ACME.example.com", "acme"), ("acme.example.com:8443", "acme"),
        ("acme.example.com.", "acme"), ("192.0.2.7", "home"), ("[::1]:8087", "home"),
        ("example", "home"), ("", "home"), ("acme." + "x" * 250, "acme"),
        ("acme." + "x" * 251, None), ("a_b.example.com", None),
        ("acme.example.com:123456", None), ("acme.example.com/x", None),
        ("acme:x@evil.com", None),
    ],
)  # fmt: skip
def test_the_host_decides_which_realm_is_meant(host: str, realm: str | None) -> None:
    if realm is not None:
        assert realm_of_host(host, "home") == realm
        return
    with pytest.raises(UnknownRealm):
        realm_of_host(host, "home")
