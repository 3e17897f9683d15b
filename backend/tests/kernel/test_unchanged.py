"""The short way of an unchanged poll lets in nobody whom the long way keeps out."""

import time
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from joserfc.jwk import RSAKey

from giroscope.features.messages import tell
from giroscope.features.messages.poll import Poll
from giroscope.kernel.database import Database
from giroscope.kernel.doorkeeper import Doorkeeper
from giroscope.kernel.metrics import RequestCounts
from giroscope.kernel.quotas import Quotas
from giroscope.kernel.web import Services
from localization import Message
from tests.kernel.issuer import Issuer

pytestmark = pytest.mark.served

POLL = "/api/data/graphql"
ASKED = {"query": "{systemMessages{id message read}}"}


class Ways:
    """A console that holds an answer, and whether its polls went the long way."""

    def __init__(self, api: Any, long: list[str]) -> None:
        self.api = api
        self.token = api.issuer.token()
        self.tag = ""
        self._long = long

    async def poll(self, **headers: str) -> httpx2.Response:
        """Ask whether the answer still stands."""
        sent = {"if-none-match": self.tag} | headers
        async with self.api.client(token=self.token) as client:
            answer: httpx2.Response = await client.get(POLL, params=ASKED, headers=sent)
            return answer

    async def hold(self) -> None:
        """Have the answer, and make sure that the next poll is confirmed shortly."""
        self.tag = (await self.poll()).headers["etag"]
        assert await self.is_short()

    async def is_short(self, **headers: str) -> bool:
        """Whether a poll is confirmed without the long way."""
        self._long.clear()
        answer = await self.poll(**headers)
        return answer.status_code == 304 and not self._long

    def stand_still(self) -> None:
        """Stop every clock by which something is looked at again."""
        wall, steady, services = time.time(), time.monotonic(), self.services
        services.verifier._now = services.verifier._ended._now = lambda: wall
        services.realms._now = services.admission._quotas._now = lambda: steady
        services.admission._buckets._now = lambda: steady
        self.polls._moments._seconds = 600

    @property
    def polls(self) -> Poll:
        """What keeps the answers."""
        polls: Poll = self.api.app.middleware_stack._poll
        return polls

    @property
    def services(self) -> Services:
        """What the application asks."""
        services: Services = self.api.app.middleware_stack._services
        return services


@pytest.fixture
async def ways(api: Any, monkeypatch: pytest.MonkeyPatch) -> Ways:
    long: list[str] = []
    asked = Doorkeeper.__call__

    async def noted(self: Doorkeeper, scope: Any, *rest: Any) -> None:
        long.append(scope["path"])
        await asked(self, scope, *rest)

    monkeypatch.setattr(Doorkeeper, "__call__", noted)
    made = Ways(api, long)
    made.stand_still()
    await made.hold()
    return made


def later(now: Callable[[], float], seconds: float) -> Callable[[], float]:
    """The same clock, but so much later."""
    return lambda: now() + seconds


async def test_the_short_way_keeps_an_answer_as_the_long_one_does(ways: Ways) -> None:
    short = dict((await ways.poll()).headers)
    ways.services.realms._looked = float("-inf")
    assert not await ways.is_short()
    ways.services.realms._looked = float("-inf")
    long = dict((await ways.poll()).headers)
    assert len(short.pop("x-request-id")) == len(long.pop("x-request-id")) == 16
    assert short.keys() == {"etag", "cache-control", "vary"}
    assert short.items() <= long.items()


async def test_a_confirmed_poll_is_counted_once_as_any_other(ways: Ways) -> None:
    counts: RequestCounts = ways.api.app.middleware_stack._answered
    before = counts.count.copy()
    assert await ways.is_short()
    ways.services.realms._looked = float("-inf")
    assert not await ways.is_short()
    assert counts.count - before == {("GET", "3xx", "poll"): 2}
    assert counts.seconds["GET"] > 0


async def test_the_answer_that_a_console_holds_is_guarded_by_itself(ways: Ways) -> None:
    ways.tag = ""
    whole = await ways.poll()
    assert whole.status_code == 200
    assert "frame-ancestors 'none'" in whole.headers["content-security-policy"]
    assert whole.headers["x-content-type-options"] == "nosniff"


async def test_a_poll_keeps_its_caller_s_plain_name(ways: Ways) -> None:
    assert (await ways.poll(**{"x-request-id": "a-1"})).headers["x-request-id"] == "a-1"
    named = await ways.poll(**{"x-request-id": "x" * 65})
    assert len(named.headers["x-request-id"]) == 16


async def test_every_spelling_of_the_tag_is_confirmed(ways: Ways) -> None:
    for tag in (f"W/{ways.tag}", f'"other", {ways.tag}'):
        assert await ways.is_short(**{"if-none-match": tag})
    assert not await ways.is_short(**{"if-none-match": '"other"'})


async def test_what_is_said_twice_takes_the_long_way(ways: Ways) -> None:
    said = [("if-none-match", ways.tag), ("x-said", "1")]
    for headers, is_short in ((said, True), ([*said, ("x-said", "2")], False)):
        ways._long.clear()
        async with ways.api.client(token=ways.token) as client:
            answer = await client.get(POLL, params=ASKED, headers=headers)
        assert (answer.status_code, not ways._long) == (304, is_short)


async def test_what_is_new_or_read_is_told(ways: Ways, database: Database) -> None:
    with database.job_session("giroscope") as session:
        tell(
            session.connection(),
            "INFO",
            Message("test", text="new"),
            correlation_id="c-1",
        )
    ways.polls.forget("giroscope")
    changed = await ways.poll()
    assert changed.json()["data"]["systemMessages"][0]["message"] == "new"

    await ways.hold()
    await ways.api.graph("mutation{readMessages{__typename}}", token=ways.token)
    assert (await ways.poll()).json()["data"]["systemMessages"] == []


async def test_an_ended_session_is_refused_at_once(ways: Ways) -> None:
    async with ways.api.client(token="") as provider:
        notice = {"logout_token": ways.api.issuer.notice()}
        await provider.post("/api/backchannel-logout", data=notice)
    refused = await ways.poll()
    assert refused.status_code == 401
    reason = refused.json()["errors"][0]["extensions"]["reason"]
    assert reason == "session_ended"


async def test_a_person_who_was_disabled_is_refused_at_once(ways: Ways) -> None:
    ways.token = ways.api.issuer.token(sid="s-9", iat=int(time.time()) - 100)
    await ways.hold()
    async with ways.api.client(token="") as provider:
        notice = {"logout_token": ways.api.issuer.notice(sid=None)}
        await provider.post("/api/backchannel-logout", data=notice)
    assert (await ways.poll()).status_code == 401


async def test_an_end_that_another_process_heard_of_is_looked_for(ways: Ways) -> None:
    ended = ways.services.verifier._ended
    ended._now = later(ended._now, 2)
    assert not await ways.is_short()
    assert await ways.is_short()


async def test_an_expired_token_is_refused(ways: Ways) -> None:
    ways.services.verifier._now = later(time.time, 340)
    assert (await ways.poll()).status_code == 401


async def test_a_remembered_token_is_verified_again(ways: Ways, issuer: Issuer) -> None:
    verifier, keys = ways.services.verifier, dict(issuer.keys)
    verifier._now = later(time.time, 31)
    assert not await ways.is_short()
    assert await ways.is_short()

    # The realm signs with another key from now on, and the old one is withdrawn.
    issuer.keys["giroscope"] = RSAKey.generate_key(2048, {"kid": "new", "use": "sig"})
    try:
        verifier._now = later(time.time, 62)
        verifier._keys._now = later(time.time, 601)
        assert (await ways.poll()).status_code == 401
    finally:
        issuer.keys.update(keys)


async def test_other_roles_are_another_token_which_is_verified(ways: Ways) -> None:
    ways.token = ways.api.issuer.token("giroscope", "giroscope-upload")
    assert not await ways.is_short()
    known = ways.services.verifier.known("giroscope", ways.token)
    assert known is not None
    assert known.actor.roles == {"giroscope-upload"}


async def test_a_realm_that_is_gone_is_unknown(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    realms = ways.services.realms
    monkeypatch.setattr(realms, "_look", lambda: ["acme"])
    realms._now = later(realms._now, 5)
    assert (await ways.poll()).status_code == 404


async def test_a_poll_counts_against_the_person_and_the_realm(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    quotas = ways.services.admission._quotas
    now = quotas._now()
    for person, realm in ((1, 100), (100, 1)):
        tight = Quotas(1000, realm, person, 24, 8, 3, 6, 100_000, 1000, 5)
        monkeypatch.setitem(quotas._known, "giroscope", (tight, now))
        ways.services.admission._buckets._held.clear()
        answers = [await ways.poll() for _ in range(6)]
        assert [one.status_code for one in answers] == [304] * 4 + [429] * 2
        assert answers[-1].headers["retry-after"] == "1"


async def test_new_limits_of_the_realm_are_looked_for(ways: Ways) -> None:
    quotas = ways.services.admission._quotas
    quotas._now = later(quotas._now, 10)
    assert not await ways.is_short()
    assert await ways.is_short()


async def test_nobody_else_is_confirmed_what_one_person_holds(ways: Ways) -> None:
    mine, wrong = ways.token, ways.token[:-6] + "AAAAAA"
    answers = {}
    for name, token in (
        ("wrong", wrong),
        ("theirs", ways.api.issuer.token("acme")),
        ("another", ways.api.issuer.token(sub="user-2")),
    ):
        ways.token = token
        answers[name] = (await ways.poll()).status_code
    assert answers == {"wrong": 401, "theirs": 401, "another": 200}
    async with ways.api.client(token=mine, realm="acme") as client:
        sent = {"if-none-match": ways.tag}
        answer = await client.get(POLL, params=ASKED, headers=sent)
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        [("authorization", "Basic abc")],
        [("authorization", "")],
        [("host", "no such host")],
        [("host", "nobody.giroscope.test")],
        [("authorization", "Bearer x"), ("authorization", "Bearer y")],
    ],
)
async def test_whoever_shows_nothing_or_two_things_goes_the_long_way(
    ways: Ways, headers: list[tuple[str, str]]
) -> None:
    ways._long.clear()
    client = httpx2.AsyncClient(
        transport=httpx2.ASGITransport(app=ways.api.app),
        base_url="http://giroscope.giroscope.test",
    )
    async with client:
        sent = [("if-none-match", ways.tag), *headers]
        answer = await client.get(POLL, params=ASKED, headers=sent)
    assert answer.status_code in {401, 404}
    assert ways._long


async def test_only_a_get_of_the_graph_is_confirmed(ways: Ways) -> None:
    async with ways.api.client(token=ways.token) as client:
        sent = {"if-none-match": ways.tag}
        other = await client.get("/api/public/graphql", params=ASKED, headers=sent)
        posted = await client.post(POLL, json=ASKED, headers=sent)
    assert other.status_code != 304
    assert posted.status_code == 200
