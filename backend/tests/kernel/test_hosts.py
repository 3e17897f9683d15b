"""Which tenant a request is for."""

import asyncio
from threading import Event
from typing import Any

import pytest

from giroscope.kernel.tenancy import KnownRealms, UnknownRealm, realm_of_host

pytestmark = pytest.mark.served


@pytest.mark.parametrize(
    ("host", "realm"),
    [
        ("", "home"),
        ("localhost", "home"),
        ("localhost:8087", "home"),
        ("127.0.0.1:8087", "home"),
        ("10.1.2.3", "home"),
        ("[::1]", "home"),
        ("[::1]:8087", "home"),
        ("[fe80::1]:8087", "home"),
        ("acme.localhost", "acme"),
        ("acme.localhost:8087", "acme"),
        ("ACME.Example.COM:443", "acme"),
        ("acme.example.com.", "acme"),
        ("a-1.example.com", "a-1"),
        (" acme.example.com ", "acme"),
        ("localhost.", "home"),
        ("localhost.:8087", "home"),
        ("LOCALHOST", "home"),
        (":8087", "home"),
        ("0.0.0.0:8087", "home"),
        ("127.0.0.1.", "home"),
        ("[::ffff:10.1.2.3]:443", "home"),
        ("[2001:DB8::1]", "home"),
        ("finance", "home"),
        ("acme.a.b.c.example.com", "acme"),
        ("acme.io", "acme"),
        ("xn--bcher-kva.example.com", "xn--bcher-kva"),
        ("a.example.com", "a"),
        ("a" * 41 + ".example.com", "a" * 41),
        ("acme." + "x" * 245, "acme"),
    ],
)
def test_the_first_label_of_a_host_names_the_realm(host: str, realm: str) -> None:
    assert realm_of_host(host, "home") == realm


@pytest.mark.parametrize(
    "host",
    [
        "1acme.example.com",
        "-acme.example.com",
        "ac_me.example.com",
        "âcme.example.com",
        "\N{CYRILLIC SMALL LETTER A}cme.example.com",
        "acme example.com",
        "acme.example.com:port",
        "acme.example.com:123456",
        "acme/../other.example.com",
        "user@acme.example.com",
        "[::1",
        "::1",
        "a" * 60 + ".example.com",
        "..example.com",
        "'; DROP TABLE x;--.example.com",
        "acme.example.com, other.example.com",
        "acme-.example.com",
        "a" * 42 + ".example.com",
        "acme." + "x" * 260,
        ".example.com",
        "bücher.example.com",
        "acme%2eexample.com.",
        "127.1",
        "0x7f.0.0.1",
        "256.1.1.1",
        "1.2.3.4.5",
        "[fe80::1%25eth0]",
        "[acme.example.com]",
        "acme\x00.example.com",
        "acme.example.com\r\nx: y",
        "http://acme.example.com",
        "..",
        "*.example.com",
    ],
)
def test_a_host_that_names_no_realm_is_refused(host: str) -> None:
    with pytest.raises(UnknownRealm):
        realm_of_host(host, "home")


async def test_realms_are_looked_up_now_and_then_not_per_host() -> None:
    now, looks, names = [0.0], [0], ["home"]

    def look() -> list[str]:
        looks[0] += 1
        return names

    realms = KnownRealms(look, now=lambda: now[0])
    assert await realms.ensure("home") == "home"
    for number in range(50):
        with pytest.raises(UnknownRealm):
            await realms.ensure(f"made-up-{number}")
    assert looks[0] == 1

    names.append("new")
    now[0] += 3
    assert await realms.ensure("new") == "new"
    assert looks[0] == 2


async def test_a_deleted_realm_is_forgotten_within_seconds() -> None:
    now, looks, names = [0.0], [0], ["home", "acme"]

    def look() -> list[str]:
        looks[0] += 1
        return names

    realms = KnownRealms(look, now=lambda: now[0])
    assert await realms.ensure("acme") == "acme"
    names.remove("acme")
    for _ in range(50):
        now[0] += 0.09
        assert await realms.ensure("acme") == "acme"
    assert looks[0] == 1

    now[0] += 1
    with pytest.raises(UnknownRealm):
        await realms.ensure("acme")
    assert await realms.ensure("home") == "home"
    assert looks[0] == 2


async def test_a_silent_database_makes_no_realm_unknown() -> None:
    now, looks = [0.0], [0]

    def look() -> list[str]:
        looks[0] += 1
        if looks[0] > 1:
            raise ConnectionRefusedError
        return ["home"]

    realms = KnownRealms(look, now=lambda: now[0])
    assert await realms.ensure("home") == "home"
    now[0] += 60
    for _ in range(50):
        assert await realms.ensure("home") == "home"
    assert looks[0] == 2


async def test_requests_pass_while_one_of_them_looks() -> None:
    now, looking, done = [0.0], Event(), Event()

    def look() -> list[str]:
        if now[0]:
            looking.set()
            done.wait(60)
        return ["home"]

    realms = KnownRealms(look, now=lambda: now[0])
    await realms.ensure("home")
    now[0] += 60
    first = asyncio.create_task(realms.ensure("home"))
    await asyncio.to_thread(looking.wait, 60)
    assert await realms.ensure("home") == "home"
    assert not first.done()
    done.set()
    assert await first == "home"


async def test_a_made_up_host_is_told_so_and_no_keys_are_asked_for(api: Any) -> None:
    async with api.client(host="nobody.giroscope.test") as client:
        graph = await client.get("/api/data/graphql?query={viewer{id}}")
        plain = await client.get("/api/documents/1")
        settings = await client.get("/settings.js")

    assert graph.status_code == plain.status_code == settings.status_code == 404
    error = graph.json()["errors"][0]["extensions"]
    assert (error["code"], error["reason"]) == ("NOT_FOUND", "unknown_realm")
    assert plain.headers["content-type"] == "application/problem+json"
    told = plain.json()
    assert (told["code"], told["title"]) == (
        "unknown_realm",
        "There is no such tenant here.",
    )
    assert api.issuer.asked == []
