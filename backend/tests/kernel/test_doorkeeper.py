"""Which place a call takes, on whose account, and that it is given back."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

import pytest

from giroscope.kernel.access import Actor
from giroscope.kernel.admission import Admission, Buckets
from giroscope.kernel.doorkeeper import Doorkeeper
from giroscope.kernel.errors import Unauthenticated, Unavailable
from giroscope.kernel.origin import Origin, coming_from
from giroscope.kernel.quotas import Quotas, RealmQuotas
from giroscope.kernel.tenancy import UnknownRealm

QUOTAS = Quotas(1, 1, 100, 1, 1, 1, 1, 100, 1, 1)
REQUESTS, UPLOADS, UNKNOWN = "requests", "uploads", "unknown"


class Services:
    """As much of them as the door asks."""

    def __init__(self) -> None:
        self.known: Exception | None = None
        self.is_there = True
        self.person = "u"
        self.quotas = QUOTAS
        realms = RealmQuotas(QUOTAS, self._own, now=lambda: 0.0)
        buckets = Buckets(now=lambda: 0.0)
        self.admission = Admission(realms, 10, buckets=buckets)
        self.admission._unknown_buckets = Buckets(now=lambda: 0.0)

    async def _own(self, _realm: str) -> Mapping[str, int]:
        return asdict(self.quotas)

    async def realm(self, _request: object) -> str:
        if not self.is_there:
            raise UnknownRealm
        return "acme"

    async def actor(self, _request: object) -> Actor:
        if self.known is not None:
            raise self.known
        return Actor(self.person, "acme", self.person, "U", frozenset())

    def taken(self) -> dict[str, list[str]]:
        gates = {
            REQUESTS: self.admission._requests, UPLOADS: self.admission._uploads,
            UNKNOWN: self.admission._unknown,
        }  # fmt: skip
        return {
            name: list(gate._inside) for name, gate in gates.items() if gate._inside
        }


class World:
    def __init__(self) -> None:
        self.services: Any = Services()
        self.inside: list[dict[str, list[str]]] = []
        self.fails = False
        self.told: list[Any] = []

    async def _app(self, _scope: Any, _receive: Any, _send: Any) -> None:
        self.inside.append(self.services.taken())
        if self.fails:
            raise RuntimeError("a fault")

    async def call(self, path: str, address: str = "192.0.2.1") -> Any:
        """What was taken meanwhile, or the status of the refusal."""
        door = Doorkeeper(self._app, self.services)
        told: list[Any] = []

        async def send(message: Any) -> None:
            told.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": b""}

        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "headers": [],
            "query_string": b"",
            "server": ("x", 80),
            "scheme": "http",
        }
        self.inside.clear()
        with coming_from(Origin(address=address)):
            await door(scope, receive, send)
        return self.inside[0] if self.inside else told[0]["status"]


@pytest.fixture
def world() -> World:
    return World()


@pytest.mark.parametrize(
    ("path", "taken"),
    [
        ("/api/data/graphql", {REQUESTS: ["acme"]}),
        ("/api/documents/1", {REQUESTS: ["acme"]}),
        ("/api/upload", {UPLOADS: ["acme"]}),
        ("/api/validate", {UPLOADS: ["acme"]}),
        ("/api/uploads", {REQUESTS: ["acme"]}),
        ("/api/messages/stream", {}),
        ("/api/export/journals", {}),
        ("/settings.js", {}),
        ("/healthz/live", {}),
    ],
)
async def test_a_call_takes_the_place_of_its_kind_while_it_lasts(
    world: World, path: str, taken: dict[str, list[str]]
) -> None:
    assert await world.call(path) == taken
    assert world.services.taken() == {}


@pytest.mark.parametrize("refusal", [Unauthenticated(), Unavailable()])
async def test_who_is_unknown_takes_a_place_of_the_address(
    world: World, refusal: Exception
) -> None:
    world.services.known = refusal
    assert await world.call("/api/upload") == {UNKNOWN: ["192.0.2.1"]}
    assert await world.call("/api/export/tickets/x") == {}
    assert world.services.taken() == {}


async def test_a_place_is_given_back_when_the_call_fails(world: World) -> None:
    world.fails = True
    for known in (None, Unauthenticated()):
        world.services.known = known
        with pytest.raises(RuntimeError):
            await world.call("/api/data/graphql")
        assert world.services.taken() == {}


@pytest.mark.parametrize(
    "path", ["/api/data/graphql", "/api/messages/stream", "/api/export/journals"]
)
async def test_the_signed_in_are_counted_for_their_realm(
    world: World, path: str
) -> None:
    for _ in range(4):
        assert isinstance(await world.call(path), dict)
    assert await world.call(path) == 429
    # Nobody else is held up by it.
    assert await world.call("/settings.js") == {}
    world.services.known = Unauthenticated()
    assert await world.call(path) == {UNKNOWN: ["192.0.2.1"]}


async def test_what_one_person_is_refused_colleagues_may_still_ask(
    world: World,
) -> None:
    world.services.quotas = replace(
        QUOTAS, requests_per_second=5, person_requests_per_second=1
    )
    for number in range(30):
        answer = await world.call("/api/data/graphql")
        assert (answer == 429) == (number >= 4)
    world.services.person = "colleague"
    assert await world.call("/api/data/graphql") == {REQUESTS: ["acme"]}


@pytest.mark.parametrize("path", ["/api/data/graphql", "/api/export/tickets/x"])
async def test_who_is_unknown_is_counted_by_address_and_not_for_the_realm(
    world: World, path: str
) -> None:
    world.services.known = Unauthenticated()
    for _ in range(200):
        assert isinstance(await world.call(path), dict)
    assert await world.call(path) == 429
    assert isinstance(await world.call(path, "192.0.2.2"), dict)
    world.services.known = None
    assert await world.call("/api/data/graphql") == {REQUESTS: ["acme"]}


async def test_a_realm_that_is_none_is_left_to_whoever_answers(world: World) -> None:
    world.services.is_there = False
    assert await world.call("/api/data/graphql") == {}
