"""The poll and the stream: each person's own messages, soon, and cheaply."""

import asyncio
from contextlib import aclosing
from typing import Any

import pytest
from starlette.requests import Request

from giroscope.features.messages import poll as polling
from giroscope.features.messages import tell
from giroscope.features.messages.moments import Moments, View
from giroscope.features.messages.poll import Body, Poll, Rhythm
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Unauthenticated
from localization import Message
from tests.kernel.issuer import Issuer

pytestmark = pytest.mark.served

POLL = "/api/data/graphql"
ASKED = {"query": "{systemMessages{id message read}}"}
ALL = {"query": "{systemMessages(read:true){id message read}}"}


@pytest.fixture
def say(database: Database) -> Any:
    """Tell the people of a realm something."""

    def one(text: str, realm: str = "giroscope", level: str = "INFO") -> None:
        with database.job_session(realm) as session:
            tell(
                session.connection(),
                level,
                Message("test", text=text),
                correlation_id="c-1",
            )

    return one


async def soon() -> None:
    # As long as a look is trusted at most, on the slowest machine.
    await asyncio.sleep(0.55)


async def texts(client: Any, asked: dict[str, str] = ASKED) -> list[str]:
    content = (await client.get(POLL, params=asked)).json()
    return [one["message"] for one in content["data"]["systemMessages"]]


async def test_an_unchanged_answer_is_only_confirmed(api: Any, say: Any) -> None:
    say("first")
    async with api.client() as client:
        answer = await client.get(POLL, params=ASKED)
        tag = answer.headers["etag"]
        assert answer.headers["cache-control"] == "private, no-cache"
        assert "authorization" in answer.headers["vary"]
        for sent in (tag, f"W/{tag}", f'"other", {tag}'):
            again = await client.get(
                POLL, params=ASKED, headers={"if-none-match": sent}
            )
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag

        say("second")
        await soon()
        changed = await client.get(POLL, params=ASKED, headers={"if-none-match": tag})
        assert changed.status_code == 200
        assert [one["message"] for one in changed.json()["data"]["systemMessages"]] == [
            "second",
            "first",
        ]


async def test_the_unchanged_path_runs_no_query(
    api: Any, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("first")
    async with api.client() as client:
        await client.get(POLL, params=ASKED)
        await client.get(POLL, params=ASKED)

        def broken(*_: object) -> None:
            raise AssertionError("nothing is to be read")

        monkeypatch.setattr(Database, "reading", broken)
        assert await texts(client) == ["first"]


async def test_reading_is_seen_at_once_and_is_each_person_s_own(
    api: Any, say: Any
) -> None:
    say("first")
    say("second")
    async with api.client(user="ann") as ann, api.client(user="bob") as bob:
        assert await texts(ann) == await texts(bob) == ["second", "first"]
        change = 'mutation{readMessages(ids:["1"]){... on Success{message}}}'
        done = await ann.post(POLL, json={"query": change})
        assert done.json() == {"data": {"readMessages": {"message": "1"}}}
        again = await ann.post(POLL, json={"query": change})
        assert again.json() == {"data": {"readMessages": {"message": "0"}}}

        assert await texts(ann) == ["second"]
        assert await texts(bob) == ["second", "first"]
        seen = (await ann.get(POLL, params=ALL)).json()["data"]["systemMessages"]
        assert [one["read"] for one in seen] == [False, True]

        await bob.post(POLL, json={"query": "mutation{readMessages{__typename}}"})
        assert await texts(bob) == []
        assert await texts(ann) == ["second"]


async def test_no_answer_is_given_to_another_realm(api: Any, say: Any) -> None:
    say("ours")
    say("theirs", "acme")
    async with api.client() as ours, api.client(realm="acme") as theirs:
        for _ in range(2):
            assert await texts(ours) == ["ours"]
            assert await texts(theirs) == ["theirs"]
        await theirs.post(POLL, json={"query": "mutation{readMessages{__typename}}"})
        assert await texts(ours) == ["ours"]


async def test_a_message_committed_late_changes_the_version(
    database: Database, say: Any
) -> None:
    say("first")
    say("second")
    moments = Moments(database, 0)
    with database.job_session("giroscope") as session:
        session.connection().exec_driver_sql("DELETE FROM system_messages WHERE id=1")
    before = (await moments.now("giroscope")).version
    with database.job_session("giroscope") as session:
        session.connection().exec_driver_sql(
            'INSERT INTO system_messages (id, created, level, code, text, "values")'
            " VALUES (1, '2026-11-01 10:00:00', 'INFO', 'x', '', '{\"text\":\"late\"}')"
        )
    after = await moments.now("giroscope")
    assert after.version != before
    assert [str(one.message) for one, _ in after.newest] == ["second", "late"]


async def test_an_answer_with_a_fault_is_not_kept(
    api: Any, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("first")
    async with api.client() as client:
        with monkeypatch.context() as patch:

            def broken(*_: object) -> None:
                raise RuntimeError

            patch.setattr(View, "latest", broken)
            faulty = await client.get(POLL, params=ASKED)
            assert "etag" not in faulty.headers
        assert await texts(client) == ["first"]


async def test_an_answer_is_made_once_for_all_who_find_the_same(
    api: Any, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    latest = View.latest

    def noted(self: View, *asked: Any) -> Any:
        made.append("once")
        return latest(self, *asked)

    monkeypatch.setattr(View, "latest", noted)
    say("first")
    async with (
        api.client(user="ann") as ann,
        api.client(user="bob") as bob,
        api.client("giroscope-logs", user="cy") as cy,
    ):
        answers = [await one.get(POLL, params=ALL) for one in (ann, bob)]
        assert len(made) == 1
        assert answers[0].content == answers[1].content
        # What one person holds is nobody else's: they may find something else soon.
        assert answers[0].headers["etag"] != answers[1].headers["etag"]
        await cy.get(POLL, params=ALL)
        assert len(made) == 2

        change = 'mutation{readMessages(ids:["1"]){__typename}}'
        await ann.post(POLL, json={"query": change})
        await soon()
        seen = [(await one.get(POLL, params=ALL)).json() for one in (ann, bob)]
        read = [one["data"]["systemMessages"][0]["read"] for one in seen]
        assert read == [True, False]
        assert len(made) == 4


async def test_what_takes_the_database_to_know_is_told_to_each_alone(
    api: Any, say: Any
) -> None:
    say("wrong", level="ERROR")
    asked = {"query": "{systemMessagesByLevel(level:ERROR){message read}}"}
    async with api.client(user="ann") as ann, api.client(user="bob") as bob:
        await ann.post(POLL, json={"query": "mutation{readMessages{__typename}}"})
        told = [(await one.get(POLL, params=asked)).json() for one in (ann, bob)]
    read = [one["data"]["systemMessagesByLevel"][0]["read"] for one in told]
    assert read == [True, False]


async def test_an_answer_is_compressed_once_for_who_takes_it_so(
    api: Any, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[bytes] = []
    compress = polling.gzip.compress

    def noted(body: bytes, *how: Any, **named: Any) -> bytes:
        packed.append(body)
        return compress(body, *how, **named)

    monkeypatch.setattr(polling.gzip, "compress", noted)
    say("a long message " * 200)
    async with api.client(user="ann") as ann, api.client(user="bob") as bob:
        answers = [
            await one.get(POLL, params=ASKED, headers={"accept-encoding": told})
            for one, told in ((ann, "gzip, br"), (bob, "gzip"), (bob, "identity"))
        ]
    assert len(packed) == 1
    encodings = [one.headers.get("content-encoding") for one in answers]
    assert encodings == ["gzip", "gzip", None]
    assert len({one.content for one in answers}) == 1
    assert all("accept-encoding" in one.headers["vary"].lower() for one in answers)
    assert int(answers[0].headers["content-length"]) < len(answers[2].content) / 5


async def test_other_questions_are_not_answered_from_memory(api: Any) -> None:
    async with api.client() as client:
        for query in (
            "{viewer{id}}",
            "{systemMessages{id} viewer{id}}",
            "query A{systemMessages{id}} query B{viewer{id}}",
            "{" * 2000,
            "",
        ):
            answer = await client.get(POLL, params={"query": query})
            assert "etag" not in answer.headers


def _asked(number: int) -> tuple[str, str, bytes]:
    return "giroscope", "ann", bytes([number])


def test_answers_are_kept_up_to_a_number_and_a_size() -> None:
    answers = polling._Answers(most=3, most_bytes=100)
    for number in range(5):
        answers.keep(_asked(number), polling.Held((1,), "", Body(b"x" * 10)))
    assert list(answers._held) == [_asked(2), _asked(3), _asked(4)]
    answers.keep(_asked(2), polling.Held((2,), "", Body(b"x" * 88)))
    assert list(answers._held) == [_asked(4), _asked(2)]
    assert answers._bytes == 100


async def test_messages_are_filtered_and_paged(api: Any, say: Any) -> None:
    for number in range(5):
        say(f"message {number}", level="ERROR" if number % 2 else "INFO")
    query = "query($f:MessageFilter,$a:String){messages(first:2,filter:$f,after:$a)"
    query += "{totalCount totalIsExact edges{cursor node{message}}}}"
    wanted = {"levels": ["INFO"], "text": "MESSAGE", "correlationId": "c-1"}
    page = (await api.data(query, variables={"f": wanted}))["messages"]
    assert (page["totalCount"], page["totalIsExact"]) == (3, True)
    after = page["edges"][-1]["cursor"]
    rest = await api.data(query, variables={"f": wanted, "a": after})
    told = [e["node"]["message"] for e in page["edges"] + rest["messages"]["edges"]]
    assert told == ["message 4", "message 2", "message 0"]

    by_level = await api.data("{systemMessagesByLevel(level:ERROR){message}}")
    assert len(by_level["systemMessagesByLevel"]) == 2
    by_id = await api.data('{systemMessagesByCorrelationId(correlationId:"x"){id}}')
    assert by_id["systemMessagesByCorrelationId"] == []


async def _always() -> None:
    """Nobody has taken anything from them."""


@pytest.fixture
def ann() -> Actor:
    return Actor("ann", "giroscope", "ann", "Ann", frozenset())


async def test_a_stream_tells_what_is_new_and_that_it_is_there(
    database: Database, say: Any, ann: Actor
) -> None:
    say("old")
    quick = Poll(database, Rhythm(fresh=0.01, turn=0.01, beat=0.03, stream=60))
    heard: list[bytes] = []
    async with aclosing(quick._events(ann, _always, None)) as events:
        async for piece in events:
            heard.append(piece)
            if len(heard) == 2:
                say("new")
                say("for others", "acme")
            if b"new" in heard[-1]:
                break
    assert heard[0] == b": connected\n\n"
    assert heard[1] == b": still here\n\n"
    assert heard[-1].startswith(b'event: message\nid: 2\ndata: {"id":"2"')
    assert not any(b"old" in piece or b"others" in piece for piece in heard)


async def test_a_stream_goes_on_after_the_last_message_had(
    database: Database, say: Any, ann: Actor
) -> None:
    for text in ("first", "second", "third"):
        say(text)
    quick = Poll(database, Rhythm(fresh=0.01, turn=0.01, beat=60, stream=60))
    async with aclosing(quick._events(ann, _always, 1)) as events:
        heard = [await anext(events) for _ in range(3)]
    ids = [one.split(b"\n")[1] for one in heard[1:]]
    assert ids == [b"id: 2", b"id: 3"]


async def test_a_stream_ends_at_the_turn_at_which_its_caller_may_hear_no_more(
    database: Database, say: Any, ann: Actor
) -> None:
    quick = Poll(database, Rhythm(fresh=0.01, turn=0.01, beat=60, stream=60))
    refusals = iter([None, None, Unauthenticated()])

    async def still_may() -> None:
        refusal = next(refusals)
        if refusal is not None:
            say("a secret")
            raise refusal

    heard = [piece async for piece in quick._events(ann, still_may, None)]
    assert heard == [b": connected\n\n"]


async def test_over_http_a_stream_needs_a_token_and_is_not_cached(
    api: Any, issuer: Issuer
) -> None:
    async with api.client(token="") as client:
        refused = await client.get("/api/messages/stream")
    assert refused.status_code == 401
    assert refused.headers["content-type"] == "application/problem+json"

    sent: list[Any] = []
    started = asyncio.Event()

    async def send(message: Any) -> None:
        sent.append(message)
        if message.get("body"):
            started.set()

    async def receive() -> Any:
        await started.wait()
        return {"type": "http.disconnect"}

    headers = [(b"host", b"giroscope.x.test"),
               (b"accept-encoding", b"gzip"),
               (b"authorization", f"Bearer {issuer.token()}".encode())]  # fmt: skip
    scope = {"type": "http", "method": "GET", "path": "/api/messages/stream",
             "query_string": b"", "headers": headers, "root_path": "",
             "asgi": {"version": "3.0"}, "http_version": "1.1"}  # fmt: skip
    async with asyncio.timeout(60):
        await api.app(scope, receive, send)
    told = Request(scope | {"headers": sent[0]["headers"]}).headers
    assert sent[0]["status"] == 200
    assert told["content-type"].startswith("text/event-stream")
    assert told["cache-control"] == "no-store"
    assert "content-encoding" not in told
    assert sent[1]["body"] == b": connected\n\n"
